/**
 * SPDX-License-Identifier: MIT
 * @jest-environment jsdom
 */
const { check } = require("./checks.js");

test("the package works in Jest with jsdom", () => {
    expect(typeof TextEncoder).toBe("undefined");
    expect(document.body.tagName).toBe("BODY");
    expect(check(require("guidon"), require("guidon/uuid"), (list) => Buffer.from(list)))
        .toBe(31);
});

test("the package works in Jest with jsdom and the TextEncoder of Node.js", () => {
    jest.resetModules();
    Object.assign(globalThis, require("node:util"));
    expect(check(require("guidon"), require("guidon/uuid"),
                 (list) => new TextEncoder().encode("x".repeat(list.length))
                     .map((_, i) => list[i]))).toBe(31);
});
