// SPDX-License-Identifier: MIT
// source.js - new ids of one kind, one at a time or many.
import { wrongArgument } from "./guidon.js";
import { give } from "./values.js";

const KINDS = ["v1", "v4", "v6", "v7", "ulid", "monotonicUlid"];

/** Are the ids of this kind ULIDs? Throws if there is no such kind. */
export function isUlidKind(kind) {
    if (!KINDS.includes(kind)) {
        throw wrongArgument(`no kind ${String(kind)}; expected ${KINDS.join(", ")}`);
    }
    return kind === "ulid" || kind === "monotonicUlid";
}

// Small enough that an id that a program keeps holds little text of other ids: an engine
// may share the memory of a text with its slices.
const POOL_MAX = 64;

/** The ids of one generator.
 *
 * A call into the module costs more than an id. So text() makes several at a time, but
 * only for the present millisecond: when the clock moves, it drops the others. */
export class Source {
    /** `clock` returns the milliseconds now. Without it, ids are made one at a time. */
    constructor(core, kind, options, clock) {
        this.core = core;
        this.isUlid = isUlidKind(kind);
        this.form = this.isUlid ? "ulid" : "uuid";
        this.width = this.isUlid ? 27 : 37;
        this.generator = core.generator(kind, options);
        this.clock = clock;
        this.ms = NaN; // the time of the pool
        this.size = 1; // how many ids the next pool has
        this.pool = ""; // ids as lines
        this.at = 0; // of the next line
    }

    /** The next id as canonical text. */
    text() {
        const now = this.clock === undefined ? NaN : this.clock();
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
        const size = this.clock === undefined ? 1 : this.size;
        this.core.fill(this.generator, size);
        this.pool = this.core.lines(size, this.isUlid);
        this.at = 0;
        this.ms = now;
    }

    /** Put the next n ids into memory. They are above those of the pool, so the rest of
     * the pool is dropped. */
    fill(n) {
        this.at = this.pool.length;
        this.core.fill(this.generator, n);
    }

    next(as = this.form) {
        if (as === this.form) {
            return this.text();
        }
        this.fill(1);
        return give(this.core, as);
    }

    /** n ids: an array, or one Uint8Array for "bytes", or one text for "lines". */
    many(n, as = this.form) {
        if (!Number.isSafeInteger(n) || n < 0) {
            throw wrongArgument(`n is ${String(n)}; expected a whole number from 0`);
        }
        if (as === "bytes") {
            return this.#manyBytes(n);
        }
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
        for (let done = 0; done < n; done += IDS) {
            const size = Math.min(IDS, n - done);
            this.fill(size);
            take(size, done);
        }
    }

    #manyBytes(n) {
        const { core } = this;
        const out = new Uint8Array(16 * n);
        this.#batches(n, (size, done) =>
            out.set(core.bytes.subarray(core.ids, core.ids + 16 * size), 16 * done));
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
