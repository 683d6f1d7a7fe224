// SPDX-License-Identifier: MIT
// imported.js - the module as an import, for hosts that forbid to compile bytes.
import module from "../guidon.wasm";
import { provide } from "./loader.js";

provide(() => module);
