// SPDX-License-Identifier: MIT
// prefixed_generator.js - new ids with a prefix, one at a time or many.
import { wordOf, wrongArgument } from "./errors.js";
import { KindGenerator } from "./kind_generator.js";
import { APPEND_BITS, fillPrefixed, generatorBitsOf, onesOf, shardOfBits } from "./prefixed.js";
import { give } from "./values.js";

export const isPrefixedKind = (kind) => kind === "v8-append" || kind === "v8-sharded";

/** The options of a Generator, whose prefix is right. */
export function checkedPrefix(options) {
    const { prefix, prefixBits, prefixRandom = false } = options;
    const isSharded = prefix !== undefined || prefixRandom;
    if (typeof prefixRandom !== "boolean") {
        throw wrongArgument(`prefixRandom is ${wordOf(prefixRandom)}; expected true or false`);
    }
    if (prefixRandom && prefix !== undefined) {
        throw wrongArgument("prefix has no effect if prefixRandom is true");
    }
    if (isSharded && prefixBits === undefined) {
        throw wrongArgument("prefix and prefixRandom need prefixBits");
    }
    if (isSharded) {
        shardOfBits(prefix ?? 0, prefixBits);
    } else if (prefixBits !== undefined) {
        generatorBitsOf(prefixBits);
    }
    return options;
}

/** The generators of an instance of the module, by the length of their prefixes. They have no
 * pools: the ids of a pool would lie below those that other calls make meanwhile. */
export class PrefixedGenerators {
    constructor(core, options, { prefix, prefixBits, prefixRandom } = {}) {
        this.core = core;
        this.options = options;
        this.prefix = prefix;
        this.bits = prefixBits;
        this.isRandom = prefixRandom;
        this.made = new Map();
    }

    ofBits(prefixBits) {
        let generator = this.made.get(prefixBits);
        if (generator === undefined) {
            generator = this.core.generator("v8-prefixed", this.options, prefixBits);
            this.made.set(prefixBits, generator);
        }
        return generator;
    }

    next(prefix, prefixBits, as = "uuid") {
        fillPrefixed(this.core, this.ofBits(prefixBits), 1, prefix);
        return give(this.core, as);
    }

    append(prefixBits = this.bits ?? APPEND_BITS, as) {
        return this.next(onesOf(generatorBitsOf(prefixBits)), prefixBits, as);
    }

    sharded(shard, shardBits = this.bits, as) {
        return this.next(shardOfBits(shard, shardBits), shardBits, as);
    }

    /** The generator of "v8-append" or "v8-sharded", for many ids. */
    of(kind) {
        const appends = kind === "v8-append";
        if (!appends && this.prefix === undefined && !this.isRandom) {
            throw wrongArgument(
                "many of v8-sharded needs a Generator with the options prefixBits, and prefix " +
                    "or prefixRandom",
            );
        }
        const bits = this.bits ?? APPEND_BITS;
        const ids = new KindGenerator(this.core, kind, this.ofBits(bits), false);
        const prefix = appends ? onesOf(bits) : this.prefix;
        if (prefix !== undefined) {
            ids.fill = (n) => fillPrefixed(ids.core, ids.generator, n, prefix);
        }
        return ids;
    }
}
