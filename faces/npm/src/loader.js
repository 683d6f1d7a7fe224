// SPDX-License-Identifier: MIT
// loader.js - instances of the module guidon.wasm: new ones, and one that all functions of
// the package share.
import { compile } from "./guidon-module.js";
import { Core } from "./guidon.js";

let module;
let shared;

/** A new instance of the module, with its own generators. */
export function newCore(host) {
    module ??= compile();
    return new Core(module, host);
}

/** The shared instance. It looks up Date at each call, so that a test can replace it. */
export function sharedCore() {
    shared ??= newCore({ now: () => Date.now() });
    return shared;
}
