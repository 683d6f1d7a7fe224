# SPDX-License-Identifier: MIT
"""The SQL scripts of test/sql, compared with test/expected by pg_regress."""

import build


def pg_regress(server, found):
    """The server's pg_regress, or a working one of another server."""
    return next(one.regress for one in [server, *found] if one.regress_works)


def installcheck(sources, cluster, found):
    """Run `make installcheck` in the copy of the sources, for a running cluster. The
    error shows the differences."""
    for old in sources.rglob("regression.diffs"):
        old.unlink()
    program = pg_regress(cluster.server, found)
    try:
        build.checked(
            "make", "-C", sources, "-s", "installcheck",
            *build.make_variables(cluster.server, ""),
            f"pg_regress_installcheck={program} --bindir={cluster.server.programs}",
            f"PGHOST={cluster.folder}", "PGUSER=postgres")
    except AssertionError as error:
        diffs = [path.read_text() for path in sources.rglob("regression.diffs")]
        raise AssertionError("\n".join([str(error), *diffs])) from None


def test_scripts(sources, cluster, request):
    installcheck(sources, cluster, request.config.found)
