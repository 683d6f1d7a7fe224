// SPDX-License-Identifier: MIT
// The texts, maps and pseudonyms of `guidon alias`, by the rows that the tool reads too.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { AliasMap, Pseudonyms } from "guidon";

import { ROOT } from "./files.mjs";

const vectors = JSON.parse(fs.readFileSync(path.join(ROOT, "tests/vectors/alias.json")));
const UUID = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
const hexOf = (bytes) => Buffer.from(bytes).toString("hex");
const textOf = (hex) => Buffer.from(hex, "hex").toString("latin1");
const V4 = "919108f7-52d1-4320-9bac-f847db4148a8";
const ULID = "01FWHE4YDGFK1SHH6W1G60EECF";
const flagsOf = ({ flags, kinds }) => ({
    ...Object.fromEntries(flags.map((name) => [name === "lower" ? "ulidLower" : name, true])),
    ...(kinds.length > 0 ? { kinds } : {}),
});
const optionsOf = ({ kind, prefix }) => ({ kind: kind || undefined, prefix: prefix || undefined });
const listed = (left) => left.map(({ line, column, text, why }) => [line, column, text, why]);

test("texts become those of the tool, and come back", () => {
    for (const row of vectors.texts) {
        let names = new AliasMap(optionsOf(row));
        row.inputs.forEach((input, i) => {
            assert.equal(hexOf(names.alias(bytesOf(input), flagsOf(row))), row.outputs[i]);
            assert.deepEqual(listed(names.left), row.left[i], row.why);
            names = new AliasMap({ map: String(names) });
        });
        assert.equal(String(names), textOf(row.map), row.why);
        row.outputs.forEach((output, i) => {
            assert.equal(hexOf(names.restore(bytesOf(output))), row.inputs[i], row.why);
        });
    }
});

test("with noRestore, all spellings have the alias of the first", () => {
    for (const row of vectors.unrestored) {
        let names = new AliasMap({ ...optionsOf(row), noRestore: true });
        row.inputs.forEach((input, i) => {
            assert.equal(hexOf(names.alias(bytesOf(input), flagsOf(row))), row.outputs[i], row.why);
            assert.deepEqual(listed(names.left), row.left[i], row.why);
            names = new AliasMap({ map: String(names), noRestore: true });
        });
        assert.equal(String(names), textOf(row.map), row.why);
    }
    for (const [kind, first] of [
        ["number", "id-1"],
        ["uuid", "00000000-0000-4000-8000-000000000001"],
    ]) {
        const names = new AliasMap({ kind });
        names.alias(`${UUID} ${UUID.toUpperCase()}`);
        const map = String(names);
        const again = new AliasMap({ map, noRestore: true });
        assert.equal(again.alias(`${UUID.toUpperCase()} ${UUID}`), `${first} ${first}`);
        assert.equal(String(again), map);
    }
});

test("one kind or several", () => {
    const text = `${UUID} ${V4} ${ULID}`;
    assert.equal(new AliasMap().alias(text, { kinds: "v4" }), text.replace(V4, "id-1"));
    const two = new Set(["v7", "ulid"]);
    assert.equal(new AliasMap().alias(text, { kinds: two }), `id-1 ${V4} id-1.b`);
    assert.equal(new Pseudonyms(new Uint8Array(32)).alias(text, { kinds: [] }), text);
});

/** What a stream makes of bytes that come in two pieces. */
async function streamed(stream, bytes, cut) {
    const writer = stream.writable.getWriter();
    const written = (async () => {
        await writer.write(bytes.subarray(0, cut));
        await writer.write(bytes.subarray(cut));
        await writer.close();
    })();
    const parts = [];
    for await (const part of stream.readable) {
        parts.push(part);
    }
    await written;
    return hexOf(Buffer.concat(parts));
}

test("streams give the same wherever the text is cut", async () => {
    for (const row of vectors.texts) {
        const names = new AliasMap(optionsOf(row));
        for (const [i, input] of row.inputs.entries()) {
            const [text, out] = [bytesOf(input), bytesOf(row.outputs[i])];
            for (let cut = 0; cut <= text.length; cut++) {
                const stream = names.aliasStream(flagsOf(row));
                assert.equal(await streamed(stream, text, cut), row.outputs[i], row.why);
            }
            for (let cut = 0; cut <= out.length; cut++) {
                assert.equal(await streamed(names.restoreStream(), out, cut), input, row.why);
            }
        }
    }
});

test("what has no alias in the map stays, and is listed", () => {
    for (const row of vectors.restored) {
        const names = new AliasMap({ map: textOf(row.map) });
        assert.equal(hexOf(names.restore(bytesOf(row.input))), row.output, row.why);
        assert.deepEqual(listed(names.left), row.left, row.why);
    }
});

test("damaged maps are refused with their line", () => {
    for (const row of vectors.maps) {
        const read = () => String(new AliasMap({ map: textOf(row.map) }));
        if (row.error.startsWith("FILE:") && !row.error.includes(" dropped ")) {
            assert.throws(read, {
                name: "GuidonError",
                message: row.error.replace("FILE", "map"),
            });
        } else {
            assert.equal(read(), textOf(row.then), row.why);
        }
    }
});

test("pseudonyms are those of the tool", () => {
    for (const row of vectors.pseudonyms.filter(({ reversible }) => !reversible)) {
        const keyed = new Pseudonyms(bytesOf(row.key));
        assert.equal(hexOf(keyed.alias(bytesOf(row.input), flagsOf(row))), row.output);
        assert.deepEqual(keyed.left, []);
    }
});

test("strings of any characters come back", () => {
    const names = new AliasMap();
    for (const text of ["", `\ud800 ${UUID} \udc00é\u{10ffff}\0`, `${UUID.toUpperCase()}\u00ff`]) {
        const out = names.alias(text);
        assert.equal(names.restore(out), text);
        assert.ok(!out.includes(UUID));
    }
    assert.equal(names.alias(`é ${UUID}, x_${UUID}`), `é id-1, x_${UUID}`);
    assert.deepEqual(listed(names.left)[0].slice(0, 3), [1, 43, UUID]);
});

test("texts longer than the memory of the module", () => {
    const line = `${UUID} ${"x".repeat(3000)} \ud800 ${UUID.toUpperCase()}\n`;
    const names = new AliasMap();
    const out = names.alias(line.repeat(100));
    assert.equal(out, names.alias(line).repeat(100));
    assert.equal(names.restore(out), line.repeat(100));
});

test("wrong arguments are refused", () => {
    for (const options of [
        { kind: "word" },
        { prefix: "9" },
        { prefix: "é" },
        { prefix: "" },
        { prefix: 5 },
        { kind: "uuid", prefix: "id" },
        { kind: "typeid", prefix: "name" },
        { map: 5 },
        { file: "x" },
    ]) {
        assert.throws(() => new AliasMap(options), { name: "GuidonError", reason: "ARGUMENT" });
    }
    const map = String(new AliasMap());
    assert.throws(() => new AliasMap({ map, kind: "uuid" }), /not 'uuid'; take another map/);
    assert.throws(() => new AliasMap({ map, prefix: "x" }), /not 'x'; take another map/);
    assert.throws(() => new AliasMap().alias(5), { reason: "ARGUMENT" });
    assert.throws(() => new AliasMap().alias("", { every: true }), /unknown option every/);
    for (const kinds of ["v16", ["v7", 7], [Symbol("v7")]]) {
        assert.throws(() => new AliasMap().aliasStream({ kinds }), {
            reason: "ARGUMENT",
            message: /^no kind .*; expected v0, v1, .*, ulid$/,
        });
    }
    for (const kinds of [7, null, {}]) {
        assert.throws(() => new Pseudonyms(new Uint8Array(32)).alias("", { kinds }), {
            reason: "ARGUMENT",
            message: /^kinds must be names of kinds/,
        });
    }
    assert.throws(() => new Pseudonyms(new Uint8Array(31)), { reason: "ARGUMENT" });
    for (const key of ["k".repeat(32), 32, undefined]) {
        assert.throws(() => new Pseudonyms(key), {
            reason: "ARGUMENT",
            message: /^the key must be a Uint8Array/,
        });
    }
});

test("a stream of strings is refused, for it may be cut inside a character", async () => {
    const streams = [
        new AliasMap().aliasStream(),
        new AliasMap().restoreStream(),
        new Pseudonyms(new Uint8Array(32)).aliasStream(),
    ];
    for (const { writable, readable } of streams) {
        const refused = { reason: "ARGUMENT", message: /^a chunk must be a Uint8Array/ };
        const read = assert.rejects(readable.getReader().read(), refused);
        await assert.rejects(writable.getWriter().write("\ud83d"), refused);
        await read;
    }
});

test("the program of the README prints what it says", () => {
    const readme = fs.readFileSync("node_modules/guidon/README.md", "utf8");
    const [, code] = /^```js\nimport \{ AliasMap \} from "guidon";\n(.*?)^```/ms.exec(readme);
    const lines = [];
    new Function("AliasMap", "console", code)(AliasMap, {
        log: (value) => lines.push(typeof value === "string" ? value : JSON.stringify(value)),
    });
    const said = [...code.matchAll(/^console.*?\/\/ (.*?)( - .*)?$/gm)].map(([, line]) => line);
    assert.deepEqual(lines, said);
    assert.equal(lines.length, 3);
});
