// SPDX-License-Identifier: MIT
// shared.js - the generators that all entries of the package share.
import { Sources } from "./generator.js";
import { sharedCore } from "./loader.js";

let sources;

/** The source of a kind. Its pool is as old as the present millisecond at most. */
export function shared(kind) {
    sources ??= new Sources(sharedCore(), {}, () => Date.now());
    return sources.of(kind);
}

export const randomBytes = (n) => globalThis.crypto.getRandomValues(new Uint8Array(n));
