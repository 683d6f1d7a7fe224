// SPDX-License-Identifier: MIT
// forms-loader.js - the instance of the module forms.wasm, made when it is wanted.
import { compile } from "./forms-module.js";
import { Forms } from "./forms.js";
import { started } from "./loader.js";

let shared;

export function sharedForms() {
    shared ??= started(() => new Forms(compile()));
    return shared;
}
