// SPDX-License-Identifier: MIT
// pack.mjs - packs the bytes of the standard input by gzip, smaller than zlib does. Equal bytes
// give equal bytes.

import { createRequire } from "node:module";
import process from "node:process";
import { buffer } from "node:stream/consumers";

const zopfli = createRequire(new URL("../build/page/", import.meta.url))("@gfx/zopfli");
const packed = await zopfli.gzipAsync(await buffer(process.stdin), { numiterations: 15 });
process.stdout.write(packed);
