// SPDX-License-Identifier: MIT
// scan-api.js - the functions that find ids in text. They need the module scan.wasm.
// index.d.ts documents them.
import { sharedScan } from "./scan-loader.js";
import { Scanner } from "./scan.js";
import { kindName } from "./show.js";
import { bytesOfText, readerOptions } from "./values.js";

export function scan(data, options) {
    const core = sharedScan();
    const scanner = new Scanner(core, readerOptions(options, Scanner.OPTIONS));
    const bytes = bytesOfText(data, "the text");
    const found = [];
    scanner.push(bytes, true, ({ kind, ...match }) =>
        found.push({ ...match, kind: kindName(core, kind) }),
    );
    return found;
}
