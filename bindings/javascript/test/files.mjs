// SPDX-License-Identifier: MIT
// files.mjs - the shared vectors, for runtimes that read files.
import fs from "node:fs";
import path from "node:path";
import process from "node:process";

/** The folder of the source tree: the tests run in a copy below build/. */
export const ROOT = path.resolve(process.env.GUIDON_ROOT ?? "../../..");
const VECTORS = path.join(ROOT, "tests/vectors");

export const files = Object.fromEntries(
    fs
        .readdirSync(VECTORS)
        .sort()
        .map((name) => [
            path.basename(name, ".json"),
            JSON.parse(fs.readFileSync(path.join(VECTORS, name))),
        ]),
);
