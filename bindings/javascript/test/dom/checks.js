// SPDX-License-Identifier: MIT
// checks.js - what the package does in a realm whose TextEncoder, Buffer or Uint8Array may
// be missing or come from another realm. No assertion library works in each of them.

const A6 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"; // RFC 9562, A.6
const DNS = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";
const EXAMPLE = "5df41881-3aed-3515-88a7-2f4a814cf09e"; // version 3 of RFC 9562, A.2
const UMLAUT = "849d4d8f-6c8e-59fa-9721-89ccba396bf9"; // version 5 of "bücher.example"
const GREEN = [0x67, 0x72, 0xc3, 0xbc, 0x6e]; // "grün" in UTF-8

/** Compare results with what they must be, and return how many there are. `foreign` makes a
 * Uint8Array of another realm, if there is one. */
exports.check = function check(guidon, uuid, foreign) {
    let n = 0;
    const same = (value, due, what) => {
        n++;
        if (value !== due) {
            throw new Error(`${what} is ${String(value)}; expected ${due}`);
        }
    };
    for (const [bytes, whose] of [
        [(list) => Uint8Array.from(list), "own"],
        [foreign, "foreign"],
    ]) {
        const id = bytes(guidon.parse(A6));
        same(guidon.format(id), A6, `stringify of ${whose} bytes`);
        same(guidon.convert(id, "base58"), guidon.convert(A6, "base58"), `${whose} convert`);
        same(
            guidon.v3(
                bytes([..."www.example.com"].map((character) => character.charCodeAt(0))),
                DNS,
            ),
            EXAMPLE,
            `v3 of ${whose} bytes`,
        );
        const key = bytes(new Array(32).fill(7));
        same(
            guidon.derive(0, key, "grün"),
            guidon.derive(0, key, bytes(GREEN)),
            `derive of text, and of ${whose} bytes`,
        );
        same(
            guidon.scan(bytes([...A6].map((character) => character.charCodeAt(0)))).length,
            1,
            `scan of ${whose} bytes`,
        );
        same(uuid.stringify(id), A6, `uuid.stringify of ${whose} bytes`);
        same(
            uuid.v7(undefined, bytes(new Array(16).fill(0))).length,
            16,
            `uuid.v7 into ${whose} bytes`,
        );
        same(
            uuid.v3("www.example.com", bytes(uuid.parse(DNS))),
            EXAMPLE,
            `uuid.v3 in a namespace of ${whose} bytes`,
        );
    }
    same(guidon.v3("www.example.com", DNS), EXAMPLE, "v3 of text");
    same(guidon.v5("bücher.example", DNS), UMLAUT, "v5 of text");
    same(uuid.v5("bücher.example", DNS), UMLAUT, "uuid.v5 of text");
    same(guidon.versionOf(guidon.v8Sha256("\u{1f426}", DNS)), 8, "the version of v8 of text");
    same(guidon.scan(`grün \ud800 ${A6}`)[0].offset, 10, "the offset of scan in text");
    for (const make of [guidon.v1, guidon.v4, guidon.v6, guidon.v7, uuid.v1, uuid.v4, uuid.v7]) {
        same(guidon.validate(make()), true, "a new id is valid");
    }
    same(guidon.ulid().length, 26, "the length of a ULID");
    same(guidon.parse(guidon.v7()).length, 16, "the length of parsed bytes");
    const wrong = "017f22e2-79b0-7cc3-98c4-dc0c0c07398ü";
    try {
        guidon.parse(wrong);
        same(wrong, undefined, "the text that parse took");
    } catch (error) {
        same(error.offset, 35, "the offset of a wrong character");
    }
    return n;
};
