// SPDX-License-Identifier: MIT
// bits-in-worker.mjs - check the random bits in a worker: of node:worker_threads, which reads
// what this prints, or of a page, which gets a message.
import * as guidon from "guidon";

import { checkBits } from "./everywhere.mjs";

const said = checkBits(guidon, Date.now() + 10 ** 7);
console.log(said);
globalThis.postMessage?.(said);
