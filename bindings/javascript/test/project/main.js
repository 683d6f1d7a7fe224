// SPDX-License-Identifier: MIT
// main.js - uses each entry of the package.
import { convert, v7, versionOf } from "guidon";
import { isValid, ulid } from "guidon/ulid";
import { v4 } from "guidon/uuid";

console.log(
    versionOf(v7()),
    versionOf(v4()),
    convert("01563e3a-b5d3-d676-4c61-efb99302bd5b", "ulid"),
    isValid(ulid()),
);
