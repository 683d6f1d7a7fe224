// SPDX-License-Identifier: MIT
// The page finds in texts and files what the tool finds, also in large files.

import assert from "node:assert/strict";
import fs from "node:fs";
import { after, before, describe, test } from "node:test";
import zlib from "node:zlib";

import {
    catchFiles,
    examples,
    give,
    guidon,
    jsonLines,
    lastFile,
    launch,
    open,
    paste,
    scratch,
} from "./browser.mjs";

const made = (...words) => guidon(["new", ...words, "--seed", "2a"]).output;

const shownList = (page) =>
    page.evaluate(() => {
        const all = (selector) => [...document.querySelectorAll(selector)];
        const headOf = (item) => [
            item.querySelector(".badge").textContent,
            item.querySelector("strong").textContent,
        ];
        return {
            tiles: all(".tile b").map((tile) => Number(tile.textContent.replaceAll(",", ""))),
            findings: all(".findings:not(.causes) li").map(headOf),
            causes: all(".causes li").map(headOf),
            bars: all(".chart a").length,
            rows: all(".ids tbody tr").map((row) =>
                [...row.cells].map((cell) => cell.textContent.trim()),
            ),
            place: document.querySelector(".pager .hint").textContent,
        };
    });

/** All ids of the view, through its file. */
async function savedIds(page, form = "uuid") {
    await catchFiles(page);
    await page.select(
        "#as",
        String(
            await page.$$eval(
                "#as option",
                (options, name) => options.findIndex((option) => option.textContent === name),
                form,
            ),
        ),
    );
    await page.evaluate(() =>
        [...document.querySelectorAll("button")]
            .findLast((button) => button.textContent === "Save as file")
            .click(),
    );
    return (await lastFile(page)).trim().split("\n");
}

/** Wait until the view is another one than `before`. */
const changed = (page, before) =>
    page.waitForFunction(
        (old) => document.querySelector(".pager .hint").textContent !== old,
        {},
        before,
    );

describe("many ids", () => {
    let browser;
    let page;
    before(async () => {
        browser = await launch();
        page = await open(browser);
    });
    after(() => browser.close());

    const mixed =
        made("v7", "-n", "300", "--at", "2026-01-01T00:00:00Z") +
        made("v4", "-n", "60") +
        made("ulid", "-n", "40", "--at", "2026-02-01T00:00:00Z") +
        fs.readFileSync(examples, "utf8");

    test("the findings and the known causes are those of guidon audit", async () => {
        const report = jsonLines(guidon(["audit", "--json"], mixed).output);
        const findings = report.filter(({ what }) => what === "finding");
        const causes = report.filter(({ what }) => what === "cause");
        const summary = report.find(({ what }) => what === "summary");
        await paste(page, mixed, ".many");
        const shown = await shownList(page);
        assert.ok(findings.length >= 4);
        assert.deepEqual(
            shown.findings,
            findings.map(({ sure, finding, count }) => [sure, `${finding}: ${count}`]),
        );
        assert.ok(causes.length >= 1);
        assert.deepEqual(
            shown.causes,
            causes.map(({ sure, cause, count }) => [sure, `${cause}: ${count}`]),
        );
        assert.equal(shown.tiles[0], summary.ids);
        assert.equal(shown.bars, summary.rows.length);
    });

    test("ids in any text are those of guidon scan", async () => {
        const text = mixed
            .split("\n")
            .filter((line) => line.length === 36 || line.length === 26)
            .map((line, i) => `${i} [info] user=${line}, sent "${line}"`)
            .join("\n");
        const { output } = guidon(["scan", "-o"], text);
        await paste(page, text, ".many");
        assert.deepEqual((await savedIds(page)).length, output.trim().split("\n").length);
        assert.deepEqual(
            await savedIds(page),
            guidon(["convert"], output).output.trim().split("\n"),
        );
    });

    test("ids whose text crosses the pieces of a file", async () => {
        const id = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
        const rows = [];
        for (let at = -40; at <= 40; at += 3) {
            const file = scratch(`piece${at}.txt`);
            const before = "x".repeat((1 << 20) - 20 + at - 1);
            fs.writeFileSync(file, `${before} ${id} ${before}\n${id}\n2.25.7\n`);
            await give(page, [file], ".many");
            rows.push((await shownList(page)).tiles[0]);
        }
        assert.deepEqual(new Set(rows), new Set([3]));
    });

    test("a colour before an id, in the piece before", async () => {
        // The module reads 32 bytes of an earlier piece again, and they end the colour.
        const colour = "\u001b[38;2;255;255;255m";
        const id = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
        for (const cut of [1, 5, 16, colour.length]) {
            const file = scratch("colour.txt");
            const before = "- ".repeat((1 << 19) - 20).padEnd((1 << 20) - cut, "- ");
            fs.writeFileSync(file, `${before}${colour}${id}\n${id}x\n`);
            assert.equal(guidon(["scan", "-o", file]).output, `${id}\n`);
            await give(page, [file], ".many, .error");
            assert.equal((await shownList(page)).tiles[0], 1, `cut at ${cut}`);
        }
    });

    test("a text that comes while another is read takes its place", async () => {
        const line = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n";
        await page.evaluate(
            (texts) => {
                document.querySelector(".result").replaceChildren();
                for (const text of texts) {
                    const dataTransfer = new DataTransfer();
                    dataTransfer.items.add(new File([text], "ids.txt"));
                    window.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
                }
            },
            [line.repeat(100000), line.repeat(60000)],
        ); // some pieces each
        await page.waitForSelector(".many");
        const { tiles, place } = await shownList(page);
        assert.deepEqual([tiles[0], place], [60000, "1 to 50 of 60,000"]);
        assert.deepEqual(page.errors, []);
    });

    test("sort, filter, pages, duplicates and times", async () => {
        await paste(page, mixed, ".many");
        let { place, rows } = await shownList(page);
        assert.deepEqual([place, rows.length], ["1 to 50 of 413", 50]);
        await page.evaluate(() => [...document.querySelectorAll(".pager button")][1].click());
        await changed(page, place);
        ({ place, rows } = await shownList(page));
        assert.deepEqual([place, rows[0][0]], ["51 to 100 of 413", "51"]);

        await page.select("#kind", "v1");
        await changed(page, place);
        ({ place, rows } = await shownList(page));
        assert.deepEqual(
            rows.map((row) => row[2]),
            ["v1", "v1", "v1", "v1"],
        );

        await page.click(".check input");
        await changed(page, place);
        ({ rows } = await shownList(page));
        assert.deepEqual(
            rows.map((row) => row[1]),
            Array(2).fill("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
        );
    });

    test("the order of ids and of times", async () => {
        await paste(page, mixed, ".many");
        const sortBy = async (i) => {
            await page.evaluate((at) => document.querySelectorAll(".ids th button")[at].click(), i);
            await page.waitForFunction(
                (at) => document.querySelectorAll(".ids th")[at].ariaSort !== "none",
                {},
                i,
            );
            await page.waitForFunction(() => document.querySelector(".ids tbody td"));
        };
        await sortBy(1);
        const byId = await savedIds(page, "hex");
        assert.deepEqual(byId, byId.toSorted());
        await sortBy(3);
        const times = (await shownList(page)).rows.map((row) => row[3].slice(0, 23));
        assert.deepEqual(times, times.toSorted());
        assert.ok(times[0].startsWith("1583-"));
    });

    test("a bar of the timeline chooses its ids", async () => {
        await paste(page, mixed, ".many");
        const [last] = (await page.$$(".chart a")).slice(-1);
        const n = (await last.evaluate((bar) => bar.getAttribute("aria-label"))).match(
            /: (.*) ids/,
        )[1];
        const { place } = await shownList(page);
        await last.evaluate((bar) =>
            bar.dispatchEvent(new MouseEvent("click", { cancelable: true })),
        );
        await changed(page, place);
        assert.ok((await shownList(page)).place.endsWith(`of ${n}`));
    });

    test("convert to any form as the tool does", async () => {
        const ids = made("v7", "-n", "30");
        await paste(page, ids, ".many");
        for (const form of ["ulid", "base58", "int", "mysql-swap", "guid-x"]) {
            assert.deepEqual(
                (await savedIds(page, form)).join("\n"),
                guidon(["convert", "-f", form], ids).output.trim(),
            );
        }
    });

    test("an id of the table opens, and the list comes back", async () => {
        await paste(page, mixed, ".many");
        await page.click(".ids tbody button");
        await page.waitForSelector(".one");
        await page.evaluate(() =>
            [...document.querySelectorAll("button")]
                .find((button) => button.textContent === "Back to the list")
                .click(),
        );
        await page.waitForSelector(".many");
    });

    test("several files are read each as one, and a column says which", async () => {
        const id = "017f22e2-79b0-7cc3-98c4-dc0c0c07398";
        const write = (name, text) => {
            const file = scratch(name);
            fs.writeFileSync(file, text);
            return file;
        };
        const empty = write("empty.txt", "");
        const cases = [
            // the ends of files have no line feed
            [
                [write("a.txt", `${id}0`), write("b.txt", `${id}1`)],
                [
                    ["a.txt", "1", `${id}0`],
                    ["b.txt", "1", `${id}1`],
                ],
            ],
            [
                [
                    write("cut.txt", `x ${id.slice(0, 24)}`),
                    write("rest.txt", `${id.slice(24)}0 y\n\n${id}3`),
                ],
                [["rest.txt", "3", `${id}3`]],
            ],
            [
                [
                    empty,
                    write("c.txt", `- ${id}2\n\n${id}1`),
                    empty,
                    write("d.txt", `\n${id}1\n2.25.7\n`),
                    empty,
                ],
                [
                    ["c.txt", "1", `${id}2`],
                    ["c.txt", "3", `${id}1`],
                    ["d.txt", "2", `${id}1`],
                    ["d.txt", "3", "00000000-0000-0000-0000-000000000007"],
                ],
            ],
        ];
        for (const [files, due] of cases) {
            await give(page, files, ".many, .error");
            const { rows, tiles } = await shownList(page);
            assert.deepEqual(
                rows.map((row) => row.slice(0, 3)),
                due,
            );
            const report = jsonLines(guidon(["audit", "--json", ...files]).output);
            const { records } = report.find(({ what }) => what === "summary");
            assert.deepEqual([tiles[0], tiles[4]], [due.length, records]);
        }
        const [example] = await page.$$eval(".findings .mono", (lines) =>
            lines.map((line) => line.textContent).filter((text) => text.includes("first")),
        );
        assert.equal(example, `d.txt, line 2: ${id}1, first in c.txt, line 3`);
    });

    test("files in UTF-16 and lines without line feeds get a hint", async () => {
        const id = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
        const lines = `${id}\n2.25.7\n`;
        const swapped = Buffer.from(lines, "utf16le").swap16();
        const [utf16, cr] = [/^The file is text in UTF-16/, /^The file ends its lines with a/];
        for (const [bytes, ids, due] of [
            [Buffer.from(`\ufeff${lines}`, "utf16le"), 0, utf16],
            [Buffer.from(lines, "utf16le"), 0, utf16],
            [swapped, 0, utf16],
            [lines.replaceAll("\n", "\r"), 1, cr],
            [lines.replaceAll("\n", "\r\n"), 2],
            [lines, 2],
            [`\ufeff${lines}`, 2],
            [Buffer.concat([Buffer.alloc(5000), Buffer.from(lines)]), 2],
        ]) {
            const file = scratch("encoded.txt");
            fs.writeFileSync(file, bytes);
            await give(page, [file], ".many, .error");
            const [shown, warnings] = await page.evaluate(() => [
                Number(document.querySelector(".tile b")?.textContent ?? 0),
                [...document.querySelectorAll(".warning")].map((line) => line.textContent),
            ]);
            assert.deepEqual([shown, warnings.length], [ids, due ? 1 : 0], warnings[0]);
            assert.match(warnings[0] ?? "", due ?? /^$/);
        }
    });

    test("the number of duplicates is exact", async () => {
        const text = made("v4", "-n", "1000000");
        const width = 37;
        for (const [n, copies, ofOne] of [
            [1e3, 0],
            [1e3, 1],
            [1e3, 20],
            [1e3, 1e4, true],
            [1e5, 0],
            [1e5, 1],
            [1e5, 20, true],
            [1e5, 1e4],
            [1e6, 1e4],
        ]) {
            const ids = text.slice(0, n * width);
            const file = scratch("copies.txt");
            fs.writeFileSync(
                file,
                ids + (ofOne ? ids.slice(0, width).repeat(copies) : ids.slice(0, copies * width)),
            );
            await give(page, [file], ".many");
            const { tiles } = await shownList(page);
            assert.deepEqual(tiles.slice(0, 3), [n + copies, n, copies], `${n}, ${copies}`);
        }
    });

    test("compressed files get a hint", async () => {
        const line = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n";
        for (const [bytes, due] of [
            [
                zlib.gzipSync(line),
                ["The file is compressed by gzip, so its ids are not found. " + "Unpack it first."],
            ],
            [
                `PK\x03\x04${line}`,
                ["The file is compressed by zip, so its ids are not found. " + "Unpack it first."],
            ],
            [`BZh9${line}`, []],
            [`PK ${line}`, []],
        ]) {
            // text that begins as bzip2 does
            const file = scratch("packed.txt");
            fs.writeFileSync(file, bytes);
            await give(page, [file], ".many, .error");
            const warnings = await page.$$eval(".warning", (lines) =>
                lines.map((one) => one.textContent),
            );
            assert.deepEqual(warnings, due);
        }
    });

    test("one id, one line", async () => {
        await paste(page, "the id 017f22e2-79b0-7cc3-98c4-dc0c0c07398f", ".many");
        assert.equal(await page.$eval(".many h2", (head) => head.textContent), "1 id");
        assert.deepEqual(
            await page.$$eval(".tile span", (names) => names.map((name) => name.textContent)),
            ["id", "different", "duplicates", "below the id before", "line"],
        );
    });

    test("no id, no lines, no bytes", async () => {
        await paste(page, "nothing here\nnor here", ".error");
        const file = scratch("empty.txt");
        fs.writeFileSync(file, "");
        await give(page, [file]);
        assert.equal(
            await page.$eval(".error", (error) => error.textContent),
            "No id was found in this text.",
        );
    });

    test("a million lines, and a cancel", async (t) => {
        const file = scratch("million.txt");
        fs.writeFileSync(
            file,
            made("v7", "-n", "500k") + made("v4", "-n", "499999") + "01ARZ3NDEKTSV4RRFFQ69G5FAV\n",
        );
        const before = performance.now();
        await give(page, [file], ".many");
        t.diagnostic(`a million lines took ${Math.round(performance.now() - before)} ms`);
        assert.deepEqual((await shownList(page)).tiles, [
            1000000,
            1000000,
            0,
            (await shownList(page)).tiles[3],
            1000000,
        ]);

        // Cancel in the moment in which the button appears.
        await page.evaluate(() => {
            new MutationObserver((changes, observer) => {
                const button = document.querySelector(".reading button");
                if (button) {
                    observer.disconnect();
                    button.click();
                }
            }).observe(document.body, { childList: true, subtree: true });
        });
        await give(page, [file], ".error");
        assert.equal(await page.$eval(".error", (error) => error.textContent), "Cancelled.");
        await paste(page, mixed, ".many");
        assert.equal((await shownList(page)).tiles[0], 413);
        fs.rmSync(file);
    });

    test("no script of the page failed", () => assert.deepEqual(page.errors, []));
});
