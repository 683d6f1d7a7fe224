// SPDX-License-Identifier: MIT
// only.js - makes an id, and needs one of the three modules.
import { v1 } from "guidon";

console.log(v1()[14]);
