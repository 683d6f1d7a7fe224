-- Other layouts of an id. An id to which a conversion does not apply is an error.

CREATE FUNCTION guidon_v1_to_v6(id uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v1_to_v6'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v1_to_v6(id uuid) IS 'version 1 as version 6, which sorts by time; loses nothing';

CREATE FUNCTION guidon_v6_to_v1(id uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v6_to_v1'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v6_to_v1(id uuid) IS 'version 6 as version 1; loses nothing';

CREATE FUNCTION guidon_mysql_swap(id uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_mysql_swap'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_mysql_swap(id uuid) IS 'bytes of UUID_TO_BIN(id, 1) of MySQL';

CREATE FUNCTION guidon_mysql_unswap(id uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_mysql_unswap'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_mysql_unswap(id uuid) IS 'id of the bytes of UUID_TO_BIN(id, 1) of MySQL';

CREATE FUNCTION guidon_guid(id uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_guid'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_guid(id uuid) IS 'bytes of a Microsoft GUID as id, or an id as these bytes';

-- Ids that hide their time from everybody without the key.

CREATE FUNCTION guidon_mask(id uuid, key bytea) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_mask'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_mask(id uuid, key bytea) IS 'version 7 with a hidden time, which looks like version 4 (UUIDv47); key of 16 bytes';

CREATE FUNCTION guidon_unmask(id uuid, key bytea) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_unmask'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_unmask(id uuid, key bytea) IS 'version 7 of a masked id; key of 16 bytes';

CREATE FUNCTION guidon_encrypt(id uuid, key bytea) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_encrypt'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_encrypt(id uuid, key bytea) IS 'version 7 with all bits hidden, as version 8; key of 32 bytes';

CREATE FUNCTION guidon_decrypt(id uuid, key bytea) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_decrypt'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_decrypt(id uuid, key bytea) IS 'version 7 of an encrypted id; key of 32 bytes';

-- Keys of another type. The result is a script, one statement a row; nothing
-- changes until somebody runs it. Names are looked up in pg_catalog only, so the
-- script names every object with its schema.
CREATE FUNCTION guidon_migration_plan(target regclass, time_column text)
RETURNS SETOF text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $plan$
DECLARE
    own text := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    key_number int2;
    key_type text;
    time_type regtype;
    time_value text;
    item record;
BEGIN
    -- The primary key has one column.
    SELECT c.conkey[1], format_type(a.atttypid, a.atttypmod)
    INTO key_number, key_type
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.conrelid = target AND c.contype = 'p' AND cardinality(c.conkey) = 1;
    IF key_number IS NULL THEN
        RAISE invalid_parameter_value USING
            MESSAGE = format('table %s has no primary key of one column', target);
    END IF;

    -- The time of a row.
    SELECT a.atttypid, quote_ident(a.attname) INTO time_type, time_value
    FROM pg_attribute a WHERE a.attrelid = target AND a.attname = time_column
        AND a.attnum > 0 AND NOT a.attisdropped;
    CASE
    WHEN time_type IS NULL THEN
        RAISE undefined_column USING
            MESSAGE = format('table %s has no column "%s"', target, time_column);
    WHEN time_type = 'timestamptz'::regtype THEN
        NULL;
    WHEN time_type IN ('timestamp'::regtype, 'date'::regtype) THEN
        time_value := format('(%s::timestamp AT TIME ZONE ''UTC'')', time_value);
    ELSE
        RAISE invalid_parameter_value USING
            MESSAGE = format('column "%s" has type %s', time_column, time_type),
            HINT = 'The column must hold the time of the row: timestamptz, timestamp or date.';
    END CASE;

    -- Every column that holds the key: the foreign keys to it, those to them, and
    -- so on.
    FOR item IN
        WITH RECURSIVE held(rel, col) AS (
            SELECT target::oid, key_number
            UNION
            SELECT c.conrelid, c.conkey[array_position(c.confkey, held.col)]
            FROM held JOIN pg_constraint c ON c.contype = 'f' AND c.confrelid = held.rel
                AND held.col = ANY (c.confkey))
        SELECT c.conname, c.conrelid::regclass AS rel FROM pg_constraint c JOIN held
            ON c.contype = 'f' AND c.confrelid = held.rel AND held.col = ANY (c.confkey)
        WHERE cardinality(c.conkey) > 1
    LOOP
        RAISE feature_not_supported USING
            MESSAGE = format('foreign key "%s" of table %s has several columns', item.conname, item.rel);
    END LOOP;

    RETURN NEXT 'BEGIN;';
    RETURN NEXT '-- Set the key before: SET guidon.key = ''\x...'', 32 secret bytes. Keep them: the same key gives the same ids again.';
    FOR item IN
        WITH RECURSIVE held(rel, col) AS (
            SELECT target::oid, key_number
            UNION
            SELECT c.conrelid, c.conkey[1] FROM held JOIN pg_constraint c
                ON c.contype = 'f' AND c.confrelid = held.rel AND c.confkey[1] = held.col),
        columns AS (
            SELECT h.rel, h.col, format('%I.%I', n.nspname, t.relname) AS name, quote_ident(a.attname) AS attribute,
                a.attidentity, a.atthasdef, h.rel = target AND h.col = key_number AS is_key,
                t.relispartition
            FROM held h JOIN pg_class t ON t.oid = h.rel JOIN pg_namespace n ON n.oid = t.relnamespace
            JOIN pg_attribute a ON a.attrelid = h.rel AND a.attnum = h.col),
        foreign_keys AS (
            SELECT DISTINCT c.oid, c.conname, format('%I.%I', n.nspname, t.relname) AS name
            FROM held h JOIN pg_constraint c ON c.contype = 'f' AND c.confrelid = h.rel
                AND c.confkey[1] = h.col AND c.conparentid = 0
            JOIN pg_class t ON t.oid = c.conrelid JOIN pg_namespace n ON n.oid = t.relnamespace),
        users AS (
            SELECT DISTINCT d.refobjid, r.ev_class FROM columns c
            JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = c.rel
                AND d.refobjsubid = c.col AND d.classid = 'pg_rewrite'::regclass
            JOIN pg_rewrite r ON r.oid = d.objid WHERE r.ev_class <> c.rel),
        statements(step, place, statement) AS (
            SELECT 1, format('%I.%I', n.nspname, v.relname),
                -- A name with the end of a line must not end the comment.
                translate(format('-- The view %I.%I uses the key: drop it before, and create it again after.',
                    n.nspname, v.relname), E'\r\n', '  ')
            FROM (SELECT DISTINCT ev_class FROM users) u JOIN pg_class v ON v.oid = u.ev_class
            JOIN pg_namespace n ON n.oid = v.relnamespace
            UNION ALL SELECT 2, '', 'LOCK TABLE ' || string_agg(DISTINCT name, ', ') || ' IN ACCESS EXCLUSIVE MODE' FROM columns
            UNION ALL SELECT 3, '', format('CREATE TEMP TABLE guidon_map(old %s PRIMARY KEY, new uuid NOT NULL UNIQUE) ON COMMIT DROP', key_type)
            UNION ALL SELECT 4, '', format(
                'INSERT INTO guidon_map SELECT %s, %s.guidon_derive(%s, current_setting(''guidon.key'')::bytea, %s) FROM %s',
                attribute, own, time_value,
                attribute || CASE WHEN key_type IN ('uuid', 'bytea') THEN '' ELSE '::text' END, name)
            FROM columns WHERE is_key
            UNION ALL SELECT 5, '', format('CREATE FUNCTION pg_temp.guidon_new_id(%s) RETURNS uuid LANGUAGE plpgsql STABLE STRICT AS '
                || '$map$DECLARE made uuid; BEGIN SELECT m.new INTO made FROM pg_temp.guidon_map m WHERE m.old = $1; '
                || 'IF NOT FOUND THEN RAISE foreign_key_violation USING MESSAGE = format(''no row has the key %%s'', $1); END IF; '
                || 'RETURN made; END$map$', key_type)
            UNION ALL SELECT 6, name || conname, format('ALTER TABLE %s DROP CONSTRAINT %I', name, conname) FROM foreign_keys
            UNION ALL SELECT 7, name, format('ALTER TABLE %s ALTER COLUMN %s DROP %s', name, attribute,
                CASE WHEN attidentity <> '' THEN 'IDENTITY' ELSE 'DEFAULT' END)
            FROM columns WHERE (attidentity <> '' OR atthasdef) AND NOT relispartition
            UNION ALL SELECT 8, name || attribute, format('ALTER TABLE %s ALTER COLUMN %s TYPE uuid USING pg_temp.guidon_new_id(%s)',
                name, attribute, attribute)
            FROM columns WHERE NOT relispartition
            UNION ALL SELECT 9, '', format('ALTER TABLE %s ALTER COLUMN %s SET DEFAULT %s.guidon_v7()', name, attribute, own)
            FROM columns WHERE is_key
            UNION ALL SELECT 10, name || conname, format('ALTER TABLE %s ADD CONSTRAINT %I %s', name, conname, pg_get_constraintdef(oid))
            FROM foreign_keys
            UNION ALL SELECT 12, '', format('DROP FUNCTION pg_temp.guidon_new_id(%s)', key_type)
            UNION ALL SELECT 13, '', 'ANALYZE ' || string_agg(DISTINCT name, ', ') FROM columns
            UNION ALL SELECT 14, '', 'COMMIT')
        SELECT statement FROM statements ORDER BY step, place COLLATE "C"
    LOOP
        RETURN NEXT item.statement || CASE WHEN item.statement LIKE '--%' THEN '' ELSE ';' END;
    END LOOP;
END
$plan$;
COMMENT ON FUNCTION guidon_migration_plan(regclass, text) IS 'script that changes the primary key of a table, and every foreign key to it, to version 7 by guidon_derive';
