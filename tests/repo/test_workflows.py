# SPDX-License-Identifier: MIT
"""Checks .github/workflows: every action is pinned by a commit, every image comes from
.github/images.txt, and every command is one of ./dev or prepares it.

    test_workflows.py [SOURCE_DIR]

It also plants a fault of each kind, and checks that it is found."""

import pathlib
import re
import sys

try:
    import yaml
except ImportError:
    yaml = None

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else
                    pathlib.Path(__file__).resolve().parents[2])
ACTION = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
IMAGE = re.compile(r"[a-z]+:[0-9.]+(@sha256:[0-9a-f]{64})?")
COMMANDS = re.compile(
    r"\./dev( [\w-]+)+"
    r"|apt-get update"
    r"|apt-get install -y --no-install-recommends git ca-certificates"
    r"|brew install( [\w-]+)+"
    r'|git config --global --add safe\.directory "\$GITHUB_WORKSPACE"'
    r'|tools/image-digests\.sh --list >>"\$GITHUB_OUTPUT"')
MATRIX = "${{ matrix.image }}"


def faults(text):
    """The faults of a workflow."""
    if yaml:
        try:
            yaml.safe_load(text)
        except yaml.YAMLError as error:
            yield f"not YAML: {error}"
    if "permissions:\n  contents: read\n" not in text:
        yield "no permissions that allow reading alone"
    for number, line in enumerate(text.splitlines(), 1):
        if "\t" in line:
            yield f"{number}: a tab, which YAML does not allow"
        key, found, value = line.strip().removeprefix("- ").partition(":")
        value = value.strip()
        if not found or line.strip().startswith("#"):
            continue
        if key == "uses" and not ACTION.fullmatch(value):
            yield (f"{number}: {value}: expected OWNER/NAME@COMMIT # vN.N.N, with the "
                   "40 digits of the commit")
        elif key == "run" and not COMMANDS.fullmatch(value):
            yield f"{number}: {value}: expected one command of ./dev"
        elif key == "image" and value not in (MATRIX,
                                              "${{ fromJSON(needs.images.outputs.images) }}"):
            yield f"{number}: {value}: expected {MATRIX}, from .github/images.txt"
        elif key in ("container", "services") and value:
            yield f"{number}: {key}: expected an image from .github/images.txt below it"
        elif key == "pull_request_target":
            yield f"{number}: {key}: it gives a stranger's change the rights of main"


def image_faults(text):
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("#") and not IMAGE.fullmatch(line):
            yield f"{number}: {line}: expected NAME:RELEASE, or NAME:RELEASE@sha256:..."


PLANTED = [
    (r"@[0-9a-f]{40}", "@v7"),
    (r" # v\d+\.\d+\.\d+", ""),
    (r"run: \./dev test all", "run: make test"),
    (r"run: \./dev test all", "run: ./dev test all; make"),
    (r"run: \./dev test all", "run: |\n          ./dev test all"),
    (r"image: \$\{\{ matrix\.image \}\}", "image: debian:13"),
    (r"container:\n +image: .*", "container: debian:13"),
    (r"pull_request:", "pull_request_target:"),
    (r"contents: read", "contents: write"),
    (r"\n  images:", "\n\timages:"),
]


def main():
    workflows = sorted((ROOT / ".github/workflows").iterdir())
    found = [] if workflows else [".github/workflows: no file"]
    for path in workflows:
        found += [f"{path.name}:{fault}" for fault in faults(path.read_text())]
    images = (ROOT / ".github/images.txt").read_text()
    found += [f"images.txt:{fault}" for fault in image_faults(images)]

    text = (ROOT / ".github/workflows/test.yml").read_text()
    for pattern, fault in PLANTED:
        planted, n = re.subn(pattern, lambda _, fault=fault: fault, text, count=1)
        if n != 1 or not list(faults(planted)):
            found.append(f"{fault!r} instead of {pattern!r} was not found")
    for fault in ["debian", "debian:latest", "debian:13@sha256:1234"]:
        if not list(image_faults(f"{images}{fault}\n")):
            found.append(f"{fault!r} in images.txt was not found")
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
