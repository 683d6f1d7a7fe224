// SPDX-License-Identifier: MIT
// guidon.mjs - calls the functions of guidon.wasm. README.md describes this interface.

import { fillRandom, platformRandom } from "./random.mjs";
import {
    GuidonError,
    isDate,
    millisecondsIn,
    optionsOf,
    wordOf,
    wrongArgument,
} from "./errors.mjs";

export { GuidonError, isDate, millisecondsIn, optionsOf, wordOf, wrongArgument };

/** What a status of the library is called, by its number. */
export const REASONS = [
    "OK",
    "LENGTH",
    "CHAR",
    "RANGE",
    "FORM",
    "VERSION",
    "FUTURE",
    "ARGUMENT",
    "SPACE",
    "OVERFLOW",
    "CLOCK",
    "ENTROPY",
    "STATE",
    "MEMORY",
    "AMBIGUOUS",
];

/** The kinds of id that a generator makes, with the library's numbers. */
export const KINDS = {
    v1: 1,
    v4: 4,
    v6: 6,
    v7: 7,
    "v8-prefixed": 129,
    ulid: 256,
    "ulid-monotonic": 257,
};

/** The forms of text that guidon.wasm writes. */
export const CANONICAL = ["uuid", "ulid", "hex"];

const LAYOUTS = ["precise", "counter", "increment", "unordered", "trace"];
const ROLLBACKS = ["restart", "wait", "fail"];
const OVERFLOWS = ["wait", "fail"];
const OF_GENERATOR = ["layout", "rollback", "overflow", "node", "clockSeq"];
const NAMED = { v3: 3, v5: 5, v8: 128 };
const RANDOM_FAST = 0,
    RANDOM_HOST = 1;
const NODE_RANDOM = 0,
    NODE_FIXED = 2;
const ULID_CHARACTERS = 26;
const NS_PER_S = 1000000000n;
/** The last time of v1 and v6, 60 bits of 100 ns, in nanoseconds since 1970. */
const LAST_TICK_NS = 103072857660684697500n;

/** The index of an option's word. */
function choice(words, word, option) {
    const index = word === undefined ? 0 : words.indexOf(word);
    if (index < 0) {
        throw wrongArgument(`${option} is ${wordOf(word)}; expected ${words.join(", ")}`);
    }
    return index;
}

// What the engine itself knows of an array of bytes. A property of the array may say
// something else, and `instanceof` knows only the arrays of one realm.
const TYPED_ARRAY = Object.getPrototypeOf(Uint8Array.prototype);
const getterOf = (name) => Object.getOwnPropertyDescriptor(TYPED_ARRAY, name).get;
const getTag = getterOf(Symbol.toStringTag),
    getLength = getterOf("length");
const getBuffer = getterOf("buffer"),
    getOffset = getterOf("byteOffset");

/** The number of elements of a Uint8Array, of any realm; -1 for every other value. */
export function lengthOf(value) {
    return getTag.call(value) === "Uint8Array" ? getLength.call(value) : -1;
}

/** The same bytes as a Uint8Array without properties of the caller; undefined if the value
 * is no Uint8Array. */
export function plainBytes(value) {
    const n = lengthOf(value);
    return n <= 0
        ? n < 0
            ? undefined
            : new Uint8Array(0)
        : new Uint8Array(getBuffer.call(value), getOffset.call(value), n);
}

/** The bytes of a key, node or id, which must be `length`. */
export function bytesOf(value, length, what) {
    if (lengthOf(value) !== length) {
        throw wrongArgument(`${what} must be a Uint8Array of ${length} bytes`);
    }
    return value;
}

/** The number of a name in a table. */
function numberIn(table, name, what) {
    if (typeof name !== "string" || !Object.hasOwn(table, name)) {
        throw wrongArgument(
            `no ${what} ${wordOf(name)}; expected ` + Object.keys(table).join(", "),
        );
    }
    return table[name];
}

/** A whole number from 0 to `max`. */
export function numberOf(value, max, what) {
    if (!Number.isInteger(value) || value < 0 || value > max) {
        throw wrongArgument(
            `${what} is ${wordOf(value)}; expected a whole number ` + `from 0 to ${max}`,
        );
    }
    return value;
}

// The functions of the platform, which call no others. A test may replace them later.
const { now: PLATFORM_NOW } = Date;
const PLATFORM_RANDOM = globalThis.crypto?.getRandomValues;

const RANDOM_LEAST = 8; // bytes of one call of `random`
const SPINS = 1000; // readings of the clock without a pause between them
let neverChanged;
let mayPause = true;

/** Let a millisecond pass, if this thread may block: that of a page must not. A worker of a
 * page may have no SharedArrayBuffer, but every thread has such a memory. */
function pause() {
    try {
        neverChanged ??= new Int32Array(
            new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer,
        );
        Atomics.wait(neverChanged, 0, 0, 1);
    } catch {
        mayPause = false;
    }
}

/** `n` random bytes of `fill`, a function that fills an array. It never sees the memory of
 * the module. */
function randomBytesOf(fill, n) {
    const bytes = new Uint8Array(Math.max(n, RANDOM_LEAST));
    fillRandom(bytes, fill);
    return bytes.subarray(0, n);
}

/** A time as nanoseconds since 1970: a Date, milliseconds, or a bigint of nanoseconds. */
function nanosecondsOf(time) {
    if (typeof time === "bigint") {
        return time;
    }
    const ms = millisecondsIn(time);
    if (!(Math.abs(ms) <= 8.64e15)) {
        throw wrongArgument(
            "a time must be a Date, a number of milliseconds within the " +
                "range of Date, or a bigint of nanoseconds",
        );
    }
    const whole = Math.floor(ms);
    return BigInt(whole) * 1000000n + BigInt(Math.floor((ms - whole) * 1e6));
}

/** The encoder of UTF-8; undefined where the host has none, such as jsdom. It is looked up
 * when it is needed: a test may define it after this file was loaded. */
function encoder() {
    return typeof TextEncoder === "function" ? new TextEncoder() : undefined;
}

/** The bytes of a text in UTF-8. Half of a surrogate pair becomes U+FFFD. */
export function utf8Of(text) {
    return (
        encoder()?.encode(text) ??
        Uint8Array.from(
            unescape(encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"))),
            (byte) => byte.charCodeAt(0),
        )
    );
}

/** The first or the last nanosecond of the unit in which a time counts: a Date and a number
 * count milliseconds, and a bigint counts nanoseconds. The millisecond in which the times of
 * v1 and v6 end has no time after their last. */
export function edgeOf(time, isLast) {
    const ns = nanosecondsOf(time);
    if (typeof time === "bigint") {
        return ns;
    }
    const first = ns - (((ns % 1000000n) + 1000000n) % 1000000n);
    const last = first + 999999n;
    return !isLast ? first : first <= LAST_TICK_NS && last > LAST_TICK_NS ? LAST_TICK_NS : last;
}

/** A function that reads ASCII text of a memory. Node and Bun have a faster one than the
 * decoder of other hosts. */
function asciiReader(memory) {
    const { Buffer } = globalThis;
    if (typeof Buffer?.from === "function") {
        const bytes = Buffer.from(memory);
        return (from, to) => bytes.toString("latin1", from, to);
    }
    const bytes = new Uint8Array(memory);
    if (typeof TextDecoder !== "function") {
        return (from, to) =>
            bytes
                .subarray(from, to)
                .reduce((text, character) => text + String.fromCharCode(character), "");
    }
    const decoder = new TextDecoder();
    return (from, to) => decoder.decode(bytes.subarray(from, to));
}

/** An instance of a module: its memory, its errors, and the fields of the first id. */
export class Module {
    #exports;

    constructor(module, host) {
        const { exports } = new WebAssembly.Instance(module, { host });
        this.#exports = exports;
        this.busy = false; // in a function of the caller
        this.changing = false; // a call changes a generator
        this.bytes = new Uint8Array(exports.memory.buffer);
        this.view = new DataView(exports.memory.buffer);
        this.ids = exports.module_ids.value;
        this.text = exports.module_text.value;
        this.out = exports.module_out.value;
        this.characters = this.bytes.subarray(this.text, this.text + Module.TEXT);
        this.read = asciiReader(exports.memory.buffer);
        this.encoder = encoder();
    }

    /** The exports, for calls that begin now and have the whole stack of the module: a call
     * that was cut off has left its part of it. */
    get exports() {
        if (this.busy || this.changing) {
            this.checkIdle();
        }
        this.#exports.module_start();
        return this.#exports;
    }

    // ------------------------------------------------------- memory and errors

    /** How many ids, and how many bytes of text, one call takes. */
    static IDS = 1024;
    static TEXT = 65536;

    /** The constant text at an address, to its NUL. */
    string(at) {
        return this.read(at, this.bytes.indexOf(0, at));
    }

    error(status, offset) {
        const cause = this.cause;
        this.cause = undefined;
        const words = this.string(this.exports.guidon_status_text(status));
        const where = offset === undefined ? "" : `, at offset ${offset}`;
        const why = cause instanceof Error ? `: ${wordOf(cause.message)}` : "";
        return new GuidonError(REASONS[status], words + where + why, offset, cause);
    }

    check(status) {
        if (status !== 0) {
            throw this.error(status);
        }
    }

    /** Copy ids into the memory of the module, to place `index` and on. */
    putId(id, index = 0) {
        this.bytes.set(bytesOf(id, 16, "an id"), this.ids + 16 * index);
    }

    getId(index = 0) {
        const id = new Uint8Array(16);
        const at = this.ids + 16 * index;
        for (let i = 0; i < 16; i++) {
            // faster than slice
            id[i] = this.bytes[at + i];
        }
        return id;
    }

    /** Copy text to the module. A character that no form has takes the place of all characters
     * above 127, and ends a text that is longer than TEXT. Returns the length, which is
     * cut to TEXT. */
    putText(text) {
        const { read = NaN, written } = this.encoder?.encodeInto(text, this.characters) ?? {};
        const length = read === written ? written : this.#putForeign(text);
        if (text.length > Module.TEXT) {
            this.characters[Module.TEXT - 1] = 0xff;
        }
        return length;
    }

    #putForeign(text) {
        const length = Math.min(text.length, Module.TEXT);
        for (let i = 0; i < length; i++) {
            const character = text.charCodeAt(i);
            this.characters[i] = character < 128 ? character : 0xff;
        }
        return length;
    }

    /** Copy at most `most` bytes to the memory for text, and return how many. */
    putBytes(bytes, most) {
        const n = lengthOf(bytes);
        if (n < 0) {
            throw wrongArgument("data must be a Uint8Array");
        }
        if (n > most) {
            throw wrongArgument(`the data has ${n} bytes; expected at most ${most}`);
        }
        this.bytes.set(bytes, this.text);
        return n;
    }

    /** Copy a time to `out`, and return its address. */
    putTime(time) {
        return this.putNanoseconds(nanosecondsOf(time));
    }

    putNanoseconds(ns) {
        const rest = ((ns % NS_PER_S) + NS_PER_S) % NS_PER_S;
        const seconds = (ns - rest) / NS_PER_S;
        if (BigInt.asIntN(64, seconds) !== seconds) {
            throw new GuidonError("RANGE", `no id holds the time ${ns} ns`);
        }
        this.view.setBigInt64(this.out, seconds, true);
        this.view.setUint32(this.out + 8, Number(rest), true);
        return this.out;
    }

    /** The time at an address, as nanoseconds since 1970. */
    timeAt(at) {
        return (
            this.view.getBigInt64(at, true) * NS_PER_S + BigInt(this.view.getUint32(at + 8, true))
        );
    }

    // ------------------------------------------------------- fields of the first id

    variant() {
        return this.exports.guidon_variant_of(this.ids);
    }

    version() {
        return this.exports.guidon_version_of(this.ids);
    }

    /** Nanoseconds since 1970 of versions 1, 6 and 7; undefined for others. */
    time() {
        return this.exports.guidon_time_of(this.out, this.ids) === 0
            ? this.timeAt(this.out)
            : undefined;
    }

    ulidMs() {
        return Number(this.exports.guidon_ulid_ms_of(this.ids));
    }

    /** The 60-bit time of versions 1 and 6 in steps of 100 ns since 1582. */
    ticks() {
        return this.exports.guidon_ticks_of(this.out, this.ids) === 0
            ? this.view.getBigUint64(this.out, true)
            : undefined;
    }

    clockSeq() {
        return this.exports.guidon_clock_seq_of(this.out, this.ids) === 0
            ? this.view.getUint16(this.out, true)
            : undefined;
    }

    node() {
        return this.exports.guidon_node_of(this.out, this.ids) === 0
            ? this.bytes.slice(this.out, this.out + 6)
            : undefined;
    }

    /** Is the first id Nil, Max or of a version that RFC 9562 assigns? */
    isRfc() {
        return this.exports.guidon_validate(this.ids, 0, 0) === 0;
    }

    /** The reason why the first id is no valid UUID: "OK", "VERSION" or "FUTURE". A Date or a
     * number, which count milliseconds, are the end of theirs. */
    validity(now) {
        return REASONS[
            this.exports.guidon_validate(
                this.ids,
                now === undefined ? 0 : this.putNanoseconds(edgeOf(now, true)),
                0,
            )
        ];
    }

    // ----------------------------------------------------------------- TypeIDs

    /** Write the first id of memory as a TypeID. */
    typeidFormat(prefix) {
        if (typeof prefix !== "string") {
            throw wrongArgument("the prefix must be a string");
        }
        const { out, text } = this;
        const at = text + 256;
        const length = Math.min(this.putText(prefix), 256); // more than any prefix has
        this.bytes.copyWithin(at, text, text + length);
        const status = this.exports.guidon_typeid_prefix_check(at, length, out);
        if (status !== 0) {
            const bad = this.view.getUint32(out, true);
            throw wrongArgument(
                "the prefix has " +
                    (REASONS[status] === "LENGTH"
                        ? `${prefix.length} characters`
                        : `${JSON.stringify(String.fromCodePoint(prefix.codePointAt(bad)))} at offset ` +
                          bad) +
                    "; expected at most 63 letters a-z and '_', and '_' only between letters",
            );
        }
        this.check(this.exports.guidon_typeid_format(text, 256, out, at, length, this.ids));
        return this.read(text, text + this.view.getUint32(out, true));
    }

    /** Read a TypeID into the first id of memory. Returns its prefix. */
    typeidParse(text) {
        const length = this.putText(text);
        const status = this.exports.guidon_typeid_parse(
            this.ids,
            this.out,
            this.text,
            length,
            this.out + 4,
        );
        if (status !== 0) {
            throw this.error(status, this.view.getUint32(this.out + 4, true));
        }
        return text.slice(0, this.view.getUint32(this.out, true));
    }
}

/** An instance of guidon.wasm. Its generators share no state with other instances.
 *
 * `now` returns milliseconds since 1970; `random` fills a Uint8Array.
 *
 * A call may be cut off: an overflow of JavaScript's stack, and a time limit as node:vm has,
 * end it at any place, and the second runs no `finally`. So a property says what goes on
 * until the call has ended. */
export class Core extends Module {
    constructor(module, host) {
        const { now, random } = optionsOf(host, ["now", "random"]);
        super(module, {
            random: (at, length) =>
                this.#attempt(
                    this.#isPlatformRandom,
                    () => {
                        this.bytes.set(randomBytesOf(this.random, length), at);
                        return 0;
                    },
                    1,
                ),
            now: () => this.#attempt(this.#isPlatformNow, () => this.#reading(), NaN),
        });
        this.now = now;
        this.random = random ?? platformRandom;
        this.injected = random !== undefined;
        this.givenMs = undefined; // in place of the clock, in this call
        this.readings = 0; // of the clock, in this call
        this.still = 0; // how many readings in a row gave the last time
    }

    get #isPlatformNow() {
        return this.now === undefined && Date.now === PLATFORM_NOW;
    }

    get #isPlatformRandom() {
        return !this.injected && globalThis.crypto?.getRandomValues === PLATFORM_RANDOM;
    }

    /** The milliseconds of `now`, in a call of the module. */
    #milliseconds() {
        const ms = this.now === undefined ? Date.now() : this.now();
        if (!Number.isFinite(ms)) {
            throw wrongArgument(`now returned ${wordOf(ms)}; expected milliseconds`);
        }
        return ms;
    }

    /** The same for a call of the module, which reads the clock again if it waits for it, a
     * million times at most. After SPINS readings, a millisecond passes before each, so the
     * call can wait for a quarter of an hour and leaves the processor to others. It does not
     * if the clock stands still, which a pause would not change. */
    #reading() {
        if (this.givenMs !== undefined) {
            return this.givenMs;
        }
        if (this.readings++ >= SPINS && this.still < SPINS && mayPause) {
            pause();
        }
        const ms = this.#milliseconds();
        this.still = ms === this.lastReading ? this.still + 1 : 1;
        this.lastReading = ms;
        return ms;
    }

    /** What `action` returns. It calls a function of the caller, or of the platform. */
    #ask(isPlatform, action) {
        this.busy = !isPlatform;
        try {
            return action();
        } finally {
            this.busy = false;
        }
    }

    /** The same in a call of the module. If the function throws, the call fails, and its
     * error has the exception as its cause. */
    #attempt(isPlatform, action, failed) {
        try {
            return this.#ask(isPlatform, action);
        } catch (error) {
            this.cause = error;
            return failed;
        }
    }

    /** The same outside of a call. If the function throws, so does this one. */
    #askOrThrow(isPlatform, action, reason) {
        this.checkIdle();
        try {
            return this.#ask(isPlatform, action);
        } catch (error) {
            this.cause = error;
            throw this.error(REASONS.indexOf(reason));
        }
    }

    /** The milliseconds of `now`. */
    milliseconds() {
        return this.#askOrThrow(this.#isPlatformNow, () => this.#milliseconds(), "CLOCK");
    }

    /** n bytes of `random`. */
    randomBytes(n) {
        return this.#askOrThrow(
            this.#isPlatformRandom,
            () => randomBytesOf(this.random, n),
            "ENTROPY",
        );
    }

    /** Was a call cut off that changed a generator? Then the next ids could repeat. */
    get isCutOff() {
        return this.changing && !this.busy;
    }

    /** Throw if a function of the caller runs now, because a call would change the memory of
     * the call that goes on, or if a call was cut off. */
    checkIdle() {
        if (this.busy) {
            // When this job has ended, no function runs: one that still seems to was cut off.
            Promise.resolve().then(() => {
                this.busy = false;
            });
            throw wrongArgument("now and random must not call the functions that call them");
        }
        if (this.changing) {
            throw new GuidonError(
                "STATE",
                "an earlier call was cut off, by a stack overflow " +
                    "or a time limit, and left a generator half changed; create a new one",
            );
        }
    }

    // -------------------------------------------------------------- generators

    /** Create a generator of a kind of KINDS: its address, for fill and lines. `prefixBits` is the
     * length of the prefixes of "v8-prefixed". */
    generator(kind, options, prefixBits = 0) {
        const { layout, rollback, overflow, node, clockSeq } = optionsOf(options, OF_GENERATOR);
        const { exports } = this;
        const number = numberIn(KINDS, kind, "kind");
        if (node !== undefined) {
            this.bytes.set(bytesOf(node, 6, "node"), this.out);
        }
        const words = [
            choice(LAYOUTS, layout, "layout"),
            choice(ROLLBACKS, rollback, "rollback"),
            choice(OVERFLOWS, overflow, "overflow"),
            this.injected ? RANDOM_HOST : RANDOM_FAST,
            node === undefined ? NODE_RANDOM : NODE_FIXED,
            clockSeq === undefined ? -1 : numberOf(clockSeq, 0x3fff, "clockSeq"),
            prefixBits,
        ];
        this.changing = true;
        const made = exports.module_generator_new(number, ...words);
        this.changing = false;
        if (made === 0) {
            throw this.error(this.view.getUint32(this.out, true));
        }
        return made;
    }

    free(generator) {
        const { exports } = this;
        this.changing = true;
        exports.guidon_generator_free(generator);
        this.changing = false;
    }

    /** Make n ids, at most IDS, in the module's memory: of the present time, or of the
     * milliseconds `ms`. */
    fill(generator, n, ms) {
        this.make((exports) => exports.guidon_next_many(this.ids, n, generator), ms);
    }

    /** Call a function that makes ids and returns a status. */
    make(call, ms) {
        const { exports } = this;
        this.givenMs = ms;
        this.cause = undefined; // of an earlier call
        this.readings = 0;
        this.changing = true;
        const status = call(exports);
        this.changing = false;
        this.givenMs = undefined;
        if (status !== 0) {
            throw this.error(status);
        }
    }

    /** The first n ids of memory as lines: canonical texts, each with "\n" after it. */
    lines(n, isUlid) {
        const { text } = this;
        if (isUlid) {
            this.exports.guidon_ulid_format_lines(text, this.ids, n);
        } else {
            this.exports.guidon_uuid_format_lines(text, this.ids, n);
        }
        return this.read(text, text + (isUlid ? 27 : 37) * n);
    }

    // ---------------------------------------------------------- canonical texts

    /** Read a canonical UUID (36 characters) or ULID (26) into the first id of memory. False
     * if the text is neither; canonicalError then tells why. */
    tryRead(text, isUlid = text.length === ULID_CHARACTERS) {
        const { exports, ids, out, text: at } = this;
        const length = this.putText(text);
        this.readStatus = isUlid
            ? exports.guidon_ulid_parse(ids, at, length, out)
            : exports.guidon_uuid_parse(ids, at, length, out);
        return this.readStatus === 0;
    }

    readError() {
        return this.error(this.readStatus, this.view.getUint32(this.out, true));
    }

    /** The first id of memory as "uuid", "ulid" or "hex". */
    format(form) {
        if (!CANONICAL.includes(form)) {
            throw wrongArgument(`no form ${wordOf(form)} here; expected ` + CANONICAL.join(", "));
        }
        const text = this.lines(1, form === "ulid").slice(0, -1);
        return form === "hex" ? text.replaceAll("-", "") : text;
    }

    /** Read lines of canonical texts, which begin at `offset`, into memory: at most IDS.
     * Returns how many. */
    readLines(text, isUlid, offset) {
        const length = this.putText(text);
        const { exports, ids, out } = this;
        const read = isUlid ? exports.guidon_ulid_parse_lines : exports.guidon_uuid_parse_lines;
        const status = read(ids, this.text, length, Module.IDS, out, out + 4);
        if (status !== 0) {
            throw this.error(status, offset + this.view.getUint32(out + 4, true));
        }
        return this.view.getUint32(out, true);
    }

    // --------------------------------------------------------- ids from given parts

    /** Version 3, 5 or 8 (SHA-256) of a name in the namespace of the first id. */
    named(kind, name) {
        const { exports, text } = this;
        const state = exports.module_name.value;
        this.check(exports.guidon_name_hash_init(state, this.ids, numberIn(NAMED, kind, "kind")));
        for (let at = 0; at < name.length; at += Core.TEXT) {
            const piece = name.subarray(at, at + Core.TEXT);
            exports.guidon_name_hash_update(state, text, this.putBytes(piece, Core.TEXT));
        }
        exports.guidon_name_hash_id(this.ids, state);
    }

    /** A time as steps of 100 ns since 1582, for gregorian. */
    ticksOf(time) {
        this.check(this.exports.guidon_time_to_ticks(this.out + 16, this.putTime(time)));
        return this.view.getBigUint64(this.out + 16, true);
    }

    /** Version 1 or 6 of ticks, a clock sequence and a node. */
    gregorian(version, ticks, clockSeq, node) {
        this.bytes.set(bytesOf(node, 6, "node"), this.out);
        const make = version === 1 ? this.exports.guidon_v1_make : this.exports.guidon_v6_make;
        this.check(make(this.ids, ticks, numberOf(clockSeq, 0x3fff, "clockSeq"), this.out));
    }

    /** Version 7 or a ULID of milliseconds and 10 random bytes. */
    unixTime(isUlid, ms, random) {
        this.bytes.set(bytesOf(random, 10, "random"), this.out);
        const make = isUlid ? this.exports.guidon_ulid_make : this.exports.guidon_v7_make;
        this.check(make(this.ids, BigInt(numberOf(ms, 0xffffffffffff, "a time")), this.out));
    }

    /** Version 4 of 16 random bytes, or version 8 of 16 bytes of your own. */
    ofBytes(version, bytes) {
        this.bytes.set(bytesOf(bytes, 16, "bytes"), this.out);
        const make = version === 4 ? this.exports.guidon_v4_make : this.exports.guidon_v8_make;
        make(this.ids, this.out);
    }

    /** The smallest ("floor") or largest ("ceil") id of a time: v1, v6, v7 or ulid. A Date
     * and a number have the ids of their millisecond. A bigint of nanoseconds has those of
     * its 100 ns in v1 and v6, and those of its millisecond in v7 and ulid. */
    bound(side, kind, time) {
        const isBounded = typeof kind === "string" && kind !== "v8"; // which takes a prefix
        const call = isBounded ? this.exports[`guidon_${kind}_${side}`] : undefined;
        if (call === undefined) {
            throw wrongArgument(`no bounds of ${wordOf(kind)}; expected v1, v6, v7, ulid`);
        }
        this.check(call(this.ids, this.putNanoseconds(edgeOf(time, side === "ceil"))));
    }

    /** Change the first id: "v1_to_v6", "v6_to_v1" or "ulid_increment". */
    change(how) {
        const call = this.exports[`guidon_${how}`];
        this.check(how === "ulid_increment" ? call(this.ids) : call(this.ids, this.ids));
    }

    ulidAsV7() {
        this.exports.guidon_ulid_as_v7(this.ids, this.ids);
    }
}
