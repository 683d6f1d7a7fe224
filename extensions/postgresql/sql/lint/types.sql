-- Findings about the types of columns, and the statements that change them.

-- The statement that gives a column, and all columns that foreign keys connect with it, another
-- type. A view that reads one of them must be dropped before; a comment names it.
CREATE FUNCTION guidon_lint_retype(rel oid, att smallint, type text, reading text)
RETURNS text
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    WITH RECURSIVE linked AS ( -- pg_depend has an index by column, and pg_constraint has none
        SELECT rel, att
        UNION SELECT p.other, p.other_att
        FROM linked l JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass
            AND d.refobjid = l.rel AND d.refobjsubid = l.att
            AND d.classid = 'pg_constraint'::regclass
        JOIN pg_constraint o ON o.oid = d.objid AND o.contype = 'f' AND o.conparentid = 0
        CROSS JOIN generate_subscripts(o.conkey, 1) AS i(n)
        CROSS JOIN LATERAL (VALUES
            (o.conrelid, o.conkey[i.n], o.confrelid, o.confkey[i.n]),
            (o.confrelid, o.confkey[i.n], o.conrelid, o.conkey[i.n])) p(rel, att, other, other_att)
        WHERE (p.rel, p.att) = (l.rel, l.att)),
    named AS (
        SELECT l.*, format('%I.%I', n.nspname, c.relname) AS tab, quote_ident(a.attname) AS col,
            pg_get_expr(d.adbin, d.adrelid) AS "default"
        FROM linked l JOIN pg_class c ON c.oid = l.rel
        JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_attribute a ON a.attrelid = l.rel AND a.attnum = l.att
        LEFT JOIN pg_attrdef d ON d.adrelid = l.rel AND d.adnum = l.att),
    keys AS (
        SELECT DISTINCT o.oid, format('%I', o.conname) AS name,
            format('%I.%I', n.nspname, c.relname) AS tab, pg_get_constraintdef(o.oid) AS def
        FROM linked l JOIN pg_constraint o ON o.conrelid = l.rel AND l.att = ANY (o.conkey)
            AND o.contype = 'f' AND o.conparentid = 0
        JOIN pg_class c ON c.oid = o.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace),
    views AS (
        SELECT DISTINCT r.ev_class FROM linked l JOIN pg_depend d
            ON d.refclassid = 'pg_class'::regclass AND d.refobjid = l.rel
            AND d.refobjsubid = l.att AND d.classid = 'pg_rewrite'::regclass
        JOIN pg_rewrite r ON r.oid = d.objid AND r.ev_class <> l.rel),
    changes AS (
        SELECT n.tab, n.col, concat_ws(', ',
            CASE WHEN n."default" IS NOT NULL THEN format('ALTER COLUMN %s DROP DEFAULT', n.col)
                END,
            format('ALTER COLUMN %1$s TYPE %2$s USING ' || reading, n.col, type),
            CASE WHEN b.bare IS NOT NULL THEN
                format('ALTER COLUMN %s SET DEFAULT %s', n.col, b.bare) END) AS change
        FROM named n CROSS JOIN LATERAL (SELECT CASE WHEN type = 'uuid' THEN substring(
            n."default" from '^\(?([a-z_."]*uuid[a-z_0-9]*\(\)|[a-z_."]*guidon_v[0-9]\(\))\)?::')
            END AS bare) b)
    SELECT concat_ws(E';\n',
        -- A name with a line feed would end the comment, and the rest of it would run.
        nullif((SELECT string_agg(format(E'-- Drop this view first, and create it again: %s\n',
            translate(v.ev_class::regclass::text, E'\n\r', '??')), ''
            ORDER BY v.ev_class::regclass::text COLLATE "C") FROM views v), '') || 'BEGIN',
        CASE WHEN NOT EXISTS (SELECT FROM views) THEN 'BEGIN' END,
        (SELECT string_agg(format('ALTER TABLE %s DROP CONSTRAINT %s', k.tab, k.name), E';\n'
            ORDER BY k.tab COLLATE "C", k.name COLLATE "C") FROM keys k),
        (SELECT string_agg(format('ALTER TABLE %s %s', c.tab, c.change), E';\n'
            ORDER BY c.tab COLLATE "C", c.col COLLATE "C") FROM changes c),
        (SELECT string_agg(format('ALTER TABLE %s ADD CONSTRAINT %s %s', k.tab, k.name, k.def),
            E';\n' ORDER BY k.tab COLLATE "C", k.name COLLATE "C") FROM keys k),
        'COMMIT')
$$;
COMMENT ON FUNCTION guidon_lint_retype(oid, smallint, text, text) IS
    'statement that changes the type of a column and of the columns that refer to it';

-- Ids that are stored as text or bytes. The remedy is guidon_lint_retype(rel, att, type, reading).
CREATE FUNCTION guidon_lint_types_found(columns jsonb, own text)
RETURNS TABLE(severity text, rel oid, object text, finding text, why text, att smallint,
    type text, reading text)
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    WITH stored AS (
        SELECT c.*, (c.sample->>'n')::double precision AS n,
            (c.sample->>'uuid_text')::double precision AS uuids,
            (c.sample->>'hex_text')::double precision AS hexes,
            (c.sample->>'ulid_upper')::double precision
                + (c.sample->>'ulid_lower')::double precision AS ulids,
            (c.sample->>'typeid_text')::double precision AS typeids,
            (c.sample->>'bytes_16')::double precision AS bytes_16,
            c.is_key OR c.refers OR c.referred AS identifies
        FROM jsonb_to_recordset(columns) AS c(rel oid, att smallint, tab text, col text,
            kind text, type text, size integer, is_key bool, refers bool, referred bool,
            n_rows double precision, sample jsonb)),
    judged AS (
        -- Without rows, a key of the size of an id. A varchar of that size often has a prefix
        -- such as run- before a shorter id, so its name has to say that it is one.
        SELECT s.*, CASE
            WHEN s.kind = 'bytes' AND s.identifies AND s.bytes_16 = s.n THEN 'uuid'
            WHEN s.kind <> 'text' THEN NULL
            WHEN s.uuids + s.hexes >= 0.95 * s.n THEN 'uuid'
            WHEN s.ulids >= 0.95 * s.n THEN own || '.ulid'
            WHEN s.typeids >= 0.95 * s.n THEN own || '.typeid'
            WHEN s.n IS NULL AND s.identifies AND (s.type LIKE 'character(%'
                OR s.col ~* '(uuid|guid|ulid)') THEN CASE
                WHEN s.size = 36 THEN 'uuid'
                WHEN s.size = 32 AND s.col ~* '(id|key)"?$' THEN 'uuid'
                WHEN s.size = 26 AND s.col ~* '(id|key)"?$' THEN own || '.ulid' END
            END AS better
        FROM stored s)
    SELECT 'warning', j.rel, j.tab || '.' || j.col,
        CASE j.kind WHEN 'text' THEN 'id-as-text' ELSE 'id-as-bytes' END,
        CASE WHEN j.kind = 'bytes' THEN format('%s holds ids of 16 bytes: no function reads their '
                'version or time, and a value takes 17 bytes', j.type)
            ELSE format('%s holds ids as text: a value takes at least %s bytes in the table and '
                'in each index, where %s takes 16', j.type, CASE
                WHEN j.better LIKE '%.typeid' THEN 28 WHEN j.better LIKE '%.ulid' THEN 27
                WHEN j.hexes > 0 OR j.size = 32 THEN 33 ELSE 37 END, j.better) END
            || CASE WHEN j.n_rows >= 1 THEN format(' (about %s rows)', round(j.n_rows)::bigint)
                ELSE '' END,
        j.att, j.better, CASE j.kind WHEN 'bytes' THEN 'pg_catalog.encode(%1$s, ''hex'')::%2$s'
            ELSE 'pg_catalog.btrim(%1$s::text)::%2$s' END
    FROM judged j WHERE j.better IS NOT NULL
$$;
COMMENT ON FUNCTION guidon_lint_types_found(jsonb, text) IS
    'findings about ids that are stored as text or bytes';

-- Foreign keys whose two columns have different types. Texts of different length are one type.
CREATE FUNCTION guidon_lint_links_found(schemas text[])
RETURNS TABLE(severity text, rel oid, object text, finding text, why text, remedy text)
LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    SELECT 'warning', o.conrelid, format('%I.%I.%I', n.nspname, c.relname, a.attname),
        'key-types-differ',
        format('%s refers to %s of %I.%I: the join converts each value, and what fits one column '
            'may not fit the other', format_type(a.atttypid, a.atttypmod),
            format_type(b.atttypid, b.atttypmod), tn.nspname, t.relname),
        format('ALTER TABLE %1$I.%2$I ALTER COLUMN %3$I TYPE %4$s USING %3$I::text::%4$s',
            n.nspname, c.relname, a.attname, format_type(b.atttypid, b.atttypmod))
    FROM pg_constraint o
    CROSS JOIN generate_subscripts(o.conkey, 1) AS i(n)
    JOIN pg_class c ON c.oid = o.conrelid AND NOT c.relispartition
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_class t ON t.oid = o.confrelid
    JOIN pg_namespace tn ON tn.oid = t.relnamespace
    JOIN pg_attribute a ON a.attrelid = o.conrelid AND a.attnum = o.conkey[i.n]
    JOIN pg_attribute b ON b.attrelid = o.confrelid AND b.attnum = o.confkey[i.n]
    WHERE o.contype = 'f' AND o.conparentid = 0 AND a.atttypid <> b.atttypid
        AND NOT (a.atttypid IN ('text'::regtype, 'varchar'::regtype)
            AND b.atttypid IN ('text'::regtype, 'varchar'::regtype))
        AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
        AND (schemas IS NULL OR n.nspname = ANY (schemas))
$$;
COMMENT ON FUNCTION guidon_lint_links_found(text[]) IS
    'findings about foreign keys whose types differ';
