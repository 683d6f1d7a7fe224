# SPDX-License-Identifier: MIT
"""symbols.py SOURCE_DIR NM READELF SHARED STATIC: check the exports and the imports of
the two libraries. The headers' declarations, symbols.txt and the shared library's
exports must be equal. The name of the shared library and its symbol versions have the
major version of version.h. The shared library is never unloaded. Every name of the
static library is hidden."""

import pathlib
import re
import subprocess
import sys

# The imports from libc. Values, texts and hashes only use memory.
NEEDED = {"memchr", "memcmp", "memcpy", "memmove", "memset", "strcmp", "strlen"}
# src/host reads the time, the kernel's clock data and the network interfaces.
NEEDED |= {"__errno_location", "clock_gettime", "close", "freeifaddrs",
           "getifaddrs", "nanosleep", "open", "read"}
# src/clock creates, checks and maps the state file.
NEEDED |= {"chmod", "fallocate", "fchmod", "fstat", "fsync", "getegid", "getenv",
           "geteuid", "getgid", "getrlimit", "getuid", "lseek", "mkdir",
           "mkostemp", "mmap", "msync", "munmap", "pread", "strrchr", "syscall",
           "unlink", "write"}
# It locks the file and writes its head when it binds the file anew.
NEEDED |= {"fcntl", "flock", "pwrite"}
# It replaces a lease file, and removes it if it is still the same file.
NEEDED |= {"lstat", "rename", "stat"}
# src/host reads random bytes from the kernel and keeps secrets in pages that are not
# swapped, dumped or inherited. It frees them when a thread ends.
NEEDED |= {"__errno_location", "close", "getauxval", "getpid", "madvise",
           "mlock", "mmap", "munlock", "munmap", "open", "pthread_key_create",
           "pthread_key_delete", "pthread_once", "pthread_setspecific",
           "syscall"}
# libc calls it in a forked process, where no page can be wiped: pthread_atfork.
NEEDED |= {"__register_atfork"}
# Only for guidon_generator_new and guidon_generator_free.
NEEDED |= {"calloc", "free"}
# The compiler adds these calls for the hardening flags of distributions.
HARDENING = re.compile(r"__stack_chk_fail(_local)?|__mem\w+_chk")

COMMENT = re.compile(r"/\*.*?\*/", re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|.)*", re.M)
DECLARED = re.compile(r"\bGUIDON_API\b[^;()]*?\b(\w+)\s*\(")


def declared_in(text):
    """The functions that a header's text declares with GUIDON_API."""
    bare = DIRECTIVE.sub("", COMMENT.sub("", text))
    return DECLARED.findall(bare)


def declared(root):
    headers = (root / "include").rglob("*.h")
    return {name for h in headers for name in declared_in(h.read_text())}


def symbols(nm, library, *options):
    """Pairs (type letter, name) without symbol versions."""
    lines = subprocess.run([nm, "--format=posix", *options, library],
                           capture_output=True, check=True, text=True).stdout
    rows = [line.split() for line in lines.splitlines()]
    return {(row[1], row[0].partition("@")[0]) for row in rows
            if len(row) >= 2 and not row[0].endswith(":")}


def exported(nm, shared):
    """The exported names, without the absolute symbols ("A") of symbol versions."""
    defined = symbols(nm, shared, "-D", "--defined-only")
    return {name for kind, name in defined if kind != "A"}


def unversioned(nm, shared, version):
    """The exports without the expected symbol version."""
    lines = subprocess.run(
        [nm, "--format=posix", "-D", "--defined-only", shared],
        capture_output=True, check=True, text=True).stdout.splitlines()
    rows = [line.split() for line in lines]
    return {row[0] for row in rows
            if row[1] != "A" and not row[0].endswith(f"@@{version}")}


def needed(nm, shared):
    """The imports of the shared library. Weak ones belong to the compiler's
    start-up files."""
    undefined = symbols(nm, shared, "-D", "--undefined-only")
    return {name for kind, name in undefined if kind == "U"}


def soname(readelf, shared):
    """The SONAME of the shared library, or None."""
    dynamic = subprocess.run([readelf, "-dW", shared], capture_output=True,
                             check=True, text=True).stdout
    found = re.search(r"\(SONAME\).*\[(.+)\]", dynamic)
    return found and found[1]


def stays_loaded(readelf, shared):
    dynamic = subprocess.run([readelf, "-dW", shared], capture_output=True,
                             check=True, text=True).stdout
    return bool(re.search(r"\(FLAGS_1\).*\bNODELETE\b", dynamic))


def visible_names(symbol_table):
    """The global names with a definition that are not hidden, in the output of
    readelf -sW."""
    rows = [line.split() for line in symbol_table.splitlines()]
    return {row[7] for row in rows
            if len(row) >= 8 and row[4] in ("GLOBAL", "WEAK") and
            row[5] != "HIDDEN" and row[6] != "UND"}


def major_of(version_header):
    return re.search(r"\bGUIDON_VERSION_MAJOR\s+(\d+)", version_header)[1]


def soname_due(version_header):
    return f"libguidon.so.{major_of(version_header)}"


def global_names(nm, static):
    return {name for _, name in symbols(nm, static, "-g", "--defined-only")}


def differences(what, want, have):
    return ([f"{what}: lacks {name}" for name in sorted(want - have)] +
            [f"{what}: has also {name}" for name in sorted(have - want)])


def check(root, nm, readelf, shared, static):
    lines = (root / "tests/repo/symbols.txt").read_text().split("\n")
    listed = set(lines) - {""}
    faults = differences("the headers, against symbols.txt", listed,
                         declared(root))
    faults += differences("the shared library, against symbols.txt", listed,
                          exported(nm, shared))
    if lines != sorted(listed) + [""]:
        faults.append("symbols.txt: not sorted, or not one name a line")
    faults += [f"the static library: {name} lacks the prefix guidon_ or gdn_"
               for name in sorted(global_names(nm, static))
               if not name.startswith(("guidon_", "gdn_"))]
    faults += [f"the shared library: needs {name}"
               for name in sorted(needed(nm, shared) - NEEDED)
               if not HARDENING.fullmatch(name)]
    header = (root / "include/guidon/version.h").read_text()
    version = f"GUIDON_{major_of(header)}"
    faults += [f"the shared library: {name} has not the version {version}"
               for name in sorted(unversioned(nm, shared, version))]
    due = soname_due(header)
    if soname(readelf, shared) != due:
        faults.append(f"the shared library: its SONAME is not {due}")
    if not stays_loaded(readelf, shared):
        faults.append("the shared library: may be unloaded (no -z nodelete)")
    table = subprocess.run([readelf, "-sW", static], capture_output=True,
                           check=True, text=True).stdout
    faults += [f"the static library: {name} is not hidden"
               for name in sorted(visible_names(table))]
    return faults


if __name__ == "__main__":
    FAULTS = check(pathlib.Path(sys.argv[1]), *sys.argv[2:])
    print("\n".join(FAULTS))
    sys.exit(1 if FAULTS else 0)
