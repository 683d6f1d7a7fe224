-- The findings of the plan, by what they are about.

-- All of them, but for those about the times of the rows.
CREATE FUNCTION guidon_rekey_findings(move jsonb)
RETURNS TABLE(severity text, object text, finding text, remedy text)
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    RETURN QUERY EXECUTE format($query$
        SELECT * FROM %1$s.guidon_rekey_tables_found($1)
        UNION ALL SELECT * FROM %1$s.guidon_rekey_columns_found($1)
        UNION ALL SELECT * FROM %1$s.guidon_rekey_indexes_found($1)
        UNION ALL SELECT * FROM %1$s.guidon_rekey_users_found($1)
        UNION ALL SELECT * FROM %1$s.guidon_rekey_secret_found($1)
        $query$, move->>'own') USING move;
END
$$;
COMMENT ON FUNCTION guidon_rekey_findings(jsonb) IS
    'findings of the plan of a move of keys';

-- An error with the first finding that is refused now. Others may have changed the tables, or
-- made views and policies, since the plan. So the swap and its undo look again.
CREATE FUNCTION guidon_rekey_unrefused(move jsonb) RETURNS void
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    found record;
BEGIN
    EXECUTE format('SELECT %s.guidon_rekey_tables_owned($1)', move->>'own') USING move;
    -- The way back needs no times.
    EXECUTE format($query$
        SELECT f.* FROM (
            SELECT * FROM %1$s.guidon_rekey_findings($1)
            UNION ALL SELECT * FROM %1$s.guidon_rekey_time_found($1, $2)) f
        WHERE f.severity = 'refused' ORDER BY f.object COLLATE "C", f.finding COLLATE "C" LIMIT 1
        $query$, move->>'own') INTO found USING move || '{"mode": "swap"}',
        CASE WHEN move->>'state' = 'moving' THEN (move->>'time')::name END;
    IF found.severity IS NOT NULL THEN
        RAISE feature_not_supported USING
            MESSAGE = format('%s: %s', found.object, found.finding), HINT = found.remedy;
    END IF;
END
$$;
COMMENT ON FUNCTION guidon_rekey_unrefused(jsonb) IS
    'error if the plan of a move of keys would be refused now';

-- The tables of a move: whose they are, and what the triggers could not do in them.
CREATE FUNCTION guidon_rekey_tables_found(move jsonb)
RETURNS TABLE(severity text, object text, finding text, remedy text)
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    WITH tables AS (
        SELECT DISTINCT t.*, c."table" AS named, coalesce(c.key, false) AS keyed,
            coalesce(c.part, false) AS part
        FROM jsonb_to_recordset((move->'columns') || (move->'parts'))
            AS c(rel oid, "table" text, key bool, part bool) JOIN pg_class t ON t.oid = c.rel
        WHERE c.key OR c.rel <> (move->>'rel')::oid)
    SELECT 'refused', named, 'it belongs to ' || pg_get_userbyid(relowner)
            || ', and you are ' || current_user,
        format('Run the move as the owner (SET ROLE %I), who must own all its tables.',
            pg_get_userbyid(relowner))
    FROM tables WHERE pg_get_userbyid(relowner) <> current_user
    UNION ALL
    SELECT 'refused', quote_ident(n.nspname), 'you may create nothing in this schema',
        format('GRANT CREATE ON SCHEMA %I TO %I', n.nspname, current_user)
    FROM pg_namespace n WHERE n.oid IN (SELECT relnamespace FROM tables)
        AND NOT has_schema_privilege(n.oid, 'CREATE')
    UNION ALL
    SELECT 'refused', named, 'it is a partition or foreign, or a table of partitions that are '
        'foreign or partitioned themselves', 'Detach the partition, or move its rows to an '
        'ordinary table, or to partitions of one level.'
    FROM tables WHERE CASE WHEN part THEN relkind <> 'r'
        ELSE relispartition OR relkind NOT IN ('r', 'p') OR relkind = 'p' AND keyed END
    UNION ALL
    SELECT 'refused', named, format('it is a table of type %s, and gets no columns of its own',
        reloftype::regtype), format('ALTER TABLE %s NOT OF', named)
    FROM tables WHERE reloftype <> 0
    UNION ALL
    SELECT 'refused', named, 'another table inherits from it, or it from another',
        'End the inheritance (ALTER TABLE ... NO INHERIT).'
    FROM tables t WHERE NOT relispartition AND relkind <> 'p' AND EXISTS (SELECT FROM pg_inherits i
        WHERE t.oid IN (i.inhrelid, i.inhparent))
    UNION ALL
    SELECT 'refused', named, 'its row security is forced on the owner, whose triggers must '
        'see every row', format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', named)
    FROM tables WHERE relforcerowsecurity
    UNION ALL
    SELECT 'refused', named, format('it has the rule "%s"', r.rulename),
        'Drop the rule, and create it again after the move.'
    FROM tables t JOIN pg_rewrite r ON r.ev_class = t.oid
    UNION ALL
    SELECT 'refused', named, format('its trigger "%s" runs after those of the move, which '
        'must see what it changes', g.tgname),
        format('Give the trigger a name that sorts before "~": ALTER TRIGGER %I ON %s RENAME',
            g.tgname, named)
    FROM tables t JOIN pg_trigger g ON g.tgrelid = t.oid AND NOT g.tgisinternal
        AND g.tgtype & 3 = 3 AND g.tgtype & 20 > 0 AND g.tgname::text COLLATE "C" > '~guidon_rekey'
    UNION ALL
    SELECT 'asked', named, format('the backfill fires its trigger "%s" for each row', g.tgname),
        'allow => ''{row-triggers}'', or name the columns of the trigger (UPDATE OF ...).'
    FROM tables t JOIN pg_trigger g ON g.tgrelid = t.oid AND NOT g.tgisinternal
        AND g.tgparentid = 0 AND g.tgtype & 17 = 17 AND g.tgattr = '' AND g.tgenabled IN ('O', 'A')
        AND g.tgname NOT IN ('~guidon_rekey', '~guidon_rekey_late')
    UNION ALL
    -- A subscriber gets the values of the new columns. Nothing tells it when the columns change
    -- places.
    SELECT CASE WHEN move->>'mode' = 'swap' OR t.part OR t.relkind = 'p' THEN 'refused'
            WHEN move->>'replicas' = 'ready' THEN 'note' ELSE 'asked' END, named,
        format('publication "%s" sends it to subscribers, %s', p.pubname, CASE move->>'mode'
            WHEN 'swap' THEN 'whose columns the swap does not exchange'
            ELSE 'which a new column stops' END),
        CASE WHEN t.part OR t.relkind = 'p' THEN 'Take the partitioned table and its partitions '
            'out of the publication (ALTER PUBLICATION ... DROP TABLE).'
        WHEN move->>'mode' = 'swap' THEN 'Take the table out of the publication (ALTER '
            'PUBLICATION ... DROP TABLE), or use mode => ''add''.'
        ELSE format('Run on each subscriber: ALTER TABLE %s %s; and then give replicas => '
            '''ready'' here.', named, (SELECT string_agg(format('ADD COLUMN IF NOT EXISTS %I %s',
                c.other, CASE move->>'kind' WHEN 'ulid' THEN format('%s.ulid', move->>'own')
                    ELSE 'pg_catalog.uuid' END), ', ' ORDER BY c.key DESC, c.num)
            FROM jsonb_to_recordset(move->'columns')
                AS c(rel oid, num int2, key bool, other text) WHERE c.rel = t.oid)) END
    FROM tables t JOIN pg_publication_tables p ON p.tablename = t.relname
        AND p.schemaname = (SELECT nspname FROM pg_namespace n WHERE n.oid = t.relnamespace)
    UNION ALL
    SELECT 'refused', named, 'a subscription writes into it, without the triggers of the move',
        'Move the keys on the publisher.'
    FROM tables t WHERE EXISTS (SELECT FROM pg_subscription_rel s WHERE s.srrelid = t.oid)
    UNION ALL
    SELECT 'refused', named, 'its replica identity is an index',
        format('ALTER TABLE %s REPLICA IDENTITY DEFAULT', named)
    FROM tables WHERE relreplident = 'i' AND move->>'mode' = 'swap'
    UNION ALL
    SELECT DISTINCT 'refused', named, format('publication "%s" sends it, and it has no replica '
        'identity: the backfill could not change its rows', p.pubname),
        format('ALTER TABLE %s REPLICA IDENTITY FULL', named)
    FROM tables t JOIN pg_publication_tables p ON p.tablename = t.relname
        AND p.schemaname = (SELECT nspname FROM pg_namespace n WHERE n.oid = t.relnamespace)
    JOIN pg_publication b ON b.pubname = p.pubname AND b.pubupdate
    WHERE move->>'mode' = 'add' AND (t.relreplident = 'n' OR t.relreplident = 'd'
        AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = t.oid AND i.indisprimary))
$$;
COMMENT ON FUNCTION guidon_rekey_tables_found(jsonb) IS
    'findings about the tables of a move of keys';

-- The key and the columns that refer to it.
CREATE FUNCTION guidon_rekey_columns_found(move jsonb)
RETURNS TABLE(severity text, object text, finding text, remedy text)
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    WITH held AS (
        SELECT c.*, format('%s.%I', c."table", c.col) AS named, a.attidentity, a.atthasdef,
            a.attgenerated, a.atttypid, a.attacl, a.attnum
        FROM jsonb_to_recordset(move->'columns') AS c(rel oid, "table" text, num int2, col name,
            other name, former name, key bool, needed bool, made bool)
        JOIN pg_attribute a ON a.attrelid = c.rel AND a.attnum = c.num),
    fks AS (
        SELECT c.*, c.conrelid::regclass::text AS place FROM pg_constraint c
        WHERE c.contype = 'f' AND c.confrelid = (move->>'rel')::oid
            AND (SELECT num FROM held WHERE key) = ANY (c.confkey)),
    -- The columns of partitions, beside those of their tables.
    parted AS (
        SELECT p.*, format('%s.%I', p."table", p.col) AS named, a.atthasdef, a.attnotnull,
            a.attacl, h.atthasdef AS root_default, h.needed AS root_needed
        FROM jsonb_to_recordset(move->'parts') AS p(rel oid, root oid, "table" text, num int2,
            col name)
        JOIN pg_attribute a ON a.attrelid = p.rel AND a.attnum = p.num
        JOIN held h ON h.rel = p.root AND h.col = p.col)
    SELECT 'refused', named, format('its type is %s', format_type(atttypid, NULL)),
        'Keys of type smallint, integer, bigint and uuid can move.'
    FROM held WHERE atttypid NOT IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype,
        'uuid'::regtype) AND NOT (move->>'state' = 'swapped' AND move->>'kind' = 'ulid'
        AND atttypid = to_regtype(move->>'own' || '.ulid'))
    UNION ALL
    SELECT 'refused', h.named, 'it is in the partition key, or that has expressions',
        'Move the rows to a table with another partition key.'
    FROM held h JOIN pg_partitioned_table p ON p.partrelid = h.rel
    WHERE h.num = ANY (p.partattrs) OR p.partexprs IS NOT NULL
    UNION ALL
    SELECT 'refused', named, 'it is generated', 'Keys that the server computes cannot move.'
    FROM held WHERE attgenerated <> ''
    UNION ALL
    SELECT 'refused', named, 'it refers to the key and has a default or an identity, which '
        'would name an old key', format('ALTER TABLE %s ALTER COLUMN %I DROP %s', "table", col,
            CASE WHEN attidentity <> '' THEN 'IDENTITY' ELSE 'DEFAULT' END)
    FROM held WHERE NOT key AND (atthasdef OR attidentity <> '') AND attgenerated = ''
    UNION ALL
    SELECT 'refused', named, 'no default gives a new row its old key after the swap',
        'Give the column a default or an identity, or use mode => ''add''.'
    FROM held WHERE key AND NOT (atthasdef OR attidentity <> '') AND move->>'mode' = 'swap'
        AND atttypid <> 'uuid'::regtype
    UNION ALL
    SELECT 'refused', h.named, format('the name "%s" is taken', a.attname),
        'Rename that column; the move needs its name.'
    FROM held h JOIN pg_attribute a ON a.attrelid = h.rel AND a.attnum > 0
        AND NOT a.attisdropped AND (a.attname = h.other AND NOT h.made OR a.attname = h.former)
    UNION ALL
    SELECT 'refused', h.named, format('the name of function "%s" is taken', p.proname),
        'Rename that function; the move needs its name.'
    FROM (SELECT DISTINCT ON (rel) * FROM held) h JOIN pg_class t ON t.oid = h.rel
    JOIN pg_proc p ON p.pronamespace = t.relnamespace AND p.pronargs = 0
        AND p.proname IN ('guidon_rekey_' || h.rel, 'guidon_rekey_' || h.rel || '_late')
    WHERE NOT EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = h.rel AND g.tgfoid = p.oid
        AND g.tgname IN ('~guidon_rekey', '~guidon_rekey_late') AND p.proowner = t.relowner)
    UNION ALL
    SELECT 'refused', f.place, format('foreign key "%s" holds for no row without "%s", which then '
        'may refer to nothing', f.conname, a.attname),
        format('ALTER TABLE %s ALTER COLUMN %I SET NOT NULL', f.place, a.attname)
    FROM fks f CROSS JOIN LATERAL unnest(f.conkey) u(num)
    JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = u.num
    WHERE cardinality(f.conkey) > 1 AND NOT a.attnotnull AND f.confmatchtype <> 'f'
        AND u.num <> f.conkey[array_position(f.confkey, (SELECT num FROM held WHERE key))]
    UNION ALL
    SELECT 'refused', f.place, format('foreign key "%s" has two columns that move', f.conname),
        'Drop the foreign key, and create one of the key alone.'
    FROM fks f WHERE 1 < (SELECT count(*) FROM held h WHERE h.rel = f.conrelid
            AND h.num = ANY (f.conkey))
        OR 1 < (SELECT count(*) FROM held h WHERE h.rel = f.confrelid AND h.num = ANY (f.confkey))
    UNION ALL
    SELECT 'refused', place, format('foreign key "%s" is NOT VALID: rows may refer to none',
        conname), format('ALTER TABLE %s VALIDATE CONSTRAINT %I', place, conname)
    FROM fks WHERE NOT convalidated
    UNION ALL
    SELECT DISTINCT 'refused', f.place, format('foreign key "%s" lets a row that must refer to '
        'another one come before that', f.conname),
        'Make the foreign key NOT DEFERRABLE, or drop NOT NULL of its column.'
    FROM fks f JOIN held h ON h.rel = f.conrelid AND h.num = ANY (f.conkey) AND h.needed
    WHERE f.condeferrable OR f.conrelid = f.confrelid
    UNION ALL
    SELECT DISTINCT 'refused', h.named, format('foreign key "%s" of table %s refers to it too',
        c.conname, c.conrelid::regclass), 'Chains of keys cannot move.'
    FROM (SELECT rel, num, named FROM held WHERE NOT key
        UNION ALL SELECT rel, num, named FROM parted) h
    JOIN pg_constraint c ON c.contype = 'f' AND c.confrelid = h.rel AND h.num = ANY (c.confkey)
        AND c.conparentid = 0
    UNION ALL
    SELECT DISTINCT 'refused', h.named, format('it is part of foreign key "%s" to another '
        'table', c.conname), 'A column that refers to two tables cannot move.'
    FROM held h JOIN pg_constraint c ON c.contype = 'f' AND c.conrelid = h.rel
        AND h.num = ANY (c.conkey) AND c.oid NOT IN (SELECT oid FROM fks)
    UNION ALL
    -- What a partition alone has would stay at the old column.
    SELECT 'refused', p.named, format('the partition has foreign key "%s" of its own', c.conname),
        format('ALTER TABLE %s DROP CONSTRAINT %I', p."table", c.conname)
    FROM parted p JOIN pg_constraint c ON c.contype = 'f' AND c.conrelid = p.rel
        AND p.num = ANY (c.conkey) AND c.conparentid = 0
    UNION ALL
    SELECT 'refused', named, 'the partition has a default of its own',
        format('ALTER TABLE %s ALTER COLUMN %I DROP DEFAULT', "table", col)
    FROM parted WHERE atthasdef AND NOT root_default
    UNION ALL
    SELECT 'refused', named, 'the partition has NOT NULL, and its table has not',
        format('ALTER TABLE %s ALTER COLUMN %I DROP NOT NULL', "table", col)
    FROM parted WHERE attnotnull AND NOT root_needed AND move->>'mode' = 'swap'
    UNION ALL
    SELECT DISTINCT 'refused', p.named, format('the partition gives rights on this column alone '
        'to %s', g.name), format('REVOKE ALL (%I) ON %s FROM %s', p.col, p."table", g.name)
    FROM parted p CROSS JOIN LATERAL aclexplode(p.attacl) e
    CROSS JOIN LATERAL (SELECT CASE e.grantee WHEN 0 THEN 'PUBLIC'
        ELSE quote_ident(pg_get_userbyid(e.grantee)) END AS name) g
    WHERE move->>'mode' = 'swap'
    UNION ALL
    SELECT DISTINCT 'refused', c.conrelid::regclass::text, format('the triggers of foreign key '
        '"%s" are disabled, or enabled in replicas or always', c.conname),
        format('ALTER TABLE %s ENABLE TRIGGER ALL', t.tgrelid::regclass)
    FROM fks c JOIN pg_trigger t ON t.tgconstraint = c.oid
    WHERE t.tgisinternal AND t.tgenabled <> 'O'
    UNION ALL
    SELECT 'asked', f.place, format('no index finds the rows of foreign key "%s"', f.conname),
        'allow => ''{unindexed-references}'', or create an index that begins with its column.'
    FROM fks f WHERE NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = f.conrelid
        AND i.indisvalid AND i.indpred IS NULL AND i.indkey[0] = ANY (f.conkey))
    UNION ALL
    SELECT DISTINCT 'refused', named, 'somebody else than the owner has given rights on this '
        'column alone', 'Give the rights as the owner, or use mode => ''add''.'
    FROM held h JOIN pg_class t ON t.oid = h.rel CROSS JOIN LATERAL aclexplode(h.attacl) e
    WHERE e.grantor <> t.relowner AND move->>'mode' = 'swap'
$$;
COMMENT ON FUNCTION guidon_rekey_columns_found(jsonb) IS
    'findings about the columns of a move of keys';

-- The indexes and constraints of these columns.
CREATE FUNCTION guidon_rekey_indexes_found(move jsonb)
RETURNS TABLE(severity text, object text, finding text, remedy text)
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    WITH held AS (
        SELECT * FROM jsonb_to_recordset((move->'columns') || (move->'parts'))
            AS c(rel oid, "table" text, num int2, col name, other name, key bool, part bool)),
    used AS (
        SELECT DISTINCT i.*, h.table AS named FROM held h JOIN pg_index i ON i.indrelid = h.rel
        LEFT JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid
            AND d.refclassid = 'pg_class'::regclass AND d.refobjid = h.rel
            AND d.refobjsubid = h.num
        WHERE (h.num = ANY (i.indkey) OR d.objid IS NOT NULL)
            -- Not those of the move itself.
            AND NOT EXISTS (SELECT FROM pg_depend o JOIN pg_attribute a
                ON a.attrelid = h.rel AND a.attnum = o.refobjsubid
                WHERE o.classid = 'pg_class'::regclass AND o.objid = i.indexrelid
                AND o.refclassid = 'pg_class'::regclass AND o.refobjid = h.rel
                AND (col_description(h.rel, a.attnum) LIKE 'guidon\_rekey %'
                    OR h.part AND a.attname = h.other))
            -- Nor the one that keeps the old key unique, which a kill may leave invalid.
            AND NOT (h.key AND move->>'state' = 'moving' AND i.indisunique AND i.indnatts = 1
                AND i.indkey[0] = h.num AND NOT i.indisprimary AND EXISTS (SELECT
                FROM jsonb_to_recordset(move->'indexes') AS x(former name, "primary" bool)
                JOIN pg_class k ON k.relname = x.former
                WHERE x."primary" AND k.oid = i.indexrelid)))
    SELECT 'refused', indexrelid::regclass::text, 'the index of the key or of a reference has '
        'expressions, a condition or INCLUDE columns', 'Drop the index, and create it again '
        'after the move.'
    FROM used WHERE indexprs IS NOT NULL OR indpred IS NOT NULL OR indnatts > indnkeyatts
    UNION ALL
    SELECT 'refused', indexrelid::regclass::text, 'the index of the key or of a reference is '
        'not valid', 'REINDEX it, or drop it.'
    FROM used WHERE NOT indisvalid
    UNION ALL
    SELECT 'refused', i.indexrelid::regclass::text, format('the index of the key or of a '
        'reference uses %s, or an operator class or collation of its own', m.amname),
        'Drop the index, and create it again after the move.'
    FROM used i JOIN pg_class k ON k.oid = i.indexrelid JOIN pg_am m ON m.oid = k.relam
    WHERE i.indpred IS NULL AND i.indexprs IS NULL AND (m.amname NOT IN ('btree', 'hash')
        OR EXISTS (SELECT FROM unnest(i.indclass::oid[], i.indcollation::oid[],
            (i.indkey::int2[])[0:i.indnkeyatts - 1]) u(class, coll, num)
            JOIN pg_opclass o ON o.oid = u.class
            JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = u.num
            WHERE NOT o.opcdefault OR u.coll <> a.attcollation))
    UNION ALL
    SELECT 'refused', named, format('constraint "%s" over the key or a reference is EXCLUDE, or '
        'DEFERRABLE', c.conname), 'Drop the constraint, and create it again after the move.'
    FROM used i JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.conrelid = i.indrelid
        AND (c.contype = 'x' OR c.contype IN ('u', 'p') AND c.condeferrable)
    UNION ALL
    SELECT 'refused', named, format('constraint "%s" of a partitioned table is over a reference',
        c.conname), 'Drop the constraint; a unique index may stay in its place.'
    FROM used i JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.conrelid = i.indrelid
        AND c.contype IN ('p', 'u')
    JOIN pg_class k ON k.oid = i.indexrelid AND (k.relkind = 'I' OR k.relispartition)
    UNION ALL
    SELECT 'refused', indexrelid::regclass::text, 'the table is clustered by this index',
        format('ALTER TABLE %s SET WITHOUT CLUSTER', named)
    FROM used WHERE indisclustered
    UNION ALL
    SELECT DISTINCT 'refused', h.table, format('CHECK "%s" names the column "%s"', c.conname,
        h.col), 'Drop the constraint, and create it again after the move.'
    FROM held h JOIN pg_constraint c ON c.conrelid = h.rel AND c.contype = 'c'
        AND h.num = ANY (c.conkey)
    UNION ALL
    SELECT 'refused', i.table, format('the name of index "%s" is taken', t.relname),
        'Rename the other object; the move needs its name.'
    FROM jsonb_to_recordset(move->'indexes') AS i(rel oid, "table" text, index name,
        other name, former name, made bool, "primary" bool)
    JOIN pg_class r ON r.oid = i.rel JOIN pg_class t ON t.relnamespace = r.relnamespace
        AND (t.relname = i.other AND NOT i.made OR t.relname = i.former)
    WHERE NOT (i.primary AND t.relname = i.former AND EXISTS (SELECT FROM pg_index x
        WHERE x.indexrelid = t.oid AND x.indrelid = i.rel AND x.indisunique AND x.indnatts = 1
        AND x.indkey[0] = (SELECT num FROM held WHERE key) AND move->>'state' = 'moving'))
    UNION ALL
    SELECT 'refused', f.table, format('the name of constraint "%s" is taken', c.conname),
        'Rename the other constraint; the move needs its name.'
    FROM jsonb_to_recordset(move->'references') AS f(rel oid, "table" text, other name)
    JOIN pg_constraint c ON c.conrelid = f.rel AND c.conname = f.other
    WHERE NOT (c.contype = 'f' AND c.confrelid = (move->>'rel')::oid
        AND move->>'state' IN ('moving', 'swapped'))
$$;
COMMENT ON FUNCTION guidon_rekey_indexes_found(jsonb) IS
    'findings about the indexes and constraints of a move of keys';

-- What else uses these columns. Of a class that is not named here, all is refused.
CREATE FUNCTION guidon_rekey_users_found(move jsonb)
RETURNS TABLE(severity text, object text, finding text, remedy text)
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    WITH held AS (
        SELECT c.*, a.attname FROM jsonb_to_recordset((move->'columns') || (move->'parts'))
            AS c(rel oid, "table" text, num int2, col name, key bool)
        JOIN pg_attribute a ON a.attrelid = c.rel AND a.attnum = c.num),
    users AS (
        SELECT DISTINCT h.*, d.classid, d.objid, d.objsubid, d.deptype
        FROM held h JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass
            AND d.refobjid = h.rel AND d.refobjsubid = h.num),
    named AS (
        SELECT u.*, CASE u.classid
            WHEN 'pg_rewrite'::regclass THEN 'a rule'
            WHEN 'pg_policy'::regclass THEN 'a policy'
            WHEN 'pg_trigger'::regclass THEN 'a trigger'
            WHEN 'pg_statistic_ext'::regclass THEN 'extended statistics'
            WHEN 'pg_publication_rel'::regclass THEN 'a publication'
            WHEN 'pg_proc'::regclass THEN 'a function'
            WHEN 'pg_attrdef'::regclass THEN 'a default or generated column'
            ELSE 'something' END AS what
        FROM users u
        -- Constraints, indexes, the default and the sequence of the column itself are known;
        -- guidon_rekey_columns_found and guidon_rekey_indexes_found look at them.
        WHERE NOT (u.classid = 'pg_constraint'::regclass
            OR u.classid = 'pg_statistic_ext'::regclass AND EXISTS (SELECT
                FROM pg_statistic_ext x WHERE x.oid = u.objid AND x.stxexprs IS NULL
                AND has_schema_privilege(x.stxnamespace, 'CREATE') AND x.stxowner = (SELECT
                relowner FROM pg_class t WHERE t.oid = u.rel))
            OR u.classid = 'pg_class'::regclass AND (SELECT k.relkind FROM pg_class k
                WHERE k.oid = u.objid) IN ('i', 'I', 'S')
            OR u.classid = 'pg_attrdef'::regclass AND EXISTS (SELECT FROM pg_attrdef d
                WHERE d.oid = u.objid AND d.adrelid = u.rel AND d.adnum = u.num)
            OR u.classid = 'pg_trigger'::regclass AND EXISTS (SELECT FROM pg_trigger t
                WHERE t.oid = u.objid AND (t.tgisinternal OR t.tgname = '~guidon_rekey_late')))),
    -- Views that can be dropped and made again without a loss.
    simple AS (
        SELECT v.oid FROM pg_class v WHERE v.relkind = 'v'
            AND v.relowner = (SELECT relowner FROM pg_class WHERE oid = (move->>'rel')::oid)
            AND NOT EXISTS (SELECT FROM pg_rewrite r WHERE r.ev_class = v.oid
                AND r.rulename <> '_RETURN')
            AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = v.oid)
            AND NOT EXISTS (SELECT FROM pg_attrdef d WHERE d.adrelid = v.oid)
            AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = v.oid
                AND a.attacl IS NOT NULL)
            AND NOT EXISTS (SELECT FROM aclexplode(v.relacl) e WHERE e.grantor <> v.relowner)
            AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.deptype = 'n'
                AND NOT (d.classid = 'pg_rewrite'::regclass AND EXISTS (SELECT FROM pg_rewrite r
                    WHERE r.oid = d.objid AND r.ev_class = v.oid)) AND (
                d.refclassid = 'pg_class'::regclass AND d.refobjid = v.oid
                OR d.refclassid = 'pg_type'::regclass AND d.refobjid IN (v.reltype,
                    (SELECT t.typarray FROM pg_type t WHERE t.oid = v.reltype)))))
    SELECT DISTINCT 'asked', v.oid::regclass::text, format('the view uses column "%s" of table '
        '%s: the swap drops it and makes it again', n.attname, n."table"),
        'allow => ''{views}'', if its text is right for the new type.'
    FROM named n JOIN pg_rewrite r ON n.classid = 'pg_rewrite'::regclass AND r.oid = n.objid
    JOIN pg_class v ON v.oid = r.ev_class WHERE move->>'mode' = 'swap' AND v.oid IN (
        SELECT oid FROM simple)
    UNION ALL
    SELECT DISTINCT 'refused', v.oid::regclass::text, format('the view uses column "%s" of table '
        '%s, and is materialized or of another owner, has rules, triggers, defaults, rights that '
        'somebody else or a single column has given, or others depend on it', n.attname,
        n."table"), 'Drop it, and create it again after the move; or use mode => ''add''.'
    FROM named n JOIN pg_rewrite r ON n.classid = 'pg_rewrite'::regclass AND r.oid = n.objid
    JOIN pg_class v ON v.oid = r.ev_class WHERE move->>'mode' = 'swap' AND v.oid NOT IN (
        SELECT oid FROM simple) AND v.relkind IN ('v', 'm')
    UNION ALL
    SELECT 'refused', pg_describe_object(classid, objid, objsubid),
        format('it is %s that uses column "%s" of table %s', what, attname, "table"),
        'Drop it, and create it again after the move; or use mode => ''add''.'
    FROM named WHERE move->>'mode' = 'swap' AND NOT (classid = 'pg_rewrite'::regclass
        AND EXISTS (SELECT FROM pg_rewrite r JOIN pg_class v ON v.oid = r.ev_class
            WHERE r.oid = objid AND v.relkind IN ('v', 'm')))
    UNION ALL
    SELECT DISTINCT 'asked', p.oid::regprocedure::text, format('its text names table %s and '
        'column "%s"', h.table, h.col), 'allow => ''{functions}'', after you have read the '
        'function and changed it where it needs the old key.'
    FROM held h JOIN pg_class t ON t.oid = h.rel
    JOIN pg_proc p ON strpos(p.prosrc, t.relname) > 0 AND strpos(p.prosrc, h.col) > 0
        AND p.prosrc ~ ('\m' || regexp_replace(h.col, '(\W)', '\\\1', 'g') || '\M')
        AND p.prosrc ~ ('\m' || regexp_replace(t.relname, '(\W)', '\\\1', 'g') || '\M')
    WHERE move->>'mode' = 'swap' AND p.prokind IN ('f', 'p')
        AND p.pronamespace <> 'pg_catalog'::regnamespace
        AND p.proname NOT LIKE 'guidon\_rekey\_%'
        -- Those of this extension know no table of the application. Those of another one may:
        -- a company can have its functions in an extension of its own.
        AND NOT EXISTS (SELECT FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid
            WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
            AND d.refclassid = 'pg_extension'::regclass AND e.extname = 'guidon')
$$;
COMMENT ON FUNCTION guidon_rekey_users_found(jsonb) IS
    'findings about what uses the columns of a move of keys';

-- The secret of the kind derive.
CREATE FUNCTION guidon_rekey_secret_found(move jsonb)
RETURNS TABLE(severity text, object text, finding text, remedy text)
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    source record;
    place text;
    found oid;
    whole bool;
BEGIN
    IF move->>'kind' IS DISTINCT FROM 'derive' OR move->>'state' = 'finished' THEN
        RETURN;
    END IF;
    SELECT quote_ident(n.nspname) INTO place FROM pg_class t
    JOIN pg_namespace n ON n.oid = t.relnamespace WHERE t.oid = (move->>'rel')::oid;
    EXECUTE format('SELECT %s.guidon_rekey_secret_table($1)', move->>'own') INTO found
        USING (move->>'rel')::oid;
    SELECT t.relacl, t.relowner, t.relrowsecurity, t.relhasrules, a.atttypid, a.attgenerated
        INTO source FROM pg_class t LEFT JOIN pg_attribute a ON a.attrelid = t.oid
        AND a.attname = 'key' AND a.attnum > 0 AND NOT a.attisdropped WHERE t.oid = found;
    severity := 'refused';
    object := place || '.guidon_key';
    remedy := format('CREATE TABLE %s.guidon_key AS SELECT pg_catalog.sha256(pg_catalog.uuid_send('
        'pg_catalog.gen_random_uuid()) || pg_catalog.uuid_send(pg_catalog.gen_random_uuid())) AS '
        'key; keep a copy of the key for the other systems.', place);
    IF found IS NULL THEN
        finding := 'the owner of the table has no table of this name, with the secret of the '
            'kind derive';
        RETURN NEXT;
    ELSIF source.atttypid IS DISTINCT FROM 'bytea'::regtype OR source.relrowsecurity
        OR source.relhasrules OR source.attgenerated <> '' THEN
        finding := 'it has no column key of type bytea, or row security, or rules';
        RETURN NEXT;
    ELSIF EXISTS (SELECT FROM aclexplode(source.relacl) e WHERE e.grantee <> source.relowner)
        OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = found AND a.attacl IS NOT NULL)
    THEN
        finding := 'others have rights on it: only the owner may read the secret';
        remedy := format('REVOKE them all (\dp %s.guidon_key shows them).', place);
        RETURN NEXT;
    ELSIF pg_get_userbyid(source.relowner) = current_user THEN
        EXECUTE format('SELECT count(*) <> 1 OR bool_or(octet_length(key) IS DISTINCT FROM 32) '
            'FROM ONLY %s.guidon_key WHERE tableoid = $1', place) INTO whole USING found;
        IF whole THEN
            finding := 'it has not one key of 32 bytes';
            RETURN NEXT;
        END IF;
    END IF;
END
$$;
COMMENT ON FUNCTION guidon_rekey_secret_found(jsonb) IS
    'findings about the secret of a move of keys to the kind derive';

-- What the application must know, and how much room the move needs: notes, which stop nothing.
CREATE FUNCTION guidon_rekey_notes(move jsonb)
RETURNS TABLE(severity text, object text, finding text, remedy text)
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    swap bool := move->>'mode' = 'swap';
    numbers bool := move->'columns'->0->>'type' <> 'uuid';
    seen bigint;
BEGIN
    severity := 'note';
    object := 'application';
    EXECUTE format('SELECT %s.guidon_rekey_stars($1)', move->>'own') INTO seen USING move;
    finding := 'a prepared statement that returns * of these tables fails with SQLSTATE 0A000, '
        'until it is prepared again, when the new columns come' || CASE WHEN NOT swap THEN ''
            WHEN numbers THEN '; one that returns the key or a reference, at the swap too'
            ELSE '; and at the swap once more' END
        || CASE WHEN seen IS NULL THEN ''
            ELSE format(' (pg_stat_statements shows %s that return *)', seen) END;
    remedy := 'Name the columns that you read, and close the connections of the pool right '
        'after.';
    RETURN NEXT;
    finding := 'COPY and INSERT without a list of columns meet other columns';
    remedy := 'Name the columns.';
    RETURN NEXT;
    IF swap AND numbers THEN
        finding := format('parameters, variables and currval() that hold the key are of type %s, '
            'and the key is not, after the swap', move->'columns'->0->>'type');
        remedy := 'Release the application together with the swap.';
        RETURN NEXT;
    END IF;
    object := 'storage';
    finding := format('each row is written twice: the tables grow from %s to about 2.5 times that',
        (SELECT pg_size_pretty(sum(pg_table_size(t.rel))) FROM (SELECT DISTINCT
            c.rel::regclass FROM jsonb_to_recordset((move->'columns') || (move->'parts'))
            AS c(rel oid)) t));
    remedy := 'Have that room until VACUUM has made the old rows reusable.';
    RETURN NEXT;
END
$$;
COMMENT ON FUNCTION guidon_rekey_notes(jsonb) IS
    'notes of the plan of a move of keys for the application';

-- The number of statements in pg_stat_statements that return * of a table of the move, as far
-- as the caller may see their texts. NULL without that extension. It does not matter who else
-- has a view of the name: this one is the extension's.
CREATE FUNCTION guidon_rekey_stars(move jsonb) RETURNS bigint
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    source text := (SELECT format('%I.%I', n.nspname, v.relname)
        FROM pg_extension e JOIN pg_depend d ON d.refclassid = 'pg_extension'::regclass
            AND d.refobjid = e.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'e'
        JOIN pg_class v ON v.oid = d.objid AND v.relname = 'pg_stat_statements'
        JOIN pg_namespace n ON n.oid = v.relnamespace
        WHERE e.extname = 'pg_stat_statements' AND has_table_privilege(v.oid, 'SELECT')
            AND has_schema_privilege(n.oid, 'USAGE')
            -- The view fails if the server has not loaded its library.
            AND EXISTS (SELECT FROM pg_settings WHERE name = 'pg_stat_statements.max'));
    seen bigint;
BEGIN
    IF source IS NOT NULL THEN
        EXECUTE format($query$
            SELECT count(*) FROM %s s
            WHERE s.dbid = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
                AND s.query ~* '(\mselect\M|\mreturning\M|,)\s*([\w"]+\s*\.\s*)?\*'
                AND EXISTS (SELECT FROM jsonb_to_recordset($1->'columns') AS c(rel oid)
                    JOIN pg_class t ON t.oid = c.rel WHERE s.query
                    ~ ('\m' || regexp_replace(t.relname, '(\W)', '\\\1', 'g') || '\M'))
            $query$, source) INTO seen USING move;
    END IF;
    RETURN seen;
END
$$;
COMMENT ON FUNCTION guidon_rekey_stars(jsonb) IS
    'number of known statements that return all columns of a table in a move of keys';

-- The times of the rows, and the settings of the server. This reads the table of the key.
CREATE FUNCTION guidon_rekey_time_found(move jsonb, time_column name)
RETURNS TABLE(severity text, object text, finding text, remedy text)
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    source record;
    last text;
    found bool;
BEGIN
    EXECUTE format('SELECT %s.guidon_rekey_last($1)', move->>'own') INTO last
        USING move->>'kind';
    SELECT format('%I.%I', n.nspname, t.relname) AS named, t.relowner, a.atttypid, a.attname,
        a.attgenerated INTO source
    FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
    LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = time_column
        AND a.attnum > 0 AND NOT a.attisdropped
    WHERE t.oid = (move->>'rel')::oid;
    severity := 'refused';
    object := source.named;
    IF source.attname IS NULL THEN
        finding := format('it has no column "%s"', time_column);
        remedy := 'Name the column that has the time of each row.';
        RETURN NEXT;
    ELSIF source.atttypid NOT IN ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype)
        OR source.attgenerated <> '' THEN
        finding := format('column "%s" has type %s, or is generated', time_column,
            format_type(source.atttypid, NULL));
        remedy := 'The column must hold the time of the row: timestamptz, timestamp or date.';
        RETURN NEXT;
    ELSIF move->>'state' = 'none' AND pg_get_userbyid(source.relowner) = current_user THEN
        EXECUTE format('SELECT EXISTS (SELECT FROM %1$s WHERE %2$I IS NULL OR %2$I NOT BETWEEN '
            '''1970-01-01 00:00+00'' AND %3$L)', source.named, time_column, last) INTO found;
        IF found THEN
            finding := format('rows have no time in column "%s", or one before 1970 or after %s',
                time_column, split_part(last, ' ', 1));
            remedy := 'Give these rows a time.';
            RETURN NEXT;
        END IF;
    END IF;
    IF (SELECT setting::int FROM pg_settings WHERE name = 'deadlock_timeout') <= 200 THEN
        object := 'deadlock_timeout';
        finding := 'it is not above the time that the swap waits for its locks';
        remedy := 'Set it to more than 200 ms; the default is 1 s.';
        RETURN NEXT;
    END IF;
END
$$;
COMMENT ON FUNCTION guidon_rekey_time_found(jsonb, name) IS
    'findings about the times of the rows in a move of keys';
