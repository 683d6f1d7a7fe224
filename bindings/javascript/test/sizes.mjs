// SPDX-License-Identifier: MIT
// sizes.mjs - what typical imports cost in a bundle of esbuild: bytes, and bytes by gzip -9.
// `./dev npm && node bindings/javascript/test/run.mjs --program sizes.mjs` prints the table of the
// README.
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import zlib from "node:zlib";

import esbuild from "esbuild";

export const IMPORTS = [
    'import { v7 } from "guidon"',
    'import { v7, ulid, validate } from "guidon"',
    'import { v4, v5, v7, validate } from "guidon/uuid"',
    'import { monotonicFactory } from "guidon/ulid"',
    'import { v7, convert } from "guidon"',
    'import * as all from "guidon"',
    'import { v7 } from "uuid"',
    'import { v4, v5, v7, validate } from "uuid"',
    'import { monotonicFactory } from "ulid"',
];

/** The bundle of a program that uses every name of an import. */
export function bundle(line) {
    const [, names] = /(?:\{|\* as)(.*?)(?:\}|from)/.exec(line);
    const {
        outputFiles: [file],
    } = esbuild.buildSync({
        stdin: {
            contents: `${line}\nglobalThis.used = [${names}];`,
            resolveDir: path.resolve("."),
        },
        bundle: true,
        format: "esm",
        platform: "browser",
        minify: true,
        write: false,
        logLevel: "error",
    });
    return file.contents;
}

const kilobytes = (bytes) => (bytes / 1000).toFixed(1);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    for (const line of IMPORTS) {
        const contents = bundle(line);
        const { length } = zlib.gzipSync(contents, { level: 9 });
        console.log(`| \`${line}\` | ${kilobytes(contents.length)} | ${kilobytes(length)} |`);
    }
}
