// SPDX-License-Identifier: MIT
// kind_generator.js - new ids of one kind, one at a time or many.
import { GuidonError, wordOf, wrongArgument } from "./errors.js";
import { give } from "./values.js";

const KINDS = ["v1", "v4", "v6", "v7", "v8-append", "v8-sharded", "ulid", "ulid-monotonic"];

// Names that other languages and the functions of this package have for a kind.
const OTHER_NAMES = new Map([
    ["uuid1", "v1"],
    ["uuid4", "v4"],
    ["uuid6", "v6"],
    ["uuid7", "v7"],
    ["monotonicUlid", "ulid-monotonic"],
]);

/** A name that may be another one of a kind, as the kind's. */
export const plainName = (kind) => OTHER_NAMES.get(kind) ?? kind;

/** The name of a kind. Throws if there is no such kind. */
export function kindNamed(kind) {
    const name = plainName(kind);
    if (!KINDS.includes(name)) {
        throw wrongArgument(`no kind ${wordOf(kind)}; expected ${KINDS.join(", ")}`);
    }
    return name;
}

/** Are the ids of this kind ULIDs? Throws if there is no such kind. */
export const isUlidKind = (kind) => kindNamed(kind).startsWith("ulid");

// Small enough that an id that a program keeps holds little text of other ids: an engine
// may share the memory of a text with its slices.
const POOL_MAX = 64;

// An array holds no more texts.
const MANY_MAX = 2 ** 32 - 1;

/** The ids of one generator.
 *
 * A call into the module costs more than an id. So text() makes several at a time, but
 * only for the present millisecond: when the clock moves, it drops the others. */
export class KindGenerator {
    /** `generator` is that of the module. Without `hasPool`, ids are made one at a time, with a
     * clock reading of each. */
    constructor(core, kind, generator, hasPool) {
        this.core = core;
        this.kind = kind;
        this.isUlid = isUlidKind(kind);
        this.form = this.isUlid ? "ulid" : "uuid";
        this.width = this.isUlid ? 27 : 37;
        this.generator = generator;
        this.hasPool = hasPool;
        this.ms = NaN; // the time of the pool
        this.size = 1; // how many ids the next pool has
        this.pool = ""; // ids as lines
        this.at = 0; // of the next line
    }

    /** Let all ids be above those of a millisecond, by an id that nobody gets. The clock may be
     * up to a second below it. */
    beginAt(ms) {
        this.fill(1, ms);
    }

    /** Put n new ids into memory. */
    fill(n, ms) {
        this.core.fill(this.generator, n, ms);
    }

    /** The next id as canonical text. */
    text() {
        const now = this.hasPool ? this.core.milliseconds() : NaN;
        if (now !== this.ms || this.at >= this.pool.length) {
            this.#refill(now);
        }
        const from = this.at;
        this.at = from + this.width;
        return this.pool.slice(from, this.at - 1);
    }

    /** A pool doubles if it was not enough for its millisecond, and halves if part of it
     * was dropped. */
    #refill(now) {
        if (now === this.ms) {
            this.size = Math.min(POOL_MAX, this.size * 2);
        } else if (this.at < this.pool.length) {
            this.size = Math.max(1, this.size >> 1);
        }
        const size = this.#fillPool(this.hasPool ? this.size : 1);
        this.pool = this.core.lines(size, this.isUlid);
        this.at = 0;
        this.ms = now;
    }

    /** Put ids into memory: `size`, or one if the millisecond has no more so many. Returns
     * how many. */
    #fillPool(size) {
        try {
            this.fill(size);
            return size;
        } catch (error) {
            if (size === 1 || error.reason !== "OVERFLOW") {
                throw error;
            }
        }
        this.size = 1; // an attempt waits for the clock before it fails
        return this.#fillPool(1);
    }

    /** Put the next ids into memory: at most `n`, and at least one. Returns how many. The
     * ids of a pool come first: new ones are above them. */
    load(n) {
        if (this.at >= this.pool.length || this.core.milliseconds() !== this.ms) {
            this.at = this.pool.length;
            this.fill(n);
            return n;
        }
        const from = this.at;
        this.at = Math.min(this.pool.length, from + n * this.width);
        const size = (this.at - from) / this.width;
        this.core.readLines(this.pool.slice(from, this.at), this.isUlid, 0);
        return size;
    }

    next(as = this.form) {
        if (as === this.form) {
            return this.text();
        }
        this.load(1);
        return give(this.core, as);
    }

    /** n ids: an array, or one Uint8Array for "bytes", or one text for "lines". */
    many(n, as = this.form) {
        if (!Number.isInteger(n) || n < 0 || n > MANY_MAX) {
            throw wrongArgument(`n is ${wordOf(n)}; expected a whole number from 0 to ` + MANY_MAX);
        }
        try {
            return as === "bytes" ? this.#manyBytes(n) : this.#manyTexts(n, as);
        } catch (error) {
            if (error instanceof RangeError) {
                // of the engine
                throw new GuidonError(
                    "MEMORY",
                    `this host has no memory for ${n} ids as ` + as,
                    undefined,
                    error,
                );
            }
            throw error;
        }
    }

    #manyTexts(n, as) {
        const parts = [];
        this.#batches(n, (size) => {
            if (as === "lines") {
                parts.push(this.core.lines(size, this.isUlid));
            } else if (as === this.form) {
                this.#slices(parts, this.core.lines(size, this.isUlid));
            } else {
                this.#others(parts, size, as);
            }
        });
        return as === "lines" ? parts.join("") : parts;
    }

    #batches(n, take) {
        const { IDS } = this.core.constructor;
        for (let done = 0; done < n; ) {
            const size = this.load(Math.min(IDS, n - done));
            take(size, done);
            done += size;
        }
    }

    #manyBytes(n) {
        const { core } = this;
        const out = new Uint8Array(16 * n);
        this.#batches(n, (size, done) =>
            out.set(core.bytes.subarray(core.ids, core.ids + 16 * size), 16 * done),
        );
        return out;
    }

    #slices(parts, lines) {
        const { width } = this;
        for (let at = 0; at < lines.length; at += width) {
            parts.push(lines.slice(at, at + width - 1));
        }
    }

    #others(parts, size, as) {
        const { core } = this;
        for (let i = 0; i < size; i++) {
            core.bytes.copyWithin(core.ids, core.ids + 16 * i, core.ids + 16 * i + 16);
            parts.push(give(core, as));
        }
    }
}
