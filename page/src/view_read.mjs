// SPDX-License-Identifier: MIT
// view_read.mjs - the box to paste into: shows one id, or the list of many.

import { announce, counted, h } from "./dom.mjs";
import { viewOf as idView } from "./view_id.mjs";
import { viewOf as listView } from "./view_list.mjs";

const ONE_MOST = 300; // letters of a text that may be one id
const ABILITIES = [
    ["One id", "Its kind, its time, what it tells about you, its 128 bits, every form."],
    ["Many ids, or any text", "Each id in a table: duplicates, a timeline, findings."],
    ["Large files", "Drop them anywhere here. They are read in pieces and stay here."],
];
const HALF = /\p{Surrogate}/u; // half of a pair
const EXAMPLES = [
    ["UUID 7", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"],
    ["ULID", "01ARZ3NDEKTSV4RRFFQ69G5FAV"],
    ["UUID 1", "6ba7b810-9dad-11d1-80b4-00c04fd430c8"],
];

export class ReadView {
    constructor({ core, reader, address }) {
        Object.assign(this, { core, reader, address });
        this.turn = 0; // of the text that is shown: older answers are dropped
        this.box = h("textarea", {
            id: "box",
            rows: 2,
            spellcheck: "false",
            autocomplete: "off",
            autocapitalize: "off",
            placeholder: "An id, a list of ids, a log: paste any text",
            oninput: () => this.#typed(),
        });
        this.files = h("input", {
            type: "file",
            multiple: true,
            class: "hidden",
            tabindex: "-1",
            "aria-hidden": "true",
            onchange: () => {
                this.readFiles([...this.files.files]);
                this.files.value = ""; // the same file may be chosen again
            },
        });
        this.result = h("div", { class: "result" });
        this.#showAbilities();
        this.element = this.#element();
    }

    #element() {
        const button = (text, onclick) => h("button", { type: "button", onclick }, text);
        return h(
            "div",
            { class: "read" },
            h("h2", {}, h("label", { for: "box", class: "big" }, "What is this id?")),
            h("div", { class: "drop" }, this.box),
            this.files,
            h(
                "div",
                { class: "under" },
                h(
                    "p",
                    { class: "hint" },
                    "Any form of UUID and ULID; any text with ids in it; files of any size.",
                ),
                EXAMPLES.map(([name, id]) => button(name, () => this.show(id))),
                button("Open files", () => this.files.click()),
            ),
            this.result,
        );
    }

    #showAbilities() {
        this.result.replaceChildren(
            h(
                "ul",
                { class: "can" },
                ABILITIES.map(([name, text]) =>
                    h("li", { class: "card" }, h("strong", {}, name), h("p", {}, text)),
                ),
            ),
        );
    }

    /** Show a text as if it were typed. */
    show(text) {
        this.box.value = text;
        return this.#read(text);
    }

    #typed() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.#read(this.box.value), 120);
    }

    #fit(text) {
        this.box.rows = Math.min(8, Math.max(2, text.split("\n", 9).length));
    }

    async #read(text) {
        const turn = ++this.turn;
        const trimmed = text.trim();
        this.#fit(text);
        this.address(trimmed.length <= ONE_MOST && !HALF.test(trimmed) ? trimmed : "");
        if (trimmed === "") {
            this.#showAbilities();
            return;
        }
        const one = trimmed.length <= ONE_MOST ? this.#one(trimmed) : {};
        if (one.ids) {
            this.#showOne(one.ids);
        } else {
            await this.#readBlobs([new Blob([text])], one.error, turn);
        }
    }

    /** The readings of a text as one id, or the reason why it is none. */
    #one(text) {
        const half = text.search(HALF);
        if (half >= 0) {
            return {
                error:
                    `The text is cut: letter ${half + 1} is half of a surrogate ` +
                    "pair. Copy it again, to its end.",
            };
        }
        try {
            return { ids: this.core.show(text, { lenient: true }) };
        } catch (error) {
            return { error: error.message };
        }
    }

    #showOne(ids, back) {
        const others = ids.slice(1).map((id) =>
            h(
                "button",
                {
                    type: "button",
                    onclick: () => this.#showOne([id, ...ids.filter((other) => other !== id)]),
                },
                `Read it as ${id.form}`,
            ),
        );
        const note =
            others.length > 0
                ? h(
                      "div",
                      { class: "under" },
                      h(
                          "p",
                          { class: "hint" },
                          `The text fits several forms. It is shown as ${ids[0].form}.`,
                      ),
                      others,
                  )
                : undefined;
        this.result.replaceChildren(
            ...[back, note, idView(ids[0], this.core.titles)].filter((part) => part),
        );
        announce(this.core.titles[ids[0].kind]);
    }

    readFiles(files) {
        if (files.length > 0) {
            this.box.value = "";
            this.address("");
            return this.#readBlobs(files, "", ++this.turn);
        }
        return undefined;
    }

    #progress() {
        const bar = h("progress", { max: 1, value: 0, "aria-label": "Progress" });
        const words = h("p", { class: "hint" }, "Reading");
        this.reader.onprogress = ({ done, size, ids }) => {
            bar.value = size > 0 ? done / size : 1;
            words.textContent =
                done < size
                    ? `${counted(ids, "id")} so far`
                    : `${counted(ids, "id")}, comparing them`;
        };
        return h(
            "div",
            { class: "card reading" },
            bar,
            h(
                "div",
                { class: "under" },
                words,
                h(
                    "button",
                    {
                        type: "button",
                        onclick: () => {
                            this.reader.cancel();
                            announce("Cancelled");
                        },
                    },
                    "Cancel",
                ),
            ),
        );
    }

    async #readBlobs(blobs, reason, turn) {
        const slow = setTimeout(
            () => this.result.replaceChildren(this.#progress()),
            blobs.some((blob) => blob.size > 1e6) ? 0 : 300,
        );
        try {
            const { objects, hints } = await this.reader.call("read", { blobs });
            clearTimeout(slow);
            if (turn === this.turn) {
                await this.#showList(objects, reason, blobs, hints);
            }
        } catch (error) {
            clearTimeout(slow);
            if (turn === this.turn) {
                this.#showError(error.name === "AbortError" ? "Cancelled." : error.message);
            }
        }
    }

    #showError(words) {
        this.result.replaceChildren(h("p", { class: "error", role: "alert" }, words));
    }

    async #showList(objects, reason, blobs, hints) {
        const names = blobs.length > 1 ? blobs.map((blob) => blob.name) : [];
        const warnings = hints.flatMap((hint, i) =>
            hint === undefined
                ? []
                : [h("p", { class: "warning" }, `${names[i] ?? "The file"} ${hint}`)],
        );
        const { ids } = objects[0];
        if (ids === 0) {
            this.#showError(reason || "No id was found in this text.");
            this.result.append(...warnings);
            return;
        }
        const list = await listView({
            reader: this.reader,
            objects,
            names,
            core: this.core,
            open: (id) => this.#open(id, view),
        });
        const view = h("div", {}, warnings, list);
        this.result.replaceChildren(view);
        announce(counted(ids, "id"));
    }

    /** Show an id of the list, with a way back. */
    #open(id, view) {
        const back = h(
            "p",
            {},
            h(
                "button",
                {
                    type: "button",
                    onclick: () => {
                        this.result.replaceChildren(view);
                        view.querySelector(".ids td button")?.focus();
                    },
                },
                "Back to the list",
            ),
        );
        this.#showOne(this.core.show(id).slice(0, 1), back);
        back.firstChild.focus();
    }
}
