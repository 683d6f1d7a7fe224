// SPDX-License-Identifier: MIT
// light.js - makes and validates ids, and needs no module.
import { monotonicUlid, ulid, v4, v7, validate } from "guidon";

console.log(v7() < v7(), monotonicUlid() < monotonicUlid(), v4()[14] === "4", validate(ulid()));
