// SPDX-License-Identifier: MIT
// serve.mjs QUERY - serve the worker on loopback with what `wrangler dev` uses, fetch it
// once, and write the answer to the file out/answer.json.
import fs from "node:fs";
import process from "node:process";

import { unstable_startWorker as startWorker } from "wrangler";

const worker = await startWorker({
    config: "wrangler.jsonc",
    dev: {
        server: { hostname: "127.0.0.1", port: 0 },
        inspector: false,
        remote: false,
        watch: false,
        persist: false,
    },
});
try {
    const answer = await fetch(new URL(process.argv[2], await worker.url));
    fs.writeFileSync("out/answer.json", await answer.text());
} finally {
    await worker.dispose();
}
