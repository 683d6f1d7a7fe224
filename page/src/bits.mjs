// SPDX-License-Identifier: MIT
// bits.mjs - the picture of an id: its digits, its 128 bits and its fields, which light up
// together.

import { h } from "./dom.mjs";
import { meaningOf, roleOf, ROLE_WORDS } from "./kinds.mjs";

const bitsOf = (hex) =>
    hex
        .split("")
        .flatMap((digit) => [8, 4, 2, 1].map((bit) => (parseInt(digit, 16) & bit ? 1 : 0)));

const fieldAt = (id, bit) => id.fields.findIndex((field) => bit < field.bit + field.width);

/** The digits of the canonical text, each with its first bit and its number of bits. */
function digitsOf(id) {
    if (id.kind === "ulid") {
        // 26 letters of 5 bits: the first has two bits more
        return id.forms.ulid
            .split("")
            .map((text, i) => ({ text, bit: Math.max(0, 5 * i - 2), width: i === 0 ? 3 : 5 }));
    }
    let bit = 0;
    return id.forms.uuid.split("").map((text) => {
        const width = text === "-" ? 0 : 4;
        const digit = { text, bit, width };
        bit += width;
        return digit;
    });
}

const rangeText = (bit, width) =>
    width === 1 ? `bit ${bit}` : `bits ${bit} to ${bit + width - 1}`;

/** A row or grid of cells that the arrow keys walk through. */
function makeWalkable(list, cells, width) {
    const steps = () => ({ ArrowRight: 1, ArrowLeft: -1, ArrowDown: width(), ArrowUp: -width() });
    let current = 0;
    function go(to) {
        cells[current].tabIndex = -1;
        current = Math.min(Math.max(to, 0), cells.length - 1);
        cells[current].tabIndex = 0;
        cells[current].focus();
    }
    cells.forEach((cell, i) => {
        cell.tabIndex = i === 0 ? 0 : -1;
    });
    list.addEventListener("keydown", (event) => {
        const ends = { Home: 0, End: cells.length - 1 };
        const to = ends[event.key] ?? current + steps()[event.key];
        if (!Number.isNaN(to) && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            go(to);
        }
    });
}

/** The elements of the picture: { digits, bits, legend, says }. */
export class Picture {
    constructor(id) {
        this.id = id;
        this.cells = []; // { element, bit, width }
        this.says = h("p", { class: "says" }, this.#rest());
        this.digits = this.#digits();
        this.bits = this.#bits();
        this.legend = this.#legend();
    }

    #rest() {
        return (
            "Point at a digit, a bit or a field to see what belongs together. " +
            "The arrow keys do the same."
        );
    }

    #cell(element, bit, width) {
        const on = () => this.#light(bit, width);
        const off = () => this.#lightFocused();
        element.addEventListener("pointerenter", on);
        element.addEventListener("focus", on);
        element.addEventListener("pointerleave", off);
        element.addEventListener("blur", off);
        this.cells.push({ element, bit, width });
        return element;
    }

    /** Without a pointer, what has the focus stays lit. */
    #lightFocused() {
        const { bit = 0, width = 0 } =
            this.cells.find(({ element }) => element === document.activeElement) ?? {};
        this.#light(bit, width);
    }

    #light(bit, width) {
        for (const cell of this.cells) {
            const lit = cell.bit < bit + width && bit < cell.bit + cell.width;
            cell.element.classList.toggle("on", lit);
        }
        const first = fieldAt(this.id, bit);
        const last = width > 0 ? fieldAt(this.id, bit + width - 1) : -1;
        this.rows.forEach((row, i) => {
            row.classList.toggle("lit", first <= i && i <= last);
        });
        this.says.textContent =
            width === 0
                ? this.#rest()
                : `${rangeText(bit, width)}: ` +
                  this.id.fields
                      .slice(first, last + 1)
                      .map((field) => this.#name(field))
                      .join(" and ");
    }

    #name(field) {
        const meaning = meaningOf(field, this.id);
        return (
            `${field.name} (${ROLE_WORDS[roleOf(field)]}) = ${field.hex}` +
            (meaning ? `, ${meaning}` : "")
        );
    }

    #option(text, bit, width, label) {
        const field = this.id.fields[fieldAt(this.id, bit)];
        return this.#cell(
            h(
                "span",
                {
                    role: "option",
                    "aria-selected": "false",
                    class: roleOf(field),
                    "aria-label": `${label}: ${text}, ${rangeText(bit, width)}, ${field.name}`,
                },
                text,
            ),
            bit,
            width,
        );
    }

    #digits() {
        const cells = [];
        const list = h("div", {
            class: "digits",
            role: "listbox",
            "aria-label": "Digits of the id",
            "aria-orientation": "horizontal",
        });
        for (const { text, bit, width } of digitsOf(this.id)) {
            if (width === 0) {
                list.append(h("span", { class: "gap", role: "presentation" }, text));
            } else {
                cells.push(this.#option(text, bit, width, `digit ${cells.length + 1}`));
                list.append(cells.at(-1));
            }
        }
        makeWalkable(list, cells, () => 8);
        return list;
    }

    #bits() {
        const { fields, forms } = this.id;
        const cells = bitsOf(forms.hex).map((value, bit) => {
            const cell = this.#option(String(value), bit, 1, `bit ${bit}`);
            const field = fields[fieldAt(this.id, bit)];
            cell.classList.add("bit");
            cell.classList.toggle("first", bit === field.bit);
            cell.classList.toggle("last", bit === field.bit + field.width - 1);
            return cell;
        });
        const list = h(
            "div",
            { class: "bits", role: "listbox", "aria-label": "The 128 bits of the id" },
            cells,
        );
        const columns = () => getComputedStyle(list).gridTemplateColumns.split(" ").length;
        makeWalkable(list, cells, columns);
        return list;
    }

    #legend() {
        this.rows = this.id.fields.map((field) => {
            const button = this.#cell(
                h(
                    "button",
                    { type: "button" },
                    h("span", { class: `swatch ${roleOf(field)}` }),
                    field.name,
                ),
                field.bit,
                field.width,
            );
            return h(
                "tr",
                {},
                h("th", { scope: "row" }, button),
                h("td", {}, ROLE_WORDS[roleOf(field)]),
                h("td", { class: "width" }, rangeText(field.bit, field.width)),
                h("td", { class: "mono" }, field.hex),
                h("td", {}, meaningOf(field, this.id)),
            );
        });
        return h(
            "table",
            { class: "legend" },
            h("caption", { class: "hidden" }, "Fields"),
            h(
                "thead",
                {},
                h(
                    "tr",
                    {},
                    ["Field", "Holds", "Bits", "Value", "Means"].map((text) =>
                        h(
                            "th",
                            { scope: "col", class: text === "Bits" ? "width" : undefined },
                            text,
                        ),
                    ),
                ),
            ),
            h("tbody", {}, this.rows),
        );
    }
}

const COLOURS = {
    time: "#cfe5f7",
    ver: "#f9dc8f",
    var: "#f5cfa6",
    seq: "#c4eadd",
    node: "#f8cfd6",
    rand: "#e9e6e0",
    hash: "#dcd3f4",
    local: "#dfecb3",
    data: "#e4e0f0",
};

/** The picture as the text of an SVG file. */
export function svgOf(id) {
    const values = bitsOf(id.forms.hex);
    const cell = 24;
    const text = (x, y, size, words, more = "") =>
        `<text x="${x}" y="${y}" font-size="${size}"${more}>${words}</text>`;
    const cells = values.map((value, bit) => {
        const x = 16 + (bit % 32) * cell;
        const y = 56 + Math.floor(bit / 32) * 32;
        const fill = COLOURS[roleOf(id.fields[fieldAt(id, bit)])];
        return (
            `<rect x="${x}" y="${y}" width="${cell}" height="28" fill="${fill}"/>` +
            text(x + 12, y + 19, 14, value, ' text-anchor="middle"')
        );
    });
    const legend = id.fields.map((field, i) => {
        const x = 16 + (i % 3) * 260;
        const y = 208 + Math.floor(i / 3) * 28;
        return (
            `<rect x="${x}" y="${y - 14}" width="18" height="18" stroke="#605b53" ` +
            `fill="${COLOURS[roleOf(field)]}"/>` +
            text(x + 26, y, 14, `${field.name}, ${field.width} bits`)
        );
    });
    const height = 208 + Math.ceil(id.fields.length / 3) * 28;
    const shown = id.forms[id.kind === "ulid" ? "ulid" : "uuid"];
    return (
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 ${height}" ` +
        `width="800" height="${height}" font-family="monospace" fill="#1d1b18">` +
        `<title>The bits of ${shown}</title>` +
        `<rect width="800" height="${height}" fill="#fff"/>` +
        `${text(16, 34, 22, shown)}${cells.join("")}${legend.join("")}</svg>\n`
    );
}
