// SPDX-License-Identifier: MIT
// errors.mjs - the error of every function, and the arguments that functions check. It needs no
// module.

/** The error of every function: `reason` is one of REASONS, and `offset` is that of the
 * first wrong character if the text of an id is wrong. `forms` has the forms that an
 * AMBIGUOUS text could have. */
export class GuidonError extends Error {
    constructor(reason, message, offset, cause) {
        super(message, cause === undefined ? undefined : { cause });
        this.name = "GuidonError";
        this.reason = reason;
        this.offset = offset;
        this.forms = undefined;
    }
}

export const wrongArgument = (message) => new GuidonError("ARGUMENT", message);

const WORD_MAX = 100; // characters

/** A value in words, for a message. Some objects have no text. */
export function wordOf(value) {
    try {
        const word = String(value);
        return word.length > WORD_MAX ? `${word.slice(0, WORD_MAX)}...` : word;
    } catch {
        return typeof value;
    }
}

const NO_OPTIONS = Object.freeze({});

/** The members `names` of a caller's options, each read once: an object, or undefined for none.
 * Another member is an error, and `more` ends its message. */
export function optionsOf(options, names, more = "") {
    if (options === undefined) {
        return NO_OPTIONS;
    }
    const isObject = typeof options === "object" && options !== null && !isDate(options);
    const unknown = isObject
        ? Object.keys(options).find((name) => !names.includes(name))
        : wordOf(options);
    if (unknown !== undefined) {
        throw wrongArgument(
            `unknown option ${wordOf(unknown)}; expected ${names.join(", ")}` + more,
        );
    }
    return Object.fromEntries(names.map((name) => [name, options[name]]));
}

/** Is a value a Date, of any realm? */
export function isDate(value) {
    try {
        Date.prototype.getTime.call(value);
        return true;
    } catch {
        return false;
    }
}

/** The milliseconds of a Date or of a number; NaN for every other value. */
export function millisecondsIn(time) {
    const ms = isDate(time) ? Date.prototype.getTime.call(time) : time;
    return typeof ms === "number" ? ms : NaN;
}
