# SPDX-License-Identifier: MIT
"""build.py MODULE.wasm SCRIPT.js LOADER.js STYLE.css OUT.html: put the page into one file.

Module, script and style, which pack smallest in this order, are packed by pack.mjs and
written in base 85; the loader unpacks them. The content security policy holds the hashes
of both scripts and of the style.
"""

import base64
import hashlib
import json
import pathlib
import re
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
# 85 letters that need no escape in a string of JavaScript and end no <script>.
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;,=>?@^_`{|}~"
PYTHON_DIGITS = (
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"
)
LIMIT = 100_000


def base85(data: bytes) -> str:
    text = base64.b85encode(data).decode()
    return text.translate(str.maketrans(PYTHON_DIGITS, DIGITS))


def pack(parts: list[bytes]) -> str:
    """The length of the packed bytes and these bytes, filled up to a multiple of 4. They
    hold each part after its length."""
    whole = b"".join(struct.pack(">I", len(part)) + part for part in parts)
    packed = subprocess.run(
        ["node", HERE / "pack.mjs"], input=whole, stdout=subprocess.PIPE, check=True
    ).stdout
    filled = packed + bytes(-len(packed) % 4)
    return base85(struct.pack(">I", len(packed)) + filled)


def hash_of(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def policy_of(scripts: list[str], style: str) -> str:
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join(map(hash_of, scripts))} 'wasm-unsafe-eval'",
            f"style-src {hash_of(style)}",
            "worker-src blob:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def version() -> str:
    header = (HERE / "../include/guidon/version.h").read_text()
    return re.search(r'"(\d+\.\d+\.\d+[^"]*)"', header)[1]


def page_of(module: bytes, script: str, loader: str, style: str) -> str:
    loader = (
        f'const PACKED="{pack([module, script.encode(), style.encode()])}",'
        f"DIGITS={json.dumps(DIGITS)};{loader}"
    )
    if "</script" in loader or "<!--" in loader:
        raise SystemExit("build.py: the script would end early")
    parts = {"POLICY": policy_of([loader, script], style), "SCRIPT": loader, "VERSION": version()}
    page = (HERE / "src/page.html").read_text()
    return re.sub(r"@(\w+)@", lambda match: parts[match[1]], page)


def main() -> None:
    module, script, loader, style, out = map(pathlib.Path, sys.argv[1:])
    page = page_of(
        module.read_bytes(),
        script.read_text().strip(),
        loader.read_text().strip(),
        style.read_text().strip(),
    ).encode()
    if len(page) > LIMIT:
        raise SystemExit(f"build.py: the page has {len(page)} bytes, above {LIMIT}")
    out.write_bytes(page)
    print(f"{out}: {len(page)} bytes, sha256 {hashlib.sha256(page).hexdigest()}")


main()
