// SPDX-License-Identifier: MIT
// vectors.mjs MODULE VECTORS_DIR - run the shared vectors against the WebAssembly module,
// and make ids with random bits and a clock that this program controls.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

const [modulePath, vectorsDir] = process.argv.slice(2);
const compiled = new WebAssembly.Module(fs.readFileSync(modulePath));

// ------------------------------------------------------------------- the module

const STATUS = ["OK", "LENGTH", "CHAR", "RANGE", "FORM", "VERSION", "FUTURE",
                "ARGUMENT", "SPACE", "OVERFLOW", "CLOCK", "ENTROPY", "STATE", "MEMORY"];
const VARIANT = ["ncs", "rfc", "microsoft", "future"];
const KIND = { v1: 0, v2: 1, v4: 2, v6: 3, v7: 4, ulid: 5, monotonic: 6 };
const SCOPE = { thread: 0, process: 1, host: 2 };
const ACCEPT_ANY = 0x3ffffn;
const ACCEPT_LENIENT = 1n << 63n;

/** A new instance with its own host: entropy(bytes) and now() may throw to fail. */
function instance(host = {}) {
    const self = { reads: 0 };
    let seed = 1n;
    self.host = {
        entropy(bytes) {
            for (let i = 0; i < bytes.length; i++) {
                seed = (seed * 6364136223846793005n + 1442695040888963407n)
                    & 0xffffffffffffffffn;
                bytes[i] = Number(seed >> 56n);
            }
        },
        now: () => ({ seconds: 1645557742n, nanoseconds: 0 }),
        ...host,
    };
    const attempt = (action) => {
        try {
            action();
            return 0;
        } catch (error) {
            if (error !== FAIL) {
                throw error;
            }
            return 1;
        }
    };
    const imports = { host: {
        entropy: (at, len) => attempt(
            () => self.host.entropy(new Uint8Array(self.memory.buffer, at, len))),
        now: (at) => attempt(() => {
            self.reads++;
            const { seconds, nanoseconds } = self.host.now();
            const view = new DataView(self.memory.buffer);
            view.setBigInt64(at, seconds, true);
            view.setUint32(at + 8, nanoseconds, true);
        }),
    } };
    const { exports } = new WebAssembly.Instance(compiled, imports);
    self.memory = exports.memory;
    self.memory.grow(16);
    self.base = (exports.__heap_base.value + 63) & ~63;
    self.at = self.base;
    self.call = (name, ...given) => {
        const out = exports[name](...given);
        return typeof out === "number" ? out >>> 0 : out;
    };
    self.status = (name, ...given) => STATUS[exports[name](...given)];
    self.alloc = (len) => {
        const at = self.at;
        self.at += (len + 15) & ~15;
        return at;
    };
    self.bytes = (at, len) => Buffer.from(self.memory.buffer, at, len);
    self.put = (bytes) => {
        const at = self.alloc(bytes.length + 1);
        self.bytes(at, bytes.length).set(bytes);
        return at;
    };
    self.hex = (at, len = 16) => self.bytes(at, len).toString("hex");
    self.id = (octets) => self.put(Buffer.from(octets, "hex"));
    self.u16 = (at) => self.bytes(at, 2).readUInt16LE();
    self.u32 = (at) => self.bytes(at, 4).readUInt32LE();
    self.u64 = (at) => self.bytes(at, 8).readBigUInt64LE();
    self.time = (row) => {
        const at = self.alloc(16);
        self.bytes(at, 8).writeBigInt64LE(BigInt(row.seconds));
        self.bytes(at + 8, 4).writeUInt32LE(row.nanoseconds);
        return at;
    };
    self.timeAt = (at) => ({ seconds: Number(self.bytes(at, 8).readBigInt64LE()),
                             nanoseconds: self.u32(at + 8) });
    self.string = (at) => {
        const bytes = self.bytes(at, 256);
        return bytes.subarray(0, bytes.indexOf(0)).toString();
    };
    self.marked = (len = 16) => self.put(Buffer.alloc(len, 0xa5));
    return self;
}

const FAIL = new Error("the host has none");
const m = instance();
const FORMS = {};
for (let form = 0; m.string(m.call("guidon_form_name", form)) !== "unknown"; form++) {
    FORMS[m.string(m.call("guidon_form_name", form))] = form;
}

const ORDERS = {};
for (let order = 0; m.string(m.call("guidon_order_name", order)) !== "unknown"; order++) {
    ORDERS[m.string(m.call("guidon_order_name", order))] = order;
}

// ------------------------------------------------------------ what a row asserts

const pick = ({ seconds, nanoseconds }) => ({ seconds, nanoseconds });

function format(octets, form) {
    const id = m.id(octets), out = m.alloc(160), len = m.alloc(4);
    assert.equal(m.status("guidon_format", out, 160, len, id, FORMS[form]), "OK");
    const tight = m.marked(m.u32(len));
    assert.equal(m.status("guidon_format", tight, m.u32(len) - 1, 0, id, FORMS[form]),
                 "SPACE");
    assert.equal(m.hex(tight, m.u32(len)), "a5".repeat(m.u32(len)));
    return m.bytes(out, m.u32(len)).toString("latin1");
}

/** The octets, or the status and the offset of an error that left the id as it was. */
function parse(text, accept, name = "guidon_parse") {
    const bytes = Buffer.from(text, "utf8");
    const at = m.put(bytes), out = m.marked(), bad = m.put(Buffer.alloc(4, 0xff));
    const status = name === "guidon_parse"
        ? m.status(name, out, 0, at, bytes.length, accept, bad)
        : m.status(name, out, at, bytes.length, bad);
    if (status === "OK") {
        return m.hex(out);
    }
    assert.equal(m.hex(out), "a5".repeat(16));
    return { status, bad_at: m.u32(bad) };
}

/** A key of this type from the bytes of a row. */
function keyOf(row, type) {
    const key = m.alloc(64);
    assert.equal(m.status(`${type}_init`, key, m.id(row.key), row.key.length / 2), "OK");
    return key;
}

/** Hide an id of version 7 by guidon_mask or guidon_encrypt, and bring it back. */
function keyed(row, way, hidden) {
    const key = keyOf(row, way === "mask" ? "guidon_mask_key" : "guidon_key");
    const back = way === "mask" ? "guidon_unmask" : "guidon_decrypt";
    const id = m.id(row.v7);
    assert.equal(m.status(`guidon_${way}`, id, id, key), "OK");
    assert.equal(m.hex(id), hidden);
    assert.equal(m.status(back, id, id, key), "OK");
    assert.equal(m.hex(id), row.v7);
}

/** "LENGTH_OF_PREFIX OCTETS", or the status and the offset of an error. */
function typeidParse(text) {
    const bytes = Buffer.from(text, "utf8"), out = m.marked(), len = m.alloc(4);
    const bad = m.alloc(4);
    const status = m.status("guidon_typeid_parse", out, len, m.put(bytes), bytes.length,
                            bad);
    return status === "OK" ? `${m.u32(len)} ${m.hex(out)}` : { status, bad_at: m.u32(bad) };
}

const acceptOf = (form) => form === "any" ? ACCEPT_ANY : 1n << BigInt(FORMS[form]);
const bothWays = (octets, form, text) => {
    assert.equal(format(octets, form), text);
    assert.equal(parse(text, acceptOf(form)), octets);
};
const wrongAt = ({ status, bad_at }) => ({ status, bad_at });

function ok(octets, name, ...given) {
    const out = m.marked();
    assert.equal(m.status(name, out, ...given), "OK");
    assert.equal(m.hex(out), octets);
}

function value(octets, name, ...given) {
    const out = m.marked();
    m.call(name, out, ...given);
    assert.equal(m.hex(out), octets);
}

function unchanged(status, name, ...given) {
    const out = m.marked();
    assert.equal(m.status(name, out, ...given), status);
    assert.equal(m.hex(out), "a5".repeat(16));
}

function fieldsOf(row) {
    const id = m.id(row.octets);
    assert.equal(m.call("guidon_version_of", id), row.version);
    assert.equal(VARIANT[m.call("guidon_variant_of", id)], row.variant);
    if ("seconds" in row) {
        const out = m.alloc(16);
        assert.equal(m.status("guidon_time_of", out, id), "OK");
        assert.deepEqual(m.timeAt(out), pick(row));
    }
}

function gregorian(row) {
    const node = m.id(row.node);
    fieldsOf(row);
    ok(row.octets, row.version === 1 ? "guidon_v1_make" : "guidon_v6_make",
       BigInt(row.ticks), row.clock_seq, node);
    const out = m.alloc(8);
    assert.equal(m.status("guidon_ticks_of", out, m.id(row.octets)), "OK");
    assert.equal(m.u64(out), BigInt(row.ticks));
    assert.equal(m.status("guidon_clock_seq_of", out, m.id(row.octets)), "OK");
    assert.equal(m.u16(out), row.clock_seq);
    assert.equal(m.status("guidon_node_of", out, m.id(row.octets)), "OK");
    assert.equal(m.hex(out, 6), row.node);
}

const BY_VERSION = { 3: "guidon_v3", 5: "guidon_v5", 8: "guidon_v8_sha256" };
const nameOf = (row) => "name_hex" in row ? Buffer.from(row.name_hex, "hex")
                                          : Buffer.from(row.name, "utf8");

function named(row, want, equal = assert.equal) {
    const name = nameOf(row), out = m.marked();
    m.call(BY_VERSION[row.version], out, m.id(row.namespace), m.put(name), name.length);
    equal(m.hex(out), want);
}

function nameRow(row) {
    named(row, row.id);
    if (row.version === 8 && row.digest) {
        ok(row.id, "guidon_v8_from_digest", m.id(row.digest), row.digest.length / 2);
    }
}

/** An id with the version and the variant in place of six bits. */
function withVersion(digest, version) {
    const bytes = Buffer.from(digest, "hex").subarray(0, 16);
    bytes[6] = (bytes[6] & 0x0f) | version << 4;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    return bytes.toString("hex");
}

/** The digest of a message is that of a namespace and a name: its first 16 bytes and
 * the rest. */
function hashed(row, version) {
    const one = "hex" in row ? Buffer.from(row.hex, "hex")
                             : Buffer.from(row.text, "utf8");
    const message = Buffer.concat(Array(row.repeat ?? 1).fill(one));
    if (message.length < 16) {
        return "shorter than a namespace: no public function hashes it";
    }
    const ns = message.subarray(0, 16), name = message.subarray(16), out = m.marked();
    const need = m.at + name.length - m.memory.buffer.byteLength + 65536;
    if (need > 0) {
        m.memory.grow(Math.ceil(need / 65536));
    }
    m.call(BY_VERSION[version], out, m.put(ns), m.put(name), name.length);
    assert.equal(m.hex(out), withVersion(row.digest, version));
    return "";
}

function chacha20(row) {
    const len = row.keystream.length / 2 - 64; // the first 64 bytes replace the key
    const head = m.put(Buffer.concat([Buffer.from(row.key, "hex"), Buffer.alloc(32)]));
    const out = m.alloc(len), bits = m.put(Buffer.alloc(32));
    m.call("gdn_chacha20_portable", out, len, head, m.id(row.start), bits);
    assert.equal(m.hex(head, 64) + m.hex(out, len), row.keystream);
}

function dce(row) {
    const id = m.id(row.octets), low = m.alloc(16), high = m.alloc(16);
    ok(row.octets, "guidon_v2_make", BigInt(row.ticks), row.clock_seq, m.id(row.node),
       row.domain, row.local_id);
    assert.equal(m.status("guidon_dce_of", low, high, id), "OK");
    assert.deepEqual([m.u32(low), m.u32(high)], [row.domain, row.local_id]);
    assert.equal(m.status("guidon_dce_time_of", low, high, id), "OK");
    assert.deepEqual([m.timeAt(low), m.timeAt(high)], [
        { seconds: row.low_seconds, nanoseconds: row.low_nanoseconds },
        { seconds: row.high_seconds, nanoseconds: row.high_nanoseconds }]);
}

const ticksTo = (row) => {
    const out = m.alloc(16);
    m.call("guidon_ticks_to_time", out, BigInt(row.ticks));
    assert.deepEqual(m.timeAt(out), pick(row));
};
const toTicks = (row) => {
    const out = m.alloc(8);
    assert.equal(m.status("guidon_time_to_ticks", out, m.time(row)), "OK");
    assert.equal(m.u64(out), BigInt(row.ticks));
};

function unixMs(row) {
    const out = m.marked(), time = m.alloc(16);
    assert.equal(m.status("guidon_ulid_floor", out, m.time(row)), "OK");
    assert.equal(m.call("guidon_ulid_ms_of", out), BigInt(row.unix_ms));
    assert.equal(m.status("guidon_v7_floor", out, m.time(row)), "OK");
    assert.equal(m.status("guidon_time_of", time, out), "OK");
    assert.deepEqual(m.timeAt(time), pick(row));
}

function fraction(row) {
    const out = m.marked();
    const time = m.time({ seconds: 1, nanoseconds: row.nanoseconds });
    assert.equal(m.status("guidon_v7_make_precise", out, time, m.id("00".repeat(8))),
                 "OK");
    assert.equal(parseInt(m.hex(out).slice(12, 16), 16) & 0xfff, row.rand_a);
}

/** Count the runs of a row by a function that takes a state and one id. */
function addRuns(row, name, state) {
    for (const [octets, times] of row.runs) {
        const id = m.id(octets);
        for (let i = 0; i < times; i++) {
            m.call(name, state, id);
        }
    }
}

function audits(row) {
    const audit = m.marked(336 * 8), counts = m.marked(4096);
    m.call("guidon_audit_init", audit);
    addRuns(row, row.ulid ? "guidon_audit_add_ulid" : "guidon_audit_add", audit);
    m.call("guidon_audit_read", counts, audit);
    const kinds = {};
    for (let kind = 0; kind < 32; kind++) {
        const count = Number(m.u64(counts + 8 + 8 * kind));
        if (count > 0) {
            kinds[m.string(m.call("guidon_audit_kind_name", kind))] = count;
        }
    }
    const timed = Number(m.u64(counts + 264));
    assert.deepEqual({ kinds, timed, earliest: timed ? m.timeAt(counts + 272) : null,
                       latest: timed ? m.timeAt(counts + 288) : null,
                       out_of_order: Number(m.u64(counts + 304)),
                       weak_v4: m.hex(counts + 320), weak_v7: m.hex(counts + 336) },
                     { kinds: row.kinds, timed: row.timed, earliest: row.earliest,
                       latest: row.latest, out_of_order: row.out_of_order,
                       weak_v4: row.weak_v4, weak_v7: row.weak_v7 });
}

function repeats(row) {
    const state = m.marked(m.call("guidon_repeats_size", row.slots)), oneIn = m.alloc(8);
    assert.equal(m.call("guidon_repeats_init", state, row.slots), state);
    addRuns(row, "guidon_repeats_add", state);
    assert.equal(Number(m.call("guidon_repeats_count", oneIn, state)), row.repeats);
    assert.equal(Number(m.u64(oneIn)), row.one_in);
    const counts = m.marked(64), text = m.marked(300);
    m.call("guidon_repeats_read", counts, state);
    assert.deepEqual([0, 8, 16, 24].map((at) => Number(m.u64(counts + at))),
                     [row.ids, row.one_in, row.repeats, row.at_most]);
    assert.equal(m.call("guidon_repeats_explain", text, counts), row.explanation.length);
    assert.equal(m.string(text), row.explanation);
}

function oid(row) {
    const out = m.alloc(64), len = m.alloc(4), der = Buffer.from(row.der, "hex");
    bothWays(row.octets, "oid", row.oid);
    bothWays(row.octets, "urn-oid", row.urn);
    m.call("guidon_to_oid_der", out, len, m.id(row.octets));
    assert.equal(m.hex(out, m.u32(len)), row.der);
    ok(row.octets, "guidon_from_oid_der", m.put(der), der.length, 0);
}

function badDer(row) {
    const der = Buffer.from(row.der, "hex"), bad = m.alloc(4);
    unchanged(row.status, "guidon_from_oid_der", m.put(der), der.length, bad);
    assert.equal(m.u32(bad), row.bad_at);
}

/** The reference's run of the ULID specification, made of its own random bits. */
function monotonic(rows) {
    const octets = rows.map((row) => parse(row.ulid, 0, "guidon_ulid_parse"));
    let ms = BigInt(rows[0].clock_ms);
    const own = instance({
        entropy: (bytes) => bytes.set([...Buffer.from(octets[0], "hex").subarray(6),
                                       ...Array(bytes.length).fill(0)]
                                          .slice(0, bytes.length)),
        now: () => ({ seconds: ms / 1000n,
                      nanoseconds: Number(ms % 1000n) * 1000000 }),
    });
    const g = own.alloc(4), out = own.alloc(16), TOLERANCE = 0xffffffff;
    assert.equal(own.status("module_generator", g, KIND.monotonic, 0, 1, 2, 0, 0,
                            TOLERANCE), "OK");
    rows.forEach((row, i) => {
        // Guidon continues within the tolerance, 49 days at most.
        ms = i < 2 ? ms : BigInt(rows[0].clock_ms) - BigInt(TOLERANCE);
        assert.equal(own.status("guidon_next", out, own.u32(g)), "OK");
        assert.equal(own.hex(out), octets[i], row.why);
    });
}

// --------------------------------------------------------------- every vector row

const THE_SAME = "no line of these functions depends on the host";

/** What a row asserts, by "FILE.MEMBER". A function of a member's name takes a row, and
 * may return the reason why it cannot run the row. */
const ROWS = {
    "bits.regimes": () => "the random bits of this module are the test's own",
    "bounds.bounds": () => THE_SAME, "bounds.typeids": () => THE_SAME,
    "bounds.out_of_range": () => THE_SAME, "bounds.ranges": () => THE_SAME,
    "bounds.empty_ranges": () => THE_SAME,
    "hashed.hashed": () => THE_SAME, "hashed.refused_integers": () => THE_SAME,
    "hashed.refused_texts": () => THE_SAME, "kinds.kinds": () => THE_SAME,
    "cipher.aes256ctr": () => "no AES instructions: the kernel is ChaCha20",
    "cipher.chacha20": chacha20,
    "convert.v1_v6": (row) => {
        ok(row.v6, "guidon_v1_to_v6", m.id(row.v1));
        ok(row.v1, "guidon_v6_to_v1", m.id(row.v6));
    },
    "convert.ulid_increment": (row) => {
        const id = m.id(row.ulid);
        assert.equal(m.status("guidon_ulid_increment", id), "OK");
        assert.equal(m.hex(id), row.next);
    },
    "convert.ulid_full": (row) => {
        const id = m.id(row.ulid);
        assert.equal(m.status("guidon_ulid_increment", id), "OVERFLOW");
        assert.equal(m.hex(id), row.ulid);
    },
    "convert.ulid_as_v7": (row) => value(row.v7, "guidon_ulid_as_v7", m.id(row.ulid)),
    "dce.ids": dce,
    "guid.images": (row) => {
        bothWays(row.octets, "uuid", row.uuid);
        value(row.guid_octets, "guidon_to_guid_bytes", m.id(row.octets));
        value(row.octets, "guidon_from_guid_bytes", m.id(row.guid_octets));
    },
    "guid.texts": (row) => { // .NET writes some forms in the other case
        assert.equal(parse(row.text, acceptOf(row.form)), row.octets);
        assert.equal(format(row.octets, row.form).toLowerCase(), row.text.toLowerCase());
    },
    "hash.md5": (row) => hashed(row, 3),
    "hash.sha1": (row) => hashed(row, 5),
    "hash.sha256": (row) => hashed(row, 8),
    "initialisers.read": (row) => {
        assert.equal(parse(row.text, acceptOf(row.form)), row.octets);
        assert.equal(parse(row.text, ACCEPT_ANY), row.octets);
    },
    "lenient.read": (row) => {
        const strict = row.status ? wrongAt(row) : row.octets;
        assert.equal(parse(row.text, ACCEPT_ANY | ACCEPT_LENIENT), row.octets);
        assert.equal(parse(row.text, acceptOf(row.form) | ACCEPT_LENIENT), row.octets);
        assert.deepEqual(parse(row.text, ACCEPT_ANY), strict);
    },
    "lenient.refused": (row) => assert.deepEqual(
        parse(row.text, ACCEPT_ANY | ACCEPT_LENIENT), wrongAt(row)),
    "names.ids": nameRow,
    "names.variant_bits": nameRow,
    "names.digests": (row) => ok(row.id, "guidon_v8_from_digest", m.id(row.digest),
                                 row.digest.length / 2),
    "names.wrong": (row) => named(row, row.wrong, assert.notEqual),
    "ncs.ids": (row) => {
        const out = m.alloc(16);
        bothWays(row.octets, "ncs", row.text);
        bothWays(row.octets, "uuid", row.uuid);
        assert.equal(m.status("guidon_ncs_time_of", out, m.id(row.octets)), "OK");
        assert.deepEqual(m.timeAt(out), pick(row));
    },
    "oid.oids": oid,
    "oid.der_refused": badDer,
    "audit.audits": audits,
    "audit.repeats": repeats,
    "orders.pairs": (row) => {
        const below = m.id(row.below), above = m.id(row.above), order = ORDERS[row.order];
        assert.equal(m.call("guidon_compare_as", order, below, above) | 0, -1);
        assert.equal(m.call("guidon_compare_as", order, above, below), 1);
    },
    "orders.keys": (row) => {
        const key = m.alloc(24), out = m.marked(), len = row.key.length / 2;
        assert.equal(m.call("guidon_sort_key", ORDERS[row.order], key, m.id(row.id)), len);
        assert.equal(m.hex(key, len), row.key);
        m.call("guidon_sort_key_inverse", out, ORDERS[row.order], key);
        assert.equal(m.hex(out), row.id);
    },
    "refuse.refused": (row) => assert.deepEqual(parse(row.text, acceptOf(row.form)),
                                                wrongAt(row)),
    "text.figures": (row) => {
        bothWays(row.octets, "uuid", row.uuid);
        bothWays(row.octets, "int", row.int);
        assert.equal(BigInt(`0b${row.binary}`), BigInt(row.int));
    },
    "text.names": (row) => { // another name of a form
        const form = m.alloc(4), name = m.put(Buffer.from(`${row.name}\0`, "utf8"));
        assert.equal(m.status("guidon_form_from_name", form, name), "OK");
        assert.equal(m.u32(form), FORMS[row.form]);
        bothWays(row.octets, row.form, row.text);
    },
    "text.texts": (row) => {
        const forms = Object.keys(FORMS).filter((form) => form in row);
        assert.ok(forms.length >= Object.keys(FORMS).length - 1, "a form is missing");
        forms.forEach((form) => bothWays(row.octets, form, row[form]));
    },
    "times.ticks": (row) => { ticksTo(row); toTicks(row); },
    "times.unix_ns": (row) => {
        ticksTo(row);
        toTicks(row);
        assert.equal((BigInt(row.ticks) - BigInt(row.unix_tick)) * 100n,
                     BigInt(row.unix_ns));
    },
    "times.ticks_past_60_bits": ticksTo,
    "times.ticks_floor": toTicks,
    "times.ticks_range": (row) => unchanged("RANGE", "guidon_time_to_ticks", m.time(row)),
    "times.unix_ms": unixMs,
    "times.unix_ms_range": (row) => {
        unchanged("RANGE", "guidon_v7_floor", m.time(row));
        unchanged("RANGE", "guidon_ulid_floor", m.time(row));
    },
    "times.fraction": fraction,
    "keys.siphash": () => "no public function hashes it",
    "keys.mask": (row) => keyed(row, "mask", row.masked),
    "keys.encrypt": (row) => keyed(row, "encrypt", row.encrypted),
    "keys.derive": (row) => {
        const key = keyOf(row, "guidon_key"), out = m.marked();
        assert.equal(m.status("guidon_v7_derive", out, BigInt(row.unix_ms), key,
                              m.id(row.data), row.data.length / 2), "OK");
        assert.equal(m.hex(out), row.id);
    },
    "typeid.valid": (row) => {
        const out = m.alloc(90), prefix = m.put(Buffer.from(row.prefix)), len = m.alloc(4);
        bothWays(row.octets, "ulid-lower", row.suffix);
        assert.equal(m.status("guidon_typeid_format", out, 90, len, prefix,
                              row.prefix.length, m.id(row.octets)), "OK");
        assert.equal(m.bytes(out, m.u32(len)).toString(), row.text);
        assert.equal(typeidParse(row.text), `${row.prefix.length} ${row.octets}`);
    },
    "typeid.invalid": (row) => {
        assert.equal(typeof parse(row.text, ACCEPT_ANY), "object");
        assert.deepEqual(typeidParse(row.text), wrongAt(row));
    },
    "typeid.refused": (row) => assert.deepEqual(typeidParse(row.text), wrongAt(row)),
    "typeid.prefixes": (row) => {
        const bytes = Buffer.from(row.prefix), bad = m.put(Buffer.alloc(4, 0xff));
        const status = m.status("guidon_typeid_prefix_check", m.put(bytes), bytes.length,
                                bad);
        assert.deepEqual({ status, bad_at: m.u32(bad) },
                         { status: row.status ?? "OK", bad_at: row.bad_at ?? 0xffffffff });
    },
    "ulid.ulids": (row) => {
        const out = m.alloc(26);
        assert.equal(parse(row.ulid, 0, "guidon_ulid_parse"), row.octets);
        m.call("guidon_ulid_format", out, m.id(row.octets));
        assert.equal(m.bytes(out, 26).toString(), row.ulid);
        assert.equal(m.call("guidon_ulid_ms_of", m.id(row.octets)), BigInt(row.ms));
    },
    "ulid.increments": (row) => {
        const id = m.id(parse(row.ulid, 0, "guidon_ulid_parse"));
        const status = m.status("guidon_ulid_increment", id);
        if (row.next) {
            assert.equal(m.hex(id), parse(row.next, 0, "guidon_ulid_parse"));
        }
        assert.equal(status, row.next ? "OK" : "OVERFLOW");
    },
    "ulid.refused": (row) => assert.deepEqual(parse(row.text, 0, "guidon_ulid_parse"),
                                              wrongAt(row)),
    "ulid.lenient": (row) => {
        assert.equal(parse(row.text, acceptOf("ulid") | ACCEPT_LENIENT), row.octets);
        assert.equal(format(row.octets, "ulid"), row.ulid);
    },
    "ulid.lenient_refused": (row) => assert.deepEqual(
        parse(row.text, acceptOf("ulid") | ACCEPT_LENIENT), wrongAt(row)),
    "values.gregorian": gregorian,
    "values.namespaces": (row) => {
        gregorian(row);
        value(row.octets, `guidon_namespace_${row.name}`);
    },
    "values.unix": (row) => {
        fieldsOf(row);
        ok(row.octets, "guidon_v7_make", BigInt(row.unix_ms), m.id(row.random));
    },
    "values.random": (row) => {
        fieldsOf(row);
        value(row.octets, "guidon_v4_make", m.id(row.random));
    },
    "values.custom": (row) => {
        fieldsOf(row);
        value(row.octets, "guidon_v8_make", m.id(row.custom));
    },
    "values.custom_parts": (row) => {
        const count = BigInt(row.count_10ns);
        const custom = ((count >> 12n) << 80n) | ((count & 0xfffn) << 64n)
            | BigInt(row.custom_c);
        value(row.octets, "guidon_v8_make",
              m.id(custom.toString(16).padStart(32, "0")));
    },
    "values.node": (row) => {
        const ms = m.alloc(8), node = m.alloc(4);
        fieldsOf(row);
        ok(row.octets, "guidon_v8_node_make", BigInt(row.unix_ms), row.node,
           row.node_bits, row.counter, m.put(Buffer.from(row.random, "hex")));
        assert.equal(m.status("guidon_v8_node_of", ms, node, m.id(row.octets),
                              row.node_bits), "OK");
        assert.deepEqual([m.u64(ms), m.u32(node)], [BigInt(row.unix_ms), row.node]);
    },
    "values.others": fieldsOf,
};
const RUNS = { "ulid.monotonic": monotonic }; // all rows of a member at once

function runMember(key, rows) {
    const why = {};
    let n = 0;
    if (RUNS[key]) {
        RUNS[key](rows);
        return { n: rows.length, why };
    }
    assert.ok(ROWS[key], `${key}: vectors.mjs has no function for these rows`);
    for (const row of rows) {
        m.at = m.base;
        try {
            const reason = ROWS[key](row);
            if (typeof reason === "string" && reason) {
                why[reason] = (why[reason] ?? 0) + 1;
            } else {
                n++;
            }
        } catch (error) {
            error.message = `${key}: ${row.why}: ${error.message}`;
            throw error;
        }
    }
    return { n, why };
}

function runVectors() {
    let n = 0;
    for (const file of fs.readdirSync(vectorsDir).sort()) {
        const members = JSON.parse(fs.readFileSync(path.join(vectorsDir, file)));
        for (const [member, rows] of Object.entries(members)) {
            if (!Array.isArray(rows)) {
                continue;
            }
            const key = `${file.replace(/\.json$/, "")}.${member}`;
            const done = runMember(key, rows);
            n += done.n;
            for (const [reason, left] of Object.entries(done.why)) {
                console.log(`${key}: ${left} rows not run: ${reason}`);
            }
        }
    }
    console.log(`${n} rows of vectors`);
}

// --------------------------------------------------------------------- generators

const clockAt = (time) => ({ now: () => ({ seconds: time.ms / 1000n,
                                          nanoseconds: Number(time.ms % 1000n) * 1e6 }) });
const next = (own, kind, n = 1) => {
    const out = own.alloc(16 * n);
    assert.equal(own.status("guidon_new_many", out, n, kind), "OK");
    return Array.from({ length: n }, (_, i) => own.hex(out + 16 * i));
};
const isRising = (ids) => ids.every((id, i) => i === 0 || ids[i - 1] < id);
const isRfc = (id, version) => id[12] === version && "89ab".includes(id[16]);

function order() {
    const time = { ms: 1645557742000n };
    const own = instance(clockAt(time));
    const before = { v7: [], monotonic: [] };
    for (const step of [0n, 0n, 1n, -5n, 0n, 5n, 7n]) { // it stands, steps back, goes on
        time.ms += step;
        before.v7.push(...next(own, KIND.v7, 300));
        before.monotonic.push(...next(own, KIND.monotonic, 300));
    }
    assert.ok(isRising(before.v7) && isRising(before.monotonic));
    assert.ok(before.v7.every((id) => isRfc(id, "7")));
    const ms = (id) => BigInt(`0x${id.slice(0, 12)}`);
    assert.equal(ms(before.v7[0]), 1645557742000n);
    assert.equal(ms(before.monotonic[0]), 1645557742000n);
    assert.equal(ms(before.v7.at(-1)), 1645557742008n);
    assert.equal(ms(before.monotonic.at(-1)), 1645557742008n);
    const v4 = next(own, KIND.v4, 2000);
    assert.ok(v4.every((id) => isRfc(id, "4")) && new Set(v4).size === 2000);
    for (const [kind, version] of [["v1", "1"], ["v6", "6"]]) {
        const ids = next(own, KIND[kind], 500);
        assert.ok(ids.every((id) => isRfc(id, version)) && new Set(ids).size === 500);
        const out = own.alloc(8);
        assert.equal(own.status("guidon_ticks_of", out, own.id(ids[0])), "OK");
        assert.equal(own.u64(out), 0x01b21dd213814000n + time.ms * 10000n);
    }
}

function failures() {
    let fails = true;
    const source = instance().host.entropy;
    const own = instance({ entropy: (bytes) => {
        if (fails) {
            throw FAIL;
        }
        source(bytes);
    } });
    for (const kind of [KIND.v4, KIND.v7, KIND.v1, KIND.ulid]) {
        for (let i = 0; i < 40; i++) { // no failure may keep memory
            const out = own.marked();
            assert.equal(own.status("guidon_new", out, kind), "ENTROPY");
            assert.equal(own.hex(out), "a5".repeat(16));
        }
    }
    fails = false;
    next(own, KIND.v4, 3);
    const clockless = instance({ now: () => { throw FAIL; } });
    next(clockless, KIND.v4, 3);
    const out = clockless.marked();
    assert.equal(clockless.status("guidon_new", out, KIND.v7), "CLOCK");
    assert.equal(clockless.hex(out), "a5".repeat(16));
}

function waits() {
    const time = { ms: 1645557742000n };
    const own = instance(clockAt(time));
    const g = own.alloc(4), out = own.alloc(16 * 40000);
    const many = (n) => {
        own.reads = 0;
        return own.status("guidon_next_many", out, n, own.u32(g));
    };
    // Version 1 runs 10,000 ticks ahead of a clock that stands still, and then waits.
    assert.equal(own.status("module_generator", g, KIND.v1, 0, 0, 0, 0, 0, 0), "OK");
    assert.equal(many(40000), "OVERFLOW");
    assert.ok(own.reads > 1000 && own.reads < 2e6, `${own.reads} readings`);
    own.host.now = () => ({ seconds: 1645557743n,
                            nanoseconds: Math.floor(own.reads / 1000) * 1e6 });
    assert.equal(many(40000), "OK");
    // A clock that stepped back by an hour.
    own.host.now = () => ({ seconds: 1645554000n, nanoseconds: 0 });
    own.call("guidon_generator_free", own.u32(g));
    time.ms = 1645557742000n;
    Object.assign(own.host, clockAt(time));
    assert.equal(own.status("module_generator", g, KIND.v7, 0, 0, 1, 0, 0, 0), "OK");
    assert.equal(many(1), "OK");
    time.ms -= 3600000n;
    assert.equal(many(1), "CLOCK");
    assert.ok(own.reads > 1000 && own.reads < 2e6, `${own.reads} readings`);
}

function limits() {
    const own = instance();
    const g = own.alloc(64);
    const make = (at, kind, scope, node = 0) =>
        own.status("module_generator", g + 4 * at, kind, scope, 0, 0, 0, node, 0);
    assert.equal(make(0, KIND.v7, SCOPE.host), "ARGUMENT");
    assert.equal(make(0, KIND.v1, SCOPE.thread, 1), "VERSION"); // no network interface
    for (let i = 0; i < 4; i++) {
        assert.equal(make(i, KIND.v7, i % 2), "OK");
    }
    assert.equal(make(4, KIND.v7, 0), "MEMORY");
    own.call("guidon_generator_free", own.u32(g + 4));
    assert.equal(make(4, KIND.monotonic, SCOPE.process), "OK");
    const out = own.alloc(16);
    assert.equal(own.status("guidon_next", out, own.u32(g + 16)), "OK");
    assert.deepEqual(
        [0, 1, 2, 3].map((i) => own.string(own.call("module_string", i))),
        ["guidon_host_entropy", "guidon_host_now",
         "not needed: this system has no fork", "chacha20_portable"]);
    assert.equal(own.call("module_host_scope"), 0);
}

runVectors();
order();
failures();
waits();
limits();
console.log("generators: order, failures, waits, limits");
