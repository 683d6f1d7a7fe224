// SPDX-License-Identifier: MIT
// bench.mjs [--rounds N] [--check] - measure the package beside its peers in one run.
//
// In each round every call takes its turn, so that a slow moment of the machine meets all
// of them. A figure is the median of the rounds in nanoseconds for a call, with the first
// and the last quarter. --check runs one short round, to see that everything works.
import process from "node:process";
import { parseArgs } from "node:util";

import * as guidon from "guidon";
import * as guidonUlid from "guidon/ulid";
import * as guidonUuid from "guidon/uuid";
import { nanoid } from "nanoid";
import * as ulid from "ulid";
import * as uuid from "uuid";
import { uuidv7 } from "uuidv7";

const { values } = parseArgs({
    options: {
        rounds: { type: "string", default: "41" },
        check: { type: "boolean", default: false },
    },
});
const ROUNDS = values.check ? 1 : Number(values.rounds);
const ROUND_MS = values.check ? 1 : 20; // for each call

const TEXT = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
const BYTES = guidon.parse(TEXT);
const monotonic = ulid.monotonicFactory();
const guidonMonotonic = guidonUlid.monotonicFactory();

/** Groups of calls that do the same; the first is the measure of the others. A call
 * returns something with a length, which the loop adds up. */
const GROUPS = {
    "version 7": {
        "uuid v7()": () => uuid.v7(),
        "uuidv7 uuidv7()": () => uuidv7(),
        "guidon v7()": () => guidon.v7(),
        "guidon/uuid v7()": () => guidonUuid.v7(),
    },
    "random": {
        "crypto.randomUUID()": () => crypto.randomUUID(),
        "uuid v4()": () => uuid.v4(),
        "nanoid nanoid()": () => nanoid(),
        "guidon v4()": () => guidon.v4(),
        'guidon convert(v7("bytes"), "base58")': () => guidon.convert(guidon.v7("bytes"), "base58"),
    },
    "monotonic ULID": {
        "ulid monotonicFactory()": () => monotonic(),
        "guidon monotonicUlid()": () => guidon.monotonicUlid(),
        "guidon/ulid monotonicFactory()": () => guidonMonotonic(),
    },
    "ULID": { "ulid ulid()": () => ulid.ulid(), "guidon ulid()": () => guidon.ulid() },
    "version 1": { "uuid v1()": () => uuid.v1(), "guidon v1()": () => guidon.v1() },
    "name": {
        "uuid v5()": () => uuid.v5("www.example.com", uuid.v5.DNS),
        "guidon v5()": () => guidon.v5("www.example.com", guidon.NAMESPACE_DNS),
    },
    "parse": {
        "uuid parse()": () => uuid.parse(TEXT),
        "guidon parse()": () => guidon.parse(TEXT),
        "guidon/uuid parse()": () => guidonUuid.parse(TEXT),
    },
    "stringify": {
        "uuid stringify()": () => uuid.stringify(BYTES),
        "guidon format()": () => guidon.format(BYTES),
    },
    "validate": {
        "uuid validate()": () => [uuid.validate(TEXT)],
        "guidon validate()": () => [guidon.validate(TEXT)],
    },
    "1000 ids, for an id": {
        'guidon many("v7", 1000)': () => guidon.many("v7", 1000),
        'guidon many(..., "bytes")': () => guidon.many("v7", 1000, "bytes"),
        'guidon many(..., "lines")': () => guidon.many("v7", 1000, "lines"),
    },
};

let sum = 0;

/** Nanoseconds for a call, over at least ROUND_MS. */
function measure(call, size) {
    let calls = 0;
    const start = performance.now();
    let now = start;
    for (; now - start < ROUND_MS; now = performance.now()) {
        for (let i = 0; i < size; i++) {
            sum += call().length;
        }
        calls += size;
    }
    return ((now - start) * 1e6) / calls;
}

const quantile = (sorted, part) => sorted[Math.floor((sorted.length - 1) * part)];

function row(name, times, base, ids) {
    const sorted = times.map((time) => time / ids).sort((a, b) => a - b);
    const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => quantile(sorted, part));
    const ratio = middle / base;
    const figures = [middle, low, high].map((figure) => figure.toFixed(0).padStart(8)).join("");
    console.log(`  ${name.padEnd(32)}${figures}   ${ratio.toFixed(2).padStart(5)}`);
    return middle;
}

const calls = Object.values(GROUPS)
    .flatMap((group) => Object.entries(group))
    .map(([name, call]) => ({ name, call, times: [], ids: name.includes("many") ? 1000 : 1 }));
for (let round = 0; round <= ROUNDS; round++) {
    for (const one of calls) {
        const time = measure(one.call, one.ids > 1 || one.name === "ulid ulid()" ? 1 : 100);
        if (round > 0) {
            // the first round lets the engine compile
            one.times.push(time);
        }
    }
}
console.log(
    `Node.js ${process.versions.node}: nanoseconds for a call, median of ${ROUNDS} ` +
        "rounds,\nfirst and last quarter, and the ratio to the first call of the group",
);
for (const [title, group] of Object.entries(GROUPS)) {
    console.log(title);
    let base;
    for (const name of Object.keys(group)) {
        const { times, ids } = calls.find((one) => one.name === name);
        base ??=
            quantile(
                [...times].sort((a, b) => a - b),
                0.5,
            ) / ids;
        row(name, times, base, ids);
    }
}
if (!(sum > 0)) {
    throw new Error("no call returned anything");
}
