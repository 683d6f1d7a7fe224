// SPDX-License-Identifier: MIT
// validate.js - is a text a canonical UUID or ULID? Without a WebAssembly module.
import { wrongArgument } from "./errors.js";

const CANONICAL = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[0-7][\da-hjkmnp-tv-z]{25})$/i;

export function validate(text, options) {
    if (options !== undefined && typeof options !== "number") {
        // an array gives the index
        throw wrongArgument("validate has no options; valid(text, options) has them");
    }
    return typeof text === "string" && CANONICAL.test(text);
}
