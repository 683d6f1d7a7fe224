# SPDX-License-Identifier: MIT
"""Guidon and the fastest other libraries in one process, timed in turn. Their ratios
hold even if the machine's speed changes from one process to the next."""

import dataclasses
import json
import statistics

from . import adapters, catalogue, table

# What other libraries do too.
OPERATIONS = [one.name for one in catalogue.OPERATIONS if one.group not in
              ("forms", "own") and not one.name.startswith("ulid")]

READING = """\
ns: median time for one id. x Guidon: median, over the rounds, of the ratio to Guidon
in the same round; spread: distance between the quartiles of that ratio. Each round
times every library for a millisecond, one call for each id, and begins with another."""


@dataclasses.dataclass
class Contender:
    operation: str
    library: str
    version: str
    ns: list


class Together:
    def __init__(self, contenders, missing):
        self.contenders, self.missing = contenders, missing

    def _ratios(self, one):
        base = next((other for other in self.contenders if
                     (other.operation, other.library) ==
                     (one.operation, "Guidon")), None)
        return [a / b for a, b in zip(one.ns, base.ns)] if base else []

    def rows(self):
        """(operation, contender, median ns, median ratio, spread), fastest first."""
        for operation in OPERATIONS:
            found = [one for one in self.contenders
                     if one.operation == operation]
            for one in sorted(found, key=lambda one: statistics.median(one.ns)):
                ratios = self._ratios(one)
                low, middle, high = statistics.quantiles(ratios,
                                                         method="inclusive")
                yield (operation, one, statistics.median(one.ns), middle,
                       (high - low) / middle)

    def text(self):
        out, last = [], None
        for operation, one, ns, ratio, spread in self.rows():
            if operation != last:
                title = catalogue.operation(operation).title
                out += ["", f"{title:<36}{'ns':>8}{'x Guidon':>10}{'spread':>8}"]
                last = operation
            name = f"{one.library} {one.version}"
            out.append(f"  {name:<34}{table.number(ns):>8}"
                       f"{table.number(ratio):>10}{table.percent(spread):>8}")
        out += [""] + [f"{name}: not measured: {why}"
                       for name, why in self.missing.items()]
        return "\n".join(out).lstrip("\n") + "\n" + READING + "\n"

    def to_json(self, about):
        return json.dumps({"about": about, "not_measured": self.missing,
                           "results": [dataclasses.asdict(one)
                                       for one in self.contenders]},
                          indent=None) + "\n"


def _modules(places, build_rust):
    """The modules that exist, and {library: reason} for the others."""
    home, missing = places.out / "bench", {}
    found = [home / f"{name}_module.so" for name in
             ("guidon", "guidon_static", "guidon_inline",
                           "guidon_inline_v3", "boost", "boost_v3")]
    for path in found:
        if not path.exists():
            missing[path.stem.removesuffix("_module")] = "it was not built"
        elif path.stem.endswith("_v3_module") and not adapters.has_avx2():
            missing[path.stem.removesuffix("_module")] = "no AVX2 here"
    found = [path for path in found
             if path.stem.removesuffix("_module") not in missing]
    try:
        build_rust(places)
        found.append(places.out / "rust/target/release/libguidon_bench_peers.so")
    except adapters.Unavailable as error:
        missing["uuid, uuid-simd"] = str(error)
    return found, missing


def run(places, rounds, ms, prove, say):
    """Time all libraries in one process. `prove` is called with the lines of the
    verb prove, and returns the faults."""
    modules, missing = _modules(places, adapters.rust)
    command = [places.out / "bench/together_bench", *modules]
    ids = places.out / "ids.tsv"
    adapters.talk(places, adapters.guidon(places), "ids", ids)
    faults = prove(adapters.talk(places, command, "prove", ids), ids)
    if faults:
        raise adapters.Unavailable(faults[0])
    say(f"{rounds} rounds in one process")
    lines = adapters.talk(places, command, "interleave", ids, rounds, ms,
                          ",".join(OPERATIONS))
    return Together([Contender(line["operation"], line["library"],
                               line["version"], line["ns"])
                     for line in lines], missing)
