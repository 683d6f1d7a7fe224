// SPDX-License-Identifier: MIT
// alias-api.js - replaces the ids of a text by aliases, and puts them back. It needs the module
// scan.wasm. index.d.ts documents them.
import { GuidonError, optionsOf, wordOf, wrongArgument } from "./errors.js";
import { sharedScan } from "./scan-loader.js";
import { ALIAS, Pieces, Scanner, flagsOf } from "./scan.js";
import { bytesOfText } from "./values.js";

const MARK = "# guidon alias map 1";
const NUMBER_LAST = 0xfffffffe;
const SPELLING_LAST = 18277;
const LINE_MAX = 2 * 90 + 32;
const KINDS = ["number", "uuid", "typeid"];
const FEED = 10;

// Why a text stays, in the sentences of the tool.
const TOUCHED =
    "a character of [A-Za-z0-9_.-] touches it, so that its alias could not be told from " +
    "other text";
const UNKNOWN = "the map has no such alias";

/** Bytes that must not be the text of a string: of a key, or of a piece that a string may have
 * cut inside a character. */
function onlyBytes(bytes, what) {
    if (typeof bytes === "string") {
        throw wrongArgument(`${what} must be a Uint8Array, and is a string`);
    }
    return bytesOfText(bytes, what, "a Uint8Array");
}

const ascii = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** A string as bytes of which each stands for a character: ids are ASCII, and all other
 * characters are bytes that no id has. So every string comes back as it was. */
const maskOf = (text) => {
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        bytes[i] = code < 128 ? code : 0xff;
    }
    return bytes;
};

function concat(parts) {
    const out = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
        out.set(part, at);
        at += part.length;
    }
    return out;
}

/** Replaces the spans of one text. `replace(span)` returns the text for a span, or
 * { why } if it stays; `why` is "" for a text that is not worth a word. */
class Copy {
    /** @param {{ flags: number, kinds?: Set<number> }} wanted what to look for; with `kinds`, ids
     *     of these alone, and what looks like an alias */
    constructor(word, kind, { flags, kinds }, replace) {
        this.core = sharedScan();
        this.pieces = new Pieces(this.core, word, kind, flags);
        this.kinds = kinds;
        this.replace = replace;
        this.left = [];
        this.line = 1;
        this.begin = 0; // of the line, in the text
    }

    isWanted(span) {
        return (
            this.kinds === undefined || span.number > 0 || this.kinds.has(this.core.kindOf(span))
        );
    }

    /** Replace in the next bytes. `keep(start, end, bytes)` gets what stays, and `put(text)`
     * what takes the place of a span. */
    push(bytes, last, keep, put) {
        this.pieces.push(bytes, last, (spans, decided, offset) => {
            let at = 0;
            let counted = 0;
            const count = (end) => {
                for (; counted < end; counted++) {
                    if (decided[counted] === FEED) {
                        this.line++;
                        this.begin = offset + counted + 1;
                    }
                }
            };
            for (const span of spans.filter((one) => this.isWanted(one))) {
                const { why, text } = this.replace(span);
                const begin = span.at - offset;
                if (why) {
                    count(begin);
                    this.left.push({
                        line: this.line,
                        column: span.at - this.begin + 1,
                        text: span.text,
                        why,
                    });
                }
                if (text !== undefined) {
                    keep(offset + at, span.at, decided.subarray(at, begin));
                    put(text);
                    at = begin + span.length;
                }
            }
            keep(offset + at, offset + decided.length, decided.subarray(at));
            count(decided.length);
        });
    }
}

class Replacer {
    left = [];

    /** A string, or bytes, after a Copy. */
    textOf(text, copy) {
        const parts = [];
        this.left = copy.left;
        if (typeof text === "string") {
            const keep = (start, end) => parts.push(text.slice(start, end));
            copy.push(maskOf(text), true, keep, (put) => parts.push(put));
            return parts.join("");
        }
        const bytes = bytesOfText(text, "the text");
        const keep = (_, __, kept) => parts.push(kept);
        copy.push(bytes, true, keep, (put) => parts.push(ascii(put)));
        return concat(parts);
    }

    /** A TransformStream of bytes, after a Copy. */
    streamOf(copy) {
        this.left = copy.left;
        const push = (bytes, last, controller) => {
            const parts = [];
            const keep = (_, __, kept) => parts.push(kept);
            copy.push(bytes, last, keep, (put) => parts.push(ascii(put)));
            const out = concat(parts);
            if (out.length > 0) {
                controller.enqueue(out);
            }
        };
        return new TransformStream({
            transform: (chunk, controller) => push(onlyBytes(chunk, "a chunk"), false, controller),
            flush: (controller) => push(new Uint8Array(0), true, controller),
        });
    }
}

/** What the options of alias() look for. */
function wantedOf(options) {
    const { kinds, ...forms } = optionsOf(options, [...Scanner.OPTIONS, "kinds"]);
    return { flags: flagsOf(forms), kinds: sharedScan().kindsOf(kinds) };
}

export class AliasMap extends Replacer {
    #kind = "number";
    #word = "id";
    #noRestore;
    #last = 0;
    #rows = []; // lines without their line feed
    #aliasOf = new Map();
    #textOf = new Map(); // { alias, text } of an alias, or of a number
    #ids = new Map(); // { number, spellings, alias } of the digits of an id
    #words = new Set();

    constructor(options) {
        super();
        const { kind, prefix, map, noRestore } = optionsOf(options, [
            "kind",
            "prefix",
            "map",
            "noRestore",
        ]);
        if (kind !== undefined && !KINDS.includes(kind)) {
            throw wrongArgument(`no kind ${wordOf(kind)}; expected ${KINDS.join(", ")}`);
        }
        if (prefix !== undefined && kind === "uuid") {
            throw wrongArgument("a prefix needs aliases that are words, not the kind uuid");
        }
        if (!this.#set(kind ?? "number", kind === "uuid" ? "" : (prefix ?? "id"))) {
            throw wrongArgument(
                `no alias of this kind begins with ${wordOf(prefix)}; expected a letter and at ` +
                    "most 30 letters, digits and '_'",
            );
        }
        this.#noRestore = Boolean(noRestore);
        if (map !== undefined) {
            this.#load(map, kind, prefix);
        }
    }

    #set(kind, word) {
        if (typeof word !== "string" || !sharedScan().isWord(word, ALIAS[kind])) {
            return false;
        }
        this.#kind = kind;
        this.#word = word;
        this.#words.clear();
        this.#words.add(word);
        return true;
    }

    get kind() {
        return this.#kind;
    }

    get prefix() {
        return this.#word;
    }

    /** The map as the text of a file. */
    toString() {
        const first = [MARK, this.#kind, ...(this.#word === "" ? [] : [this.#word])].join("\t");
        return [first, ...this.#rows, ""].join("\n");
    }

    alias(text, options) {
        return this.textOf(text, this.#aliases(options));
    }

    restore(text) {
        return this.textOf(text, this.#idsAgain());
    }

    aliasStream(options) {
        return this.streamOf(this.#aliases(options));
    }

    restoreStream() {
        return this.streamOf(this.#idsAgain());
    }

    #aliases(options) {
        const wanted = wantedOf(options);
        if (this.#kind === "typeid") {
            wanted.flags |= flagsOf({ typeid: true });
        }
        return new Copy(this.#word, ALIAS[this.#kind], wanted, (span) => this.#alias(span));
    }

    #idsAgain() {
        const aliases = { flags: 0 };
        return new Copy(this.#word, ALIAS[this.#kind], aliases, (span) => this.#restore(span));
    }

    #alias(span) {
        if (span.stays) {
            return { why: TOUCHED };
        }
        const alias = this.#noRestore ? this.#aliasOfId(span) : this.#aliasOf.get(span.text);
        return alias === undefined ? this.#add(span) : { text: alias };
    }

    /** The alias of the first spelling of an id; of an id in the form of this spelling. */
    #aliasOfId({ text, isWord, id }) {
        if (isWord) {
            return this.#aliasOf.get(text);
        }
        const known = this.#ids.get(id.join());
        return known !== undefined && this.#kind === "uuid"
            ? sharedScan().aliasFormat(text, this.#word, ALIAS.uuid, known.number, 0)
            : known?.alias;
    }

    #restore({ text, number, prefix }) {
        const isId = this.#kind === "uuid";
        const row = this.#textOf.get(isId ? number : text);
        if (row !== undefined && text.endsWith(row.alias)) {
            return { text: text.slice(0, text.length - row.alias.length) + row.text };
        }
        return { why: isId || this.#words.has(text.slice(0, prefix)) ? UNKNOWN : "" };
    }

    /** Add a row, and return its alias as `text`, or why it has none. */
    #add({ text, isWord, id, prefix }) {
        const hasSpellings = this.#kind !== "uuid"; // else each text has a number of its own
        const key = isWord || !(hasSpellings || this.#noRestore) ? undefined : id.join();
        const known = this.#ids.get(key);
        const number = (hasSpellings && known?.number) || this.#last + 1;
        const spelling = (hasSpellings && known?.spellings) || 0;
        if (spelling > SPELLING_LAST) {
            return { why: "the id has too many spellings" };
        }
        if (number > NUMBER_LAST) {
            return { why: "the map has no number left" };
        }
        const kind = ALIAS[this.#kind];
        const alias = sharedScan().aliasFormat(text, this.#word, kind, number, spelling);
        if (key !== undefined && (hasSpellings || known === undefined)) {
            this.#ids.set(key, {
                number,
                spellings: spelling + 1,
                alias: known?.alias ?? alias,
            });
        }
        this.#last = Math.max(this.#last, number);
        this.#aliasOf.set(text, alias);
        this.#textOf.set(this.#kind === "uuid" ? number : alias, { alias, text });
        if (this.#kind === "typeid" && !isWord && prefix > 0) {
            this.#words.add(text.slice(0, prefix));
        }
        this.#rows.push(`${alias}\t${text}`);
        return { text: alias };
    }

    // ------------------------------------------------------------------- the map

    #load(map, kind, prefix) {
        if (typeof map !== "string") {
            throw wrongArgument("the map must be a string");
        }
        const lines = map.split("\n");
        const rest = lines.pop(); // what an interrupted writer left
        lines.forEach((line, i) => {
            const why = i === 0 ? this.#readFirst(line) : this.#readRow(line);
            if (why !== "") {
                throw new GuidonError("FORM", `map:${i + 1}: ${why}`);
            }
            if (i === 0) {
                this.#check(kind, prefix);
            }
        });
        const isTorn = `${MARK}\t`.startsWith(rest.slice(0, MARK.length + 1));
        if (lines.length === 0 && !isTorn) {
            throw new GuidonError("FORM", "map:1: not a map of guidon alias");
        }
        if (rest.length >= LINE_MAX) {
            throw new GuidonError("FORM", `map:${lines.length + 1}: the row is too long`);
        }
    }

    #check(kind, prefix) {
        if (kind !== undefined && kind !== this.#kind) {
            throw new GuidonError(
                "FORM",
                `map has aliases of the kind '${this.#kind}', not '${kind}'; take another map`,
            );
        }
        if (prefix !== undefined && prefix !== this.#word) {
            throw new GuidonError(
                "FORM",
                `map has aliases with the prefix '${this.#word}', not '${prefix}'; ` +
                    "take another map",
            );
        }
    }

    #readFirst(line) {
        const [mark, kind, ...words] = line.split("\t");
        return mark === MARK &&
            KINDS.includes(kind) &&
            words.length === (kind === "uuid" ? 0 : 1) &&
            this.#set(kind, words[0] ?? "")
            ? ""
            : `not a map of guidon alias, whose first line begins with '${MARK}'`;
    }

    #readRow(line) {
        const tab = line.indexOf("\t");
        if (tab < 0) {
            return "expected an alias, a tab and an id";
        }
        const text = line.slice(tab + 1);
        const flags = flagsOf({ ulidLower: true, hex: true, typeid: true, all: true });
        const { spans } = sharedScan().spans(
            [maskOf(text.slice(0, LINE_MAX))],
            0,
            true,
            this.#word,
            ALIAS[this.#kind],
            flags,
        );
        if (spans.length === 0 || spans[0].at !== 0 || spans[0].length !== text.length) {
            return "what follows the tab is neither an id nor an alias";
        }
        if (this.#aliasOf.has(text)) {
            return "an earlier row has the same id";
        }
        const { why, text: alias } = this.#add(spans[0]);
        return (
            why ??
            (alias === line.slice(0, tab)
                ? ""
                : "the alias is not the one that belongs here; a row is missing or was changed")
        );
    }
}

export class Pseudonyms extends Replacer {
    #key;

    constructor(key) {
        super();
        this.#key = Uint8Array.from(onlyBytes(key, "the key"));
        sharedScan().pseudonym(new Uint8Array(16), this.#key); // an error for a wrong length
    }

    alias(text, options) {
        return this.textOf(text, this.#copy(options));
    }

    aliasStream(options) {
        return this.streamOf(this.#copy(options));
    }

    #copy(options) {
        const core = sharedScan();
        return new Copy("", ALIAS.none, wantedOf(options), ({ id, text }) => ({
            text: core.spanFormat(core.pseudonym(id, this.#key), text),
        }));
    }
}
