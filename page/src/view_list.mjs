// SPDX-License-Identifier: MIT
// view_list.mjs - many ids: counts, findings, timeline, and a table to sort, filter and
// convert.

import { barsOf } from "./chart.mjs";
import { announce, copyButton, counted, h, number, save } from "./dom.mjs";

const PAGE = 50;
const COPY_MOST = 200000; // ids that fit the clipboard well
const PIECE = 20000; // ids of one answer of the worker
const COLUMNS = [
    ["Line", 0],
    ["Id", 1],
    ["Kind", 3],
    ["Time, UTC", 2],
    ["Form", 4],
];

/* ------------------------------------------------------------------ findings */

/** Where an example of a finding is; `names` are those of several files. */
function placeOf(names, file, record) {
    const line = `line ${number(record)}`;
    return names.length > 0 ? `${names[Number(file)]}, ${line}` : line;
}

function exampleText(example, names) {
    const place = placeOf(names, example.file, example.record);
    if (example.reason) {
        return `${place}: ${example.reason}`;
    }
    const first = example.first_record
        ? `, first in ${placeOf(names, example.first_file, example.first_record)}`
        : "";
    const when = example.time ? `, ${example.time}` : "";
    return `${place}: ${example.id}${first}${when}`;
}

function findingItem(finding, titles, names) {
    const nodes = (finding.nodes ?? []).map((node) => `${node.node} in ${number(node.count)}`);
    const examples = (finding.examples ?? []).map((example) => exampleText(example, names));
    const kind = finding.kind ? ` ${finding.kind}` : "";
    return h(
        "li",
        { class: "card" },
        h(
            "p",
            {},
            h("span", { class: `badge ${finding.sure}` }, finding.sure),
            h("strong", {}, `${finding.finding}: ${number(finding.count)}${kind}`),
            ` ${titles[finding.finding]}`,
        ),
        [...nodes, ...examples].map((text) => h("p", { class: "hint mono" }, text)),
    );
}

/** A known fault that explains some of the ids. */
function causeItem({ sure, cause, count, repair, examples }, names) {
    const undo = repair ? [`undo it: guidon repair --cause ${cause}`] : [];
    return h(
        "li",
        { class: "card" },
        h(
            "p",
            {},
            h("span", { class: `badge ${sure}` }, sure),
            h("strong", {}, `${cause}: ${number(count)}`),
        ),
        [...undo, ...examples.map((example) => exampleText(example, names))].map((text) =>
            h("p", { class: "hint mono" }, text),
        ),
    );
}

function causesOf(report, names) {
    const list = report.causes.map((cause) => causeItem(cause, names));
    return list.length > 0
        ? h("section", {}, h("h3", {}, "Known causes"), h("ul", { class: "findings causes" }, list))
        : undefined;
}

function findingsOf(report, names) {
    const list = report.findings.map((finding) => findingItem(finding, report.titles, names));
    return h(
        "section",
        {},
        h("h3", {}, "Findings"),
        list.length > 0
            ? h("ul", { class: "findings" }, list)
            : h(
                  "p",
                  {},
                  h("span", { class: "badge fine" }, "none"),
                  "No duplicates, no odd times, no weak random bits were found.",
              ),
    );
}

/** Sort the objects of list_conclude by what they are. */
export function reportOf(objects) {
    const named = (what) => objects.find((object) => object.what === what);
    return {
        text: named("text"),
        titles: named("titles").titles,
        summary: named("summary"),
        findings: objects.filter((object) => object.what === "finding"),
        causes: objects.filter((object) => object.what === "cause"),
    };
}

/* --------------------------------------------------------------------- counts */

function tilesOf({ text, summary }) {
    const kinds = Object.entries(summary.kinds)
        .map(([kind, n]) => `${kind} ${number(n)}`)
        .join(", ");
    const duplicates = text.ids - text.different;
    const tiles = [
        [text.ids, "id", "ids"],
        [text.different, "different", "different"],
        [duplicates, "duplicate", "duplicates"],
        [text.out_of_order, "below the id before", "below the id before"],
        [text.lines, "line", "lines"],
    ];
    return h(
        "div",
        {},
        h(
            "div",
            { class: "tiles" },
            tiles.map(([value, one, many]) =>
                h(
                    "div",
                    { class: "card tile" },
                    h("b", {}, number(value)),
                    h("span", {}, value === 1 ? one : many),
                ),
            ),
        ),
        h(
            "p",
            { class: "note" },
            `Kinds: ${kinds}.` + (text.first ? ` Times from ${text.first} to ${text.last}.` : ""),
        ),
    );
}

/* ---------------------------------------------------------------------- table */

class Table {
    /** `names` are those of several files; a text or one file needs none. */
    constructor(reader, report, names, { forms, kinds }, open) {
        Object.assign(this, { reader, report, names, forms, kinds, open });
        this.view = {
            order: 0,
            descending: false,
            kinds: 0,
            duplicates: false,
            from: 1,
            to: 0,
            needle: "",
        };
        this.first = 0;
        this.n = 0;
        this.body = h("tbody");
        this.heads = COLUMNS.map(([name, order]) => this.#head(name, order));
        this.place = h("p", { class: "hint", role: "status" });
        this.back = this.#button("Back", () => this.#go(this.first - PAGE));
        this.next = this.#button("Next", () => this.#go(this.first + PAGE));
        this.when = h("p", { class: "hint", hidden: true });
        this.element = this.#element();
    }

    #button(text, onclick) {
        return h("button", { type: "button", onclick }, text);
    }

    #head(name, order) {
        const button = h(
            "button",
            {
                type: "button",
                onclick: () => {
                    this.view.descending = this.view.order === order && !this.view.descending;
                    this.view.order = order;
                    this.refresh();
                },
            },
            name,
        );
        return h("th", { scope: "col" }, button);
    }

    #filters() {
        const change = (name, of) => (event) => {
            this.view[name] = of(event.target);
            this.refresh();
        };
        const kinds = Object.keys(this.report.summary.kinds);
        return h(
            "div",
            { class: "fields" },
            h(
                "div",
                { class: "field" },
                h("label", { for: "needle" }, "Contains"),
                h("input", {
                    id: "needle",
                    spellcheck: "false",
                    autocomplete: "off",
                    oninput: change("needle", (input) => input.value.trim()),
                }),
            ),
            h(
                "div",
                { class: "field" },
                h("label", { for: "kind" }, "Kind"),
                h(
                    "select",
                    {
                        id: "kind",
                        onchange: change("kinds", (input) =>
                            input.value ? 1 << this.kinds.indexOf(input.value) : 0,
                        ),
                    },
                    h("option", { value: "" }, "all"),
                    kinds.map((kind) => h("option", {}, kind)),
                ),
            ),
            h(
                "label",
                { class: "check" },
                h("input", {
                    type: "checkbox",
                    onchange: change("duplicates", (input) => input.checked),
                }),
                "Only duplicates",
            ),
        );
    }

    #convert() {
        const select = h(
            "select",
            { id: "as" },
            this.forms.map((form, i) => h("option", { value: i }, form)),
        );
        const texts = () => this.#texts(Number(select.value));
        this.copyAll = copyButton(
            "all ids in this form",
            async () => (await texts()).join(""),
            "Copy all",
        );
        return h(
            "div",
            { class: "fields" },
            h("div", { class: "field" }, h("label", { for: "as" }, "Convert these ids to"), select),
            this.copyAll,
            this.#button("Save as file", async () => {
                save("ids.txt", await texts(), "text/plain");
            }),
        );
    }

    #element() {
        return h(
            "section",
            {},
            h("h3", {}, "Ids"),
            this.#filters(),
            this.when,
            h(
                "div",
                { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of ids" },
                h(
                    "table",
                    { class: "ids" },
                    h("caption", { class: "hidden" }, "Ids found"),
                    h(
                        "thead",
                        {},
                        h(
                            "tr",
                            {},
                            this.names.length > 0 ? h("th", { scope: "col" }, "File") : undefined,
                            this.heads,
                        ),
                    ),
                    this.body,
                ),
            ),
            h("div", { class: "pager" }, this.place, this.back, this.next),
            this.#convert(),
        );
    }

    /** All texts of the view, in pieces. */
    async #texts(form) {
        const pieces = [];
        for (let at = 0; at < this.n; at += PIECE) {
            pieces.push(await this.reader.call("texts", { first: at, n: PIECE, form }));
        }
        return pieces;
    }

    /** Show only ids of these milliseconds; no limit without arguments. */
    limit(from = 1, to = 0, words = "") {
        Object.assign(this.view, { from, to });
        this.when.replaceChildren(
            `Only ids from ${words}. `,
            this.#button("All times", () => this.limit()),
        );
        this.when.hidden = from > to;
        return this.refresh();
    }

    async refresh() {
        this.n = await this.reader.call("view", { view: { ...this.view } });
        await this.#go(0);
    }

    /** Heads and rows change together: a button that somebody presses next stays. */
    async #go(first) {
        this.first = first;
        const rows = await this.reader.call("rows", { first, n: PAGE });
        this.#showOrder();
        this.body.replaceChildren(...rows.map((row) => this.#row(row)));
        this.copyAll.disabled = this.n > COPY_MOST;
        this.back.disabled = first === 0;
        this.next.disabled = first + PAGE >= this.n;
        this.place.textContent =
            this.n === 0
                ? "No id fits these filters."
                : `${number(first + 1)} to ${number(Math.min(first + PAGE, this.n))} of ` +
                  number(this.n);
    }

    #showOrder() {
        this.heads.forEach((head, i) => {
            const sorted = COLUMNS[i][1] === this.view.order;
            const direction = this.view.descending ? "descending" : "ascending";
            head.setAttribute("aria-sort", sorted ? direction : "none");
            head.firstChild.textContent =
                COLUMNS[i][0] + (sorted ? (this.view.descending ? " ↓" : " ↑") : "");
        });
    }

    #row(row) {
        const id = h("button", { type: "button", onclick: () => this.open(row.id) }, row.id);
        const badge = row.duplicate ? h("span", { class: "badge likely" }, "duplicate") : undefined;
        const file = this.names.length > 0 ? h("td", {}, this.names[row.file]) : undefined;
        return h(
            "tr",
            {},
            file,
            h("td", {}, number(row.line)),
            h("td", {}, id),
            h("td", {}, row.kind),
            h("td", {}, row.time?.replace("T", " ") ?? "–"),
            h("td", {}, row.form, " ", badge),
        );
    }
}

/** The view of many ids. `names` are those of several files, and `open` shows an id. */
export async function viewOf({ reader, objects, names, core, open }) {
    const report = reportOf(objects);
    const table = new Table(reader, report, names, core, open);
    await table.refresh();
    const chart = barsOf(report.summary, (from, to, words) => {
        table.limit(from, to, words).then(() => announce(table.place.textContent));
    });
    const timeline = h(
        "section",
        {},
        h("h3", {}, `Timeline, each bar is ${report.summary.row_width}`),
        h("div", { class: "card" }, chart),
        h("p", { class: "hint screen" }, "Choose a bar to see its ids below."),
    );
    return h(
        "section",
        { class: "many" },
        h("h2", {}, counted(report.text.ids, "id")),
        tilesOf(report),
        findingsOf(report, names),
        causesOf(report, names),
        report.summary.rows.length > 0 ? timeline : undefined,
        table.element,
    );
}
