// SPDX-License-Identifier: MIT
// prefixed-api.js - ids of version 8 with a prefix before the time. index.d.ts documents the
// functions.
import { sharedCore } from "./loader.js";
import {
    APPEND_BITS,
    onesOf,
    prefixAndTime,
    prefixBitsOf,
    putBound,
    putPrefixed,
    shardBitsOf,
    shardOfBits,
} from "./prefixed.js";
import { sharedPrefixed } from "./shared_prefixed.js";
import { floorMs } from "./times.js";
import { give, take } from "./values.js";

export const v8Append = (prefixBits, as) => sharedPrefixed().append(prefixBits, as);

export const v8Sharded = (shard, shardBits, as) => sharedPrefixed().sharded(shard, shardBits, as);

// ------------------------------------------------------- of a given time, and bounds

function madeAt(time, prefix, bits, as = "uuid") {
    const core = sharedCore();
    putPrefixed(core, time, prefix, bits, core.randomBytes(8));
    return give(core, as);
}

export function v8AppendAt(time, prefixBits = APPEND_BITS, as = "uuid") {
    return madeAt(time, onesOf(prefixBitsOf(prefixBits)), prefixBits, as);
}

export const v8ShardedAt = (time, shard, shardBits, as) =>
    madeAt(time, shardOfBits(shard, shardBits), shardBits, as);

function bound(side, time, prefix, bits, as = "uuid") {
    const core = sharedCore();
    putBound(core, side, time, prefix, bits);
    return give(core, as);
}

export const v8Floor = (time, prefix, prefixBits, as) =>
    bound("floor", time, prefix, prefixBits, as);
export const v8Ceil = (time, prefix, prefixBits, as) => bound("ceil", time, prefix, prefixBits, as);

export const v8AppendFloor = (time, prefixBits = APPEND_BITS, as = "uuid") =>
    bound("floor", time, onesOf(prefixBitsOf(prefixBits)), prefixBits, as);

export function v8Ranges(from, to, shardBits, as) {
    const bits = shardBitsOf(shardBits);
    return Array.from({ length: 2 ** bits }, (_, shard) => ({
        low: bound("floor", from, shard, bits, as),
        high: bound("ceil", to, shard, bits, as),
    }));
}

// ------------------------------------------------------------------------ fields

function fieldsOf(id, prefixBits) {
    const core = sharedCore();
    take(core, id);
    return prefixAndTime(core, prefixBits);
}

export const v8PrefixOf = (id, prefixBits) => fieldsOf(id, prefixBits)?.prefix;

export const prefixedTimeNsOf = (id, prefixBits) => fieldsOf(id, prefixBits)?.ns;

export function prefixedTimeOf(id, prefixBits) {
    const ns = prefixedTimeNsOf(id, prefixBits);
    return ns === undefined ? undefined : new Date(Number(floorMs(ns)));
}
