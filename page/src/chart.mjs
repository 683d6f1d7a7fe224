// SPDX-License-Identifier: MIT
// chart.mjs - the pictures: ids over time, and odds over the number of ids.

import { counted, s } from "./dom.mjs";
import { withSixDigits } from "./time.mjs";

const HEIGHT = 180;
const widthOf = () => (matchMedia("(max-width: 46rem)").matches ? 360 : 800);

const dayOf = (text) =>
    text
        .replace("T", " ")
        .replace(/(:\d\d)\.000Z$/, "$1")
        .replace(/ 00:00:00$/, "")
        .replace(/:00$/, "");

/** The milliseconds of a time as the tool writes it. */
export const millisecondsOf = (text) => Date.parse(withSixDigits(text));

const endOf = (rows, i) => {
    const at = (row) => millisecondsOf(row.from);
    const step = rows.length > 1 ? at(rows[1]) - at(rows[0]) : Infinity;
    return i + 1 < rows.length ? at(rows[i + 1]) : at(rows[i]) + step;
};

/** A bar for each row of the timeline. `choose(from, to, words)` gets the times of one. */
export function barsOf({ rows }, choose) {
    const width = widthOf();
    const most = Math.max(1, ...rows.map((row) => row.count));
    const step = width / Math.max(rows.length, 1);
    const bars = rows.map((row, i) => {
        const height = row.count === 0 ? 0 : Math.max(3, (row.count / most) * HEIGHT);
        const words = `${dayOf(row.from)}: ${counted(row.count, "id")}`;
        const use = (event) => {
            event.preventDefault();
            choose(millisecondsOf(row.from), Math.min(endOf(rows, i) - 1, 9e15), words);
        };
        return s(
            "a",
            { href: "#", "aria-label": words, onclick: use },
            s("rect", {
                class: "hit",
                x: i * step,
                y: 0,
                width: step,
                height: HEIGHT,
                fill: "transparent",
            }),
            s("rect", {
                class: "bar",
                x: i * step + 1,
                y: HEIGHT - height,
                width: Math.max(step - 2, 1),
                height,
                rx: 2,
            }),
            s("title", {}, words),
        );
    });
    const label = (x, anchor, text) =>
        s("text", { x, y: HEIGHT + 18, "text-anchor": anchor }, text);
    const ends =
        rows.length === 0
            ? []
            : [
                  label(0, "start", dayOf(rows[0].from)),
                  rows.length > 1 ? label(width, "end", dayOf(rows.at(-1).from)) : undefined,
              ];
    return s(
        "svg",
        {
            class: "chart",
            viewBox: `0 0 ${width} ${HEIGHT + 24}`,
            role: "group",
            "aria-label": "Ids over time",
        },
        s("line", { class: "axis", x1: 0, x2: width, y1: HEIGHT, y2: HEIGHT }),
        bars,
        ends,
    );
}

/** A power of ten: "10¹⁴". */
export const power = (exponent) =>
    `10${String(exponent).replace(
        /./g,
        (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"["0123456789".indexOf(digit)] ?? "⁻",
    )}`;

/** The curve of the points [log10 of a count, log10 of its probability], and the point of
 * the answer. */
export function curveOf(points, [x0, y0]) {
    const width = widthOf();
    const xs = points.map(([x]) => x);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const bottom = Math.min(-1, Math.floor(Math.min(...points.map(([, y]) => y))));
    const x = (value) => 56 + ((value - left) / (right - left)) * (width - 72);
    const y = (value) => 12 + (value / bottom) * HEIGHT;
    const every = Math.max(1, Math.round(-bottom / 5));
    const grid = [];
    for (let at = 0; at >= bottom; at -= every) {
        grid.push(
            s("line", { class: "axis", x1: 56, x2: width - 16, y1: y(at), y2: y(at) }),
            s(
                "text",
                { x: 48, y: y(at) + 4, "text-anchor": "end" },
                at === 0 ? "certain" : power(at),
            ),
        );
    }
    const ticks = Math.max(1, Math.round((right - left) / (width / 130)));
    for (let at = Math.ceil(left); at <= right; at += ticks) {
        grid.push(s("text", { x: x(at), y: HEIGHT + 34, "text-anchor": "middle" }, power(at)));
    }
    const line = points.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(" ");
    return s(
        "svg",
        {
            class: "chart",
            viewBox: `0 0 ${width} ${HEIGHT + 44}`,
            role: "img",
            "aria-label": "The probability that two ids are equal, over the number of ids",
        },
        grid,
        s("polyline", { class: "curve", points: line }),
        s("line", { class: "guide", x1: x(x0), x2: x(x0), y1: y(y0), y2: HEIGHT + 12 }),
        s("circle", { class: "dot", cx: x(x0), cy: y(y0), r: 6 }),
    );
}
