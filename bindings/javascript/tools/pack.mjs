// SPDX-License-Identifier: MIT
// pack.mjs - bytes as the text that src/unpack.js reads.
import { CHARACTERS, SINGLES, order } from "../src/unpack.js";

/** A bit for each byte, as hex digits: 1 for the SINGLES most frequent ones. */
function frequentOf(bytes) {
    const counts = new Array(256).fill(0);
    bytes.forEach((byte) => counts[byte]++);
    const first = counts
        .map((count, byte) => ({ count, byte }))
        .sort((a, b) => b.count - a.count || a.byte - b.byte)
        .slice(0, SINGLES)
        .map(({ byte }) => byte);
    const digits = new Array(64).fill(0);
    first.forEach((byte) => {
        digits[byte >> 2] |= 1 << (byte & 3);
    });
    return digits.map((digit) => digit.toString(16)).join("");
}

/** The arguments of unpack: { frequent, text, length }. */
export function pack(bytes) {
    const frequent = frequentOf(bytes);
    const written = [];
    order(frequent).forEach((byte, i) => {
        written[byte] =
            i < SINGLES
                ? CHARACTERS[i]
                : CHARACTERS[SINGLES + Math.floor(i / SINGLES) - 1] + CHARACTERS[i % SINGLES];
    });
    const text = Array.from(bytes, (byte) => written[byte]).join("");
    return { frequent, text, length: bytes.length };
}
