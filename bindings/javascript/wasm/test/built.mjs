// SPDX-License-Identifier: MIT
// built.mjs - the modules that run.sh has built, and the tool, for the tests.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const HOME = fileURLToPath(new URL("..", import.meta.url));
export const ROOT = path.resolve(HOME, "../../..");
export const BUILT = path.join(ROOT, "build/wasm");
export const TOOL = path.join(ROOT, "build/release/cli/guidon");

/** The bytes and the WebAssembly.Module of each, by name. */
export const built = Object.fromEntries(
    ["guidon", "forms", "scan"].map((name) => {
        const bytes = fs.readFileSync(path.join(BUILT, `${name}.wasm`));
        return [name, { bytes, module: new WebAssembly.Module(bytes) }];
    }),
);

/** The objects that the tool prints as lines of JSON; its exit status may be 1. */
export function toolJson(words, input = "") {
    let lines;
    try {
        lines = execFileSync(TOOL, words, {
            input,
            encoding: "utf8",
            maxBuffer: 1e8,
            stdio: ["pipe", "pipe", "ignore"],
        });
    } catch (error) {
        lines = error.stdout;
    }
    return lines
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
}
