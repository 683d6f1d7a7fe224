# SPDX-License-Identifier: MIT
"""The package, as the shared tests of tests/support/vector_tests.py call it."""

import array
import datetime
import pickle
import uuid

import pytest

import guidon
from audits import KNOWN
from vector_tests import NAMED, Binding, octets

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
VARIANTS = {
    uuid.RFC_4122: "rfc",
    uuid.RESERVED_NCS: "ncs",
    uuid.RESERVED_MICROSOFT: "microsoft",
    uuid.RESERVED_FUTURE: "future",
}


def report_of(audit):
    """What an audit has counted, with the names of a database's guidon_audit."""
    weak = [{"kind": kind, "bit": bit} for kind, bits in audit.weak_bits.items() for bit in bits]
    return {
        "rows": audit.ids,
        "kinds": audit.kinds,
        "out_of_order": audit.out_of_order,
        **{name: getattr(audit, name) for name in KNOWN},
        "weak_bits": weak,
    }


def derive(time, key, data):
    made = guidon.derive(time, key=key, data=data)
    many = guidon.derive_many(array.array("q", [time] * 2), key=key, data=[data, data])
    assert many == made.bytes * 2
    return made


class Python(Binding):
    NAME = "python"
    FIELDS = ("version", "variant", "ticks", "clock_seq", "node", "ns", "ms")
    BOUNDS = {kind: (f"{kind}_floor", f"{kind}_ceil") for kind in ("v1", "v6", "v7", "ulid")}
    UNITS = ("us", "ms")
    FUNCTIONS = {
        **{name: getattr(guidon, f"uu{name}".replace("uuv", "uuid")) for name in NAMED.values()},
        "derive": derive,
        "ns_of": guidon.time_ns_of,
        "typeid": lambda prefix, id_: str(guidon.TypeID.from_uuid(id_, prefix)),
        "variant_of": lambda id_: VARIANTS[id_.variant],
    }

    def call(self, function, *values):
        kind, _, bound = function.rpartition("_")
        if bound in ("floor", "ceil") and kind != "v8":
            made = getattr(guidon, bound)(kind, *values)
            if kind == "ulid":
                assert getattr(guidon.ULID, bound)(*values).uuid == made
        else:
            made = (self.FUNCTIONS.get(function) or getattr(guidon, function))(*values)
        assert not isinstance(made, uuid.UUID) or type(made) is uuid.UUID
        return made

    def parse(self, text, *form):
        try:
            return self.call("parse", text, *form)
        except guidon.ParseError:
            return None

    def reason(self, text, *forms, lenient=False):
        try:
            guidon.parse(text, list(forms) or None, lenient=lenient)
        except guidon.ParseError as error:
            return error.reason
        return ""

    def describe(self, text, *forms, lenient=False):
        return guidon.describe_json(text, list(forms) or None, lenient=lenient)

    def prefixed_time_is(self, id_, bits, ns):
        made = EPOCH + datetime.timedelta(microseconds=ns // 1000)
        assert guidon.prefixed_time_of(id_, bits) == made
        return guidon.prefixed_time_ns_of(id_, bits) == ns

    def times(self, time):
        if time.unit == "ms":
            return [time.count]
        try:
            return [EPOCH + datetime.timedelta(microseconds=time.count)]
        except OverflowError:
            return []

    def data(self, row):
        if row["type"] != "bytes":
            return [int(row["value"]) if row["type"] == "integer" else row["value"]]
        value = octets(row["value"])
        ids = [uuid.UUID(bytes=value), guidon.ULID(value)] if len(value) == 16 else []
        return [value, bytearray(value), memoryview(value), array.array("B", value), *ids]

    def names(self, value):
        return isinstance(value, (bytes, str))

    def field(self, name, id_):
        try:
            return self.call(f"{name}_of", id_)
        except ValueError:
            return None

    def audited(self, ids, distinct):
        audit = guidon.Audit() if distinct is None else guidon.Audit(distinct=distinct)
        audit.add_many(b"".join(map(octets, ids)))
        return audit

    def audit(self, ids, ulid=False, distinct=None):
        audit = self.audited(ids, distinct)
        assert pickle.loads(pickle.dumps(audit)) == audit
        return report_of(audit)

    def document(self, ids, distinct):
        return self.audited(ids, distinct).json()

    def check_out_of_range(self, function, time, side):
        with pytest.raises(ValueError, match="holds the times"):
            self.call(function, time)

    def made(self, way, n):
        """`way` is an expression for one id or for all."""
        names = {**vars(guidon), "n": n}
        names |= {"datetime": datetime.datetime, "timezone": datetime.timezone}
        code = compile(way, way, "eval")
        first = eval(code, names)
        if isinstance(first, bytes):
            return [int.from_bytes(first[i : i + 16], "big") for i in range(0, 16 * n, 16)]
        return [eval(code, names).int for _ in range(n)]
