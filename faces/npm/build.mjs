// SPDX-License-Identifier: MIT
// build.mjs [DIR] - write the folder of the package to build/npm/package, and the tarball
// guidon-VERSION.tgz to DIR. Equal sources and equal tools give equal bytes.
//
// The module must be in build/wasm (faces/wasm/build.sh), and esbuild in
// build/npm/tools: `./dev npm` does both.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const FACE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = path.resolve(FACE, "../..");
const WASM = path.join(ROOT, "build/wasm");
const PACKAGE = path.join(ROOT, "build/npm/package");
const DIST = path.join(PACKAGE, "dist");
const ENTRIES = { index: "api", uuid: "uuid", ulid: "ulid" };
const SPDX = "// SPDX-License-Identifier: MIT\n";
const { buildSync } = createRequire(path.join(ROOT, "build/npm/tools/"))("esbuild");

const write = (name, text) => fs.writeFileSync(path.join(DIST, name), text);

/** The files of src/ and of the module's glue; inline.js has the bytes of the module. */
function writeLibrary() {
    fs.mkdirSync(path.join(DIST, "lib"), { recursive: true });
    for (const name of fs.readdirSync(path.join(FACE, "src"))) {
        const folder = name.endsWith(".d.ts") ? DIST : path.join(DIST, "lib");
        fs.copyFileSync(path.join(FACE, "src", name), path.join(folder, name));
    }
    for (const name of ["guidon", "scan", "show"]) {
        fs.copyFileSync(path.join(WASM, `${name}.mjs`), path.join(DIST, "lib", `${name}.js`));
    }
    const bytes = fs.readFileSync(path.join(WASM, "guidon.wasm"));
    fs.copyFileSync(path.join(WASM, "guidon.wasm"), path.join(DIST, "guidon.wasm"));
    write("lib/inline.js", `${SPDX}// inline.js - the module as text.
import { provide } from "./loader.js";

const BASE64 = "${bytes.toString("base64")}";

provide(() => new WebAssembly.Module(
    Uint8Array.from(atob(BASE64), (letter) => letter.charCodeAt(0))));
`);
}

/** One CommonJS file with everything. The ES modules for Node.js take their functions from
 * it, so that \`import\` and \`require\` share one state. */
function writeCommonJs() {
    const contents = ['import "./lib/inline.js";', ...Object.entries(ENTRIES).map(
        ([name, file]) => `export * as ${name} from "./lib/${file}.js";`)].join("\n");
    buildSync({ stdin: { contents, resolveDir: DIST }, absWorkingDir: DIST, outfile: "all.cjs",
                bundle: true, format: "cjs", platform: "neutral", target: "es2022",
                banner: { js: SPDX.trim() }, logLevel: "warning" });
}

function writeEntries() {
    const all = createRequire(DIST)(path.join(DIST, "all.cjs"));
    for (const [name, file] of Object.entries(ENTRIES)) {
        const body = (how) => `${SPDX}import "./lib/${how}.js";

export * from "./lib/${file}.js";
`;
        write(`${name}.js`, body("inline"));
        write(`${name}.imported.js`, body("imported"));
        write(`${name}.cjs`, `${SPDX}module.exports = { ...require("./all.cjs").${name} };\n`);
        write(`${name}.node.js`, `${SPDX}import all from "./all.cjs";

export const { ${Object.keys(all[name]).sort().join(", ")} } = all.${name};
`);
        fs.copyFileSync(path.join(DIST, `${name}.d.ts`), path.join(DIST, `${name}.d.cts`));
    }
}

function writePackage() {
    fs.rmSync(PACKAGE, { recursive: true, force: true });
    fs.mkdirSync(DIST, { recursive: true });
    writeLibrary();
    writeCommonJs();
    writeEntries();
    for (const name of ["package.json", "README.md"]) {
        fs.copyFileSync(path.join(FACE, name), path.join(PACKAGE, name));
    }
    fs.copyFileSync(path.join(ROOT, "LICENSE"), path.join(PACKAGE, "LICENSE"));
}

writePackage();
const out = path.resolve(process.argv[2] ?? path.join(ROOT, "build/npm"));
fs.mkdirSync(out, { recursive: true });
const [{ filename }] = JSON.parse(execFileSync(
    "npm", ["pack", "--json", "--pack-destination", out], { cwd: PACKAGE, encoding: "utf8",
                                                            stdio: ["ignore", "pipe", "ignore"] }));
console.log(path.join(out, filename));
