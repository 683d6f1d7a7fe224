// SPDX-License-Identifier: MIT
// Functions, arguments and hosts that do what they should not.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";

import * as g from "guidon";

const require = createRequire(import.meta.url);
const A6 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"; // RFC 9562, A.6
const KINDS = ["v1", "v4", "v6", "v7", "ulid", "monotonicUlid"];

/** The package without the state of earlier calls. */
function fresh() {
    for (const name of ["all", "index", "uuid", "ulid"]) {
        delete require.cache[require.resolve(`./node_modules/guidon/dist/${name}.cjs`)];
    }
    return { g: require("guidon"), uuid: require("guidon/uuid"), ulid: require("guidon/ulid") };
}

/** Call `action` while a member of an object has another value. */
function replacing(object, name, value, action) {
    const real = Object.getOwnPropertyDescriptor(object, name);
    Object.defineProperty(object, name, { value, configurable: true, writable: true });
    try {
        return action();
    } finally {
        if (real === undefined) {
            delete object[name];
        } else {
            Object.defineProperty(object, name, real);
        }
    }
}

/** Is this the error of a reason? Of any instance of the package. */
const fails = (reason, cause) => (error) => {
    assert.deepEqual([error.name, error.reason], ["GuidonError", reason], String(error));
    assert.ok(cause === undefined || error.cause === cause, "another cause");
    return true;
};

// --------------------------------------------------------------------- functions

const thrown = new RangeError("none");

/** What functions of the caller do: `now`, `random`, and both of a Generator `own`. */
const CLOCKS = {
    "throws": () => { throw thrown; },
    "throws null": () => { throw null; },
    "returns NaN": () => NaN,
    "returns Infinity": () => Infinity,
    "returns a time outside of Date": () => 9e15,
    "returns text": () => "1645557742000",
    "returns a bigint": () => 1645557742000n,
    "returns a promise": async () => 1645557742000,
    "returns nothing": () => {},
    "returns an object": () => new Date(0),
};
const RANDOMS = {
    "throws": () => { throw thrown; },
    "throws undefined": () => { throw undefined; },
    "fills nothing": () => {},
    "returns new bytes": () => new Uint8Array(16).fill(7),
    "fills later": async (bytes) => { await null; bytes.fill(7); },
    "takes the bytes away": (bytes) => {
        bytes.fill(7);
        structuredClone(bytes, { transfer: [bytes.buffer] });
    },
};
const BOTH = {
    "makes an id": (bytes, own) => own.v7(),
    "makes many ids": (bytes, own) => own.many("ulid", 3000, "bytes"),
    "makes a TypeID": (bytes, own) => own.typeid("user"),
    "makes an id of a new kind": (bytes, own) => own.monotonicUlid("bigint"),
};

/** A Generator whose function `name` does `action` while `state.isBad`. */
function generatorOf(name, action) {
    const state = { isBad: false };
    const good = { now: () => 1645557742000, random: (bytes) => bytes.fill(0xa5) };
    const own = new g.Generator({ ...good, [name]: (bytes) =>
        state.isBad ? action(bytes, own) : good[name](bytes) });
    return { own, state };
}

test("a clock or a random source may do anything, and the next id is right", () => {
    for (const [name, reason, actions] of [["now", "CLOCK", { ...CLOCKS, ...BOTH }],
                                           ["random", "ENTROPY", { ...RANDOMS, ...BOTH }]]) {
        for (const [what, action] of Object.entries(actions)) {
            const { own, state } = generatorOf(name, action);
            const due = generatorOf(name, action).own;
            for (const kind of ["v7", "ulid"]) {
                assert.equal(own[kind](), due[kind]());
                for (const call of [() => own[kind](), () => own[kind]("bytes"),
                                    () => own.many(kind, 3)]) {
                    state.isBad = true;
                    assert.throws(call, fails(reason), `${kind}: ${name} ${what}`);
                    state.isBad = false;
                }
                const [id] = own.many(kind, 1);
                assert.equal(g.timeOf(id).getTime(), 1645557742000, `${name} ${what}`);
            }
        }
    }
});

test("the exception of a function is the cause of the error", () => {
    for (const [name, reason] of [["now", "CLOCK"], ["random", "ENTROPY"]]) {
        const { own, state } = generatorOf(name, CLOCKS.throws);
        state.isBad = true;
        assert.throws(() => own.v7(), (error) => fails(reason, thrown)(error) &&
                                                 error.message.endsWith(": none"));
        state.isBad = false;
        own.v7();
        assert.throws(() => own.v4("base58"), (error) => error.cause === undefined);
    }
    const own = new g.Generator({ now: () => own.v7().length });
    assert.throws(() => own.v7(), (error) => error.cause.reason === "ARGUMENT" &&
                                             /must not call/.test(error.message));
});

test("a random source never holds the memory of the module", () => {
    let kept;
    const own = new g.Generator({ now: () => 1645557742000, random: (bytes) => {
        kept = bytes;
        bytes.fill(0xa5);
    } });
    const id = own.v4();
    assert.ok(kept.buffer.byteLength <= 256);
    new Uint8Array(kept.buffer).fill(0);
    assert.equal(own.v4(), id);
});

// -------------------------------------------------------------------------- hosts

/** Calls that ask Date.now or the host's random bits, of a package that made no ids. */
const OF_RANDOM = {
    ...Object.fromEntries(KINDS.filter((kind) => kind !== "v4").map(
        (kind) => [kind, (all) => all.g[kind]()])),
    "v4 as bytes": (all) => all.g.v4("bytes"),
    "many": (all) => all.g.many("v7", 2),
    "typeid": (all) => all.g.typeid("user"),
    "v7 of a time": (all) => all.g.v7({ at: 0 }),
    "ulid of a time": (all) => all.g.ulid({ at: 0 }),
    "v1 of a time": (all) => all.g.v1({ at: 0 }),
    "v6 of a time": (all) => all.g.v6({ at: 0, clockSeq: 0 }),
    "uuid.v4 with options": (all) => all.uuid.v4({}),
    "uuid.v7": (all) => all.uuid.v7(),
    "uuid.v1 with options": (all) => all.uuid.v1({ msecs: 0 }),
    "uuid.v4 into bytes": (all) => all.uuid.v4(undefined, new Uint8Array(16)),
    "ulid.ulid": (all) => all.ulid.ulid(),
    "ulid.ulid of a time": (all) => all.ulid.ulid(5),
    "ulid.monotonicFactory": (all) => all.ulid.monotonicFactory()(),
    "ulid.detectPRNG": (all) => all.ulid.detectPRNG()(),
};
const OF_TIME = ["v1", "v6", "v7", "ulid", "monotonicUlid", "many", "typeid", "uuid.v7",
                 "ulid.ulid", "ulid.monotonicFactory"];

test("a host whose functions fail gives a GuidonError, and works afterwards", () => {
    const fail = () => { throw thrown; };
    for (const [name, call] of Object.entries(OF_RANDOM)) {
        for (const [stub, cause] of [[fail, thrown], [(bytes) => bytes, undefined]]) {
            const all = fresh();
            assert.throws(() => replacing(globalThis.crypto, "getRandomValues", stub,
                                          () => call(all)), fails("ENTROPY", cause), name);
            call(all);
        }
    }
    for (const name of OF_TIME) {
        const all = fresh();
        for (const stub of [fail, () => NaN, () => "5"]) {
            assert.throws(() => replacing(Date, "now", stub, () => OF_RANDOM[name](all)),
                          fails("CLOCK", stub === fail ? thrown : undefined), name);
        }
        OF_RANDOM[name](all);
    }
    assert.throws(() => replacing(globalThis.crypto, "randomUUID", fail, () => g.v4()),
                  fails("ENTROPY", thrown));
});

test("a clock of the host cannot make ids itself", () => {
    const all = fresh();
    for (const name of OF_TIME) {
        const call = OF_RANDOM[name];
        for (const inner of [() => all.g.v7(), () => all.g.convert(A6, "base58"),
                             () => all.uuid.v1()]) {
            assert.throws(() => replacing(Date, "now", () => (inner(), 5), () => call(all)),
                          fails("CLOCK"), name);
        }
        call(all);
    }
});

test("a host without crypto, or without leave to compile, hears what is needed", () => {
    const says = (reason, words) => (error) => fails(reason)(error) &&
                                               words.test(error.message);
    assert.throws(() => replacing(globalThis, "crypto", undefined, () => fresh().g.v7()),
                  says("ENTROPY", /Guidon needs Node\.js 20 or later/));
    const refuse = class { constructor() { throw new WebAssembly.CompileError("blocked"); } };
    for (const call of [(all) => all.g.v7(), (all) => all.g.convert(A6, "base58"),
                        (all) => new all.g.Generator()]) {
        const all = fresh();
        assert.throws(() => replacing(WebAssembly, "Module", refuse, () => call(all)),
                      says("STATE", /blocked.*'wasm-unsafe-eval'/));
        call(all);
    }
});

test("calls for text and for bytes in turns have 10,000 ids of a millisecond", () => {
    for (const [kind, ...turns] of [["v1", undefined, "bytes"],
                                    ["v6", "hex", undefined, undefined]]) {
        const all = fresh();
        const made = new Set();
        replacing(Date, "now", () => 1645557742000, () => {
            for (let i = 0; i < 10_000; i++) {
                made.add(all.g.convert(all.g[kind](turns[i % turns.length]), "hex"));
            }
            assert.throws(() => all.g[kind]("bytes"), fails("OVERFLOW"));
        });
        assert.equal(made.size, 10_000);
    }
});

test("more ids than the host has memory for are an error", () => {
    for (const n of [2 ** 32, 2 ** 40, 2 ** 53, Infinity]) {
        assert.throws(() => g.many("v7", n, "bytes"), fails("ARGUMENT"));
    }
    const refuse = class { constructor() { throw new RangeError("Array buffer allocation"); } };
    const all = fresh();
    all.g.v7();
    assert.throws(() => replacing(globalThis, "Uint8Array", refuse,
                                  () => all.g.many("v7", 5, "bytes")), fails("MEMORY"));
});

// ---------------------------------------------------------------------- arguments

const detached = new Uint8Array(16);
structuredClone(detached, { transfer: [detached.buffer] });
const VALUES = [
    undefined, null, true, 0, -1, 1.5, NaN, Infinity, 2 ** 40, 2 ** 53, 1n, -1n, 1n << 200n,
    "", "x", "v7", "bytes", "lines", "constructor", "__proto__", "\ud800", "9".repeat(70_000),
    Symbol("s"), () => 5, [], [1, 2], {}, Object.create(null), new Map(), new Proxy({}, {}),
    { toString: null }, { toString() { throw thrown; } }, { as: {} }, { at: null }, { at: {} },
    { kind: {} }, { version: {} }, { forms: {} }, { forms: [null] }, { forms: Symbol("s") },
    { node: 5 }, { clockSeq: "5" }, new Date(NaN), Object.create(Date.prototype), detached,
    new Uint8Array(0), new Uint8Array(16).fill(1), Object.create(Uint8Array.prototype),
    new Proxy(new Uint8Array(16), {}), Object.freeze(Array(16).fill(0)), new Float64Array(16),
    new DataView(new ArrayBuffer(16)), new ArrayBuffer(16),
    new Uint8Array(new ArrayBuffer(16, { maxByteLength: 32 })),
    new Uint8Array(new SharedArrayBuffer(16)),
];

const KEY = new Uint8Array(16).fill(1);
/** Arguments that are right, for each function. */
const RIGHT = {
    ...Object.fromEntries(KINDS.map((kind) => [kind, ["uuid"]])),
    v3: [A6, "a", "uuid"], v5: [A6, "a", "uuid"], v8: [A6, "a", "uuid"],
    v8Custom: [new Uint8Array(16), "uuid"], many: ["v7", 3, "uuid"],
    derive: [0, new Uint8Array(32).fill(1), "a", "uuid"],
    mask: [A6, KEY, "uuid"], unmask: [g.mask(A6, KEY), KEY, "uuid"],
    typeid: ["user", A6], parseTypeid: ["user_01h455vb4pex5vsknk084sn02q", "uuid"],
    parse: [A6, {}], parseLines: [A6, "v7"], stringify: [A6, "uuid"], convert: [A6, "hex"],
    validate: [A6, {}], canParse: [A6, {}], detect: [A6], forms: [], show: [A6],
    scan: [A6, {}], version: [A6], variant: [A6], timeOf: [A6, {}], nanosecondsOf: [A6, {}],
    nodeOf: [A6], clockSeqOf: [A6], floor: [0, "v7", "uuid"], ceil: [0, "v7", "uuid"],
    v1ToV6: ["c232ab00-9414-11ec-b3c8-9f6bdeced846", "uuid"],
    v6ToV1: ["1ec9414c-232a-6b00-b3c8-9f6bdeced846", "uuid"],
    ulidToV7: ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "uuid"],
};

/** A call returns, or it throws a GuidonError of at most 600 letters. */
function returnsOrRefuses(call, name, index) {
    try {
        call();
        return 0;
    } catch (error) {
        assert.ok(error instanceof g.GuidonError && error.message.length <= 600,
                  `${name}, argument ${index}: ${error}`);
        return 1;
    }
}

test("no argument makes a function throw anything else than GuidonError", () => {
    const functions = Object.keys(g).filter((name) => /^[a-z]/.test(name));
    assert.deepEqual(Object.keys(RIGHT).sort(), functions.sort());
    let refused = 0;
    for (const name of functions) {
        g[name](...RIGHT[name]);
        for (let index = 0; index < RIGHT[name].length; index++) {
            for (const value of VALUES) {
                const words = RIGHT[name].map((word, i) => i === index ? value : word);
                refused += returnsOrRefuses(() => g[name](...words), name, index);
            }
        }
    }
    const own = new g.Generator();
    for (const value of VALUES) {
        for (const name of [...KINDS, "typeid"]) {
            refused += returnsOrRefuses(() => own[name](value), name, 0);
        }
        for (const option of ["now", "random", "layout", "rollback", "overflow", "node",
                              "clockSeq"]) {
            refused += returnsOrRefuses(() => {
                const other = new g.Generator({ [option]: value });
                KINDS.forEach((kind) => other[kind]());
            }, option, 0);
        }
        refused += returnsOrRefuses(() => new g.Generator(value), "Generator", 0);
    }
    assert.ok(refused > 2000, `${refused} calls failed`);
    assert.equal(g.convert(A6, "hex"), A6.replaceAll("-", ""));
});
