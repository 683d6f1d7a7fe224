// SPDX-License-Identifier: MIT
// scan.mjs - finds ids in text that may come in pieces, as `guidon scan` does.
import { Module, optionsOf, plainBytes, wrongArgument } from "./guidon.mjs";

const WHAT = { uuid: 1, ulid: 2, ulidLower: 4, hex: 8, typeid: 16, all: 64 };
const BEFORE = 97; // GUIDON_SCAN_BEFORE: bytes before a piece that the scanner reads again
const SPAN = { length: 4, id: 24, form: 40 }; // offsets of members of guidon_span
const KIND_ULID = 21; // GUIDON_KIND_ULID

/** The forms of spans, by the number that is their guidon_form; the others are TypeIDs. */
const FORMS = { 0: "uuid", 2: "hex", 9: "ulid", 28: "hex-0x" };

/** An instance of scan.wasm: ids in text. */
export class Scan extends Module {}

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
        const also = optionsOf(options, Scanner.OPTIONS);
        this.core = core;
        this.what = WHAT.uuid | WHAT.ulid;
        for (const name of Scanner.OPTIONS) {
            this.what |= also[name] ? WHAT[name] : 0;
        }
        this.kept = new Uint8Array(0); // the end of the last piece, to read again
        this.from = 0; // the offset in `kept` from which nothing is scanned
        this.offset = 0; // of `kept` in the text
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
        const { TEXT } = this.core.constructor;
        let at = 0;
        do {
            const more = bytes.subarray(at, at + TEXT - this.kept.length);
            at += more.length;
            this.#piece(more, last && at === bytes.length, found);
        } while (at < bytes.length);
    }

    #piece(more, last, found) {
        const { core } = this;
        const { exports } = core;
        const scanner = exports.module_scanner.value;
        const length = this.kept.length + more.length;
        core.bytes.set(this.kept, core.text);
        core.bytes.set(more, core.text + this.kept.length);
        core.check(exports.guidon_scanner_init(scanner, 0, 0, 0, this.what));
        exports.guidon_scanner_piece(scanner, core.text, length, this.from, last ? 1 : 0);
        const matches = this.#matches(scanner);
        const scanned = exports.guidon_scanner_done(scanner);
        const start = Math.max(0, scanned - BEFORE);
        const kept = core.bytes.slice(core.text + start, core.text + length);
        const offset = this.offset;
        for (const match of matches) {
            match.offset += offset;
            found(match);
        }
        this.kept = kept;
        this.from = scanned - start;
        this.offset += start;
    }

    /** The matches of a piece, read before anybody calls the module again. */
    #matches(scanner) {
        const { core } = this;
        const { exports, view, ids, out } = core;
        const matches = [];
        while (exports.guidon_scanner_next(out, scanner) !== 0) {
            const form = view.getUint32(out + SPAN.form, true);
            core.bytes.copyWithin(ids, out + SPAN.id, out + SPAN.id + 16);
            const name = FORMS[form] ?? "typeid";
            const kind = name.startsWith("ulid") ? KIND_ULID : exports.guidon_kind_of(ids);
            matches.push({
                offset: view.getUint32(out, true),
                length: view.getUint32(out + SPAN.length, true),
                form: name,
                kind,
                id: core.getId(),
            });
        }
        return matches;
    }
}
