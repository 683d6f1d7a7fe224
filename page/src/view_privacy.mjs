// SPDX-License-Identifier: MIT
// view_privacy.mjs - says what the browser refuses, and tries it.

import { h } from "./dom.mjs";

// An address of this machine on which nothing should answer.
const NOWHERE = "http://127.0.0.1:9/";

const settled = (make) =>
    new Promise((resolve) => {
        make(resolve);
    });

const ATTEMPTS = [
    [
        "fetch",
        () =>
            fetch(NOWHERE).then(
                () => true,
                () => false,
            ),
    ],
    [
        "image",
        () =>
            settled((resolve) => {
                const image = new Image();
                image.onload = () => resolve(true);
                image.onerror = () => resolve(false);
                image.src = `${NOWHERE}x.png`;
            }),
    ],
    [
        "WebSocket",
        () =>
            settled((resolve) => {
                try {
                    const socket = new WebSocket(NOWHERE.replace("http", "ws"));
                    socket.onopen = () => resolve(true);
                    socket.onerror = () => resolve(false);
                } catch {
                    resolve(false);
                }
            }),
    ],
    ["beacon", () => Promise.resolve(navigator.sendBeacon(NOWHERE, "x"))],
    [
        "form",
        () =>
            settled((resolve) => {
                const form = h("form", { action: NOWHERE, method: "post", hidden: true });
                document.body.append(form);
                form.submit();
                form.remove();
                setTimeout(resolve, 100, false);
            }),
    ],
];

export class PrivacyView {
    constructor({ reader }) {
        this.reader = reader;
        this.list = h("ul", { class: "checks", "aria-live": "polite" });
        this.element = h(
            "div",
            {},
            h("h2", {}, "Nothing leaves this page"),
            h(
                "p",
                {},
                "This page is one file. It holds all its code, and it reads and " +
                    "makes ids on your machine. Its content security policy begins with " +
                    "default-src 'none': the browser itself refuses to load, to fetch and to " +
                    "post, even if a mistake in this page tried. Only the script and the style " +
                    "with the hashes in the policy run. A policy does not cover WebRTC, nor a " +
                    "script that opens another address in place of the page. This page has no " +
                    "code that does either.",
            ),
            h(
                "p",
                {},
                "The address after # holds what you typed, so that you can keep a " +
                    "link. Browsers do not send that part to a server, but your history has " +
                    "it. The page stores nothing else.",
            ),
            h("h3", {}, "See the browser refuse"),
            h(
                "p",
                {},
                "The button tries to reach an address of your own machine in six " +
                    "ways, one of them from the worker that reads files.",
            ),
            h(
                "button",
                { type: "button", class: "main", onclick: () => this.#try() },
                "Try to connect",
            ),
            this.list,
            h("h3", {}, "Check it yourself"),
            h(
                "ul",
                {},
                h(
                    "li",
                    {},
                    "Open the network panel of the developer tools, and use the " +
                        "page: the list stays empty.",
                ),
                h("li", {}, "Unplug the network, and open the file again: all works."),
                h("li", {}, "View the source: the policy stands in the first lines."),
            ),
            h("h3", {}, "The policy of this page"),
            h(
                "p",
                { class: "card mono" },
                document.querySelector("meta[http-equiv=Content-Security-Policy]").content,
            ),
        );
    }

    set() {}

    async #try() {
        const blocked = [];
        const note = (event) => blocked.push(event.effectiveDirective);
        document.addEventListener("securitypolicyviolation", note);
        this.list.replaceChildren();
        for (const [name, attempt] of ATTEMPTS) {
            blocked.length = 0;
            await attempt();
            await new Promise((resolve) => {
                setTimeout(resolve, 50);
            });
            this.#say(name, blocked[0] ?? "");
        }
        document.removeEventListener("securitypolicyviolation", note);
        this.#say("fetch in the worker", await this.reader.call("probe", { url: NOWHERE }));
    }

    /** `directive`: the part of the policy that refused, or "". */
    #say(name, directive) {
        const [words, badge] = directive ? ["refused", "fine"] : ["not refused", "certain"];
        this.list.append(
            h(
                "li",
                {},
                h("span", { class: `badge ${badge}` }, words),
                name,
                directive ? `: the policy's ${directive}` : "",
            ),
        );
    }
}
