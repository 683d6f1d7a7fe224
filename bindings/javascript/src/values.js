// SPDX-License-Identifier: MIT
// values.js - arguments as the caller gives them, and ids as the caller gets them: text,
// bytes or bigint.
import { GuidonError, optionsOf, wordOf, wrongArgument } from "./errors.js";
import { CANONICAL, Core, lengthOf, plainBytes, utf8Of } from "./guidon.js";

const LOW_64 = 0xffffffffffffffffn;

/** The options of a function that reads a text or an id. A number is none: an array gives the
 * index of an element to a function that it calls. */
export const readerOptions = (options, names, more) =>
    optionsOf(typeof options === "number" ? undefined : options, names, more);

/** Put an id of the caller into the first id of memory. Returns true if it is the text of
 * a ULID. Of text, canonical UUIDs and ULIDs are read. */
export function take(core, id) {
    if (typeof id === "string") {
        if (!core.tryRead(id)) {
            throw readError(core);
        }
        return id.length === 26;
    }
    takeValue(core, id);
    return false;
}

function readError(core) {
    const error = core.readError();
    return error.reason !== "LENGTH"
        ? error
        : new GuidonError(
              "LENGTH",
              `${error.message}: a canonical UUID has 36 characters and a ULID has 26; ` +
                  "parse() reads other forms",
              error.offset,
          );
}

/** The same for an id that is no text, in any module. */
export function takeValue(module, id) {
    if (typeof id === "bigint") {
        takeBigInt(module, id);
    } else if (lengthOf(id) >= 0) {
        module.putId(id);
    } else {
        throw wrongArgument("an id must be a string, a Uint8Array of 16 bytes or a bigint");
    }
}

function takeBigInt(module, number) {
    if (number < 0n || number >> 128n !== 0n) {
        throw new GuidonError("RANGE", "a bigint of an id must be from 0 to 2n ** 128n - 1n");
    }
    module.view.setBigUint64(module.ids, number >> 64n);
    module.view.setBigUint64(module.ids + 8, number & LOW_64);
}

/** The first id of memory as the caller wants it. The module decides which forms of text
 * it has. */
export function give(module, as) {
    if (as === "bytes") {
        return module.getId();
    }
    if (as === "bigint") {
        return (
            (module.view.getBigUint64(module.ids) << 64n) | module.view.getBigUint64(module.ids + 8)
        );
    }
    if (module instanceof Core && !CANONICAL.includes(as)) {
        throw wrongArgument(
            `no form ${wordOf(as)} here; expected ${CANONICAL.join(", ")}, ` +
                "bytes or bigint; convert(id, form) writes every form",
        );
    }
    return module.format(as);
}

/** Is the first id of memory of this version, or of any that RFC 9562 assigns? */
export function isVersion(module, version, rfc) {
    if (version !== undefined && !(module.variant() === 1 && module.version() === version)) {
        return false;
    }
    return !rfc || module.isRfc();
}

export function textOf(text) {
    if (typeof text !== "string") {
        throw wrongArgument("the text must be a string");
    }
    return text;
}

/** The bytes of a name or of data. */
export function dataOf(data, what, expected) {
    if (typeof data === "string" && /\p{Surrogate}/u.test(data)) {
        throw wrongArgument(`${what} has half of a surrogate pair, which has no bytes in UTF-8`);
    }
    return bytesOfText(data, what, expected);
}

/** What is hashed of data: a text, bytes, or the 8 bytes of an integer. A number is one if it
 * is safe: JavaScript may have rounded others. */
export function hashedOf(data) {
    if (typeof data === "bigint" || Number.isSafeInteger(data)) {
        return bytesOfInteger(BigInt(data));
    }
    if (typeof data === "number") {
        throw wrongArgument(
            `the data is the number ${data}, and is not hashed; expected a ` +
                "safe integer: convert it to a bigint or a string first",
        );
    }
    if (typeof data !== "string" && plainBytes(data) === undefined) {
        throw wrongArgument("the data must be a string, a Uint8Array, a bigint or a safe integer");
    }
    return dataOf(data, "the data", "a string, a Uint8Array, a bigint or a safe integer");
}

function bytesOfInteger(integer) {
    if (BigInt.asIntN(64, integer) !== integer) {
        throw wrongArgument(
            "the data is an integer outside of -(2n ** 63n) to 2n ** 63n - 1n, " +
                "and is not hashed; convert it to a string first",
        );
    }
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigInt64(0, integer);
    return bytes;
}

/** The bytes of a text, where half of a surrogate pair is a character that no id has. */
export function bytesOfText(text, what, expected = "a string or a Uint8Array") {
    const bytes = typeof text === "string" ? utf8Of(text) : plainBytes(text);
    if (bytes === undefined) {
        throw wrongArgument(`${what} must be ${expected}`);
    }
    return bytes;
}
