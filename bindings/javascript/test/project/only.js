// SPDX-License-Identifier: MIT
// only.js - makes an id, and needs one of the two modules.
import { v7 } from "guidon";

console.log(v7()[14]);
