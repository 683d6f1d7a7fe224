// SPDX-License-Identifier: MIT
// Calls that the engine cuts off: by an overflow of its stack, which a program may catch,
// and by the time limit of node:vm, which runs no `finally`.
import assert from "node:assert/strict";
import test from "node:test";
import vm from "node:vm";

import * as g from "guidon";

const A6 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"; // RFC 9562, A.6
const KEY = new Uint8Array(32).fill(1);
const own = new g.Generator();

/** Calls with one right result. */
const FIXED = {
    parse: () => g.parse(A6, { as: "bigint" }),
    convert: () => g.convert(A6, "base58"),
    v5: () => g.v5("www.example.com", g.NAMESPACE_DNS),
    derive: () => g.derive(0, KEY, "x"),
    detect: () => g.detect("user_01h455vb4pex5vsknk084sn02q").join(),
    scan: () => g.scan(A6).length,
};
/** Calls that make an id. */
const MAKERS = {
    "v7": () => g.v7(),
    "v7 as bytes": () => g.format(g.v7("bytes")),
    "v7 by the module": () => g.many("v7", 1)[0],
    "v4 as bytes": () => g.format(g.v4("bytes")),
    "many": () => g.format(g.many("v4", 300, "bytes").subarray(-16)),
    "monotonicUlid": () => g.monotonicUlid(),
    "v1": () => g.v1(),
    "typeid": () => g.typeid("user"),
    "v7 of a Generator": () => own.v7(),
    "ulid of a Generator": () => own.ulid("hex"),
};
const DUE = Object.fromEntries(Object.entries(FIXED).map(([name, call]) => [name, call()]));

/** All calls are right: no result differs, and no id repeats or lacks its random bits. */
function assertAllRight(made, what) {
    for (const [name, call] of Object.entries(FIXED)) {
        assert.equal(call(), DUE[name], `${name} after ${what}`);
    }
    for (const [name, call] of Object.entries(MAKERS)) {
        const id = call();
        assert.ok(!made.has(id) && !/0{13}$/.test(id), `${name} after ${what}: ${id}`);
        made.add(id);
    }
}

/** Call on the last 100 frames that the stack has, and put the results behind `results`.
 * Returns how many calls overflowed the stack. */
function callAtTheEnd(call, results) {
    let calls = 0,
        cut = 0;
    (function down() {
        try {
            down();
        } catch {
            // The stack is full here.
        }
        if (calls++ < 100) {
            try {
                results[results.length] = call(); // no function that could overflow it
            } catch {
                cut++;
            }
        }
    })();
    return cut;
}

test("after stack overflows, every call is right", () => {
    const made = new Set();
    for (const [name, call] of Object.entries({ ...FIXED, ...MAKERS })) {
        const results = [];
        let cut = 0;
        for (let round = 0; round < 20; round++) {
            cut += callAtTheEnd(call, results);
        }
        assert.ok(cut > 20, `${name}: ${cut} calls overflowed the stack`);
        const different = new Set(results);
        if (name in DUE) {
            assert.deepEqual(different, new Set([DUE[name]]), name);
        } else {
            assert.equal(different.size, results.length, name);
        }
        different.forEach((id) => made.add(id));
        assertAllRight(made, `${cut} overflows in ${name}`);
    }
});

/** Run `action` until a time limit ends it. */
function cutOff(action) {
    assert.throws(
        () => vm.runInContext("for (;;) action()", vm.createContext({ action }), { timeout: 2 }),
        (error) => error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT",
    );
}

test("after time limits, every call is right", () => {
    const made = new Set();
    for (const [name, call] of Object.entries({ ...FIXED, ...MAKERS })) {
        for (let round = 0; round < 8; round++) {
            cutOff(call);
            assertAllRight(made, `a time limit in ${name}`);
        }
    }
});

/** A function that does as `good`, and never returns while `state.hangs`. */
function hangingAs(good, state) {
    return (bytes) => {
        state.wasReached = state.hangs;
        while (state.hangs);
        return good(bytes);
    };
}

const nextJob = () => new Promise((done) => setImmediate(done));

/** What `call` returns, after one that may throw because of an earlier time limit. */
async function callInNextJob(call) {
    try {
        call();
    } catch {
        await nextJob();
    }
    return call();
}

/** A time limit ends `call` within a function of hangingAs, not on the way there. */
async function cutOffWithin(call, state) {
    do {
        await callInNextJob(call);
        state.hangs = true;
        cutOff(call);
        state.hangs = false;
    } while (!state.wasReached);
}

/** A Generator whose function `name` hangs at will. */
function hanging(name, options = {}) {
    const state = { hangs: false };
    const good = { now: () => 1645557742000, random: (bytes) => crypto.getRandomValues(bytes) };
    const generator = new g.Generator({
        ...good,
        ...options,
        [name]: hangingAs(good[name], state),
    });
    return { generator, state };
}

const fails = (reason) => (error) => error instanceof g.GuidonError && error.reason === reason;

test("after a time limit within now or random, the calls of one job throw", async () => {
    for (const [name, make] of [
        ["now", "v7"],
        ["now", "v1"],
        ["now", "monotonicUlid"],
        ["random", "v7"],
        ["random", "v4"],
        ["random", "ulid"],
    ]) {
        const { generator, state } = hanging(name);
        const before = generator[make]();
        await cutOffWithin(() => generator[make](), state);
        assert.throws(() => generator[make](), fails("ARGUMENT"));
        assert.throws(() => generator[make]("bytes"), fails("ARGUMENT"));
        await nextJob();
        const after = [generator[make](), ...generator.many(make, 2)];
        assert.equal(new Set([before, ...after]).size, 4, `${make}, ${name}: ${after}`);
    }
});

test("after a time limit within a replaced Date.now, the calls of one job throw", async () => {
    const state = { hangs: false };
    const real = Date.now;
    for (const call of [MAKERS.v1, MAKERS["v7 by the module"]]) {
        Date.now = hangingAs(real, state);
        await cutOffWithin(call, state);
        assert.throws(call, fails("ARGUMENT"));
        Date.now = real;
        await nextJob();
        assertAllRight(new Set(), "a replaced Date.now");
    }
});

test("a Generator with a clock sequence of the caller makes no more ids after a time limit", async () => {
    const { generator, state } = hanging("now", { clockSeq: 5, node: KEY.slice(0, 6) });
    generator.v1();
    await cutOffWithin(() => generator.v1(), state);
    assert.throws(() => generator.v1(), fails("ARGUMENT"));
    await nextJob();
    for (const call of [
        () => generator.v1(),
        () => generator.v6("bytes"),
        () => generator.typeid("user"),
    ]) {
        assert.throws(call, (error) => fails("STATE")(error) && /cut off/.test(error.message));
    }
});
