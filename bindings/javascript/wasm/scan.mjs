// SPDX-License-Identifier: MIT
// scan.mjs - finds ids in text that may come in pieces, as `guidon scan` does.
import { Module, bytesOf, optionsOf, plainBytes, wordOf, wrongArgument } from "./guidon.mjs";

const WHAT = { uuid: 1, ulid: 2, ulidLower: 4, hex: 8, typeid: 16, all: 64 };
const BEFORE = 97; // GUIDON_SCAN_BEFORE: bytes before a piece that the scanner reads again
// Offsets of members of guidon_span, and of what the library writes behind a short text.
const SPAN = { length: 4, prefix: 8, number: 16, id: 24, form: 40, stays: 48 };
const WRITTEN = 256;
const WRITTEN_LENGTH = 512;
const ALIAS_MAX = 90;
const KIND_ULID = 21; // GUIDON_KIND_ULID

/** The forms of spans, by the number that is their guidon_form. */
const FORMS = { 0: "uuid", 2: "hex", 9: "ulid", 28: "hex-0x", 256: "typeid" };
const FORM_WORD = 0x101; // GUIDON_SPAN_WORD
const ANY_FORM = 1 | 2 | 4 | 8 | 16 | 64;

/** The kinds of aliases: guidon_alias_kind. */
export const ALIAS = { none: 0, number: 1, uuid: 2, typeid: 3 };

/** The kinds of queries: guidon_query_kind; and their worst rank. */
export const QUERY = { digits: 0, near: 2 };
export const QUERY_NONE = 4;

/** The bits of GUIDON_SCAN_... of a caller's options. */
export function flagsOf(options) {
    let flags = WHAT.uuid | WHAT.ulid;
    for (const name of Scanner.OPTIONS) {
        flags |= options[name] ? WHAT[name] : 0;
    }
    return flags;
}

const asciiOf = (bytes) => String.fromCharCode(...bytes);

/** An instance of scan.wasm: ids in text. */
export class Scan extends Module {
    /** Initialise the scanner, and return its address. */
    #begin(word, kind, flags) {
        const { exports } = this;
        const scanner = exports.module_scanner.value;
        const length = this.putText(word);
        const at = length > 0 ? this.text : 0;
        this.check(exports.guidon_scanner_init(scanner, at, length, kind, flags));
        return scanner;
    }

    /** The kind of an id as a number: guidon_kind_of. Only the text shows that it is a ULID. */
    kindOf({ form, id }) {
        if (form === "ulid") {
            return KIND_ULID;
        }
        this.putId(id);
        return this.exports.guidon_kind_of(this.ids);
    }

    /** The numbers of kinds that a caller names; undefined for all.
     *
     * @param {string | Iterable<string>} [names]
     */
    kindsOf(names) {
        if (names === undefined) {
            return undefined;
        }
        if (typeof names?.[Symbol.iterator] !== "function") {
            throw wrongArgument(`kinds must be names of kinds, and is ${wordOf(names)}`);
        }
        const known = Array.from({ length: KIND_ULID + 1 }, (_, kind) =>
            this.string(this.exports.guidon_kind_name(kind)),
        );
        const found = new Set();
        for (const name of typeof names === "string" ? [names] : names) {
            if (!known.includes(name)) {
                throw wrongArgument(`no kind ${wordOf(name)}; expected ${known.join(", ")}`);
            }
            found.add(known.indexOf(name));
        }
        return found;
    }

    /** Can aliases of a kind begin with a word? */
    isWord(word, kind) {
        return (
            this.exports.guidon_scanner_init(
                this.exports.module_scanner.value,
                this.text,
                this.putText(word),
                kind,
                0,
            ) === 0
        );
    }

    /** All spans of a piece, and `done`: where the next piece begins.
     *
     * @param {Uint8Array[]} parts at most TEXT bytes: the piece with the bytes before it
     * @param {number} from the offset at which it begins
     */
    spans(parts, from, last, word = "", kind = ALIAS.none, flags = 0) {
        const scanner = this.#begin(word, kind, flags);
        const { exports } = this;
        let length = 0;
        for (const part of parts) {
            this.bytes.set(part, this.text + length);
            length += part.length;
        }
        exports.guidon_scanner_piece(scanner, this.text, length, from, last ? 1 : 0);
        const spans = [];
        while (exports.guidon_scanner_next(this.out, scanner) !== 0) {
            spans.push(this.#span());
        }
        return { spans, done: exports.guidon_scanner_done(scanner) };
    }

    /** The span at `out`. */
    #span() {
        const { view, out, ids, bytes } = this;
        const number = view.getUint32(out + SPAN.form, true);
        bytes.copyWithin(ids, out + SPAN.id, out + SPAN.id + 16);
        const at = view.getUint32(out, true);
        const length = view.getUint32(out + SPAN.length, true);
        return {
            at,
            length,
            text: asciiOf(bytes.subarray(this.text + at, this.text + at + length)),
            form: FORMS[number],
            isWord: number === FORM_WORD,
            id: this.getId(),
            prefix: view.getUint32(out + SPAN.prefix, true),
            number: Number(view.getBigUint64(out + SPAN.number, true)),
            stays: bytes[out + SPAN.stays] !== 0,
        };
    }

    /** Scan a text that is one span, and return the address of the scanner. */
    #whole(text, word, kind) {
        const scanner = this.#begin(word, kind, ANY_FORM);
        const { exports } = this;
        exports.guidon_scanner_piece(scanner, this.text, this.putText(text), 0, 1);
        if (
            exports.guidon_scanner_next(this.out, scanner) === 0 ||
            this.view.getUint32(this.out + SPAN.length, true) !== text.length
        ) {
            throw wrongArgument("the text is neither an id nor an alias");
        }
        return scanner;
    }

    /** What a function of the library has written behind the text. */
    #written(status) {
        this.check(status);
        const at = this.text + WRITTEN;
        return this.read(at, at + this.view.getUint32(this.text + WRITTEN_LENGTH, true));
    }

    /** The alias of the text of a span: guidon_alias_format. */
    aliasFormat(text, word, kind, number, spelling) {
        const scanner = this.#whole(text, word, kind);
        return this.#written(
            this.exports.guidon_alias_format(
                this.text + WRITTEN,
                ALIAS_MAX,
                this.text + WRITTEN_LENGTH,
                scanner,
                this.out,
                this.text,
                BigInt(number),
                spelling,
            ),
        );
    }

    /** The text of an id in the form of another: guidon_span_format. */
    spanFormat(id, text) {
        this.#whole(text, "", ALIAS.none);
        this.putId(id);
        return this.#written(
            this.exports.guidon_span_format(
                this.text + WRITTEN,
                ALIAS_MAX,
                this.text + WRITTEN_LENGTH,
                this.ids,
                this.out,
                this.text,
            ),
        );
    }

    /** The ranks of ids by a query, a byte for each: guidon_query_rank_many.
     *
     * @param {number} kind QUERY.digits or QUERY.near
     * @param {Uint8Array} ids 16 bytes for each
     * @param {Uint8Array} [whole] the id that the whole text is
     * @returns {Uint8Array | undefined} undefined for a text that can mean no id
     */
    ranks(text, kind, ids, whole) {
        const { exports, out } = this;
        const query = exports.module_query.value;
        if (whole !== undefined) {
            this.bytes.set(whole, out);
        }
        const at = whole === undefined ? 0 : out;
        if (exports.guidon_query_init(query, this.text, this.putText(text), at, kind) !== 0) {
            return undefined;
        }
        const ranks = new Uint8Array(ids.length / 16);
        for (let i = 0; i < ranks.length; i += Module.IDS) {
            const some = ids.subarray(16 * i, 16 * (i + Module.IDS));
            const n = some.length / 16;
            this.bytes.set(some, this.ids);
            exports.guidon_query_rank_many(this.text, query, this.ids, n);
            ranks.set(this.bytes.subarray(this.text, this.text + n), i);
        }
        return ranks;
    }

    /** guidon_short_length, 0 for arguments that it refuses.
     *
     * @param {bigint} ids below 2^64
     * @param {number} kind of KINDS
     */
    shortLength(ids, p, kind) {
        return this.exports.guidon_short_length(ids, p, kind);
    }

    /** The version 8 id that stands for an id under a key of 32 bytes: guidon_pseudonym. */
    pseudonym(id, key) {
        const { exports, out } = this;
        const state = exports.module_key.value;
        this.putId(id);
        this.bytes.set(bytesOf(key, 32, "the key"), out);
        this.check(exports.guidon_key_init(state, out, 32));
        this.bytes.fill(0, out, out + 32);
        const status = exports.guidon_pseudonym(this.ids, state, this.ids);
        exports.guidon_key_wipe(state);
        this.check(status);
        return this.getId();
    }
}

/** A text that comes in pieces, and what of it is to be read again. */
export class Pieces {
    /** As for Scan.spans */
    constructor(core, word, kind, flags) {
        this.core = core;
        this.options = [word, kind, flags];
        this.kept = new Uint8Array(0); // the end of the last piece, to read again
        this.from = 0; // the offset in `kept` from which nothing is scanned
        this.offset = 0; // of `kept` in the text
    }

    /** Scan the next bytes. `take` gets the spans of each piece, whose `at` counts from the
     * beginning of the text, the bytes that are decided, and where they begin. */
    push(bytes, last, take) {
        const { TEXT } = Module;
        let at = 0;
        do {
            const more = bytes.subarray(at, at + TEXT - this.kept.length);
            at += more.length;
            this.#piece(more, last && at === bytes.length, take);
        } while (at < bytes.length);
    }

    #piece(more, last, take) {
        const { kept, offset, from } = this;
        const { spans, done } = this.core.spans([kept, more], from, last, ...this.options);
        const all = new Uint8Array(kept.length + more.length);
        all.set(kept);
        all.set(more, kept.length);
        for (const span of spans) {
            span.at += offset;
        }
        const start = Math.max(0, done - BEFORE);
        this.kept = all.slice(start);
        this.from = done - start;
        this.offset += start;
        take(spans, all.subarray(from, done), offset + from);
    }
}

/** Scans one text. A scanner uses the module's memory for text only during a call. */
export class Scanner {
    static OPTIONS = ["ulidLower", "hex", "typeid", "all"];

    /**
     * @param core a Scan
     * @param {{ ulidLower?: boolean, hex?: boolean, typeid?: boolean, all?: boolean }}
     *     [options] also look for these texts; `all`: also ULIDs and TypeIDs whose time is not in
     *     the years 2000 to 2099
     */
    constructor(core, options) {
        const flags = flagsOf(optionsOf(options, Scanner.OPTIONS));
        this.core = core;
        this.pieces = new Pieces(core, "", ALIAS.none, flags);
    }

    /**
     * Scan the next bytes of the text.
     *
     * @param {Uint8Array} data any number of bytes
     * @param {boolean} last the text ends with these bytes
     * @param found called for each id in ascending order: found({ offset, length, form,
     *     kind, id }) with `offset` in the text. `form` is a name, also "typeid"; `kind`
     *     is a number: kindName says its name; `id` has the 16 bytes. The function may call the
     *     module.
     */
    push(data, last, found) {
        const bytes = plainBytes(data);
        if (bytes === undefined) {
            throw wrongArgument("the text must be a Uint8Array");
        }
        this.pieces.push(bytes, last, (spans) => {
            for (const { at: offset, length, form, id } of spans) {
                found({ offset, length, form, kind: this.core.kindOf({ form, id }), id });
            }
        });
    }
}
