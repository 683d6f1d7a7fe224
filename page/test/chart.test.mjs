// SPDX-License-Identifier: MIT
// The times of the charts, without a browser.
import assert from "node:assert/strict";
import test from "node:test";

import { millisecondsOf } from "../src/chart.mjs";

test("times of every year of version 7 have their milliseconds", () => {
    for (const [text, ms] of [
        ["1970-01-01T00:00:00.000Z", 0],
        ["9999-12-31T23:59:59.999Z", 253402300799999],
        ["+10000-01-01T00:00:00.000Z", 253402300800000],
        ["+10889-08-02T05:31:50.655Z", 2 ** 48 - 1],
    ]) {
        assert.equal(millisecondsOf(text), ms, text);
    }
});
