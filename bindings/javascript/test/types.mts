// SPDX-License-Identifier: MIT
// Uses of the types that must compile, and mistakes that must not.
import {
    Generator,
    GuidonError,
    convert,
    many,
    parse,
    prefixedTimeOf,
    scan,
    shardOf,
    timeNsOf,
    typeidParse,
    valid,
    timeOf,
    v1,
    v7,
    v7At,
    v8Append,
    v8Ranges,
    v8Sharded,
    validate,
} from "guidon";
import { ULIDError, monotonicFactory, ulidToUUID } from "guidon/ulid";
import { parse as parseUuid, v4 as uuidv4, v5 as uuidv5 } from "guidon/uuid";

const text: string = v7();
const bytes: Uint8Array = v7("bytes");
const number: bigint = v7At(new Date(0), "bigint");
const base58: string = convert(v1({ at: 0n, node: bytes.subarray(0, 6) }), "base58");
const list: string[] = many("v7", 3);
const image: Uint8Array = many("ulid", 3, "bytes");
const time: Date | undefined = timeOf(number);
const own = new Generator({ now: () => 0, random: (out) => out.fill(0), layout: "counter" });
const id: bigint = own.ulid("bigint");
const { prefix }: { prefix: string } = typeidParse("user_01h455vb4pex5vsknk084sn02q");
const anything: unknown = text;
if (validate(anything) && valid(anything, { forms: ["uuid"], version: 7 })) {
    const known: string = anything;
    parse(known, { as: "bytes" });
}
const length: number = !validate(text) && !valid(text) ? text.length : 0;
const perhaps: string | undefined = list[0];
const present: string = validate(perhaps) ? perhaps : "";
const all: Uint8Array[] = list.map(parse);
const times: (Date | undefined)[] = list.map(timeOf);
const others: bigint[] = list.map(timeNsOf).filter((ns): ns is bigint => ns !== undefined);
const texts: string[] = [text, 5, anything].filter(validate);
const readable: string[] = list.every(validate) ? list.filter(valid) : [];
const found: number[] = list.map(scan).flatMap((matches) => matches.map(({ offset }) => offset));
const asText: string = parse(text, { forms: ["uuid"], as: "base58" });
const asBytes: Uint8Array = parse(text, { lenient: true });
const reason: string = new GuidonError("a", "b", 1).reason;
const next: string = monotonicFactory()(Date.now());
const code: string = new ULIDError("ULID_INVALID", "").code;
const dashed: `${string}-${string}-${string}-${string}-${string}` = // as of ulid
    ulidToUUID("01ARZ3NDEKTSV4RRFFQ69G5FAV");
const buffer: Uint8Array = uuidv4(undefined, new Uint8Array(16));
const name: string = uuidv5("www.example.com", uuidv5.DNS);
parseUuid(name).set(buffer);

// @ts-expect-error no such form
convert(text, "base99");
// @ts-expect-error makers write canonical text
v7("base58");
// @ts-expect-error validate has no options
validate(text, { version: 7 });
// @ts-expect-error a string is not bytes
const wrong: Uint8Array = convert(text, "hex");
// @ts-expect-error parse has no such option
parse(text, { form: "hex" });
// @ts-expect-error no such form
parse(text, { as: "base99" });
// @ts-expect-error no such kind
many("v2", 1);
// @ts-expect-error no such option
new Generator({ clock: () => 0 });
// @ts-expect-error a shard needs its bits
v8Sharded(3);

const ranges: { low: bigint; high: bigint }[] = v8Ranges(0, 0n, 4, "bigint");
const late: Uint8Array = v8Append(20, "bytes");
const shard: number = shardOf("acme", 4);
const sharded: string = new Generator({ prefixBits: 4, prefixRandom: true }).v8Sharded(shard);
const madeIn: Date | undefined = prefixedTimeOf(late, 20);

export {
    all,
    asBytes,
    asText,
    base58,
    code,
    dashed,
    found,
    id,
    image,
    late,
    length,
    list,
    madeIn,
    next,
    others,
    prefix,
    present,
    ranges,
    readable,
    reason,
    shard,
    sharded,
    texts,
    time,
    times,
    wrong,
};
