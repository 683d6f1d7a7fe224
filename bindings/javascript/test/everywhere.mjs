// SPDX-License-Identifier: MIT
// everywhere.mjs - what holds in every runtime: the shared vectors, order, honest times
// and random bits.
import { runVectors } from "./vectors.mjs";

function holds(condition, what) {
    if (!condition) {
        throw new Error(what);
    }
}

const isRising = (ids) => ids.every((id, i) => i === 0 || ids[i - 1] < id);
const MAKERS = ["v6", "v7", "monotonicUlid"];
const Shared = globalThis.SharedArrayBuffer ?? ArrayBuffer; // pages do not have it

/** Call `action` with a clock that it sets: clock.now is what Date.now returns. */
function withClock(start, action) {
    const real = Date.now;
    const clock = { now: start };
    Date.now = () => clock.now;
    try {
        return action(clock);
    } finally {
        Date.now = real;
    }
}

/** Ids rise while the clock stands, steps back and goes on, by one call each, in bytes,
 * and many at once. */
function checkOrder(g, start) {
    for (const kind of MAKERS) {
        withClock(start, (clock) => {
            const ids = [];
            for (const step of [0, 1, -5, -900, 0, 905, 7]) {
                clock.now += step;
                ids.push(...Array.from({ length: 300 }, () => g.convert(g[kind](), "hex")));
                ids.push(g.convert(g[kind]("bytes"), "hex"));
                ids.push(...g.many(kind, 50).map((id) => g.convert(id, "hex")));
            }
            holds(isRising(ids), `${kind} out of order`);
        });
    }
}

/** An id has the time of the clock, also behind a pool that was larger. Only version 7 may
 * run ahead: of n ids in a millisecond, some reach the next with a probability of n / 2^20.
 */
function checkTimes(g, start) {
    for (const kind of ["v1", ...MAKERS, "ulid"]) {
        withClock(start, (clock) => {
            for (const [step, n] of [
                [0, 500],
                [1, 3],
                [1, 1],
                [997, 700],
                [1, 2],
            ]) {
                clock.now += step;
                for (let i = 0; i < n; i++) {
                    const time = g
                        .timeOf(g[kind](), {
                            kind: kind === "ulid" || kind === "monotonicUlid" ? "ulid" : undefined,
                        })
                        .getTime();
                    holds(
                        time === clock.now || (kind === "v7" && time === clock.now + 1),
                        `${kind} of ${time} at ${clock.now}`,
                    );
                }
            }
        });
    }
}

const RANDOM_BITS = Array.from({ length: 76 }, (_, i) => 52 + i) // behind time and version
    .filter((bit) => bit !== 64 && bit !== 65); // the variant

/** The 128 bits of an id, which is 32 hex digits. */
function bitsOf(id) {
    const bits = new Uint8Array(128);
    for (let at = 0; at < 128; at += 32) {
        const word = parseInt(id.slice(at / 4, at / 4 + 8), 16);
        for (let i = 0; i < 32; i++) {
            bits[at + i] = (word >>> (31 - i)) & 1;
        }
    }
    return bits;
}

/** `bitOf(i)` is one for half of the numbers below n, within eight standard deviations. A
 * right generator fails this with a probability of 1.3e-15, and all runtimes together make
 * 10^4 such counts. */
function checkHalf(n, bitOf, what) {
    let ones = 0;
    for (let i = 0; i < n; i++) {
        ones += bitOf(i);
    }
    holds(Math.abs(ones - n / 2) <= (8 * Math.sqrt(n)) / 2, `${what} is one in ${ones} of ${n}`);
}

/** One id in each of 10,000 milliseconds: each of the 74 bits of version 7 behind time,
 * version and variant looks random, as docs/statistics.md has it: alone, beside the bit
 * above, and beside the same bit of the id before. The first 20 bits differ. */
export function checkBits(g, start) {
    const N = 10000,
        SAME = 120; // 48 on average; more once in 10^17 times
    const calls = [
        () => g.convert(g.v7(), "hex"),
        () => g.convert(g.v7("bytes"), "hex"),
        () => g.many("v7", 1, "hex")[0],
    ];
    for (const [i, call] of calls.entries()) {
        const ids = withClock(start + i * 2 * N, (clock) =>
            Array.from({ length: N }, () => (clock.now++, call())),
        );
        const bits = ids.map(bitsOf);
        for (const at of RANDOM_BITS) {
            checkHalf(N, (k) => bits[k][at], `bit ${at}`);
            checkHalf(
                N - 1,
                (k) => bits[k][at] ^ bits[k + 1][at],
                `bit ${at} beside that of the id before`,
            );
            if (RANDOM_BITS.includes(at - 1)) {
                checkHalf(
                    N,
                    (k) => bits[k][at] ^ bits[k][at - 1],
                    `bit ${at} beside the bit above`,
                );
            }
        }
        const starts = new Set(
            ids.map(
                (
                    id, // without the two bits of the variant
                ) =>
                    parseInt(id.slice(13, 16), 16) * 256 +
                    ((parseInt(id.slice(16, 19), 16) >> 2) % 256),
            ),
        );
        holds(N - starts.size < SAME, `${starts.size} starts of ${N}`);
    }
    return `${RANDOM_BITS.length} bits`;
}

function checkDifferent(g) {
    for (const kind of ["v1", "v4", "ulid", ...MAKERS]) {
        const ids = [...g.many(kind, 2000), ...Array.from({ length: 2000 }, () => g[kind]())];
        holds(new Set(ids).size === 4000, `${kind} repeats`);
    }
}

/** What a call throws; undefined if it returns. */
function thrownBy(call) {
    try {
        call();
    } catch (error) {
        return error;
    }
    return undefined;
}

/** Arrays that do not keep 16 bytes, with their names and the class of the error. */
function unfit() {
    const detached = new Uint8Array(16);
    structuredClone(detached, { transfer: [detached.buffer] });
    const shrunk = new Uint8Array(new ArrayBuffer(16, { maxByteLength: 32 }), 0, 16);
    shrunk.buffer.resize?.(8);
    const lies = Object.defineProperty(new Uint8Array(4), "length", { value: 16 });
    class Deaf extends Array {}
    Object.defineProperty(Deaf.prototype, 3, { get: () => 1000, set() {} });
    const unwritable = Object.defineProperty(Array(16).fill(1000), 0, { writable: false });
    const refusing = new Proxy(Array(16).fill(1000), { set: () => false });
    return [
        ["frozen", Object.freeze(Array(16).fill(0)), TypeError],
        ["a frozen object", Object.freeze({ length: 16 }), TypeError],
        ["a read-only element", unwritable, TypeError],
        ["a setter that drops", new Deaf(16), TypeError],
        ["a proxy that refuses", refusing, TypeError],
        ["a number", 5, TypeError],
        ["detached", detached, RangeError],
        ["a false length", lies, RangeError],
        ...(shrunk.length === 0 ? [["shrunk", shrunk, RangeError]] : []),
    ];
}

/** Ids are written to arrays of the caller whole, or there is an error. */
function checkBuffers(uuid, foreign) {
    const fixed = { random: Uint8Array.from({ length: 16 }, (_, i) => 17 * i), msecs: 5 };
    const calls = [
        ...["v1", "v4", "v6", "v7"].flatMap((name) => [
            [name, undefined],
            [name, fixed],
        ]),
        ["v3", "a", uuid.v5.DNS],
        ["v5", "a", uuid.v5.DNS],
    ];
    for (const [name, ...options] of calls) {
        for (const [what, buffer, due] of unfit()) {
            const error = thrownBy(() => uuid[name](...options, buffer));
            holds(error instanceof due, `${name} into ${what}: ${error}`);
        }
        for (const offset of [0.5, NaN, "0", -1, 1]) {
            const error = thrownBy(() => uuid[name](...options, new Uint8Array(16), offset));
            holds(error instanceof RangeError, `${name} at ${offset}: ${error}`);
        }
    }
    class Own extends Uint8Array {}
    for (const [name, ...options] of calls.filter(([, first]) => first !== undefined)) {
        const due = uuid[name](...options);
        const fit = [
            new Own(16),
            Array(16),
            new Int8Array(16),
            new Uint32Array(16),
            new Uint8Array(new Shared(16)),
            { length: 16 },
            ...(foreign ? [new foreign.Uint8Array(16)] : []),
        ];
        for (const buffer of fit) {
            const given = uuid[name](...options, buffer);
            const bytes = Uint8Array.from({ length: 16 }, (_, i) => buffer[i]);
            holds(given === buffer && uuid.stringify(bytes) === due, `${name} wrote ${bytes}`);
        }
    }
}

/** Arguments are read as the engine sees them, of whatever realm. */
function checkBytes(g, foreign) {
    const id = g.v4("bytes");
    const text = g.format(id);
    class Own extends Uint8Array {}
    const shared = new Uint8Array(new Shared(16));
    shared.set(id);
    const { Uint8Array: Foreign } = foreign ?? globalThis;
    const lies = Object.defineProperty(Foreign.from(id), "length", { value: 3 });
    for (const same of [Own.from(id), shared, Foreign.from(id), lies]) {
        holds(
            g.format(same) === text &&
                g.v5(same, g.NIL) === g.v5(id, g.NIL) &&
                g.scan(same).length === 0,
            "bytes of another kind",
        );
    }
    const detached = id.slice();
    structuredClone(detached, { transfer: [detached.buffer] });
    for (const wrong of [
        detached,
        Object.create(Uint8Array.prototype),
        new Proxy(id, {}),
        Object.defineProperty(new Uint8Array(60000), "length", { value: 16 }),
        new Uint8ClampedArray(16),
        new Int8Array(16),
        new DataView(new ArrayBuffer(16)),
        Object.create(null),
        Symbol("id"),
        { length: 16, __proto__: Uint8Array.prototype },
    ]) {
        for (const call of [
            () => g.format(wrong),
            () => g.v8(wrong),
            () => g.versionOf(wrong),
            () => g.mask(text, wrong),
            () => g.v7At(wrong),
            () => g.floor("v7", wrong),
            () => g.v7({ as: wrong }),
            () => g.many(wrong, 1),
            () => g.many("v7", wrong),
            () => g.floor(wrong, 0),
        ]) {
            const error = thrownBy(call);
            holds(
                error instanceof g.GuidonError && error.reason === "ARGUMENT",
                `${call}: ${error}`,
            );
        }
    }
    if (foreign) {
        const at = new foreign.Date(5);
        holds(
            g.timeOf(g.v7At(at)).getTime() === 5 && g.floor("v7", at) === g.floor("v7", 5),
            "a Date of another realm",
        );
    }
}

/** Run everything. `foreign` is the global object of another realm, if the host has
 * one. Returns a line that says what ran. */
export function checkAll({ guidon, uuid, ulid, foreign }, files) {
    const start = Date.now() + 10 ** 7;
    checkOrder(guidon, start);
    checkTimes(guidon, start + 10 ** 7);
    checkBits(guidon, start + 2 * 10 ** 7);
    checkDifferent(guidon);
    checkBuffers(uuid, foreign);
    checkBytes(guidon, foreign);
    holds(isRising(Array.from({ length: 5000 }, () => uuid.v7())), "uuid.v7 out of order");
    const next = ulid.monotonicFactory();
    holds(isRising(Array.from({ length: 5000 }, () => next())), "ulid out of order");
    return `${runVectors(guidon, ulid, files)} rows of vectors, order, times, bits`;
}
