// SPDX-License-Identifier: MIT
// everywhere.mjs - what holds in every runtime: the shared vectors, order and honest times.
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

/** An id never has an older time than the clock, also behind a pool that was larger. */
function checkTimes(g, start) {
    for (const kind of ["v1", ...MAKERS, "ulid"]) {
        withClock(start, (clock) => {
            for (const [step, n] of [[0, 500], [1, 3], [1, 1], [997, 700], [1, 2]]) {
                clock.now += step;
                for (let i = 0; i < n; i++) {
                    const time = g.timeOf(g[kind](), { kind: kind === "ulid" ||
                        kind === "monotonicUlid" ? "ulid" : undefined }).getTime();
                    holds(time === clock.now, `${kind} of ${time} at ${clock.now}`);
                }
            }
        });
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
    checkDifferent(guidon);
    holds(isRising(Array.from({ length: 5000 }, () => uuid.v7())), "uuid.v7 out of order");
    const next = ulid.monotonicFactory();
    holds(isRising(Array.from({ length: 5000 }, () => next())), "ulid out of order");
    return `${runVectors(guidon, ulid, files)} rows of vectors, order, times`;
}
