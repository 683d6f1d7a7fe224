// SPDX-License-Identifier: MIT
// generators.mjs MODULE - make ids in the WebAssembly module, with random bits and a clock
// that this program controls.
import assert from "node:assert/strict";
import fs from "node:fs";

const compiled = new WebAssembly.Module(fs.readFileSync(process.argv[2]));

// ------------------------------------------------------------------- the module

const STATUS = [
    "OK",
    "LENGTH",
    "CHAR",
    "RANGE",
    "FORM",
    "VERSION",
    "FUTURE",
    "ARGUMENT",
    "SPACE",
    "OVERFLOW",
    "CLOCK",
    "ENTROPY",
    "STATE",
    "MEMORY",
];
const KIND = { v1: 1, v2: 2, v4: 4, v6: 6, v7: 7, ulid: 0x100, monotonic: 0x101 };
const SCOPE = { thread: 0, process: 1, host: 2 };

/** A new instance with its own host: entropy(bytes) and now() may throw to fail. */
function instance(host = {}) {
    const self = { reads: 0 };
    let seed = 1n;
    self.host = {
        entropy(bytes) {
            for (let i = 0; i < bytes.length; i++) {
                seed = (seed * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
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
    const imports = {
        host: {
            entropy: (at, len) =>
                attempt(() => self.host.entropy(new Uint8Array(self.memory.buffer, at, len))),
            now: (at) =>
                attempt(() => {
                    self.reads++;
                    const { seconds, nanoseconds } = self.host.now();
                    const view = new DataView(self.memory.buffer);
                    view.setBigInt64(at, seconds, true);
                    view.setUint32(at + 8, nanoseconds, true);
                }),
        },
    };
    const { exports } = new WebAssembly.Instance(compiled, imports);
    self.memory = exports.memory;
    self.memory.grow(16);
    self.at = (exports.__heap_base.value + 63) & ~63;
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
    self.u32 = (at) => self.bytes(at, 4).readUInt32LE();
    self.u64 = (at) => self.bytes(at, 8).readBigUInt64LE();
    self.string = (at) => {
        const bytes = self.bytes(at, 256);
        return bytes.subarray(0, bytes.indexOf(0)).toString();
    };
    self.marked = (len = 16) => self.put(Buffer.alloc(len, 0xa5));
    return self;
}

const FAIL = new Error("the host has none");

// --------------------------------------------------------------------- generators

const clockAt = (time) => ({
    now: () => ({ seconds: time.ms / 1000n, nanoseconds: Number(time.ms % 1000n) * 1e6 }),
});
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
    for (const step of [0n, 0n, 1n, -5n, 0n, 5n, 7n]) {
        // it stands, steps back, goes on
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
    for (const [kind, version] of [
        ["v1", "1"],
        ["v6", "6"],
    ]) {
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
    const own = instance({
        entropy: (bytes) => {
            if (fails) {
                throw FAIL;
            }
            source(bytes);
        },
    });
    for (const kind of [KIND.v4, KIND.v7, KIND.v1, KIND.ulid]) {
        for (let i = 0; i < 40; i++) {
            // no failure may keep memory
            const out = own.marked();
            assert.equal(own.status("guidon_new", out, kind), "ENTROPY");
            assert.equal(own.hex(out), "a5".repeat(16));
        }
    }
    fails = false;
    next(own, KIND.v4, 3);
    const clockless = instance({
        now: () => {
            throw FAIL;
        },
    });
    next(clockless, KIND.v4, 3);
    const out = clockless.marked();
    assert.equal(clockless.status("guidon_new", out, KIND.v7), "CLOCK");
    assert.equal(clockless.hex(out), "a5".repeat(16));
}

function waits() {
    const time = { ms: 1645557742000n };
    const own = instance(clockAt(time));
    const g = own.alloc(4),
        out = own.alloc(16 * 40000);
    const many = (n) => {
        own.reads = 0;
        return own.status("guidon_next_many", out, n, own.u32(g));
    };
    // Version 1 runs 10,000 ticks ahead of a clock that stands still, and then waits.
    assert.equal(own.status("module_generator", g, KIND.v1, 0, 0, 0, 0, 0, 0), "OK");
    assert.equal(many(40000), "OVERFLOW");
    assert.ok(own.reads > 1000 && own.reads < 2e6, `${own.reads} readings`);
    own.host.now = () => ({
        seconds: 1645557743n,
        nanoseconds: Math.floor(own.reads / 1000) * 1e6,
    });
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
    assert.equal(make(0, KIND.v1, SCOPE.thread, 1), "ARGUMENT"); // no network interface
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
        [
            "guidon_host_entropy",
            "guidon_host_now",
            "not needed: this system has no fork",
            "chacha20_portable",
        ],
    );
    assert.equal(own.call("module_host_scope"), 0);
}

order();
failures();
waits();
limits();
console.log("generators: order, failures, waits, limits");
