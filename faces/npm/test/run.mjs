// SPDX-License-Identifier: MIT
// run.mjs [--program FILE] [ARGUMENT...] - install the package and what its tests need
// below build/npm/test, and run the tests there, or another program of this folder. The
// arguments go to node. The tarball must be built: `./dev test npm` does that.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = path.resolve(HERE, "../../..");
const HOME = path.join(ROOT, "build/npm/test");
const INSTALLED = path.join(HOME, "node_modules/.installed");

/** Install the packages of the lock file, unless they are. */
function install() {
    const lock = fs.readFileSync(path.join(HERE, "package-lock.json"), "utf8");
    if (fs.existsSync(INSTALLED) && fs.readFileSync(INSTALLED, "utf8") === lock) {
        return;
    }
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund",
                         "--loglevel=error"],
                 { cwd: HOME, stdio: ["ignore", "ignore", "inherit"] });
    fs.writeFileSync(INSTALLED, lock);
}

/** Put the package where the tests find it, as npm would. */
function unpack() {
    const folder = path.join(HOME, "node_modules/guidon");
    const { version } = JSON.parse(fs.readFileSync(path.join(HERE, "../package.json")));
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    execFileSync("tar", ["-xzf", path.join(ROOT, `build/npm/guidon-${version}.tgz`),
                         "--strip-components=1", "-C", folder]);
}

fs.mkdirSync(HOME, { recursive: true });
for (const name of fs.readdirSync(HOME)) {
    if (name !== "node_modules") {
        fs.rmSync(path.join(HOME, name), { recursive: true });
    }
}
fs.cpSync(HERE, HOME, { recursive: true });
install();
unpack();

const [first, ...rest] = process.argv.slice(2);
const tests = fs.readdirSync(HOME).filter((name) => name.endsWith(".test.mjs"));
const words = first === "--program" ? rest
    : ["--test", "--test-reporter=spec", ...(first ? [first, ...rest] : []), ...tests];
const { status } = spawnSync(process.execPath, words, {
    cwd: HOME, stdio: "inherit", env: { ...process.env, GUIDON_ROOT: ROOT } });
process.exit(status ?? 1);
