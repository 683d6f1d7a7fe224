# SPDX-License-Identifier: MIT
"""The rows of tests/vectors/audit.json as a database's guidon_audit reports them."""


def in_common(row):
    """The ids of a row, and what guidon_audit says of them, without times."""
    ids = [octets for octets, times in row["runs"] for _ in range(times)]
    weak = [(kind, bit) for kind in ("v4", "v7") for bit in range(128)
            if int(row[f"weak_{kind}"], 16) >> (127 - bit) & 1]
    return ids, {"rows": len(ids), "kinds": row["kinds"], "duplicates": row["duplicates"],
                 "out_of_order": row["out_of_order"], "weak": weak}


def found_in(report):
    """The same part of a report."""
    found = {key: report[key] for key in ("rows", "kinds", "duplicates", "out_of_order")}
    return {**found, "weak": [(weak["kind"], weak["bit"]) for weak in report["weak_bits"]]}


#: The members of a report that say what is known of duplicates.
KNOWN = ("duplicates", "duplicates_seen", "duplicates_at_most", "sampled_1_in",
         "duplicates_note")


def duplicates_in(row):
    """The ids of a row of `duplicates`, how many different ones an audit may hold, and what
    guidon_audit knows of duplicates then."""
    ids = [octets for octets, times in row["runs"] for _ in range(times)]
    return ids, row["slots"] // 4 * 3, {
        "duplicates": row["duplicates"], "duplicates_seen": row["seen"],
        "duplicates_at_most": row["at_most"], "sampled_1_in": row["one_in"],
        "duplicates_note": row["explanation"]}


def known_in(report):
    """The same part of a report."""
    return {key: report[key] for key in KNOWN}


def check_known(report, rows, copies, held):
    """Check a report of so many rows, of which `copies` are ids of other rows: the number
    of duplicates is exact if the audit holds all different ids, and never wrong."""
    assert report["duplicates_seen"] <= copies <= report["duplicates_at_most"] <= rows
    if rows - copies <= held:
        assert (report["duplicates"], report["sampled_1_in"]) == (copies, 1)
        assert "exact" in report["duplicates_note"]
    else:
        assert report["duplicates"] is None and report["sampled_1_in"] > 1
        assert f"at least {report['duplicates_seen']} " in report["duplicates_note"]
        assert f"at most {report['duplicates_at_most']} " in report["duplicates_note"]


def tables(most):
    """Numbers of different ids up to a number, and how many of them occur again."""
    return [(ids, copies) for ids in (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
            for copies in (0, 1, 20, 10_000) if copies <= ids <= most]
