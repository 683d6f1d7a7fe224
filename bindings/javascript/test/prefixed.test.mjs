// SPDX-License-Identifier: MIT
// Ids with a prefix: their order, their prefixes and what is refused. vectors.mjs runs the shared
// vectors.
import assert from "node:assert/strict";
import test from "node:test";

import fc from "fast-check";
import * as g from "guidon";

import { files } from "./files.mjs";

fc.configureGlobal({ seed: 9562 }); // each run has the same inputs

const MS = 1645557742000;
const LAST_MS = 2 ** 44 - 1;
const fails = (reason, words) => (error) => {
    assert.ok(error instanceof g.GuidonError);
    assert.equal(error.reason, reason);
    assert.match(error.message, words);
    return true;
};
const rises = (ids) => ids.every((id, i) => i === 0 || ids[i - 1] < id);

test("new ids of one length rise, whichever function makes them", () => {
    const own = new g.Generator({ now: () => MS, prefixBits: 8 });
    for (const [make, many, prefix, bits] of [
        [() => g.v8Append(), () => g.many("v8-append", 2000), 2 ** 20 - 1, 20],
        [() => own.v8Append(), () => own.many("v8-append", 2000), 255, 8],
        [() => own.v8Sharded(255, 8), () => own.many("v8-append", 5), 255, 8],
    ]) {
        const ids = [make(), ...many(), make(), make(), ...many(), make()];
        assert.ok(rises(ids));
        assert.ok(ids.every((id) => g.v8PrefixOf(id, bits) === prefix));
    }
});

test("ids of shards rise within their shard, and share their time", () => {
    const own = new g.Generator({ now: () => MS, prefixBits: 4, prefixRandom: true });
    const ids = [...own.many("v8-sharded", 2000), own.v8Sharded(3), own.v8Sharded(0, 4, "uuid")];
    const all = new Map();
    for (const id of ids) {
        const shard = g.v8PrefixOf(id, 4);
        all.set(shard, [...(all.get(shard) ?? []), id]);
        assert.equal(g.prefixedTimeOf(id, 4).getTime(), MS);
    }
    assert.equal(all.size, 16);
    assert.ok([...all.values()].every(rises));
    const times = ids.map((id) => g.prefixedTimeNsOf(id, 4));
    assert.ok(times.every((ns, i) => i === 0 || times[i - 1] <= ns));
    const fixed = new g.Generator({ prefixBits: 4, prefix: 9 }).many("v8-sharded", 100);
    assert.ok(rises(fixed) && fixed.every((id) => g.v8PrefixOf(id, 4) === 9));
});

test("ids of a time lie between its bounds", () => {
    const time = fc.oneof(
        fc.integer({ min: 0, max: LAST_MS }),
        fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
        fc.bigInt({ min: 0n, max: BigInt(LAST_MS) * 1000000n + 999999n }),
    );
    fc.assert(
        fc.property(time, fc.integer({ min: 0, max: 28 }), fc.nat(1023), (at, bits, number) => {
            const shardBits = bits % 11,
                shard = number % 2 ** shardBits;
            for (const [id, prefix, length] of [
                [g.v8AppendAt(at, bits), 2 ** bits - 1, bits],
                [g.v8ShardedAt(at, shard, shardBits), shard, shardBits],
            ]) {
                const low = g.v8Floor(at, prefix, length),
                    high = g.v8Ceil(at, prefix, length);
                assert.ok(low <= id && id <= high, id);
                assert.equal(g.v8PrefixOf(id, length), prefix);
                if (typeof at !== "bigint") {
                    assert.equal(g.prefixedTimeOf(id, length).getTime(), Number(at));
                    assert.equal(g.prefixedTimeOf(low, length).getTime(), Number(at));
                    assert.equal(g.prefixedTimeOf(high, length).getTime(), Number(at));
                } else {
                    assert.equal(g.prefixedTimeNsOf(id, length), at);
                }
            }
        }),
    );
    assert.equal(g.v8AppendFloor(MS), g.v8Floor(MS, 2 ** 20 - 1, 20));
    assert.equal(g.v8AppendFloor(MS, 28, "hex"), g.v8Floor(MS, 2 ** 28 - 1, 28, "hex"));
    assert.equal(new Set(Array.from({ length: 100 }, () => g.v8AppendAt(MS))).size, 100);
});

test("the union of ranges has exactly the ids of a span", () => {
    const inside = (id, { low, high }) => low <= id && id <= high;
    const keys = Array.from({ length: 1000 }, (_, i) => MS - 50 + (i % 200)).map((ms, i) => [
        g.v8ShardedAt(ms, i % 16, 4),
        ms,
    ]);
    const ranges = g.v8Ranges(MS, MS + 99, 4);
    assert.equal(ranges.length, 16);
    const found = keys.filter(([id]) => ranges.some((range) => inside(id, range)));
    assert.deepEqual(
        found,
        keys.filter(([, ms]) => ms >= MS && ms < MS + 100),
    );
    assert.equal(found.length, 500);
    assert.deepEqual(g.v8Ranges(5, 9, 0, "bytes"), [
        { low: g.v8Floor(5, 0, 0, "bytes"), high: g.v8Ceil(9, 0, 0, "bytes") },
    ]);
});

test("a tenant has one shard, and fewer bits are the beginning of more", () => {
    const shard = g.shardOf("acme", 10);
    for (let bits = 0; bits <= 10; bits++) {
        assert.equal(g.shardOf("acme", bits), shard >> (10 - bits));
    }
    assert.equal(g.v8PrefixOf(g.v8Sharded(shard, 10), 10), shard);
    for (const data of [7, 7n, null, undefined, {}, [], "\ud800"]) {
        assert.throws(() => g.shardOf(data, 4), { reason: "ARGUMENT" });
    }
    for (const bits of [11, -1, 0.5, NaN, "4", undefined]) {
        assert.throws(() => g.shardOf("acme", bits), /^GuidonError: shardBits is /);
    }
});

test("what is no id with a prefix has no fields", () => {
    for (const id of [g.v4(), g.v7(), g.NIL, g.MAX, "fffff17f-22e2-879b-8000-00189abcdef0"]) {
        assert.equal(g.v8PrefixOf(id, 20), undefined);
        assert.equal(g.prefixedTimeOf(id, 20), undefined);
        assert.equal(g.prefixedTimeNsOf(id, 20), undefined);
    }
});

test("fields that no id has are refused", () => {
    for (const row of files.prefixed.refused) {
        const ns = BigInt(row.seconds) * 1000000000n + BigInt(row.nanoseconds);
        if (row.nanoseconds > 999999999) {
            continue; // no number of nanoseconds says so
        }
        for (const call of [g.v8Floor, g.v8Ceil]) {
            assert.throws(() => call(ns, row.prefix, row.prefix_bits), g.GuidonError, row.why);
        }
    }
    const own = new g.Generator({ prefixBits: 4 });
    for (const [call, words] of [
        [
            () => g.v8Append(21),
            /prefixBits is 21; a clock that is coarser than a microsecond needs/,
        ],
        [() => g.v8Append(29), /prefixBits is 29; expected a whole number from 0 to 28/],
        [() => g.v8AppendAt(MS, 29), /from 0 to 28/],
        [() => g.v8AppendAt(MS, 1.5), /from 0 to 28/],
        [() => g.v8Sharded(16, 4), /the shard is 16; expected a whole number from 0 to 15/],
        [() => g.v8Sharded(1), /shardBits is undefined; expected a whole number from 0 to 10/],
        [() => g.v8ShardedAt(MS, 0, 11), /from 0 to 10/],
        [() => g.v8Ranges(MS, MS, 11), /from 0 to 10/],
        [() => g.v8Floor(MS, 16, 4), /prefix is 16; expected a whole number from 0 to 15/],
        [() => g.v8PrefixOf(g.NIL, 29), /from 0 to 28/],
        [() => g.many("v8-sharded", 1), /needs a Generator with the options prefixBits, and/],
        [() => own.many("v8-sharded", 1), /prefix or prefixRandom/],
        [() => new g.Generator({ prefix: 1 }), /need prefixBits/],
        [() => new g.Generator({ prefixRandom: true }), /need prefixBits/],
        [() => new g.Generator({ prefixBits: 4, prefix: 16 }), /from 0 to 15/],
        [() => new g.Generator({ prefixBits: 11, prefix: 1 }), /from 0 to 10/],
        [() => new g.Generator({ prefixBits: 24 }), /needs at most 20/],
        [() => new g.Generator({ prefixBits: 4, prefix: 1, prefixRandom: true }), /no effect/],
        [() => new g.Generator({ prefixBits: 4, prefixRandom: 1 }), /expected true or false/],
    ]) {
        assert.throws(call, fails("ARGUMENT", words));
    }
    for (const time of [-1, LAST_MS + 1, -1n]) {
        assert.throws(() => g.v8AppendAt(time), fails("RANGE", /./));
    }
});
