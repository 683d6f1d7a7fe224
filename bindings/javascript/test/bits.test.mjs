// SPDX-License-Identifier: MIT
// The random bits of new ids, by the table that all languages share.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";

import * as g from "guidon";

import { ROOT } from "./files.mjs";

const TESTS = path.join(ROOT, "tests");
const TABLE = path.join(TESTS, "vectors/bits.json");
const N = 10000;

const each = (make) => Array.from({ length: N }, make);

/** A generator whose clock ticks a millisecond before each id. */
function ticking() {
    let now = 1645557742000;
    return new g.Generator({ now: () => now++ });
}

/** How the table's expressions make N ids in hex. */
const WAYS = {
    "v1()": () => each(() => g.v1("hex")),
    "v4()": () => each(() => g.v4("hex")),
    "v6()": () => each(() => g.v6("hex")),
    "v7()": () => each(() => g.v7("hex")),
    "v7(), in a millisecond of its own": () => {
        const generator = ticking();
        return each(() => generator.v7("hex"));
    },
    "v7At(1645557742000)": () => each(() => g.v7At(1645557742000, "hex")),
    "ulid()": () => each(() => g.ulid("hex")),
    "monotonicUlid()": () => each(() => g.monotonicUlid("hex")),
    "many('v4', n)": () => g.many("v4", N, "hex"),
    "many('v7', n)": () => g.many("v7", N, "hex"),
    "many('ulid-monotonic', n)": () => g.many("ulid-monotonic", N, "hex"),
};

test("each id has the random bits of the table", () => {
    const { regimes } = JSON.parse(fs.readFileSync(TABLE));
    assert.deepEqual(new Set(Object.keys(WAYS)), new Set(regimes.flatMap((row) => row.npm ?? [])));
    const lines = Object.entries(WAYS).flatMap(([way, make]) =>
        make().map((id) => `${way} ${id}\n`),
    );
    const judged = spawnSync(
        "python3",
        ["-B", path.join(TESTS, "bits/check.py"), TABLE, "npm", "-"],
        { input: lines.join(""), encoding: "utf8" },
    );
    assert.equal(judged.status, 0, judged.stdout + judged.stderr);
});
