// SPDX-License-Identifier: MIT
// The package in Vitest, if Vitest loads it itself: the setting of inline.config.mjs.
import { expect, test, vi } from "vitest";

test("the package begins again after resetModules", async () => {
    vi.useFakeTimers({ now: new Date("2030-01-01T00:00:10Z") });
    (await import("guidon")).v7();
    vi.setSystemTime(new Date("2030-01-01T00:00:05Z"));
    vi.resetModules();
    const { timeOf, v7 } = await import("guidon");
    expect(timeOf(v7()).toISOString()).toBe("2030-01-01T00:00:05.000Z");
    vi.useRealTimers();
});
