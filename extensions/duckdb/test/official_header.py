# SPDX-License-Identifier: MIT
"""Gets DuckDB's own headers of the C API. They stand in the sources that DuckDB's package
for Node.js carries, under the MIT licence. The tests read them; nothing ships them."""

import base64
import hashlib
import shutil
import subprocess
import tarfile

PACKAGE = "duckdb@1.4.4"
SHA512 = "hEJJ5hyVF0VLj3dmOLpsWrQR0b3d4Ykqtygm6iUXjHJDDnSqg/USKxcb5qvNrOhFYPgktayU6dXCtgPqcmmpog=="
HEADERS = ("duckdb.h", "duckdb_extension.h")
IN_PACKAGE = "package/src/duckdb/src/include"


def fetch(home):
    """The folder with the headers, below `home`; None if there is no npm, which gets them,
    or no network."""
    folder = home / "official"
    if all((folder / name).exists() for name in HEADERS):
        return folder
    if not shutil.which("npm"):
        return None
    folder.mkdir(parents=True, exist_ok=True)
    if subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=folder, check=False,
                      stdout=subprocess.DEVNULL).returncode != 0:
        return None
    archive = folder / (PACKAGE.replace("@", "-") + ".tgz")
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if digest != SHA512:
        raise SystemExit(f"{archive}: SHA-512 {digest}, where {SHA512} was expected")
    with tarfile.open(archive) as packed:
        for name in HEADERS:
            text = packed.extractfile(f"{IN_PACKAGE}/{name}").read()
            (folder / name).write_bytes(text)
    archive.unlink()
    return folder
