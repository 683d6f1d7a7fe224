# SPDX-License-Identifier: MIT
"""on_servers.py ARCHIVE FOLDER: build and install the archive of PGXN into copies of
PostgreSQL 15 and 18, and use the extension there. extensions/postgresql/test/run.py starts it."""

import pathlib
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "extensions/postgresql/test"))
import cluster  # noqa: E402
import servers  # noqa: E402

MAJORS = (15, 18)


def checked(*words, **options):
    done = subprocess.run(list(map(str, words)), text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, **options)  # fmt: skip
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words[:3]))}:\n{done.stdout}")


def copied(server, folder):
    """A copy of a server, because the installation writes into its folders. Its files are
    links to those of the server."""
    home = folder / f"server-{server.major}"
    checked("cp", "-al", server.home, home)
    copy = servers.Server(home, home / server.programs.relative_to(server.home))
    for option in ["--pkglibdir", "--sharedir"]:
        for old in pathlib.Path(copy.ask(option)).rglob("guidon*"):
            old.unlink()  # of the extension's own tests
    return copy


def use(server, archive, folder):
    sources = folder / f"sources-{server.major}"
    with zipfile.ZipFile(archive) as files:
        files.extractall(sources)
    (sources,) = sources.iterdir()
    checked("make", "-C", sources, "install", f"PG_CONFIG={server.program('pg_config')}")
    with cluster.Cluster(server, cluster.temporary()) as one:
        cluster.initdb(server, one.data)
        one.start()
        one.value("SELECT 1")
        one.rows("CREATE EXTENSION guidon")
        version = one.value("SELECT guidon_version_of(guidon_v7())")
        if version != 7:
            sys.exit(f"PostgreSQL {server.version}: an id of version {version}, expected 7")
    return server.version


def main(archive, folder):
    folder.chmod(0o755)
    found, left_out = servers.find(servers.FOLDER)
    chosen = [server for server in found if server.major in MAJORS]
    if [server.major for server in chosen] != list(MAJORS):
        sys.exit(f"PostgreSQL {MAJORS} are needed, found {found}; {'; '.join(left_out)}")
    versions = [use(copied(server, folder), archive, folder) for server in chosen]
    print(f"make install and CREATE EXTENSION work on PostgreSQL {' and '.join(versions)}")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
