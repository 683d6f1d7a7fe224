// SPDX-License-Identifier: MIT
// The site in Chromium, opened from its files and from a server: every link leads to
// something, nothing asks another host, the search finds a page, axe-core finds nothing on
// pages of each kind in light and dark, and no page is wider than a phone of 320 px.
// GUIDON_SITE names the folder that `./dev site` wrote.

import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import process from "node:process";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { axeSource, launch } from "../../../page/test/browser.mjs";

const SITE = path.resolve(process.env.GUIDON_SITE);
// One page of each kind: the first, a long table, code, charts, the manual, the search.
const KINDS = [
    "index.html",
    "docs/guarantees.html",
    "README.html",
    "docs/scale.html",
    "docs/man/guidon-new.html",
    "search.html",
];
// Pages of other programs: their links are checked, their looks are not ours.
const OTHERS = /^(reference\/|_static\/|guidon\.html)/;

const files = fs
    .readdirSync(SITE, { recursive: true })
    .filter((name) => fs.statSync(path.join(SITE, name)).isFile());
const ours = files.filter((name) => name.endsWith(".html") && !OTHERS.test(name));

/** What a page names by id, and to what it links. */
function parts(name) {
    const text = fs.readFileSync(path.join(SITE, name), "utf8");
    const all = (pattern) => [...text.matchAll(pattern)].map((found) => found[1]);
    return { ids: new Set(all(/\bid="([^"]+)"/g)), links: all(/\b(?:href|src)="([^"]+)"/g) };
}

test("every link of every page leads to a file and to a place in it", () => {
    const read = new Map();
    const known = (name) => {
        if (!read.has(name)) {
            read.set(name, parts(name));
        }
        return read.get(name);
    };
    const faults = [];
    for (const name of ours) {
        for (const link of known(name).links) {
            if (/^[a-z]+:/.test(link)) {
                continue;
            }
            const [place, anchor] = link.replaceAll("&amp;", "&").split("#");
            const target = place
                ? path.posix.normalize(
                      path.posix.join(path.dirname(name), decodeURI(place.split("?")[0])),
                  )
                : name;
            if (!files.includes(target)) {
                // A brief site has no references.
                if (
                    !target.startsWith("reference/") ||
                    files.some((one) => one.startsWith("reference/"))
                ) {
                    faults.push(`${name}: ${link}`);
                }
            } else if (anchor && target.endsWith(".html") && !OTHERS.test(target)) {
                if (!known(target).ids.has(decodeURIComponent(anchor))) {
                    faults.push(`${name}: ${link}`);
                }
            }
        }
    }
    assert.deepEqual(faults, []);
});

test("no page loads anything from another host", () => {
    const faults = ours.flatMap((name) =>
        [
            ...fs
                .readFileSync(path.join(SITE, name), "utf8")
                .matchAll(
                    /<(?:script|img|iframe)[^>]*\bsrc="(?:https?:)?\/\/[^"]*"|<link[^>]*\bhref="(?:https?:)?\/\/[^"]*"/g,
                ),
        ].map((found) => `${name}: ${found[0]}`),
    );
    assert.deepEqual(faults, []);
});

describe("in Chromium", () => {
    let browser;
    let server;
    before(async () => {
        browser = await launch();
        server = http.createServer((request, response) => {
            const name = decodeURI(new URL(request.url, "http://localhost").pathname);
            fs.readFile(path.join(SITE, name), (error, data) => {
                const type = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
                response.writeHead(error ? 404 : 200, {
                    "content-type": type[path.extname(name)] ?? "application/octet-stream",
                });
                response.end(data);
            });
        });
        await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    });
    after(async () => {
        await browser.close();
        server.close();
    });

    async function visit(name, { dark = false, width = 1440, base } = {}) {
        const page = await browser.newPage();
        page.elsewhere = [];
        page.on("request", (request) => {
            if (!/^(file|data|blob):|^http:\/\/127\.0\.0\.1:/.test(request.url())) {
                page.elsewhere.push(request.url());
            }
        });
        await page.setViewport({ width, height: 900 });
        await page.emulateMediaFeatures([
            { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
            { name: "prefers-reduced-motion", value: "reduce" },
        ]);
        await page.goto(`${base ?? `${pathToFileURL(SITE)}/`}${name}`);
        return page;
    }

    for (const name of KINDS) {
        for (const dark of [false, true]) {
            test(`axe-core finds nothing: ${name}, ${dark ? "dark" : "light"}`, async () => {
                const page = await visit(name, { dark });
                await page.evaluate(axeSource);
                const found = await page.evaluate(() => window.axe.run(document));
                const faults = found.violations.map((one) => ({
                    rule: one.id,
                    nodes: one.nodes.slice(0, 3).map((node) => node.html.slice(0, 200)),
                }));
                assert.deepEqual(faults, []);
                assert.deepEqual(page.elsewhere, []);
                await page.close();
            });
        }
    }

    test("no page is wider than 320 px", async () => {
        const page = await visit("index.html", { width: 320 });
        const wide = [];
        for (const name of ours) {
            await page.goto(`${pathToFileURL(SITE)}/${name}`);
            const width = await page.evaluate(() => document.documentElement.scrollWidth);
            if (width > 320) {
                wide.push(`${name}: ${width} px`);
            }
        }
        assert.deepEqual(wide, []);
        await page.close();
    });

    for (const from of ["a file", "a server"]) {
        test(`the search finds a page, from ${from}`, async () => {
            const base =
                from === "a file" ? undefined : `http://127.0.0.1:${server.address().port}/`;
            const page = await visit("search.html?q=prefix", { base });
            await page.waitForSelector("#search-results li a", { timeout: 60000 });
            const found = await page.$$eval("#search-results li a", (links) =>
                links.map((link) => link.getAttribute("href")),
            );
            assert.ok(
                found.some((link) => link.startsWith("docs/guides/prefixed.html")),
                found.join(" "),
            );
            assert.deepEqual(page.elsewhere, []);
            await page.close();
        });
    }

    test("the page of the site reads an id", async () => {
        const page = await visit("guidon.html#017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
        await page.waitForSelector(".one");
        assert.match(await page.$eval(".one", (one) => one.textContent), /version 7/i);
        await page.close();
    });
});
