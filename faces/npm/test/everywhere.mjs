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
            for (const [step, n] of [[0, 500], [1, 3], [1, 1], [997, 700], [1, 2]]) {
                clock.now += step;
                for (let i = 0; i < n; i++) {
                    const time = g.timeOf(g[kind](), { kind: kind === "ulid" ||
                        kind === "monotonicUlid" ? "ulid" : undefined }).getTime();
                    holds(time === clock.now || (kind === "v7" && time === clock.now + 1),
                          `${kind} of ${time} at ${clock.now}`);
                }
            }
        });
    }
}

/** One id in each of 10,000 milliseconds: each of the 74 bits of version 7 behind the time
 * is one in half of the ids, within 6.5 standard deviations, and the first 20 differ. */
function checkBits(g, start) {
    const N = 10000, OFF = 6.5 * Math.sqrt(N) / 2, SAME = 100; // 48 on average
    const calls = [() => g.convert(g.v7(), "hex"), () => g.convert(g.v7("bytes"), "hex"),
                   () => g.many("v7", 1, "hex")[0]];
    for (const [i, call] of calls.entries()) {
        const digits = withClock(start + i * 2 * N, (clock) =>
            Array.from({ length: N }, () => (clock.now++, call())));
        for (let bit = 52; bit < 128; bit++) {
            if (bit !== 64 && bit !== 65) { // the variant
                const ones = digits.filter((id) =>
                    parseInt(id[bit >> 2], 16) >> (3 - bit % 4) & 1).length;
                holds(Math.abs(ones - N / 2) < OFF, `bit ${bit} is one in ${ones} of ${N}`);
            }
        }
        const starts = digits.map((id) => // without the two bits of the variant
            parseInt(id.slice(13, 16), 16) * 256 + (parseInt(id.slice(16, 19), 16) >> 2) % 256);
        holds(N - new Set(starts).size < SAME, `${new Set(starts).size} starts of ${N}`);
    }
}

function checkDifferent(g) {
    for (const kind of ["v1", "v4", "ulid", ...MAKERS]) {
        const ids = [...g.many(kind, 2000), ...Array.from({ length: 2000 }, () => g[kind]())];
        holds(new Set(ids).size === 4000, `${kind} repeats`);
    }
}

/** Run everything. Returns a line that says what ran. */
export function checkAll({ guidon, uuid, ulid }, files) {
    const start = Date.now() + 10 ** 7;
    checkOrder(guidon, start);
    checkTimes(guidon, start + 10 ** 7);
    checkBits(guidon, start + 2 * 10 ** 7);
    checkDifferent(guidon);
    holds(isRising(Array.from({ length: 5000 }, () => uuid.v7())), "uuid.v7 out of order");
    const next = ulid.monotonicFactory();
    holds(isRising(Array.from({ length: 5000 }, () => next())), "ulid out of order");
    return `${runVectors(guidon, ulid, files)} rows of vectors, order, times, bits`;
}
