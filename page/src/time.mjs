// SPDX-License-Identifier: MIT
// time.mjs - times for people.

const UNITS = [
    ["year", 31556952],
    ["month", 2629746],
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
    ["second", 1],
];

/** "3 years ago", in the language of the page. */
export function relative(date, now = Date.now()) {
    const seconds = (date - now) / 1000;
    const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS.at(-1);
    return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(
        Math.trunc(seconds / size),
        unit,
    );
}

const pad = (n, width = 2) => String(n).padStart(width, "0");

/** The difference of the clock where the reader is from UTC: "+05:30", or "-04:56:02" of a
 * local mean time. */
function offsetOf(date) {
    // getTimezoneOffset has whole minutes in one engine, and a fraction in another.
    const clock = Date.UTC(
        date.getFullYear(),
        date.getMonth(),
        date.getDate(),
        date.getHours(),
        date.getMinutes(),
        date.getSeconds(),
        date.getMilliseconds(),
    );
    const seconds = Math.abs(clock - date) / 1000;
    const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor);
    return (
        (clock < date ? "-" : "+") +
        parts
            .slice(0, parts[2] > 0 ? 3 : 2)
            .map((part) => pad(part))
            .join(":")
    );
}

/** The time where the reader is, with the digits of a second that the id holds. */
export function local(date, fraction) {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return (
        `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-` +
        `${pad(date.getDate())} ${pad(date.getHours())}:${pad(date.getMinutes())}:` +
        `${pad(date.getSeconds())}${fraction} ${offsetOf(date)}${zone ? ` (${zone})` : ""}`
    );
}

/** A year after 9999 with the six digits that Date wants. */
export const withSixDigits = (text) => text.replace(/^\+(?=\d{5}-)/, "+0");

/** RFC 3339 with any digits as a Date and the fraction as text. */
export function parse(text) {
    const [, whole, fraction = ""] = /^([^.Z]+)(\.\d+)?Z$/.exec(text);
    return { date: new Date(`${withSixDigits(whole)}${fraction.slice(0, 4)}Z`), fraction };
}
