// SPDX-License-Identifier: MIT
// core-api.js - the functions that need the module guidon.wasm alone. index.d.ts documents
// them.
import { GuidonError, optionsOf, wrongArgument } from "./errors.js";
import { Generator } from "./generator.js";
import { sharedCore } from "./loader.js";
import { isUlidKind, plainName } from "./kind_generator.js";
import { v7 } from "./new.js";
import { isPrefixedKind } from "./prefixed_generator.js";
import { shared } from "./shared.js";
import { sharedPrefixed } from "./shared_prefixed.js";
import { floorMs } from "./times.js";
import { dataOf, give, readerOptions, take, textOf } from "./values.js";

export { Generator, GuidonError };

export const NIL = "00000000-0000-0000-0000-000000000000";
export const MAX = "ffffffff-ffff-ffff-ffff-ffffffffffff";
export const NAMESPACE_DNS = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";
export const NAMESPACE_URL = "6ba7b811-9dad-11d1-80b4-00c04fd430c8";
export const NAMESPACE_OID = "6ba7b812-9dad-11d1-80b4-00c04fd430c8";
export const NAMESPACE_X500 = "6ba7b814-9dad-11d1-80b4-00c04fd430c8";

const VARIANTS = ["ncs", "rfc", "microsoft", "future"];

// ------------------------------------------------------------------------ new ids

/** A node of random bits, which no network card has. */
function randomNode(core) {
    const node = core.randomBytes(6);
    node[0] |= 1;
    return node;
}

function makeGregorian(version, options) {
    const { at, as, node, clockSeq } =
        typeof options === "string"
            ? { as: options }
            : optionsOf(options, ["at", "as", "node", "clockSeq"], ", or a form");
    if (at === undefined) {
        if (node !== undefined || clockSeq !== undefined) {
            throw wrongArgument(
                "node and clockSeq need at; for new ids, give them to " + "a Generator",
            );
        }
        return shared(`v${version}`).next(as);
    }
    const core = sharedCore();
    const [high, low] = core.randomBytes(2);
    core.gregorian(
        version,
        core.ticksOf(at),
        clockSeq ?? ((high & 0x3f) << 8) | low,
        node ?? randomNode(core),
    );
    return give(core, as ?? "uuid");
}

export const v1 = (options) => makeGregorian(1, options);
export const v6 = (options) => makeGregorian(6, options);

export const many = (kind, n, as) =>
    (isPrefixedKind(kind) ? sharedPrefixed().of(kind) : shared(kind)).many(n, as);

// ------------------------------------------------------------------ ids from names

/** The namespaces of RFC 9562 differ in one digit. */
const DIGITS = { __proto__: null, dns: 0, url: 1, oid: 2, x500: 4 };

function makeNamed(kind, name, namespace, as = "uuid") {
    const core = sharedCore();
    const bytes = dataOf(name, "the name");
    const digit = typeof namespace === "string" ? DIGITS[namespace] : undefined;
    take(core, digit === undefined ? namespace : NAMESPACE_DNS.replace("0-", `${digit}-`));
    core.named(kind, bytes);
    return give(core, as);
}

export const v3 = (name, namespace, as) => makeNamed("v3", name, namespace, as);
export const v5 = (name, namespace, as) => makeNamed("v5", name, namespace, as);
export const v8Sha256 = (name, namespace, as) => makeNamed("v8", name, namespace, as);

export function v8(bytes, as = "uuid") {
    const core = sharedCore();
    core.ofBytes(8, bytes);
    return give(core, as);
}

// --------------------------------------------------------------------------- text

export function typeid(prefix, id) {
    const core = sharedCore();
    if (id === undefined) {
        core.putId(v7("bytes"));
    } else {
        take(core, id);
    }
    return core.typeidFormat(prefix);
}

export function typeidParse(text, as = "uuid") {
    const core = sharedCore();
    const prefix = core.typeidParse(textOf(text));
    return { prefix, id: give(core, as) };
}

export function parseLines(text, kind = "v7") {
    const core = sharedCore();
    const isUlid = isUlidKind(kind);
    const width = isUlid ? 27 : 37;
    const most = core.constructor.IDS * width;
    const out = new Uint8Array(16 * Math.ceil((textOf(text).length + 1) / width));
    let done = 0;
    for (let at = 0, end = 0; at < text.length; at = end) {
        end = at + most < text.length ? text.lastIndexOf("\n", at + most - 1) + 1 : text.length;
        end = end > at ? end : at + most; // a wrong line
        const n = core.readLines(text.slice(at, end), isUlid, at);
        out.set(core.bytes.subarray(core.ids, core.ids + 16 * n), 16 * done);
        done += n;
    }
    return out.slice(0, 16 * done);
}

// ------------------------------------------------------------------- what ids hold

export function versionOf(id) {
    const core = sharedCore();
    take(core, id);
    return core.version();
}

export function variantOf(id) {
    const core = sharedCore();
    take(core, id);
    return VARIANTS[core.variant()];
}

export function timeNsOf(id, options) {
    const { kind } = readerOptions(options, ["kind"]);
    const core = sharedCore();
    const isUlidText = take(core, id);
    const isUlid = kind === undefined ? isUlidText : isUlidKind(kind);
    return isUlid ? BigInt(core.ulidMs()) * 1000000n : core.time();
}

export function timeOf(id, options) {
    const ns = timeNsOf(id, options);
    return ns === undefined ? undefined : new Date(Number(BigInt.asIntN(64, floorMs(ns))));
}

export function nodeOf(id) {
    const core = sharedCore();
    take(core, id);
    return core.node();
}

export function clockSeqOf(id) {
    const core = sharedCore();
    take(core, id);
    return core.clockSeq();
}

// ----------------------------------------------------------- bounds and conversions

function bound(side, kind, time, as) {
    const core = sharedCore();
    const name = plainName(kind);
    core.bound(side, name, time);
    return give(core, as ?? (name === "ulid" ? "ulid" : "uuid"));
}

export const floor = (kind, time, as) => bound("floor", kind, time, as);
export const ceil = (kind, time, as) => bound("ceil", kind, time, as);

function changed(how, id, as = "uuid") {
    const core = sharedCore();
    take(core, id);
    core.change(how);
    return give(core, as);
}

export const v1ToV6 = (id, as) => changed("v1_to_v6", id, as);
export const v6ToV1 = (id, as) => changed("v6_to_v1", id, as);

export function ulidAsV7(id, as = "uuid") {
    const core = sharedCore();
    take(core, id);
    core.ulidAsV7();
    return give(core, as);
}
