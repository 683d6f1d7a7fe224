// SPDX-License-Identifier: MIT
// browser.mjs - the page in Chromium, opened from its file, for the tests.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import zlib from "node:zlib";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const build = path.join(root, "build/page");
const modules = path.join(build, "node_modules");
const { default: puppeteer } = await import(
    pathToFileURL(path.join(modules, "puppeteer-core/lib/esm/puppeteer/puppeteer-core.js"))
);

export const axeSource = fs.readFileSync(path.join(modules, "axe-core/axe.min.js"), "utf8");
// GUIDON_PAGE names the page of a release.
export const pageFile = process.env.GUIDON_PAGE ?? path.join(build, "guidon.html");
export const examples = path.join(root, "examples/ids.txt");
const tool = path.join(root, "build/release/cli/guidon");

// As few connections of the browser's own as possible.
const FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/** The module, the script and the style that the page holds, as loader.mjs unpacks them. */
export function partsOfPage() {
    const page = fs.readFileSync(pageFile, "utf8");
    const packed = /PACKED="([^"]*)"/.exec(page)[1];
    const digits = JSON.parse(/DIGITS=("[^"]*")/.exec(page)[1]);
    const words = Array.from({ length: packed.length / 5 }, (_, i) =>
        [...packed.slice(5 * i, 5 * i + 5)].reduce(
            (value, digit) => value * 85 + digits.indexOf(digit),
            0,
        ),
    );
    const bytes = Buffer.alloc(4 * words.length);
    words.forEach((word, i) => bytes.writeUInt32BE(word, 4 * i));
    let rest = zlib.gunzipSync(bytes.subarray(4, 4 + words[0]));
    const parts = [];
    while (rest.length > 0) {
        parts.push(rest.subarray(4, 4 + rest.readUInt32BE()));
        rest = rest.subarray(4 + rest.readUInt32BE());
    }
    return parts;
}

/** Run the tool: { status, output, messages }. */
export function guidon(words, input = "") {
    try {
        const output = execFileSync(tool, words, {
            input,
            maxBuffer: 1 << 28,
            stdio: "pipe",
        }).toString();
        return { status: 0, output, messages: "" };
    } catch (error) {
        return {
            status: error.status,
            output: String(error.stdout),
            messages: String(error.stderr),
        };
    }
}

export const jsonLines = (text) =>
    text
        .trim()
        .split("\n")
        .filter((line) => line)
        .map((line) => JSON.parse(line));

/** A folder for files that a test writes. */
export function scratch(name) {
    const folder = path.join(build, "test");
    fs.mkdirSync(folder, { recursive: true });
    return path.join(folder, name);
}

export async function launch() {
    const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", args: FLAGS });
    return browser;
}

/** Open the page at an address behind '#'. */
export async function open(browser, hash = "", { dark = false, width = 1280 } = {}) {
    const page = await browser.newPage();
    page.errors = [];
    page.requests = [];
    page.on("pageerror", (error) => page.errors.push(error.message));
    page.on("request", (request) => page.requests.push(request.url()));
    await page.setViewport({ width, height: 800 });
    // Pages in the background get events of focus too.
    const session = await page.createCDPSession();
    await session.send("Emulation.setFocusEmulationEnabled", { enabled: true });
    await page.emulateMediaFeatures([
        { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
    ]);
    return reopen(page, hash);
}

/** Load the page again, at another address. This costs less than another page. */
export async function reopen(page, hash) {
    await page.goto("about:blank"); // an address of the same file loads nothing
    await page.goto(`${pathToFileURL(pageFile)}${hash}`);
    await page.waitForSelector("html[data-ready]");
    return page;
}

/** Paste a text into the box and wait for what it shows. */
export async function paste(page, text, shown = ".one, .many, .error") {
    await page.$eval(".result", (result) => result.replaceChildren());
    await page.$eval(
        "#box",
        (box, value) => {
            box.value = value;
            box.dispatchEvent(new Event("input"));
        },
        text,
    );
    await page.waitForSelector(shown);
}

/** Give files to the page, and wait for what it shows. */
export async function give(page, files, shown = ".many, .error") {
    await page.$eval(".result", (result) => result.replaceChildren());
    const input = await page.$("input[type=file]");
    await input.uploadFile(...files);
    await page.waitForSelector(shown, { timeout: 120000 });
}

/** Keep the Blobs that the page offers as files, as texts in window.saved. */
export async function catchFiles(page) {
    await page.evaluate(() => {
        window.saved = [];
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => {
            window.saved.push(blob);
            return make.call(URL, blob);
        };
    });
}

export async function lastFile(page) {
    await page.waitForFunction("window.saved.length > 0");
    return page.evaluate(() => window.saved.at(-1).text());
}
