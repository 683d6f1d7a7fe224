// SPDX-License-Identifier: MIT
// The bounds of 100,000 ids, 25,000 of each kind.
import test from "node:test";

import fc from "fast-check";

import { boundsHold } from "./bounds.mjs";

fc.configureGlobal({ seed: 9562 }); // each run has the same inputs

test("bounds hold the ids whose time is between, and no others, for 100,000 ids", () =>
    boundsHold(25_000));
