-- What ids cost in the tables of this database, and the statements that mend it.

-- A row for each finding, the worst first; none if nothing is found.
--   schemas   the schemas to look at; NULL: all but those of PostgreSQL
--   exact     use pgstatindex of the extension pgstattuple, if it is there, which reads indexes
--   at_least  bytes of a table or an index: below them, only types are judged
--   severity  error (wrong ids), warning (it costs), note, or silenced
--   object    schema.table.column, or schema.index
--   remedy    the statement that mends it, or that shows the rows
-- A comment "guidon-lint: ignore FINDING reason" on the column or the table silences a finding.
-- The function changes nothing, takes no lock but ACCESS SHARE, and reads under the rights of
-- the caller: at most 1,000 rows of a column; of more than 200 columns about 200,000 in all, but at
-- least about 100 of each column. It reads none of tables with row security.
CREATE FUNCTION guidon_lint(schemas text[] DEFAULT NULL, exact bool DEFAULT false,
    at_least bigint DEFAULT 1048576)
RETURNS TABLE(severity text, object text, finding text, why text, remedy text)
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    own text := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    columns jsonb;
BEGIN
    EXECUTE format($query$
        WITH l AS MATERIALIZED (
            SELECT l.*, l.may_read AND l.heap_bytes > 0
                AND greatest(l.idx_bytes, l.heap_bytes) >= $2 AS may_sample
            FROM %1$s.guidon_lint_columns($1) l),
        -- References all of whose values are in a column that is sampled, because it is no
        -- reference itself. A foreign key of several columns does not check a row with a NULL.
        held AS MATERIALIZED (
            SELECT o.conrelid, o.conkey[1] AS att, (o.confrelid, o.confkey[1]) IN
                (SELECT l.rel, l.att FROM l WHERE l.may_sample AND NOT l.refers) AS is_held
            FROM pg_constraint o
            WHERE o.contype = 'f' AND o.convalidated AND cardinality(o.conkey) = 1),
        c AS MATERIALIZED (
            SELECT l.*, l.may_sample AND (l.kind NOT IN ('uuid', 'ulid', 'typeid')
                OR (l.rel, l.att) NOT IN (SELECT h.conrelid, h.att FROM held h WHERE h.is_held))
                AS is_read
            FROM l)
        SELECT coalesce(jsonb_agg(to_jsonb(c) || jsonb_build_object('sample', CASE WHEN c.is_read
            THEN %1$s.guidon_lint_sample(c.rel, c.att, c.kind, c.n_rows, c.heap_bytes,
                greatest(100, least(1000, 200000 / n.columns))) END)), '[]')
        FROM c CROSS JOIN (SELECT count(*) AS columns FROM c WHERE c.is_read) n
        $query$, own) INTO columns USING schemas, coalesce(at_least, 0);
    RETURN QUERY EXECUTE format($query$
        WITH found AS (
            SELECT * FROM %1$s.guidon_lint_keys_found($1, %2$L, $2)
            UNION ALL SELECT * FROM %1$s.guidon_lint_values_found($1, %2$L)
            UNION ALL SELECT t.severity, t.rel, t.object, t.finding, t.why,
                %1$s.guidon_lint_retype(t.rel, t.att, t.type, t.reading)
                FROM %1$s.guidon_lint_types_found($1, %2$L) t
            UNION ALL SELECT * FROM %1$s.guidon_lint_links_found($4)
            UNION ALL SELECT * FROM %1$s.guidon_lint_indexes_found($1, %2$L, $2, $3)
            UNION ALL SELECT * FROM %1$s.guidon_lint_bounds_found($1, %2$L)),
        notes AS (
            SELECT f.*, (regexp_match(concat_ws(E'\n', obj_description(f.rel, 'pg_class'),
                (SELECT string_agg(d.description, E'\n') FROM pg_description d
                    JOIN pg_attribute a ON a.attrelid = d.objoid AND a.attnum = d.objsubid
                    WHERE d.classoid = 'pg_class'::regclass AND d.objoid = f.rel
                        AND f.object LIKE '%%.' || quote_ident(a.attname)),
                CASE f.finding WHEN 'loose-index' THEN
                    obj_description(to_regclass(f.object), 'pg_class') END),
                'guidon-lint: ignore ' || f.finding || '\M[ ]*([^\n]*)'))[1] AS reason
            FROM found f)
        SELECT CASE WHEN n.reason IS NULL THEN n.severity ELSE 'silenced' END, n.object, n.finding,
            n.why || CASE WHEN n.reason <> '' THEN ' (silenced: ' || n.reason || ')' ELSE '' END,
            n.remedy
        FROM notes n
        ORDER BY array_position(ARRAY['error', 'warning', 'note'], CASE WHEN n.reason IS NULL
            THEN n.severity END) NULLS LAST, n.object COLLATE "C", n.finding COLLATE "C"
        $query$, own, own) USING columns, coalesce(at_least, 0), coalesce(exact, false), schemas;
END
$$;
COMMENT ON FUNCTION guidon_lint(text[], bool, bigint) IS
    'what ids cost in the tables of this database, and the statements that mend it';

-- The same as one JSON object: {"findings": [{"severity", "object", ...}]}.
CREATE FUNCTION guidon_lint_json(schemas text[] DEFAULT NULL, exact bool DEFAULT false,
    at_least bigint DEFAULT 1048576)
RETURNS json
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    own text := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    result json;
BEGIN
    EXECUTE format('SELECT json_build_object(''findings'', coalesce(json_agg(row_to_json(f)), '
        '''[]'')) FROM %s.guidon_lint($1, $2, $3) f', own) INTO result
        USING schemas, exact, at_least;
    RETURN result;
END
$$;
COMMENT ON FUNCTION guidon_lint_json(text[], bool, bigint) IS 'findings of guidon_lint as JSON';

-- The same as SARIF 2.1.0, the format of code scanners. A silenced finding is suppressed.
CREATE FUNCTION guidon_lint_sarif(schemas text[] DEFAULT NULL, exact bool DEFAULT false,
    at_least bigint DEFAULT 1048576)
RETURNS json
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    own text := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    version text := (SELECT e.extversion FROM pg_extension e WHERE e.extname = 'guidon');
    results json;
    rules json;
BEGIN
    EXECUTE format($query$
        SELECT coalesce(json_agg(json_build_object('ruleId', f.finding,
                'level', CASE f.severity WHEN 'silenced' THEN 'note' ELSE f.severity END,
                'message', json_build_object('text', f.why || E'\n' || f.remedy),
                'locations', json_build_array(json_build_object('logicalLocations',
                    json_build_array(json_build_object('fullyQualifiedName', f.object)))),
                'suppressions', CASE f.severity WHEN 'silenced'
                    THEN json_build_array(json_build_object('kind', 'inSource'))
                    ELSE '[]' END)), '[]'),
            coalesce((SELECT json_agg(json_build_object('id', r.id)) FROM (SELECT DISTINCT
                u.finding AS id FROM unnest(array_agg(f.finding)) u(finding) ORDER BY 1) r), '[]')
        FROM %s.guidon_lint($1, $2, $3) f
        $query$, own) INTO results, rules USING schemas, exact, at_least;
    RETURN json_build_object('version', '2.1.0',
        '$schema', 'https://json.schemastore.org/sarif-2.1.0.json',
        'runs', json_build_array(json_build_object('tool', json_build_object('driver',
            json_build_object('name', 'guidon_lint', 'version', version, 'rules', rules)),
            'results', results)));
END
$$;
COMMENT ON FUNCTION guidon_lint_sarif(text[], bool, bigint) IS 'findings of guidon_lint as SARIF';

-- An error if there are findings of this severity or a worse one, for a pipeline.
CREATE FUNCTION guidon_lint_fail(severity text DEFAULT 'warning', schemas text[] DEFAULT NULL,
    exact bool DEFAULT false, at_least bigint DEFAULT 1048576)
RETURNS void
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    own text := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    levels text[] := ARRAY['error', 'warning', 'note'];
    n bigint;
    list text;
BEGIN
    severity := coalesce(severity, 'warning');
    IF severity <> ALL (levels) THEN
        RAISE invalid_parameter_value USING
            MESSAGE = format('no severity "%s"', left(severity, 99)),
            HINT = 'Use error, warning or note.';
    END IF;
    EXECUTE format('SELECT count(*), string_agg(f.object || '': '' || f.finding, E''\n'') '
        'FROM %s.guidon_lint($1, $2, $3) f WHERE array_position($4, f.severity) <= $5', own)
        INTO n, list USING schemas, exact, at_least, levels, array_position(levels, severity);
    IF n > 0 THEN
        RAISE data_exception USING
            MESSAGE = format('guidon_lint found %s of severity %s or worse', n, severity),
            DETAIL = list, HINT = 'SELECT * FROM guidon_lint() says why, and what mends each.';
    END IF;
END
$$;
COMMENT ON FUNCTION guidon_lint_fail(text, text[], bool, bigint) IS
    'error if guidon_lint finds something of a severity or a worse one';
