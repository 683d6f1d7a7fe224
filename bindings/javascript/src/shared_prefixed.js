// SPDX-License-Identifier: MIT
// shared_prefixed.js - the generators of ids with a prefix that all entries of the package share.
import { sharedCore } from "./loader.js";
import { PrefixedGenerators } from "./prefixed_generator.js";

let generators;

export function sharedPrefixed() {
    const core = sharedCore();
    if (generators?.core !== core) {
        generators = new PrefixedGenerators(core, {});
    }
    return generators;
}
