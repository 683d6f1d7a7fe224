// SPDX-License-Identifier: MIT
// The glue: generators, texts, fields and errors.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import test from "node:test";
import vm from "node:vm";

import { BUILT, HOME, ROOT, built } from "./built.mjs";

const { Core, GuidonError, KINDS } = await import(path.join(BUILT, "guidon.mjs"));
const { Forms } = await import(path.join(BUILT, "forms.mjs"));
const { fillPrefixed, prefixAndTime, putPrefixed } = await import(path.join(BUILT, "prefixed.mjs"));
const { Scanner } = await import(path.join(BUILT, "scan.mjs"));
const { module } = built.guidon;
const core = new Core(module);
const forms = new Forms(built.forms.module);
const A6 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"; // RFC 9562, A.6
const ACCEPT = forms.accept();

/** Read a text into the first id of both modules. Returns the name of its form. */
function parsed(text, accept = ACCEPT) {
    const form = forms.tryParse(text, accept);
    if (form < 0) {
        throw forms.parseError(text, accept, form);
    }
    core.putId(forms.getId());
    return forms.forms[form];
}

const fails = (reason, offset) => (error) => {
    assert.ok(error instanceof GuidonError);
    assert.deepEqual([error.reason, error.offset], [reason, offset]);
    return true;
};

test("each kind makes ids that differ", () => {
    for (const kind of Object.keys(KINDS)) {
        const generator = core.generator(kind);
        core.fill(generator, Core.IDS);
        const lines = core.lines(Core.IDS, kind.toLowerCase().includes("ulid"));
        const texts = lines.split("\n");
        assert.equal(texts.pop(), "");
        assert.equal(new Set(texts).size, Core.IDS, kind);
        core.free(generator);
    }
});

test("versions 6 and 7 and monotonic ULIDs rise while the clock stands or steps back", () => {
    let now = 1645557742000;
    const own = new Core(module, { now: () => now });
    for (const kind of ["v6", "v7", "ulid-monotonic"]) {
        now = 1645557742000;
        const generator = own.generator(kind);
        const texts = [];
        for (const step of [0, 0, 1, -5, 0, 5, 7]) {
            now += step;
            own.fill(generator, 500);
            texts.push(
                ...own
                    .lines(500, kind === "ulid-monotonic")
                    .trim()
                    .split("\n"),
            );
        }
        assert.ok(
            texts.every((text, i) => i === 0 || texts[i - 1] < text),
            kind,
        );
        own.free(generator);
    }
});

test("every id has the time of the clock", () => {
    const own = new Core(module, { now: () => 1645557742123.75 });
    own.fill(own.generator("v7"), 1);
    assert.equal(own.time(), 1645557742123000000n);
    own.fill(own.generator("v1"), 1);
    assert.equal(own.time(), 1645557742123750000n);
    const early = new Core(module, { now: () => -1.25 });
    early.fill(early.generator("v6"), 1);
    assert.equal(early.time(), -1250000n);
});

test("a random source of the caller gives the bits of each id", () => {
    const own = new Core(module, { now: () => 1645557742000, random: (bytes) => bytes.fill(0xa5) });
    own.fill(own.generator("v4"), 1);
    assert.equal(own.format("uuid"), "a5a5a5a5-a5a5-45a5-a5a5-a5a5a5a5a5a5");
});

test("a clock or a random source that throws is the cause of the error", () => {
    const thrown = new Error("no clock");
    const clockless = new Core(module, {
        now: () => {
            throw thrown;
        },
    });
    assert.throws(
        () => clockless.fill(clockless.generator("v7"), 1),
        (error) => fails("CLOCK")(error) && error.cause === thrown,
    );
    const mute = new Core(module, {
        random: () => {
            throw thrown;
        },
    });
    assert.throws(
        () => mute.fill(mute.generator("v4"), 1),
        (error) => fails("ENTROPY")(error) && error.cause === thrown,
    );
    for (const now of [NaN, Infinity, 9e15]) {
        const bad = new Core(module, { now: () => now });
        assert.throws(() => bad.fill(bad.generator("v7"), 1), fails("CLOCK"));
    }
});

test("functions of the caller call no function of their Core", () => {
    const calls = [
        () => own.milliseconds(),
        () => own.randomBytes(8),
        () => own.version(),
        () => own.tryRead(A6),
        () => own.generator("v4"),
    ];
    let call;
    const own = new Core(module, { now: () => (call?.(), 5) });
    const generator = own.generator("v7");
    for (call of calls) {
        assert.throws(
            () => own.fill(generator, 1),
            (error) => fails("CLOCK")(error) && /must not call/.test(error.cause.message),
            String(call),
        );
    }
    call = undefined;
    own.fill(generator, 1);
});

test("after a call was cut off that changed a generator, a Core makes no more ids", () => {
    const own = new Core(module, { random: (bytes) => crypto.getRandomValues(bytes) });
    const generator = own.generator("v4");
    const context = vm.createContext({ fill: () => own.fill(generator, Core.IDS) });
    while (!own.isCutOff && !own.busy) {
        // until it ended within the module
        assert.throws(() => vm.runInContext("for (;;) fill()", context, { timeout: 2 }), {
            code: "ERR_SCRIPT_EXECUTION_TIMEOUT",
        });
    }
    own.busy = false; // as in the next job
    for (const call of [
        () => own.fill(generator, 1),
        () => own.generator("v7"),
        () => own.free(generator),
        () => own.tryRead(A6),
    ]) {
        assert.throws(call, fails("STATE"));
    }
});

test("a prefix of any length writes to the memory for text alone", () => {
    const state = () =>
        core.bytes.filter((_, at) => !(at >= core.text && at < core.text + Core.TEXT));
    assert.throws(() => core.typeidFormat("a".repeat(64)), fails("ARGUMENT"));
    const before = state();
    for (const length of [255, 256, 257, Core.TEXT, Core.TEXT + 1]) {
        assert.throws(() => core.typeidFormat("a".repeat(length)), fails("ARGUMENT"));
    }
    assert.deepEqual(state(), before);
});

test("an option out of its range is an error", () => {
    for (const kind of ["constructor", "__proto__", "v4"]) {
        assert.throws(() => core.named(kind, new Uint8Array(1)), fails("ARGUMENT"));
    }
    for (const [kind, options] of [
        ["v2", {}],
        ["v7", { layout: "none" }],
        ["constructor", {}],
        ["v1", { node: new Uint8Array(5) }],
        ["v1", { clockSeq: 0x4000 }],
        ["v1", { clockSeq: -1 }],
        ["v7", { layouts: "counter" }],
        ["v7", null],
    ]) {
        assert.throws(() => core.generator(kind, options), fails("ARGUMENT"));
    }
    for (const call of [
        () => new Core(module, { clock: () => 5 }),
        () => forms.accept("uuid", { exact: true }),
        () => new Scanner(forms, { typeids: true }),
    ]) {
        assert.throws(call, /^GuidonError: unknown option \w+; expected/);
    }
    const node = Uint8Array.of(1, 2, 3, 4, 5, 6);
    core.fill(core.generator("v1", { node, clockSeq: 0x3fff }), 1);
    assert.deepEqual([core.node(), core.clockSeq()], [node, 0x3fff]);
});

test("guidon.wasm reads and writes canonical text alone", () => {
    for (const [text, form] of [
        [A6, "uuid"],
        ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "ulid"],
    ]) {
        assert.ok(core.tryRead(text));
        assert.equal(core.format(form), text);
        assert.ok(core.tryRead(text.toLowerCase()) && core.tryRead(text.toUpperCase()));
        assert.equal(core.format(form), text);
    }
    parsed(A6);
    assert.equal(core.format("hex"), A6.replaceAll("-", ""));
    assert.throws(() => core.format("base58"), fails("ARGUMENT"));
    for (const [text, isUlid, reason, offset] of [
        [`{${A6}}`, undefined, "LENGTH", 36],
        [A6.slice(1), undefined, "LENGTH", 35],
        [A6.replace("f22e", "f2g2"), undefined, "CHAR", 5],
        ["", undefined, "LENGTH", 0],
        ["81ARZ3NDEKTSV4RRFFQ69G5FAV", undefined, "RANGE", 0],
        ["01ARZ3NDEKTSV4RRFFQ69G5FAU", undefined, "CHAR", 25],
        ["01ARZ3NDEKTSV4RRFFQ69G5FAV", false, "LENGTH", 26],
        [A6, true, "LENGTH", 26],
    ]) {
        assert.ok(!core.tryRead(text, isUlid), text);
        assert.throws(
            () => {
                throw core.readError();
            },
            fails(reason, offset),
            text,
        );
    }
});

test("parse reads any form and says where a text is wrong", () => {
    assert.equal(parsed(A6), "uuid");
    const id = forms.getId();
    for (const form of forms.forms.filter((name) => name !== "ncs")) {
        forms.putId(id);
        const text = forms.format(form);
        forms.putId(new Uint8Array(16));
        parsed(text, forms.accept(form));
        assert.deepEqual(forms.getId(), id, form);
        assert.ok(forms.detect(text).includes(form), form);
    }
    assert.throws(() => forms.format("ncs"), fails("VERSION"));
    assert.throws(() => parsed(A6.replace("f22e", "f2g2")), fails("CHAR", 5));
    assert.throws(() => parsed(A6 + "0"), fails("FORM", 0));
    assert.throws(() => forms.accept("base99"), fails("ARGUMENT"));
    assert.throws(
        () => parsed("2HCATbPFFQRhakvB2nxrTh"),
        (error) => {
            assert.deepEqual(error.forms, ["base58", "base62", "shortuuid"]);
            assert.equal(
                error.message,
                "the text could be base58, base62 or shortuuid; name " +
                    "the form with the option forms",
            );
            return fails("AMBIGUOUS", 0)(error);
        },
    );
    assert.throws(() => parsed("42"), {
        message: "the text could be int; name the form with the option forms",
    });
});

test("a character beyond ASCII is wrong where it stands", () => {
    // These have the low eight bits of 'f' and of '8'.
    for (const character of ["\u0166", "\u2138", "\u{1f466}", "\u00ff"]) {
        assert.throws(
            () => parsed(A6.slice(0, 20) + character + A6.slice(20 + character.length)),
            fails("CHAR", 20),
            character,
        );
    }
});

test("lenient reading and exact case are on request", () => {
    assert.equal(parsed(`  ${A6}\n`, forms.accept(undefined, { lenient: true })), "uuid");
    assert.throws(
        () => parsed(A6.toUpperCase(), forms.accept("uuid", { exactCase: true })),
        fails("CHAR", 3),
    );
});

for (const [name, one] of [
    ["guidon", core],
    ["forms", forms],
]) {
    test(`TypeIDs keep their prefix in ${name}.wasm`, () => {
        one.putId(Uint8Array.from(Buffer.from(A6.replaceAll("-", ""), "hex")));
        const text = one.typeidFormat("user_account");
        one.putId(new Uint8Array(16));
        assert.equal(one.typeidParse(text), "user_account");
        assert.equal(one.format("uuid"), A6);
        assert.throws(() => one.typeidParse("User_01h455vb4pex5vsknk084sn02q"), fails("CHAR", 0));
        assert.throws(() => one.typeidFormat("User"), fails("ARGUMENT"));
        assert.throws(() => one.typeidFormat("x".repeat(70000)), fails("ARGUMENT"));
    });
}

test("an id is not of the future at the time that it has", () => {
    core.gregorian(6, 0x1ec9414c2456fb1n, 0, new Uint8Array(6)); // 2022-02-22T19:22:22.1230001Z
    const ms = Number(core.time() / 1000000n);
    assert.equal(core.time() % 1000000n, 100n);
    assert.deepEqual(
        [core.time(), core.time() - 1n, ms, new Date(ms), ms - 1].map((now) => core.validity(now)),
        ["OK", "FUTURE", "OK", "OK", "FUTURE"],
    );
});

test("masks and derived ids need keys of their length", () => {
    const key = Uint8Array.from({ length: 32 }, (_, i) => i + 1);
    parsed(A6);
    forms.masked("mask", key.subarray(0, 16));
    assert.equal(forms.format("uuid")[14], "4");
    forms.masked("unmask", key.subarray(0, 16));
    assert.equal(forms.format("uuid"), A6);
    assert.throws(() => forms.masked("mask", key), fails("ARGUMENT"));
    forms.derived(1645557742000, key, new TextEncoder().encode("a"));
    const first = forms.format("uuid");
    forms.derived(1645557742000, key, new TextEncoder().encode("a"));
    assert.equal(forms.format("uuid"), first);
    assert.throws(() => forms.derived(2 ** 48, key, new Uint8Array(0)), fails("ARGUMENT"));
});

test("no key stays in the module's memory", () => {
    const own = new Forms(built.forms.module);
    const key = Uint8Array.from({ length: 32 }, () => 0xc7);
    own.putId(new Uint8Array(16));
    own.derived(0, key, new Uint8Array(1));
    own.masked("mask", key.subarray(0, 16));
    assert.equal(Buffer.from(own.bytes).indexOf(Buffer.alloc(8, 0xc7)), -1);
});

test("a name may be longer than the module's memory for text", () => {
    const name = new Uint8Array(200001).fill(97);
    parsed("6ba7b810-9dad-11d1-80b4-00c04fd430c8");
    core.named("v5", name);
    assert.equal(core.format("uuid"), "13bee1ac-36d3-56af-a6dc-e7dac095f658");
});

test("the program of bindings/javascript/wasm/README.md runs on what bindings/javascript/wasm/build.sh has written", () => {
    const readme = fs.readFileSync(path.join(HOME, "README.md"), "utf8");
    const [, code] = /^```js\n(.*?)^```/ms.exec(readme);
    // A module of standard input reads ./build relative to the folder that it runs in.
    const printed = execFileSync(process.execPath, ["--input-type=module", "-"], {
        cwd: ROOT,
        input: code,
        encoding: "utf8",
    });
    const lines = printed.trimEnd().split("\n");
    assert.equal(lines.filter((line) => /^[0-9a-f-]{36}$/.test(line)).length, 1000);
    assert.match(lines.at(-1), /^\w+ \w{22} /);
});

test("ids with a prefix are those of the vectors", () => {
    const { ids } = JSON.parse(fs.readFileSync(path.join(ROOT, "tests/vectors/prefixed.json")));
    const core = new Core(module);
    for (const row of ids) {
        const time = BigInt(row.seconds) * 1000000000n + BigInt(row.nanoseconds);
        const random = Buffer.from(row.random, "hex");
        putPrefixed(core, time, row.prefix, row.prefix_bits, random);
        assert.equal(Buffer.from(core.getId()).toString("hex"), row.octets, row.why);
    }
});

test("a Core has a generator of each length of a prefix", () => {
    const core = new Core(module);
    for (let bits = 0; bits <= 20; bits++) {
        const generator = core.generator("v8-prefixed", {}, bits);
        core.fill(generator, 3);
        fillPrefixed(core, generator, 2, 2 ** bits - 1);
        assert.equal(prefixAndTime(core, bits).prefix, 2 ** bits - 1);
    }
});
