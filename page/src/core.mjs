// SPDX-License-Identifier: MIT
// core.mjs - calls the WebAssembly module, which holds functions of the npm package's modules
// and the tool's own code.

import { ACCEPT_ANY } from "../../bindings/javascript/wasm/forms.mjs";

const NAME_MOST = 20000; // letters, for which page_words has space
const LENIENT = 1; // GUIDON_PARSE_LENIENT
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Write a number as C's printf does with %e, %f or %g. A number that is exactly between
 * two texts gets the larger one here. */
export function formatNumber(number, conversion, precision) {
    if (conversion === "f") {
        return number.toFixed(precision);
    }
    const wide = conversion === "e";
    const digits = wide ? precision : Math.max(precision - 1, 0);
    const [, mantissa, sign, power] = /^(.*)e([+-])(\d+)$/.exec(number.toExponential(digits));
    const exponent = Number(sign + power);
    if (!wide && exponent >= -4 && exponent < Math.max(precision, 1)) {
        const plain = number.toFixed(digits - exponent);
        return plain.includes(".") ? plain.replace(/\.?0+$/, "") : plain;
    }
    const shown = wide ? mantissa : mantissa.replace(/\.?0+$/, "");
    return `${shown}e${sign}${power.padStart(2, "0")}`;
}

/** One instance of the module. It does one thing at a time. */
export class Core {
    /** @param {WebAssembly.Module} module */
    constructor(module) {
        const host = {
            now: () => Date.now(),
            random: (at, length) => {
                crypto.getRandomValues(this.#bytes(at, length));
                return 0;
            },
            number: (at, length) => Number(decoder.decode(this.#bytes(at, length))),
            format: (at, number, conversion, precision) =>
                this.#put(at, formatNumber(number, String.fromCharCode(conversion), precision)),
        };
        this.exports = new WebAssembly.Instance(module, { host }).exports;
        this.forms = this.#formNames();
    }

    /** The constant text at an address, to its NUL. */
    #string(at) {
        const bytes = new Uint8Array(this.exports.memory.buffer);
        return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
    }

    #formNames() {
        const names = [];
        let name;
        while ((name = this.#string(this.exports.guidon_form_name(names.length))) !== "unknown") {
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

    #output() {
        const { page_output, page_output_len } = this.exports;
        return decoder.decode(this.#bytes(page_output(), page_output_len()));
    }

    #messages() {
        const { page_messages, page_messages_len } = this.exports;
        return decoder.decode(this.#bytes(page_messages(), page_messages_len())).trim();
    }

    /** Run a command of the tool. Returns the objects that it prints with --json; throws
     * an Error with the tool's message if its status is not 0. */
    run(...words) {
        const line = words.map((word) => word.replaceAll("\0", "\ufffd") + "\0").join("");
        const status = this.exports.page_run(
            this.#put(this.exports.page_words(), checkedLength(line)),
        );
        if (status !== 0) {
            throw new Error(this.#messages());
        }
        return lines(this.#output());
    }

    /** Make ids, each on a line. `time` is in Unix milliseconds, or undefined. */
    make({ kind, count, time, form, prefix = "" }) {
        const length = this.#put(this.exports.page_words(), prefix.slice(0, 1000));
        const status = this.exports.make_ids(
            kind,
            count,
            time !== undefined,
            time ?? 0,
            form,
            length,
        );
        if (status !== 0) {
            throw new Error(this.#messages());
        }
        return this.#output();
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
        const words = this.exports.page_words();
        const ns = this.#put(words, namespace.slice(0, 200));
        const length = this.#put(words + ns, name);
        if (this.exports.make_named(kind, ns, length, form) !== 0) {
            throw new Error(this.#messages());
        }
        return this.#output();
    }

    listBegin() {
        this.exports.list_begin(Date.now());
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
        checked(this.exports.list_conclude());
        return lines(this.#output());
    }

    listView({ order, descending, kinds, duplicates, from, to, needle }) {
        const length = this.#put(this.exports.page_words(), needle.slice(0, 100));
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
