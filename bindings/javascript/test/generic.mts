// SPDX-License-Identifier: MIT
// The bytes of a function have memory of their own, since TypeScript 5.7 can say so.
import { many, nodeOf, parse, v7 } from "guidon";
import { parse as parseUuid, v1ToV6 } from "guidon/uuid";

const all: (Uint8Array<ArrayBuffer> | undefined)[] = [
    parse(""),
    v7("bytes"),
    many("v7", 1, "bytes"),
    nodeOf(""),
    parseUuid(""),
    v1ToV6(parseUuid("")),
];

export { all };
