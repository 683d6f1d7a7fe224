// SPDX-License-Identifier: MIT
// The bytes of the module, and what it imports and exports.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import zlib from "node:zlib";

import { FACE, ROOT, bytes, module } from "./built.mjs";

const LARGEST = 66 * 1024;
const LARGEST_GZIP = 31 * 1024;
const SOURCES = ["LICENSE", "cli", "faces/wasm", "include", "packaging", "src"];

test("the module is small", () => {
    assert.ok(bytes.length <= LARGEST, `${bytes.length} bytes`);
    const { length } = zlib.gzipSync(bytes, { level: 9 });
    assert.ok(length <= LARGEST_GZIP, `${length} bytes by gzip`);
});

test("a build in another folder has the same bytes", () => {
    const other = fs.mkdtempSync(path.join(os.tmpdir(), "guidon-another-folder-"));
    try {
        for (const name of SOURCES) {
            fs.cpSync(path.join(ROOT, name), path.join(other, name), { recursive: true });
        }
        const built = execFileSync(path.join(other, "faces/wasm/build.sh"), ["out"],
                                   { cwd: other, encoding: "utf8" }).trim();
        assert.ok(fs.readFileSync(built).equals(bytes));
    } finally {
        fs.rmSync(other, { recursive: true });
    }
});

test("the module imports random bits and the time alone", () => {
    assert.deepEqual(WebAssembly.Module.imports(module),
                     ["random", "now"].map((name) => ({ module: "host", name,
                                                        kind: "function" })));
});

test("the module exports what exports.txt lists", () => {
    const listed = fs.readFileSync(path.join(FACE, "exports.txt"), "utf8")
        .split("\n").filter((line) => /^[a-z]/.test(line));
    assert.deepEqual(WebAssembly.Module.exports(module).map(({ name }) => name).sort(),
                     ["memory", ...listed].sort());
});
