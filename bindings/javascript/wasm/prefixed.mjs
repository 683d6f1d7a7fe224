// SPDX-License-Identifier: MIT
// prefixed.mjs - ids of version 8 with a prefix, by a Core. They are apart from its methods, so
// that a program without such ids does not have them in its bundle.
import { bytesOf, edgeOf, numberOf, wrongArgument } from "./guidon.mjs";

const PREFIX_BITS_MAX = 28;
const GENERATOR_PREFIX_BITS_MAX = 20;
const SHARD_BITS_MAX = 10;

/** The bits of append for a table of up to about 2 * 10^7 random keys. */
export const APPEND_BITS = 20;

export const prefixBitsOf = (bits) => numberOf(bits, PREFIX_BITS_MAX, "prefixBits");

export const shardBitsOf = (bits) => numberOf(bits, SHARD_BITS_MAX, "shardBits");

/** The length of the prefix of a generator, whose clock has milliseconds. */
export function generatorBitsOf(prefixBits) {
    if (prefixBitsOf(prefixBits) > GENERATOR_PREFIX_BITS_MAX) {
        throw wrongArgument(
            `prefixBits is ${prefixBits}; a clock that is coarser than a microsecond ` +
                `needs at most ${GENERATOR_PREFIX_BITS_MAX}`,
        );
    }
    return prefixBits;
}

/** The prefix of append. */
export const onesOf = (bits) => 2 ** bits - 1;

/** A shard that fits its number of bits. */
export const shardOfBits = (shard, shardBits) =>
    numberOf(shard, onesOf(shardBitsOf(shardBits)), "the shard");

/** Make n ids of a generator of "v8-prefixed" with a prefix, which fits. Those of Core.fill have
 * random ones. */
export function fillPrefixed(core, generator, n, prefix) {
    core.make((exports) => {
        let status = 0;
        for (let i = 0; i < n && status === 0; i++) {
            status = exports.guidon_next_prefixed(core.ids + 16 * i, generator, prefix);
        }
        return status;
    });
}

/** Put an id of a time, a prefix and 8 random bytes into the first place. */
export function putPrefixed(core, time, prefix, prefixBits, random) {
    const { out } = core;
    core.bytes.set(bytesOf(random, 8, "random"), out + 16);
    core.check(
        core.exports.guidon_v8_prefixed_make(
            core.ids,
            core.putTime(time),
            prefix,
            prefixBits,
            out + 16,
        ),
    );
}

/** Put the smallest ("floor") or largest ("ceil") id of a time and a prefix into the first
 * place. */
export function putBound(core, side, time, prefix, prefixBits) {
    const { exports } = core;
    numberOf(prefix, onesOf(prefixBitsOf(prefixBits)), "prefix");
    const call = side === "ceil" ? exports.guidon_v8_ceil : exports.guidon_v8_floor;
    const at = core.putNanoseconds(edgeOf(time, side === "ceil"));
    core.check(call(core.ids, at, prefix, prefixBits));
}

/** The prefix of the first id, and its time in nanoseconds; undefined if it is not of version 8
 * with a prefix. */
export function prefixAndTime(core, prefixBits) {
    const { exports, ids, out } = core;
    return exports.guidon_v8_prefix_of(out, out + 16, ids, prefixBitsOf(prefixBits)) === 0
        ? { prefix: core.view.getUint32(out + 16, true), ns: core.timeAt(out) }
        : undefined;
}
