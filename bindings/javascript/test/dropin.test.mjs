// SPDX-License-Identifier: MIT
// guidon/uuid and guidon/ulid do what the packages uuid and ulid do: by the tests that
// these packages published, and by calls of both with equal arguments.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import process from "node:process";
import test from "node:test";

import fc from "fast-check";
import * as guidon from "guidon";
import * as guidonUlid from "guidon/ulid";
import * as guidonUuid from "guidon/uuid";
import * as typeidJs from "typeid-js";
import * as ulid from "ulid";
import * as uuid from "uuid";

fc.configureGlobal({ seed: 9562 }); // each run has the same inputs

const UUID_TESTS = "node_modules/uuid-tests/dist/esm/test";

// README.md says why.
const UUID_EXCEPTIONS = ["should uses native randomUUID() if no option is passed"];

/** The names of tests in the output of node, without their folders. */
const named = (tap, result) =>
    [
        ...tap.matchAll(
            new RegExp(`^ *${result} \\d+ - (?!.*\\.test\\.js$)(.*?)(?: # .*)?$`, "gm"),
        ),
    ].map(([, name]) => name.replaceAll("\\\\", "\\"));

test("the published tests of uuid pass, but for the exceptions", () => {
    const tests = fs.readdirSync(UUID_TESTS).filter((name) => name.endsWith(".test.js"));
    const { stdout, stderr } = spawnSync(
        process.execPath,
        [
            "--import",
            "./uuid-hooks.mjs",
            "--test",
            "--test-reporter=tap",
            ...tests.map((name) => `${UUID_TESTS}/${name}`),
        ],
        { encoding: "utf8", env: { ...process.env, NODE_TEST_CONTEXT: undefined } },
    );
    const suites = ["parse", "rng", "stringify", "v1", "v35", "v4", "v6", "v7", "validate"];
    const failed = named(stdout, "not ok").filter((name) => !suites.includes(name));
    assert.deepEqual(failed, UUID_EXCEPTIONS, stderr);
    assert.ok(named(stdout, "ok").length >= 60, stdout);
});

/** Runs a test file of mocha's: its suites run when they are described. */
function runMocha(file, modules) {
    const failed = [];
    let passed = 0;
    let suite;
    const describe = (name, body) => {
        const outer = suite;
        suite = { before: [], it: [], after: [] };
        body();
        [...suite.before, ...suite.it, ...suite.after].forEach((run) => run());
        suite = outer;
    };
    const it = (name, body) =>
        suite.it.push(() => {
            try {
                body();
                passed++;
            } catch (error) {
                failed.push(`${name}: ${error.message}`);
            }
        });
    const hook = (when) => (body) => suite[when].push(body);
    const run = new Function(
        "require",
        "describe",
        "it",
        "before",
        "after",
        fs.readFileSync(file, "utf8"),
    );
    run((name) => modules[name], describe, it, hook("before"), hook("after"));
    return { passed, failed };
}

test("the published tests of ulid pass", () => {
    const real = Date.now;
    const lolex = {
        install: ({ now }) => {
            Date.now = () => now;
            return {
                uninstall: () => {
                    Date.now = real;
                },
            };
        },
    };
    const dropIn = { ...guidonUlid, detectPrng: guidonUlid.detectPRNG };
    const { passed, failed } = runMocha("node_modules/ulid-tests/test.js", {
        assert,
        lolex,
        "./dist/ulid.umd.js": dropIn,
    });
    assert.deepEqual(failed, []);
    assert.equal(passed, 32);
    assert.equal(Date.now, real);
});

test("the drop-ins have every export", () => {
    const missing = (own, due) =>
        Object.keys(due).filter((name) => name !== "default" && !(name in own));
    assert.deepEqual(missing(guidonUuid, uuid), []);
    assert.deepEqual(missing(guidonUlid, ulid), []);
});

// ------------------------------------------------------ both with equal arguments

/** What a call returns, or the name and the message of its error. */
function outcome(call) {
    try {
        return { returned: call() };
    } catch (error) {
        return { name: error.name, message: error.message, code: error.code };
    }
}

function alike(own, peer, ...inputs) {
    assert.deepEqual(outcome(own), outcome(peer), JSON.stringify(inputs));
}

const random = fc.uint8Array({ minLength: 16, maxLength: 16 });
const msecs = fc.integer({ min: 0, max: 2 ** 42 });
const hex = fc.string({
    unit: fc.constantFrom(..."0123456789abcdefABCDEF"),
    minLength: 32,
    maxLength: 32,
});
const dashed = hex.map((text) => text.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"));
const uuidText = fc.oneof(
    dashed,
    random.map((bytes) => uuid.v4({ random: bytes })),
    random.map((bytes) => uuid.v7({ random: bytes })),
    fc.string(),
    fc.constantFrom(uuid.NIL, uuid.MAX, undefined, null, 5),
);
const maybe = (arbitrary) => fc.option(arbitrary, { nil: undefined });
/** A buffer of a length, and an offset that may be outside. */
const place = maybe(
    fc.tuple(fc.integer({ min: 0, max: 40 }), maybe(fc.integer({ min: -2, max: 40 }))),
);

/** The arguments after the first ones: a fresh buffer and its offset. */
const placeOf = (where) => (where ? [new Uint8Array(where[0]), where[1]] : []);

test("uuid: makers of given random bytes and times", () => {
    const options = fc.record({
        random,
        msecs,
        nsecs: maybe(fc.integer({ min: 0, max: 9999 })),
        clockseq: maybe(fc.integer({ min: 0, max: 0x3fff })),
        node: maybe(fc.uint8Array({ minLength: 6, maxLength: 6 })),
        seq: maybe(fc.integer({ min: 0, max: 2 ** 31 - 1 })),
    });
    fc.assert(
        fc.property(options, place, (given, where) => {
            for (const name of ["v1", "v4", "v6", "v7"]) {
                const copy = () => ({ ...given, random: given.random.slice() });
                alike(
                    () => guidonUuid[name](copy(), ...placeOf(where)),
                    () => uuid[name](copy(), ...placeOf(where)),
                    name,
                    given,
                    where,
                );
            }
        }),
        { numRuns: 1000 },
    );
    for (const name of ["v1", "v4", "v7"]) {
        const short = { random: new Uint8Array(15) };
        alike(
            () => guidonUuid[name](short),
            () => uuid[name](short),
        );
    }
});

test("uuid: calls without options rise, and so does v6 with an empty object", () => {
    const calls = {
        "v6({})": (of) => of.v6({}),
        "v6()": (of) => of.v6(),
        "v7()": (of) => of.v7(),
        "v6({}, buffer)": (of) => uuid.stringify(of.v6({}, new Uint8Array(16))),
    };
    for (const [name, call] of Object.entries(calls)) {
        for (const of of [uuid, guidonUuid]) {
            const ids = Array.from({ length: 200 }, () => call(of));
            assert.deepEqual(ids, [...new Set(ids)].sort(), name);
        }
    }
});

test("uuid: a time outside the range of the version is an error", () => {
    const ranges = { v1: [-12219292800000, 103072857660684], v7: [0, 2 ** 48 - 1] };
    ranges.v6 = ranges.v1;
    for (const [name, [first, last]] of Object.entries(ranges)) {
        for (const msecs of [first, last]) {
            assert.ok(uuid.validate(guidonUuid[name]({ msecs })));
        }
        for (const msecs of [first - 1, last + 1]) {
            assert.throws(() => guidonUuid[name]({ msecs }), { name: "GuidonError" });
        }
    }
    for (const name of ["v1", "v6", "v7"]) {
        // null is no time, as for uuid
        const bytes = new Uint8Array(16);
        const options = { random: bytes, msecs: null, nsecs: null };
        assert.equal(guidonUuid[name](options).slice(0, 4), uuid[name](options).slice(0, 4));
    }
});

const BYTES = Uint8Array.from({ length: 16 }, (_, i) => i * 13);

/** Calls of wrong arguments that differ, as the README says: a call, and what `guidon/uuid`
 * returns, or the class of its error. */
const UUID_DIFFERS = [
    [(of) => of.v1({ msecs: "5", random: BYTES }), guidonUuid.v1({ msecs: 5, random: BYTES })],
    [(of) => of.v1({ msecs: NaN, random: BYTES }), "GuidonError"],
    [(of) => of.v6({ msecs: 5, nsecs: Infinity, random: BYTES }), "GuidonError"],
    [(of) => of.v7({ msecs: NaN, random: BYTES }), "GuidonError"],
    [(of) => of.v7({ msecs: -1, random: BYTES }), "GuidonError"],
    [(of) => of.v1({ msecs: 5, node: [1, 2, 3], random: BYTES }), "GuidonError"],
    [
        (of) => of.v1({ msecs: 5, clockseq: 0x7fff, random: BYTES }),
        guidonUuid.v1({ msecs: 5, clockseq: 0x3fff, random: BYTES }),
    ],
    [(of) => of.v4({ random: Array(16).fill(300) }), "2c2c2c2c-2c2c-4c2c-ac2c-2c2c2c2c2c2c"],
    [(of) => of.v4({ random: Array(16).fill(1.7) }), "01010101-0101-4101-8101-010101010101"],
    [(of) => of.v5("a", { length: 16 }), "TypeError"],
    [(of) => of.v1ToV6(5), "TypeError"],
];

/** What a call returns, or the name of its error. */
function outcomeOf(call) {
    try {
        return call();
    } catch (error) {
        return error.name;
    }
}

test("uuid: wrong arguments differ where the README says", () => {
    for (const [call, due] of UUID_DIFFERS) {
        assert.equal(
            outcomeOf(() => call(guidonUuid)),
            due,
            String(call),
        );
        assert.notDeepEqual(
            outcomeOf(() => call(uuid)),
            due,
            String(call),
        );
    }
    assert.equal(
        outcomeOf(() => guidonUlid.incrementBase32(5)),
        "TypeError",
    );
    assert.equal(
        outcomeOf(() => ulid.incrementBase32(5)),
        "ULIDError",
    );
});

test("uuid: names", () => {
    const value = fc.oneof(
        fc.string({ unit: "grapheme" }),
        fc.string({ unit: "binary" }),
        fc.uint8Array(),
    );
    fc.assert(
        fc.property(value, fc.oneof(uuidText, random), place, (name, namespace, where) => {
            for (const version of ["v3", "v5"]) {
                alike(
                    () => guidonUuid[version](name, namespace, ...placeOf(where)),
                    () => uuid[version](name, namespace, ...placeOf(where)),
                    name,
                    namespace,
                );
            }
        }),
        { numRuns: 1000 },
    );
    alike(
        () => guidonUuid.v5("\ud800", uuid.v5.DNS),
        () => uuid.v5("\ud800", uuid.v5.DNS),
    );
    // What has no length is no name, and must not be the empty one.
    for (const name of [
        0,
        1,
        NaN,
        true,
        10n,
        Symbol.iterator,
        {},
        { a: 1 },
        new Date(0),
        new Map([[1, 2]]),
        new Set([1, 2]),
        new ArrayBuffer(5),
        new DataView(new ArrayBuffer(3)),
        /x/,
        null,
        undefined,
        new Uint16Array([1, 2]),
        new Uint16Array([257, 258]),
        ["1", "2"],
        [],
        new String("abc"),
        new String("12"),
        { length: 3 },
    ]) {
        for (const version of ["v3", "v5"]) {
            const [own, peer] = [guidonUuid, uuid].map((one) =>
                outcome(() => one[version](name, uuid.v5.DNS)),
            );
            assert.deepEqual(own.name ?? own, peer.name ?? peer, typeof name);
        }
    }
});

test("uuid: text", () => {
    fc.assert(
        fc.property(uuidText, (text) => {
            for (const name of ["validate", "parse", "version"]) {
                alike(
                    () => guidonUuid[name](text),
                    () => uuid[name](text),
                    name,
                    text,
                );
            }
        }),
        { numRuns: 3000 },
    );
    fc.assert(
        fc.property(fc.uint8Array({ maxLength: 20 }), maybe(fc.nat(4)), (bytes, at) =>
            alike(
                () => guidonUuid.stringify(bytes, at),
                () => uuid.stringify(bytes, at),
                bytes,
            ),
        ),
    );
});

test("uuid: versions 1 and 6", () => {
    fc.assert(
        fc.property(random, msecs, (bytes, ms) => {
            const v1 = uuid.v1({ random: bytes, msecs: ms });
            const v6 = uuid.v1ToV6(v1);
            assert.deepEqual([guidonUuid.v1ToV6(v1), guidonUuid.v6ToV1(v6)], [v6, v1]);
            assert.deepEqual(guidonUuid.v1ToV6(uuid.parse(v1)), uuid.v1ToV6(uuid.parse(v1)));
        }),
    );
});

/** A random function that repeats: both packages get the same numbers. */
function prngOf(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

test("ulid: numbers of the caller that are no numbers", () => {
    for (const value of [NaN, -1, -0.5, 0.1, 1, 1.5, undefined, "x"]) {
        const prng = () => value;
        alike(
            () => guidonUlid.ulid(1, prng),
            () => ulid.ulid(1, prng),
            value,
        );
        alike(
            () => guidonUlid.encodeTime(1, value),
            () => ulid.encodeTime(1, value),
            value,
        );
    }
});

const crockford = fc.string({
    unit: fc.constantFrom(..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"),
    minLength: 26,
    maxLength: 26,
});
const small = crockford.map((text) => `7${text.slice(1)}`);

test("ulid: makers of given times and random numbers", () => {
    const times = fc.array(
        fc.oneof(msecs, fc.constantFrom(0, NaN, undefined, -1, 0.5, 2 ** 48, 2 ** 48 - 1)),
    );
    fc.assert(
        fc.property(fc.nat(), times, (seed, seeds) => {
            const real = Date.now;
            Date.now = () => 1469918176385;
            try {
                const [own, peer] = [guidonUlid, ulid].map((all) => [
                    (at, prng) => all.ulid(at, prng),
                    all.monotonicFactory(prngOf(seed)),
                ]);
                const [left, right] = [prngOf(seed), prngOf(seed)];
                for (const at of seeds) {
                    alike(
                        () => own[0](at, left),
                        () => peer[0](at, right),
                        at,
                    );
                    if (at >= 0 && at < 2 ** 48 && Number.isInteger(at)) {
                        alike(
                            () => own[1](at),
                            () => peer[1](at),
                            at,
                        );
                    }
                }
            } finally {
                Date.now = real;
            }
        }),
        { numRuns: 500 },
    );
});

test("ulid: text and times", () => {
    const text = fc.oneof(
        small,
        crockford,
        small.map((id) => id.toLowerCase()),
        fc.string(),
        fc.string({ minLength: 26, maxLength: 26 }),
    );
    fc.assert(
        fc.property(text, (id) => {
            const [own, peer] = [guidonUlid, ulid].map((all) => outcome(() => all.decodeTime(id)));
            assert.deepEqual([own.returned, own.code], [peer.returned, peer.code], id);
            alike(
                () => guidonUlid.ulidToUUID(id),
                () => ulid.ulidToUUID(id),
                id,
            );
            alike(
                () => guidonUlid.fixULIDBase32(id),
                () => ulid.fixULIDBase32(id),
                id,
            );
            assert.equal(guidonUlid.isValid(id), ulid.isValid(id) && id[0] < "8", id);
        }),
        { numRuns: 2000 },
    );
    fc.assert(
        fc.property(fc.oneof(uuidText, dashed), (id) =>
            alike(
                () => guidonUlid.uuidToULID(id),
                () => ulid.uuidToULID(id),
                id,
            ),
        ),
    );
    fc.assert(
        fc.property(fc.oneof(msecs, fc.double()), maybe(fc.nat(14)), (ms, len) =>
            alike(
                () => guidonUlid.encodeTime(ms, len),
                () => ulid.encodeTime(ms, len),
                ms,
                len,
            ),
        ),
    );
    fc.assert(
        fc.property(
            fc.oneof(
                crockford,
                crockford.map((id) => `${id}ZZZ`),
                fc.constantFrom("", "Z", "ZZZ", "YZ", "uZ"),
                fc.string(),
            ),
            (id) =>
                alike(
                    () => guidonUlid.incrementBase32(id),
                    () => ulid.incrementBase32(id),
                    id,
                ),
        ),
    );
});

// ------------------------------------------------------------------------ typeid-js

/** What a call of the README returns, with the functions of a package. */
function evaluated(call, functions, values) {
    const scope = { ...functions, ...values };
    return new Function(...Object.keys(scope), `return ${call}`)(...Object.values(scope));
}

test("typeid-js: the calls of the README have equal results", () => {
    const readme = fs.readFileSync("node_modules/guidon/README.md", "utf8");
    const [section] = /^## In place of `typeid-js`$.*?^## /ms.exec(readme);
    const rows = [...section.matchAll(/^\| (`.*`) \| `(.*)` \|$/gm)];
    assert.equal(rows.length, 9);
    fc.assert(
        fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
            bytes[6] = (bytes[6] & 0x0f) | 0x40; // typeid-js writes these as UUIDs
            bytes[8] = (bytes[8] & 0x3f) | 0x80;
            const uuid = guidon.format(bytes),
                text = guidon.typeid("a__user", uuid);
            const values = { bytes, uuid, text, suffix: text.slice(-26) };
            for (const [, theirs, own] of rows) {
                const result = evaluated(own, guidon, values);
                const calls = theirs.slice(1, -1).split("`, `");
                assert.equal(calls.length, 2);
                for (const call of calls) {
                    const due = evaluated(call, typeidJs, values);
                    if (/^typeid\("\w*"\)$/.test(own)) {
                        // a new id
                        assert.equal(result.slice(0, -26), due.slice(0, -26), call);
                        assert.equal(guidon.versionOf(result.slice(-26)), 7, call);
                    } else {
                        assert.deepEqual(result, due, call);
                    }
                }
            }
        }),
    );
});

test("typeid-js: both take the same texts", () => {
    const text = fc
        .tuple(
            fc.constantFrom("", "a", "a_b", "user", "_a", "a_", "A", "a".repeat(64)),
            fc.stringMatching(/^[0-9a-hjkmnp-tv-z]{25,27}$/),
            fc.nat(100),
            fc.constantFrom("", "u", "A", "_", "é", "8", "7"),
        )
        .map(([prefix, suffix, at, letter]) => {
            const whole = prefix === "" ? suffix : `${prefix}_${suffix}`;
            return letter === "" ? whole : whole.slice(0, at) + letter + whole.slice(at + 1);
        });
    const taken = new Set();
    fc.assert(
        fc.property(text, (word) => {
            const results = [
                () => typeidJs.TypeID.fromString(word),
                () => guidon.typeidParse(word),
            ].map((call) => {
                try {
                    call();
                    return true;
                } catch {
                    return false;
                }
            });
            assert.equal(results[1], results[0]);
            taken.add(results[0]);
        }),
        { numRuns: 2000 },
    );
    assert.equal(taken.size, 2);
});
