// SPDX-License-Identifier: MIT
// million.mjs [RUNS] - time how long the page takes for a file of 10^6 lines, from the
// choice of the file to the table, in Chromium. The page must be built: `./dev page`.

import fs from "node:fs";

import { give, guidon, launch, open, scratch } from "../test/browser.mjs";

const runs = Number(process.argv[2] ?? 5);
const file = scratch("bench.txt");
fs.writeFileSync(
    file,
    guidon(["new", "v7", "-n", "500k"]).output + guidon(["new", "v4", "-n", "500k"]).output,
);

const browser = await launch();
const times = [];
for (let i = 0; i < runs; i += 1) {
    const page = await open(browser);
    const start = performance.now();
    await give(page, [file], ".many");
    times.push(performance.now() - start);
    await page.close();
}
await browser.close();
fs.rmSync(file);
times.sort((a, b) => a - b);
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
console.log(
    `10^6 ids, ${runs} runs: median ${seconds(times[runs >> 1])}, ` +
        `least ${seconds(times[0])}, most ${seconds(times.at(-1))}`,
);
