// SPDX-License-Identifier: MIT
// time.mjs - times for people.

const UNITS = [["year", 31556952], ["month", 2629746], ["day", 86400], ["hour", 3600],
    ["minute", 60], ["second", 1]];

/** "3 years ago", in the language of the page. */
export function relative(date, now = Date.now()) {
    const seconds = (date - now) / 1000;
    const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ??
        UNITS.at(-1);
    return new Intl.RelativeTimeFormat("en", { numeric: "auto" })
        .format(Math.trunc(seconds / size), unit);
}

/** The time where the reader is, with the digits of a second that the id holds. */
export function local(date, fraction) {
    const pad = (n, width = 2) => String(Math.abs(n)).padStart(width, "0");
    const offset = -date.getTimezoneOffset();
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-` +
        `${pad(date.getDate())} ${pad(date.getHours())}:${pad(date.getMinutes())}:` +
        `${pad(date.getSeconds())}${fraction} ${offset < 0 ? "-" : "+"}` +
        `${pad(Math.trunc(offset / 60))}:${pad(offset % 60)}${zone ? ` (${zone})` : ""}`;
}

/** RFC 3339 with any digits as a Date and the fraction as text. */
export function parse(text) {
    const [, whole, fraction = ""] = /^([^.Z]+)(\.\d+)?Z$/.exec(text);
    const year = /^\d{5}/.test(whole) ? `+0${whole}` : whole;
    return { date: new Date(`${year}${fraction.slice(0, 4)}Z`), fraction };
}
