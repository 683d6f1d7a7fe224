// SPDX-License-Identifier: MIT
// view_odds.mjs - the probability that two ids are equal, as a number and as a curve.

import { curveOf, power } from "./chart.mjs";
import { h } from "./dom.mjs";
import { Form } from "./form.mjs";

const POINTS = 48;
const TIMED = ["v1", "v6", "v7", "ulid"];

/** "120,000", "3.2 × 10¹⁴". */
function about(n) {
    if (n >= 1e-3 && n < 1e9) {
        return Number(n.toPrecision(3)).toLocaleString("en");
    }
    const [digits, exponent] = n.toExponential(1).split("e");
    const times = digits === "1.0" ? "" : `${digits.replace(".0", "")} × `;
    return times + power(Number(exponent));
}

function answer(probability) {
    if (probability > 0.9999) {
        return "Almost certain that some two are equal";
    }
    if (probability > 0.1) {
        return `${(100 * probability).toPrecision(3)} % that any two are equal`;
    }
    return probability === 0
        ? "None: a single id has no other id to be equal to"
        : `1 in ${about(1 / probability)} that any two are equal`;
}

export class OddsView {
    constructor({ core, address }) {
        Object.assign(this, { core, address });
        this.result = h("div", { "aria-live": "polite" });
        this.form = new Form(
            [
                {
                    name: "kind",
                    label: "Kind",
                    value: "v7",
                    choices: ["v7", "v4", "ulid", "v6", "v1", "v5", "v3"].map((k) => [k, k]),
                },
                { name: "rate", label: "Ids per time", value: "1M/s", size: 12 },
                { name: "years", label: "Years", value: "10", size: 8 },
                { name: "count", label: "Number of ids", value: "1e9", size: 12 },
            ],
            (values) => this.#show(values),
        );
        this.element = h(
            "div",
            {},
            h("h2", {}, "How likely are two equal ids?"),
            h(
                "p",
                { class: "sub" },
                "The birthday bound, for ids that every maker draws " +
                    "independently with good random bits.",
            ),
            this.form.element,
            h(
                "p",
                { class: "hint" },
                "Numbers may be like 1000, 20M or 1e15; a rate is " +
                    "per ns, us, ms, s, min, h, day or year.",
            ),
            this.result,
        );
    }

    set(values) {
        this.form.set(values);
    }

    /** Points around the answer, on the same span of time. */
    #points(kind, found) {
        const middle = Math.log10(Math.max(found.count, 10));
        const [left, right] = [Math.max(0.5, middle - 8), middle + 8];
        const years = found.years || undefined;
        return Array.from({ length: POINTS }, (_, i) => {
            const x = left + ((right - left) * i) / (POINTS - 1);
            const { probability } = this.core.odds({ kind, count: `${10 ** x}`, years });
            return [x, Math.log10(probability)];
        }).filter(([, y]) => Number.isFinite(y));
    }

    #facts(found) {
        const facts = [
            ["Ids", about(found.count)],
            [
                "Random bits",
                `${found.random_bits} in each` +
                    (found.years ? " id of one step of its clock" : ""),
            ],
            ["Different ids possible", about(found.places)],
        ];
        return h(
            "dl",
            { class: "facts" },
            facts.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
        );
    }

    #show({ kind, rate, years, count }) {
        const timed = TIMED.includes(kind);
        this.form.show("rate", timed);
        this.form.show("years", timed);
        this.form.show("count", !timed);
        this.address(this.form.address);
        try {
            const found = this.core.odds({ kind, ...(timed ? { rate, years } : { count }) });
            const at = [Math.log10(found.count), Math.log10(found.probability)];
            this.result.replaceChildren(
                h(
                    "div",
                    { class: "card" },
                    h("p", { class: "big" }, answer(found.probability)),
                    this.#facts(found),
                ),
                ...(found.probability > 0
                    ? [
                          h("h3", {}, "Probability over the number of ids"),
                          h("div", { class: "card" }, curveOf(this.#points(kind, found), at)),
                      ]
                    : []),
            );
        } catch (error) {
            this.result.replaceChildren(h("p", { class: "error" }, error.message));
        }
    }
}
