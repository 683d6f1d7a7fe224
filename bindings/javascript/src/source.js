// SPDX-License-Identifier: MIT
// source.js - the clock and the random bits of ids that JavaScript makes by itself. Nothing is
// read while this file loads: a worker forbids it, and a snapshot of V8 would keep it.
import { GuidonError, wordOf } from "./errors.js";
import { fillRandom, platformRandom } from "./random.js";

const POOL = 2048; // bytes; a call of the platform costs far more than an id

// In the words of guidon_status_text.
const CLOCK = "the clock reads out of range or stepped back too far";
const ENTROPY = "the system gave no random bytes";

const failed = (reason, words, cause) =>
    new GuidonError(
        reason,
        words + (cause instanceof Error ? ": " + wordOf(cause.message) : ""),
        undefined,
        cause,
    );

/** `now` returns milliseconds since 1970, and `fill` fills a Uint8Array. */
export class Source {
    pool; // random bytes
    origin; // when the process began that drew them

    constructor(now, fill) {
        this.now = now;
        this.fill = fill;
        this.at = POOL; // of the first byte of `pool` that no id has
    }

    /** The whole milliseconds of the clock, from 0 to `most`. */
    milliseconds(most) {
        let ms, cause;
        try {
            ms = this.now();
        } catch (error) {
            cause = error;
        }
        if (typeof ms !== "number" || !(ms >= 0 && ms < most + 1)) {
            throw failed("CLOCK", CLOCK, cause);
        }
        return Math.floor(ms);
    }

    /** Have `n` random bytes that no id has. A process that V8 starts from a snapshot has another
     * origin, and draws bytes of its own. */
    reserve(n) {
        const origin = globalThis.performance?.timeOrigin;
        if (origin !== this.origin || this.at + n > POOL) {
            this.#refill(origin === this.origin ? POOL - this.at : 0);
            this.origin = origin;
        }
    }

    /** Draw bytes behind the last `kept` ones. */
    #refill(kept) {
        const pool = (this.pool ??= new Uint8Array(POOL));
        const fresh = new Uint8Array(POOL - kept);
        try {
            fillRandom(fresh, this.fill);
        } catch (error) {
            throw failed("ENTROPY", ENTROPY, error);
        }
        pool.copyWithin(0, POOL - kept);
        pool.set(fresh, kept);
        this.at = 0;
    }

    /** The place in `pool` of the next `n` bytes, which are reserved. No other id has them. */
    take(n) {
        const from = this.at;
        this.at += n;
        return from;
    }
}

/** Date is looked up at each call, so that a test can replace it. */
export const platform = /* @__PURE__ */ new Source(() => Date.now(), platformRandom);
