// SPDX-License-Identifier: MIT
// The browser refuses every connection of the page, and the page works without a network.

import assert from "node:assert/strict";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { launch, open, pageFile, paste } from "./browser.mjs";

const source = fs.readFileSync(pageFile, "utf8");
const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(source)[1];

test("the policy allows hashes and blob: workers only", () => {
    const rules = Object.fromEntries(
        policy.split("; ").map((rule) => {
            const [name, ...values] = rule.split(" ");
            return [name, values.filter((value) => !/^'sha256-[A-Za-z0-9+/]{43}='$/.test(value))];
        }),
    );
    assert.deepEqual(rules, {
        "default-src": ["'none'"],
        "script-src": ["'wasm-unsafe-eval'"],
        "style-src": [],
        "worker-src": ["blob:"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    });
    assert.ok(!/\sstyle=/.test(source.slice(0, source.indexOf("<script>"))));
    assert.ok(fs.statSync(pageFile).size <= 100000);
});

test("the page has no code for what a policy does not cover", () => {
    const src = path.join(path.dirname(fileURLToPath(import.meta.url)), "../src");
    const ways = new RegExp(
        "RTC|WebTransport|(?<![.#\\w])open\\(|window\\.open|" +
            "location\\s*=|location\\.(href|assign|replace|reload)|target:",
    );
    for (const name of fs.readdirSync(src).filter((file) => file.endsWith(".mjs"))) {
        const code = fs.readFileSync(path.join(src, name), "utf8").replace(/"[^"\n]*"/g, '""');
        assert.doesNotMatch(code, ways, name);
    }
});

// Each way to reach an address. The page of the test runs them as if they were its own.
// For a form and a frame, Chromium opens a connection before it asks the policy, and closes
// it without a byte. So the server counts the bytes that arrive.
const WAYS = {
    fetch: (url) => fetch(url).catch(() => {}),
    "fetch without CORS": (url) => fetch(url, { mode: "no-cors" }).catch(() => {}),
    XMLHttpRequest: (url) =>
        new Promise((resolve) => {
            const request = new XMLHttpRequest();
            request.onloadend = resolve;
            request.open("GET", url);
            request.send();
        }),
    image: (url) =>
        new Promise((resolve) => {
            const image = new Image();
            image.onload = image.onerror = resolve;
            image.src = url;
        }),
    WebSocket: (url) =>
        new Promise((resolve) => {
            const socket = new WebSocket(url.replace("http", "ws"));
            socket.onerror = socket.onopen = resolve;
        }),
    EventSource: (url) =>
        new Promise((resolve) => {
            const events = new EventSource(url);
            events.onerror = () => resolve(events.close());
        }),
    beacon: (url) => navigator.sendBeacon(url, "x"),
    form: (url) => {
        const form = document.createElement("form");
        form.action = url;
        form.method = "post";
        document.body.append(form);
        form.submit();
    },
    script: (url) =>
        new Promise((resolve) => {
            const script = document.createElement("script");
            script.onload = script.onerror = resolve;
            script.src = url;
            document.body.append(script);
        }),
    style: (url) =>
        new Promise((resolve) => {
            const link = document.createElement("link");
            link.rel = "stylesheet";
            link.onload = link.onerror = resolve;
            link.href = url;
            document.body.append(link);
        }),
    frame: (url) => {
        const frame = document.createElement("iframe");
        frame.src = url;
        document.body.append(frame);
    },
    import: (url) => import(url).catch(() => {}),
    "fetch in a worker": (url) =>
        new Promise((resolve) => {
            const script = `addEventListener("securitypolicyviolation", (event) =>
            postMessage(event.effectiveDirective));
            fetch("${url}").catch(() => {})`;
            new Worker(URL.createObjectURL(new Blob([script]))).onmessage = resolve;
        }).then(({ data }) => console.log(`Content Security Policy: ${data}`)),
};

describe("connections", () => {
    let browser;
    let server;
    let seen = 0;
    before(async () => {
        browser = await launch();
        server = net.createServer((socket) => {
            socket.on("data", (data) => {
                seen += data.length;
                socket.destroy();
            });
            socket.on("error", () => {});
        });
        await new Promise((resolve) => {
            server.listen(0, "127.0.0.1", resolve);
        });
    });
    after(async () => {
        await browser.close();
        server.close();
    });

    const url = () => `http://127.0.0.1:${server.address().port}/`;

    for (const [name, way] of Object.entries(WAYS)) {
        test(`${name} is refused by the policy`, { timeout: 60000 }, async () => {
            const page = await open(browser);
            const refused = new Promise((resolve) => {
                page.on("console", (message) => {
                    if (/Content Security Policy/.test(message.text())) {
                        resolve(true);
                    }
                });
            });
            await page.evaluate(`(${way})(${JSON.stringify(url())})`);
            assert.ok(await refused);
            assert.equal(seen, 0);
            await page.close();
        });
    }

    test("the server of this test sees a request that is allowed", async () => {
        const page = await browser.newPage();
        await page.goto(url()).catch(() => {});
        assert.ok(seen > 0);
        await page.close();
    });

    test("inline handlers, style attributes and eval do not run", async () => {
        const page = await open(browser);
        const [ran, colour] = await page.evaluate(() => {
            const main = document.getElementById("main");
            main.insertAdjacentHTML(
                "beforeend",
                '<b id="try" style="color: rgb(1, 2, 3)" onclick="window.ran = true">x</b>',
            );
            document.getElementById("try").click();
            return [Boolean(window.ran), getComputedStyle(document.getElementById("try")).color];
        });
        assert.equal(ran, false);
        assert.notEqual(colour, "rgb(1, 2, 3)");
        const evaluated = await page.evaluate(
            () =>
                new Promise((resolve) => {
                    const script = document.createElement("script");
                    script.textContent = "window.ran = true";
                    document.body.append(script);
                    resolve(Boolean(window.ran));
                }),
        );
        assert.equal(evaluated, false);
        await page.close();
    });

    test("the page's own attempts are refused too", async () => {
        const page = await open(browser, "#privacy");
        await page.click("main button.main");
        await page.waitForFunction(() => document.querySelectorAll(".checks li").length === 6);
        const badges = await page.$$eval(".checks .badge", (all) =>
            all.map((badge) => badge.textContent),
        );
        assert.deepEqual(new Set(badges), new Set(["refused"]));
        await page.close();
    });

    test("without a network, from its file", async () => {
        const page = await open(browser);
        await page.setOfflineMode(true);
        await page.reload();
        await page.waitForSelector("html[data-ready]");
        await paste(page, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", ".one");
        await paste(page, "a 017f22e2-79b0-7cc3-98c4-dc0c0c07398f\nb", ".many");
        assert.deepEqual(
            page.requests.filter((request) => !/^(file|blob):/.test(request)),
            [],
        );
        assert.deepEqual(page.errors, []);
        await page.close();
    });
});
