// SPDX-License-Identifier: MIT
// written.js - what a function returns for the 16 bytes of an id, written in JavaScript.
import { wordOf, wrongArgument } from "./errors.js";

/** Two characters for each number of twice as many bits as one character has. */
const pairsOf = (characters) =>
    [...characters].flatMap((first, _, all) => all.map((second) => first + second));

let hex, crockford; // the pairs of both alphabets, made at the first text

/** 36 characters. */
export function uuidOf(id) {
    const d = (hex ??= pairsOf("0123456789abcdef"));
    return (
        d[id[0]] +
        d[id[1]] +
        d[id[2]] +
        d[id[3]] +
        "-" +
        d[id[4]] +
        d[id[5]] +
        "-" +
        d[id[6]] +
        d[id[7]] +
        "-" +
        d[id[8]] +
        d[id[9]] +
        "-" +
        d[id[10]] +
        d[id[11]] +
        d[id[12]] +
        d[id[13]] +
        d[id[14]] +
        d[id[15]]
    );
}

/** 26 characters of five bits each, of which the first two bits are zero. */
export function ulidOf(id) {
    crockford ??= pairsOf("0123456789ABCDEFGHJKMNPQRSTVWXYZ");
    let text = "",
        bits = 0,
        n = 2;
    for (let i = 0; i < 16; i++) {
        bits = (bits << 8) | id[i];
        n += 8;
        if (n >= 10) {
            n -= 10;
            text += crockford[(bits >> n) & 1023];
        }
    }
    return text;
}

const WRITERS = {
    uuid: uuidOf,
    ulid: ulidOf,
    hex: (id) => uuidOf(id).replaceAll("-", ""),
    bytes: (id) => id.slice(),
    bigint: (id) => BigInt(`0x${WRITERS.hex(id)}`),
};

/** An id as the caller wants it. */
export function written(id, as) {
    if (typeof as !== "string" || !Object.hasOwn(WRITERS, as)) {
        throw wrongArgument(
            `no form ${wordOf(as)} here; expected uuid, ulid, hex, bytes or ` +
                "bigint; convert(id, form) writes every form",
        );
    }
    return WRITERS[as](id);
}
