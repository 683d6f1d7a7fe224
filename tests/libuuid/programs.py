# SPDX-License-Identifier: MIT
"""programs.py LIBRARY [NAME...]: run real programs with Guidon's libuuid and check
their ids. They must bind no other libuuid. Python's uuid checks the ids, because its
parser does not use libuuid."""

import contextlib
import os
import pathlib
import shutil
import sys
import tempfile
import time
import uuid

from place import Place

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import unpacked_programs

DNS_NAME = "www.example.com"
UNSET = {"XDG_RUNTIME_DIR": None}


def must(holds, what):
    if not holds:
        raise AssertionError(what)


def check_id(text, version, what=""):
    """Check for canonical text, the variant of RFC 9562, and the current time."""
    found = uuid.UUID(text)
    must(str(found) == text and found.variant == uuid.RFC_4122 and
         found.version == version, f"{what} {text} is not of version {version}")
    if version == 1:
        seconds = (found.time - 0x01b21dd213814000) / 1e7
        must(abs(seconds - time.time()) < 3600, f"{what} {text}: its time")
        must(found.node >> 40 & 1, f"{what} {text}: its node is not random")
    return found


def uuidgen(place):
    def new(*arguments):
        return place.ours("uuidgen", *arguments).split()[0]

    check_id(new(), 4)
    check_id(new("-r"), 4)
    first, second = check_id(new("-t"), 1), check_id(new("--time"), 1)
    must(first.time < second.time, "-t: ids are out of order")
    must((first.node, first.clock_seq) == (second.node, second.clock_seq),
         "-t: two processes do not share a state")
    for option, make in (("--md5", uuid.uuid3), ("--sha1", uuid.uuid5)):
        want = make(uuid.NAMESPACE_DNS, DNS_NAME)
        must(new(option, "-n", "@dns", "-N", DNS_NAME) == str(want), option)
        must(new(option, "-n", "@dns", "-x", "-N", DNS_NAME.encode().hex()) ==
             str(want), f"{option} -x")
        must(new(option, "-n", str(first), "-N", DNS_NAME) ==
             str(make(first, DNS_NAME)), f"{option} of an id")
    options = place.plainly("uuidgen", "--help")
    for option, version in (("--time-v6", 6), ("--time-v7", 7)):
        if option in options:
            check_id(new(option), version)


def uuidparse(place):
    ids = ["00000000-0000-0000-0000-000000000000",
           "c232ab00-9414-11ec-b3c8-9f6bdeced846",
           "000003e8-cbb9-21ea-b201-00045a86c8a1",
           "5df41881-3aed-3515-88a7-2f4a814cf09e",
           "919108f7-52d1-4320-9bac-f847db4148a8",
           "2ed6657d-e927-568b-95e1-2665a8aea6a2",
           "5DF41881-3AED-3515-08A7-2F4A814CF09E",
           "5df41881-3aed-3515-c8a7-2f4a814cf09e",
           "ffffffff-ffff-ffff-ffff-ffffffffffff",
           "5df41881-3aed-3515-88a7-2f4a814cf09", "no id"]
    got = place.ours("uuidparse", *ids)
    must(got == place.plainly("uuidparse", *ids), f"differs from the system's uuidparse: {got}")
    must(got.count("time-based") == 1 and "2022-02-22 19:22:22" in got,
         f"wrong time for an example of RFC 9562: {got}")


def superblock_id(file, offset):
    with open(file, "rb") as image:
        image.seek(offset)
        return str(uuid.UUID(bytes=image.read(16)))


def image_of(place, name, size):
    """An empty file that belongs to the user."""
    image = place.work / name
    place.plainly("truncate", "-s", size, image)
    return image


def e2fsprogs(place):
    ext2, kept = 1024 + 0x68, str(uuid.uuid4())
    image = image_of(place, "ext4", "8M")

    def made(program, *arguments):
        place.ours(program, *arguments, image)
        place.plainly("e2fsck", "-fn", image)
        return superblock_id(image, ext2)

    check_id(made("mke2fs", "-qFt", "ext4"), 4)
    check_id(made("mke2fs", "-qF", "-U", "random"), 4)
    check_id(made("mke2fs", "-qF", "-U", "time"), 1)
    must(made("mke2fs", "-qF", "-U", kept) == kept, "mke2fs -U ID")
    check_id(made("tune2fs", "-U", "random"), 4)
    check_id(made("tune2fs", "-U", "time"), 1)
    must(made("tune2fs", "-U", kept) == kept, "tune2fs -U ID")
    must(kept in place.ours("tune2fs", "-l", image), "tune2fs -l")


def mkswap(place):
    image, kept = image_of(place, "swap", "1M"), str(uuid.uuid4())

    def made(*arguments):
        # In a swap area the id follows the version, last page and bad pages.
        place.ours("mkswap", *arguments, image)
        return superblock_id(image, 1024 + 12)

    image.chmod(0o600)
    check_id(made(), 4)
    must(made("-U", kept) == kept, "mkswap -U ID")
    if "random" in place.plainly("mkswap", "--help"):
        check_id(made("-U", "random"), 4)
        check_id(made("-U", "time"), 1)


def btrfs(place):
    image, kept = image_of(place, "btrfs", "256M"), str(uuid.uuid4())

    def made(*arguments):
        place.ours("mkfs.btrfs", "-qf", *arguments, image)
        return superblock_id(image, 0x10000 + 0x20)

    check_id(made(), 4)
    must(made("-U", kept) == kept, "mkfs.btrfs -U ID")
    must(kept in place.ours("btrfs", "check", image), "btrfs check")
    place.ours("btrfstune", "-fu", image)
    check_id(superblock_id(image, 0x10000 + 0x20), 4)


PYTHON = """
import os, uuid
def make():
    for i in range(1000):
        id = uuid.uuid1()
        print(id, id.is_safe, flush=True)
make()
child = os.fork()
make()
if child: os.waitpid(child, 0)
else: os._exit(0)
"""


def python(place):
    for program in sorted({"/usr/bin/python3", shutil.which("python3")}):
        # Another user's Python may be unreadable for this user.
        if place.start(["env", program, "-c", "import _uuid"]).returncode != 0:
            print(f"{program}: cannot run, or does not use libuuid")
            continue
        for environment, flag in ({}, "safe"), (UNSET, "unsafe"):
            lines = place.ours(program, "-c", PYTHON,
                               environment=environment).splitlines()
            ids = {check_id(line.split()[0], 1) for line in lines}
            must(len(ids) == len(lines) == 3000, "python made duplicate ids")
            must({line.split()[1] for line in lines} == {f"SafeUUID.{flag}"},
                 f"python: not {flag}")


PERL = """
use UUID ':all';
generate($id); unparse($id, $text); print "$text\\n";
generate_random($id); unparse_lower($id, $text); print "$text\\n";
generate_time($id); unparse($id, $text); print "$text\\n";
print uuid(), "\\n";
unparse_upper($id, $upper); print $upper eq uc $text ? "upper\\n" : "";
print parse($upper, $again) == 0 && compare($id, $again) == 0 ? "same\\n" : "";
copy($copy, $id); clear($id);
print is_null($id) && !is_null($copy) ? "null\\n" : "";
print parse('no id', $id), "\\n";
"""


def perl(place):
    lines = place.ours("perl", "-e", PERL).splitlines()
    for line, version in zip(lines, (4, 4, 1, 4)):
        check_id(line, version, "perl")
    must(lines[4:] == ["upper", "same", "null", "-1"], f"perl: {lines[4:]}")


SQL = f"""
create extension "uuid-ossp";
select uuid_generate_v1() from generate_series(1, 1000);
select uuid_generate_v1mc() from generate_series(1, 1000);
select uuid_generate_v4() from generate_series(1, 1000);
select uuid_generate_v3(uuid_ns_dns(), '{DNS_NAME}');
select uuid_generate_v5(uuid_ns_dns(), '{DNS_NAME}');
"""


def postgres_folder():
    """The folder of PostgreSQL's programs, which Debian does not put in PATH."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    named = shutil.which("postgres")
    return pathlib.Path(named or (found[-1] if found else "/")).resolve().parent


def postgres(place):
    folder, data = postgres_folder(), place.work / "data"
    place.plainly(folder / "initdb", "-D", data, "-U", "tester", "-A", "trust",
                  "--no-sync")
    # A single process, which reads a line of SQL at a time and prints the results.
    single = place.ours(folder / "postgres", "--single", "-D", data, "postgres",
                        input=SQL)
    ids = [line.split('"')[1] for line in single.splitlines()
           if "typeid = 2950" in line and '"' in line]
    judge_postgres(ids)
    server(place, folder, data)


def judge_postgres(ids):
    must(len(set(ids)) == 3002, f"{len(set(ids))} ids of postgres, not 3002")
    for text, version in zip(ids, [1] * 2000 + [4] * 1000):
        check_id(text, version, "postgres")
    must(ids[3000:] == [str(uuid.uuid3(uuid.NAMESPACE_DNS, DNS_NAME)),
                        str(uuid.uuid5(uuid.NAMESPACE_DNS, DNS_NAME))],
         "names of postgres")


SERVER = """
set -eu
control=$1/pg_ctl client=$1/psql data=$2 here=$3 sql=$4
"$control" -ws -D "$data" -l "$here/log" -o "-k '$here' -h ''" start
ask() { "$client" -h "$here" -U tester -d postgres -Atqc "$sql"; }
ask >"$here/1" &
ask >"$here/2"
wait $!
"$control" -ws -D "$data" -m fast stop
"""


def server(place, folder, data):
    """Two clients at once. The server has a child process for each."""
    sql = "select uuid_generate_v1() from generate_series(1, 20000)"
    place.ours("sh", "-c", SERVER, "sh", folder, data, place.work, sql)
    ids = [line for name in "12"
           for line in (place.work / name).read_text().split()]
    must(len(set(ids)) == 40000, "two clients of postgres got the same id")
    for text in ids:
        check_id(text, 1, "postgres")


# name: (function, programs or files that it needs)
PROGRAMS = {
    "uuidgen": (uuidgen, "uuidgen"),
    "uuidparse": (uuidparse, "uuidparse"),
    "e2fsprogs": (e2fsprogs, "mke2fs"),
    "mkswap": (mkswap, "mkswap"),
    "btrfs": (btrfs, "mkfs.btrfs"),
    "python": (python, "python3"),
    "perl": (perl, "perl"),
    "postgres": (postgres, str(postgres_folder() / "postgres")),
}


def is_there(name, place):
    path = place.environment()["PATH"]
    there = shutil.which(PROGRAMS[name][1], path=path)
    if there and name == "perl":
        return perl_uses_libuuid(place)
    return there


def perl_uses_libuuid(place):
    """Whether Perl's UUID module is installed and calls libuuid. Version
    0.37 (Debian 13) has code of its own instead."""
    loaded = place.start(["perl", "-MUUID", "-e",
                          'print "$_\\n" for @DynaLoader::dl_shared_objects'])
    paths = [line for line in loaded.stdout.splitlines() if "/UUID" in line]
    return loaded.returncode == 0 and any(
        b"libuuid.so.1" in pathlib.Path(path).read_bytes() for path in paths)


@contextlib.contextmanager
def programs_of_uuidgen():
    """uuidgen and uuidparse first on PATH, in a folder that the user of a Place may enter.
    The folder where they are unpacked may lie below /root."""
    if not shutil.which("apt-get"):
        yield
        return
    unpacked = unpacked_programs.folder("uuidgen")
    with tempfile.TemporaryDirectory(suffix=" uuidgen") as folder:
        os.chmod(folder, 0o755)
        for name in ("uuidgen", "uuidparse"):
            shutil.copy(unpacked / name, folder)
        os.environ["PATH"] = f"{folder}:{os.environ['PATH']}"
        yield


def main():
    with programs_of_uuidgen():
        run_all(sys.argv[1], sys.argv[2:] or PROGRAMS)


def run_all(library, names):
    failed = False
    for name in names:
        with Place(library) as place:
            if not is_there(name, place):
                print(f"{name}: not installed, or does not use libuuid")
                continue
            try:
                PROGRAMS[name][0](place)
                calls = sorted({call for _, call in place.bound})
                print(f"{name}: right; bound {' '.join(calls)}")
            except AssertionError as fault:
                print(f"{name}: {fault}")
                failed = True
    sys.exit(failed)


main()
