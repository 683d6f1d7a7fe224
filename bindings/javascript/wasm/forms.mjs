// SPDX-License-Identifier: MIT
// forms.mjs - calls the functions of forms.wasm. README.md describes this interface.
import {
    GuidonError,
    Module,
    REASONS,
    bytesOf,
    numberOf,
    optionsOf,
    wordOf,
    wrongArgument,
} from "./guidon.mjs";

export const ACCEPT_ANY = 0x3c6ff; // GUIDON_ANY_FORMS

/** An instance of forms.wasm: every form of text, and keys. */
export class Forms extends Module {
    constructor(module) {
        super(module);
        this.forms = this.#formNames();
    }

    #formNames() {
        const names = [];
        let name;
        while ((name = this.string(this.exports.guidon_form_name(names.length))) !== "unknown") {
            names.push(name);
        }
        return names;
    }

    formNumber(name) {
        const form = this.forms.indexOf(name);
        if (form < 0) {
            throw wrongArgument(`no form ${wordOf(name)}; expected ${this.forms.join(", ")}`);
        }
        return form;
    }

    /** The forms for parse, and the flags: a name, names, or undefined for the forms that
     * need no name. */
    accept(forms, options) {
        const { lenient, exactCase } = optionsOf(options, ["lenient", "exactCase"]);
        let low = forms === undefined ? ACCEPT_ANY : 0,
            high = 0;
        for (const name of forms === undefined ? [] : [forms].flat()) {
            const form = this.formNumber(name);
            low |= form < 32 ? 1 << form : 0;
            high |= form < 32 ? 0 : 1 << (form - 32);
        }
        return { low, high, flags: (lenient ? 1 : 0) | (exactCase ? 2 : 0) }; // GUIDON_PARSE_...
    }

    /** Read a text into the first id of memory. Returns the number of its form; below 0
     * it is no id, and parseError tells why. */
    tryParse(text, { low, high, flags }) {
        return this.exports.module_parse(this.putText(text), low, high, flags);
    }

    /** Why a text is not read, in the sentence of the library; "" if it is read. */
    parseReason(text, { low, high, flags }) {
        const length =
            this.encoder?.encodeInto(text, this.characters).written ?? this.putText(text);
        const at = this.exports.module_sentence.value;
        const n = this.exports.module_parse_reason(length, low, high, flags);
        return this.read(at, at + n);
    }

    /** What a text could be: the readings of guidon_describe_json. */
    describe(text, { low, high, flags }) {
        const n = this.exports.module_describe(this.putText(text), low, high, flags);
        return JSON.parse(this.read(this.ids, this.ids + n));
    }

    /** The error of a text for which tryParse gave a result below 0. */
    parseError(text, accept, result) {
        const offset = this.view.getUint32(this.out, true);
        const bits = this.view.getBigUint64(this.out + 8, true);
        const status = -1 - result;
        const sentence = text.length > Module.TEXT ? "" : this.parseReason(text, accept);
        if (sentence === "") {
            return this.error(status, offset);
        }
        const isAmbiguous = REASONS[status] === "AMBIGUOUS";
        const error = new GuidonError(
            REASONS[status],
            sentence + (isAmbiguous ? " with the option forms" : ""),
            offset,
        );
        if (isAmbiguous) {
            error.forms = this.forms.filter((_, form) => (bits >> BigInt(form)) & 1n);
        }
        return error;
    }

    /** Write the first id of memory in a form, by the form's number. Undefined if the id
     * has no text in this form. */
    tryFormat(form) {
        const length = this.exports.module_format(form);
        return length < 0 ? undefined : this.read(this.text, this.text + length);
    }

    format(form) {
        const length = this.exports.module_format(this.formNumber(form));
        if (length < 0) {
            throw this.error(-1 - length);
        }
        return this.read(this.text, this.text + length);
    }

    /** The forms that a text could be, each alone, in the order of the forms. */
    detect(text) {
        const length = this.putText(text);
        return this.forms.filter(
            (_, form) =>
                this.exports.module_parse(
                    length,
                    form < 32 ? 1 << form : 0,
                    form < 32 ? 0 : 1 << (form - 32),
                ) >= 0,
        );
    }

    /** Mask or unmask the first id with a key of 16 bytes. */
    masked(how, key) {
        const { exports, out } = this;
        const state = exports.module_mask_key.value;
        this.bytes.set(bytesOf(key, 16, "the key"), out);
        this.check(exports.guidon_mask_key_init(state, out, 16));
        this.bytes.fill(0, out, out + 16);
        const status = exports[`guidon_${how}`](this.ids, state, this.ids);
        exports.guidon_mask_key_wipe(state);
        this.check(status);
    }

    /** Version 7 of a time, a key of 32 bytes and data of at most TEXT bytes. */
    derived(ms, key, data) {
        const { exports, out } = this;
        const state = exports.module_key.value;
        const time = BigInt(numberOf(ms, 0xffffffffffff, "a time"));
        const length = this.putBytes(data, Module.TEXT);
        this.bytes.set(bytesOf(key, 32, "the key"), out);
        this.check(exports.guidon_key_init(state, out, 32));
        this.bytes.fill(0, out, out + 32);
        const status = exports.guidon_v7_derive(this.ids, time, state, this.text, length);
        exports.guidon_key_wipe(state);
        this.check(status);
    }

    /** The shard of data of at most TEXT bytes, from a hash. */
    shardOf(data, shardBits) {
        const { exports, out } = this;
        const length = this.putBytes(data, Module.TEXT);
        this.check(exports.guidon_shard_of(out, this.text, length, shardBits));
        return this.view.getUint32(out, true);
    }

    /** The keys of the text of a key ring: [number, bytes], the current one first. */
    keyRing(text) {
        const { exports, out } = this;
        const ring = exports.module_ring.value;
        const length = this.putBytes(text, Module.TEXT);
        const status = exports.guidon_key_ring_parse(ring, this.text, length, out);
        const error = status === 0 ? undefined : this.#ringError(status, length);
        this.bytes.fill(0, this.text, this.text + length);
        if (error !== undefined) {
            throw error;
        }
        const keys = [];
        while (exports.guidon_key_ring_number(out + 32, ring, keys.length) === 0) {
            const number = this.view.getUint32(out + 32, true);
            this.check(exports.guidon_key_ring_find(out, 32, out + 40, ring, number));
            keys.push([number, this.bytes.slice(out, out + this.view.getUint32(out + 40, true))]);
        }
        this.bytes.fill(0, out, out + 32);
        exports.guidon_key_ring_wipe(ring);
        return keys;
    }

    #ringError(status, length) {
        const { exports, out } = this;
        const offset = this.view.getUint32(out, true);
        const at = exports.module_sentence.value;
        this.check(exports.guidon_key_ring_reason(at, 128, out, this.text, length));
        return new GuidonError(
            REASONS[status],
            this.read(at, at + this.view.getUint32(out, true)),
            offset,
        );
    }
}
