# SPDX-License-Identifier: MIT
"""Every function of the extension, from the catalogue, and arguments to call it with.

A test that takes its functions from here also tests a function that is added later: a
type of argument without a sample is an error."""

import itertools

# Literals by type. None depends on a setting of the session.
SAMPLES = {
    "uuid": ["'017f22e2-79b0-7cc3-98c4-dc0c0c07398f'::uuid",
             "'c232ab00-9414-11ec-b3c8-9f6bdeced846'::uuid",
             "'1ec9414c-232a-6b00-b3c8-9f6bdeced846'::uuid",
             "'919108f7-52d1-4320-9bac-f847db4148a8'::uuid",
             "'00000000-0000-0000-0000-000000000000'::uuid",
             "'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid"],
    "ulid": ["'01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid",
             "'7ZZZZZZZZZZZZZZZZZZZZZZZZZ'::ulid"],
    "typeid": ["'user_01h455vb4pex5vsknk084sn02q'::typeid",
               "'01h455vb4pex5vsknk084sn02q'::typeid"],
    "timestamp with time zone": ["'2022-02-22 19:22:22.5+00'::timestamptz",
                                 "'2026-03-29 01:30:00+00'::timestamptz",
                                 "'1969-12-31 23:59:59+00'::timestamptz",
                                 "'infinity'::timestamptz",
                                 "'-infinity'::timestamptz"],
    "tstzrange": ["tstzrange('2022-02-22 00:00+00', '2022-02-23 00:00+00')",
                  "tstzrange(NULL, '2022-02-23 00:00+00', '(]')",
                  "'empty'::tstzrange"],
    "text": ["'uuid'", "'ulid'", "'user'", "'www.example.com'",
             "'017f22e2-79b0-7cc3-98c4-dc0c0c07398f'",
             "'01ARZ3NDEKTSV4RRFFQ69G5FAV'",
             "'user_01h455vb4pex5vsknk084sn02q'", "''"],
    "bytea": ["'\\x000102030405060708090a0b0c0d0e0f'::bytea",
              "'\\x000102030405060708090a0b0c0d0e0f"
              "101112131415161718191a1b1c1d1e1f'::bytea",
              "''::bytea"],
    "bigint": ["5::bigint", "0::bigint"],
    "integer": ["5", "0"],
    "boolean": ["true", "false"],
    "interval": ["'1 day'::interval", "'-1 hour'::interval"],
    "regclass": ["'pg_class'::regclass"],
    "name": ["'id'::name"],
    "oid": ["'pg_class'::regclass::oid"],
    "smallint": ["1::smallint"],
    "double precision": ["100::double precision"],
    "text[]": ["'{a,b}'::text[]"],
    "jsonb": ["'{}'::jsonb"],
}
# The server calls these by itself, with arguments that SQL cannot write.
INTERNAL = {"internal", "cstring", "trigger"}
MOST_CALLS = 120

FUNCTIONS = """
    SELECT p.oid::regprocedure::text, p.proname, p.provolatile, p.proretset,
           p.proisstrict, p.proparallel, p.proleakproof, p.prokind,
           ARRAY(SELECT format_type(t, NULL) FROM unnest(p.proargtypes) t),
           format_type(p.prorettype, NULL),
           obj_description(p.oid, 'pg_proc')
      FROM pg_proc p
      JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid
                      AND d.deptype = 'e'
      JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass
                         AND d.refobjid = e.oid
     WHERE e.extname = 'guidon' ORDER BY 1"""


class Function:
    """A row of pg_proc."""

    def __init__(self, row):
        (self.signature, self.name, self.volatility, self.returns_set, self.strict,
         self.parallel, self.leakproof, self.kind, self.arguments, self.result,
         self.comment) = row

    def __repr__(self):
        return self.signature

    @property
    def qualified(self):
        """The name, with its schema where pg_catalog has a function of that name."""
        return self.signature[:self.signature.index("(")]

    @property
    def internal(self):
        return bool(INTERNAL & {*self.arguments, self.result})

    def calls(self):
        """Calls with every combination of the samples, up to a number."""
        missing = [type for type in self.arguments if type not in SAMPLES]
        assert not missing, f"{self}: samples.py has no sample of {missing}"
        every = itertools.product(*(SAMPLES[type] for type in self.arguments))
        for arguments in itertools.islice(every, MOST_CALLS):
            yield f"{self.qualified}({', '.join(arguments)})"


def functions(session):
    """Every function and aggregate of the extension."""
    return [Function(row) for row in session.execute(FUNCTIONS).fetchall()]


def callable_functions(session):
    """Those that a statement may call by name."""
    return [function for function in functions(session)
            if function.kind == "f" and not function.internal]
