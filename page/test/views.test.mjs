// SPDX-License-Identifier: MIT
// Making, bounds and odds give what the tool gives; the address opens each view.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { guidon, jsonLines, launch, open, reopen } from "./browser.mjs";

const HASH = {
    make: "#make?kind=v1&count=3&at=2026-02-22T19%3A22%3A22Z",
    bounds: "#bounds?kind=ulid&from=2026-02&column=orders.id&database=sqlite",
    odds: "#odds?kind=v4&count=1e18",
};

describe("the other views", () => {
    let browser;
    let page;
    before(async () => {
        browser = await launch();
        page = await open(browser);
    });
    after(() => browser.close());

    const made = async (hash) => {
        await reopen(page, hash);
        const text = await page.$eval(".out-text", (out) => out.value);
        const says = await page.$eval(".under .hint", (hint) => hint.textContent);
        return [text.trim().split("\n"), says];
    };

    test("ids of each kind are valid, ordered and of the time", async () => {
        for (const kind of ["v1", "v4", "v6", "v7", "ulid"]) {
            const [ids] = await made(`#make?kind=${kind}&count=200&at=2026-02-22`);
            const shown = jsonLines(guidon(["show", "--json", ...ids]).output);
            assert.equal(new Set(ids).size, 200);
            assert.deepEqual(new Set(shown.map((id) => id.kind)), new Set([kind]));
            if (kind !== "v4") {
                const times = new Set(shown.map((id) => id.time.slice(0, 19)));
                assert.deepEqual(times, new Set(["2026-02-22T00:00:00"]));
            }
            if (kind !== "v4" && kind !== "v1") {
                assert.deepEqual(ids, ids.toSorted());
            }
        }
    });

    test("now is now", async () => {
        const before = Date.now();
        const [ids] = await made("#make?kind=v7&count=1");
        const [{ time }] = jsonLines(guidon(["show", "--json", ...ids]).output);
        assert.ok(before <= Date.parse(time) && Date.parse(time) <= Date.now());
    });

    test("TypeIDs have their prefix; a wrong one is explained", async () => {
        const [ids] = await made("#make?kind=typeid&prefix=order_item&count=2");
        assert.ok(ids.every((id) => /^order_item_[0-9a-z]{26}$/.test(id)));
        const [, says] = await made("#make?kind=typeid&prefix=Order");
        assert.match(says, /^the prefix 'Order' is not valid: 'O' at offset 0; a prefix has /);
        const [, long] = await made(`#make?kind=typeid&prefix=${"a".repeat(64)}`);
        assert.match(long, /is not valid: 64 characters; a prefix has at most 63/);
    });

    test("ids of names are those of the tool", async () => {
        for (const kind of ["v3", "v5"]) {
            const [ids] = await made(`#make?kind=${kind}&name=www.example.com`);
            assert.deepEqual(
                ids,
                guidon(["new", kind, "--namespace", "dns", "--name", "www.example.com"])
                    .output.trim()
                    .split("\n"),
            );
        }
    });

    test("a name keeps its blanks, and is never cut", async () => {
        const name = " a b ";
        const [ids] = await made(`#make?kind=v5&name=${encodeURIComponent(name)}`);
        assert.deepEqual(
            ids,
            guidon(["new", "v5", "--namespace", "dns", "--name", name]).output.trim().split("\n"),
        );
        const long = "é".repeat(20000);
        const [longIds] = await made(`#make?kind=v5&name=${encodeURIComponent(long)}`);
        assert.deepEqual(
            longIds,
            guidon(["new", "v5", "--namespace", "dns", "--name", long]).output.trim().split("\n"),
        );
        const [, says] = await made(`#make?kind=v5&name=${"a".repeat(20001)}`);
        assert.equal(says, "the name has more than 20000 characters");
    });

    test("a number of ids that is none, or too large, is explained", async () => {
        for (const count of ["1e9", "100001", "0", "-5", "1.5", "", "abc", "9".repeat(400)]) {
            assert.deepEqual(
                await made(`#make?kind=v4&count=${count}`),
                [[""], "How many: expected a whole number from 1 to 100000"],
                count,
            );
        }
        const [ids] = await made("#make?kind=v4&count=1e3");
        assert.equal(ids.length, 1000);
    });

    test("a time without ids is explained", async () => {
        // The first is in the year 10000. Version 6 has 10,000 ids of a millisecond.
        for (const [hash, reason] of [
            ["#make?kind=v7&count=1&at=%40253402300800", "ids of this kind do not hold this time"],
            [
                "#make?kind=v6&count=10001&at=2026-02-22",
                "no more ids of this kind are left for this time",
            ],
        ]) {
            assert.deepEqual(await made(hash), [[""], reason]);
        }
        const [ids] = await made("#make?kind=v6&count=10000&at=2026-02-22");
        assert.equal(ids.length, 10000);
    });

    test("an address with a choice that does not exist opens the view", async () => {
        for (const hash of [
            "#make?kind=v9&form=base99&count=2",
            "#bounds?kind=v4&database=x",
            "#odds?kind=constructor",
        ]) {
            await reopen(page, hash);
            assert.equal(await page.$eval("#f-kind", (select) => select.value), "v7");
            assert.deepEqual(page.errors, []);
            assert.ok(!/cannot run/.test(await page.$eval("main", (main) => main.textContent)));
        }
    });

    test("forms of what is made", async () => {
        const [ids] = await made("#make?kind=v4&count=3&form=base58");
        assert.ok(ids.every((id) => /^[1-9A-HJ-NP-Za-km-z]{22}$/.test(id)));
    });

    test("bounds and SQL are those of the tool", async () => {
        const cases = [
            [
                HASH.bounds,
                ["--kind", "ulid", "--sql", "orders.id", "--database", "sqlite", "2026-02"],
            ],
            [
                "#bounds?kind=v1&from=2026&to=2027&database=mysql",
                ["--kind", "v1", "--sql", "id", "--database", "mysql", "2026", "2027"],
            ],
            [
                "#bounds?from=2026-02-22T19%3A22Z&stored=bytes",
                ["--sql", "id", "-f", "bytes", "2026-02-22T19:22Z"],
            ],
        ];
        for (const [hash, words] of cases) {
            await reopen(page, hash);
            const [found] = jsonLines(guidon(["bounds", "--json", ...words]).output);
            const text = await page.$eval("main", (main) => main.textContent);
            for (const part of [found.sql, found.min, found.max, found.from, found.to]) {
                assert.ok(text.includes(part), part);
            }
        }
    });

    test("a wrong time is explained", async () => {
        await reopen(page, "#bounds?from=2026-02-30");
        assert.match(
            await page.$eval(".error", (error) => error.textContent),
            /2026-02-30.*the calendar has no such day/,
        );
    });

    test("odds are those of the tool, and stand on the curve", async () => {
        const [found] = jsonLines(guidon(["odds", "--json", "-n", "1e18", "v4"]).output);
        await reopen(page, HASH.odds);
        const text = await page.$eval("main .big", (big) => big.textContent);
        assert.equal(text, `1 in ${found.one_in.toPrecision(3)} that any two are equal`);
        assert.equal(await page.$$eval(".curve", (curves) => curves.length), 1);
        const [dot, points] = await page.evaluate(() => {
            const circle = document.querySelector(".dot");
            const of = (name) => Number(circle.getAttribute(name));
            return [
                [of("cx"), of("cy")],
                document
                    .querySelector(".curve")
                    .getAttribute("points")
                    .split(" ")
                    .map((pair) => pair.split(",").map(Number)),
            ];
        });
        const after = points.findIndex(([x]) => x >= dot[0]);
        const [[x0, y0], [x1, y1]] = [points[after - 1], points[after]];
        assert.ok(Math.abs(y0 + ((y1 - y0) * (dot[0] - x0)) / (x1 - x0) - dot[1]) < 2);
    });

    test("the address follows the form", async () => {
        await reopen(page, "#odds");
        await page.select("#f-kind", "ulid");
        assert.equal(await page.evaluate(() => location.hash), "#odds?kind=ulid");
        await page.evaluate(() => {
            location.hash = "#make";
        });
        await page.waitForSelector(".out-text");
        assert.deepEqual(page.errors, []);
    });
});
