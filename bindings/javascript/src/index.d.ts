// SPDX-License-Identifier: MIT
// index.d.ts - the interface of the package guidon.

/** An id: the text of a canonical UUID (36 characters) or ULID (26), its 16 bytes, or its
 * value. The functions `parse`, `valid`, `format`, `convert`, `mask` and `unmask`
 * read text in every form that needs no name: "uuid", "hex" and "ulid" in both cases,
 * "braces", "parens", "urn", "oid", "urn-oid", "c", "guid-x" and "ncs". 32 hexadecimal
 * digits are "hex", and 26 characters of Crockford's alphabet are a ULID. */
export type Id = string | Uint8Array | bigint;

/** A time: a Date, milliseconds since 1970 (fractions count where an id holds them), or a
 * bigint of nanoseconds since 1970. */
export type Time = Date | number | bigint;

/** The forms of text. `format` writes each of them, and `parse` reads each, most of
 * them only if `forms` names them. */
export type Form =
    | "uuid"
    | "uuid-upper"
    | "hex"
    | "hex-upper"
    | "braces"
    | "urn"
    | "oid"
    | "urn-oid"
    | "int"
    | "ulid"
    | "ulid-lower"
    | "base64url"
    | "base58"
    | "guid-hex"
    | "c"
    | "parens"
    | "guid-x"
    | "ncs"
    | "base62"
    | "base36"
    | "shortuuid"
    | "base85"
    | "base32"
    | "base32hex"
    | "base64"
    | "ncname32"
    | "ncname58"
    | "ncname64"
    | "hex-0x"
    | "mongo-java"
    | "mysql-swap"
    | "int64x2"
    | "base32human"
    | "base52"
    | "base62-ieee"
    | "base64sort"
    | "z85"
    | "base62id";

/** The kinds that generators make. Each `v1` (by time), `v6`, `v7` and `ulid-monotonic` is
 * above the one before it, also when the clock stands still, or is at most ten seconds
 * below its highest reading. Within a millisecond, `ulid-monotonic` is the one before it
 * plus 1, so who knows one knows the next. `v8-append` and `v8-sharded` are ids with a prefix
 * (`v8Append`), unique in one database that checks the key; `v8-sharded` is for a Generator with
 * the option `prefixBits`. The last five are other names of these kinds. */
export type Kind =
    | "v1"
    | "v4"
    | "v6"
    | "v7"
    | "v8-append"
    | "v8-sharded"
    | "ulid"
    | "ulid-monotonic"
    | "uuid1"
    | "uuid4"
    | "uuid6"
    | "uuid7"
    | "monotonicUlid";

export type Variant = "ncs" | "rfc" | "microsoft" | "future";

/** A Uint8Array of memory of its own: Uint8Array<ArrayBuffer> since TypeScript 5.7, where
 * the type has a parameter. */
export type Bytes = ReturnType<Uint8ArrayConstructor["of"]>;

/** What a function returns: canonical text, 32 hex digits, 16 bytes, or a bigint. */
export type As = "uuid" | "ulid" | "hex" | "bytes" | "bigint";

/** What a function that writes every form returns. */
export type AnyAs = Form | "bytes" | "bigint";

/** What a function with `as` returns. */
export type Result<A extends AnyAs | undefined> = A extends "bytes"
    ? Bytes
    : A extends "bigint"
      ? bigint
      : string;

/** The error of every function. What a getter or a proxy of the caller's options throws comes
 * through as it is. */
export class GuidonError extends Error {
    constructor(reason: string, message: string, offset?: number, cause?: unknown);
    readonly name: "GuidonError";
    /** What is wrong: "LENGTH", "CHAR", "RANGE" or "FORM" of a text; "AMBIGUOUS" if only a
     * form that `forms` names may read the text; "VERSION" if the id
     * has no such field; "ARGUMENT"; "OVERFLOW" or "CLOCK" of a generator; "ENTROPY" if
     * there are no random bits; "STATE" if the host cannot start the WebAssembly module;
     * "MEMORY". */
    readonly reason:
        | "LENGTH"
        | "CHAR"
        | "RANGE"
        | "FORM"
        | "VERSION"
        | "FUTURE"
        | "ARGUMENT"
        | "SPACE"
        | "OVERFLOW"
        | "CLOCK"
        | "ENTROPY"
        | "STATE"
        | "MEMORY"
        | "AMBIGUOUS";
    /** For a text: how many characters stand before the first wrong one. */
    readonly offset: number | undefined;
    /** For "AMBIGUOUS": the forms that the text could have. */
    readonly forms: readonly Form[] | undefined;
}

// ------------------------------------------------------------------------- new ids

/** Options of an id of a given time, which has no order among others of the same time. */
export interface GregorianOptions<A extends As = As> {
    at?: Time;
    as?: A;
    /** 6 bytes; random by default. Needs `at`. */
    node?: Uint8Array;
    /** 0 to 16383; random by default. Needs `at`. */
    clockSeq?: number;
}

/** Version 1: Gregorian time and node. */
export function v1(): string;
export function v1<A extends As>(as: A): Result<A>;
export function v1<A extends As = "uuid">(options: GregorianOptions<A>): Result<A>;

/** Version 4: random. Text comes from crypto.randomUUID where the platform has it. */
export function v4(): string;
export function v4<A extends As>(as: A): Result<A>;

/** Version 6: Gregorian time in an order that sorts, and a new random node each. */
export function v6(): string;
export function v6<A extends As>(as: A): Result<A>;
export function v6<A extends As = "uuid">(options: GregorianOptions<A>): Result<A>;

/** Version 7: Unix time in milliseconds; in order. The first id of a millisecond has 74
 * random bits, and the next ones count on from it. The best key of a new table. */
export function v7(): string;
export function v7<A extends As>(as: A): Result<A>;

/** Version 7 of a given time: its millisecond, and 74 new random bits. It has no order among
 * others of the same millisecond. */
export function v7At<A extends As = "uuid">(time: Time, as?: A): Result<A>;

/** A ULID with 80 new random bits. */
export function ulid(): string;
export function ulid<A extends As>(as: A): Result<A>;

/** A ULID of a given time: its millisecond, and 80 new random bits. */
export function ulidAt<A extends As = "ulid">(time: Time, as?: A): Result<A>;

/** A ULID that is, within a millisecond, the last one plus one. */
export function monotonicUlid(): string;
export function monotonicUlid<A extends As>(as: A): Result<A>;

/** Many ids of a kind, in order: an array of texts; one Uint8Array of 16 bytes for each
 * with "bytes"; one text with "\n" after each id with "lines". */
export function many(kind: Kind, n: number): string[];
export function many(kind: Kind, n: number, as: "bytes"): Bytes;
export function many(kind: Kind, n: number, as: "lines"): string;
export function many(kind: Kind, n: number, as: "bigint"): bigint[];
export function many(kind: Kind, n: number, as: "uuid" | "ulid" | "hex"): string[];

export interface GeneratorOptions {
    /** Milliseconds since 1970. Called for every id. It cannot call the Generator. */
    now?: () => number;
    /** Fills the bytes before it returns. They become the random bits of the ids. It
     * cannot call the Generator. */
    random?: (bytes: Uint8Array) => unknown;
    /** The bits of version 7 behind the milliseconds: 20 bits that start at random in
     * each millisecond and count on, and 54 random bits ("precise", the default); a
     * counter that starts in the lower half of its 20 bits, and 54 random bits; one number
     * that begins with 73 random bits and grows by a random step for each id; random bits
     * without an order; or, for trace ids, 18 bits of the fraction and 56 random bits, so
     * that the last seven bytes are random ("trace"). */
    layout?: "precise" | "counter" | "increment" | "unordered" | "trace";
    /** If the clock is more than ten seconds below its highest reading: follow it
     * ("restart", the default), throw a GuidonError with reason "CLOCK" ("fail"), or "wait".
     * Then the call blocks its thread until the clock is within the ten seconds. It throws
     * "CLOCK" after a million readings of the clock: about a quarter of an hour, because it
     * reads it each millisecond. The thread of a page cannot block, and a clock that stands
     * still is not worth a pause: there a million readings take well below a second. */
    rollback?: "restart" | "wait" | "fail";
    /** If a millisecond has no more ids: "wait" for the next one (the default), or throw
     * "OVERFLOW" ("fail"). If the clock stands still for a million readings, which take well
     * below a second, "wait" throws "OVERFLOW" too. */
    overflow?: "wait" | "fail";
    /** 6 bytes: the node of versions 1 and 6. */
    node?: Uint8Array;
    /** 0 to 16383: the first clock sequence of versions 1 and 6. */
    clockSeq?: number;
    /** The length of the prefix: of `v8-append` 0 to 20, and 20 by default; of `v8-sharded` 0 to
     * 10. It is the same for all ids of a table, for ever. */
    prefixBits?: number;
    /** The shard of `many("v8-sharded")`, below 2 ** prefixBits. */
    prefix?: number;
    /** True: each id of `many("v8-sharded")` has a random shard. */
    prefixRandom?: boolean;
}

/** A generator of ids with a clock, random bits and options of your own. Its order is its
 * own too. It has 200 kB of memory. */
export class Generator {
    constructor(options?: GeneratorOptions);
    v1<A extends As = "uuid">(as?: A): Result<A>;
    v4<A extends As = "uuid">(as?: A): Result<A>;
    v6<A extends As = "uuid">(as?: A): Result<A>;
    v7<A extends As = "uuid">(as?: A): Result<A>;
    ulid<A extends As = "ulid">(as?: A): Result<A>;
    monotonicUlid<A extends As = "ulid">(as?: A): Result<A>;
    /** Without `prefixBits`, the option of this name decides. */
    v8Append<A extends As = "uuid">(prefixBits?: number, as?: A): Result<A>;
    /** Without `shardBits`, the option `prefixBits` decides. */
    v8Sharded<A extends As = "uuid">(shard: number, shardBits?: number, as?: A): Result<A>;
    typeid(prefix: string): string;
    many(kind: Kind, n: number): string[];
    many(kind: Kind, n: number, as: "bytes"): Bytes;
    many(kind: Kind, n: number, as: "lines"): string;
    many(kind: Kind, n: number, as: "bigint"): bigint[];
    many(kind: Kind, n: number, as: "uuid" | "ulid" | "hex"): string[];
}

// ------------------------------------------------------------------ ids with a prefix

/** A new id of version 8 whose first bits are all 1, so it sorts after nearly all keys of version
 * 4. It is unique in one database that checks the key, and not when the ids of many databases are
 * merged: the prefix replaces random bits. The ids of one length rise.
 *
 * prefixBits: 0 to 20, the same for all ids of a table, for ever. 20 suffice for a table of about
 * 2 * 10 ** 7 random keys. More need a clock of a microsecond, which JavaScript has not. */
export function v8Append<A extends As = "uuid">(prefixBits?: number, as?: A): Result<A>;

/** A new id of version 8 that begins with the number of a shard, so new ids go to
 * 2 ** shardBits places of an index, each in order of time. Unique as `v8Append`.
 *
 * shard: below 2 ** shardBits. shardBits: 0 to 10. */
export function v8Sharded<A extends As = "uuid">(
    shard: number,
    shardBits: number,
    as?: A,
): Result<A>;

/** The shard of data, such as the name of a tenant, for `v8Sharded`: from 0 to
 * 2 ** shardBits - 1, the same in every language, and never another one. A string is hashed in
 * UTF-8, and half of a surrogate pair is an error. At most 64 KiB. shardBits: 0 to 10; the shard of
 * fewer bits is the beginning of that of more. */
export function shardOf(data: string | Uint8Array, shardBits: number): number;

/** The same of a time, with new random bits: from 1970 to the year 2527, else "RANGE".
 * prefixBits: 0 to 28. A Date has no fraction of a millisecond, so ids of one millisecond differ in
 * their 57 - prefixBits random bits alone; a bigint keeps its nanoseconds. */
export function v8AppendAt<A extends As = "uuid">(
    time: Time,
    prefixBits?: number,
    as?: A,
): Result<A>;
export function v8ShardedAt<A extends As = "uuid">(
    time: Time,
    shard: number,
    shardBits: number,
    as?: A,
): Result<A>;

/** The smallest and the largest id of a prefix and a time: of the millisecond of a Date or a
 * number, or of a bigint of nanoseconds. Every id between two bounds counts, so a query beside keys
 * of another layout adds a condition on the version. prefixBits: 0 to 28. */
export function v8Floor<A extends As = "uuid">(
    time: Time,
    prefix: number,
    prefixBits: number,
    as?: A,
): Result<A>;
export function v8Ceil<A extends As = "uuid">(
    time: Time,
    prefix: number,
    prefixBits: number,
    as?: A,
): Result<A>;
/** `v8Floor` of the prefix of `v8Append`. */
export function v8AppendFloor<A extends As = "uuid">(
    time: Time,
    prefixBits?: number,
    as?: A,
): Result<A>;

/** The bounds of a span of time in each shard, in the order of the shards. Both times and both
 * bounds are included. */
export function v8Ranges<A extends As = "uuid">(
    from: Time,
    to: Time,
    shardBits: number,
    as?: A,
): { low: Result<A>; high: Result<A> }[];

/** The prefix of an id; undefined if it is not of version 8 with a prefix. An id does not hold
 * prefixBits, so an id with another number of bits gives another prefix. */
export function v8PrefixOf(id: Id, prefixBits: number): number | undefined;
/** The time of an id with a prefix; undefined if it is none. */
export function prefixedTimeOf(id: Id, prefixBits: number): Date | undefined;
/** The same in nanoseconds since 1970. */
export function prefixedTimeNsOf(id: Id, prefixBits: number): bigint | undefined;

// --------------------------------------------------- ids from names, data and keys

/** The id of a name in a namespace: MD5 (v3), SHA-1 (v5) or SHA-256 (v8Sha256). The name
 * comes first, as in the package uuid. A string is
 * hashed in UTF-8, and half of a surrogate pair is an error. The namespace is an id, or one
 * of the words "dns", "url", "oid" and "x500". */
export function v3<A extends As = "uuid">(
    name: string | Uint8Array,
    namespace: Id,
    as?: A,
): Result<A>;
export function v5<A extends As = "uuid">(
    name: string | Uint8Array,
    namespace: Id,
    as?: A,
): Result<A>;
export function v8Sha256<A extends As = "uuid">(
    name: string | Uint8Array,
    namespace: Id,
    as?: A,
): Result<A>;
/** Version 8 of 16 bytes of your own; version and variant overwrite six bits. */
export function v8<A extends As = "uuid">(bytes: Uint8Array, as?: A): Result<A>;

/** Version 7 of a time, a key of 32 bytes and data of at most 64 KiB: the same inputs give
 * the same id, everywhere. A string is hashed in UTF-8, and half of a surrogate pair is an
 * error. An integer is hashed as 8 bytes, big-endian: a bigint of 64 bits, or a number that
 * Number.isSafeInteger takes. Every other number is an error. */
export function derive<A extends AnyAs = "uuid">(
    time: Time,
    key: Uint8Array,
    data: string | Uint8Array | number | bigint,
    as?: A,
): Result<A>;

/** Hide the time of a version 7 id with a key of 16 bytes: the result looks like version
 * 4, and `unmask` returns the id. */
export function mask<A extends AnyAs = "uuid">(id: Id, key: Uint8Array, as?: A): Result<A>;
export function unmask<A extends AnyAs = "uuid">(id: Id, key: Uint8Array, as?: A): Result<A>;

/** Keys with numbers from 0 to 65535, so that you can change a key. A masked id does not say
 * which key it has: store the number of the key beside it. */
export class KeyRing {
    /** Reads a text with a number, blanks, and 32 or 64 hexadecimal digits on each line; the
     * first key is the current one. `guidon mask --key-ring` reads the same text. Throws a
     * GuidonError that names the line. */
    constructor(text: string | Uint8Array);
    /** The number of the current key, which masks new ids. */
    readonly current: number;
    /** All numbers, the current one first. */
    readonly numbers: number[];
    /** A copy of the key of a number. Throws a GuidonError if there is none. */
    key(number: number): Uint8Array;
}

export const NIL: string;
export const MAX: string;
export const NAMESPACE_DNS: string;
export const NAMESPACE_URL: string;
export const NAMESPACE_OID: string;
export const NAMESPACE_X500: string;

// ---------------------------------------------------------------------------- text

/** Options of `parse` and `valid`. In each function of the package, an option that it does
 * not have is an error. */
export interface ReadOptions {
    /** Read these forms only. By default, every form that needs no name. With several
     * other forms, a text that two of them read as different ids is "AMBIGUOUS". */
    forms?: Form | readonly Form[];
    /** Also read blanks at both ends, hyphens and aliases in ULIDs, and more. */
    lenient?: boolean;
    /** Read "uuid", "hex" and "ulid" in their own case alone. */
    exactCase?: boolean;
}

// A number in place of options is none: an array gives the index of an element to a function
// that it calls.

/** The bytes of an id from its text. Throws a GuidonError with the offset. */
export function parse<A extends AnyAs = "bytes">(
    text: string,
    options?: (ReadOptions & { as?: A }) | number,
): Result<A>;

/** Is this the text of a canonical UUID or ULID, in either case? Values that are not
 * strings are no ids. */
export function validate(text: string, index?: number): boolean;
export function validate(text: unknown, index?: number): text is string;

export interface ValidOptions extends ReadOptions {
    /** Of this version alone. */
    version?: number;
    /** Nil, Max, or a version that RFC 9562 assigns, alone. */
    rfc?: boolean;
}

/** Can `parse` read this text with these options? */
export function valid(text: string, options?: ValidOptions | number): boolean;
export function valid(text: unknown, options?: ValidOptions | number): text is string;

/** An id as text; canonical by default. Throws "VERSION" if the form has no text for it,
 * as "ncs" for most ids. */
export function format(id: Id, form?: Form): string;
/** `format` under the name that the package uuid gives it. */
export function stringify(id: Id, form?: Form): string;

/** An id in another form, as bytes, or as bigint. */
export function convert<A extends AnyAs>(id: Id, as: A): Result<A>;

/** Every form that a text could be, also "typeid". */
export function detect(text: string): (Form | "typeid")[];

/** The names of all forms. */
export function forms(): Form[];

/** A TypeID of an id, or of a new version 7. */
export function typeid(prefix: string, id?: Id): string;
export function typeidParse<A extends As = "uuid">(
    text: string,
    as?: A,
): { prefix: string; id: Result<A> };

/** The bytes of canonical ids, each on a line: UUIDs, or ULIDs for a kind of ULIDs. */
export function parseLines(text: string, kind?: Kind): Bytes;

// -------------------------------------------------------------------- what ids hold

/** 0 to 15; 0 for Nil, Max and ids of another variant. */
export function versionOf(id: Id): number;
export function variantOf(id: Id): Variant;

/** The time of versions 1, 6 and 7 and of text in a ULID form; undefined for others.
 * The bytes of a ULID do not show that it is one: say `{ kind: "ulid" }`. */
export function timeOf(id: Id, options?: { kind?: Kind } | number): Date | undefined;
/** The same in nanoseconds since 1970. */
export function timeNsOf(id: Id, options?: { kind?: Kind } | number): bigint | undefined;
/** The node of versions 1, 2 and 6. */
export function nodeOf(id: Id): Bytes | undefined;
/** The clock sequence of versions 1, 2 and 6. */
export function clockSeqOf(id: Id): number | undefined;

/** What `guidon show --json` prints for a text. */
export interface Shown {
    input: string;
    form: Form | "typeid";
    /** The other forms that could read 32 hex digits, or a ULID from outside 2000 to 2099. */
    or_as?: Partial<Record<Form, string>>;
    prefix?: string;
    kind: string;
    could_be?: string;
    variant?: string;
    version?: number;
    time?: string;
    time_low?: string;
    time_high?: string;
    clock_seq?: number;
    node?: string;
    node_is?: "random" | "vendor" | "local";
    domain?: number;
    local_id?: number;
    fields: { name: string; bit: number; width: number; hex: string }[];
    forms: Partial<Record<Form, string>>;
}
export function show(text: string): Shown[];

export interface ScanOptions {
    ulidLower?: boolean;
    /** Also 32 hex digits, which may be hashes. */
    hex?: boolean;
    /** Also TypeIDs of version 7. */
    typeid?: boolean;
    /** Also ULIDs and TypeIDs from outside the years 2000 to 2099. */
    all?: boolean;
}
export interface Match {
    /** In bytes, of UTF-8 if the text is a string. */
    offset: number;
    length: number;
    form: Form | "typeid";
    /** The other forms that could read 32 hex digits, or a ULID from outside 2000 to 2099. */
    or_as?: Partial<Record<Form, string>>;
    kind: string;
    id: Bytes;
}
/** The ids in any text, as `guidon scan` finds them. */
export function scan(text: string | Uint8Array, options?: ScanOptions | number): Match[];

// ------------------------------------------------------------------ aliases in text

/** An id, or an alias, that stays as it is. */
export interface Left {
    /** From 1. */
    line: number;
    /** From 1; in bytes, or in characters if the text is a string. */
    column: number;
    text: string;
    /** The reason, a sentence. */
    why: string;
}
export type AliasKind = "number" | "uuid" | "typeid";
export interface AliasMapOptions {
    /** `number`: id-1, `uuid`: 00000000-0000-4000-8000-000000000001, `typeid`: user-1 for a
     * TypeID of users. By default that of the map, or `number`. */
    kind?: AliasKind;
    /** The word of `number` and `typeid`. By default that of the map, or "id". */
    prefix?: string;
    /** The text of a map that `guidon alias`, or toString(), has written. An incomplete last
     * row does not count; a damaged map is an error with its line. */
    map?: string;
    /** All spellings of an id get the alias of the first, without a suffix, so that restore()
     * gives back the first alone. */
    noRestore?: boolean;
}
/** What an id is. */
export type IdKind =
    | `v${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15}`
    | "nil"
    | "max"
    | "ncs"
    | "microsoft"
    | "future"
    | "ulid";
export interface AliasOptions extends ScanOptions {
    /** Only ids of these kinds. Other ids stay, and are not in `left`. */
    kinds?: IdKind | Iterable<IdKind>;
}
/** Replaces the ids in text by short names, and puts them back, as `guidon alias` does. A
 * string may hold any characters, also halves of surrogate pairs. */
export class AliasMap {
    constructor(options?: AliasMapOptions);
    readonly kind: AliasKind;
    readonly prefix: string;
    /** What stayed in the last text, or in the stream that was made last. */
    left: Left[];
    alias<Text extends string | Uint8Array>(text: Text, options?: AliasOptions): AliasText<Text>;
    restore<Text extends string | Uint8Array>(text: Text): AliasText<Text>;
    aliasStream(options?: AliasOptions): TransformStream<Uint8Array, Uint8Array>;
    restoreStream(): TransformStream<Uint8Array, Uint8Array>;
    /** The map as the text of a file, which `guidon alias --map` reads. */
    toString(): string;
}
/** A string for a string, and bytes for bytes. */
export type AliasText<Text> = Text extends string ? string : Bytes;
/** Replaces the ids in text by version 8 ids that a key makes of them, the same everywhere. */
export class Pseudonyms {
    /** @param key 32 secret bytes */
    constructor(key: Uint8Array);
    left: Left[];
    alias<Text extends string | Uint8Array>(text: Text, options?: AliasOptions): AliasText<Text>;
    aliasStream(options?: AliasOptions): TransformStream<Uint8Array, Uint8Array>;
}

// ------------------------------------------------------------- a set of ids in memory

/** The different ids of an iterable, in its order, in which short and garbled texts find them,
 * as `guidon short` and `guidon find` do. Ids are canonical UUIDs in the results. */
export class IdSet {
    constructor(ids: Iterable<Id>);
    readonly size: number;
    has(id: Id): boolean;
    [Symbol.iterator](): IterableIterator<string>;
    /** The fewest digits that mean an id of the set, at least `least`: its end, with which no
     * other id ends. Version 1, 2 or 6 ends with its node; for it, the beginning. */
    short(id: Id, least?: number): string;
    /** The ids that a part of a text may mean. The first of these places that has an id decides:
     * the whole text in any form, the end, the beginning, the middle. With `all`, the ids of all
     * places. */
    find(text: string, options?: { all?: boolean }): string[];
    /** The id that a garbled text means: one or two characters lost, added, replaced or swapped
     * with a neighbour. Undefined if no id is as near, or if another id is at most one mistake
     * further. */
    near(text: string): string | undefined;
}

/** How many hexadecimal digits at the end of ids tell the ids of a set from each other: 1 to 20,
 * or 32, the whole id, if the random digits at the end are too few. It holds for every clock.
 * @param ids the number of ids of the set, each made on its own
 * @param p the probability that no two end with the same digits, from 0 to below 1; 0.999 by
 *     default
 * @param kind "v7" by default */
export function shortLength(ids: number | bigint, p?: number, kind?: "v4" | "v7" | "ulid"): number;

// ------------------------------------------------------------ bounds and conversions

/** The kinds that have bounds; the last three are other names. */
export type BoundKind = "v1" | "v6" | "v7" | "ulid" | "uuid1" | "uuid6" | "uuid7";

/** The smallest and the largest id of a time: of the millisecond of a Date or a number. A
 * bigint of nanoseconds has the ids of its 100 ns (v1, v6) or of its millisecond (v7,
 * ulid). */
export function floor(kind: BoundKind, time: Time): string;
export function floor<A extends As>(kind: BoundKind, time: Time, as: A): Result<A>;
export function ceil(kind: BoundKind, time: Time): string;
export function ceil<A extends As>(kind: BoundKind, time: Time, as: A): Result<A>;

/** The same id in the layout of the other version. Nothing is lost. */
export function v1ToV6<A extends As = "uuid">(id: Id, as?: A): Result<A>;
export function v6ToV1<A extends As = "uuid">(id: Id, as?: A): Result<A>;
/** A ULID as version 7; six random bits are lost. */
export function ulidAsV7<A extends As = "uuid">(id: Id, as?: A): Result<A>;
