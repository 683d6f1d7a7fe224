// SPDX-License-Identifier: MIT
// shared.js - the generators that all entries of the package share.
import { Sources } from "./generator.js";
import { sharedCore } from "./loader.js";

let sources;

/** The source of a kind. Its pool is as old as the present millisecond at most. */
export function shared(kind) {
    const core = sharedCore();
    if (sources?.core !== core) {
        sources = new Sources(core, {}, true);
    }
    return sources.of(kind);
}
