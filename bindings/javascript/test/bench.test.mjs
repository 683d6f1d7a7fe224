// SPDX-License-Identifier: MIT
// The benchmark runs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import process from "node:process";
import test from "node:test";

test("the benchmark prints a figure for each call", () => {
    const printed = execFileSync(process.execPath, ["bench.mjs", "--check"], { encoding: "utf8" });
    const rows = printed.match(/^ {2}\S.* +\d+ +\d+ +\d+ +\d+\.\d\d$/gm);
    assert.ok(rows.length >= 25, printed);
});
