# SPDX-License-Identifier: MIT
"""symbols.py LIBRARY READELF CC [SYSTEM]: libuuid.so.1 exports each function with its
symbol version, and every function that the system's library exports. It exports
uuid_time64 only where the headers that CC includes make util-linux export it; with
"time64" for CC, it must export it. It needs no library but libc, and runs no code
when it is loaded."""

import re
import shlex
import subprocess
import sys

CALLS = {
    "UUID_1.0": """uuid_clear uuid_compare uuid_copy uuid_generate
        uuid_generate_random uuid_generate_time uuid_is_null uuid_parse uuid_time
        uuid_type uuid_unparse uuid_unparse_lower uuid_unparse_upper
        uuid_variant""",
    "UUID_2.20": "uuid_generate_time_safe",
    "UUID_2.31": "uuid_generate_md5 uuid_generate_sha1 uuid_get_template",
    "UUID_2.36": "uuid_parse_range",
    "UUID_2.40": "",
    "UUID_2.41": "uuid_generate_time_v6 uuid_generate_time_v7",
}
EXPECTED = {(name, version) for version, names in CALLS.items()
            for name in names.split()}
TIME64 = ("uuid_time64", "UUID_2.40")
# util-linux compiles its uuid_time.c with a time_t of 64 bits. It renames uuid_time
# to uuid_time64 if glibc then defines __USE_TIME_BITS64.
RENAMES = """
#include <sys/time.h>
#if defined(__USE_TIME_BITS64) && defined(__GLIBC__)
renames
#endif
"""
# Only uuidd calls these, and it is not used together with this library.
PRIVATE = "UUIDD_PRIVATE"
LIBC = re.compile(r"libc\.so(\.6)?|libc\.musl-.*|ld-linux.*|ld64\.so.*")


def readelf(program, *arguments):
    return subprocess.run([program, "-W", *arguments], check=True, text=True,
                          capture_output=True).stdout


def exports(program, library):
    """The default symbols as pairs (name, version), and the versions."""
    found = set()
    for line in readelf(program, "--dyn-syms", library).splitlines():
        words = line.split()
        if len(words) >= 8 and words[3] == "FUNC" and words[6] != "UND":
            name, _, version = words[7].partition("@@")
            found.add((name, version))
    return found


def versions(program, library):
    """The symbol versions that the library defines. One may have no symbols, and
    a program that needs it still loads."""
    text = readelf(program, "-V", library).partition("needs section")[0]
    return set(re.findall(r"Name: (UUID_\S+)", text))


def has_time64(compiler):
    if compiler == "time64":
        return True
    text = subprocess.run(
        [*shlex.split(compiler), "-E", "-P", "-D_FILE_OFFSET_BITS=64",
         "-D_TIME_BITS=64", "-xc", "-"], input=RENAMES, check=True, text=True,
        capture_output=True).stdout
    return "renames" in text.split()


def faults_of(program, library, compiler, system):
    have = exports(program, library)
    want = EXPECTED | ({TIME64} if has_time64(compiler) else set())
    yield from (f"lacks {name}@@{version}"
                for name, version in sorted(want - have))
    yield from (f"has also {name}@@{version}"
                for name, version in sorted(have - want))
    yield from (f"does not define {version}"
                for version in sorted(CALLS.keys() - versions(program, library)))
    theirs = exports(program, system) if system else set()
    for name, version in sorted(theirs):
        if version != PRIVATE and (name, version) not in have:
            yield f"the system's has {name}@@{version}"
    if system and TIME64[1] in versions(program, system):
        if TIME64 in have - theirs:
            yield "the system's has no uuid_time64"
    dynamic = readelf(program, "-d", library)
    if re.findall(r"\(SONAME\).*\[(.+)\]", dynamic) != ["libuuid.so.1"]:
        yield "its SONAME is not libuuid.so.1"
    for needed in re.findall(r"\(NEEDED\).*\[(.+)\]", dynamic):
        if not LIBC.fullmatch(needed):
            yield f"needs {needed}"
    if "TEXTREL" in dynamic:
        yield "has text relocations"
    # The compiler's start-up files have one entry, which registers frames.
    started = re.search(r"\(INIT_ARRAYSZ\)\s+(\d+)", dynamic)
    if started and int(started[1]) > 8:
        yield "runs code when it is loaded"


def main():
    library, program, compiler = sys.argv[1:4]
    system = sys.argv[4] if len(sys.argv) > 4 else None
    faults = list(faults_of(program, library, compiler, system))
    print("\n".join(faults) or f"compared with {system or 'nothing'}")
    sys.exit(1 if faults else 0)


main()
