// SPDX-License-Identifier: MIT
// run.mjs [--long | --program FILE | --fetch] [ARGUMENT...] - install the package and what
// its tests need below build/npm/test, and run the tests there, or another program of this
// folder. --long also runs the tests in Jest and Vitest, and those that build apps with
// Next.js and wrangler. --fetch gets the packages of the tests and runs nothing. The
// arguments go to node. The tarball must be built: `./dev test npm` does that. GUIDON_TARBALL
// names another one.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = path.resolve(HERE, "../../..");
const HOME = path.join(ROOT, "build/npm/test");
const PROJECTS = ["dom", "next", "wrangler"]; // folders with packages of their own

/** Remove the files of an earlier run, but no installed package. */
function clear(folder) {
    for (const name of fs.readdirSync(folder)) {
        const file = path.join(folder, name);
        if (PROJECTS.includes(name)) {
            clear(file);
        } else if (name !== "node_modules") {
            fs.rmSync(file, { recursive: true });
        }
    }
}

/** Install the packages of a folder's lock file, unless they are. */
function install(home) {
    const installed = path.join(home, "node_modules/.installed");
    const lock = fs.readFileSync(path.join(home, "package-lock.json"), "utf8");
    if (fs.existsSync(installed) && fs.readFileSync(installed, "utf8") === lock) {
        return;
    }
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
        cwd: home,
        stdio: ["ignore", "ignore", "inherit"],
    });
    fs.writeFileSync(installed, lock);
}

/** Put the package where the tests find it, as npm would. */
function unpack(home) {
    const folder = path.join(home, "node_modules/guidon");
    const { version } = JSON.parse(fs.readFileSync(path.join(HERE, "../package.json")));
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    execFileSync("tar", [
        "-xzf",
        process.env.GUIDON_TARBALL ?? path.join(ROOT, `build/npm/guidon-${version}.tgz`),
        "--strip-components=1",
        "-C",
        folder,
    ]);
}

const isLong = process.argv[2] === "--long";
const [first, ...rest] = process.argv.slice(isLong ? 3 : 2);

fs.mkdirSync(HOME, { recursive: true });
clear(HOME);
fs.cpSync(HERE, HOME, { recursive: true });
for (const name of ["", ...(isLong ? PROJECTS : [])]) {
    install(path.join(HOME, name));
    if (first === "--fetch") {
        process.exit();
    }
    unpack(path.join(HOME, name));
}

const ends = isLong ? [".test.mjs", ".long.mjs"] : [".test.mjs"];
const tests = fs.readdirSync(HOME).filter((name) => ends.some((end) => name.endsWith(end)));
const words =
    first === "--program"
        ? rest
        : ["--test", "--test-reporter=spec", ...(first ? [first, ...rest] : []), ...tests];
const { status } = spawnSync(process.execPath, words, {
    cwd: HOME,
    stdio: "inherit",
    env: { ...process.env, GUIDON_ROOT: ROOT },
});
process.exit(status ?? 1);
