// SPDX-License-Identifier: MIT
// random.mjs - random bits of the platform, or of a function of the caller.
import { GuidonError, wrongArgument } from "./errors.mjs";

/** Fill bytes with random bits of the platform. */
export function platformRandom(bytes) {
    const { crypto } = globalThis;
    if (typeof crypto?.getRandomValues !== "function") {
        throw new GuidonError(
            "ENTROPY",
            "this host has no crypto.getRandomValues; Guidon " + "needs Node.js 20 or later",
        );
    }
    return crypto.getRandomValues(bytes);
}

/** Eight random bytes are all this one once in 2^64 times. */
const UNFILLED = 0x5a,
    LOOKED_AT = 8;

/** Let `fill` fill bytes, at least 8, and see that it did before it returned. */
export function fillRandom(bytes, fill) {
    bytes.fill(UNFILLED, 0, LOOKED_AT);
    fill(bytes);
    if (bytes.subarray(0, LOOKED_AT).every((byte) => byte === UNFILLED)) {
        throw wrongArgument("random returned before it filled the bytes");
    }
}
