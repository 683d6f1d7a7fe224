# SPDX-License-Identifier: MIT
"""The parts of a release: what each is, and how it is made from a clone of the sources.

Most parts are what a command of ./dev makes. Where users may have an older glibc, or musl,
the compiler is Zig (compilers.py)."""

import dataclasses
import pathlib
import platform
import shutil
import sys
from collections.abc import Callable

import python_parts
from place import Failed, archived, contents, zipped


@dataclasses.dataclass(frozen=True)
class Part:
    name: str
    title: str
    make: Callable
    # Work of others that its files have in them, as (name, license).
    bundled: tuple = ()
    # Debian's packages name the glibc that they need.
    any_glibc: bool = False


def sources(place):
    place.dev("dist", place.folder("sources"))
    return sorted(place.folder("sources").iterdir())


def one_file(place):
    folder, name = place.folder("one-file"), f"guidon-amalgamation-{place.version}"
    place.dev("amalgamate", folder)
    shutil.copyfile(place.tree / "LICENSE", folder / "LICENSE")
    return [zipped(place, contents(folder, name), place.scratch / f"{name}.zip")]


def debian(place):
    place.dev("deb", place.folder("debian"))
    return sorted(place.folder("debian").glob("*.deb"))


def debian_postgresql(place):
    place.dev("deb", "postgresql", place.folder("debian-postgresql"))
    return sorted(place.folder("debian-postgresql").glob("*.deb"))


def debian_13(place):
    place.dev("deb", "--on", "13", place.folder("debian-13"))
    return sorted(place.folder("debian-13").glob("*.deb"))


# What Zig links into a static program. Its compiler-rt is written in Zig, under MIT, and
# some of its functions are ported from LLVM's.
STATIC = (("musl", "MIT"), ("compiler-rt", "MIT AND Apache-2.0 WITH LLVM-exception"))
# The texts of their licences: the name in the archive, and the file of Zig's package.
NOTICES = {
    "licenses/musl.txt": "ziglang/lib/libc/musl/COPYRIGHT",
    "licenses/compiler-rt.txt": "ziglang/LICENSE",
    "licenses/compiler-rt-llvm.txt": "ziglang/lib/libunwind/LICENSE.TXT",
}


# What a user of the tool finds below its folder, beside the program.
SHARED = ["man/man1", "man/man7", "bash-completion", "zsh", "fish"]


def manual(place):
    """The manual and the completions, which are the same for every machine. The tool of this
    one writes them."""
    build, out = place.scratch / "build-manual", place.scratch / "manual"
    if not out.exists():
        options = ["-DCMAKE_BUILD_TYPE=Release", "-DGUIDON_TESTS=OFF", "-DGUIDON_LIBUUID=OFF"]
        place.run("cmake", "-S", place.tree, "-B", build, "-G", "Ninja", *options)
        place.run("cmake", "--build", build)
        place.run("cmake", "--install", build, "--prefix", out)
    lacking = [name for name in SHARED if not (out / "share" / name).is_dir()]
    if lacking:
        raise Failed(f"the build installed no share/{', share/'.join(lacking)}")
    return out / "share"


def static_tool(place, machine):
    """The tool for a machine, with its manual and completions, linked with musl."""
    name = f"guidon-{place.version}-linux-{machine}"
    build, root = place.scratch / f"build-{machine}", place.scratch / name
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DGUIDON_TESTS=OFF", "-DGUIDON_LIBUUID=OFF",
               "-DBUILD_SHARED_LIBS=OFF", "-DCMAKE_SYSTEM_NAME=Linux",
               f"-DCMAKE_SYSTEM_PROCESSOR={machine}", "-DCMAKE_EXE_LINKER_FLAGS=-static -s",
               f"-DCMAKE_C_COMPILER={place.compiler(f'musl-{machine}')}"]  # fmt: skip
    place.run("cmake", "-S", place.tree, "-B", build, "-G", "Ninja", *options)
    place.run("cmake", "--build", build, "--target", "guidon_tool")
    (root / "bin").mkdir(parents=True)
    shutil.copy(build / "cli/guidon", root / "bin/guidon")
    shared = manual(place)
    for folder in SHARED:
        shutil.copytree(shared / folder, root / "share" / folder)
    shutil.copyfile(place.tree / "LICENSE", root / "LICENSE")
    for notice, path in NOTICES.items():
        (root / notice).parent.mkdir(exist_ok=True)
        shutil.copyfile(place.zig / path, root / notice)
    return archived(place, contents(root, name), place.scratch / f"{name}.tar.gz")


def tool(place):
    return [static_tool(place, machine) for machine in ("x86_64", "aarch64")]


def npm(place):
    place.dev("npm", place.folder("npm"))
    return sorted(place.folder("npm").glob("*.tgz"))


def duckdb(place):
    """An archive for each system. DuckDB calls the function guidon_init_c_api because of the
    name of the file, so the file must be called guidon.duckdb_extension."""
    made = []
    for machine, name in [("x86_64", "linux_amd64"), ("aarch64", "linux_arm64")]:
        out = place.folder(f"duckdb-{machine}")
        place.run(sys.executable, "-B", "extensions/duckdb/build.py", place.tree, out,
                  CC=str(place.compiler(machine)), CMAKE_C_COMPILER_LAUNCHER="",
                  GUIDON_DUCKDB_PLATFORM=name)  # fmt: skip
        top = f"guidon-duckdb-{place.version}-{name}"
        extension, license = out / "guidon.duckdb_extension", place.tree / "LICENSE"
        files = [(f"{top}/{path.name}", path.read_bytes(), 0o644) for path in (extension, license)]
        made.append(zipped(place, files, place.scratch / f"{top}.zip"))
    return made


def pgxn(place):
    """The archive of the extension for PostgreSQL, with the library as one file, so that
    `make` needs nothing else of Guidon."""
    name = f"guidon-{place.version}"
    root = place.scratch / "pgxn" / name
    folder = "extensions/postgresql"
    listed = place.run("git", "ls-files", "-z", folder).split("\0")
    for path in filter(None, listed):
        target = root / pathlib.Path(path).relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(place.tree / path, target)
    place.run(sys.executable, "-B", "packaging/amalgamate.py", place.tree, root / "core")
    shutil.copyfile(place.tree / "LICENSE", root / "LICENSE")
    return [zipped(place, contents(root, name), place.scratch / f"guidon-pgxn-{place.version}.zip")]


def java(place):
    out = place.folder("java")
    place.dev(
        "java", out,
        CC=str(place.compiler(platform.machine())), CMAKE_C_COMPILER_LAUNCHER="",
        CC_AARCH64=str(place.compiler("aarch64")), CC_MUSL=str(place.compiler("musl-x86_64")),
    )  # fmt: skip
    return sorted(out.glob("*.jar"))


def page(place):
    out = place.scratch / "guidon.html"
    place.dev("page", out)
    return [out]


TABLE = [
    Part("sources", "the archive of sources", sources),
    Part("one-file", "the library as one file, with its headers", one_file),
    Part("tool", "the tool for any Linux on x86-64 and AArch64", tool, bundled=STATIC),
    Part("python", "the Python package guidon-ids", python_parts.ids),
    Part("python-spark", "the Python package guidon-spark", python_parts.spark),
    Part("python-sqlite", "the Python package sqlite-guidon", python_parts.sqlite),
    Part("npm", "the npm package", npm),
    Part("java", "the jars for Java and Spark", java),
    Part("duckdb", "the extensions for DuckDB", duckdb),
    Part("pgxn", "the extension for PostgreSQL as sources", pgxn),
    Part("page", "the page, one file that works offline", page),
    Part("debian", "packages for this machine's Debian", debian, any_glibc=True),
    Part("debian-postgresql", "the extension for PostgreSQL in Debian", debian_postgresql,
         any_glibc=True),
    Part("debian-13", "all packages for Debian 13, which only root can make", debian_13,
         any_glibc=True),
]  # fmt: skip
