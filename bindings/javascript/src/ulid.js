// SPDX-License-Identifier: MIT
// ulid.js - the functions of the npm package ulid, by its names.
import { sharedCore } from "./loader.js";
import { ulid as newUlid } from "./new.js";
import { give } from "./values.js";

const CHARACTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export const MAX_ULID = "7ZZZZZZZZZZZZZZZZZZZZZZZZZ";
export const MIN_ULID = "00000000000000000000000000";
export const TIME_LEN = 10;
export const TIME_MAX = 2 ** 48 - 1;
const RANDOM_LEN = 16;

export const ULIDErrorCode = {
    Base32IncorrectEncoding: "B32_ENC_INVALID",
    DecodeTimeInvalidCharacter: "DEC_TIME_CHAR",
    DecodeTimeValueMalformed: "DEC_TIME_MALFORMED",
    EncodeTimeNegative: "ENC_TIME_NEG",
    EncodeTimeSizeExceeded: "ENC_TIME_SIZE_EXCEED",
    EncodeTimeValueMalformed: "ENC_TIME_MALFORMED",
    PRNGDetectFailure: "PRNG_DETECT",
    ULIDInvalid: "ULID_INVALID",
    Unexpected: "UNEXPECTED",
    UUIDInvalid: "UUID_INVALID",
};

export class ULIDError extends Error {
    constructor(code, message) {
        super(`${message} (${code})`);
        this.name = "ULIDError";
        this.code = code;
    }
}

// -------------------------------------------------------------------------- text

/** Read text of one form, "ulid" or "uuid", into the first id of memory. */
function tryRead(core, text, form) {
    return typeof text === "string" && core.tryRead(text, form === "ulid");
}

export function isValid(id) {
    return tryRead(sharedCore(), id, "ulid");
}

export function ulidToUUID(ulid) {
    const core = sharedCore();
    if (!tryRead(core, ulid, "ulid")) {
        throw new ULIDError(ULIDErrorCode.ULIDInvalid, `Invalid ULID: ${ulid}`);
    }
    return give(core, "uuid").toUpperCase();
}

export function uuidToULID(uuid) {
    const core = sharedCore();
    if (!tryRead(core, uuid, "uuid")) {
        throw new ULIDError(ULIDErrorCode.UUIDInvalid, `Invalid UUID: ${uuid}`);
    }
    return give(core, "ulid");
}

export function fixULIDBase32(id) {
    return id.replace(/[il]/gi, "1").replace(/o/gi, "0").replace(/-/g, "");
}

/** Add one to a number of any length in base 32. */
export function incrementBase32(text) {
    const at = text.search(/[^Z]Z*$/); // the last character that does not carry
    const value = CHARACTERS.indexOf(text[at]);
    if (at < 0 || value < 0) {
        throw new ULIDError(ULIDErrorCode.Base32IncorrectEncoding, "Incorrectly encoded string");
    }
    return text.slice(0, at) + CHARACTERS[value + 1] + "0".repeat(text.length - at - 1);
}

// -------------------------------------------------------------------------- time

function checkTime(now) {
    if (isNaN(now)) {
        throw new ULIDError(
            ULIDErrorCode.EncodeTimeValueMalformed,
            `Time must be a number: ${now}`,
        );
    } else if (now > TIME_MAX) {
        throw new ULIDError(
            ULIDErrorCode.EncodeTimeSizeExceeded,
            `Cannot encode a time larger than ${TIME_MAX}: ${now}`,
        );
    } else if (now < 0) {
        throw new ULIDError(ULIDErrorCode.EncodeTimeNegative, `Time must be positive: ${now}`);
    } else if (!Number.isInteger(now)) {
        throw new ULIDError(
            ULIDErrorCode.EncodeTimeValueMalformed,
            `Time must be an integer: ${now}`,
        );
    }
    return now;
}

const NO_RANDOM = new Uint8Array(10);

export function encodeTime(now, len = TIME_LEN) {
    const core = sharedCore();
    core.unixTime(true, checkTime(now), NO_RANDOM);
    const characters = give(core, "ulid").slice(0, TIME_LEN);
    const n = len > 0 ? Math.ceil(len) : 0; // as many as ulid counts
    return n === 0 ? "" : characters.padStart(n, "0").slice(-n);
}

export function decodeTime(id) {
    const core = sharedCore();
    if (id.length !== TIME_LEN + RANDOM_LEN) {
        throw new ULIDError(ULIDErrorCode.DecodeTimeValueMalformed, "Malformed ULID");
    }
    if (!tryRead(core, id.slice(0, TIME_LEN) + MIN_ULID.slice(TIME_LEN), "ulid")) {
        const bad = core.view.getUint32(core.out, true);
        throw bad === 0 && CHARACTERS.includes(id[0].toUpperCase())
            ? new ULIDError(
                  ULIDErrorCode.DecodeTimeValueMalformed,
                  "Malformed ULID: timestamp too large",
              )
            : new ULIDError(
                  ULIDErrorCode.DecodeTimeInvalidCharacter,
                  `Time decode error: Invalid character: ${id[bad]}`,
              );
    }
    return core.ulidMs();
}

// ------------------------------------------------------------------------ new ids

/** A character of a function that returns numbers from 0 to 1, as Math.random does. */
export function randomChar(prng) {
    return CHARACTERS.charAt(Math.floor(prng() * 32) % 32); // "0" of NaN, as ulid's
}

export function encodeRandom(len, prng) {
    return Array.from({ length: len }, () => randomChar(prng))
        .reverse()
        .join("");
}

export function detectPRNG() {
    let bytes = new Uint8Array(0);
    let at = 0;
    return () => {
        if (at === bytes.length) {
            bytes = sharedCore().randomBytes(256);
            at = 0;
        }
        return bytes[at++] / 256;
    };
}

const seedOf = (seedTime) =>
    !seedTime || isNaN(seedTime) ? sharedCore().milliseconds() : seedTime;

/** A ULID of a time, with random bits of the platform or of the caller. */
function ulidAt(ms, prng) {
    if (prng) {
        return encodeTime(ms) + encodeRandom(RANDOM_LEN, prng);
    }
    const core = sharedCore();
    core.unixTime(true, checkTime(ms), core.randomBytes(10));
    return give(core, "ulid");
}

export function ulid(seedTime, prng) {
    return seedTime === undefined && !prng ? newUlid() : ulidAt(seedOf(seedTime), prng);
}

export function factory(prng) {
    return (seedTime) => ulid(seedTime, prng);
}

export function monotonicFactory(prng) {
    let time = 0;
    let head; // of the last ULID: all characters but the last
    let last; // the value of its last character
    const keep = (text) => {
        head = text.slice(0, -1);
        last = CHARACTERS.indexOf(text.at(-1));
    };
    return (seedTime) => {
        const seed = seedOf(seedTime);
        if (seed > time) {
            keep(ulidAt(seed, prng));
            time = seed;
        } else if (last < 31) {
            last++;
        } else {
            keep(head.slice(0, TIME_LEN) + incrementBase32(`${head.slice(TIME_LEN)}Z`));
        }
        return head + CHARACTERS[last];
    };
}
