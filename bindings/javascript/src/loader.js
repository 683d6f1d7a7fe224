// SPDX-License-Identifier: MIT
// loader.js - instances of the module guidon.wasm: new ones, and one that all functions of
// the package share.
import { GuidonError, wordOf } from "./errors.js";
import { Core } from "./guidon.js";
import { compile } from "./guidon-module.js";

let module;
let shared;

/** What `make` returns, which compiles a module or makes an instance of it. */
export function started(make) {
    try {
        return make();
    } catch (error) {
        throw new GuidonError(
            "STATE",
            "cannot start the WebAssembly module: " +
                `${wordOf(error)}; a content security policy must allow 'wasm-unsafe-eval'`,
            undefined,
            error,
        );
    }
}

/** A new instance of the module, with its own generators. */
export function newCore(host) {
    return started(() => new Core((module ??= compile()), host));
}

/** The shared instance: a new one if a call was cut off that made ids. It looks up Date at
 * each call, so that a test can replace it. */
export function sharedCore() {
    if (shared === undefined || shared.isCutOff) {
        shared = newCore();
    }
    if (shared.busy) {
        shared.checkIdle();
    }
    return shared;
}
