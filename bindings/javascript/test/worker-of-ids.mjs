// SPDX-License-Identifier: MIT
// worker-of-ids.mjs - a worker that posts 12,000 ids.
import { parentPort } from "node:worker_threads";

import { many, monotonicUlid, v1, v7 } from "guidon";

const singles = [v1, v7, monotonicUlid].flatMap((make) =>
    Array.from({ length: 3000 }, () => make()),
);
parentPort.postMessage([...singles, ...many("v6", 3000)]);
