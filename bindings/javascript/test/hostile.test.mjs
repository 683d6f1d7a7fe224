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
const nextJob = () => new Promise((done) => setImmediate(done));

/** What functions of the caller do: `now`, `random`, and both of a Generator `own`. */
const CLOCKS = {
    "throws": () => {
        throw thrown;
    },
    "throws null": () => {
        throw null;
    },
    "returns NaN": () => NaN,
    "returns Infinity": () => Infinity,
    "returns a time outside of Date": () => 9e15,
    "returns text": () => "1645557742000",
    "returns a bigint": () => 1645557742000n,
    "returns a promise": async () => 1645557742000,
    "returns nothing": () => {},
    "returns an object": () => new Date(0),
    "returns an object with a value": () => ({ valueOf: () => 5, then() {} }),
    "is a generator": function* () {
        yield 1645557742000;
    },
    "overflows the stack": function down() {
        down();
    },
};
const RANDOMS = {
    "throws": () => {
        throw thrown;
    },
    "throws undefined": () => {
        throw undefined;
    },
    "fills nothing": () => {},
    "returns new bytes": () => new Uint8Array(16).fill(7),
    "fills later": async (bytes) => {
        await null;
        bytes.fill(7);
    },
    "is a generator": function* (bytes) {
        yield bytes.fill(7);
    },
    "overflows the stack": function down() {
        down();
    },
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
    const own = new g.Generator({
        ...good,
        [name]: (bytes) => (state.isBad ? action(bytes, own) : good[name](bytes)),
    });
    return { own, state };
}

test("a clock or a random source may do anything, and the next id is right", () => {
    for (const [name, reason, actions] of [
        ["now", "CLOCK", { ...CLOCKS, ...BOTH }],
        ["random", "ENTROPY", { ...RANDOMS, ...BOTH }],
    ]) {
        for (const [what, action] of Object.entries(actions)) {
            const { own, state } = generatorOf(name, action);
            const due = generatorOf(name, action).own;
            for (const kind of ["v7", "ulid"]) {
                assert.equal(own[kind](), due[kind]());
                for (const call of [
                    () => own[kind](),
                    () => own[kind]("bytes"),
                    () => own.many(kind, 3),
                ]) {
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

test("a clock or a random source may use others at once, and its Generator later", async () => {
    for (const [name, good] of [
        ["now", () => 1645557742000],
        ["random", (bytes) => crypto.getRandomValues(bytes)],
    ]) {
        const others = [],
            made = [];
        const makeLater = async (own) => {
            await null;
            made.push(own.v7());
        };
        const { own, state } = generatorOf(name, (bytes) => {
            state.isBad = false;
            others.push(
                new g.Generator().v7(),
                new g.Generator().many("v4", 300)[299],
                g.v7(),
                g.ulid("uuid"),
                g.v5("a", g.v4()),
                g.convert(g.v4(), "uuid"),
            );
            makeLater(own);
            return good(bytes);
        });
        for (const call of [() => own.v7(), () => own.many("v7", 3)[2]]) {
            state.isBad = true;
            made.push(call());
        }
        await nextJob();
        assert.deepEqual([new Set(others).size, new Set(made).size], [12, 4], name);
        made.forEach((id) => assert.equal(g.timeOf(id).getTime(), 1645557742000));
    }
});

test("the exception of a function is the cause of the error", () => {
    for (const [name, reason] of [
        ["now", "CLOCK"],
        ["random", "ENTROPY"],
    ]) {
        const { own, state } = generatorOf(name, CLOCKS.throws);
        state.isBad = true;
        assert.throws(
            () => own.v7(),
            (error) => fails(reason, thrown)(error) && error.message.endsWith(": none"),
        );
        state.isBad = false;
        own.v7();
        assert.throws(
            () => own.v4("base58"),
            (error) => error.cause === undefined,
        );
    }
    const own = new g.Generator({ now: () => own.v7().length });
    assert.throws(
        () => own.v7(),
        (error) => error.cause.reason === "ARGUMENT" && /must not call/.test(error.message),
    );
});

test("a random source never holds the memory of the module", () => {
    let kept;
    const own = new g.Generator({
        now: () => 1645557742000,
        random: (bytes) => {
            kept = bytes;
            bytes.fill(0xa5);
        },
    });
    const id = own.v4();
    assert.ok(kept.buffer.byteLength <= 256);
    new Uint8Array(kept.buffer).fill(0);
    assert.equal(own.v4(), id);
});

// -------------------------------------------------------------------------- hosts

/** Calls that ask Date.now or the host's random bits, of a package that made no ids. */
const OF_RANDOM = {
    ...Object.fromEntries(
        KINDS.filter((kind) => kind !== "v4").map((kind) => [kind, (all) => all.g[kind]()]),
    ),
    "v4 as bytes": (all) => all.g.v4("bytes"),
    "many": (all) => all.g.many("v7", 2),
    "typeid": (all) => all.g.typeid("user"),
    "v7 of a time": (all) => all.g.v7At(0),
    "ulid of a time": (all) => all.g.ulidAt(0),
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
const OF_TIME = [
    "v1",
    "v6",
    "v7",
    "ulid",
    "monotonicUlid",
    "many",
    "typeid",
    "uuid.v7",
    "ulid.ulid",
    "ulid.monotonicFactory",
];

test("a host whose functions fail gives a GuidonError, and works afterwards", () => {
    const fail = () => {
        throw thrown;
    };
    for (const [name, call] of Object.entries(OF_RANDOM)) {
        for (const [stub, cause] of [
            [fail, thrown],
            [(bytes) => bytes, undefined],
        ]) {
            const all = fresh();
            assert.throws(
                () => replacing(globalThis.crypto, "getRandomValues", stub, () => call(all)),
                fails("ENTROPY", cause),
                name,
            );
            call(all);
        }
    }
    for (const name of OF_TIME) {
        const all = fresh();
        for (const stub of [fail, () => NaN, () => "5"]) {
            assert.throws(
                () => replacing(Date, "now", stub, () => OF_RANDOM[name](all)),
                fails("CLOCK", stub === fail ? thrown : undefined),
                name,
            );
        }
        OF_RANDOM[name](all);
    }
    assert.throws(
        () => replacing(globalThis.crypto, "randomUUID", fail, () => g.v4()),
        fails("ENTROPY", thrown),
    );
});

/** Calls that need no module. Their clock may call other functions. */
const WITHOUT_MODULE = ["v7", "ulid", "monotonicUlid", "typeid", "uuid.v7", "ulid.ulid"];

test("a clock of the host cannot make ids itself", () => {
    for (const name of OF_TIME) {
        const all = fresh(),
            call = OF_RANDOM[name];
        for (const inner of [
            () => all.g.v7(),
            () => all.uuid.v1(),
            () => all.g.convert(A6, "base58"),
        ]) {
            const made = () =>
                replacing(
                    Date,
                    "now",
                    () => (inner(), 5),
                    () => call(all),
                );
            if (WITHOUT_MODULE.includes(name) && /convert/.test(inner)) {
                made();
            } else {
                assert.throws(made, fails("CLOCK"), `${name}, ${inner}`);
            }
        }
        call(all);
    }
});

test("a source of random bits that makes ids itself repeats none", () => {
    const all = fresh();
    const made = [];
    const real = crypto.getRandomValues.bind(crypto);
    let isInner = false;
    const random = (bytes) => {
        if (!isInner) {
            isInner = true;
            made.push(all.g.v7(), all.g.monotonicUlid(), all.g.ulid());
            isInner = false;
        }
        return real(bytes);
    };
    replacing(crypto, "getRandomValues", random, () => {
        for (let i = 0; i < 500; i++) {
            made.push(all.g.v7(), all.g.monotonicUlid(), all.g.ulid());
        }
    });
    assert.ok(made.length > 1510);
    assert.equal(new Set(made).size, made.length);
});

test("a host without crypto, or without leave to compile, hears what is needed", () => {
    const says = (reason, words) => (error) => fails(reason)(error) && words.test(error.message);
    assert.throws(
        () => replacing(globalThis, "crypto", undefined, () => fresh().g.v7()),
        says("ENTROPY", /Guidon needs Node\.js 20 or later/),
    );
    const refuse = class {
        constructor() {
            throw new WebAssembly.CompileError("blocked");
        }
    };
    for (const call of [
        (all) => all.g.v1(),
        (all) => all.g.convert(A6, "base58"),
        (all) => new all.g.Generator(),
    ]) {
        const all = fresh();
        assert.throws(
            () => replacing(WebAssembly, "Module", refuse, () => call(all)),
            says("STATE", /blocked.*'wasm-unsafe-eval'/),
        );
        call(all);
    }
});

/** Call `action` with a package and a clock, which `tick` milliseconds go on at each reading. A
 * pause takes the time that it is asked for, or is refused. */
function withPauses(tick, isAllowed, action) {
    const clock = { now: 1645557742000, pauses: 0 };
    const wait = (cell, index, value, ms) => {
        clock.pauses++;
        if (!isAllowed) {
            throw new TypeError("Atomics.wait cannot be called in this context");
        }
        clock.now += ms;
        return "timed-out";
    };
    replacing(Atomics, "wait", wait, () =>
        action(
            clock,
            (options) =>
                new (fresh().g.Generator)({
                    now: () => Math.floor((clock.now += tick)),
                    ...options,
                }),
        ),
    );
}

test("a Generator that waits lets the time of its clock pass", () => {
    withPauses(1e-3, true, (clock, make) => {
        for (const kind of ["v1", "v7", "monotonicUlid"]) {
            const own = make({ rollback: "wait" });
            const first = own[kind]();
            clock.now -= 30_000;
            clock.pauses = 0;
            const second = own[kind]();
            const due = g.timeOf(first, { kind }).getTime() - 10_000;
            assert.ok(Math.abs(clock.now - due) < 5, `${kind}: ${clock.now} of ${due}`);
            assert.ok(clock.pauses > 19_900 && clock.pauses <= 20_000, `${clock.pauses}`);
            assert.ok(kind === "v1" || second > first, `${second} after ${first}`);
        }
        const own = make({ rollback: "wait" });
        own.v7();
        clock.now -= 3_600_000; // more than a million pauses
        assert.throws(() => own.v7(), fails("CLOCK"));
        clock.now += 3_600_000;
        own.v7();
    });
});

test("a Generator waits a million readings for a clock that stands still, or without a pause", () => {
    withPauses(0, true, (clock, make) => {
        const own = make({ rollback: "wait" });
        own.v7();
        own.many("v1", 10_000);
        assert.throws(() => own.v1(), fails("OVERFLOW"));
        clock.now -= 70_000;
        assert.throws(() => own.v7(), fails("CLOCK"));
        assert.equal(clock.pauses, 0);
    });
    withPauses(1e-3, false, (clock, make) => {
        const own = make({ rollback: "wait" });
        own.v7();
        clock.now -= 10_500;
        own.v7();
        clock.now -= 20_000;
        assert.throws(() => own.v7(), fails("CLOCK"));
        assert.equal(clock.pauses, 1);
    });
});

test("calls for text and for bytes in turns have 10,000 ids of a millisecond", () => {
    for (const [kind, ...turns] of [
        ["v1", undefined, "bytes"],
        ["v6", "hex", undefined, undefined],
    ]) {
        const all = fresh();
        const made = new Set();
        replacing(
            Date,
            "now",
            () => 1645557742000,
            () => {
                for (let i = 0; i < 10_000; i++) {
                    made.add(all.g.convert(all.g[kind](turns[i % turns.length]), "hex"));
                }
                assert.throws(() => all.g[kind]("bytes"), fails("OVERFLOW"));
            },
        );
        assert.equal(made.size, 10_000);
    }
});

test("more ids than the host has memory for are an error", () => {
    for (const n of [2 ** 32, 2 ** 40, 2 ** 53, Infinity]) {
        assert.throws(() => g.many("v7", n, "bytes"), fails("ARGUMENT"));
    }
    const refuse = class {
        constructor() {
            throw new RangeError("Array buffer allocation");
        }
    };
    const all = fresh();
    all.g.many("v7", 1);
    assert.throws(
        () => replacing(globalThis, "Uint8Array", refuse, () => all.g.many("v7", 5, "bytes")),
        fails("MEMORY"),
    );
});

// --------------------------------------------------------------- code in arguments

/** An object or array whose every use runs `code` first. */
function trapped(target, code) {
    const traps = Object.getOwnPropertyNames(Reflect).map((name) => [
        name,
        (...words) => {
            code();
            return Reflect[name](...words);
        },
    ]);
    return new Proxy(target, Object.fromEntries(traps));
}

/** An iterable, the items of which a generator makes. */
const iterable = (items, code) => ({
    *[Symbol.iterator]() {
        for (const item of items) {
            code();
            yield item;
        }
    },
    length: items.length,
    slice: (...words) => items.slice(...words),
    ...items,
});

const BYTES = Array.from({ length: 16 }, (_, i) => i);
const TIMES = { msecs: 1645557742000, nsecs: 5, clockseq: 6, node: [1, 2, 3, 4, 5, 6] };
const number = (value, code) => ({
    valueOf() {
        code();
        return value;
    },
});
const { uuid, ulid } = fresh();

/** Calls that run `code` of an argument, and return the same each time. */
const RUNNING = {
    "parse": (code) => g.parse(A6, trapped({ as: "base58" }, code)),
    "parse, forms": (code) => g.parse(A6, { forms: trapped(["hex", "uuid"], code) }),
    "valid": (code) => g.valid(A6, trapped({ version: 7, rfc: true }, code)),
    "scan": (code) => g.scan(`${A6} ${A6}`, trapped({ hex: true, all: true }, code)),
    "timeNsOf": (code) => g.timeNsOf(A6, trapped({ kind: "ulid" }, code)),
    "timeOf": (code) => g.timeOf(A6, trapped({ kind: "v7" }, code)),
    "v1": (code) => g.v1(trapped({ at: 0, node: new Uint8Array(6), clockSeq: 5 }, code)),
    "v6": (code) => g.v6(trapped({ at: 0, node: new Uint8Array(6), clockSeq: 5 }, code)),
    "Generator": (code) =>
        g.clockSeqOf(new g.Generator(trapped({ clockSeq: 5, layout: "counter" }, code)).v1()),
    "uuid.v1": (code) => uuid.v1(trapped(TIMES, code)),
    "uuid.v1, random": (code) => uuid.v1({ msecs: 5, random: trapped(BYTES, code) }),
    "uuid.v1, numbers": (code) =>
        uuid.v1({ ...TIMES, msecs: number(5, code), clockseq: number(6, code) }),
    "uuid.v1, node": (code) => uuid.v1({ ...TIMES, node: iterable([1, 2, 3, 4, 5, 6], code) }),
    "uuid.v6": (code) => uuid.v6(trapped(TIMES, code)),
    "uuid.v4": (code) =>
        uuid.v4({
            rng() {
                code();
                return trapped(BYTES, code);
            },
        }),
    "uuid.v4 of an iterable": (code) => uuid.v4({ random: iterable(BYTES, code) }),
    "uuid.v7": (code) => uuid.v7({ msecs: 5, seq: number(7, code), random: BYTES }),
    "uuid.v7, random": (code) => uuid.v7({ msecs: 5, random: trapped(BYTES, code) }),
    "uuid.v4 into an array": (code) => [...uuid.v4({ random: BYTES }, trapped(Array(16), code))],
    "uuid.v3": (code) => uuid.v3(trapped([1, 2, 3], code), trapped(BYTES, code)),
    "uuid.v5": (code) => uuid.v5(iterable([1, 2, 3], code), A6),
    "uuid.v5 into an array": (code) => [...uuid.v5("a", A6, trapped(Array(16), code))],
    "uuid.stringify": (code) => uuid.stringify(trapped(g.parse(A6, { as: "bytes" }), code)),
    "uuid.v1ToV6": (code) => uuid.v1ToV6(trapped([...g.parse(RIGHT.v1ToV6[0])], code)),
    "ulid.ulid": (code) =>
        ulid.ulid(5, () => {
            code();
            return 0.5;
        }),
    "ulid.factory": (code) =>
        ulid.factory(() => {
            code();
            return 0.25;
        })(7),
    "ulid.monotonicFactory": (code) =>
        ulid.monotonicFactory(() => {
            code();
            return 0;
        })(9),
    "ulid.encodeRandom": (code) =>
        ulid.encodeRandom(4, () => {
            code();
            return 0.75;
        }),
};

/** Calls that refuse an argument, in a message with its text. */
const REFUSING = {
    "convert": (word) => g.convert(A6, word),
    "many": (word) => g.many("v7", word),
    "many, kind": (word) => g.many(word, 1),
    "floor": (word) => g.floor(word, 0),
    "v7": (word) => g.v7At(0, word),
    "derive": (word) => g.derive(0, new Uint8Array(32), "a", word),
    "Generator": (word) => new g.Generator({ clockSeq: word }).v1(),
    "Generator, now": (word) => new g.Generator({ now: word }),
    "v1": (word) => g.v1({ at: 0, clockSeq: word }),
};

/** Use both modules of the package, all functions of which share their memory. */
function usePackage() {
    return [
        g.convert(g.v4(), "base58"),
        g.v5("b", A6),
        g.derive(0, new Uint8Array(32), "x"),
        g.mask(A6, KEY),
        g.typeid("user"),
        g.many("ulid", 300, "lines"),
        g.scan(`${A6}x`.repeat(9)),
        g.detect(A6),
        uuid.v7(),
        uuid.v5("b", A6),
        ulid.ulid(),
    ];
}

/** What the code does once, and the error of the call if it has one. */
const CODES = {
    "uses the package": [usePackage],
    "uses the package later": [
        () => {
            Promise.resolve().then(usePackage);
        },
    ],
    "throws": [
        () => {
            throw thrown;
        },
        (error) => error === thrown,
    ],
    "overflows the stack": [
        function down() {
            down();
        },
        (error) => error instanceof RangeError,
    ],
    "fails in the package": [() => g.parse("x"), (error) => error.reason === "FORM"],
};

/** `code`, at its turn `at` alone. */
function atTurn(at, code) {
    let turn = 0;
    return Object.assign(() => turn++ === at && code(), { turns: () => turn });
}

test("code in arguments may use the package and throw, at each of its turns", async () => {
    for (const [name, call] of Object.entries(RUNNING)) {
        const counted = atTurn(-1, () => {});
        const due = call(counted);
        assert.ok(counted.turns() > 0, `${name} runs no code`);
        for (const [what, [code, isDue]] of Object.entries(CODES)) {
            for (let at = 0; at < Math.min(counted.turns(), 20); at++) {
                const where = `${name}: ${what} at turn ${at}`;
                if (isDue === undefined) {
                    assert.deepEqual(call(atTurn(at, code)), due, where);
                } else {
                    assert.throws(() => call(atTurn(at, code)), isDue, where);
                }
                assert.deepEqual(
                    call(() => {}),
                    due,
                    `after ${where}`,
                );
            }
        }
        await nextJob();
    }
});

test("code in a refused argument runs for the message alone", async () => {
    for (const [name, call] of Object.entries(REFUSING)) {
        for (const [what, [code]] of Object.entries(CODES)) {
            for (const member of ["toString", "valueOf", Symbol.toPrimitive]) {
                const run = () => {
                    code();
                    return "text";
                };
                assert.throws(
                    () => call({ toString: null, [member]: run }),
                    fails("ARGUMENT"),
                    `${name}: ${what} in ${String(member)}`,
                );
            }
        }
        await nextJob();
    }
    assert.equal(g.convert(A6, "hex"), A6.replaceAll("-", ""));
});

test("members of a Date or of bytes that lie are never called", () => {
    const lie = () => assert.fail("it was called");
    const lies = Object.fromEntries(
        [
            "getTime",
            "valueOf",
            "toString",
            "length",
            "buffer",
            "byteOffset",
            "byteLength",
            "slice",
            "subarray",
            "set",
            Symbol.iterator,
            Symbol.toPrimitive,
            Symbol.toStringTag,
            "constructor",
        ].map((name) => [name, { get: lie }]),
    );
    const lying = (value) => Object.defineProperties(value, lies);
    const bytes = () => lying(g.parse(A6));
    const at = () => lying(new Date(5));
    assert.equal(g.format(bytes()), A6);
    assert.equal(g.convert(bytes(), "hex"), A6.replaceAll("-", ""));
    assert.equal(g.v5(bytes(), bytes()), g.v5(g.parse(A6), A6));
    assert.equal(g.floor("v7", at()), g.floor("v7", 5));
    assert.equal(g.ulidAt(at()).slice(0, 10), g.floor("ulid", 5).slice(0, 10));
    assert.equal(
        g.derive(at(), lying(new Uint8Array(32).fill(1)), bytes()),
        g.derive(5, new Uint8Array(32).fill(1), g.parse(A6)),
    );
    assert.equal(g.mask(bytes(), lying(KEY.slice())), g.mask(A6, KEY));
    assert.equal(g.nodeOf(g.v1({ at: at(), node: lying(new Uint8Array(6)) })).length, 6);
    assert.equal(g.scan(lying(new TextEncoder().encode(A6))).length, 1);
});

/** What code does to an array of bytes, or to its buffer, while a call has it. */
const TAKING = {
    "detaches": (bytes) => structuredClone(bytes, { transfer: [bytes.buffer] }),
    "shrinks": (bytes) => bytes.buffer.resize(3),
    "grows": (bytes) => bytes.buffer.resize(64),
    "overwrites": (bytes) => bytes.fill(0x20),
};

test("bytes may be taken away while a call reads its options", () => {
    const resizable = (text) => {
        const bytes = new Uint8Array(new ArrayBuffer(text.length, { maxByteLength: 64 }));
        bytes.set(new TextEncoder().encode(text));
        return bytes;
    };
    for (const [what, take] of Object.entries(TAKING)) {
        const text = resizable(A6);
        const found = g.scan(text, {
            get typeid() {
                take(text);
                return true;
            },
        });
        assert.equal(found.length, what === "grows" ? 1 : 0, what);
        const out = resizable("0123456789abcdef");
        const write = () =>
            uuid.v4(
                {
                    get random() {
                        take(out);
                        return BYTES;
                    },
                },
                out,
            );
        if (out.length === 16 && ["detaches", "shrinks"].includes(what)) {
            assert.throws(write, RangeError, what);
        } else {
            assert.equal(uuid.stringify(write()), uuid.v4({ random: BYTES }), what);
        }
        const random = resizable("0123456789abcdef");
        const read = () =>
            uuid.v1({
                random,
                get msecs() {
                    take(random);
                    return 5;
                },
                node: TIMES.node,
            });
        assert.equal(g.timeOf(read()).getTime(), 5, what);
        assert.equal(g.format(g.parse(A6)), A6, what);
    }
});

// ---------------------------------------------------------------------- arguments

const detached = new Uint8Array(16);
structuredClone(detached, { transfer: [detached.buffer] });
const VALUES = [
    undefined,
    null,
    true,
    0,
    -1,
    1.5,
    NaN,
    Infinity,
    2 ** 40,
    2 ** 53,
    1n,
    -1n,
    1n << 200n,
    "",
    "x",
    "v7",
    "bytes",
    "lines",
    "constructor",
    "__proto__",
    "\ud800",
    "9".repeat(70_000),
    Symbol("s"),
    () => 5,
    [],
    [1, 2],
    {},
    Object.create(null),
    new Map(),
    new Proxy({}, {}),
    { toString: null },
    {
        toString() {
            throw thrown;
        },
    },
    { as: {} },
    { at: null },
    { at: {} },
    { ["k".repeat(70_000)]: 1 },
    { kind: {} },
    { version: {} },
    { forms: {} },
    { forms: [null] },
    { forms: Symbol("s") },
    { node: 5 },
    { clockSeq: "5" },
    new Date(NaN),
    Object.create(Date.prototype),
    detached,
    new Uint8Array(0),
    new Uint8Array(16).fill(1),
    Object.create(Uint8Array.prototype),
    new Proxy(new Uint8Array(16), {}),
    Object.freeze(Array(16).fill(0)),
    new Float64Array(16),
    new DataView(new ArrayBuffer(16)),
    new ArrayBuffer(16),
    new Uint8Array(new ArrayBuffer(16, { maxByteLength: 32 })),
    new Uint8Array(new SharedArrayBuffer(16)),
];
const revoked = Proxy.revocable({}, {});
revoked.revoke();
VALUES.push(revoked.proxy);

/** Functions that take an object of options, with the place of it. */
const TAKES_OPTIONS = { v1: 0, v6: 0, parse: 1, valid: 1, timeOf: 1, timeNsOf: 1, scan: 1 };

const KEY = new Uint8Array(16).fill(1);
/** Arguments that are right, for each function. */
const RIGHT = {
    ...Object.fromEntries(KINDS.map((kind) => [kind, ["uuid"]])),
    v7At: [0, "uuid"],
    ulidAt: [0, "ulid"],
    v3: ["a", A6, "uuid"],
    v5: ["a", A6, "uuid"],
    v8Sha256: ["a", A6, "uuid"],
    v8: [new Uint8Array(16), "uuid"],
    many: ["v7", 3, "uuid"],
    derive: [0, new Uint8Array(32).fill(1), "a", "uuid"],
    mask: [A6, KEY, "uuid"],
    unmask: [g.mask(A6, KEY), KEY, "uuid"],
    typeid: ["user", A6],
    typeidParse: ["user_01h455vb4pex5vsknk084sn02q", "uuid"],
    parse: [A6, {}],
    parseLines: [A6, "v7"],
    format: [A6, "uuid"],
    stringify: [A6, "uuid"],
    convert: [A6, "hex"],
    validate: [A6, 0],
    valid: [A6, {}],
    detect: [A6],
    forms: [],
    show: [A6],
    scan: [A6, {}],
    shortLength: [1000, 0.999, "v7"],
    versionOf: [A6],
    variantOf: [A6],
    timeOf: [A6, {}],
    timeNsOf: [A6, {}],
    nodeOf: [A6],
    clockSeqOf: [A6],
    floor: ["v7", 0, "uuid"],
    ceil: ["v7", 0, "uuid"],
    v1ToV6: ["c232ab00-9414-11ec-b3c8-9f6bdeced846", "uuid"],
    v6ToV1: ["1ec9414c-232a-6b00-b3c8-9f6bdeced846", "uuid"],
    ulidAsV7: ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "uuid"],
    v8Append: [20, "uuid"],
    v8Sharded: [3, 4, "uuid"],
    v8AppendAt: [0, 28, "uuid"],
    v8ShardedAt: [0, 3, 4, "uuid"],
    v8AppendFloor: [0, 28, "uuid"],
    v8Floor: [0, 3, 4, "uuid"],
    v8Ceil: [0, 3, 4, "uuid"],
    v8Ranges: [0, 1, 4, "uuid"],
    shardOf: ["acme", 4],
    v8PrefixOf: [A6, 20],
    prefixedTimeOf: [A6, 20],
    prefixedTimeNsOf: [A6, 20],
};

/** A call returns, or it throws a GuidonError of at most 600 characters. */
function returnsOrRefuses(call, name, index) {
    try {
        call();
        return 0;
    } catch (error) {
        assert.ok(
            error instanceof g.GuidonError && error.message.length <= 600,
            `${name}, argument ${index}: ${error}`,
        );
        return 1;
    }
}

test("what a getter or a proxy of the options throws comes through", () => {
    const throwing = Object.fromEntries(
        ["at", "as", "forms", "version", "kind", "hex", "now"].map((name) => [
            name,
            {
                get() {
                    throw thrown;
                },
            },
        ]),
    ); // which no Object.keys lists
    const calls = Object.entries(TAKES_OPTIONS).map(
        ([name, place]) =>
            (options) =>
                g[name](...RIGHT[name].map((word, i) => (i === place ? options : word))),
    );
    for (const call of [...calls, (options) => new g.Generator(options)]) {
        assert.throws(
            () => call(Object.defineProperties({}, throwing)),
            (error) => error === thrown,
        );
        assert.throws(() => call(revoked.proxy), TypeError);
    }
});

test("no argument makes a function throw anything else than GuidonError", () => {
    const functions = Object.keys(g).filter((name) => /^[a-z]/.test(name));
    assert.deepEqual(Object.keys(RIGHT).sort(), functions.sort());
    let refused = 0;
    for (const name of functions) {
        g[name](...RIGHT[name]);
        for (let index = 0; index < RIGHT[name].length; index++) {
            for (const value of VALUES.filter(
                (value) => value !== revoked.proxy || index !== TAKES_OPTIONS[name],
            )) {
                const words = RIGHT[name].map((word, i) => (i === index ? value : word));
                refused += returnsOrRefuses(() => g[name](...words), name, index);
            }
        }
    }
    const own = new g.Generator();
    for (const value of VALUES) {
        for (const name of [...KINDS, "typeid"]) {
            refused += returnsOrRefuses(() => own[name](value), name, 0);
        }
        for (const option of [
            "now",
            "random",
            "layout",
            "rollback",
            "overflow",
            "node",
            "clockSeq",
            "prefix",
            "prefixBits",
            "prefixRandom",
        ]) {
            refused += returnsOrRefuses(
                () => {
                    const other = new g.Generator({ [option]: value });
                    KINDS.forEach((kind) => other[kind]());
                },
                option,
                0,
            );
        }
        if (value !== revoked.proxy) {
            refused += returnsOrRefuses(() => new g.Generator(value), "Generator", 0);
        }
    }
    assert.ok(refused > 2000, `${refused} calls failed`);
    assert.equal(g.convert(A6, "hex"), A6.replaceAll("-", ""));
});
