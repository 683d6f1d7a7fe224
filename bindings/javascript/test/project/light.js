// SPDX-License-Identifier: MIT
// light.js - makes and validates ids, and needs no module.
import { monotonicUlid, ulid, v4, v7, validate } from "guidon";

const rises = ([first, second]) => first < second;

console.log(
    rises([v7(), v7()]),
    rises([monotonicUlid(), monotonicUlid()]),
    v4()[14] === "4",
    validate(ulid()),
);
