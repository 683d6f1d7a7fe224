// SPDX-License-Identifier: MIT
// dom.mjs - makes elements.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith("on")) {
            element.addEventListener(name.slice(2), value);
        } else if (value === true) {
            element.setAttribute(name, "");
        } else if (value !== false && value !== undefined) {
            element.setAttribute(name, value);
        }
    }
    element.append(...children.flat().filter((child) => child !== undefined));
    return element;
}

/** h("p", { class: "note", onclick: f }, "text", child): an element. */
export const h = (name, attributes = {}, ...children) =>
    fill(document.createElement(name), attributes, children);

/** The same for an element of SVG. */
export const s = (name, attributes = {}, ...children) =>
    fill(document.createElementNS(SVG, name), attributes, children);

export const byId = (id) => document.getElementById(id);

/** Say something to people who hear the page. */
export function announce(text) {
    byId("announcer").textContent = text;
}

/** Copy a text. Returns whether the browser did. */
async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        // without a secure context
        const area = h("textarea", { class: "hidden" }, text);
        document.body.append(area);
        area.select();
        const done = document.execCommand("copy");
        area.remove();
        return done;
    }
}

/** A button that copies `text()`. */
export function copyButton(label, text, words = "Copy") {
    const button = h(
        "button",
        {
            type: "button",
            class: "copy",
            "aria-label": `${words} ${label}`.trim(),
            async onclick() {
                const says = (await copy(await text())) ? "Copied" : "Not copied";
                button.textContent = says;
                announce(`${says}: ${label}`);
                setTimeout(() => {
                    button.textContent = words;
                }, 1500);
            },
        },
        words,
    );
    return button;
}

/** Offer text or a Blob as a file. */
export function save(name, content, type) {
    const url = URL.createObjectURL(new Blob([content].flat(), { type }));
    h("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
}

export const number = (n) => n.toLocaleString("en");

/** counted(1, "id") is "1 id", and counted(2, "id") "2 ids". */
export const counted = (n, name) => `${number(n)} ${name}${n === 1 ? "" : "s"}`;
