# SPDX-License-Identifier: MIT
"""The rows of tests/vectors/audit.json as a database's guidon_audit reports them."""


def in_common(row):
    """The ids of a row, and what guidon_audit says of them, without times."""
    ids = [octets for octets, times in row["runs"] for _ in range(times)]
    weak = [(kind, bit) for kind in ("v4", "v7") for bit in range(128)
            if int(row[f"weak_{kind}"], 16) >> (127 - bit) & 1]
    return ids, {"rows": len(ids), "kinds": row["kinds"], "repeats": row["repeats"],
                 "out_of_order": row["out_of_order"], "weak": weak}


def found_in(report):
    """The same part of a report."""
    found = {key: report[key] for key in ("rows", "kinds", "repeats", "out_of_order")}
    return {**found, "weak": [(weak["kind"], weak["bit"]) for weak in report["weak_bits"]]}
