// SPDX-License-Identifier: MIT
// order.js - the steps of version 7 and of monotonic ULIDs, one id at a time. They are those of
// the library (src/generate/by_timestamp.h and src/generate/ulid.c) with its default options,
// and give the same ids for the same times and random bytes.
//
// A step reads the clock and has random bytes before it reads the state: both may be functions
// of the caller that make ids. Between its reading of the state and its change, it calls no
// such function. The engine may cut a step off; then the next one is above all ids all the
// same.
import { GuidonError } from "./errors.js";

const TOLERANCE = 10_000; // ms; after a larger step back, a generator follows the clock
const AHEAD = 1000; // ms that ids run ahead of the clock
const FRACTIONS = 2 ** 20; // of a millisecond
const LAST_MS = 2 ** 44 - 1; // of an id of version 7 in order, in the year 2527
const ULID_LAST_MS = 2 ** 48 - 1;
const READINGS = 1_000_000; // of a clock that stands still

const exhausted = () => new GuidonError("OVERFLOW", "a monotonic field or clock tick is exhausted");

/** Put a number into six bytes. */
export function putMs(bytes, ms) {
    const high = ms / 2 ** 32;
    bytes[0] = high >> 8;
    bytes[1] = high;
    bytes[2] = ms >>> 24;
    bytes[3] = ms >>> 16;
    bytes[4] = ms >>> 8;
    bytes[5] = ms;
}

/** Version 7: milliseconds, 20 bits that start at random in each millisecond and count on, and
 * 54 random bits. */
export class V7Order {
    successor = undefined; // returns the generator of the module, if that makes the ids
    ms = 0; // of the last id
    fraction = 0; // of the last id: its 20 bits
    highest = 0; // the highest reading of the clock

    /** Write the next id into 16 bytes. */
    next(source, out) {
        for (let readings = 0; !this.#step(source.milliseconds(LAST_MS), source); ) {
            if (readings++ === READINGS) {
                throw exhausted();
            }
        }
        const { fraction } = this,
            { pool } = source,
            at = source.take(8);
        putMs(out, this.ms);
        out[6] = 0x70 | (fraction >> 16);
        out[7] = fraction >> 8;
        out[8] = 0x80 | ((fraction >> 2) & 0x3f);
        out[9] = (fraction << 6) | (pool[at + 1] & 0x3f);
        for (let i = 10; i < 16; i++) {
            out[i] = pool[at + i - 8];
        }
    }

    /** Go on to the next id. False if the clock must go on before there is one. */
    #step(now, source) {
        source.reserve(24);
        let { ms, fraction, highest } = this;
        let isNew = now > highest,
            most = Math.max(highest, now) + AHEAD;
        if (now > ms) {
            ms = now;
            fraction = 0;
        } else if (highest - now > TOLERANCE) {
            ms = highest = now;
            fraction = 0;
            isNew = true;
            most = now + AHEAD;
        } else {
            ms += ++fraction === FRACTIONS ? 1 : 0;
            fraction %= FRACTIONS;
            most = Math.max(most, now < highest ? now + TOLERANCE - (fraction && 1) : 0);
        }
        if (ms > Math.min(most, LAST_MS)) {
            return false;
        }
        if (isNew && ms === now && fraction < FRACTIONS - 1) {
            fraction += seedBelow(FRACTIONS - fraction, source);
        }
        this.ms = ms;
        this.fraction = fraction;
        this.highest = Math.max(highest, now);
        return true;
    }
}

/** A number below `n`, which is at most 2^20, from the first 64 of 128 random bits. */
function seedBelow(n, source) {
    const at = source.take(16);
    let rest = 0;
    for (let i = 0; i < 8; i++) {
        rest = (rest * 256 + source.pool[at + i]) % n;
    }
    return rest;
}

const msOf = (id) =>
    ((id[0] << 8) | id[1]) * 2 ** 32 + id[2] * 2 ** 24 + ((id[3] << 16) | (id[4] << 8) | id[5]);

/** Monotonic ULIDs: 80 random bits, to which each id of a millisecond adds one. */
export class UlidOrder {
    successor = undefined; // as above
    last = undefined; // the bytes of the last id: one of these two
    #one = new Uint8Array(16);
    #other = new Uint8Array(16);

    /** Write the next id into 16 bytes. */
    next(source, out) {
        const now = source.milliseconds(ULID_LAST_MS);
        source.reserve(16);
        const { last } = this,
            id = last === this.#one ? this.#other : this.#one;
        if (ulidBegin(this, now) === now) {
            const at = source.take(16);
            putMs(id, now);
            for (let i = 6; i < 16; i++) {
                id[i] = source.pool[at + i - 6];
            }
        } else {
            copy(id, last);
            let i = 15;
            while (++id[i] === 256) {
                // which it keeps as 0
                if (--i < 6) {
                    throw exhausted();
                }
            }
        }
        this.last = id;
        copy(out, id);
    }
}

function copy(to, from) {
    for (let i = 0; i < 16; i++) {
        // faster than set
        to[i] = from[i];
    }
}

/** The first millisecond that is above all ids: `now`, unless ids are at it or above, and the
 * clock did not step far back. */
const begin = (now, ms, highest) => (now > ms || highest - now > TOLERANCE ? now : ms + 1);

export const v7Begin = ({ ms, highest }, now) => begin(now, ms, highest);

export function ulidBegin({ last }, now) {
    const ms = last === undefined ? -1 : msOf(last);
    return begin(now, ms, ms);
}

export const v7Order = /* @__PURE__ */ new V7Order();
export const ulidOrder = /* @__PURE__ */ new UlidOrder();
