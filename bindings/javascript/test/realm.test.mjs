// SPDX-License-Identifier: MIT
// The package in another realm, as Jest runs it: modules in a context of node:vm, whose
// globals are those of a page that lacks TextEncoder. dom.long.mjs runs it in Jest and
// Vitest themselves.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import vm from "node:vm";

const GLOBALS = { crypto };

/** What CommonJS files export that run in a new realm with these globals. */
function exportsIn(globals, ...files) {
    const context = vm.createContext({ ...globals });
    return files.map((file) => {
        const module = { exports: {} };
        vm.compileFunction(fs.readFileSync(file, "utf8"), ["module", "exports"], {
            parsingContext: context,
        })(module, module.exports);
        return module.exports;
    });
}

for (const [name, globals] of Object.entries({
    "no TextEncoder, and Node's Buffer": { Buffer },
    "no TextEncoder, and no Buffer": {},
    "Node's TextEncoder and TextDecoder": { TextEncoder, TextDecoder },
    "Node's TextEncoder and Buffer": { TextEncoder, TextDecoder, Buffer },
})) {
    test(`ids in a realm with ${name}`, () => {
        const [all, { check }] = exportsIn(
            { ...GLOBALS, ...globals },
            "node_modules/guidon/dist/all.cjs",
            "dom/checks.js",
        );
        assert.equal(
            check(all.index, all.uuid, (list) => Buffer.from(list)),
            31,
        );
    });
}

test("a Date of another realm is a time", () => {
    const [all] = exportsIn(GLOBALS, "node_modules/guidon/dist/all.cjs");
    const date = new Date("2026-01-01");
    assert.equal(all.index.floor("v7", date), all.index.floor("v7", date.getTime()));
    assert.equal(all.index.timeOf(all.index.v7At(date)).getTime(), date.getTime());
    assert.throws(() => all.index.v7(date), /no form/);
    assert.throws(() => all.index.v1(new Date(NaN)), /unknown option/);
});
