# SPDX-License-Identifier: MIT
"""The npm package, as npm installs it: in Node.js, and in programs that esbuild, Vite and
webpack bundle."""

import shutil

from trial import ROOT, Kind, NotTried, expect

PROGRAM = """
import { v7, ulid, parse } from "guidon";
const made = Array.from({ length: 1000 }, () => v7());
if (new Set(made).size !== 1000) throw new Error("an id repeats");
console.log(made[0][14], parse(ulid()).length);
"""


def attempt(place):
    tarball = place.file("the npm package", r"guidon-[\d.]+\.tgz")
    if not shutil.which("npm"):
        raise NotTried("there is no npm here")
    folder = place.folder("npm")
    (folder / "package.json").write_text('{"name": "user", "type": "module", "private": true}')
    place.run("npm", "install", "--offline", "--no-audit", "--no-fund", tarball, cwd=folder)
    (folder / "main.mjs").write_text(PROGRAM)
    said = place.run("node", "main.mjs", cwd=folder)
    expect(said.split()[0] == "7", said)
    place.run("node", ROOT / "bindings/javascript/test/run.mjs", "--program", "--test",
              "bundlers.test.mjs", GUIDON_TARBALL=tarball)  # fmt: skip
    return "npm installs the package, Node.js runs it, and esbuild, Vite and webpack bundle it"


KIND = Kind("npm", ("npm",), attempt)
