// SPDX-License-Identifier: MIT
// view_make.mjs - makes ids: many of a kind, or the id of a name.

import { copyButton, counted, h, save } from "./dom.mjs";
import { Form } from "./form.mjs";
import { parse } from "./time.mjs";

const MOST = 100000;
// The number is a guidon_kind, or a guidon_name_kind if there is a name.
const KINDS = {
    v7: { kind: 7, words: "UUID 7: sorts by time", timed: true },
    v4: { kind: 4, words: "UUID 4: random" },
    ulid: { kind: 0x101, words: "ULID", timed: true, form: "ulid" },
    typeid: { kind: 7, words: "TypeID: UUID 7 with a prefix", timed: true, prefix: true },
    v6: { kind: 6, words: "UUID 6: sorts by time", timed: true },
    v1: { kind: 1, words: "UUID 1", timed: true },
    v5: { kind: 5, words: "UUID 5: SHA-1 of a name", named: true },
    v3: { kind: 3, words: "UUID 3: MD5 of a name", named: true },
};
const NAMESPACES = [
    ["6ba7b810-9dad-11d1-80b4-00c04fd430c8", "DNS"],
    ["6ba7b811-9dad-11d1-80b4-00c04fd430c8", "URL"],
    ["6ba7b812-9dad-11d1-80b4-00c04fd430c8", "OID"],
    ["6ba7b814-9dad-11d1-80b4-00c04fd430c8", "X.500"],
];

export class MakeView {
    constructor({ core, forms, address, read }) {
        Object.assign(this, { core, forms, address });
        this.out = h("textarea", {
            class: "out-text",
            readonly: true,
            spellcheck: "false",
            "aria-label": "Ids made",
        });
        this.says = h("p", { class: "hint" });
        this.form = new Form(
            [
                {
                    name: "kind",
                    label: "Kind",
                    value: "v7",
                    choices: Object.entries(KINDS).map(([key, { words }]) => [key, words]),
                },
                { name: "count", label: "How many", type: "number", min: 1, max: MOST, value: "5" },
                {
                    name: "at",
                    label: "At the time (empty: now)",
                    type: "text",
                    size: 26,
                    value: "",
                    placeholder: "2026-02-22T19:22:22Z",
                },
                { name: "prefix", label: "Prefix", value: "user", size: 12 },
                {
                    name: "namespace",
                    label: "Namespace",
                    choices: NAMESPACES,
                    value: NAMESPACES[0][0],
                },
                { name: "name", label: "Name", value: "www.example.com", exact: true },
                {
                    name: "form",
                    label: "Form",
                    value: "",
                    choices: [
                        ["", "usual"],
                        ...forms.filter((form) => form !== "ncs").map((form) => [form, form]),
                    ],
                },
            ],
            (values) => this.#make(values),
            h("button", { class: "main" }, "Make"),
        );
        this.element = this.#element(read);
    }

    #element(read) {
        return h(
            "div",
            {},
            h("h2", {}, "Make ids"),
            h(
                "p",
                { class: "sub" },
                "With the random bits of this browser's " +
                    "cryptography. Each change makes new ids.",
            ),
            this.form.element,
            this.out,
            h(
                "div",
                { class: "under" },
                this.says,
                copyButton("the ids", () => this.out.value),
                h(
                    "button",
                    {
                        type: "button",
                        onclick: () => {
                            save("ids.txt", this.out.value, "text/plain");
                        },
                    },
                    "Save as file",
                ),
                h(
                    "button",
                    { type: "button", onclick: () => read(this.out.value.trim()) },
                    "Read these",
                ),
            ),
        );
    }

    set(values) {
        this.form.set(values);
    }

    #time(text) {
        if (text === "") {
            return undefined;
        }
        // The tool reads the time: the smallest version-7 id of it holds it.
        return parse(this.core.bounds({ from: text }).from).date.getTime();
    }

    #text({ kind, count, at, prefix, namespace, name, form }) {
        const chosen = KINDS[kind];
        const number_of = this.forms.indexOf(form || chosen.form || "uuid");
        if (chosen.named) {
            return this.core.named(chosen.kind, namespace, name, number_of);
        }
        const n = Number(count);
        if (!(Number.isInteger(n) && n >= 1 && n <= MOST)) {
            throw new Error(`How many: expected a whole number from 1 to ${MOST}`);
        }
        return this.core.make({
            kind: chosen.kind,
            count: n,
            time: this.#time(at),
            form: number_of,
            prefix: chosen.prefix ? prefix : undefined,
        });
    }

    #make(values) {
        const { timed = false, named = false, prefix = false } = KINDS[values.kind];
        this.form.show("count", !named);
        this.form.show("at", timed);
        this.form.show("prefix", prefix);
        this.form.show("namespace", named);
        this.form.show("name", named);
        this.form.show("form", !prefix);
        this.address(this.form.address);
        try {
            this.out.value = this.#text(values);
            this.says.textContent = counted(this.out.value.split("\n").length - 1, "id");
        } catch (error) {
            this.out.value = "";
            this.says.textContent = error.message;
        }
    }
}
