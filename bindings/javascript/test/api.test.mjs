// SPDX-License-Identifier: MIT
// The functions of the package.
import assert from "node:assert/strict";
import { once } from "node:events";
import fs from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import vm from "node:vm";
import { Worker } from "node:worker_threads";

import fc from "fast-check";
import * as g from "guidon";
import * as ulids from "guidon/ulid";
import * as uuids from "guidon/uuid";

import { boundsHold } from "./bounds.mjs";
import { checkAll } from "./everywhere.mjs";
import { files } from "./files.mjs";

fc.configureGlobal({ seed: 9562 }); // each run has the same inputs

const A6 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"; // RFC 9562, A.6
const KINDS = ["v1", "v4", "v6", "v7", "ulid", "monotonicUlid"];
const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });

const fails = (reason, offset) => (error) => {
    assert.ok(error instanceof g.GuidonError);
    assert.deepEqual([error.reason, error.offset], [reason, offset]);
    return true;
};

test("vectors, order, times and arrays", () => {
    const foreign = vm.runInNewContext("globalThis");
    assert.notEqual(foreign.Uint8Array, Uint8Array);
    checkAll({ guidon: g, uuid: uuids, ulid: ulids, foreign }, files);
});

test("import and require give the same functions", () => {
    const require = createRequire(import.meta.url);
    for (const [name, imported] of [
        ["guidon", g],
        ["guidon/uuid", uuids],
        ["guidon/ulid", ulids],
    ]) {
        assert.deepEqual({ ...require(name) }, { ...imported });
    }
});

test("ids keep their value through every form, bytes and bigint", () => {
    fc.assert(
        fc.property(bytes, fc.constantFrom(...g.forms(), "bytes", "bigint"), (id, as) => {
            if (as === "ncs") {
                return;
            }
            const there = g.convert(id, as);
            const back =
                as === "bytes" || as === "bigint"
                    ? g.convert(there, "bytes")
                    : g.parse(there, { forms: as });
            assert.deepEqual(back, id);
            assert.equal(g.convert(id, "bigint"), BigInt(`0x${Buffer.from(id).toString("hex")}`));
        }),
    );
});

test("no text makes a function throw anything else than GuidonError", () => {
    const text = fc.oneof(
        fc.string(),
        fc.string({ unit: "binary" }),
        fc.stringMatching(/^[0-9a-fA-FxX{}(),:_ -]{0,60}$/),
    );
    fc.assert(
        fc.property(text, (word) => {
            for (const call of [g.parse, g.typeidParse, g.versionOf, g.timeOf, g.show]) {
                try {
                    call(word);
                } catch (error) {
                    assert.ok(error instanceof g.GuidonError, String(error));
                    assert.ok(error.offset === undefined || error.offset <= word.length);
                }
            }
            assert.equal(typeof g.validate(word), "boolean");
            assert.ok(g.valid(word) || !g.validate(word));
            assert.ok(Array.isArray(g.detect(word)));
        }),
        { numRuns: 2000 },
    );
});

test("a wrong argument is an error that says what is right", () => {
    for (const call of [
        () => g.v7("base99"),
        () => g.v7("base58"),
        () => g.ulidAt(0, "int"),
        () => g.floor("v7", 0, "urn"),
        () => new g.Generator().v4("base58"),
        () => g.format(A6, "bytes"),
        () => g.validate(A6, { forms: "ulid" }),
        () => g.validate(A6, { lenient: true }),
        () => g.v7(5),
        () => g.v7(null),
        () => g.v7({ as: 5 }),
        () => g.v7At(0, 5),
        () => g.v7At(),
        () => g.v1({ as: 5 }),
        () => g.v7({ time: 0 }),
        () => g.v4({ at: 0 }),
        () => g.monotonicUlid({ at: 0 }),
        () => g.v1({ node: new Uint8Array(6) }),
        () => g.v1({ at: 0, clockSeq: 1.5 }),
        () => g.v1({ at: 0, node: new Uint8Array(7) }),
        () => g.v7At(-1),
        () => g.v7At("2022-02-22"),
        () => g.v7At(2 ** 48),
        () => g.v7(new Date(0)),
        () => g.v7At(null),
        () => g.ulidAt(true),
        () => g.ulidAt("5"),
        () => g.v7At(-1n),
        () => g.v7At(1n << 99n),
        () => g.derive(null, new Uint8Array(32), ""),
        () => g.many("constructor", 1),
        () => g.many("__proto__", 1),
        () => new g.Generator().many("toString", 1),
        () => g.parseLines("", "v2"),
        () => g.timeOf(A6, { kind: "ULID" }),
        () => g.many("v2", 1),
        () => g.many("v7", -1),
        () => g.many("v7", 1.5),
        () => g.many("v7", 1, "base99"),
        () => g.parse(5),
        () => g.format(5),
        () => g.format(new Uint8Array(15)),
        () => g.format([1, 2]),
        () => g.format(A6, "base99"),
        () => g.convert(A6),
        () => g.typeid(5),
        () => g.typeid("User"),
        () => g.v5(5, A6),
        () => g.v8(new Uint8Array(15)),
        () => g.derive(0, new Uint8Array(31), ""),
        () => g.mask(A6, new Uint8Array(32)),
        () => g.floor("v7", "now"),
        () => g.floor("v7", NaN),
        () => g.floor("v4", 0),
        () => g.parse(A6, { forms: "base99" }),
        () => g.scan(5),
        () => new g.Generator({ layout: "none" }).v7(),
        () => g.v5("a\ud800", A6),
        () => g.v8Sha256("\udc00\ud800", A6),
        () => g.derive(0, new Uint8Array(32).fill(1), "\udfff"),
    ]) {
        assert.throws(call, fails("ARGUMENT", undefined), String(call));
    }
    assert.throws(() => g.format(1n << 128n), fails("RANGE", undefined));
    assert.throws(() => g.format(-1n), fails("RANGE", undefined));
    for (const seconds of [1n << 64n, -1n << 70n]) {
        // these fit 64 bits if cut
        for (const call of [
            (at) => g.floor("v7", at),
            (at) => g.ceil("v6", at),
            (at) => g.v1({ at }),
        ]) {
            assert.throws(() => call(seconds * 10n ** 9n), fails("RANGE", undefined));
        }
    }
    assert.throws(() => g.format(A6, "ncs"), fails("VERSION", undefined));
    assert.throws(() => g.v1ToV6(A6), fails("VERSION", undefined));
    assert.throws(() => g.mask(g.NIL, new Uint8Array(16).fill(1)), fails("VERSION", undefined));
    assert.throws(() => g.parse(`${A6.slice(0, 35)}g`), fails("CHAR", 35));
});

test("a message about an argument names what is wrong and what is right", () => {
    const key = new Uint8Array(32);
    const milliseconds = "milliseconds from 0 to 281474976710655";
    for (const [call, ...words] of [
        [() => g.typeid("Aa"), `the prefix has "A" at offset 0`, "at most 63 letters a-z"],
        [() => g.typeid("a_"), `"_" at offset 1`, "'_' only between letters"],
        [() => new g.Generator().typeid("a\ud83d\udc26"), `"\ud83d\udc26" at offset 1`],
        [() => g.typeid("user\ud83d"), `"\\ud83d" at offset 4`],
        [() => g.typeid("a".repeat(64)), "the prefix has 64 characters"],
        [() => g.typeid("a".repeat(70_000)), "the prefix has 70000 characters"],
        [
            () => g.v7At(-1n),
            "a time is -1n; expected",
            milliseconds,
            "nanoseconds from 0n to 281474976710655999999n",
        ],
        [() => g.ulidAt(1n << 99n), `a time is ${1n << 99n}n`],
        [() => g.v7At(2 ** 48), "a time is 281474976710656; expected", milliseconds],
        [() => g.v7At(-0.5), "a time is -0.5;"],
        [() => g.v7At(NaN), "a time is NaN;"],
        [() => g.ulidAt(new Date(NaN)), "a time is Invalid Date;"],
        [() => g.v7At("2022-02-22"), "a time is 2022-02-22; expected a Date,"],
        [() => g.derive(new Date(-1), key, ""), "a time is ", milliseconds],
        [() => g.derive(0, key), "a string, a Uint8Array, a bigint or a safe integer"],
        [() => g.derive(0, key, {}), "a string, a Uint8Array, a bigint or a safe integer"],
        [() => g.v5(5, g.NIL), "the name must be a string or a Uint8Array"],
    ]) {
        assert.throws(
            call,
            (error) =>
                fails("ARGUMENT", undefined)(error) &&
                words.every((word) => error.message.includes(word)),
            String(call),
        );
    }
    assert.equal(g.timeOf(g.v7At(1.5)).getTime(), 1);
    assert.equal(g.timeOf(g.v7At(281474976710655999999n)).getTime(), 281474976710655);
});

/** Functions that take an object of options: a call, and the names of its options. */
const WITH_OPTIONS = {
    v1: [(options) => g.v1(options), ["at", "as", "node", "clockSeq"]],
    v6: [(options) => g.v6(options), ["at", "as", "node", "clockSeq"]],
    Generator: [
        (options) => new g.Generator(options),
        ["now", "random", "layout", "rollback", "overflow", "node", "clockSeq"],
    ],
    parse: [(options) => g.parse(A6, options), ["forms", "lenient", "exactCase", "as"]],
    valid: [(options) => g.valid(A6, options), ["forms", "lenient", "exactCase", "version", "rfc"]],
    timeOf: [(options) => g.timeOf(A6, options), ["kind"]],
    timeNsOf: [(options) => g.timeNsOf(A6, options), ["kind"]],
    scan: [(options) => g.scan(A6, options), ["ulidLower", "hex", "typeid", "all"]],
};

test("an option that a function does not have is an error that names those it has", () => {
    const slips = ["form", "versions", "kinds", "typeids", "ats", "toString", "x".repeat(200)];
    const all = new Set([...slips, ...Object.values(WITH_OPTIONS).flatMap(([, names]) => names)]);
    for (const [name, [call, names]] of Object.entries(WITH_OPTIONS)) {
        for (const option of all) {
            const options = { [option]: undefined };
            if (names.includes(option)) {
                call(options);
                continue;
            }
            assert.throws(
                () => call(options),
                (error) => {
                    fails("ARGUMENT", undefined)(error);
                    assert.ok(
                        error.message.startsWith(`unknown option ${option.slice(0, 100)}`),
                        `${name}: ${error.message}`,
                    );
                    assert.ok(
                        error.message.includes(`; expected ${names.join(", ")}`),
                        `${name}: ${error.message}`,
                    );
                    return true;
                },
                `${name}, ${option}`,
            );
        }
        for (const options of [null, true, () => 5, new Date(0), "base99"]) {
            assert.throws(
                () => call(options),
                fails("ARGUMENT", undefined),
                `${name}: ${String(options)}`,
            );
        }
    }
    for (const options of [{ version: 7 }, {}, null, "v7"]) {
        assert.throws(() => g.validate(A6, options), /valid\(text, options\) has them/);
    }
});

test("options may be those of a prototype", () => {
    const own = Object.create({ at: 5, clockSeq: 7, forms: "ulid", kind: "ulid" });
    assert.equal(g.clockSeqOf(g.v1(own)), 7);
    assert.equal(g.clockSeqOf(new g.Generator(own).v1()), 7);
    assert.ok(!g.valid(A6, own));
    assert.equal(g.timeNsOf(A6, own), BigInt(`0x${A6.replace("-", "").slice(0, 12)}`) * 1000000n);
});

test("functions that read a text or an id work as callbacks of an array", () => {
    const texts = [A6, g.NIL, "01ARZ3NDEKTSV4RRFFQ69G5FAV"];
    assert.deepEqual(
        texts.map(g.parse),
        texts.map((text) => g.parse(text)),
    );
    assert.ok(texts.every(g.validate) && texts.every(g.valid));
    assert.deepEqual(
        texts.map(g.timeOf),
        texts.map((text) => g.timeOf(text)),
    );
    assert.deepEqual(
        texts.map(g.scan),
        texts.map((text) => g.scan(text)),
    );
});

test("a text is read to its end, however long it is", () => {
    for (const rest of ["x", "\u00e9"]) {
        const text = A6 + " ".repeat(70000) + rest;
        assert.ok(!g.valid(text, { lenient: true }) && !g.validate(text), rest);
        assert.throws(() => g.parse(text, { lenient: true }), g.GuidonError);
    }
});

test("ids of a given time hold it", () => {
    const at = new Date("2022-02-22T19:22:22.123Z");
    for (const make of [
        (time) => g.v1({ at: time }),
        (time) => g.v6({ at: time }),
        g.v7At,
        g.ulidAt,
    ]) {
        assert.deepEqual(g.timeOf(make(at)), at);
        assert.deepEqual(g.timeOf(make(at.getTime())), at);
        assert.notEqual(make(at), make(at));
    }
    assert.equal(g.timeNsOf(g.v1({ at: 1645557742123456700n })), 1645557742123456700n);
    assert.deepEqual(g.timeOf(g.v1({ at: new Date(-1) })), new Date(-1));
    const id = g.v6({ at, node: Uint8Array.of(1, 2, 3, 4, 5, 6), clockSeq: 77 });
    assert.deepEqual([g.nodeOf(id), g.clockSeqOf(id)], [Uint8Array.of(1, 2, 3, 4, 5, 6), 77]);
});

test("many gives as many ids as asked, in each form", () => {
    for (const kind of KINDS) {
        const form = /ulid/i.test(kind) ? "ulid" : "uuid";
        for (const n of [0, 1, 1023, 1024, 1025, 3000]) {
            const texts = g.many(kind, n);
            assert.equal(new Set(texts).size, n);
            assert.ok(texts.every((text) => g.valid(text, { forms: form })));
        }
        assert.equal(g.many(kind, 2100, "bytes").length, 33600);
        assert.equal(new Set(g.many(kind, 2100, "hex")).size, 2100);
        assert.equal(new Set(g.many(kind, 2100, "bigint")).size, 2100);
    }
    const lines = g.many("ulid", 2100, "lines");
    assert.deepEqual(
        Buffer.from(g.parseLines(lines, "ulid")),
        Buffer.concat(
            lines
                .trim()
                .split("\n")
                .map((line) => g.parse(line)),
        ),
    );
});

test("parseLines says which letter is wrong, and takes a last line without its end", () => {
    const lines = g.many("v7", 2500, "lines");
    assert.equal(g.parseLines(lines.trimEnd()).length, 40000);
    assert.equal(g.parseLines("").length, 0);
    for (const at of [0, 37 * 1024 + 5, 37 * 2499 + 35, 36, 37 * 100 + 36]) {
        const broken = `${lines.slice(0, at)}g${lines.slice(at + 1)}`;
        assert.throws(() => g.parseLines(broken), fails("CHAR", at));
    }
    assert.throws(() => g.parseLines(lines.slice(0, -5)), fails("LENGTH", 37 * 2499 + 32));
});

test("a Generator asks its clock and random source for each id", () => {
    const asked = [];
    let now = 1645557742000;
    const own = new g.Generator({
        now: () => (asked.push("now"), now),
        random: (out) => (asked.push(out.length), out.fill(0xa5)),
    });
    assert.equal(own.v4(), "a5a5a5a5-a5a5-45a5-a5a5-a5a5a5a5a5a5");
    assert.deepEqual(g.timeOf(own.v7()), new Date(now));
    now += 5;
    assert.deepEqual(g.timeOf(own.v7()), new Date(now));
    assert.ok(asked.includes("now") && asked.includes(16));
    const before = own.v7();
    now -= 5;
    assert.ok(own.v7() > before);
});

test("two Generators of the same clock and bits make the same ids", () => {
    const make = () => {
        let seed = 1,
            now = 10 ** 12;
        const own = new g.Generator({
            now: () => (now += 3),
            random: (out) => {
                out.forEach((_, i) => {
                    seed = (seed * 1103515245 + 12345) >>> 0;
                    out[i] = seed >>> 24;
                });
            },
        });
        return KINDS.flatMap((kind) => [own[kind](), ...own.many(kind, 3)]);
    };
    assert.deepEqual(make(), make());
});

test("the options of a Generator hold", () => {
    let now = 10 ** 12;
    const node = Uint8Array.of(2, 3, 4, 5, 6, 7);
    const own = new g.Generator({
        now: () => now,
        node,
        clockSeq: 5,
        rollback: "fail",
        layout: "counter",
    });
    const id = own.v1();
    assert.deepEqual([g.nodeOf(id), g.clockSeqOf(id)], [node, 5]);
    own.v7();
    now -= 60000;
    assert.throws(() => own.v7(), fails("CLOCK", undefined));
    const other = new g.Generator({ now: () => now, layout: "unordered" });
    const ids = other.many("v7", 200);
    assert.notDeepEqual(ids, ids.toSorted?.() ?? [...ids].sort());
});

test("trace ids rise, and their last seven bytes are random", () => {
    const now = Date.UTC(2022, 1, 22, 19, 22, 22);
    const ids = new g.Generator({ now: () => now, layout: "trace" }).many("v7", 300);
    const fraction = (id) => parseInt(id.slice(15, 18) + id.slice(19, 21), 16) & 0xfff3f;
    assert.deepEqual(ids, [...ids].sort());
    assert.deepEqual(
        ids.map(fraction),
        ids.map((_, n) => ((n >> 6) << 8) | (n & 63)),
    );
    assert.equal(new Set(ids.map((id) => id.slice(-12))).size, 300);
});

test("a key ring gives a copy of a key by its number, and no text shows it", () => {
    const ring = new g.KeyRing(`2 ${"ab".repeat(16)}\n1 ${"cd".repeat(16)}\n`);
    assert.equal(ring.current, 2);
    ring.key(2).fill(0);
    assert.deepEqual(ring.key(2), new Uint8Array(16).fill(0xab));
    assert.equal(g.unmask(g.mask(A6, ring.key(1)), ring.key(1)), A6);
    for (const number of [3, "2", undefined, -1]) {
        assert.throws(() => ring.key(number), fails("ARGUMENT", undefined));
    }
    const torn = () => new g.KeyRing(`1 ${"ab".repeat(15)}`);
    assert.throws(torn, fails("LENGTH", 2));
    assert.throws(torn, /^GuidonError: line 1: the key has 30 hexadecimal digits/);
    assert.throws(() => new g.KeyRing(5), fails("ARGUMENT", undefined));
    assert.throws(() => new g.KeyRing("1 0".repeat(30000)), fails("ARGUMENT", undefined));
    assert.equal(JSON.stringify(ring), "{}");
});

test("other names of a kind continue its order, and a word of another list is an error", () => {
    for (const [name, other] of [
        ["v6", "uuid6"],
        ["v7", "uuid7"],
        ["ulid-monotonic", "monotonicUlid"],
    ]) {
        const one = new g.Generator({ now: () => 5 });
        const made = [...one.many(name, 2), ...one.many(other, 2), ...one.many(name, 2)];
        assert.deepEqual(made, [...made].sort());
        assert.equal(new Set(made).size, 6);
    }
    assert.equal(g.floor("uuid7", 5), g.floor("v7", 5));
    for (const word of ["v5", "nil", "v8", "uuid5"]) {
        assert.throws(
            () => g.many(word, 1),
            /expected v1, v4, v6, v7, v8-append, v8-sharded, ulid, ulid-monotonic/,
        );
        assert.throws(() => g.floor(word, 1), /expected v1, v6, v7, ulid/);
    }
});

test("valid asks for version and RFC 9562", () => {
    const future = "017f22e2-79b0-7cc3-f8c4-dc0c0c07398f";
    assert.ok(g.valid(A6, { version: 7, rfc: true }) && !g.valid(A6, { version: 4 }));
    assert.ok(g.valid(g.NIL, { rfc: true }) && g.valid(g.MAX, { rfc: true }));
    assert.ok(!g.valid(future, { rfc: true }) && !g.valid(future, { version: 7 }));
    for (const call of [g.validate, g.valid]) {
        assert.ok(call(A6) && call(A6.toUpperCase()) && call(future));
        assert.ok(call("01ARZ3NDEKTSV4RRFFQ69G5FAV"));
        assert.ok(!call(undefined) && !call(5) && !call(null) && !call("no id"));
    }
});

test("validate takes canonical text, and valid every form", () => {
    for (const form of g
        .forms()
        .slice(1)
        .filter((name) => name !== "ncs")) {
        const text = g.format(A6, form);
        assert.ok(g.valid(text, { forms: form }), form);
        // In base32human, this id looks like the ULID of another one.
        const isCanonical = ["uuid-upper", "ulid", "ulid-lower", "base32human"].includes(form);
        assert.equal(g.validate(text), isCanonical, form);
    }
    assert.ok(!g.valid(A6, { forms: "ulid" }) && !g.valid(A6, { forms: [] }));
    assert.ok(!g.valid(A6.toUpperCase(), { forms: "uuid", exactCase: true }));
});

test("functions of fields say which function reads other forms", () => {
    for (const call of [
        g.versionOf,
        g.variantOf,
        g.timeOf,
        g.nodeOf,
        g.v1ToV6,
        g.ulidAsV7,
        (id) => g.v5("a", id),
        (id) => g.typeid("user", id),
    ]) {
        assert.throws(
            () => call(`{${A6}}`),
            (error) => fails("LENGTH", 36)(error) && error.message.includes("parse()"),
        );
    }
    assert.throws(() => g.v7("base58"), /convert\(id, form\)/);
});

test("without the name of its form, a text is its id or an error, but for two shapes", () => {
    const readme = fs.readFileSync("node_modules/guidon/README.md", "utf8");
    const [section] = /^Without `forms`, `parse` reads.*?\n\n/ms.exec(readme);
    const unnamed = [...section.split("`ncs`")[0].matchAll(/`([\w-]+)`/g)]
        .slice(2)
        .flatMap(([, name]) =>
            ["uuid", "hex", "ulid"].includes(name)
                ? [name, { uuid: "uuid-upper", hex: "hex-upper", ulid: "ulid-lower" }[name]]
                : [name],
        );
    assert.equal(unnamed.length, 13);
    const shapes = {
        "guid-hex": /^[0-9a-f]{32}$/,
        "mongo-java": /^[0-9a-f]{32}$/,
        "mysql-swap": /^[0-9a-f]{32}$/,
        base32: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
        base32hex: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
        base32human: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
    };
    const ids = [...g.many("v4", 100), ...g.many("v7", 100)];
    for (const form of g.forms().filter((name) => name !== "ncs")) {
        for (const id of ids) {
            const text = g.format(id, form);
            if (unnamed.includes(form)) {
                assert.equal(g.parse(text, { as: "uuid" }), id, form);
            } else if (!shapes[form]?.test(text)) {
                assert.throws(
                    () => g.parse(text),
                    (error) => fails("AMBIGUOUS", 0)(error) && error.forms.includes(form),
                );
            }
        }
    }
    assert.notEqual(g.parse(g.format(A6, "guid-hex"), { as: "uuid" }), A6);
});

test("detect names every form, and TypeIDs", () => {
    assert.deepEqual(g.detect(A6), ["uuid", "uuid-upper"]);
    assert.ok(g.detect("user_01h455vb4pex5vsknk084sn02q").includes("typeid"));
    assert.deepEqual(g.detect("no id"), []);
});

test("bounds hold the ids whose time is between, and no others", () => boundsHold(300));

test("scan gives offsets in bytes, and ids", () => {
    const [match] = g.scan(`é ${A6}.`);
    assert.deepEqual([match.offset, match.length, match.form, match.kind], [3, 36, "uuid", "v7"]);
    assert.deepEqual(match.id, g.parse(A6));
});

test("a text may be cut in a character, and a name may have any whole one", () => {
    assert.deepEqual(
        g.scan(`\ud83d ${A6}`).map(({ offset }) => offset),
        [4],
    );
    assert.equal(g.v5("\u{1f600}", A6), g.v5(new TextEncoder().encode("\u{1f600}"), A6));
});

test("a word stands for a namespace of RFC 9562, and a wrong word for none", () => {
    const words = { dns: "DNS", url: "URL", oid: "OID", x500: "X500" };
    for (const [word, name] of Object.entries(words)) {
        for (const make of [g.v3, g.v5, g.v8Sha256]) {
            assert.equal(make("a", word), make("a", g[`NAMESPACE_${name}`]));
        }
    }
    for (const wrong of ["", "DNS", "dn", "dnss", "constructor", "__proto__"]) {
        assert.throws(() => g.v5("a", wrong), { name: "GuidonError", reason: "LENGTH" });
    }
});

test("only safe integers, texts and bytes are hashed", () => {
    const key = new Uint8Array(32);
    assert.equal(g.derive(0, key, -0), g.derive(0, key, 0n));
    assert.equal(g.derive(0, key, 258), g.derive(0, key, Uint8Array.of(0, 0, 0, 0, 0, 0, 1, 2)));
    assert.notEqual(g.derive(0, key, 258), g.derive(0, key, "258"));
    for (const number of [258.5, NaN, Infinity, -Infinity, 2 ** 53, -(2 ** 53), 1e300]) {
        assert.throws(() => g.derive(0, key, number), /is not hashed; .* or a string first/);
    }
    for (const other of [
        true,
        null,
        undefined,
        new Date(0),
        [],
        {},
        Symbol("a"),
        () => 1,
        new Number(1),
        new Float64Array(1),
        new Int32Array(1),
        new DataView(new ArrayBuffer(8)),
        new ArrayBuffer(8),
    ]) {
        assert.throws(() => g.derive(0, key, other), {
            reason: "ARGUMENT",
            message: /a string, a Uint8Array, a bigint or/,
        });
        assert.throws(() => g.v5(other, g.NIL), { reason: "ARGUMENT" });
    }
    for (const number of [1, 1n]) {
        assert.throws(() => g.v5(number, g.NIL), { reason: "ARGUMENT" });
    }
});

test("data of more than 65,536 bytes is refused with its size", () => {
    const key = new Uint8Array(32);
    for (const most of ["a".repeat(65536), "é".repeat(32768), new Uint8Array(65536)]) {
        assert.equal(g.versionOf(g.derive(0, key, most)), 7);
        assert.equal(g.shardOf(most, 10) >> 6, g.shardOf(most, 4));
    }
    for (const data of ["a".repeat(65537), "é".repeat(32768) + "a", new Uint8Array(65537)]) {
        for (const hash of [() => g.derive(0, key, data), () => g.shardOf(data, 4)]) {
            assert.throws(hash, {
                reason: "ARGUMENT",
                message: /has 65537 bytes; expected at most 65536/,
            });
        }
        assert.equal(g.versionOf(g.v5(data, g.NIL)), 5);
    }
});

test("masks return the id, and derived ids repeat", () => {
    const key = Uint8Array.from({ length: 32 }, (_, i) => i + 1);
    assert.equal(g.versionOf(g.mask(A6, key.subarray(0, 16))), 4);
    assert.equal(g.unmask(g.mask(A6, key.subarray(0, 16)), key.subarray(0, 16)), A6);
    assert.equal(g.derive(0, key, "é"), g.derive(0, key, new TextEncoder().encode("é")));
});

test("workers make different ids", async () => {
    const file = new URL("./worker-of-ids.mjs", import.meta.url);
    const ids = await Promise.all(
        [1, 2, 3].map(async () => {
            const [made] = await once(new Worker(file), "message");
            return made;
        }),
    );
    assert.equal(new Set(ids.flat()).size, 3 * 12000);
});
