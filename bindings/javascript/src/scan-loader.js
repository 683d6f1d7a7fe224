// SPDX-License-Identifier: MIT
// scan-loader.js - the instance of the module scan.wasm, made when it is wanted.
import { started } from "./loader.js";
import { compile } from "./scan-module.js";
import { Scan } from "./scan.js";

let shared;

export function sharedScan() {
    shared ??= started(() => new Scan(compile()));
    return shared;
}
