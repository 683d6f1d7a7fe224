// SPDX-License-Identifier: MIT
// Reads the ids, checks and times the cases, prints JSON lines.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

export const BATCH = 256;

// The compiler needs a warm-up to optimise a loop. Several measurements are needed so
// that a single garbage collection does not decide.
const WARM_UP_MS = 150;
const TIMED_LEAST_MS = 30;

const bytesOf = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));

/** The batches of the file of ids, and its wrong texts by kind. */
function read(path) {
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    const fields = lines.map((line) => line.split("\t"));
    const namespace = fields.find(([kind]) => kind === "namespace")[1];
    const ids = fields.filter(([kind]) => kind === "id");
    const batches = [];
    for (let at = 0; at < ids.length; at += BATCH) {
        const some = ids.slice(at, at + BATCH);
        batches.push({
            namespace: bytesOf(namespace),
            ids: some.map((row) => bytesOf(row[1])),
            uuids: some.map((row) => row[2]),
            ulids: some.map((row) => row[3]),
            names: some.map((row) => row[4]),
        });
    }
    const wrongs = { uuid: [], ulid: [] };
    for (const [what, kind, text] of fields) {
        if (what === "wrong") wrongs[kind].push(text);
    }
    return { batches, wrongs };
}

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The hex digits of an id in any of the libraries' types. */
function hexOf(item) {
    if (typeof item !== "string") return Buffer.from(item).toString("hex");
    if (item.length !== 26) return item.replaceAll("-", "").toLowerCase();
    let number = 0n;
    for (const letter of item) {
        number = (number << 5n) | BigInt(CROCKFORD.indexOf(letter));
    }
    return number.toString(16).padStart(32, "0");
}

function accepts(one, text) {
    try {
        one.call(text);
        return true;
    } catch {
        return false;
    }
}

function prove(one, { batches, wrongs }) {
    const line = { ...head(one), ordered: !!one.ordered, out: [] };
    const shown = one.operation.endsWith("_format") ? (text) => text : hexOf;
    for (const batch of batches) {
        const made = new Array(BATCH);
        one.run(batch, made);
        line.out.push(...made.map(shown)); // the next batch may reuse buffers
    }
    if (one.operation.endsWith("_parse")) {
        line.accepts = [...wrongs[one.operation.slice(0, 4)].entries()]
            .filter(([, text]) => accepts(one, text))
            .map(([number]) => number);
    }
    return line;
}

const head = (one) => ({
    operation: one.operation,
    library: one.library,
    version: one.version,
    language: "JavaScript",
    mode: "one",
    note: one.note ?? "",
});

/** The time of so many batches, in milliseconds. */
function repeat(one, batch, out, times) {
    const begun = performance.now();
    for (let i = 0; i < times; i++) one.run(batch, out);
    return performance.now() - begun;
}

function time(one, batch, ms) {
    const out = new Array(BATCH);
    let times = 1;
    let warm = 0;
    let taken = 0;
    while (warm < WARM_UP_MS) {
        taken = repeat(one, batch, out, times);
        warm += taken;
        if (taken < WARM_UP_MS / 10) times *= 2;
    }
    times = Math.max(1, Math.round((times * ms) / taken));
    const ns = (repeat(one, batch, out, times) * 1e6) / (times * BATCH);
    return { ...head(one), ns: [ns] };
}

/**
 * A process for each case: in one for all, the compiler would see every
 * library's function called from the same place, and do worse by the later.
 */
function inProcess(number, ids, ms) {
    const words = [process.argv[1], "one", ids, ms, number];
    const done = spawnSync(process.execPath, words, {
        stdio: ["ignore", "inherit", "inherit"],
    });
    if (done.status !== 0) process.exit(1);
}

/** prove IDS, or run IDS MS OPERATIONS. */
export function main(cases) {
    const [verb, ids, ms, what = ""] = process.argv.slice(2);
    if (verb === "one") {
        const { batches } = read(ids);
        const line = time(cases[what], batches[0], Math.max(TIMED_LEAST_MS, +ms));
        console.log(JSON.stringify(line));
        return;
    }
    const input = read(ids);
    for (const [number, one] of cases.entries()) {
        if (verb === "prove") {
            console.log(JSON.stringify(prove(one, input)));
        } else if (what.split(",").includes(one.operation)) {
            inProcess(number, ids, ms);
        }
    }
}
