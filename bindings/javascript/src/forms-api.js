// SPDX-License-Identifier: MIT
// forms-api.js - the functions that read or write every form of text, or take a key. They
// need the module forms.wasm. For canonical text, they use guidon.wasm, which a program
// has anyway. index.d.ts documents them.
import { wordOf, wrongArgument } from "./errors.js";
import { sharedForms } from "./forms-loader.js";
import { CANONICAL } from "./guidon.js";
import { sharedCore } from "./loader.js";
import { shardBitsOf } from "./prefixed.js";
import { show as showText } from "./show.js";
import { millisecondsOf } from "./times.js";
import {
    bytesOfText,
    dataOf,
    give,
    hashedOf,
    isVersion,
    readerOptions,
    takeValue,
    textOf,
} from "./values.js";

// --------------------------------------------------------------------------- text

/** The module whose first id of memory is the id that a text stands for; undefined if the
 * text is none, and `refused` then throws the error. */
function tryTake(text, options) {
    const { forms, lenient, exactCase } = options;
    if (forms === undefined && !lenient && !exactCase) {
        const core = sharedCore();
        if (core.tryRead(text)) {
            return core;
        }
    }
    const module = sharedForms();
    const accept =
        forms === undefined && !lenient && !exactCase
            ? (module.acceptAll ??= module.accept())
            : module.accept(forms, { lenient, exactCase });
    module.accepted = accept;
    module.result = module.tryParse(text, accept);
    return module.result < 0 ? undefined : module;
}

const refused = (text) => {
    const { accepted, result } = sharedForms();
    return sharedForms().parseError(text, accepted, result);
};

function takeText(text, options = {}) {
    const module = tryTake(text, options);
    if (module === undefined) {
        throw refused(text);
    }
    return module;
}

/** The module whose first id of memory is the id of a caller. */
function takeAny(id) {
    if (typeof id === "string") {
        return takeText(id);
    }
    takeValue(sharedCore(), id);
    return sharedCore();
}

/** The first id of a module's memory in any form. */
function giveText(module, form) {
    const forms = CANONICAL.includes(form) ? module : sharedForms();
    if (forms !== module) {
        forms.putId(module.getId());
    }
    return forms.format(form);
}

const giveAny = (module, as) =>
    as === "bytes" || as === "bigint" ? give(module, as) : giveText(module, as);

const OF_PARSE = ["forms", "lenient", "exactCase", "as"];
const OF_VALID = ["forms", "lenient", "exactCase", "version", "rfc"];

export function parse(text, options) {
    const checked = readerOptions(options, OF_PARSE);
    return giveAny(takeText(textOf(text), checked), checked.as ?? "bytes");
}

export function valid(text, options) {
    const checked = readerOptions(options, OF_VALID);
    const module = typeof text === "string" ? tryTake(text, checked) : undefined;
    if (module === undefined) {
        return false;
    }
    const core = sharedCore();
    if (module !== core) {
        core.putId(module.getId());
    }
    return isVersion(core, checked.version, checked.rfc);
}

export const format = (id, form = "uuid") => giveText(takeAny(id), form);

export const convert = (id, as) => giveAny(takeAny(id), as);

export function detect(text) {
    const core = sharedForms();
    const forms = core.detect(textOf(text));
    try {
        return core.typeidParse(text) === "" ? forms : [...forms, "typeid"];
    } catch {
        return forms;
    }
}

export const forms = () => [...sharedForms().forms];

export const show = (text) => showText(sharedForms(), textOf(text));

// --------------------------------------------------------------------------- keys

export function derive(time, key, data, as = "uuid") {
    const module = sharedForms();
    module.derived(millisecondsOf(time), key, hashedOf(data));
    return give(module, as);
}

function maskedAs(how, id, key, as = "uuid") {
    const taken = takeAny(id);
    const module = sharedForms();
    module.putId(taken.getId());
    module.masked(how, key);
    return give(module, as);
}

export const shardOf = (data, shardBits) =>
    sharedForms().shardOf(dataOf(data, "the data"), shardBitsOf(shardBits));

export const mask = (id, key, as) => maskedAs("mask", id, key, as);
export const unmask = (id, key, as) => maskedAs("unmask", id, key, as);

/** Keys with numbers, so that a program can change its key. */
export class KeyRing {
    #keys;

    constructor(text) {
        const bytes = bytesOfText(text, "the text of a key ring");
        this.#keys = new Map(sharedForms().keyRing(bytes));
    }

    get current() {
        return this.numbers[0];
    }

    get numbers() {
        return [...this.#keys.keys()];
    }

    key(number) {
        const key = this.#keys.get(number);
        if (key === undefined) {
            throw wrongArgument(`the key ring has no key of number ${wordOf(number)}`);
        }
        return key.slice();
    }
}
