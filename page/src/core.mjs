// SPDX-License-Identifier: MIT
// core.mjs - calls the WebAssembly module, which holds functions of the npm package's modules
// and the tool's own code.

import { ACCEPT_ANY } from "../../bindings/javascript/wasm/forms.mjs";

const NAME_MOST = 20000; // letters, for which module_text has space
const LENIENT = 1; // GUIDON_PARSE_LENIENT
const IDS = 1024; // of module_ids
const FAIL = 1; // GUIDON_OVERFLOW_FAIL
const E_LENGTH = 1;
const NOT_MADE = {
    9: "no more ids of this kind are left for this time", // GUIDON_E_OVERFLOW
    10: "ids of this kind do not hold this time", // GUIDON_E_CLOCK
};
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** One instance of the module. It does one thing at a time. */
export class Core {
    #givenMs; // the time of the ids that are made
    #written = ""; // by a call that writes

    /** @param {WebAssembly.Module} module */
    constructor(module) {
        const host = {
            now: () => this.#givenMs ?? Date.now(),
            random: (at, length) => {
                crypto.getRandomValues(this.#bytes(at, length));
                return 0;
            },
            number: (at, length) => Number(decoder.decode(this.#bytes(at, length))),
            real: (at, number) => this.#put(at, String(number)),
            write: (at, length) => {
                this.#written += decoder.decode(this.#bytes(at, length));
            },
        };
        this.exports = new WebAssembly.Instance(module, { host }).exports;
        const { guidon_form_name, guidon_kind_name, page_title } = this.exports;
        this.forms = this.#names(guidon_form_name);
        /** The kinds in the order of guidon_id_kind. */
        this.kinds = this.#names(guidon_kind_name);
        this.titles = Object.fromEntries(
            this.kinds.map((kind, i) => [kind, this.#string(page_title(i))]),
        );
    }

    /** The constant text at an address, to its NUL. */
    #string(at) {
        const bytes = new Uint8Array(this.exports.memory.buffer);
        return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
    }

    /** The names that a function gives for 0, 1 and so on. */
    #names(nameOf) {
        const names = [];
        let name;
        while ((name = this.#string(nameOf(names.length))) !== "unknown") {
            names.push(name);
        }
        return names;
    }

    /** What a text could be: the readings of guidon_describe_json, which `guidon show --json`
     * prints too. Throws an Error with the reason if the text is no id. */
    show(text, { lenient } = {}) {
        const { module_text, module_ids, module_describe } = this.exports;
        const length = this.#put(module_text.value, checkedLength(text));
        const n = module_describe(length, ACCEPT_ANY, 0, lenient ? LENIENT : 0);
        const readings = JSON.parse(decoder.decode(this.#bytes(module_ids.value, n)));
        if (readings.length === 0) {
            throw new Error(`'${text}': ${this.#reason(text, length, lenient ? LENIENT : 0)}`);
        }
        return readings;
    }

    /** Why the text of module_text is no id. */
    #reason(text, length, flags) {
        const { module_ids, module_out, module_text, module_sentence, ...calls } = this.exports;
        if (/._.{26}$/.test(text)) {
            // no other form than a TypeID ends so
            const bad = module_out.value;
            const status = calls.guidon_typeid_parse(
                module_ids.value,
                0,
                module_text.value,
                length,
                bad,
            );
            const offset = new DataView(this.exports.memory.buffer).getUint32(bad, true);
            const words = this.#string(calls.guidon_status_text(status));
            return `not a TypeID: ${words}, at offset ${offset}`;
        }
        const n = calls.module_parse_reason(length, ACCEPT_ANY, 0, flags);
        return decoder.decode(this.#bytes(module_sentence.value, n));
    }

    #bytes(at, length) {
        return new Uint8Array(this.exports.memory.buffer, at, length);
    }

    #put(at, text) {
        const bytes = encoder.encode(text);
        this.#bytes(at, bytes.length).set(bytes);
        return bytes.length;
    }

    /** Take what calls wrote. */
    #output() {
        const written = this.#written;
        this.#written = "";
        return written;
    }

    /** Put texts into module_text. */
    #putTexts(texts) {
        const line = texts.map((text) => text.replaceAll("\0", "\ufffd") + "\0").join("");
        this.#put(this.exports.module_text.value, checkedLength(line));
    }

    /** The object of `guidon bounds --json`. Throws an Error if it says what is wrong. Without
     * a column there is no SQL. */
    bounds({ kind = "v7", stored = "", database = "postgresql", from, to = "", column }) {
        this.#putTexts([kind, stored, database, from, to, textOf(column)]);
        const done = this.exports.page_bounds();
        const output = this.#output();
        if (!done) {
            throw new Error(output);
        }
        return JSON.parse(output);
    }

    /** What `guidon odds` says of a number of ids, or of two of count, rate and years. Throws
     * an Error if a text is no number. */
    odds({ kind, count, rate, years }) {
        this.#putTexts([kind, textOf(count), textOf(rate), textOf(years)]);
        if (!this.exports.page_odds()) {
            throw new Error(this.#output());
        }
        const { buffer } = this.exports.memory;
        const found = new Float64Array(buffer, this.exports.module_out.value, 5);
        const [probability, number, span, places, bits] = found;
        return { probability, count: number, years: span, places, random_bits: bits };
    }

    /** Say what is wrong with the prefix of TypeIDs at module_text. */
    #checkPrefix(prefix, length) {
        const { module_out, module_text, guidon_typeid_prefix_check } = this.exports;
        const status = guidon_typeid_prefix_check(module_text.value, length, module_out.value);
        if (status === 0) {
            return;
        }
        const at = new DataView(this.exports.memory.buffer).getUint32(module_out.value, true);
        const [letter] = decoder.decode(encoder.encode(prefix).subarray(at));
        const wrong = status === E_LENGTH ? `${length} characters` : `'${letter}' at offset ${at}`;
        throw new Error(
            `the prefix '${prefix}' is not valid: ${wrong}; a prefix has at most 63 characters ` +
                "a-z and '_', and '_' only between letters",
        );
    }

    /** The id number `i` of module_ids as text: in a form, or behind a prefix. */
    #textOf(i, form, prefixLength) {
        const { module_ids, module_out, module_text, ...calls } = this.exports;
        const text = module_text.value;
        if (prefixLength === undefined) {
            this.#bytes(module_ids.value, 16).set(this.#bytes(module_ids.value + 16 * i, 16));
            return decoder.decode(this.#bytes(text, calls.module_format(form)));
        }
        const out = text + 1024;
        calls.guidon_typeid_format(
            out,
            256,
            module_out.value,
            text,
            prefixLength,
            module_ids.value + 16 * i,
        );
        const length = new DataView(this.exports.memory.buffer).getUint32(module_out.value, true);
        return decoder.decode(this.#bytes(out, length));
    }

    #makeAll(count, textOfId, kind) {
        const { exports } = this;
        const overflow = this.#givenMs === undefined ? 0 : FAIL;
        const generator = exports.module_generator_new(kind, 0, 0, overflow, 0, 0, -1);
        const out = new DataView(exports.memory.buffer, exports.module_out.value);
        let status = generator === 0 ? out.getUint32(0, true) : 0;
        let lines = "";
        for (let left = count; left > 0 && status === 0; left -= IDS) {
            const n = Math.min(left, IDS);
            status = exports.guidon_next_many(exports.module_ids.value, n, generator);
            for (let i = 0; i < n && status === 0; i++) {
                lines += `${textOfId(i)}\n`;
            }
        }
        exports.guidon_generator_free(generator);
        if (status !== 0) {
            const words = this.#string(exports.guidon_status_text(status));
            throw new Error((overflow && NOT_MADE[status]) || words);
        }
        return lines;
    }

    /** Make ids, each on a line: in a form, or as TypeIDs with a prefix. `time` is in Unix
     * milliseconds, or undefined. */
    make({ kind, count, time, form, prefix }) {
        let length;
        if (prefix !== undefined) {
            length = this.#put(this.exports.module_text.value, prefix.slice(0, 1000));
            this.#checkPrefix(prefix, length);
        }
        this.#givenMs = time;
        try {
            return this.#makeAll(count, (i) => this.#textOf(i, form, length), kind);
        } finally {
            this.#givenMs = undefined;
        }
    }

    /** The id of a name in a namespace, which is the text of an id. */
    named(kind, namespace, name, form) {
        if (name.length > NAME_MOST) {
            throw new Error(`the name has more than ${NAME_MOST} characters`);
        }
        if (/\p{Surrogate}/u.test(name)) {
            // it has no bytes in UTF-8
            throw new Error("the name has half of a surrogate pair");
        }
        const { module_text, module_ids, module_name, ...calls } = this.exports;
        const [text, id, state] = [module_text.value, module_ids.value, module_name.value];
        const read = calls.module_parse(this.#put(text, namespace.slice(0, 200)), ACCEPT_ANY, 0, 0);
        if (read < 0) {
            const words = this.#string(calls.guidon_status_text(-1 - read));
            throw new Error(`the namespace is not an id: ${words}`);
        }
        calls.guidon_name_hash_init(state, id, kind);
        calls.guidon_name_hash_update(state, text, this.#put(text, name));
        calls.guidon_name_hash_id(id, state);
        return `${this.#textOf(0, form)}\n`;
    }

    /** Forget the files. Ids of a time after `now`, in milliseconds, are in the future. */
    listBegin(now = Date.now()) {
        this.exports.list_begin(now);
    }

    /** Begin the next file of the list. */
    listFile() {
        checked(this.exports.list_file());
    }

    /** Add bytes to the file. Returns the number of ids so far. */
    listAdd(bytes, last) {
        const most = this.exports.list_room_len();
        let n = 0;
        let at = 0;
        do {
            const piece = bytes.subarray(at, at + most);
            at += piece.length;
            this.#bytes(this.exports.list_room(), piece.length).set(piece);
            n = checked(this.exports.list_piece(piece.length, last && at === bytes.length));
        } while (at < bytes.length);
        return n;
    }

    listConclude() {
        const done = this.exports.list_conclude();
        const output = this.#output();
        checked(done);
        return lines(output);
    }

    listView({ order, descending, kinds, duplicates, from, to, needle }) {
        const length = this.#put(this.exports.module_text.value, needle.slice(0, 100));
        return checked(
            this.exports.list_view(order, descending, kinds, duplicates, from, to, length),
        );
    }

    listRows(first, n) {
        this.exports.list_rows(first, n);
        return lines(this.#output());
    }

    listTexts(first, n, form) {
        this.exports.list_texts(first, n, form);
        return this.#output();
    }
}

/** A text that fits the memory for one. */
function checkedLength(text) {
    if (encoder.encode(text).length > 65536) {
        throw new Error("the text is too long");
    }
    return text;
}

/** A text that may be missing, for the module. */
const textOf = (text) => (text === undefined ? "" : `=${text}`);

function lines(text) {
    return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line));
}

function checked(n) {
    if (n < 0) {
        throw new Error("memory ran out");
    }
    return n;
}
