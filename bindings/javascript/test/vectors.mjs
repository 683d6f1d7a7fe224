// SPDX-License-Identifier: MIT
// vectors.mjs - runs the shared vectors by the functions of the package, in any runtime.

/** Files and members whose rows no function of the package can express. */
const ELSEWHERE = {
    bits: "bits.test.mjs runs these",
    cipher: "the package gives no key stream",
    hash: "the package gives no digest",
    audit: "the package audits nothing",
    causes: "the tool names and repairs causes",
    alias: "alias.test.mjs runs these",
    find: "idset.test.mjs runs these",
    orders: "the package sorts nothing",
    "prefixed.refused": "prefixed.test.mjs runs these: the reasons of numbers are ARGUMENT",
    time_text: "Date reads and writes the texts of times",
    "bounds.ranges": "the package has bounds of times, not of ranges",
    "bounds.empty_ranges": "the package has bounds of times, not of ranges",
    "names.digests": "version 8 of a digest is not offered",
    "oid.der_refused": "the package has no DER; text and refuse have the form oid",
    "keys.siphash": "the package gives no hash",
    "keys.encrypt": "the package masks, and does not encrypt",
    "keys.pseudonym": "the package makes no pseudonyms",
    "text.names": "the package has one name for each form",
    "times.ticks_past_60_bits": "no id has such a time",
    "times.fraction": "the fraction of version 7 is the generator's",
    "values.custom_parts": "the row is one of custom, in other words",
    "values.node": "the package makes no node numbers",
};

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const plain = (value) =>
    JSON.stringify(value, (_, part) => (typeof part === "bigint" ? String(part) : part));

function same(found, due) {
    if (plain(found) !== plain(due)) {
        throw new Error(`${plain(found)} instead of ${plain(due)}`);
    }
}

/** The reason and the offset of the GuidonError that a call throws. */
function errorOf(call) {
    try {
        return { returned: call() };
    } catch (error) {
        if (error.name !== "GuidonError") {
            throw error;
        }
        return { status: error.reason, bad_at: error.offset };
    }
}

const due = ({ status, bad_at }) => ({ status, bad_at });

/** A text is wrong as a row says. Offsets of rows count bytes of UTF-8, and those of the
 * package count characters, so a text with other characters than ASCII is only wrong. */
function refused(call, row) {
    const error = errorOf(call);
    if (/^[\0-\x7f]*$/.test(row.text)) {
        same(error, due(row));
    } else {
        same("returned" in error, false);
    }
}

/** The time of a row of bounds, as the package has times: none in microseconds. */
const timesOf = ({ unit, time }) =>
    unit === "ms"
        ? [Number(time), new Date(Number(time))]
        : unit === "100ns"
          ? [BigInt(time) * 100n, BigInt(time) * 100n + 99n]
          : unit === "ns"
            ? [BigInt(time)]
            : [];

const nsOf = (row) => BigInt(row.seconds) * 1000000000n + BigInt(row.nanoseconds);

/** Run a row of hashed.json, in each type that has its value. */
function hashed(g, row) {
    const values =
        row.type === "bytes"
            ? [bytesOf(row.value)]
            : row.type === "text"
              ? [row.value]
              : [BigInt(row.value), Number(row.value)].filter(
                    (value) => typeof value === "bigint" || Number.isSafeInteger(value),
                );
    for (const value of [...values, bytesOf(row.data)]) {
        same(g.derive(row.unix_ms, bytesOf(row.key), value, "hex"), row.derived);
        if (row.type !== "integer") {
            same(g.v5(value, bytesOf(row.namespace), "hex"), row.v5);
        }
    }
}

/** The fields of an id with a prefix. */
function prefixedFields(g, row) {
    const id = bytesOf(row.octets);
    same(
        [g.v8PrefixOf(id, row.prefix_bits), g.prefixedTimeNsOf(id, row.prefix_bits)],
        [row.prefix, nsOf(row)],
    );
}

/** The functions that run a row of each member, by the package `g` and its entry
 * `ulids`. */
function rowsOf(g, ulids) {
    const formsOf = (form = "any") => (form === "any" ? {} : { forms: form });
    const bothWays = (octets, form, text) => {
        same(g.format(bytesOf(octets), form), text);
        same(hexOf(g.parse(text, { forms: form })), octets);
    };
    // The draft prints some forms in the other case.
    const draftOf = (octets, form, text) => {
        same(hexOf(g.parse(text, { forms: form })), octets);
        same([text, text.toLowerCase()].includes(g.format(bytesOf(octets), form)), true);
    };
    const notDrafts = ({ octets, form, draft, text }) => {
        let id = "";
        try {
            id = hexOf(g.parse(draft, { forms: form }));
        } catch (error) {
            same(error.name, "GuidonError");
        }
        same(id === octets, false);
        draftOf(octets, form, text);
    };
    const named = (row) =>
        g[row.version === 8 ? "v8Sha256" : `v${row.version}`](
            "name_hex" in row ? bytesOf(row.name_hex) : row.name,
            bytesOf(row.namespace),
            "hex",
        );
    const fields = (row) => {
        const id = bytesOf(row.octets);
        same([g.versionOf(id), g.variantOf(id)], [row.version, row.variant]);
        if ("seconds" in row) {
            same(g.timeNsOf(id), nsOf(row));
            same(g.timeOf(id), new Date(row.seconds * 1000 + Math.floor(row.nanoseconds / 1e6)));
        }
    };
    const gregorian = (row) => {
        const id = bytesOf(row.octets);
        const make = row.version === 1 ? g.v1 : g.v6;
        fields(row);
        same(
            make({ at: nsOf(row), clockSeq: row.clock_seq, node: bytesOf(row.node), as: "hex" }),
            row.octets,
        );
        same([g.clockSeqOf(id), hexOf(g.nodeOf(id))], [row.clock_seq, row.node]);
    };
    let maker; // the rows of ulid.monotonic are ids of one maker
    const ofName = (row) => same(named(row), row.id);
    /** The bounds of a kind are ids of the time, and have its first or last bits. */
    const bounds = (kind) => (row) => {
        const ns = nsOf(row);
        for (const bound of [g.floor(kind, ns), g.ceil(kind, ns)]) {
            const step = kind === "v6" ? 100n : 1000000n;
            same(g.timeNsOf(bound), ns - (((ns % step) + step) % step));
        }
    };
    const outOfRange = (kind) => (row) =>
        same(errorOf(() => g.floor(kind, nsOf(row))).status, "RANGE");
    const boundsOf = (row, kind = row.kind) => {
        for (const time of timesOf(row)) {
            same([g.floor(kind, time, "hex"), g.ceil(kind, time, "hex")], [row.first, row.last]);
        }
    };
    return {
        "ambiguous.ambiguous": (row) => {
            same(
                errorOf(() => g.parse(row.text)),
                { status: "AMBIGUOUS", bad_at: 0 },
            );
            try {
                g.parse(row.text);
            } catch (error) {
                same(error.forms, row.forms);
            }
            same(
                g.show(row.text).map(({ form }) => form),
                row.forms,
            );
        },
        "ambiguous.shapes": (row) => {
            same(hexOf(g.parse(row.text)), row.octets);
            row.also.forEach((form) => g.parse(row.text, { forms: form }));
        },
        "bounds.bounds": (row) => boundsOf(row),
        "bounds.typeids": (row) => {
            boundsOf(row, "v7");
            same(
                [g.typeid(row.prefix, bytesOf(row.first)), g.typeid(row.prefix, bytesOf(row.last))],
                [row.first_text, row.last_text],
            );
        },
        "bounds.out_of_range": (row) => {
            for (const time of timesOf(row)) {
                same(
                    [g.floor, g.ceil].map((of) => errorOf(() => of(row.kind, time)).status),
                    ["RANGE", "RANGE"],
                );
            }
        },
        "convert.v1_v6": (row) => {
            same(g.v1ToV6(bytesOf(row.v1), "hex"), row.v6);
            same(g.v6ToV1(bytesOf(row.v6), "hex"), row.v1);
        },
        "convert.ulid_as_v7": (row) => same(g.ulidAsV7(bytesOf(row.ulid), "hex"), row.v7),
        "convert.ulid_increment": (row) =>
            same(
                nextUlid(ulids, g.format(bytesOf(row.ulid), "ulid")),
                g.format(bytesOf(row.next), "ulid"),
            ),
        "convert.ulid_full": (row) =>
            same(nextUlid(ulids, g.format(bytesOf(row.ulid), "ulid")), null),
        "dce.ids": (row) => {
            const id = bytesOf(row.octets);
            const [shown] = g.show(g.format(id));
            same(
                [shown.clock_seq, shown.node, shown.domain, shown.local_id],
                [row.clock_seq, row.node, row.domain, row.local_id],
            );
            same([g.clockSeqOf(id), g.timeOf(id)], [row.clock_seq, undefined]);
        },
        "guid.images": (row) => {
            same(g.format(row.uuid, "guid-hex"), row.guid_octets);
            same(hexOf(g.parse(row.guid_octets, { forms: "guid-hex" })), row.octets);
        },
        "described.described": ({ text, forms, lenient, json }) => {
            if (forms || lenient) {
                // show reads strictly, in the forms without names
                return;
            }
            let shown = [];
            try {
                shown = g.show(text);
            } catch (error) {
                same(error.name, "GuidonError");
            }
            same(
                shown,
                JSON.parse(json).map((reading) => ({ input: text, ...reading })),
            );
        },
        "guid.texts": (row) => same(hexOf(g.parse(row.text, formsOf(row.form))), row.octets),
        "initialisers.read": (row) => {
            same(hexOf(g.parse(row.text, formsOf(row.form))), row.octets);
            same(g.detect(row.text), [row.form]);
        },
        "keys.mask": (row) => {
            const key = bytesOf(row.key);
            same(g.mask(bytesOf(row.v7), key, "hex"), row.masked);
            same(g.unmask(bytesOf(row.masked), key, "hex"), row.v7);
        },
        "key_rings.rings": (row) => {
            const ring = new g.KeyRing(row.text);
            same(ring.current, row.current);
            same(ring.numbers, row.numbers);
            same(
                ring.numbers.map((number) => hexOf(ring.key(number))),
                row.keys,
            );
        },
        "key_rings.damaged": (row) => {
            refused(() => new g.KeyRing(row.text), row);
            try {
                new g.KeyRing(new TextEncoder().encode(row.text));
            } catch (error) {
                same(error.message, row.reason);
            }
        },
        "keys.derive": (row) =>
            same(g.derive(row.unix_ms, bytesOf(row.key), bytesOf(row.data), "hex"), row.id),
        "hashed.hashed": (row) => hashed(g, row),
        "hashed.refused_integers": (row) =>
            same(
                errorOf(() => g.derive(0, new Uint8Array(32), BigInt(row.value))).status,
                "ARGUMENT",
            ),
        "hashed.refused_texts": (row) => {
            const units = row.utf16?.match(/..../g) ?? []; // others are no string
            const text = String.fromCharCode(...units.map((unit) => parseInt(unit, 16)));
            for (const call of units.length === 0
                ? []
                : [
                      () => g.derive(0, new Uint8Array(32), text),
                      () => g.v3(text, g.NIL),
                      () => g.v5(text, g.NIL),
                      () => g.v8Sha256(text, g.NIL),
                  ]) {
                same(errorOf(call).status, "ARGUMENT");
            }
        },
        "kinds.kinds": (row) => {
            const shown = g.show(row.text).find(({ kind }) => kind === row.kind);
            same(shown?.forms.hex ?? g.format(shown.id, "hex"), row.octets);
            if (/^([0-9a-f-]{36}|[0-9a-z]{26})$/i.test(row.text)) {
                const ns = g.timeNsOf(row.text);
                same(ns === undefined ? null : String(ns), row.ns);
            }
            if (row.version !== null) {
                same(g.versionOf(bytesOf(row.octets)), row.version);
            }
        },
        "lenient.read": (row) =>
            same(hexOf(g.parse(row.text, { ...formsOf(row.form), lenient: true })), row.octets),
        "lenient.refused": (row) =>
            refused(() => g.parse(row.text, { ...formsOf(row.form), lenient: true }), row),
        "names.ids": ofName,
        "names.variant_bits": ofName,
        "names.wrong": (row) => same(named(row) === row.wrong, false),
        "ncs.ids": (row) => {
            bothWays(row.octets, "ncs", row.text);
            bothWays(row.octets, "uuid", row.uuid);
        },
        "oid.oids": (row) => {
            bothWays(row.octets, "oid", row.oid);
            bothWays(row.octets, "urn-oid", row.urn);
        },
        "reasons.reasons": ({ text, forms, lenient, reason }) => {
            let message = "";
            try {
                g.parse(text, { forms, lenient });
            } catch (error) {
                ({ message } = error);
            }
            same(message.replace(" with the option forms", ""), reason);
        },
        "draft.texts": ({ octets, texts }) =>
            Object.entries(texts).forEach(([form, text]) => draftOf(octets, form, text)),
        "draft.short": notDrafts,
        "draft.errors": notDrafts,
        "prefixed.ids": (row) => prefixedFields(g, row),
        "prefixed.fractions": (row) => prefixedFields(g, row),
        "prefixed.bounds": (row) => {
            const { prefix, prefix_bits: bits } = row;
            same(
                [
                    g.v8Floor(nsOf(row), prefix, bits, "hex"),
                    g.v8Ceil(nsOf(row), prefix, bits, "hex"),
                ],
                [row.floor, row.ceil],
            );
        },
        "prefixed.shards": (row) => {
            const data = bytesOf(row.data);
            const text = new TextDecoder().decode(data);
            same(g.shardOf(data, row.shard_bits), row.shard);
            if (hexOf(new TextEncoder().encode(text)) === row.data) {
                same(g.shardOf(text, row.shard_bits), row.shard);
            }
        },
        "refuse.refused": (row) => refused(() => g.parse(row.text, formsOf(row.form)), row),
        "text.figures": (row) => {
            bothWays(row.octets, "int", String(BigInt(`0b${row.binary}`)));
            same(g.convert(row.uuid, "bigint"), BigInt(row.int));
            same(g.convert(BigInt(row.int), "uuid"), row.uuid);
        },
        "text.texts": (row) =>
            g
                .forms()
                .filter((form) => form in row)
                .forEach((form) => bothWays(row.octets, form, row[form])),
        "times.ticks": bounds("v6"),
        "times.unix_ns": (row) => {
            bounds("v6")(row);
            same(nsOf(row), BigInt(row.unix_ns));
        },
        "times.ticks_floor": bounds("v6"),
        "times.ticks_range": outOfRange("v6"),
        "times.unix_ms": bounds("v7"),
        "times.unix_ms_range": (row) => {
            outOfRange("v7")(row);
            outOfRange("ulid")(row);
        },
        "typeid.valid": (row) => {
            same(g.typeid(row.prefix, row.uuid), row.text);
            same(g.typeidParse(row.text), { prefix: row.prefix, id: row.uuid });
        },
        "typeid.invalid": (row) => refused(() => g.typeidParse(row.text), row),
        "typeid.refused": (row) => refused(() => g.typeidParse(row.text), row),
        "typeid.prefixes": (row) =>
            same(errorOf(() => g.typeid(row.prefix, g.NIL)).status, row.status && "ARGUMENT"),
        "ulid.ulids": (row) => {
            bothWays(row.octets, "ulid", row.ulid);
            same(g.timeNsOf(row.ulid), BigInt(row.ms) * 1000000n);
            same(g.timeNsOf(bytesOf(row.octets), { kind: "ulid" }), BigInt(row.ms) * 1000000n);
        },
        "ulid.increments": (row) => same(nextUlid(ulids, row.ulid), row.next ?? null),
        "ulid.refused": (row) => refused(() => g.parse(row.text, { forms: "ulid" }), row),
        "ulid.lenient": (row) =>
            same(g.parse(row.text, { forms: "ulid", lenient: true, as: "ulid" }), row.ulid),
        "ulid.lenient_refused": (row) =>
            refused(() => g.parse(row.text, { forms: "ulid", lenient: true }), row),
        "values.gregorian": gregorian,
        "values.namespaces": (row) => {
            gregorian(row);
            same(g.convert(g[`NAMESPACE_${row.name.toUpperCase()}`], "hex"), row.octets);
            same(g.v5("a", row.name), g.v5("a", bytesOf(row.octets)));
        },
        "values.unix": (row) => {
            fields(row);
            const { now, random } = { now: () => row.unix_ms, random: bytesOf(row.random) };
            const own = new g.Generator({
                now,
                layout: "unordered",
                random: (bytes) =>
                    bytes.set(
                        bytes.length === 16
                            ? [...new Array(6).fill(0), ...random]
                            : random.subarray(0, bytes.length),
                    ),
            });
            same(own.v7("hex"), row.octets);
        },
        "values.random": (row) => {
            fields(row);
            const own = new g.Generator({ random: (bytes) => bytes.set(bytesOf(row.random)) });
            same(own.v4("hex"), row.octets);
        },
        "values.custom": (row) => {
            fields(row);
            same(g.v8(bytesOf(row.custom), "hex"), row.octets);
        },
        "values.others": fields,
        "ulid.monotonic": (row) => {
            maker ??= generatorOf(ulids, "Y".repeat(16 * 9));
            same(maker(row.clock_ms), row.ulid);
        },
    };
}

const CHARACTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A function of monotonic ULIDs whose next random characters are these. */
function generatorOf(ulids, characters) {
    const left = [...characters];
    return ulids.monotonicFactory(() => CHARACTERS.indexOf(left.pop()) / 32);
}

/** What follows a ULID in its millisecond, or null if nothing does. */
function nextUlid(ulids, ulid) {
    const time = ulids.decodeTime(ulid);
    const make = generatorOf(ulids, ulid.slice(10));
    same(make(time || 1).slice(10), ulid.slice(10)); // the maker takes 0 as "now"
    try {
        return ulid.slice(0, 10) + make(time || 1).slice(10);
    } catch (error) {
        same(error.code, "B32_ENC_INVALID");
        return null;
    }
}

/** Run all rows. Returns how many ran; throws at the first that fails.
 *
 * @param g the package
 * @param ulids its entry guidon/ulid
 * @param files the parsed files of tests/vectors, by name
 */
export function runVectors(g, ulids, files) {
    const rows = rowsOf(g, ulids);
    let ran = 0;
    for (const [file, members] of Object.entries(files)) {
        for (const [member, list] of Object.entries(members)) {
            const key = `${file}.${member}`;
            if (!Array.isArray(list) || file in ELSEWHERE || key in ELSEWHERE) {
                continue;
            }
            if (rows[key] === undefined) {
                throw new Error(`${key}: vectors.mjs has no function for these rows`);
            }
            for (const row of list) {
                try {
                    rows[key](row);
                } catch (error) {
                    throw new Error(`${key}: ${row.why}: ${error.message}`);
                }
                ran++;
            }
        }
    }
    return ran;
}
