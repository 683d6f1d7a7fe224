# SPDX-License-Identifier: MIT
"""Describes every object of the extension, so that two installations can be compared."""

from cluster import rows

# Each object of the extension with what defines it, without its OID.
OBJECTS = """
    SELECT pg_describe_object(d.classid, d.objid, 0),
           CASE d.classid
           WHEN 'pg_proc'::regclass THEN
               (SELECT concat_ws(' ', provolatile, proparallel, proleakproof,
                       proisstrict, prosrc, probin, procost, prorows, prosupport,
                       proacl, proargnames, pg_get_expr(proargdefaults, 0),
                       pg_get_function_sqlbody(oid))
                FROM pg_proc WHERE oid = d.objid)
           WHEN 'pg_type'::regclass THEN
               (SELECT concat_ws(' ', typlen, typbyval, typtype, typcategory,
                       typalign, typstorage, typinput, typoutput, typreceive,
                       typsend, typacl) FROM pg_type WHERE oid = d.objid)
           WHEN 'pg_operator'::regclass THEN
               (SELECT concat_ws(' ', oprcode, oprcom::regoperator,
                       oprnegate::regoperator, oprrest, oprjoin, oprcanhash,
                       oprcanmerge) FROM pg_operator WHERE oid = d.objid)
           WHEN 'pg_cast'::regclass THEN
               (SELECT concat_ws(' ', castcontext, castmethod, castfunc::regprocedure)
                FROM pg_cast WHERE oid = d.objid)
           WHEN 'pg_opclass'::regclass THEN
               (SELECT concat_ws(' ', opcdefault, opckeytype::regtype)
                FROM pg_opclass WHERE oid = d.objid)
           WHEN 'pg_amproc'::regclass THEN
               (SELECT concat_ws(' ', amproc) FROM pg_amproc WHERE oid = d.objid)
           WHEN 'pg_amop'::regclass THEN
               (SELECT concat_ws(' ', amoppurpose) FROM pg_amop WHERE oid = d.objid)
           WHEN 'pg_constraint'::regclass THEN pg_get_constraintdef(d.objid)
           END,
           obj_description(d.objid, d.classid::regclass::name)
      FROM pg_depend d
     WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e'
       AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'guidon')
     ORDER BY 1"""
# Members of families, some of which belong to no operator class.
MEMBERS = """
    SELECT pg_describe_object(classid, objid, 0),
           pg_describe_object(refclassid, refobjid, 0), deptype
      FROM pg_depend
     WHERE classid IN ('pg_amop'::regclass, 'pg_amproc'::regclass)
       AND objid >= 16384 ORDER BY 1, 2, 3"""
AGGREGATES = """
    SELECT aggfnoid::regprocedure::text,
           concat_ws(' ', aggtransfn, aggfinalfn, aggcombinefn, aggserialfn,
                     aggdeserialfn, aggsortop::regoperator, aggtranstype::regtype,
                     agginitval)
      FROM pg_aggregate WHERE aggfnoid >= 16384 ORDER BY 1"""


def description(session):
    """All objects of the extension, as rows that equal installations share."""
    objects = OBJECTS
    if session.info.server_version < 140000:  # no function has a body of SQL's own
        objects = objects.replace("pg_get_function_sqlbody(oid)", "NULL")
    return [rows(session, query) for query in (objects, MEMBERS, AGGREGATES)]
