// SPDX-License-Identifier: MIT
// What the tarball holds, its types, and the examples of its README.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import test from "node:test";

import * as guidon from "guidon";

import { ROOT } from "./files.mjs";

const PACKAGE = "node_modules/guidon";
const manifest = JSON.parse(fs.readFileSync(`${PACKAGE}/package.json`));

const LIBRARY = [
    "alias-api",
    "core-api",
    "errors",
    "forms",
    "forms-api",
    "forms-loader",
    "forms-module",
    "generator",
    "guidon",
    "guidon-module",
    "idset-api",
    "index",
    "kind_generator",
    "loader",
    "new",
    "order",
    "peer_names",
    "prefixed",
    "prefixed-api",
    "prefixed_generator",
    "random",
    "scan",
    "scan-api",
    "scan-loader",
    "scan-module",
    "shared",
    "shared_prefixed",
    "show",
    "source",
    "times",
    "ulid",
    "unpack",
    "uuid",
    "validate",
    "values",
    "written",
];
const OF_AN_ENTRY = ["cjs", "d.cts", "d.ts", "edge.js", "imported.js", "js", "node.js"];
const FILES = [
    "LICENSE",
    "README.md",
    "package.json",
    "dist/all.cjs",
    "dist/forms.wasm",
    "dist/guidon.wasm",
    "dist/scan.wasm",
    ...["index", "uuid", "ulid"].flatMap((name) => OF_AN_ENTRY.map((end) => `dist/${name}.${end}`)),
    ...["lib", "imported", "edge"].flatMap((folder) =>
        LIBRARY.map((name) => `dist/${folder}/${name}.js`),
    ),
];

test("npm pack holds nothing but what is meant", () => {
    const [packed] = JSON.parse(
        execFileSync("npm", ["pack", "--dry-run", "--json"], {
            cwd: path.join(ROOT, "build/npm/package"),
            encoding: "utf8",
            stdio: ["ignore", "pipe", "ignore"],
        }),
    );
    assert.deepEqual(packed.files.map((file) => file.path).sort(), FILES.sort());
    assert.ok(packed.size < 230_000, `${packed.size} bytes`);
});

test("the package runs no script and depends on nothing", () => {
    for (const part of [
        "scripts",
        "dependencies",
        "peerDependencies",
        "bin",
        "optionalDependencies",
        "bundleDependencies",
        "gypfile",
    ]) {
        assert.ok(!(part in manifest), part);
    }
});

test("every file that exports names is there", () => {
    const targets = (value) =>
        typeof value === "string" ? [value] : Object.values(value).flatMap(targets);
    for (const target of [manifest.main, manifest.types, ...targets(manifest.exports)]) {
        assert.ok(fs.existsSync(path.join(PACKAGE, target)), target);
    }
});

test("the version is that of the library", () => {
    const header = fs.readFileSync(path.join(ROOT, "include/guidon/version.h"), "utf8");
    assert.equal(manifest.version, /GUIDON_VERSION\s+"(.*)"/.exec(header)[1]);
});

test("the package has no scripts, and those of a clone are commands of ./dev", () => {
    assert.equal(manifest.scripts, undefined);
    const { scripts } = JSON.parse(
        fs.readFileSync(path.join(ROOT, "bindings/javascript/package.json")),
    );
    const help = execFileSync(path.join(ROOT, "dev"), ["help"], { encoding: "utf8" });
    assert.deepEqual(Object.keys(scripts), ["build", "test", "lint", "format"]);
    for (const script of Object.values(scripts)) {
        const [, command] = /^\.\.\/\.\.\/dev ([a-z]+)/.exec(script);
        assert.match(help, new RegExp(`^  ${command}\\b`, "m"));
    }
});

test("the text of a module gives its bytes", async () => {
    for (const name of ["guidon", "forms", "scan"]) {
        const file = path.resolve(PACKAGE, `dist/lib/${name}-module.js`);
        const [, frequent, text, length] =
            /FREQUENT = "(.*)";\nconst TEXT = "(.*)";\n.*, (\d+)\)/s.exec(
                fs.readFileSync(file, "utf8"),
            );
        const { unpack } = await import(path.resolve(PACKAGE, "dist/lib/unpack.js"));
        assert.ok(
            fs
                .readFileSync(`${PACKAGE}/dist/${name}.wasm`)
                .equals(unpack(frequent, text, Number(length))),
        );
        assert.match(text, /^[ !#%&(-;=-[\]-_a-~]*$/);
    }
});

test("two builds give the same tarball", () => {
    const name = `guidon-${manifest.version}.tgz`;
    const first = fs.readFileSync(path.join(ROOT, "build/npm", name));
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "guidon-"));
    execFileSync(process.execPath, [path.join(ROOT, "bindings/javascript/build.mjs"), folder], {
        stdio: "ignore",
    });
    assert.ok(fs.readFileSync(path.join(folder, name)).equals(first));
    fs.rmSync(folder, { recursive: true });
});

test("the types name every export, and no other", () => {
    const source = fs.readFileSync(`${PACKAGE}/dist/index.d.ts`, "utf8");
    const named = [...source.matchAll(/^export (?:function|const|class) (\w+)/gm)].map(
        ([, name]) => name,
    );
    assert.deepEqual([...new Set(named)].sort(), Object.keys(guidon).sort());
});

test("the forms of the types are those of the library", () => {
    const source = fs.readFileSync(`${PACKAGE}/dist/index.d.ts`, "utf8");
    const [union] = /export type Form =[^;]*;/.exec(source);
    assert.deepEqual(
        [...union.matchAll(/"([^"]+)"/g)].map(([, name]) => name),
        guidon.forms(),
    );
});

// Versions of TypeScript, by their folders, with ways to find the types of an import. The
// first version is the oldest that the README names. 5.7 made Uint8Array generic, and
// node10, which knows no exports, is not in 7.0.
const NODE10 = ["--module", "commonjs", "--moduleResolution", "node10", "types.cts"];
const NODENEXT = ["--module", "nodenext", "types.mts", "types.cts"];
for (const [version, ...words] of [
    ["typescript-5.0", ...NODENEXT],
    ["typescript-5.0", ...NODE10],
    ["typescript-5.6", ...NODENEXT],
    ["typescript", ...NODENEXT, "generic.mts"],
    ["typescript", "--module", "preserve", "types.mts"],
]) {
    const bin = `node_modules/${version}/bin/tsc`;
    test(`the types pass tsc --strict of ${version}, ${words.join(" ")}`, () => {
        const { status, stdout } = spawnSync(
            process.execPath,
            [
                bin,
                "--strict",
                "--noEmit",
                "--target",
                "es2022",
                "--typeRoots",
                "none",
                "--lib",
                "es2022,dom",
                "--skipDefaultLibCheck",
                "--exactOptionalPropertyTypes",
                "--noUncheckedIndexedAccess",
                ...words,
            ],
            { encoding: "utf8" },
        );
        assert.equal(status, 0, stdout);
    });
}

/** The programs of the README. */
function programs() {
    const readme = fs.readFileSync(`${PACKAGE}/README.md`, "utf8");
    return [...readme.matchAll(/^```js\n(.*?)^```/gms)].map((found) => found[1]);
}

/** Compare a result with what the comment of its line says. */
function compare(value, comment) {
    const [, due] = /^"(.*?)"/.exec(comment) ?? [];
    if (due && /^[0-9a-f-]{36}$/.test(due)) {
        // of the same kind; new ids differ
        assert.match(value, /^[0-9a-f-]{36}$/);
        assert.equal(value[14], due[14]);
    } else if (due) {
        assert.equal(value.length, due.length);
    } else if (/^\d+(:|$)/.test(comment)) {
        assert.equal(value, Number.parseInt(comment, 10));
    } else if (comment.startsWith("sorts after")) {
        assert.match(value, /^fffff/);
    } else if (comment.startsWith("a Date")) {
        assert.ok(value instanceof Date);
    } else if (/^\d+ strings/.test(comment)) {
        assert.equal(value.length, Number.parseInt(comment, 10));
        assert.deepEqual(value, [...value].sort());
    } else if (/^a Uint8Array of/.test(comment)) {
        assert.equal(value.length, Number(/of (\d+)/.exec(comment)[1]));
    } else if (comment.startsWith("true or false")) {
        assert.equal(typeof value, "boolean");
    } else {
        assert.ok(comment.startsWith("the first id"), comment);
        assert.match(value, /^[0-9a-f-]{36}$/);
    }
}

test("the programs of the README run, line by line", async () => {
    const found = programs();
    assert.equal(found.length, 5);
    for (const code of found) {
        const [, names, from] = /^import \{(.*?)\}\s*from "(.*?)";/s.exec(code);
        const all = await import(from);
        const scope = { request: { params: { id: all.v7?.() } } };
        for (const word of names.split(",")) {
            const [name, own] = word.trim().split(" as ");
            assert.ok(name in all, `${from} has no ${name}`);
            scope[own ?? name] = all[name];
        }
        for (const [, call, comment] of code.matchAll(/^(\w+\(.*\)); *\/\/ (.*)$/gm)) {
            const value = () =>
                new Function(...Object.keys(scope), `return ${call}`)(...Object.values(scope));
            const [, reason, offset] = /reason "(\w+)", offset (\d+)/.exec(comment) ?? [];
            if (reason) {
                assert.throws(value, { reason, offset: Number(offset) });
            } else {
                compare(value(), comment);
            }
        }
    }
});

/** Call `action` with the folder of an app that has the package in place of uuid. */
function withOverride(action) {
    const readme = fs.readFileSync(`${PACKAGE}/README.md`, "utf8");
    const app = fs.mkdtempSync(path.join(os.tmpdir(), "guidon-uuid-"));
    try {
        for (const [, file, content] of readme.matchAll(/^\| `(uuid\/\S+)` \| `(.*)` \|$/gm)) {
            fs.mkdirSync(path.join(app, path.dirname(file)), { recursive: true });
            fs.writeFileSync(path.join(app, file), content);
        }
        fs.mkdirSync(path.join(app, "node_modules"));
        fs.symlinkSync(path.join(app, "uuid"), path.join(app, "node_modules/uuid"));
        fs.symlinkSync(path.resolve(PACKAGE), path.join(app, "node_modules/guidon"));
        action(app);
    } finally {
        fs.rmSync(app, { recursive: true });
    }
}

test("the package in place of uuid gives dependencies the functions of guidon/uuid", () => {
    withOverride((app) => {
        const same =
            "import * as a from 'uuid'; import * as b from 'guidon/uuid';" +
            "import { createRequire } from 'node:module';" +
            "const c = createRequire(import.meta.url)('uuid');" +
            "console.log(a.v7 === b.v7, c.v4 === a.v4, c.v5('a', c.v5.DNS))";
        fs.writeFileSync(path.join(app, "app.mjs"), same);
        assert.equal(
            execFileSync(process.execPath, ["app.mjs"], { cwd: app, encoding: "utf8" }),
            `true true ${guidon.v5("a", guidon.NAMESPACE_DNS)}\n`,
        );
    });
});

test("the package in place of uuid has types", () => {
    const uses =
        "import { v4, v5 } from 'uuid'; export const id: string = v5(v4(), v5.DNS);\n" +
        "// @ts-expect-error a name in place of options\nv4('a');\n";
    withOverride((app) => {
        fs.writeFileSync(path.join(app, "app.mts"), uses);
        fs.writeFileSync(path.join(app, "app.cts"), uses);
        for (const [version, ...words] of [
            ["typescript-5.0", "--module", "commonjs", "--moduleResolution", "node10", "app.cts"],
            ["typescript", "--module", "nodenext", "app.mts", "app.cts"],
            ["typescript", "--module", "preserve", "app.mts"],
        ]) {
            const { status, stdout } = spawnSync(
                process.execPath,
                [
                    path.resolve(`node_modules/${version}/bin/tsc`),
                    "--strict",
                    "--noEmit",
                    "--target",
                    "es2022",
                    "--typeRoots",
                    "none",
                    "--skipDefaultLibCheck",
                    ...words,
                ],
                { cwd: app, encoding: "utf8" },
            );
            assert.equal(status, 0, `${version} ${words.join(" ")}: ${stdout}`);
        }
    });
});

test("the types and docs/functions.md have the names that the package exports", () => {
    const declared = fs.readFileSync(`${PACKAGE}/dist/index.d.ts`, "utf8");
    const values = declared.matchAll(/^export (?:function|const|class) (\w+)/gm);
    assert.deepEqual(
        [...new Set([...values].map(([, name]) => name))].sort(),
        Object.keys(guidon).sort(),
    );
    const page = path.join(ROOT, "tests/support/functions_page.py");
    const [folder, file] = [path.dirname(page), path.basename(page, ".py")];
    const printed = execFileSync(
        "python3",
        [
            "-B",
            "-c",
            `import sys; sys.path.insert(0, sys.argv[1])
import ${file}; print(${file}.differences("npm", sys.argv[2:]))`,
            folder,
            ...Object.keys(guidon),
        ],
        { encoding: "utf8" },
    );
    assert.equal(printed, "[]\n");
});

test("the examples of the README give what they say", () => {
    const readme = fs.readFileSync(`${PACKAGE}/README.md`, "utf8");
    const { format, parse, detect, timeOf, typeid, v4, v7, validate } = guidon;
    assert.ok(
        readme.includes(
            'format("01ARZ3NDEKTSV4RRFFQ69G5FAV");        // ' +
                `"${format("01ARZ3NDEKTSV4RRFFQ69G5FAV")}"`,
        ),
    );
    assert.equal(parse("{F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6}").length, 16);
    assert.throws(() => parse("f81d4fae-7dec-11d0-a765-00a0c91e6bfg"), {
        reason: "CHAR",
        offset: 35,
    });
    assert.ok(timeOf(v7()) instanceof Date && validate(v7()));
    assert.ok(detect(typeid("user")).includes("typeid"));
    const key = format(v4(), "base58");
    assert.equal(format(parse(key, { forms: "base58", as: "uuid" }), "base58"), key);
    for (const [, name] of readme.matchAll(/^\| `(\w+)\(/gm)) {
        assert.ok(name in guidon || readme.includes(`\`${name}(`), name);
    }
});
