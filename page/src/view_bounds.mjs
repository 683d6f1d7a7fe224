// SPDX-License-Identifier: MIT
// view_bounds.mjs - the smallest and the largest id of a span of time, and its SQL.

import { copyButton, h } from "./dom.mjs";
import { Form } from "./form.mjs";

const pairs = (...words) => words.map((word) => [word, word]);

export class BoundsView {
    constructor({ core, address }) {
        Object.assign(this, { core, address });
        const today = new Date().toISOString().slice(0, 10);
        this.result = h("div", { "aria-live": "polite" });
        this.form = new Form(
            [
                {
                    name: "kind",
                    label: "Kind",
                    value: "v7",
                    choices: pairs("v7", "ulid", "v6", "v1"),
                },
                { name: "from", label: "From", value: today, size: 22 },
                { name: "to", label: "To (empty: the whole of From)", value: "", size: 22 },
                { name: "column", label: "Column", value: "id", size: 12 },
                {
                    name: "database",
                    label: "Database",
                    value: "postgresql",
                    choices: pairs("postgresql", "mysql", "sqlite"),
                },
                {
                    name: "stored",
                    label: "Stored as",
                    value: "",
                    choices: [
                        ["", "the usual text, or uuid"],
                        ["bytes", "16 bytes"],
                        ["hex", "hex text"],
                        ["int", "a number"],
                    ],
                },
            ],
            (values) => this.#show(values),
        );
        this.element = h(
            "div",
            {},
            h("h2", {}, "Bounds of a time span"),
            h(
                "p",
                { class: "sub" },
                "Select rows by the time in their ids, with the index " +
                    "that the column has already.",
            ),
            this.form.element,
            h(
                "p",
                { class: "hint" },
                "A time may be a year, a month, a day, a minute or " +
                    "a second: 2026, 2026-02, 2026-02-22, 2026-02-22T19:22Z, @1771788142. Both " +
                    "ends are included.",
            ),
            this.result,
        );
    }

    set(values) {
        this.form.set(values);
    }

    #show(values) {
        this.address(this.form.address);
        try {
            const { kind, column, database } = values;
            const sorts = kind !== "v1" || database === "mysql";
            const found = this.core.bounds({ ...values, column: sorts ? column : undefined });
            const sql = found.sql
                ? [
                      h("h3", {}, "SQL"),
                      h(
                          "div",
                          { class: "card line" },
                          h("code", { class: "sql" }, found.sql),
                          copyButton("the SQL", () => found.sql),
                      ),
                  ]
                : [
                      h(
                          "p",
                          { class: "note" },
                          "The bytes of version 1 do not sort by " +
                              "time. MySQL's UUID_TO_BIN(id, 1) does: choose mysql.",
                      ),
                  ];
            this.result.replaceChildren(
                h("h3", {}, "Ids"),
                h(
                    "div",
                    { class: "card" },
                    h(
                        "dl",
                        { class: "facts" },
                        h("dt", {}, "Smallest"),
                        h(
                            "dd",
                            { class: "mono" },
                            found.min,
                            " ",
                            copyButton("the smallest id", () => found.min),
                        ),
                        h("dt", {}, "Largest"),
                        h(
                            "dd",
                            { class: "mono" },
                            found.max,
                            " ",
                            copyButton("the largest id", () => found.max),
                        ),
                        h("dt", {}, "From"),
                        h("dd", {}, found.from),
                        h("dt", {}, "To"),
                        h("dd", {}, found.to),
                    ),
                ),
                ...sql,
            );
        } catch (error) {
            this.result.replaceChildren(h("p", { class: "error" }, error.message));
        }
    }
}
