// SPDX-License-Identifier: MIT
// The page shows for one id what `guidon show --json` prints.

import assert from "node:assert/strict";
import fs from "node:fs";
import { after, before, describe, test } from "node:test";

import {
    catchFiles,
    examples,
    guidon,
    jsonLines,
    lastFile,
    launch,
    open,
    paste,
} from "./browser.mjs";

/** What the view of one id shows, with the keys of the tool. */
const shownId = (page) =>
    page.evaluate(() => {
        const text = (element) => element.textContent;
        const all = (selector) => [...document.querySelectorAll(selector)];
        const facts = Object.fromEntries(
            all(".facts dt").map((name) => [text(name), text(name.nextElementSibling)]),
        );
        return {
            form: facts["Read as"],
            variant: facts.Variant,
            time: facts["Time, UTC"],
            forms: Object.fromEntries(
                all(".forms div").map((row) => [
                    text(row.children[0]),
                    text(row.querySelector("dd span")),
                ]),
            ),
            fields: all(".legend tbody tr").map((row) => ({
                name: text(row.children[0]).trim(),
                hex: text(row.children[3]),
                bits: text(row.children[2]).match(/\d+/g).map(Number),
            })),
            bits: all(".bit").map((bit) => [text(bit), bit.classList[0]]),
            digits: all(".digits span").map(text).join(""),
        };
    });

function expected(id) {
    return {
        form: id.form,
        variant: id.variant,
        time: id.time?.replace("T", " ").replace("Z", " Z"),
        forms: id.forms,
        fields: id.fields.map(({ name, bit, width, hex }) => ({
            name,
            hex,
            bits: width === 1 ? [bit] : [bit, bit + width - 1],
        })),
    };
}

describe("one id", () => {
    let browser;
    let page;
    before(async () => {
        browser = await launch();
        page = await open(browser);
    });
    after(() => browser.close());

    const more = [
        "00000000-0000-0000-c000-000000000046",
        "340a8a6c0b53.02.c0.00.02.01.00.00.00",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "user_01h455vb4pex5vsknk084sn02q",
        "000003e8-cbb9-21ea-b201-00045a86c8a1",
        "320c3d4d-cc00-875b-8ec9-32d5f69181c0",
        "e4eaaaf2-d142-f1b3-80b3-d09f3b2a4a1e",
        "1BihbxwwQ4NZZpKRH9JDCz",
    ];
    const lines = fs.readFileSync(examples, "utf8").trim().split("\n").concat(more);

    for (const line of lines) {
        test(line, async () => {
            const { status, output, messages } = guidon(["show", "--json", line]);
            await paste(page, line);
            if (status !== 0) {
                const error = await page.$eval(".error", (element) => element.textContent);
                assert.equal(`guidon show: ${error}`, messages.trim());
                return;
            }
            const [id] = jsonLines(output);
            const { bits, digits, ...shown } = await shownId(page);
            // An undefined member is lost on its way from the browser.
            assert.deepEqual(shown, JSON.parse(JSON.stringify(expected(id))));
            assert.equal(digits, id.forms[id.kind === "ulid" ? "ulid" : "uuid"]);
            assert.equal(
                bits.map(([value]) => value).join(""),
                BigInt(id.forms["hex-0x"]).toString(2).padStart(128, "0"),
            );
        });
    }

    test("a ULID has no version among its bits; a UUID has one", async () => {
        const roles = async (text) => {
            await paste(page, text);
            return new Set((await shownId(page)).bits.map(([, role]) => role));
        };
        assert.deepEqual(await roles("01ARZ3NDEKTSV4RRFFQ69G5FAV"), new Set(["time", "rand"]));
        assert.deepEqual(
            await roles("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"),
            new Set(["time", "ver", "rand", "var"]),
        );
    });

    test("a digit lights its bits and its field", async () => {
        await paste(page, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
        const digits = await page.$$(".digits [role=option]");
        await digits[12].hover();
        const lit = await page.$$eval(".bit.on", (bits) =>
            bits.map((bit) => bit.getAttribute("aria-label")),
        );
        assert.deepEqual(
            lit,
            [48, 49, 50, 51].map((bit, i) => `bit ${bit}: ${[0, 1, 1, 1][i]}, bit ${bit}, ver`),
        );
        assert.equal(
            await page.$eval(".legend tr.lit", (row) => row.textContent.slice(0, 3)),
            "ver",
        );
        await (await page.$(".legend button")).focus();
        assert.equal(await page.$$eval(".bit.on", (bits) => bits.length), 48);
    });

    test("a letter of a ULID stands for five bits, and the first for three", async () => {
        await paste(page, "01ARZ3NDEKTSV4RRFFQ69G5FAV");
        const labels = await page.$$eval(".digits [role=option]", (digits) =>
            digits.map((digit) => digit.getAttribute("aria-label")),
        );
        assert.deepEqual(
            [0, 1, 9, 10, 25].map((i) => labels[i]),
            [
                "digit 1: 0, bits 0 to 2, timestamp",
                "digit 2: 1, bits 3 to 7, timestamp",
                "digit 10: K, bits 43 to 47, timestamp",
                "digit 11: T, bits 48 to 52, randomness",
                "digit 26: V, bits 123 to 127, randomness",
            ],
        );
    });

    test("a text that fits two forms offers both", async () => {
        const text = "1234567891234567891234";
        const forms = jsonLines(guidon(["show", "--json", text]).output).map(({ form }) => form);
        assert.ok(forms.length > 1);
        await paste(page, text);
        assert.equal((await shownId(page)).form, forms[0]);
        await page.click(".result .under button");
        assert.equal((await shownId(page)).form, forms[1]);
    });

    test("a copy button copies, and says if it did not", async () => {
        await paste(page, "01ARZ3NDEKTSV4RRFFQ69G5FAV");
        const pressed = (refuses) =>
            page.evaluate(async (fails) => {
                const copied = [];
                Object.defineProperty(navigator, "clipboard", {
                    configurable: true,
                    value: {
                        writeText: async (text) => {
                            if (fails) {
                                throw new Error("refused");
                            }
                            copied.push(text);
                        },
                    },
                });
                document.execCommand = () => false;
                const button = document.querySelector(".forms .copy");
                const said = new Promise((resolve) => {
                    new MutationObserver(() => resolve(button.textContent)).observe(button, {
                        childList: true,
                    });
                });
                button.click();
                return [await said, copied];
            }, refuses);
        assert.deepEqual(await pressed(false), [
            "Copied",
            ["01563e3a-b5d3-d676-4c61-efb99302bd5b"],
        ]);
        await page.waitForFunction(
            () => document.querySelector(".forms .copy").textContent === "Copy",
        );
        assert.deepEqual(await pressed(true), ["Not copied", []]);
    });

    test("the picture as SVG", async () => {
        await paste(page, "01ARZ3NDEKTSV4RRFFQ69G5FAV");
        await catchFiles(page);
        await page.evaluate(() =>
            [...document.querySelectorAll("button")]
                .find((button) => button.textContent === "Save as SVG")
                .click(),
        );
        const svg = await lastFile(page);
        const [root, cells, title] = await page.evaluate((text) => {
            const file = new DOMParser().parseFromString(text, "image/svg+xml");
            return [
                file.documentElement.nodeName,
                file.querySelectorAll("rect[height='28']").length,
                file.querySelector("title").textContent,
            ];
        }, svg);
        assert.deepEqual(
            [root, cells, title],
            ["svg", 128, "The bits of 01ARZ3NDEKTSV4RRFFQ69G5FAV"],
        );
    });

    test("the address holds the id, and opens it", async () => {
        await paste(page, "{6B29FC40-CA47-1067-B31D-00DD010662DA}");
        const hash = await page.evaluate(() => location.hash);
        const other = await open(browser, hash);
        assert.equal(
            await other.$eval("#box", (box) => box.value),
            "{6B29FC40-CA47-1067-B31D-00DD010662DA}",
        );
        assert.equal((await shownId(other)).form, "braces");
        await other.close();
    });

    test("the address holds a text of several lines, and opens it", async () => {
        const text = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n01ARZ3NDEKTSV4RRFFQ69G5FAV";
        await paste(page, text, ".many");
        const hash = await page.evaluate(() => location.hash);
        assert.equal(decodeURIComponent(hash.slice(1)), text);
        const other = await open(browser, hash);
        await other.waitForSelector(".many");
        assert.equal(await other.$eval("#box", (box) => box.value), text);
        assert.equal(await other.evaluate(() => location.hash), hash);
        await other.close();
    });

    test("a text that is cut in a character says so, and the id before is gone", async () => {
        for (const [text, due] of [
            ["garbage\ud83d", /letter 8 is half of a surrogate pair/],
            ["\udcff01ARZ3NDEKTSV4RRFFQ69G5FA", /letter 1 is half of a surrogate pair/],
        ]) {
            await paste(page, "01ARZ3NDEKTSV4RRFFQ69G5FAV");
            await paste(page, text);
            assert.match(await page.$eval(".error", (error) => error.textContent), due);
            assert.equal(await page.$(".one"), null);
            assert.equal(await page.evaluate(() => location.hash), "#read");
        }
        await paste(page, "a cut \ud83d, then 01ARZ3NDEKTSV4RRFFQ69G5FAV", ".many");
        await paste(page, "01ARZ3NDEKTSV4RRFFQ69G5FAV \u{1f600}", ".many");
        assert.deepEqual(page.errors, []);
    });

    test("texts that are the addresses of tabs", async () => {
        for (const text of ["make", "bounds", "odds", "privacy", "read", "main", "make?x=1"]) {
            await paste(page, text, ".error");
            await page.waitForFunction(
                (due) => decodeURIComponent(location.hash.slice(1)) === due,
                {},
                text,
            );
            const hash = await page.evaluate(() => location.hash);
            await page.evaluate(() => {
                location.hash = "#odds";
            });
            await page.waitForSelector(".curve");
            await page.evaluate((address) => {
                location.hash = address;
            }, hash);
            await page.waitForSelector("#box");
            assert.equal(await page.$eval("#box", (box) => box.value), text);
        }
        const before = await page.$eval(".result", (result) => result.textContent);
        await page.$eval(".skip", (link) => link.click());
        await page.evaluate(
            () =>
                new Promise((resolve) => {
                    setTimeout(resolve, 0);
                }),
        );
        assert.equal(await page.evaluate(() => location.hash), "#main");
        assert.equal(await page.$eval(".result", (result) => result.textContent), before);
    });

    test("text that is dropped is read, but in a field of its own", async () => {
        const drop = (selector, text) =>
            page.$eval(
                selector,
                (target, dropped) => {
                    const dataTransfer = new DataTransfer();
                    dataTransfer.setData("text/plain", dropped);
                    const event = new DragEvent("drop", {
                        dataTransfer,
                        bubbles: true,
                        cancelable: true,
                    });
                    target.dispatchEvent(event);
                    return event.defaultPrevented;
                },
                text,
            );
        const id = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
        for (const selector of ["body", "#box"]) {
            await page.$eval(".result", (result) => result.replaceChildren());
            assert.ok(await drop(selector, id));
            await page.waitForSelector(".one");
            assert.equal(await page.$eval("#box", (box) => box.value), id);
        }
        await page.evaluate(() => {
            location.hash = "#make?kind=v5";
        });
        await page.waitForSelector("#f-name");
        assert.equal(await drop("#f-name", "www.example.com"), false);
        assert.ok(await drop("main", "01ARZ3NDEKTSV4RRFFQ69G5FAV"));
        await page.waitForSelector(".one");
        assert.equal(await page.$eval("#box", (box) => box.value), "01ARZ3NDEKTSV4RRFFQ69G5FAV");
    });

    test("no script of the page failed", () => assert.deepEqual(page.errors, []));
});
