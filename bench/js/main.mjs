// SPDX-License-Identifier: MIT
// Node's own crypto, and the packages uuid, uuidv7 and ulid.

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { monotonicFactory, ulid, ulidToUUID, uuidToULID } from "ulid";
import * as uuid from "uuid";
import { UUID, uuidv7obj } from "uuidv7";
import { BATCH, main } from "./harness.mjs";

function versionOf(name) {
    const path = new URL(`node_modules/${name}/package.json`, import.meta.url);
    return JSON.parse(readFileSync(path, "utf8")).version;
}

function parsing(of, call) {
    return {
        call,
        run: (batch, out) => {
            const texts = of(batch);
            for (let i = 0; i < BATCH; i++) out[i] = call(texts[i]);
        },
    };
}

function formatting(call) {
    return {
        run: (batch, out) => {
            const { ids } = batch;
            for (let i = 0; i < BATCH; i++) out[i] = call(ids[i]);
        },
    };
}

function naming(call) {
    return {
        run: (batch, out) => {
            const { names, namespace } = batch;
            for (let i = 0; i < BATCH; i++) out[i] = call(names[i], namespace);
        },
    };
}

function making(call) {
    return {
        run: (_, out) => {
            for (let i = 0; i < BATCH; i++) out[i] = call();
        },
    };
}

/** The package uuid writes into a buffer if the caller passes one. */
function filling(call) {
    const buffers = Array.from({ length: BATCH }, () => new Uint8Array(16));
    return {
        note: "into a buffer",
        run: (_, out) => {
            for (let i = 0; i < BATCH; i++) {
                out[i] = call(undefined, buffers[i], 0);
            }
        },
    };
}

const own = { library: "crypto", version: process.version };
const one = (library) => ({ library, version: versionOf(library) });
const text = { note: "gives text" };

const uuids = (batch) => batch.uuids;
const ulids = (batch) => batch.ulids;

const cases = [
    {
        operation: "uuid_format",
        ...one("uuid"),
        ...formatting((id) => uuid.stringify(id)),
        note: "allocates",
    },
    {
        operation: "uuid_format",
        ...one("uuidv7"),
        ...formatting((id) => UUID.ofInner(id).toString()),
        note: "allocates",
    },
    {
        operation: "uuid_parse",
        ...one("uuid"),
        ...parsing(uuids, (id) => uuid.parse(id)),
        note: "allocates",
    },
    {
        operation: "uuid_parse",
        ...one("uuidv7"),
        ...parsing(uuids, (id) => UUID.parse(id).bytes),
        note: "allocates",
    },
    {
        operation: "ulid_format",
        ...one("ulid"),
        ...parsing(uuids, (id) => uuidToULID(id)),
        note: "from the text of a UUID",
    },
    {
        operation: "ulid_parse",
        ...one("ulid"),
        ...parsing(ulids, (id) => ulidToUUID(id)),
        note: "to the text of a UUID",
    },
    { operation: "v3", ...one("uuid"), ...naming((name, ns) => uuid.v3(name, ns)), ...text },
    { operation: "v5", ...one("uuid"), ...naming((name, ns) => uuid.v5(name, ns)), ...text },
    { operation: "v1", ...one("uuid"), ...filling(uuid.v1) },
    { operation: "v4", ...own, ...making(() => randomUUID()), ...text },
    { operation: "v4", ...one("uuid"), ...filling(uuid.v4) },
    { operation: "v6", ...one("uuid"), ...filling(uuid.v6) },
    { operation: "v7", ...one("uuid"), ...filling(uuid.v7), ordered: true },
    {
        operation: "v7",
        ...one("uuidv7"),
        ...making(() => uuidv7obj().bytes),
        ordered: true,
        note: "allocates",
    },
    { operation: "ulid", ...one("ulid"), ...making(() => ulid()), ...text },
    {
        operation: "ulid_monotonic",
        ...one("ulid"),
        ...making(monotonicFactory()),
        ordered: true,
        ...text,
    },
];

main(cases);
