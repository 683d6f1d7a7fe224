// SPDX-License-Identifier: MIT
// scan.mjs - finds ids in text that may come in pieces, as `guidon scan` does.
import { optionsOf, plainBytes, wrongArgument } from "./guidon.mjs";

const WHAT = { uuid: 1, ulid: 2, ulidLower: 4, hex: 8, typeid: 16 };
const BEFORE = 32; // bytes before a piece that the scanner reads again
const KIND_ULID = 21; // GUIDON_KIND_ULID

/** Scans one text. A scanner uses the module's memory for text only during a call. */
export class Scanner {
    static OPTIONS = ["ulidLower", "hex", "typeid", "all"];

    /**
     * @param core a Forms
     * @param {{ ulidLower?: boolean, hex?: boolean, typeid?: boolean, all?: boolean }}
     *     [options] also look for these texts; `all`: also ULIDs and TypeIDs whose time is not in
     *     the years 2000 to 2099
     */
    constructor(core, options) {
        const also = optionsOf(options, Scanner.OPTIONS);
        this.core = core;
        this.all = also.all === true;
        this.what = WHAT.uuid | WHAT.ulid;
        for (const name of ["ulidLower", "hex", "typeid"]) {
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
        const { exports, view } = core;
        const scanner = exports.module_scanner.value;
        const length = this.kept.length + more.length;
        core.bytes.set(this.kept, core.text);
        core.bytes.set(more, core.text + this.kept.length);
        view.setUint32(scanner, this.what, true);
        exports.scanner_piece(scanner, core.text, this.from, length, last ? 1 : 0);
        const scanned = view.getUint32(scanner + 16, true);
        const start = Math.max(0, scanned - BEFORE);
        const kept = core.bytes.slice(core.text + start, core.text + length);
        for (const match of this.#matches(scanner)) {
            found(match);
        }
        this.kept = kept;
        this.from = scanned - start;
        this.offset += start;
    }

    /** The matches of a piece, read before anybody calls the module again. */
    #matches(scanner) {
        const { core, all } = this;
        const { exports, view, ids, out } = core;
        const at = out + 32;
        const matches = [];
        while (exports.scanner_next(at, scanner) !== 0) {
            const form = view.getUint32(at + 8, true);
            core.bytes.copyWithin(ids, at + 12, at + 28);
            const name = core.forms[form] ?? "typeid";
            const kind = name.startsWith("ulid") ? KIND_ULID : exports.guidon_kind_of(ids);
            if (
                all ||
                !(kind === KIND_ULID || name === "typeid") ||
                (exports.guidon_kind_time_of(out, 0, ids, kind) === 0 &&
                    exports.time_is_in_this_century(out) !== 0)
            ) {
                matches.push({
                    offset: this.offset + view.getUint32(at, true),
                    length: view.getUint32(at + 4, true),
                    form: name,
                    kind,
                    id: core.getId(),
                });
            }
        }
        return matches;
    }
}
