// SPDX-License-Identifier: MIT
// The ids that JavaScript makes by itself are those of the module, for the same clock and the
// same random bytes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import test from "node:test";
import zlib from "node:zlib";

import * as g from "guidon";

import { bundle } from "./sizes.mjs";

const LIBRARY = path.resolve("node_modules/guidon/dist/lib");
const { UlidOrder, V7Order } = await import(`${LIBRARY}/order.js`);
const { Source } = await import(`${LIBRARY}/source.js`);
const { ulidOf, uuidOf } = await import(`${LIBRARY}/written.js`);

const CALLS = Number(process.env.CALLS ?? 10_000); // under each clock

/** Numbers from 0 to below 2^32, the same in each run. */
function numbers(state) {
    return () => {
        state = (state + 0x9e3779b9) | 0;
        let x = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
        x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
        return (x ^ (x >>> 15)) >>> 0;
    };
}

/** A function that fills bytes with a stream that does not depend on their number. */
function stream(seed) {
    const next = numbers(seed);
    return (bytes) => {
        for (let i = 0; i < bytes.length; i++) {
            bytes[i] = next();
        }
    };
}

/** Clocks by what they do to the time, given a random number. */
const CLOCKS = {
    "goes on by fractions of a millisecond": (ms, n) => ms + (n % 4) / 4,
    "stands still": (ms) => ms,
    "goes on by steps": (ms, n) => (n % 8 === 0 ? ms + (n % 5000) : ms),
    "steps back within the tolerance": (ms, n) => (n % 16 === 0 ? ms - (n % 3000) : ms + (n % 700)),
    "steps back far": (ms, n) => (n % 64 === 0 ? ms - (n % 400_000) : ms + (n % 9000)),
    "swings about the tolerance": (ms, n) => ms + [10_000, -10_000, 10_001, -10_001][n % 4],
};

/** A clock that starts at `ms`. */
function clock(change, ms) {
    const next = numbers(7);
    return () => (ms = change(ms, next()));
}

const ORDERS = { v7: [V7Order, uuidOf], monotonicUlid: [UlidOrder, ulidOf] };
const out = new Uint8Array(16);

/** A function that makes one id after another, or gives the reason of an error. */
function mine([Order, textOf], now, fill) {
    const order = new Order(),
        source = new Source(now, fill);
    return () =>
        reasonOr(() => {
            order.next(source, out);
            return textOf(out);
        });
}

function reasonOr(make) {
    try {
        return make();
    } catch (error) {
        return `${error.reason}: ${error.message}`;
    }
}

for (const [kind, order] of Object.entries(ORDERS)) {
    for (const [what, change] of Object.entries(CLOCKS)) {
        test(`${kind} under a clock that ${what}`, () => {
            const generator = new g.Generator({ now: clock(change, 1.7e12), random: stream(1) });
            const make = mine(order, clock(change, 1.7e12), stream(1));
            for (let i = 0; i < CALLS; i++) {
                assert.equal(make(), generator[kind](), `call ${i}`);
            }
        });
    }

    test(`${kind} of readings that are no time`, () => {
        const readings = [
            NaN,
            -1,
            -0.5,
            Infinity,
            0,
            0,
            0.9,
            2 ** 44 - 1,
            2 ** 44 - 1,
            2 ** 44,
            2 ** 48 - 1,
            2 ** 48 - 1,
            2 ** 48,
            5,
        ];
        let reading;
        const now = () => reading;
        const generator = new g.Generator({ now, random: stream(2) });
        const make = mine(order, now, stream(2));
        for (reading of readings) {
            assert.equal(
                make().split(":")[0],
                reasonOr(() => generator[kind]()).split(":")[0],
                `${reading}`,
            );
        }
    });

    test(`${kind} whose clock or random bits throw`, () => {
        const fails = () => {
            throw new Error("broken");
        };
        for (const [now, random] of [
            [fails, stream(3)],
            [() => 5, fails],
        ]) {
            assert.equal(
                mine(order, now, random)(),
                reasonOr(() => new g.Generator({ now, random })[kind]()),
            );
        }
    });
}

test("a ULID carries into its first random byte", () => {
    const random = (bytes) => bytes.fill(255).set([0x7f]);
    const generator = new g.Generator({ now: () => 5, random });
    const make = mine(ORDERS.monotonicUlid, () => 5, random);
    assert.deepEqual([make(), make()], [generator.monotonicUlid(), generator.monotonicUlid()]);
});

test("a ULID with no bit left is an error, until the next millisecond", () => {
    let ms = 5;
    const random = (bytes) => bytes.fill(255);
    const generator = new g.Generator({ now: () => ms, random });
    const make = mine(ORDERS.monotonicUlid, () => ms, random);
    for (const time of [5, 5, 5, 6, 6]) {
        ms = time;
        assert.equal(
            make(),
            reasonOr(() => generator.monotonicUlid()),
        );
    }
});

test("version 7 runs a second ahead of a clock that stands still, and not more", () => {
    const order = new V7Order(),
        source = new Source(() => 5000, stream(4));
    const set = (ms, fraction) => Object.assign(order, { ms, fraction, highest: 5000 });
    set(6000, 2 ** 20 - 2);
    order.next(source, out);
    assert.match(uuidOf(out), /^00000000-1770-7fff-bf/);
    assert.throws(() => order.next(source, out), { reason: "OVERFLOW" });
    assert.deepEqual([order.ms, order.fraction], [6000, 2 ** 20 - 1]);
    set(2 ** 44 - 1, 2 ** 20 - 1);
    source.now = () => 2 ** 44 - 1;
    assert.throws(() => order.next(source, out), { reason: "OVERFLOW" });
});

test("after a step back, version 7 runs ten seconds ahead, and not more", () => {
    const order = new V7Order(),
        source = new Source(() => 20_000, stream(5));
    const set = (ms, fraction) => Object.assign(order, { ms, fraction, highest: 29_500 });
    set(30_499, 2 ** 20 - 1);
    order.next(source, out);
    assert.match(uuidOf(out), /^00000000-7724-7000-80/);
    set(30_500, 2 ** 20 - 1);
    assert.throws(() => order.next(source, out), { reason: "OVERFLOW" });
    source.now = () => 25_000;
    set(34_999, 2 ** 20 - 1);
    order.next(source, out);
    assert.match(uuidOf(out), /^00000000-88b8-7000-80/);
    assert.throws(() => order.next(source, out), { reason: "OVERFLOW" });
});

test("the last place of a millisecond needs no random start", () => {
    const order = new V7Order(),
        source = new Source(() => 5000, stream(6));
    Object.assign(order, { ms: 5000, fraction: 2 ** 20 - 2, highest: 4999 });
    order.next(source, out);
    assert.deepEqual([order.fraction, source.at], [2 ** 20 - 1, 8]);
});

test("ids without order have the time and the random bytes", () => {
    const now = 1645557742000;
    const program = `
        const numbers = ${numbers}, stream = ${stream};
        Object.defineProperty(globalThis, "crypto", { value: { getRandomValues: stream(6) } });
        Date.now = () => ${now};
        const g = require("guidon");
        console.log([g.ulid(), g.v4(), g.v7At(5), g.ulidAt(new Date(6)), g.v4("hex"),
                     g.ulid("uuid")].join());`;
    const printed = execFileSync(process.execPath, ["-e", program], { encoding: "utf8" });
    const fill = stream(6);
    const bytes = (n) => fill(out.fill(0).subarray(0, n)) ?? out.slice(0, n);
    const hex = (array) => Buffer.from(array).toString("hex");
    const ulid = (ms) => g.convert(ms.toString(16).padStart(12, "0") + hex(bytes(10)), "ulid");
    const random = () => {
        const id = bytes(16);
        id[6] = (id[6] & 15) | 0x40;
        id[8] = (id[8] & 63) | 0x80;
        return id;
    };
    const expected = [ulid(now), uuidOf(random())];
    const seven = g.format(ulid(5), "hex");
    expected.push(
        g.format(
            seven.slice(0, 12) +
                "7" +
                seven.slice(13, 16) +
                ((parseInt(seven[16], 16) & 3) | 8).toString(16) +
                seven.slice(17),
        ),
    );
    expected.push(ulid(6), hex(random()), g.format(ulid(now)));
    assert.equal(printed.trim(), expected.join());
});

// ------------------------------------------------------- the module takes over

/** What a program prints, in a process of its own. */
const printed = (program, ...options) =>
    execFileSync(process.execPath, [...options, "-e", `const g = require("guidon");${program}`], {
        encoding: "utf8",
    }).trim();

test("ids of the module are above those that JavaScript made, and the next ones above them", () => {
    for (const clock of [
        "",
        "Date.now = () => 5000;",
        "let ms = 9000; Date.now = () => ms -= 3;",
    ]) {
        for (const [one, kind] of [
            ["v7", "v7"],
            ["monotonicUlid", "ulid-monotonic"],
        ]) {
            const ids = JSON.parse(
                printed(`${clock}
                const ids = [g.${one}(), g.${one}(), ...g.many("${kind}", 5), g.${one}(),
                             ...g.many("${kind}", 2), g.${one}("hex").length];
                console.log(JSON.stringify(ids));`),
            );
            assert.equal(ids.pop(), 32);
            assert.deepEqual(ids, [...new Set(ids)].sort(), clock);
        }
    }
});

test("the module begins at the clock if that went far back", () => {
    const [before, after] = JSON.parse(
        printed(`let ms = 90000; Date.now = () => ms;
        const before = g.v7(); ms = 79999;
        console.log(JSON.stringify([before, g.many("v7", 1)[0]]));`),
    );
    assert.ok(after < before);
    assert.equal(g.timeOf(after).getTime(), 79999);
});

// ----------------------------------------------------------------- what it needs

test("nothing is read while the package loads", () => {
    assert.equal(printed("").length, 0);
    const program = `
        const fail = () => { throw new Error("read at load"); };
        Date.now = performance.now = Math.random = fail;
        Object.defineProperty(globalThis, "crypto", { value: { getRandomValues: fail } });
        globalThis.WebAssembly = { Module: fail, Instance: fail, Memory: fail };
        require("guidon");`;
    execFileSync(process.execPath, ["-e", program]);
});

test("ids are made, written and validated where WebAssembly is forbidden", () => {
    assert.match(
        printed(
            `console.log([g.v7(), g.v4(), g.ulid(), g.monotonicUlid(), g.v7At(0),
        g.ulidAt(0), g.validate(g.v7("uuid"))].join())`,
            "--jitless",
        ),
        /^0.*,true$/,
    );
});

test("processes of one V8 snapshot make different ids", () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "guidon-"));
    const entry = path.join(folder, "entry.js"),
        blob = path.join(folder, "snapshot.blob");
    const bundle = fs.readFileSync("node_modules/guidon/dist/all.cjs", "utf8");
    fs.writeFileSync(
        entry,
        `const module = { exports: {} }; (function (exports, module) {
        ${bundle}
        })(module.exports, module);
        const g = module.exports.index, { setDeserializeMainFunction } =
            require("node:v8").startupSnapshot;
        g.ulid(); g.v7(); g.monotonicUlid();
        setDeserializeMainFunction(() => {
            Date.now = () => 9e12;
            console.log([g.v7(), g.ulid(), g.monotonicUlid()].join("\\n"));
        });`,
    );
    execFileSync(process.execPath, ["--snapshot-blob", blob, "--build-snapshot", entry], {
        stdio: "ignore",
    });
    const run = () =>
        execFileSync(process.execPath, ["--snapshot-blob", blob], { encoding: "utf8" })
            .trim()
            .split("\n");
    const ids = [...run(), ...run()];
    assert.equal(new Set(ids).size, 6, ids.join());
    fs.rmSync(folder, { recursive: true });
});

test("imports that need no module are small", () => {
    for (const [names, most, byGzip] of [
        ["v7", 4000, 1800],
        ["validate", 500, 400],
        ["v4, v7, ulid, validate", 6000, 2600],
    ]) {
        const contents = bundle(`import { ${names} } from "guidon"`);
        const zipped = zlib.gzipSync(contents, { level: 9 }).length;
        assert.ok(
            contents.length <= most && zipped <= byGzip,
            `${names}: ${contents.length}, ${zipped}`,
        );
    }
});
