// SPDX-License-Identifier: MIT
// uuid.js - the functions of the npm package uuid, by its names.
import { MAX, NAMESPACE_DNS, NAMESPACE_URL, NIL, v1 as newV1, v6 as newV6 } from "./core-api.js";
import { GuidonError } from "./errors.js";
import { lengthOf, utf8Of } from "./guidon.js";
import { sharedCore } from "./loader.js";
import { v4 as newV4, v7 as newV7 } from "./new.js";
import { give } from "./values.js";

export { MAX, NIL };

/** Read canonical text into the first id of memory, if the package uuid takes it: Nil,
 * Max, or version 1 to 8. */
function tryRead(core, uuid) {
    return typeof uuid === "string" && core.tryRead(uuid, false) && core.isRfc();
}

function read(core, uuid) {
    if (!tryRead(core, uuid)) {
        throw new TypeError("Invalid UUID");
    }
}

/** Put 16 elements of an array or of bytes into the first id of memory. */
function putElements(core, elements, offset, message) {
    const id = new Uint8Array(16); // reading an element may run code of the caller
    for (let i = 0; i < 16; i++) {
        const byte = elements[offset + i];
        if (!Number.isInteger(byte) || byte < 0 || byte > 255) {
            throw new TypeError(message);
        }
        id[i] = byte;
    }
    core.putId(id);
}

/** The first id of memory as text, or in the caller's buffer. */
const result = (core, buffer, offset) =>
    buffer ? put(core.getId(), buffer, offset) : give(core, "uuid");

/** Put an id into the caller's buffer. Some bundles are no strict code, where an element that
 * cannot be written stays as it is without an error. */
function put(id, buffer, offset) {
    const at = offset ?? 0;
    const length = lengthOf(buffer) < 0 ? buffer.length : lengthOf(buffer);
    if (!Number.isInteger(at) || at < 0 || at + 16 > length) {
        throw new RangeError(`UUID byte range ${at}:${at + 15} is out of buffer bounds`);
    }
    for (let i = 0; i < 16; i++) {
        buffer[at + i] = id[i];
        const kept = buffer[at + i];
        if (kept !== id[i] && kept !== id[i] - 256) {
            // which an Int8Array has
            throw new TypeError(`the buffer did not keep the byte at ${at + i}`);
        }
    }
    return buffer;
}

/** The next id that a function makes. */
const next = (make, buffer, offset) => (buffer ? put(make("bytes"), buffer, offset) : make());

function randomOf(core, options) {
    const random = options.random ?? options.rng?.() ?? core.randomBytes(16);
    if (random.length < 16) {
        throw new Error("Random bytes length must be >= 16");
    }
    return random;
}

// ----------------------------------------------------------------------- new ids

const EPOCH_TICKS = 0x01b21dd213814000n; // from 1582-10-15 to 1970, in 100 ns

function gregorian(version, options, buffer, offset) {
    const core = sharedCore();
    const random = randomOf(core, options);
    const msecs = options.msecs ?? core.milliseconds();
    const nsecs = options.nsecs ?? 0;
    const clockseq = options.clockseq ?? (random[8] << 8) | random[9];
    const node = Uint8Array.from(options.node ?? random.slice(10, 16));
    if (options.node == null) {
        node[0] |= 1;
    }
    const ms = Math.floor(msecs),
        ns = Math.floor(nsecs);
    const ticks =
        Number.isFinite(ms) && Number.isFinite(ns)
            ? BigInt(ms) * 10000n + BigInt(ns) + EPOCH_TICKS
            : -1n;
    if (BigInt.asUintN(60, ticks) !== ticks) {
        throw new GuidonError("RANGE", `version ${version} has no time of ${msecs} ms`);
    }
    core.gregorian(version, ticks, clockseq & 0x3fff, node);
    return result(core, buffer, offset);
}

export function v1(options, buffer, offset) {
    return options ? gregorian(1, options, buffer, offset) : next(newV1, buffer, offset);
}

/** As in uuid, an object without properties of its own is like no options. */
export function v6(options, buffer, offset) {
    const isGiven = options && Object.keys(options).length !== 0;
    return isGiven ? gregorian(6, options, buffer, offset) : next(newV6, buffer, offset);
}

export function v4(options, buffer, offset) {
    if (!options) {
        return next(newV4, buffer, offset);
    }
    const core = sharedCore();
    core.ofBytes(4, Uint8Array.from(randomOf(core, options)).subarray(0, 16));
    return result(core, buffer, offset);
}

/** Octets 6 to 15 of version 7: 32 bits of `seq`, then random bits. The module writes
 * version and variant. */
function withSequence(random, given) {
    const seq =
        given ?? ((random[6] & 0x7f) << 24) | (random[7] << 16) | (random[8] << 8) | random[9];
    const bytes = Uint8Array.from(random).slice(6, 16);
    bytes.set(
        [seq >>> 28, seq >>> 20, seq >>> 14, seq >>> 6, (seq << 2) | (bytes[4] & 3)].map(
            (part) => part & 0xff,
        ),
    );
    return bytes;
}

export function v7(options, buffer, offset) {
    if (!options) {
        return next(newV7, buffer, offset);
    }
    const core = sharedCore();
    const bytes = withSequence(randomOf(core, options), options.seq);
    core.unixTime(false, Math.floor(options.msecs ?? core.milliseconds()), bytes);
    return result(core, buffer, offset);
}

// ------------------------------------------------------------------------- names

function bytesOfName(value) {
    if (typeof value !== "string") {
        // Without a length, every number and object would be the empty name.
        if (!Number.isInteger(value.length) || value.length < 0) {
            throw new RangeError("the name must be a string, or an array of bytes");
        }
        return Uint8Array.from(value);
    }
    encodeURIComponent(value); // a URIError, if half of a surrogate pair is missing
    return utf8Of(value);
}

function named(kind, value, namespace, buffer, offset) {
    const core = sharedCore();
    const bytes = bytesOfName(value);
    if (typeof namespace === "string") {
        read(core, namespace);
    } else if (namespace?.length === 16) {
        putElements(core, namespace, 0, "Invalid namespace");
    } else {
        throw new TypeError("Namespace must be array-like (16 iterable integer values, 0-255)");
    }
    core.named(kind, bytes);
    return result(core, buffer, offset);
}

export function v3(value, namespace, buffer, offset) {
    return named("v3", value, namespace, buffer, offset);
}

export function v5(value, namespace, buffer, offset) {
    return named("v5", value, namespace, buffer, offset);
}

v3.DNS = v5.DNS = NAMESPACE_DNS;
v3.URL = v5.URL = NAMESPACE_URL;

// -------------------------------------------------------------------------- text

export function validate(uuid) {
    return tryRead(sharedCore(), uuid);
}

export function parse(uuid) {
    const core = sharedCore();
    read(core, uuid);
    return core.getId();
}

export function stringify(bytes, offset = 0) {
    const core = sharedCore();
    putElements(core, bytes, offset, "Stringified UUID is invalid");
    if (!core.isRfc()) {
        throw new TypeError("Stringified UUID is invalid");
    }
    return give(core, "uuid");
}

export function version(uuid) {
    const core = sharedCore();
    read(core, uuid);
    return core.bytes[core.ids + 6] >> 4;
}

function changed(how, uuid) {
    const core = sharedCore();
    if (typeof uuid === "string") {
        read(core, uuid);
    } else {
        putElements(core, uuid, 0, "Invalid UUID");
    }
    core.change(how);
    return give(core, typeof uuid === "string" ? "uuid" : "bytes");
}

export const v1ToV6 = (uuid) => changed("v1_to_v6", uuid);
export const v6ToV1 = (uuid) => changed("v6_to_v1", uuid);
