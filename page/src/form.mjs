// SPDX-License-Identifier: MIT
// form.mjs - a form whose values stand in the address of the page.

import { h } from "./dom.mjs";

/** One control with its label. `spec`: { name, label, choices | type, value, exact, ... }:
 * an exact value keeps the blanks at its ends. */
function control(spec, change) {
    const { name, label, choices, value, exact, ...rest } = spec;
    const id = `f-${name}`;
    const attributes = { id, name, onchange: change, oninput: change, ...rest };
    const input = choices
        ? h(
              "select",
              attributes,
              choices.map(([key, words]) => h("option", { value: key }, words)),
          )
        : h("input", { spellcheck: "false", autocomplete: "off", ...attributes });
    input.value = value;
    return h("div", { class: "field", "data-name": name }, h("label", { for: id }, label), input);
}

/** A form of these controls. `update(values)` runs at every change. */
export class Form {
    constructor(specs, update, ...more) {
        this.specs = specs;
        this.update = update;
        this.element = h(
            "form",
            {
                class: "fields",
                novalidate: true,
                onsubmit: (event) => {
                    event.preventDefault();
                    this.changed();
                },
            },
            specs.map((spec) => control(spec, () => this.changed())),
            more,
        );
    }

    get values() {
        return Object.fromEntries(
            this.specs.map(({ name, exact }) => {
                const { value } = this.element.elements[name];
                return [name, exact ? value : value.trim()];
            }),
        );
    }

    /** Set the values that the address names. A choice that does not exist is left out. */
    set(values) {
        for (const { name, choices } of this.specs) {
            const value = values.get(name);
            if (value !== null && (choices?.some(([key]) => key === value) ?? true)) {
                this.element.elements[name].value = value;
            }
        }
        this.changed();
    }

    show(name, shown) {
        this.element.querySelector(`[data-name=${name}]`).hidden = !shown;
    }

    /** The values that differ from the first ones, for the address. */
    get address() {
        const values = this.values;
        return new URLSearchParams(
            this.specs
                .filter(({ name, value }) => values[name] !== value)
                .map(({ name }) => [name, values[name]]),
        ).toString();
    }

    changed() {
        this.update(this.values);
    }
}
