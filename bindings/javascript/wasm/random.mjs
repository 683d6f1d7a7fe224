// SPDX-License-Identifier: MIT
// random.mjs - random bits of the platform, or of a function of the caller.
import { GuidonError, wrongArgument } from "./errors.mjs";

/** Fill bytes with random bits of the platform. */
export function platformRandom(bytes) {
    const { crypto } = globalThis;
    if (typeof crypto?.getRandomValues !== "function") {
        throw new GuidonError("ENTROPY", "this host has no crypto.getRandomValues; Guidon " +
                              "needs Node.js 20 or later");
    }
    return crypto.getRandomValues(bytes);
}

/** Eight random bytes equal these once in 2^64 times. */
const unfilled = (i) => 0x5a ^ 37 * i & 0xff;

/** Let `fill` fill bytes, at least 8, and see that it did before it returned. */
export function fillRandom(bytes, fill) {
    for (let i = 0; i < bytes.length; i++) {
        bytes[i] = unfilled(i);
    }
    fill(bytes);
    if (bytes.length === 0 || bytes.every((byte, i) => byte === unfilled(i))) {
        throw wrongArgument("random returned before it filled the bytes");
    }
}
