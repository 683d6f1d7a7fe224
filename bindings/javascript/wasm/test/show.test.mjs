// SPDX-License-Identifier: MIT
// show.mjs and scan.mjs give what the tool gives.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { BUILT, ROOT, built, toolJson } from "./built.mjs";

const { Forms } = await import(path.join(BUILT, "forms.mjs"));
const { kindName, show } = await import(path.join(BUILT, "show.mjs"));
const { Scan, Scanner } = await import(path.join(BUILT, "scan.mjs"));
const core = new Forms(built.forms.module);
const scan = new Scan(built.scan.module);

const rows = (file, part) =>
    JSON.parse(fs.readFileSync(path.join(ROOT, "tests/vectors", `${file}.json`)))[part];
const dashed = (octets) => octets.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

function subjects() {
    const texts = fs.readFileSync(path.join(ROOT, "examples/ids.txt"), "utf8").split("\n");
    for (const part of ["gregorian", "unix", "random", "custom", "others"]) {
        texts.push(...rows("values", part).map((row) => dashed(row.octets)));
    }
    texts.push(...rows("typeid", "valid").map((row) => row.text));
    texts.push(...rows("text", "texts").flatMap((row) => Object.values(row)));
    texts.push(...rows("dce", "ids").map((row) => dashed(row.octets)));
    return texts.filter(
        (text) =>
            typeof text === "string" &&
            text !== "" &&
            !text.startsWith("-") &&
            !text.includes("\0"),
    );
}

test("show gives the objects of the tool", () => {
    const texts = [...new Set(subjects())];
    const due = toolJson(["show", "--json", "--", ...texts]);
    assert.ok(due.length > 800, `${due.length} objects`);
    for (const text of texts) {
        let objects = [];
        try {
            objects = show(core, text);
        } catch (error) {
            assert.equal(error.name, "GuidonError");
        }
        assert.deepEqual(
            objects,
            due.filter(({ input }) => input === text),
            text,
        );
    }
});

/** What `guidon scan --json` prints without the place, by the module. `size` is that of
 * the pieces that the scanner gets. */
function scanned(text, also, size) {
    const found = [];
    const scanner = new Scanner(scan, also);
    const take = (match) => {
        const kind = kindName(core, match.kind);
        core.putId(match.id);
        const isUlid = match.form.startsWith("ulid");
        const [{ time }] = show(core, core.format(isUlid ? "ulid" : "uuid"));
        found.push({
            offset: match.offset,
            input: text.toString("latin1", match.offset, match.offset + match.length),
            form: match.form,
            kind,
            ...(time && { time }),
        });
    };
    for (let at = 0; at === 0 || at < text.length; at += size) {
        scanner.push(text.subarray(at, at + size), at + size >= text.length, take);
    }
    return found;
}

const SCANS = [
    [{}, []],
    [{ all: true }, ["--all"]],
    [{ ulidLower: true, hex: true, typeid: true }, ["--lower", "--hex", "--typeid"]],
];

function longText() {
    const files = [
        "examples/ids.txt",
        "tests/cli/sessions/scan.txt",
        "tests/cli/sessions/typeid.txt",
        "docs/guides/typeid.md",
    ];
    const once = Buffer.concat(files.map((name) => fs.readFileSync(path.join(ROOT, name))));
    return Buffer.concat([once, Buffer.alloc(65000, "x "), once]);
}

test("scan finds what the tool finds, in pieces of any size", () => {
    const text = longText();
    for (const [also, words] of SCANS) {
        const due = toolJson(["scan", "--json", "-I", ...words], text).map(
            ({ line, column, ...rest }) => rest,
        );
        assert.ok(due.length > 20, `${due.length} matches`);
        for (const size of [7, 64, 4096, 65536, text.length]) {
            assert.deepEqual(scanned(text, also, size), due, `${words} by ${size}`);
        }
    }
});
