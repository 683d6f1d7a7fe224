// SPDX-License-Identifier: MIT
// build.mjs [DIR] - write the folder of the package to build/npm/package, and the tarball
// guidon-VERSION.tgz to DIR. Equal sources and equal tools give equal bytes.
//
// The modules must be in build/wasm (bindings/javascript/wasm/build.sh), and esbuild in
// build/npm/tools: `./dev npm` does both.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { pack } from "./tools/pack.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = path.resolve(HERE, "../..");
const WASM = path.join(ROOT, "build/wasm");
const PACKAGE = path.join(ROOT, "build/npm/package");
const DIST = path.join(PACKAGE, "dist");
const ENTRIES = ["index", "uuid", "ulid"];
const MODULES = ["guidon", "forms", "scan"];
const SPDX = "// SPDX-License-Identifier: MIT\n";
const { buildSync, transformSync } = createRequire(path.join(ROOT, "build/npm/tools/"))("esbuild");

const write = (name, text) => fs.writeFileSync(path.join(DIST, name), text);

const imported = (name, specifier) => `// ${name}-module.js - the module ${name}.wasm, as an import.
import module from "../${specifier}";

export const compile = () => module;
`;

/** How lib/guidon-module.js and the others get their WebAssembly.Module, by the
 * folder that has them: from bytes as text, or by an import, for hosts that forbid to
 * compile bytes. A bundler copies what a program uses, so each module has its own file. */
const PROVIDERS = {
    lib: (name) => {
        const bytes = fs.readFileSync(path.join(WASM, `${name}.wasm`));
        const { frequent, text, length } = pack(bytes);
        return `// ${name}-module.js - the module ${name}.wasm, as text.
import { unpack } from "./unpack.js";

const FREQUENT = "${frequent}";
const TEXT = "${text}";

export const compile = () => new WebAssembly.Module(unpack(FREQUENT, TEXT, ${length}));
`;
    },
    imported: (name) => imported(name, `${name}.wasm`),
    edge: (name) => imported(name, `${name}.wasm?module`), // the query is Vercel's
};

/** A file without its comments, except those that bundlers need. */
const withoutComments = (text) => SPDX + transformSync(text, { legalComments: "none" }).code;

/** The files of src/ and of the modules' glue, in one folder for each provider. */
function writeLibrary() {
    const glue = fs.readdirSync(WASM).filter((name) => name.endsWith(".mjs"));
    const files = [
        ...fs
            .readdirSync(path.join(HERE, "src"))
            .filter((name) => name.endsWith(".js"))
            .map((name) => [path.join(HERE, "src", name), name]),
        ...glue.map((name) => [path.join(WASM, name), name.replace(".mjs", ".js")]),
    ];
    for (const [folder, provider] of Object.entries(PROVIDERS)) {
        fs.mkdirSync(path.join(DIST, folder), { recursive: true });
        for (const [from, name] of files) {
            const text = fs.readFileSync(from, "utf8").replaceAll('.mjs"', '.js"');
            write(`${folder}/${name}`, withoutComments(text));
        }
        for (const name of MODULES) {
            write(`${folder}/${name}-module.js`, SPDX + provider(name));
        }
    }
    for (const name of MODULES) {
        fs.copyFileSync(path.join(WASM, `${name}.wasm`), path.join(DIST, `${name}.wasm`));
    }
    for (const name of ENTRIES) {
        for (const end of ["d.ts", "d.cts"]) {
            fs.copyFileSync(path.join(HERE, `src/${name}.d.ts`), path.join(DIST, `${name}.${end}`));
        }
    }
}

/** One CommonJS file with everything. The ES modules for Node.js take their functions from
 * it, so that \`import\` and \`require\` share one state. */
function writeCommonJs() {
    const contents = ENTRIES.map((name) => `export * as ${name} from "./lib/${name}.js";`).join(
        "\n",
    );
    buildSync({
        stdin: { contents, resolveDir: DIST },
        absWorkingDir: DIST,
        outfile: "all.cjs",
        bundle: true,
        minifyWhitespace: true,
        format: "cjs",
        platform: "neutral",
        target: "es2022",
        banner: { js: `${SPDX}"use strict";` },
        logLevel: "warning",
    });
}

function writeEntries() {
    const all = createRequire(DIST)(path.join(DIST, "all.cjs"));
    for (const name of ENTRIES) {
        const body = (folder) => `${SPDX}export * from "./${folder}/${name}.js";\n`;
        write(`${name}.js`, body("lib"));
        write(`${name}.imported.js`, body("imported"));
        write(`${name}.edge.js`, body("edge"));
        write(
            `${name}.cjs`,
            `${SPDX}"use strict";
module.exports = { ...require("./all.cjs").${name} };\n`,
        );
        write(
            `${name}.node.js`,
            `${SPDX}import all from "./all.cjs";

export const { ${Object.keys(all[name]).sort().join(", ")} } = all.${name};
`,
        );
    }
}

function writePackage() {
    fs.rmSync(PACKAGE, { recursive: true, force: true });
    fs.mkdirSync(DIST, { recursive: true });
    writeLibrary();
    writeCommonJs();
    writeEntries();
    // The scripts are for who works in a clone: they call ./dev.
    const { scripts: _, ...manifest } = JSON.parse(
        fs.readFileSync(path.join(HERE, "package.json")),
    );
    fs.writeFileSync(path.join(PACKAGE, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    fs.copyFileSync(path.join(HERE, "README.md"), path.join(PACKAGE, "README.md"));
    fs.copyFileSync(path.join(ROOT, "LICENSE"), path.join(PACKAGE, "LICENSE"));
    for (const name of fs.readdirSync(PACKAGE, { recursive: true })) {
        const file = path.join(PACKAGE, name);
        fs.chmodSync(file, fs.statSync(file).isDirectory() ? 0o755 : 0o644); // any umask
    }
}

writePackage();
const out = path.resolve(process.argv[2] ?? path.join(ROOT, "build/npm"));
fs.mkdirSync(out, { recursive: true });
const [{ filename }] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--pack-destination", out], {
        cwd: PACKAGE,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
    }),
);
console.log(path.join(out, filename));
