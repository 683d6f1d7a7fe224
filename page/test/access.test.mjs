// SPDX-License-Identifier: MIT
// Everybody can use each view: by axe-core, by the keyboard alone, on a phone. With
// GUIDON_SHOTS=1, each view is also a picture in build/page/shots.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import { after, before, describe, test } from "node:test";

import { axeSource, examples, launch, open, pageFile, paste } from "./browser.mjs";

const shots = path.join(path.dirname(pageFile), "shots");

/** Draw the page as it is, on request: a picture takes a second of a processor. */
async function draw(page, name) {
    if (process.env.GUIDON_SHOTS) {
        await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true });
    }
}

/** Give the page the theme of a system, without transitions of colours. */
async function setTheme(page, theme) {
    await page.emulateMediaFeatures([
        { name: "prefers-color-scheme", value: theme },
        { name: "prefers-reduced-motion", value: "reduce" },
    ]);
    await page.waitForFunction(
        (name) => document.documentElement.dataset.theme === name,
        {},
        theme,
    );
}
const LIST = fs.readFileSync(examples, "utf8");
const VIEWS = {
    empty: [""],
    v7: ["#017f22e2-79b0-7cc3-98c4-dc0c0c07398f"],
    v1: ["#6ba7b810-9dad-11d1-80b4-00c04fd430c8"],
    ulid: ["#01ARZ3NDEKTSV4RRFFQ69G5FAV"],
    v2: ["#000003e8-cbb9-21ea-b201-00045a86c8a1"],
    list: ["", LIST],
    error: ["", "no id"],
    make: ["#make"],
    name: ["#make?kind=v5"],
    bounds: ["#bounds"],
    odds: ["#odds"],
    privacy: ["#privacy"],
};

async function openView(browser, name, options) {
    const [hash, text] = VIEWS[name];
    const page = await open(browser, hash, options);
    if (text) {
        await paste(page, text);
    }
    return page;
}

describe("access", () => {
    let browser;
    before(async () => {
        fs.mkdirSync(shots, { recursive: true });
        browser = await launch();
    });
    after(() => browser.close());

    /** What has the focus, and whether somebody can see that. */
    const focused = (page) =>
        page.evaluate(() => {
            const element = document.activeElement;
            const { outlineStyle } = getComputedStyle(element);
            return {
                id: [...document.querySelectorAll("*")].indexOf(element),
                name: element.getAttribute("aria-label") ?? element.textContent.slice(0, 30),
                body: element === document.body,
                seen: outlineStyle !== "none",
            };
        });

    /** What must be reachable: all that is clickable, and one option of each listbox. */
    const reachable = (page) =>
        page.evaluate(() => {
            const all = [...document.querySelectorAll("*")];
            return all
                .filter(
                    (element) =>
                        element.checkVisibility() &&
                        element.matches(
                            "a[href], button:enabled, input, select, textarea, " + "[tabindex='0']",
                        ) &&
                        element.tabIndex >= 0,
                )
                .map((element) => all.indexOf(element));
        });

    // One page for all tests of a view, because a page costs more than a test. The keyboard
    // is the first, as for somebody who has just come.
    for (const name of Object.keys(VIEWS)) {
        describe(name, () => {
            let page;
            before(async () => {
                page = await openView(browser, name);
            });
            after(() => page.close());

            test(`the tab key reaches everything and shows where it is: ${name}`, async () => {
                await page.evaluate(() => document.activeElement.blur());
                const reached = new Set();
                const due = await reachable(page);
                for (let i = 0; i <= due.length + 2; i += 1) {
                    await page.keyboard.press("Tab");
                    const { id, body, seen, name: words } = await focused(page);
                    if (!body) {
                        reached.add(id);
                        assert.ok(seen, `no outline: ${words}`);
                    }
                }
                assert.deepEqual(
                    due.filter((id) => !reached.has(id)),
                    [],
                );
            });

            test(`axe-core finds nothing: ${name}`, async () => {
                await page.evaluate(axeSource);
                for (const theme of ["light", "dark"]) {
                    await setTheme(page, theme);
                    const { violations, passes } = await page.evaluate("axe.run()");
                    assert.ok(passes.length > 10);
                    assert.deepEqual(
                        violations.map((violation) => [
                            violation.id,
                            violation.nodes.map((node) => node.html),
                        ]),
                        [],
                        theme,
                    );
                    await draw(page, `${name}-${theme}`);
                }
            });

            test(`no sideways scroll: ${name}`, async () => {
                await setTheme(page, "light");
                for (const width of [768, 320]) {
                    await page.setViewport({ width, height: 800 });
                    const [wide, room] = await page.evaluate(() => [
                        document.documentElement.scrollWidth,
                        innerWidth,
                    ]);
                    assert.equal(room, width);
                    assert.ok(wide <= room, `${wide} > ${room}`);
                    await draw(page, `${name}-${width}`);
                }
            });

            test(`no script failed: ${name}`, () => assert.deepEqual(page.errors, []));
        });
    }

    test("the arrow keys walk through digits and bits", async () => {
        const page = await openView(browser, "v7");
        await page.focus(".digits [tabindex='0']");
        for (let i = 0; i < 12; i += 1) {
            await page.keyboard.press("ArrowRight");
        }
        assert.match((await focused(page)).name, /^digit 13: 7, bits 48 to 51, ver$/);
        await page.focus(".bits [tabindex='0']");
        await page.keyboard.press("ArrowDown");
        assert.match((await focused(page)).name, /^bit 32: /);
        await page.keyboard.press("End");
        assert.match((await focused(page)).name, /^bit 127: /);
        assert.match(await page.$eval(".says", (says) => says.textContent), /^bit 127: rand_b/);
        await page.close();
    });

    test("keys alone: type, read, sort, open, come back", async () => {
        const page = await open(browser);
        await page.keyboard.type("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
        await page.waitForSelector(".one");
        await paste(page, LIST, ".many");
        await page.focus(".ids th:nth-child(2) button");
        await page.keyboard.press("Enter");
        await page.waitForSelector(".ids th:nth-child(2)[aria-sort=ascending]");
        await page.keyboard.press("Enter");
        await page.waitForSelector(".ids th:nth-child(2)[aria-sort=descending]");
        await page.focus(".ids tbody button");
        await page.keyboard.press("Enter");
        await page.waitForSelector(".one");
        assert.equal((await focused(page)).name, "Back to the list");
        await page.keyboard.press("Enter");
        await page.waitForSelector(".many");
        assert.deepEqual(page.errors, []);
        await page.close();
    });

    test("paper gets the results, dark on light, and nothing to press", async () => {
        for (const name of ["v7", "list", "make", "bounds", "odds"]) {
            const page = await openView(browser, name, { dark: true });
            await page.emulateMediaType("print");
            const [controls, shown, lightness] = await page.evaluate(() => {
                const seen = (selector) =>
                    [...document.querySelectorAll(selector)].filter((element) =>
                        element.checkVisibility(),
                    );
                const [red, green, blue] = getComputedStyle(document.body)
                    .color.match(/\d+/g)
                    .map(Number);
                return [
                    seen("button, input:not(.hidden), select, a, #box")
                        .filter(
                            (element) => !element.matches(".legend *, .ids *, footer *, .chart *"),
                        )
                        .map((element) => element.outerHTML),
                    seen(".one h2, .many h2, .out-text, .sql, .big").length,
                    Math.max(red, green, blue),
                ];
            });
            assert.deepEqual(controls, [], name);
            assert.ok(shown > 0 && lightness < 64, `${name}: ${shown}, ${lightness}`);
            await page.close();
        }
    });

    test("the button changes the theme", async () => {
        const page = await open(browser);
        const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const light = await paper();
        await page.click("#theme");
        assert.notEqual(await paper(), light);
        await page.close();
    });
});
