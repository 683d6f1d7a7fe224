// SPDX-License-Identifier: MIT
// loader.js - the module, from inline.js or imported.js, and the instance that all
// functions of the package share.
import { Core } from "./guidon.js";

let source;
let module;
let shared;

/** Say how to get the WebAssembly.Module; called once, when the first id is wanted. */
export function provide(getModule) {
    source = getModule;
}

/** A new instance of the module, with its own generators. */
export function newCore(host) {
    module ??= source();
    return new Core(module, host);
}

/** The shared instance. It looks up Date at each call, so that a test can replace it. */
export function sharedCore() {
    shared ??= newCore({ now: () => Date.now() });
    return shared;
}
