// SPDX-License-Identifier: MIT
// Tiny projects, built by Vite, webpack and esbuild without settings for the package: they
// run, and hold no module that they do not need.
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
const LIBRARY = path.join(HERE, "node_modules/guidon/dist/lib");

/** A program, what it prints, the modules in its bundle, and the most bytes of that: about
 * 2 % above those of Vite, which keeps the white space of a library. 2 kB of them are checks
 * of what functions and arguments of the caller do, and 1 kB is for calls that are cut off. */
const PROGRAMS = {
    main: {
        prints: /^7 4 01ARZ3NDEKTSV4RRFFQ69G5FAV true\n$/,
        modules: ["guidon", "forms"],
        most: 111_700,
    },
    only: { prints: /^1\n$/, modules: ["guidon"], most: 59_400 },
    makers: { prints: /^true true true 7\n$/, modules: ["guidon"], most: 65_200 },
    light: { prints: /^true true true true\n$/, modules: [], most: 6_300 },
};

const BUNDLERS = {
    esbuild: (entry, out) =>
        esbuild.build({
            entryPoints: [entry],
            bundle: true,
            format: "esm",
            minify: true,
            outfile: `${out}/main.js`,
            logLevel: "error",
        }),
    Vite: (entry, out) =>
        viteBuild({
            root: path.dirname(entry),
            configFile: false,
            logLevel: "error",
            build: {
                outDir: out,
                minify: true,
                lib: {
                    entry,
                    formats: ["es"],
                    fileName: () => "main.js",
                },
            },
        }),
    webpack: (entry, out) =>
        new Promise((resolve, reject) =>
            webpack(
                {
                    entry,
                    mode: "production",
                    target: "web",
                    experiments: { outputModule: true },
                    output: { path: out, filename: "main.js", module: true },
                    performance: false,
                },
                (error, stats) =>
                    error || stats.hasErrors() || stats.hasWarnings()
                        ? reject(error ?? new Error(stats.toString()))
                        : resolve(),
            ),
        ),
};

/** The modules whose text is in a bundle, however the bundler quotes it. */
function modulesIn(bundle) {
    return ["guidon", "forms", "scan"].filter((name) => {
        const source = fs.readFileSync(`${LIBRARY}/${name}-module.js`, "utf8");
        const [, frequent] = /FREQUENT = "(.*)"/.exec(source);
        const [, text] = /TEXT = "(.*)"/.exec(source);
        const isIn = bundle.includes(frequent);
        assert.equal(bundle.includes(text), isIn, name);
        return isIn;
    });
}

for (const [bundler, build] of Object.entries(BUNDLERS)) {
    for (const [program, { prints, modules, most }] of Object.entries(PROGRAMS)) {
        test(`${bundler} builds project/${program}.js, which runs`, async () => {
            const out = path.join(HERE, "out", bundler, program);
            await build(path.join(HERE, `project/${program}.js`), out);
            fs.writeFileSync(`${out}/package.json`, '{ "type": "module" }');
            const printed = execFileSync(process.execPath, [`${out}/main.js`], {
                encoding: "utf8",
                cwd: "/",
            });
            assert.match(printed, prints);
            const bundle = fs.readFileSync(`${out}/main.js`, "utf8");
            assert.deepEqual(modulesIn(bundle), modules);
            assert.ok(bundle.length <= most, `${bundle.length} bytes`);
        });
    }
}
