// SPDX-License-Identifier: MIT
// The page's module gives the results of the shared vectors.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Core } from "../src/core.mjs";
import { partsOf } from "../src/kinds.mjs";
import { parse } from "../src/time.mjs";
import { guidon, jsonLines, partsOfPage } from "./browser.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const vectors = path.join(root, "tests/vectors");

/** Files and members whose rows the page cannot express. */
const ELSEWHERE = {
    bits: "the page makes ids as the npm package does",
    cipher: "the page gives no key stream",
    find: "the page looks for no id by a part of it",
    hash: "the page gives no digest",
    hashed: "the page has no keys",
    key_rings: "the page has no keys",
    keys: "the page has no keys",
    alias: "the page replaces no ids",
    audit: "the page audits lists as the tool does",
    causes: "the test below audits these ids, and the tool too",
    bounds: "the page takes times as text; views.test.mjs compares bounds with the tool",
    draft: "the page shows what text.texts has in these forms, and reads no form alone",
    orders: "the page sorts ids by their bytes alone",
    times: "the page takes times as text; views.test.mjs compares bounds with the tool",
    prefixed: "the page makes no ids with a prefix",
    time_text: "the page takes times as the tool does, whose tests read these",
    "convert.v1_v6": "the page changes no version",
    "convert.ulid_as_v7": "the page changes no version",
    "convert.ulid_increment": "the page counts no ULID on",
    "convert.ulid_full": "the page counts no ULID on",
    "names.digests": "the page takes no digest",
    "oid.der_refused": "the page has no DER",
    "text.names": "the page has one name for each form",
    "text.figures": "the page shows each bit; show.test.mjs compares them",
    "typeid.prefixes": "views.test.mjs makes a TypeID of a wrong prefix",
    "ulid.monotonic": "the page gives a maker no random bits",
    "ulid.increments": "the page counts no ULID on",
    "ulid.refused": "the page reads a text in any form, not as a ULID alone",
    "ulid.lenient_refused": "the page reads a text in any form, not as a ULID alone",
    "values.custom_parts": "the row is one of custom, in other words",
    "values.node": "the page makes no node numbers",
};

const core = new Core(new WebAssembly.Module(partsOfPage()[0]));

const dashed = (octets) => octets.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
const shown = (text) => core.show(text, { lenient: true });
const idOf = (octets) => core.show(dashed(octets))[0];

/** A text is read as this id, if need be among other readings. */
function reads(text, octets) {
    assert.ok(
        shown(text).some((id) => id.forms.hex === octets),
        text,
    );
}

/** The readings of a text, none if it is refused. */
function readings(text, options) {
    try {
        return core.show(text, options);
    } catch {
        return [];
    }
}

/** A text that any form may have is refused, or has several readings. */
const refusedWith = (options) => (row) => {
    if (row.form === "any") {
        // the page reads no form alone
        assert.notEqual(readings(row.text, options).length, 1, row.text);
    }
};

const noTypeid = (row) =>
    assert.ok(
        readings(row.text).every(({ form }) => form !== "typeid"),
        row.text,
    );

/** The id is written like this in these forms. */
function writes(octets, texts) {
    const { forms } = idOf(octets);
    for (const [form, text] of Object.entries(texts)) {
        assert.equal(forms[form], text);
    }
}

const secondsOf = ({ time }) => Math.floor(parse(time).date.getTime() / 1000);

function fields(row) {
    const id = idOf(row.octets);
    assert.deepEqual([id.version ?? 0, id.forms.hex], [row.version, row.octets]);
    if ("seconds" in row) {
        assert.equal(secondsOf(id), row.seconds);
    }
}

function gregorian(row) {
    fields(row);
    const id = idOf(row.octets);
    assert.deepEqual([id.clock_seq, id.node], [row.clock_seq, row.node]);
}

const named = (row) =>
    core
        .named(
            row.version === 8 ? 0x80 : row.version,
            dashed(row.namespace),
            row.name,
            core.forms.indexOf("hex"),
        )
        .trim();

function ofName(row) {
    if (!("name_hex" in row)) {
        // the page takes names as text
        assert.equal(named(row), row.id);
    }
}

const ROWS = {
    "ambiguous.ambiguous": (row) =>
        assert.deepEqual(
            readings(row.text).map(({ form }) => form),
            row.forms,
        ),
    "ambiguous.shapes": (row) => {
        const [id, ...more] = readings(row.text);
        assert.deepEqual([id.form, id.forms.hex, more], [row.form, row.octets, []]);
        if (id.or_as || row.form === "hex") {
            // a ULID of a usual time has no other reading
            assert.deepEqual(Object.keys(id.or_as), row.also);
        }
    },
    "dce.ids": (row) => {
        const { clock_seq, node, domain, local_id } = idOf(row.octets);
        assert.deepEqual(
            [clock_seq, node, domain, local_id],
            [row.clock_seq, row.node, row.domain, row.local_id],
        );
    },
    "guid.images": (row) => writes(row.octets, { "guid-hex": row.guid_octets }),
    "guid.texts": (row) => reads(row.text, row.octets),
    "initialisers.read": (row) => reads(row.text, row.octets),
    "kinds.kinds": (row) => {
        const found = shown(row.text).find(({ kind }) => kind === row.kind);
        assert.equal(found?.forms.hex, row.octets, row.why);
        assert.ok(partsOf(core.titles[row.kind])[0], row.kind);
    },
    "lenient.read": (row) => reads(row.text, row.octets),
    "lenient.refused": refusedWith({ lenient: true }),
    "names.ids": ofName,
    "names.variant_bits": ofName,
    "names.wrong": (row) => {
        if (!("name_hex" in row)) {
            assert.notEqual(named(row), row.wrong);
        }
    },
    "ncs.ids": (row) => writes(row.octets, { ncs: row.text, uuid: row.uuid }),
    "oid.oids": (row) => {
        writes(row.octets, { oid: row.oid, "urn-oid": row.urn });
        reads(row.oid, row.octets);
        reads(row.urn, row.octets);
    },
    "described.described": ({ text, forms, lenient, json }) => {
        const wanted = JSON.parse(json);
        if (!forms && wanted.length > 0) {
            // the page reads no form alone
            assert.deepEqual(core.show(text, { lenient }), wanted);
        }
    },
    "reasons.reasons": ({ text, forms, lenient, reason }) => {
        // The page reads no form alone, and reads TypeIDs and ambiguous texts too.
        if (!forms && reason !== "" && !/name the form|TypeID/.test(reason)) {
            assert.throws(
                () => core.show(text, { lenient }),
                ({ message }) => message.includes(reason),
                reason,
            );
        }
    },
    "refuse.refused": refusedWith(),
    "text.texts": (row) =>
        writes(
            row.octets,
            Object.fromEntries(
                core.forms.filter((form) => form in row).map((form) => [form, row[form]]),
            ),
        ),
    "typeid.valid": (row) => {
        const [id] = shown(row.text);
        assert.deepEqual([id.prefix ?? "", id.forms.uuid], [row.prefix, row.uuid]);
    },
    "typeid.invalid": noTypeid,
    "typeid.refused": noTypeid,
    "ulid.ulids": (row) => {
        writes(row.octets, { ulid: row.ulid });
        assert.equal(secondsOf(shown(row.ulid)[0]), Math.floor(row.ms / 1000));
    },
    "ulid.lenient": (row) =>
        assert.ok(
            shown(row.text).some((id) => id.forms.ulid === row.ulid),
            row.text,
        ),
    "values.gregorian": gregorian,
    "values.namespaces": gregorian,
    "values.unix": fields,
    "values.random": fields,
    "values.custom": fields,
    "values.others": fields,
};

describe("shared vectors", () => {
    for (const name of fs.readdirSync(vectors).sort()) {
        const file = path.basename(name, ".json");
        const members = JSON.parse(fs.readFileSync(path.join(vectors, name)));
        for (const [member, rows] of Object.entries(members)) {
            const key = `${file}.${member}`;
            if (!Array.isArray(rows) || file in ELSEWHERE || key in ELSEWHERE) {
                continue;
            }
            test(key, () => {
                assert.ok(ROWS[key], "vectors.test.mjs has no function for these rows");
                for (const row of rows) {
                    try {
                        ROWS[key](row);
                    } catch (error) {
                        throw new Error(`${row.why}: ${error.message}`, { cause: error });
                    }
                }
            });
        }
    }
});

/** A number as JSON of the tool has it. */
const rounded = (key, value) =>
    typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(15)) : value;

describe("the audit of ids that faulty programs made", () => {
    const rows = JSON.parse(fs.readFileSync(path.join(vectors, "causes.json"))).causes;
    const now = Math.max(...rows.map((row) => row.now));
    const bytes = (of) => Buffer.from(of.map(({ octets }) => `${dashed(octets)}\n`).join(""));

    for (const cause of new Set(rows.map((row) => row.cause))) {
        test(cause, () => {
            // the first id twice, and a line without one
            const text = Buffer.concat([
                bytes(rows.filter((row) => row.cause === cause)),
                bytes(rows.filter((row) => row.cause === cause).slice(0, 1)),
                Buffer.from("no id\n"),
            ]);
            core.listBegin(1000 * now);
            core.listFile();
            core.listAdd(text, true);
            const said = core.listConclude().filter(({ what }) => !/text|titles/.test(what));
            const { output } = guidon(["audit", "--json", "--now", `@${now}`], text);
            const due = output.replaceAll('file":"stdin"', 'file":"0"');
            assert.deepEqual(
                JSON.parse(JSON.stringify(said), rounded),
                jsonLines(due).map((object) => JSON.parse(JSON.stringify(object), rounded)),
            );
            assert.ok(said.some((object) => object.what === "cause" && object.cause === cause));
        });
    }
});
