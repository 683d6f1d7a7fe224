// SPDX-License-Identifier: MIT
// bounds.mjs - an id is between the bounds of two times if, and only if, its time is.
import assert from "node:assert/strict";

import fc from "fast-check";
import * as g from "guidon";

/** Version 1 as version 6, which has the same time and sorts by it. */
const sorted = (kind, id) => (kind === "v1" ? g.v1ToV6(id) : id);

/** Is an id from the floor of a time to the ceil of a time? */
const isBetween = (kind, id, low, high) =>
    sorted(kind, g.floor(kind, low)) <= sorted(kind, id) &&
    sorted(kind, id) <= sorted(kind, g.ceil(kind, high));

/** An id of a kind, of a time. */
const AT = { v1: (at) => g.v1({ at }), v6: (at) => g.v6({ at }), v7: g.v7At, ulid: g.ulidAt };

/** Compare the bounds of each kind with timeOf, for as many ids. */
export function boundsHold(numRuns) {
    const ms = fc.integer({ min: 10, max: 2 ** 42 });
    const ticks = fc.integer({ min: -20000, max: 20000 });
    const few = fc.integer({ min: 0, max: 2 });
    for (const kind of ["v1", "v6", "v7", "ulid"]) {
        const found = { true: 0, false: 0 };
        fc.assert(
            fc.property(ms, ticks, few, few, (middle, tick, before, after) => {
                const id = AT[kind](BigInt(middle) * 1000000n + BigInt(tick) * 100n);
                const at = g.timeOf(id);
                const [low, high] = [middle - before, middle + after];
                const inside = isBetween(kind, id, low, new Date(high));
                assert.equal(inside, low <= Number(at) && Number(at) <= high);
                for (const time of [at, Number(at), Number(at) + 0.5, g.timeNsOf(id)]) {
                    assert.ok(isBetween(kind, id, time, time));
                }
                found[inside] += 1;
            }),
            { numRuns },
        );
        assert.ok(Math.min(found.true, found.false) > numRuns / 10, JSON.stringify(found));
    }
}
