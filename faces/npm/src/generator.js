// SPDX-License-Identifier: MIT
// generator.js - makers of ids, with a clock and random bits of the caller.
import { wrongArgument } from "./guidon.js";
import { newCore } from "./loader.js";
import { Source } from "./source.js";

/** The sources of an instance of the module, by kind, made when they are wanted. */
export class Sources {
    constructor(core, options, clock) {
        this.core = core;
        this.options = options;
        this.clock = clock;
        this.made = {};
    }

    of(kind) {
        const made = this.made[kind];
        if (made instanceof Source) { // and no member of every object
            return made;
        }
        this.made[kind] = new Source(this.core, kind, this.options, this.clock);
        return this.made[kind];
    }
}

const CALLED_ITSELF = "now and random must not call their own Generator";

export class Generator {
    #sources;
    #busy = false;

    constructor({ now, random, ...options } = {}) {
        this.#sources = new Sources(newCore({
            now: this.#alone(now) ?? (() => Date.now()),
            random: this.#alone(random),
        }), options);
    }

    /** A function of the caller, during which the generator makes no ids: they would take
     * the place of the ids that the module is making. */
    #alone(call) {
        return call && ((argument) => {
            this.#busy = true;
            try {
                return call(argument);
            } finally {
                this.#busy = false;
            }
        });
    }

    #of(kind) {
        if (this.#busy) {
            throw wrongArgument(CALLED_ITSELF);
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
        this.#of("v7").fill(1);
        return this.#sources.core.formatTypeid(prefix);
    }
}
