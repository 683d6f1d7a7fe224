# SPDX-License-Identifier: MIT
"""The samples of a run, and the figures that follow from them."""

import dataclasses
import json
import statistics

from . import catalogue


@dataclasses.dataclass
class Row:
    operation: str
    library: str
    version: str
    language: str
    mode: str  # one, many, threads, processes or limit
    note: str = ""
    ns: list = dataclasses.field(default_factory=list)

    @property
    def key(self):
        return key_of(dataclasses.asdict(self))

    @property
    def median(self):
        return statistics.median(self.ns)

    @property
    def spread(self):
        """The distance between the quartiles of the repetitions, divided by
        their median; None if there are too few repetitions."""
        if len(self.ns) < 3:
            return None
        low, _, high = statistics.quantiles(self.ns, method="inclusive")
        return (high - low) / self.median


def case_of(line):
    """The part of a case's key that all its modes share."""
    return line["operation"], line["language"], line["library"]


def key_of(line):
    return *case_of(line), line["mode"]


class Results:
    """The results of one run, the reasons for missing ones, and the machine."""

    def __init__(self, about=None):
        self.about = about or {}
        self.rows = {}
        self.missing = []  # (language, what, reason)

    def add(self, line):
        """Add one line of an adapter: a case and some of its samples."""
        fields = {field.name for field in dataclasses.fields(Row)}
        row = Row(**{k: v for k, v in line.items() if k in fields})
        self.rows.setdefault(row.key, dataclasses.replace(row, ns=[]))
        self.rows[row.key].ns += row.ns

    def annotate(self, key, note):
        """Add a note to a case."""
        row = self.rows.get(key)
        if row and note:
            row.note = ", ".join(filter(None, [row.note, note]))

    def of(self, operation):
        return [row for row in self.rows.values() if row.operation == operation]

    def median(self, operation, library, mode):
        for row in self.of(operation):
            if (row.library, row.mode) == (library, mode):
                return row.median
        return None

    def base(self, row):
        """Guidon's figure with which a row is compared: two threads for two
        threads or processes, else a single call in one thread."""
        mode = "threads" if row.mode in ("threads", "processes") else "one"
        return self.median(row.operation, "Guidon", mode)

    def limit(self, operation, mode):
        one = catalogue.operation(operation)
        name = one.many_limit if mode == "many" else one.limit
        return self.median(name, "limit", "limit")

    def to_json(self):
        rows = ",\n    ".join(json.dumps(dataclasses.asdict(row))
                              for row in self.rows.values())
        missing = json.dumps([dict(zip(("language", "library", "reason"), one))
                              for one in self.missing], indent=2)
        about = json.dumps(self.about, indent=2)
        return (f'{{\n"about": {about},\n"not_measured": {missing},\n'
                f'"results": [\n    {rows}\n]\n}}\n')

    @classmethod
    def from_json(cls, text):
        data = json.loads(text)
        results = cls(data["about"])
        results.missing = [tuple(one.values()) for one in data["not_measured"]]
        for row in data["results"]:
            results.add(row)
        return results
