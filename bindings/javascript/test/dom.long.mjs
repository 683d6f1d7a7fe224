// SPDX-License-Identifier: MIT
// The package in Jest and in Vitest, with the environments that have a document.
import { execFileSync } from "node:child_process";
import process from "node:process";
import test from "node:test";

const DEADLINE = 240_000; // milliseconds; a run takes about 5 s
const env = { ...process.env, CI: "1", NO_COLOR: "1" };
delete env.NODE_TEST_CONTEXT;

/** Run a program of the project; its test fails if the program does. */
const runs = (name, words) =>
    test(`the checks run in ${name}`, () => {
        execFileSync(process.execPath, words, { cwd: "dom", env, timeout: DEADLINE });
    });

runs("Jest with jsdom", [
    "node_modules/jest/bin/jest.js",
    "--ci",
    "--runInBand",
    "--testMatch",
    "**/*.jest.js",
]);
for (const [environment, config] of [
    ["jsdom", "vitest.config.mjs"],
    ["happy-dom", "vitest.config.mjs"],
    ["jsdom", "inline.config.mjs"],
]) {
    runs(`Vitest with ${environment} and ${config}`, [
        "node_modules/vitest/vitest.mjs",
        "run",
        "--environment",
        environment,
        "--dir",
        ".",
        "--config",
        config,
    ]);
}
