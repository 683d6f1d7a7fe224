// SPDX-License-Identifier: MIT
// generator.js - makers of ids, with a clock and random bits of the caller.
import { optionsOf, wordOf, wrongArgument } from "./guidon.js";
import { newCore } from "./loader.js";
import { Source } from "./source.js";

/** The sources of an instance of the module, by kind, made when they are wanted. */
export class Sources {
    constructor(core, options, hasPool) {
        this.core = core;
        this.options = options;
        this.hasPool = hasPool;
        this.made = new Map();
    }

    of(kind) {
        let source = this.made.get(kind);
        if (source === undefined) {
            source = new Source(this.core, kind, this.options, this.hasPool);
            this.made.set(kind, source);
        }
        return source;
    }
}

const OPTIONS = ["now", "random", "layout", "rollback", "overflow", "node", "clockSeq"];

/** The options of a Generator, whose functions are functions. */
function checkedOptions(given) {
    const options = optionsOf(given, OPTIONS);
    for (const name of ["now", "random"]) {
        if (options[name] !== undefined && typeof options[name] !== "function") {
            throw wrongArgument(`${name} is ${wordOf(options[name])}; expected a function`);
        }
    }
    return options;
}

export class Generator {
    #options;
    #sources;

    constructor(options) {
        this.#options = checkedOptions(options);
        this.#start();
    }

    #start() {
        const { now, random, ...others } = this.#options;
        this.#sources = new Sources(newCore({ now, random }), others, false);
    }

    /** The source of a kind: of a new instance, if a call was cut off. That would repeat ids
     * of a clock sequence that stays the same, so then the next call throws. */
    #of(kind) {
        if (this.#sources.core.isCutOff && this.#options.clockSeq === undefined) {
            this.#start();
        }
        return this.#sources.of(kind);
    }

    v1(as) { return this.#of("v1").next(as); }
    v4(as) { return this.#of("v4").next(as); }
    v6(as) { return this.#of("v6").next(as); }
    v7(as) { return this.#of("v7").next(as); }
    ulid(as) { return this.#of("ulid").next(as); }
    monotonicUlid(as) { return this.#of("monotonicUlid").next(as); }
    many(kind, n, as) { return this.#of(kind).many(n, as); }

    typeid(prefix) {
        this.#of("v7").load(1);
        return this.#sources.core.formatTypeid(prefix);
    }
}
