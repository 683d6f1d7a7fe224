#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""odds.py TOOL TABLE: compare guidon odds with the birthday bound, computed here with
fifty digits, and the bound with the exact product. The random bits are those of the
table tests/vectors/bits.json."""
import decimal
import itertools
import json
import sys

from tool import run

D = decimal.Decimal
decimal.getcontext().prec = 50
YEAR = D("31556952")
# random bits, and the seconds for which only they differ
KINDS = {"v1": (61, D("1e-7")), "v4": (122, None), "v5": (122, None),
         "v6": (61, D("1e-7")), "v7": (74, D("0.001")), "ulid": (80, D("0.001"))}
NEAR = D("1e-13")


def odds(*args):
    return json.loads(run("odds", "--json", *args).stdout, parse_float=D, parse_int=D)


def values(kind, seconds):
    bits, step = KINDS[kind]
    steps = max(seconds / step, D(1)) if step and seconds else D(1)
    return steps * 2**bits


def bound(count, n_values):
    return 1 - (-count * (count - 1) / (2 * n_values)).exp()


def product(count, n_values):
    """1 - (1 - 1/N) (1 - 2/N) ...: by the series of the logarithms."""
    first = count * (count - 1) / 2
    second = first * (2 * count - 1) / 3
    third = first**2
    return 1 - (-first / n_values - second / (2 * n_values**2)
                - third / (3 * n_values**3)).exp()


def expect(what, got, want, near=NEAR):
    if abs(got - want) > near * abs(want):
        sys.exit(f"{what}: {got}, expected {want:.20}")


def check_forward(kind, rate, years):
    got = odds(kind, "--rate", f"{rate}/s", "--years", years)
    seconds = D(years) * YEAR
    count = D(rate) * seconds
    n_values = values(kind, seconds)
    what = f"{kind} --rate {rate}/s --years {years}"
    expect(what, got["count"], count)
    expect(what, got["places"], n_values)
    if count > 1:
        p = bound(count, n_values)
        expect(what, got["probability"], p)
        expect(what, got["one_in"], 1 / p)
        if p < D("0.99"):
            expect(f"{what}, the product", p, product(count, n_values),
                   D("1e-6"))


def check_count(count):
    got = odds("v4", "--count", count)
    expect(f"v4 --count {count}", got["probability"],
           bound(D(count), D(2)**122))


def check_inverse(kind, probability, option, value):
    given = [option, value] if option else []
    got = odds(kind, "--at-most", probability, *given)
    n_values = values(kind, got.get("years", D(0)) * YEAR)
    what = f"{kind} --at-most {probability} {given}"
    if got["count"] > 10_000:  # smaller counts have too few digits
        expect(what, bound(got["count"], n_values), D(probability),
               D("1e-10"))
    if option:
        expect(what, got["per_second"] * got["years"] * YEAR, got["count"])


def check_bits(path):
    with open(path, encoding="utf-8") as file:
        rows = json.load(file)["regimes"]
    for row in rows:
        for options in row.get("odds", []):
            count = ["--count", "1000"] + \
                ([] if "--one-time" in options or options == "v4" else ["--years", "1"])
            got = odds(*options.split(), *count)
            if got["random_bits"] != row["bits"]:
                sys.exit(f"odds {options}: {got['random_bits']} bits; {row['why']} has "
                         f"{row['bits']}")


def main():
    check_bits(sys.argv[2])
    rates = ["1e-9", "0.001", "1", "12345.6", "1e6", "1e9", "1e15"]
    for kind, rate, years in itertools.product(
            KINDS, rates, ["1e-9", "0.5", "1", "100", "8919"]):
        check_forward(kind, rate, years)
    for count in ["2", "3", "1000000", "1e18", "2.5e18", "3e18", "1e19"]:
        check_count(count)
    for probability in ["1e-36", "1e-9", "0.001", "0.3", "0.5", "0.75",
                        "0.999999"]:
        check_inverse("v4", probability, None, None)
        for kind in KINDS:
            check_inverse(kind, probability, "--years", "3")
            for rate in rates[1:]:
                check_inverse(kind, probability, "--rate", f"{rate}/s")


main()
