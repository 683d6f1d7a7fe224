// SPDX-License-Identifier: MIT
// view_id.mjs - one id: kind, time, what it reveals, bits, fields, forms.

import { Picture, svgOf } from "./bits.mjs";
import { copyButton, h, save } from "./dom.mjs";
import { partsOf, revealsOf } from "./kinds.mjs";
import * as time from "./time.mjs";

function* factsOf(id, titles) {
    if (id.time) {
        const { date, fraction } = time.parse(id.time);
        yield ["Time, UTC", id.time.replace("T", " ").replace("Z", " Z")];
        yield ["Time here", time.local(date, fraction)];
        yield ["That is", time.relative(date)];
    } else if (id.time_low) {
        yield ["From, UTC", id.time_low];
        yield ["To, UTC", id.time_high];
    } else {
        yield ["Time", "none: this kind of id holds no time"];
    }
    if (id.variant) {
        yield ["Variant", id.variant];
    }
    yield ["Read as", id.form];
    for (const [form, uuid] of Object.entries(id.or_as ?? {})) {
        yield [`Or as ${form}`, uuid];
    }
    if (id.prefix) {
        yield ["Prefix", id.prefix];
    }
    if (id.could_be) {
        yield ["Could also be", titles[id.could_be]];
    }
}

const LONG = ["c", "guid-x", "urn-oid", "oid"];

function formsOf(id) {
    return h(
        "dl",
        { class: "forms" },
        Object.entries(id.forms).map(([name, text]) =>
            h(
                "div",
                { class: LONG.includes(name) ? "wide" : undefined },
                h("dt", {}, name),
                h(
                    "dd",
                    {},
                    h("span", {}, text),
                    copyButton(name, () => text),
                ),
            ),
        ),
    );
}

const canonical = (id) => id.forms[id.kind === "ulid" ? "ulid" : "uuid"];

/** The view of a reading of guidon_describe_json. `titles` are those of all kinds. */
export function viewOf(id, titles) {
    const [title, subtitle] = partsOf(titles[id.kind]);
    const picture = new Picture(id);
    const facts = [...factsOf(id, titles)].flatMap(([name, value]) => [
        h("dt", {}, name),
        h("dd", {}, value),
    ]);
    return h(
        "section",
        { class: "one" },
        h("h2", {}, title),
        subtitle ? h("p", { class: "sub" }, subtitle) : undefined,
        h(
            "div",
            { class: "two" },
            h("div", { class: "card" }, h("h3", {}, "Facts"), h("dl", { class: "facts" }, facts)),
            h(
                "div",
                { class: "card" },
                h("h3", {}, "What it reveals"),
                h(
                    "ul",
                    { class: "reveals" },
                    revealsOf(id).map((text) => h("li", {}, text)),
                ),
            ),
        ),
        h(
            "div",
            { class: "head" },
            h("h3", {}, "Bits by field"),
            h(
                "div",
                {},
                copyButton("the id", () => canonical(id), "Copy id"),
                h(
                    "button",
                    {
                        type: "button",
                        class: "copy",
                        onclick() {
                            save(`${canonical(id)}.svg`, svgOf(id), "image/svg+xml");
                        },
                    },
                    "Save as SVG",
                ),
            ),
        ),
        h("div", { class: "card" }, picture.digits, picture.bits, picture.says, picture.legend),
        h("h3", {}, "Every form"),
        h("div", { class: "card" }, formsOf(id)),
    );
}
