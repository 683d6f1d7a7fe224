/**
 * SPDX-License-Identifier: MIT
 * @jest-environment jsdom
 */
const { check } = require("./checks.js");

test("the package works in Jest with jsdom", () => {
    expect(typeof TextEncoder).toBe("undefined");
    expect(document.body.tagName).toBe("BODY");
    expect(check(require("guidon"), require("guidon/uuid"), (list) => Buffer.from(list))).toBe(31);
});

test("the package begins again after resetModules", () => {
    jest.useFakeTimers({ now: new Date("2030-01-01T00:00:10Z") });
    require("guidon").v7();
    jest.setSystemTime(new Date("2030-01-01T00:00:05Z"));
    jest.resetModules();
    const { timeOf, v7 } = require("guidon");
    expect(timeOf(v7()).toISOString()).toBe("2030-01-01T00:00:05.000Z");
    jest.useRealTimers();
});

test("the package works in Jest with jsdom and the TextEncoder of Node.js", () => {
    jest.resetModules();
    Object.assign(globalThis, require("node:util"));
    expect(
        check(require("guidon"), require("guidon/uuid"), (list) =>
            new TextEncoder().encode("x".repeat(list.length)).map((_, i) => list[i]),
        ),
    ).toBe(31);
});
