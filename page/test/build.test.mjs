// SPDX-License-Identifier: MIT
// The page is reproducible: another folder gives the same bytes, by `./dev page guidon.html`
// of page/README.md.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { pageFile } from "./browser.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

test("the command of the README gives the same bytes in another folder", () => {
    const copy = fs.mkdtempSync(path.join(os.tmpdir(), "guidon-page-"));
    for (const name of [
        "LICENSE",
        "bindings/javascript/package.json",
        "bindings/javascript/wasm",
        "cli",
        "dev",
        "page",
        "include",
        "packaging",
        "src",
        "tools",
    ]) {
        fs.cpSync(path.join(root, name), path.join(copy, name), {
            recursive: true,
            preserveTimestamps: true,
        });
    }
    fs.mkdirSync(path.join(copy, "build/page"), { recursive: true });
    fs.symlinkSync(
        path.join(root, "build/page/node_modules"),
        path.join(copy, "build/page/node_modules"),
    );
    fs.writeFileSync(path.join(copy, "build/page/.installed"), ""); // newer than the lock file
    const readme = fs.readFileSync(path.join(root, "page/README.md"), "utf8");
    const [, line] = /^```sh\n(.*?)^```/ms.exec(readme);
    assert.match(line, /^\.\/dev page guidon\.html/);
    execFileSync("sh", ["-euc", line], {
        cwd: copy,
        stdio: "pipe",
        env: { ...process.env, GUIDON_GATE: "1" },
    });
    assert.ok(fs.readFileSync(path.join(copy, "guidon.html")).equals(fs.readFileSync(pageFile)));
    fs.rmSync(copy, { recursive: true });
});
