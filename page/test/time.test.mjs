// SPDX-License-Identifier: MIT
// The times that the page writes for people, without a browser.
import assert from "node:assert/strict";
import test from "node:test";

import { local, relative } from "../src/time.mjs";

test("a time where the reader is has two digits in each field", () => {
    const before = process.env.TZ;
    for (const [zone, text, utc = "2026-02-03T04:05:06.789Z"] of [
        [
            "America/New_York",
            "1582-10-14 19:03:58.000 -04:56:02 (America/New_York)",
            "1582-10-15T00:00:00.000Z",
        ],
        [
            "Africa/Monrovia",
            "1970-01-01 00:16:29.500 -00:44:30 (Africa/Monrovia)",
            "1970-01-01T01:00:59.500Z",
        ],
        [
            "Asia/Katmandu",
            "1900-01-01 05:41:16.000 +05:41:16 (Asia/Katmandu)",
            "1900-01-01T00:00:00.000Z",
        ],
        ["UTC", "2026-02-03 04:05:06.789 +00:00 (UTC)"],
        ["America/St_Johns", "2026-02-03 00:35:06.789 -03:30 (America/St_Johns)"],
        ["Asia/Tokyo", "2026-02-03 13:05:06.789 +09:00 (Asia/Tokyo)"],
    ]) {
        process.env.TZ = zone;
        assert.equal(local(new Date(utc), utc.slice(19, -1)), text);
    }
    if (before === undefined) {
        delete process.env.TZ;
    } else {
        process.env.TZ = before;
    }
});

test("a time from now is counted in the largest unit that fits", () => {
    const now = Date.UTC(2026, 0, 1);
    for (const [ms, text] of [
        [-500, "now"],
        [-59e3, "59 seconds ago"],
        [-60e3, "1 minute ago"],
        [7200e3, "in 2 hours"],
        [-86400e3 * 3, "3 days ago"],
        [-31556952e3 * 2, "2 years ago"],
    ]) {
        assert.equal(relative(new Date(now + ms), now), text);
    }
});
