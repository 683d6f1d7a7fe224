// SPDX-License-Identifier: MIT
// The bytes of the modules, and what they import and export.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import test from "node:test";
import zlib from "node:zlib";

import { HOME, ROOT, built } from "./built.mjs";

/** The most bytes of each module, and the most by gzip. */
const LARGEST = { guidon: [40_000, 16_400], forms: [43_800, 21_000], scan: [14_100, 7_600] };
const SOURCES = [
    "LICENSE",
    "cli",
    "bindings/javascript/tools",
    "bindings/javascript/wasm",
    "include",
    "packaging",
    "src",
];

const IMPORTS = { guidon: ["random", "now"], forms: [], scan: [] };

for (const [name, { bytes, module }] of Object.entries(built)) {
    test(`${name}.wasm is small`, () => {
        const [most, mostByGzip] = LARGEST[name];
        assert.ok(bytes.length <= most, `${bytes.length} bytes`);
        const { length } = zlib.gzipSync(bytes, { level: 9 });
        assert.ok(length <= mostByGzip, `${length} bytes by gzip`);
    });

    test(`${name}.wasm imports nothing but random bits and the time`, () => {
        assert.deepEqual(
            WebAssembly.Module.imports(module),
            IMPORTS[name].map((of) => ({ module: "host", name: of, kind: "function" })),
        );
    });

    test(`${name}.wasm exports what ${name}.txt lists`, () => {
        const listed = fs
            .readFileSync(path.join(HOME, `${name}.txt`), "utf8")
            .split("\n")
            .filter((line) => /^[a-z]/.test(line));
        assert.deepEqual(
            WebAssembly.Module.exports(module)
                .map((one) => one.name)
                .sort(),
            ["memory", ...listed].sort(),
        );
    });
}

test("a build in another folder has the same bytes", () => {
    const other = fs.mkdtempSync(path.join(os.tmpdir(), "guidon-another-folder-"));
    try {
        for (const name of SOURCES) {
            fs.cpSync(path.join(ROOT, name), path.join(other, name), { recursive: true });
        }
        const printed = execFileSync(
            path.join(other, "bindings/javascript/wasm/build.sh"),
            ["out"],
            {
                cwd: other,
                encoding: "utf8",
                env: {
                    ...process.env,
                    GUIDON_NPM_TOOLS: path.join(ROOT, "build/npm/tools"),
                },
            },
        );
        const files = printed.trim().split("\n");
        assert.deepEqual(
            files.map((file) => path.basename(file, ".wasm")),
            Object.keys(built),
        );
        for (const file of files) {
            assert.ok(
                fs.readFileSync(file).equals(built[path.basename(file, ".wasm")].bytes),
                file,
            );
        }
    } finally {
        fs.rmSync(other, { recursive: true });
    }
});
