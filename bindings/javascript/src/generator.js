// SPDX-License-Identifier: MIT
// generator.js - generators of ids, with a clock and random bits of the caller.
import { optionsOf, wordOf, wrongArgument } from "./errors.js";
import { newCore } from "./loader.js";
import { KindGenerator, kindNamed } from "./kind_generator.js";
import { PrefixedGenerators, checkedPrefix, isPrefixedKind } from "./prefixed_generator.js";

/** The generators of an instance of the module, by kind, made when they are wanted. */
export class KindGenerators {
    constructor(core, options, hasPool) {
        this.core = core;
        this.options = options;
        this.hasPool = hasPool;
        this.made = new Map();
    }

    of(kind) {
        let ids = this.made.get(kind);
        if (ids === undefined) {
            const { core } = this;
            const name = kindNamed(kind);
            ids =
                this.made.get(name) ??
                new KindGenerator(core, name, core.generator(name, this.options), this.hasPool);
            this.made.set(name, ids).set(kind, ids);
        }
        return ids;
    }
}

const OPTIONS = [
    "now",
    "random",
    "layout",
    "rollback",
    "overflow",
    "node",
    "clockSeq",
    "prefix",
    "prefixBits",
    "prefixRandom",
];

/** The options of a Generator, whose functions are functions. */
function checkedOptions(given) {
    const options = optionsOf(given, OPTIONS);
    for (const name of ["now", "random"]) {
        if (options[name] !== undefined && typeof options[name] !== "function") {
            throw wrongArgument(`${name} is ${wordOf(options[name])}; expected a function`);
        }
    }
    return checkedPrefix(options);
}

export class Generator {
    #options;
    #kinds;
    #prefixed;

    constructor(options) {
        this.#options = checkedOptions(options);
        this.#start();
    }

    #start() {
        const { now, random, prefix, prefixBits, prefixRandom, ...others } = this.#options;
        const core = newCore({ now, random });
        this.#kinds = new KindGenerators(core, others, false);
        this.#prefixed = new PrefixedGenerators(core, others, { prefix, prefixBits, prefixRandom });
    }

    /** Start a new instance, if a call was cut off. That would repeat ids of a clock sequence that
     * stays the same, so then the next call throws. */
    #check() {
        if (this.#kinds.core.isCutOff && this.#options.clockSeq === undefined) {
            this.#start();
        }
    }

    /** The generator of a kind. */
    #of(kind) {
        this.#check();
        return (isPrefixedKind(kind) ? this.#prefixed : this.#kinds).of(kind);
    }

    v1(as) {
        return this.#of("v1").next(as);
    }
    v4(as) {
        return this.#of("v4").next(as);
    }
    v6(as) {
        return this.#of("v6").next(as);
    }
    v7(as) {
        return this.#of("v7").next(as);
    }
    ulid(as) {
        return this.#of("ulid").next(as);
    }
    monotonicUlid(as) {
        return this.#of("ulid-monotonic").next(as);
    }
    v8Append(prefixBits, as) {
        this.#check();
        return this.#prefixed.append(prefixBits, as);
    }
    v8Sharded(shard, shardBits, as) {
        this.#check();
        return this.#prefixed.sharded(shard, shardBits, as);
    }
    many(kind, n, as) {
        return this.#of(kind).many(n, as);
    }

    typeid(prefix) {
        this.#of("v7").load(1);
        return this.#kinds.core.typeidFormat(prefix);
    }
}
