// SPDX-License-Identifier: MIT
// The package in Vitest, with the environment of --environment.
import * as guidon from "guidon";
import * as uuid from "guidon/uuid";
import { expect, test } from "vitest";

import { check } from "./checks.js";

test("the package works in this environment of Vitest", () => {
    expect(document.body.tagName).toBe("BODY");
    expect(check(guidon, uuid, (list) => Buffer.from(list))).toBe(31);
});
