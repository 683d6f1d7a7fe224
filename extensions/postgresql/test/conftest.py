# SPDX-License-Identifier: MIT
"""Fixtures: every server with the extension installed, and clusters to test it in."""

import concurrent.futures
import os
import shutil
import subprocess

import pytest

import build
import cluster as clusters
import rekey
import sanitized
import servers

FOLDER = build.ROOT / "build/postgresql"


def reachable(server):
    """Can the user that runs the servers reach this one's program? A program of its own
    tries: setpriv itself keeps root's rights until it has started one."""
    done = subprocess.run([*clusters.as_owner(), "test", "-x",
                           server.program("postgres")], check=False, cwd="/")
    return done.returncode == 0


def reachable_copy(server, folder):
    """A copy of a server where its user can run it, below `folder`."""
    copy = folder / server.home.name
    if not copy.exists():
        shutil.copytree(server.home, copy, symlinks=True)
    return servers.Server(copy, copy / server.programs.relative_to(server.home))


def pytest_addoption(parser):
    parser.addoption("--on", metavar="MAJOR,MAJOR...", help="the servers to test on, such "
                     "as 15,18 or newest")
    parser.addoption("--rows", type=int, default=1_000_000, help="rows of the query "
                     "that calls every function and must not take memory")
    parser.addoption("--ids", type=int, default=100_000, help="different ids of the "
                     "largest audits, on the newest server")
    parser.addoption("--sanitize", action="store_true", help="build the module with "
                     "AddressSanitizer and UndefinedBehaviorSanitizer")
    parser.addoption("--long", action="store_true", help="the tests of the newest server on "
                     "all, and moves of keys that stop after every statement")


def on(found, config):
    """The servers to test on."""
    names = config.getoption("--on")
    if not names:
        return found
    if names == "newest":
        return found[-1:]
    wanted = [one for one in found if str(one.major) in names.split(",")]
    if len(wanted) != len(names.split(",")):
        raise pytest.UsageError(f"no server {names}; there are " +
                                ", ".join(str(one.major) for one in found))
    return wanted


def further(config):
    """The servers that --on names and that no run has otherwise."""
    names = (config.getoption("--on") or "").split(",")
    return [major for major in servers.RELEASES if str(major) in names]


def pytest_configure(config):
    config.addinivalue_line("markers", "newest: runs on the newest server alone, but with --long")
    found, config.left_out = servers.find(servers.FOLDER, further(config))
    config.found = on(found, config)
    config.copies = None
    sanitize = config.getoption("sanitize")
    if sanitize or not all(map(reachable, config.found)):
        config.copies = clusters.temporary()
        config.copies.chmod(0o755)
        config.found = [reachable_copy(server, config.copies)
                        for server in config.found]
    if sanitize:
        sanitized.prepare(config.found, config.copies)


def pytest_unconfigure(config):
    if getattr(config, "copies", None):
        shutil.rmtree(config.copies, ignore_errors=True)


def pytest_terminal_summary(terminalreporter, config):
    for what in config.left_out:
        terminalreporter.write_line(f"not run: the tests on {what}")


def pytest_sessionfinish(session, exitstatus):
    # A run without any server tests nothing.
    if not session.config.found:
        session.exitstatus = 1


def pytest_generate_tests(metafunc):
    if "server" in metafunc.fixturenames:
        found = metafunc.config.found
        if not metafunc.config.getoption("long") and list(
                metafunc.definition.iter_markers("newest")):
            found = found[-1:]
        metafunc.parametrize("server", found, ids=repr,
                             scope="session", indirect=True)


class Places:
    """What the servers have for the session, by major version."""

    def __init__(self, found, sanitize):
        # All servers build at the same time, and a failure counts for its own tests.
        pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
        folder, flags = (sanitized.FOLDER, sanitized.FLAGS) if sanitize else (FOLDER, "")
        self.builds = {server.major: pool.submit(build.install, server,
                                                 folder / repr(server), flags)
                       for server in found}
        self.templates, self.running = {}, {}


@pytest.fixture(scope="session")
def places(request):
    kept = Places(request.config.found, request.config.getoption("sanitize"))
    yield kept
    for one in kept.running.values():
        one.destroy()
    for folder in kept.templates.values():
        shutil.rmtree(folder, ignore_errors=True)
    assert [one.reported for one in kept.running.values() if one.reported] == []


@pytest.fixture(scope="session")
def server(request, places):
    """A server with the extension in it, built from this tree."""
    places.builds[request.param.major].result()
    return request.param


@pytest.fixture(scope="session")
def sources(server, places):
    """The copy of the extension's sources that was built for the server."""
    return places.builds[server.major].result()


@pytest.fixture
def fallback(server):
    """The text of fallback.sql, which says that it needs PostgreSQL 14."""
    if server.major < 14:
        pytest.skip("fallback.sql needs PostgreSQL 14")
    return (build.EXTENSION / "fallback.sql").read_text()


def template(server, places):
    """A data folder to copy, which costs less than initdb."""
    if server.major not in places.templates:
        folder = clusters.temporary()
        places.templates[server.major] = folder
        sums = ["--no-data-checksums"] if server.major >= 18 else []
        clusters.initdb(server, folder / "data", *sums)
    return places.templates[server.major] / "data"


def make_cluster(server, places, environment=None):
    folder = clusters.temporary()
    shutil.copytree(template(server, places), folder / "data")
    clusters.give(folder)
    return clusters.Cluster(server, folder, environment)


@pytest.fixture
def new_cluster(server, places):
    """A function that gives a new cluster, not started, for this test alone."""
    made = []

    def new(environment=None):
        made.append(make_cluster(server, places, environment))
        return made[-1]

    yield new
    for one in made:
        one.destroy()
    assert [one.reported for one in made if one.reported] == []


@pytest.fixture(scope="session")
def cluster(server, places):
    """The running cluster that tests of this server share."""
    if server.major not in places.running:
        places.running[server.major] = make_cluster(server, places)
        places.running[server.major].start()
    return places.running[server.major]


@pytest.fixture
def database(request, cluster):
    """A session in a new database with the extension."""
    name = "t_" + "".join(letter if letter.isalnum() else "_" for letter in
                          request.node.name.lower())[:50]
    with cluster.connect() as session:
        session.execute(f"CREATE DATABASE {name}")
    with cluster.connect(name) as session:
        session.execute("CREATE EXTENSION guidon")
        yield session
    with cluster.connect() as session:
        session.execute(f"DROP DATABASE {name}")


@pytest.fixture(scope="module")
def shared_name(cluster):
    """The name of a database with the extension for a module."""
    with cluster.connect() as session:
        session.execute("CREATE DATABASE shared")
    with cluster.connect("shared") as session:
        session.execute("CREATE EXTENSION guidon")
    yield "shared"
    with cluster.connect() as session:
        session.execute("DROP DATABASE shared")


@pytest.fixture
def shared(cluster, shared_name):
    """A session in a database that the tests of a module share, because a database costs
    more than most tests. What a test creates goes into a schema that is dropped after it."""
    with cluster.connect(shared_name, options="-c search_path=scratch,public") as session:
        session.execute("CREATE SCHEMA scratch")
        yield session
    with cluster.connect(shared_name) as session:
        session.execute("DROP SCHEMA scratch CASCADE")


@pytest.fixture
def shop(shared):
    """A session of the owner of the schema that moves of keys are tested on."""
    rekey.make(shared)
    yield shared
    rekey.clear(shared)


@pytest.fixture
def another(cluster, shop):
    """A function that gives another session of the owner."""
    made = []

    def new(**options):
        made.append(cluster.connect(shop.info.dbname, **options))
        made[-1].execute("SET ROLE shop_owner")
        made[-1].execute("SET search_path = shop, public")
        return made[-1]

    yield new
    for one in made:
        one.close()
