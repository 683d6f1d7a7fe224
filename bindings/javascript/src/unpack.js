// SPDX-License-Identifier: MIT
// unpack.js - bytes from the text that tools/pack.mjs writes.
//
// A character of the text stands for one of the most frequent bytes, or two for another
// byte. This text is a fifth shorter than base64, and gzip finds in it what it finds in
// the bytes, which base64 hides.

const UNUSED = "\"'\\`$<"; // what a string of JavaScript or a page would escape
const PREFIXES = 2;

/** The characters of such a text: the printable ones of ASCII but for a few. */
export const CHARACTERS = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter(
    (character) => !UNUSED.includes(character),
);

/** All bytes in the order of their characters. `frequent` has a bit for each byte, as hex
 * digits: bytes that have one character come first. */
export function order(frequent) {
    const isFrequent = (byte) => (parseInt(frequent[byte >> 2], 16) >> (byte & 3)) & 1;
    const bytes = Array.from({ length: 256 }, (_, byte) => byte);
    return [...bytes.filter(isFrequent), ...bytes.filter((byte) => !isFrequent(byte))];
}

/** How many bytes have one character. */
export const SINGLES = CHARACTERS.length - PREFIXES;

/** The `length` bytes of a text. */
export function unpack(frequent, text, length) {
    const bytes = order(frequent);
    const numbers = new Uint8Array(128);
    CHARACTERS.forEach((character, i) => {
        numbers[character.charCodeAt(0)] = i;
    });
    const out = new Uint8Array(length);
    for (let i = 0, at = 0; i < length; i++) {
        const number = numbers[text.charCodeAt(at++)];
        out[i] =
            bytes[
                number < SINGLES
                    ? number
                    : (number - SINGLES + 1) * SINGLES + numbers[text.charCodeAt(at++)]
            ];
    }
    return out;
}
