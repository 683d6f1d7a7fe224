// SPDX-License-Identifier: MIT
// Workers and processes that start at one instant, half a million ids of each ordered kind
// under a clock that steps, a million under one that swings, and three million calls.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import test from "node:test";
import v8 from "node:v8";
import vm from "node:vm";
import { Worker } from "node:worker_threads";

import * as g from "guidon";

// What a worker or a process does: it makes ids of each kind when it is told to.
const MAKE = `
    const make = () => ["v1", "v4", "v6", "v7", "ulid", "monotonicUlid"].flatMap(
        (kind) => [...g.many(kind, 20), g[kind]()]);`;
const WORKER = `
    const { parentPort, workerData } = require("node:worker_threads");
    const g = require("guidon");${MAKE}
    parentPort.postMessage("ready");
    Atomics.wait(workerData, 0, 0); // for all of them
    parentPort.postMessage(make());`;
const PROCESS = `
    const g = require("guidon");${MAKE}
    console.log("ready");
    process.stdin.once("data", () => console.log(make().join("\\n"))).once("end",
                                                                         process.exit);`;
const EACH = 6 * 21;

async function idsOfWorkers(n) {
    const start = new Int32Array(new SharedArrayBuffer(4));
    const workers = Array.from(
        { length: n },
        () =>
            new Worker(WORKER, {
                eval: true,
                workerData: start,
                resourceLimits: { maxOldGenerationSizeMb: 32 },
            }),
    );
    await Promise.all(workers.map((worker) => once(worker, "message")));
    const made = workers.map((worker) => once(worker, "message"));
    Atomics.store(start, 0, 1);
    Atomics.notify(start, 0);
    const ids = (await Promise.all(made)).flatMap(([list]) => list);
    await Promise.all(workers.map((worker) => worker.terminate()));
    return ids;
}

test("100 workers, 50 at one instant, make different ids", async () => {
    const ids = new Set();
    for (let round = 1; round <= 2; round++) {
        (await idsOfWorkers(50)).forEach((id) => ids.add(id));
        assert.equal(ids.size, round * 50 * EACH);
    }
});

test("64 processes, started at one instant, make different ids", async () => {
    const children = Array.from({ length: 64 }, () =>
        spawn(process.execPath, ["-e", PROCESS], { stdio: ["pipe", "pipe", "inherit"] }),
    );
    await Promise.all(children.map((child) => once(child.stdout, "data")));
    const texts = children.map(async (child) => {
        let text = "";
        for await (const chunk of child.stdout) {
            text += chunk;
        }
        return text;
    });
    children.forEach((child) => child.stdin.end("now\n"));
    const ids = (await Promise.all(texts)).flatMap((text) => text.trim().split("\n"));
    assert.deepEqual([ids.length, new Set(ids).size], [64 * EACH, 64 * EACH]);
});

/** Numbers from 0 to below 1, the same in each run. */
function seeded(state) {
    return () => {
        state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
        let x = Math.imul(state ^ (state >>> 12), 0x297a2d39);
        x ^= x >>> 15;
        return (x >>> 0) / 2 ** 32;
    };
}

/** A clock that mostly stands or goes on by milliseconds, and also by seconds, and steps
 * back to at most 9 s below its highest reading. */
function steppingClock(random) {
    let now = 1645557742000,
        highest = now;
    return () => {
        const step = random();
        now += step < 0.7 ? 0 : step < 0.95 ? 1 : step < 0.97 ? Math.floor(random() * 5000) : 0;
        now = step < 0.97 ? now : highest - Math.floor(random() * 9000);
        highest = Math.max(highest, now);
        return now;
    };
}

for (const kind of ["v6", "v7", "monotonicUlid"]) {
    test(`500,000 ids of ${kind} rise while the clock steps`, () => {
        const random = seeded(9562);
        const own = new g.Generator({ now: steppingClock(random) });
        let last = "";
        for (let made = 0; made < 500_000; ) {
            const ids = random() < 0.5 ? [own[kind]()] : own.many(kind, (1 + random() * 300) | 0);
            for (const id of ids) {
                assert.ok(last < id, `${last} is not below ${id}, id ${made}`);
                last = id;
            }
            made += ids.length;
        }
    });
}

/** A clock that swings around one time, by 11 seconds, which is a restart each time. */
function swingingClock() {
    let readings = 0;
    return () => 1645557742000 - (readings++ & 1) * 11_000;
}

for (const kind of ["v1", "v6"]) {
    test(`a million ids of ${kind} do not repeat while the clock swings`, () => {
        const own = new g.Generator({ now: swingingClock() });
        const ids = new Set();
        for (let made = 0; made < 1_000_000; made++) {
            ids.add(own[kind]());
        }
        assert.equal(ids.size, 1_000_000);
    });
    test(`${kind} of a fixed node ends when a clock that swings used up the sequences`, () => {
        const own = new g.Generator({
            now: swingingClock(),
            node: new Uint8Array(6),
            clockSeq: 0,
        });
        const ids = new Set();
        let made = 0;
        assert.throws(
            () => {
                for (; made < 1_000_000; made++) {
                    ids.add(own[kind]());
                }
            },
            { reason: "CLOCK" },
        );
        assert.equal(ids.size, made);
        assert.ok(made >= 16_384, `${made} ids`);
    });
}

test("three million calls keep no memory", () => {
    v8.setFlagsFromString("--expose-gc");
    const collect = vm.runInNewContext("gc");
    const calls = [
        () => g.v7(),
        () => g.v4("bytes"),
        () => g.ulid(),
        () => g.convert("017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "base58"),
        () => g.versionOf("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"),
    ];
    const round = (n) => {
        for (let i = 0; i < n; i++) {
            calls[i % calls.length]();
        }
        collect();
        const { heapUsed, external, arrayBuffers } = process.memoryUsage();
        return heapUsed + external + arrayBuffers;
    };
    const before = round(100_000);
    const grown = round(3_000_000) - before;
    assert.ok(grown < 2e6, `${grown} bytes more`);
});
