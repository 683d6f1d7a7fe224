// SPDX-License-Identifier: MIT
// A tiny project, built by Vite, webpack and esbuild without settings for the package.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import test from "node:test";

import esbuild from "esbuild";
import { build as viteBuild } from "vite";
import webpack from "webpack";

const HERE = path.resolve(".");
const ENTRY = path.join(HERE, "project/main.js");

const BUNDLERS = {
    esbuild: (out) => esbuild.build({ entryPoints: [ENTRY], bundle: true, format: "esm",
                                      minify: true, outfile: `${out}/main.js`,
                                      logLevel: "error" }),
    Vite: (out) => viteBuild({
        root: path.dirname(ENTRY), configFile: false, logLevel: "error",
        build: { outDir: out, lib: { entry: ENTRY, formats: ["es"],
                                     fileName: () => "main.js" } } }),
    webpack: (out) => new Promise((resolve, reject) => webpack({
        entry: ENTRY, mode: "production", target: "web", experiments: { outputModule: true },
        output: { path: out, filename: "main.js", module: true },
        performance: false,
    }, (error, stats) => error || stats.hasErrors() || stats.hasWarnings()
        ? reject(error ?? new Error(stats.toString())) : resolve())),
};

for (const [name, build] of Object.entries(BUNDLERS)) {
    test(`${name} builds a project that runs`, async () => {
        const out = path.join(HERE, "out", name);
        await build(out);
        fs.writeFileSync(`${out}/package.json`, '{ "type": "module" }');
        const printed = execFileSync(process.execPath, [`${out}/main.js`],
                                     { encoding: "utf8", cwd: "/" });
        assert.equal(printed, "7 4 01ARZ3NDEKTSV4RRFFQ69G5FAV true\n");
        assert.ok(fs.statSync(`${out}/main.js`).size < 200_000);
    });
}
