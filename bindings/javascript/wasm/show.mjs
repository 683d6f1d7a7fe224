// SPDX-License-Identifier: MIT
// show.mjs - explains ids as `guidon show --json` does. `core` is a Forms.

const KIND_ULID = 16;
const VARIANT_RFC = 1;

const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A time in RFC 3339, UTC, with some digits of a second.
 *
 * @param {bigint} ns nanoseconds since 1970
 * @param {number} digits 0 to 9
 */
export function timeText(ns, digits) {
    const rest = ((ns % 1000000000n) + 1000000000n) % 1000000000n;
    const whole = new Date(Number((ns - rest) / 1000000n))
        .toISOString()
        .replace(/^\+0/, "+")
        .slice(0, -5); // a year after 9999 has five digits
    const fraction = String(rest).padStart(9, "0").slice(0, digits);
    return `${whole}${digits > 0 ? "." : ""}${fraction}Z`;
}

/** The kind of the first id of memory, as a number: kindName says its name. `form` is the
 * number of the form in which the id was written. */
export const kindOf = (core, form) => core.exports.kind_of(core.ids, form);

export const kindName = (core, kind) => core.string(core.exports.kind_name(kind));

/** The time that the first id holds as this kind, as { ns, digits }; or undefined. */
export function kindTime(core, kind) {
    const { exports, ids, out, view } = core;
    if (exports.kind_time(out, out + 16, kind, ids) === 0) {
        return undefined;
    }
    return { ns: core.timeAt(out), digits: view.getUint32(out + 16, true) };
}

/** The fields of the first id: [{ name, bit, width, hex }], which cover the 128 bits. */
export function fieldsOf(core, kind) {
    const { exports, ids, out, view } = core;
    const at = exports.kind_fields(out, kind);
    const n = view.getUint32(out, true);
    const value = BigInt(`0x${hexOf(core.bytes.subarray(ids, ids + 16))}`);
    return Array.from({ length: n }, (_, i) => {
        const [name, bit, width] = [0, 4, 8].map((offset) =>
            view.getUint32(at + 12 * i + offset, true),
        );
        const bits = BigInt.asUintN(width, value >> BigInt(128 - bit - width));
        return {
            name: core.string(name),
            bit,
            width,
            hex: bits.toString(16).padStart(Math.ceil(width / 4), "0"),
        };
    });
}

/** The first id in every form that it has a text in. */
export function formsOf(core) {
    const entries = core.forms.map((name, form) => [name, core.tryFormat(form)]);
    return Object.fromEntries(entries.filter(([, text]) => text !== undefined));
}

function* partsOf(core, kind) {
    const time = kindTime(core, kind);
    if (kind !== KIND_ULID) {
        const variant = core.variant();
        yield ["variant", core.string(core.exports.variant_title(variant))];
        yield ["version", variant === VARIANT_RFC ? core.version() : undefined];
    }
    yield ["time", time && timeText(time.ns, time.digits)];
    if (kind === KIND_ULID) {
        return;
    }
    const [low, high] = core.dceTime() ?? [];
    const node = core.node();
    const [domain, localId] = core.dce() ?? [];
    yield ["time_low", low === undefined ? low : timeText(low, 7)];
    yield ["time_high", high === undefined ? high : timeText(high, 7)];
    yield ["clock_seq", core.clockSeq()];
    yield ["node", node && hexOf(node)];
    yield ["node_is", node && core.string(core.exports.node_is(core.ids))];
    yield ["domain", domain];
    yield ["local_id", localId];
}

/** The name of another kind that the bits could be, or undefined. */
function couldBe(core, kind) {
    return core.exports.kind_alternative(core.out, core.ids, kind) === 0
        ? undefined
        : kindName(core, core.view.getUint32(core.out, true));
}

const DAY_MS = 86400e3,
    YEAR_2000_MS = 946684800e3;

/** Could the text of the ULID in memory be of another form? A ULID of a usual time is what
 * everybody means. */
function isDoubtfulUlid(core) {
    const ms = Number(kindTime(core, KIND_ULID).ns / 1000000n);
    return ms < YEAR_2000_MS || ms > Date.now() + DAY_MS;
}

/** The other forms that could read the text of 32 hex digits or of a doubtful ULID, each
 * with the id that it gives; undefined if there are none. */
function otherReadings(core, text, form) {
    const isHex = form.startsWith("hex") && text.length === 32;
    if (!isHex && !(form.startsWith("ulid") && isDoubtfulUlid(core))) {
        return undefined;
    }
    const id = core.getId();
    const named = core.detect(text).filter((name) => !core.needsNoName(name));
    const entries = named.map((name) => {
        core.tryParse(text, core.accept(name));
        return [name, core.format("uuid")];
    });
    core.putId(id);
    return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** The object of the first id, with the keys of docs/json.md. */
export function showId(core, input, form, prefix, others) {
    const kind = kindOf(core, core.forms.indexOf(form));
    const entries = [
        ["input", input],
        ["form", form],
        ["or_as", others],
        ["prefix", prefix || undefined],
        ["kind", kindName(core, kind)],
        ["could_be", couldBe(core, kind)],
        ...partsOf(core, kind),
        ["fields", fieldsOf(core, kind)],
        ["forms", formsOf(core)],
    ];
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function showTypeid(core, text) {
    try {
        return showId(core, text, "typeid", core.typeidParse(text));
    } catch {
        return undefined;
    }
}

/** The objects that `guidon show --json TEXT` prints: one, or one for each form of a text
 * that could be several. Throws a GuidonError if the text is no id. */
export function show(core, text) {
    const accept = core.accept();
    const form = core.tryParse(text, accept);
    if (form >= 0) {
        const name = core.forms[form];
        return [showId(core, text, name, undefined, otherReadings(core, text, name))];
    }
    const error = core.parseError(text, accept, form);
    const typeid = showTypeid(core, text);
    if (typeid !== undefined) {
        return [typeid];
    }
    if (error.reason !== "AMBIGUOUS") {
        throw error;
    }
    return error.forms.map((name) => {
        core.tryParse(text, core.accept(name));
        return showId(core, text, name);
    });
}
