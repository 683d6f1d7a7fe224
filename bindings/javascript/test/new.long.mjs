// SPDX-License-Identifier: MIT
// The tests of new.test.mjs, with a million ids under each clock.
import process from "node:process";

process.env.CALLS = "1000000";
await import("./new.test.mjs");
