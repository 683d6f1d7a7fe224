// SPDX-License-Identifier: MIT
// Load module.wasm and print the id that it makes.
import fs from "node:fs";
import { webcrypto } from "node:crypto";

let memory;
const env = {
    fill: (at, length) => webcrypto.getRandomValues(new Uint8Array(memory.buffer, at, length)),
    seconds: () => Math.floor(Date.now() / 1000),
};
const { instance } = await WebAssembly.instantiate(fs.readFileSync("module.wasm"), { env });
memory = instance.exports.memory;
const at = instance.exports.make();
console.log(Buffer.from(new Uint8Array(memory.buffer, at, 36)).toString());
