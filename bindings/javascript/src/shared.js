// SPDX-License-Identifier: MIT
// shared.js - the generators that all entries of the package share.
import { KindGenerators } from "./generator.js";
import { sharedCore } from "./loader.js";

let kinds;

/** The generator of a kind. Its pool is as old as the present millisecond at most. */
export function shared(kind) {
    const core = sharedCore();
    if (kinds?.core !== core) {
        kinds = new KindGenerators(core, {}, true);
    }
    return kinds.of(kind);
}
