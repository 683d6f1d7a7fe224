// SPDX-License-Identifier: MIT
// idset-api.js - a set of ids in memory, in which short and garbled texts find them. It needs
// the modules forms.wasm and scan.wasm. index.d.ts documents it.
import { GuidonError, optionsOf, wordOf, wrongArgument } from "./errors.js";
import { format, parse } from "./forms-api.js";
import { KINDS } from "./guidon.js";
import { sharedScan } from "./scan-loader.js";
import { QUERY, QUERY_NONE } from "./scan.js";
import { textOf } from "./values.js";

const DIGITS = 32;
const NEAR_MOST = 2; // GUIDON_QUERY_NEAR_MOST

const reversed = (digits) => Array.from(digits).reverse().join("");
const dashed = (digits) => digits.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

const KINDS_OF_LENGTHS = ["v4", "v7", "ulid"];

export function shortLength(ids, p = 0.999, kind = "v7") {
    if (!KINDS_OF_LENGTHS.includes(kind)) {
        throw wrongArgument(`no kind ${wordOf(kind)}; expected ${KINDS_OF_LENGTHS.join(", ")}`);
    }
    const isCount = typeof ids === "bigint" || Number.isSafeInteger(ids);
    if (!isCount || ids < 0 || ids >= 2 ** 64) {
        throw wrongArgument("the number of ids must be an integer from 0 to 2^64 - 1");
    }
    if (typeof p !== "number" || !(p >= 0 && p < 1)) {
        throw wrongArgument("the probability must be a number from 0 to below 1");
    }
    return sharedScan().shortLength(BigInt(ids), p, KINDS[kind]);
}

/** The index of the first text of an order that is not below another. */
function placeOf(order, text) {
    let low = 0;
    let high = order.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (order[middle] < text) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

function sharedLength(a, b) {
    let i = 0;
    while (i < DIGITS && a[i] === b[i]) {
        i++;
    }
    return i;
}

/** The longest beginning that another text of the order shares. */
function longestShared(order, text) {
    const at = placeOf(order, text);
    return Math.max(
        at > 0 ? sharedLength(order[at - 1], text) : 0,
        at + 1 < order.length ? sharedLength(order[at + 1], text) : 0,
    );
}

const begins = (order, beginning) => order[placeOf(order, beginning)]?.startsWith(beginning);

/** Does an id end with its node, which others share? */
const endsWithNode = (digits) => "89ab".includes(digits[16]) && "126".includes(digits[12]);

export class IdSet {
    #digits;
    #heads;
    #tails; // with their digits reversed
    #bytes;

    constructor(ids) {
        this.#digits = [...new Set(Array.from(ids, (id) => format(id, "hex")))];
        this.#heads = [...this.#digits].sort();
        this.#tails = this.#digits.map(reversed).sort();
        this.#bytes = new Uint8Array(16 * this.#digits.length);
        this.#digits.forEach((digits, i) => {
            for (let k = 0; k < 16; k++) {
                this.#bytes[16 * i + k] = parseInt(digits.slice(2 * k, 2 * k + 2), 16);
            }
        });
    }

    get size() {
        return this.#digits.length;
    }

    *[Symbol.iterator]() {
        yield* this.#digits.map(dashed);
    }

    has(id) {
        const digits = format(id, "hex");
        return this.#heads[placeOf(this.#heads, digits)] === digits;
    }

    short(id, least = 1) {
        if (!Number.isInteger(least) || least < 1 || least > DIGITS) {
            throw wrongArgument(`the least number of digits is ${wordOf(least)}; expected 1 to 32`);
        }
        const digits = format(id, "hex");
        if (!this.has(id)) {
            throw new GuidonError("ARGUMENT", `the set has no id ${dashed(digits)}`);
        }
        if (!endsWithNode(digits)) {
            const length = longestShared(this.#tails, reversed(digits)) + 1;
            return digits.slice(-Math.max(length, least));
        }
        let length = Math.max(longestShared(this.#heads, digits) + 1, least);
        while (length < DIGITS && begins(this.#tails, reversed(digits.slice(0, length)))) {
            length++;
        }
        return digits.slice(0, length);
    }

    find(text, options) {
        const { all } = optionsOf(options, ["all"]);
        const ranks = sharedScan().ranks(textOf(text), QUERY.digits, this.#bytes, parsedOf(text));
        if (ranks === undefined) {
            throw wrongArgument(`not a part of an id: ${wordOf(text)}`);
        }
        const best = ranks.reduce((a, b) => Math.min(a, b), QUERY_NONE);
        const isFound = (_, i) => ranks[i] < QUERY_NONE && (all || ranks[i] === best);
        return this.#digits.filter(isFound).map(dashed);
    }

    near(text) {
        const ranks = sharedScan().ranks(textOf(text), QUERY.near, this.#bytes);
        if (ranks === undefined) {
            throw wrongArgument(`not a whole id: ${wordOf(text)}`);
        }
        const best = ranks.reduce((a, b) => Math.min(a, b), QUERY_NONE);
        const isAlone = ranks.filter((rank) => rank <= best + 1).length === 1;
        return best <= NEAR_MOST && isAlone ? dashed(this.#digits[ranks.indexOf(best)]) : undefined;
    }
}

/** The id that a whole text is; undefined if it is none. */
function parsedOf(text) {
    try {
        return parse(text);
    } catch {
        return undefined;
    }
}
