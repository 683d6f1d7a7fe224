// SPDX-License-Identifier: MIT
// main.mjs - starts the page: views, tabs, address, theme. The same script is the worker.

import { Core } from "./core.mjs";
import { byId, h } from "./dom.mjs";
import { Reader } from "./reader.mjs";
import { BoundsView } from "./view_bounds.mjs";
import { MakeView } from "./view_make.mjs";
import { OddsView } from "./view_odds.mjs";
import { PrivacyView } from "./view_privacy.mjs";
import { ReadView } from "./view_read.mjs";
import { work } from "./worker.mjs";

const TABS = [
    ["read", "Read"],
    ["make", "Make"],
    ["bounds", "Bounds"],
    ["odds", "Odds"],
    ["privacy", "Privacy"],
];

/** Light or dark: what the system asks for, until the button says otherwise. */
function startTheme() {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const set = (name) => {
        document.documentElement.dataset.theme = name;
        byId("theme").textContent = name === "dark" ? "Light" : "Dark";
        byId("theme").setAttribute(
            "aria-label",
            `Switch to the ${name === "dark" ? "light" : "dark"} theme`,
        );
    };
    const follow = () => set(dark.matches ? "dark" : "light");
    dark.addEventListener("change", follow);
    byId("theme").addEventListener("click", () => {
        set(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    });
    follow();
}

// Addresses that are no text: those of the tabs, and that of the link to the content.
const PLACES = [...TABS.map(([tab]) => tab), "main"];

/** The address of a text, behind "#". */
function addressOf(text) {
    if (PLACES.includes(text)) {
        // its first letter in hexadecimal tells it apart
        return `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`;
    }
    return encodeURIComponent(text);
}

/** "#make?kind=v4", or an id: { tab, values, text }. */
function placeOf(hash) {
    const [name, query = ""] = hash.slice(1).split("?");
    if (name !== "read" && TABS.some(([tab]) => tab === name)) {
        return { tab: name, values: new URLSearchParams(query) };
    }
    let text = hash.slice(1);
    try {
        text = decodeURIComponent(text);
    } catch {
        // It is shown as it stands.
    }
    return { tab: "read", text: PLACES.includes(name) ? "" : text };
}

class Page {
    constructor(core, reader) {
        const { forms } = core;
        const make = (View, tab) =>
            new View({
                core,
                reader,
                forms,
                address: (query) => this.#address(tab, query),
                read: (text) => this.#read(text),
            });
        this.makers = {
            read: [ReadView],
            make: [MakeView],
            bounds: [BoundsView],
            odds: [OddsView],
            privacy: [PrivacyView],
        };
        this.view = (tab) => (this.makers[tab][1] ??= make(this.makers[tab][0], tab));
        this.links = Object.fromEntries(
            TABS.map(([tab, words]) => [tab, h("a", { href: `#${tab}` }, words)]),
        );
        byId("tabs").append(...TABS.map(([tab]) => h("li", {}, this.links[tab])));
        addEventListener("hashchange", () => {
            if (location.hash !== "#main") {
                // the link to the content changes no view
                this.go(location.hash);
            }
        });
        this.#takeDrops();
    }

    #address(tab, query) {
        const hash = tab === "read" ? addressOf(query) : tab + (query ? `?${query}` : "");
        history.replaceState(null, "", hash ? `#${hash}` : "#read");
    }

    #read(text) {
        this.go("#read");
        this.view("read").show(text);
    }

    go(hash) {
        const { tab, values, text } = placeOf(hash);
        const view = this.view(tab);
        for (const [name, link] of Object.entries(this.links)) {
            if (name === tab) {
                link.setAttribute("aria-current", "page");
            } else {
                link.removeAttribute("aria-current");
            }
        }
        byId("main").replaceChildren(view.element);
        if (values) {
            view.set(values);
        } else if (text) {
            view.show(text);
        }
    }

    /** Take files and text that are dropped anywhere. Text for another field than the box is
     * the browser's. */
    #takeDrops() {
        const over = (event, on) => {
            const field = event.target.closest?.("input, textarea");
            if (field && field.id !== "box" && !event.dataTransfer.types.includes("Files")) {
                return false;
            }
            event.preventDefault();
            document.querySelector(".drop")?.classList.toggle("over", on);
            return true;
        };
        addEventListener("dragover", (event) => over(event, true));
        addEventListener("dragleave", (event) => over(event, false));
        addEventListener("drop", (event) => {
            if (over(event, false)) {
                this.#drop([...event.dataTransfer.files], event.dataTransfer.getData("text/plain"));
            }
        });
    }

    #drop(files, text) {
        if (files.length > 0) {
            this.go("#read");
            this.view("read").readFiles(files);
        } else if (text !== "") {
            this.#read(text);
        }
    }
}

async function start(script) {
    startTheme();
    try {
        const module = await WebAssembly.compile(globalThis.guidonModule);
        const page = new Page(new Core(module), new Reader(module, script));
        page.go(location.hash || "#read");
        document.documentElement.dataset.ready = "yes";
        if (!location.hash) {
            byId("box").focus();
        }
    } catch (error) {
        byId("main").append(
            h("p", { class: "error" }, `This browser cannot run the page: ${error.message}`),
        );
    }
}

if (typeof document === "undefined") {
    work();
} else {
    start(document.currentScript.textContent);
}
