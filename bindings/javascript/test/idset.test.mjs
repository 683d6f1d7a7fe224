// SPDX-License-Identifier: MIT
// A set of ids in memory answers as `guidon short` and `guidon find` do: the rows of find.json.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { IdSet, format, shortLength, v1, v7 } from "guidon";

import { ROOT } from "./files.mjs";

const vectors = JSON.parse(fs.readFileSync(path.join(ROOT, "tests/vectors/find.json")));
const hexOf = (ids) => ids.map((id) => format(id, "hex"));

test("short texts are those of the tool", () => {
    for (const row of vectors.short) {
        const set = new IdSet(row.ids);
        assert.deepEqual(
            row.ids.map((id) => set.short(id, row.least)),
            row.found,
            row.why,
        );
    }
});

test("lengths are those of the library", () => {
    for (const { why, ids, p, kind, digits } of vectors.lengths) {
        assert.equal(
            shortLength(typeof ids === "string" ? BigInt(ids) : ids, p, kind),
            digits,
            why,
        );
    }
    assert.equal(shortLength(1000), shortLength(1000n, 0.999, "v7"));
    for (const words of [
        [1, 0.5, "v1"],
        [1, 1],
        [1, NaN],
        [1, "0.5"],
        [-1],
        [2 ** 53],
        [2n ** 64n],
        ["1"],
    ]) {
        assert.throws(() => shortLength(...words), { name: "GuidonError", reason: "ARGUMENT" });
    }
});

test("parts find the ids that the tool finds", () => {
    for (const row of vectors.find) {
        const found = new IdSet(row.ids).find(row.text, { all: row.all });
        assert.deepEqual(hexOf(found), row.found, row.why);
    }
});

test("garbled texts find the id that the tool finds, or none", () => {
    for (const row of vectors.near) {
        const found = new IdSet(row.ids).near(row.text);
        assert.deepEqual(hexOf(found === undefined ? [] : [found]), row.found, row.why);
    }
});

test("what short gives finds its id, also beyond the memory of one call", () => {
    // Two ids of one node, whose times differ in their last digit.
    const one = { node: Uint8Array.of(1, 2, 3, 4, 5, 6), clockSeq: 0x0b12 };
    const twins = [0n, 100n].map((at) => v1({ at, ...one }));
    const ids = [...Array.from({ length: 2000 }, () => v7()), ...twins];
    const set = new IdSet(ids);
    assert.equal(set.size, ids.length);
    assert.deepEqual([...set], ids);
    for (const id of ids.slice(-300)) {
        assert.ok(set.has(id));
        assert.deepEqual(set.find(set.short(id)), [id]);
        const garbled = `${id.slice(0, 20)}${id[21]}${id[20]}${id.slice(22)}`;
        assert.equal(set.near(garbled), id[14] === "7" ? id : undefined);
    }
});

test("equal ids count once, and texts that mean nothing are refused", () => {
    const id = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
    const set = new IdSet([id, id.toUpperCase(), "01FWHE4YDGFK1SHH6W1G60EECF"]);
    assert.deepEqual([...set], [id]);
    assert.equal(set.short(id), "f");
    assert.deepEqual(set.find(`{${id}}`), [id]);
    assert.deepEqual(new IdSet([]).find("a"), []);
    assert.equal(new IdSet([]).near("0".repeat(32)), undefined);
    for (const call of [
        () => set.find(""),
        () => set.find("g"),
        () => set.find("0".repeat(33)),
        () => set.find(5),
        () => set.find("a", { every: true }),
        () => set.near(""),
        () => set.near("0".repeat(29)),
        () => set.near("0".repeat(35)),
        () => set.short("00000000-0000-0000-0000-000000000000"),
        () => set.short(id, 0),
        () => set.short(id, 33),
        () => new IdSet(["x"]),
    ]) {
        assert.throws(call, { name: "GuidonError" });
    }
});
