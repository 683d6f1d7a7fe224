-- RFC 9562, appendix A.2, A.4 and B.2.
SELECT guidon_v3(guidon_namespace_dns(), 'www.example.com'), guidon_v5(guidon_namespace_dns(), 'www.example.com'),
    guidon_v8_sha256(guidon_namespace_dns(), 'www.example.com');
SELECT guidon_v5(guidon_namespace_dns(), name) = guidon_v5(guidon_namespace_dns(), convert_to(name, 'UTF8'))
FROM unnest(ARRAY['', 'a', 'ünïcode', repeat('x', 100000)]) name;
SELECT guidon_namespace_dns(), guidon_namespace_url(), guidon_namespace_oid(), guidon_namespace_x500();

-- Ids from a time and data depend on each argument.
SELECT guidon_derive(t, k, d) FROM (VALUES
    (1, '2022-02-22 19:22:22+00'::timestamptz, decode(repeat('01', 32), 'hex'), 'a'::bytea),
    (2, '2022-02-22 19:22:22.001+00', decode(repeat('01', 32), 'hex'), 'a'),
    (3, '2022-02-22 19:22:22+00', decode(repeat('02', 32), 'hex'), 'a'),
    (4, '2022-02-22 19:22:22+00', decode(repeat('01', 32), 'hex'), 'b')) v(n, t, k, d) ORDER BY n;
SELECT guidon_derive(t, k, 'é') = guidon_derive(t, k, '\xc3a9'::bytea),
    guidon_derive(t, k, '2ed6657d-e927-568b-95e1-2665a8aea6a2'::uuid) = guidon_derive(t, k, '\x2ed6657de927568b95e12665a8aea6a2'::bytea)
FROM (VALUES ('2022-02-22 19:22:22+00'::timestamptz, decode(repeat('01', 32), 'hex'))) v(t, k);

-- An integer of each size is the same 8 bytes, and its text is other data.
SELECT bool_and(guidon_derive(t, k, 258::smallint) = id AND guidon_derive(t, k, 258) = id AND
    guidon_derive(t, k, 258::bigint) = id AND guidon_derive(t, k, '258') <> id AND
    guidon_derive(t, k, '258') = guidon_derive(t, k, '258'::bytea))
FROM (VALUES ('2022-02-22 19:22:22+00'::timestamptz, decode(repeat('01', 32), 'hex'))) v(t, k),
    guidon_derive(t, k, '\x0000000000000102'::bytea) id;
SELECT guidon_derive('2022-02-22', '\x00', 'a');
SELECT guidon_derive('1960-01-01', decode(repeat('01', 32), 'hex'), 'a');
SELECT guidon_derive('-infinity', decode(repeat('01', 32), 'hex'), 'a');

-- A long name gives the id of all its bytes, and its hash can be cancelled: the sequence,
-- which is set after the hash, stays as it is.
SELECT guidon_v5(guidon_namespace_dns(), repeat('guidon', 500000)), guidon_v3(guidon_namespace_dns(), repeat('x', 1048577)::bytea);
CREATE TEMP SEQUENCE hashed;
CREATE TEMP TABLE long AS SELECT repeat('guidon', 500000) AS name;
SELECT setval('hashed', length(guidon_v5(CASE WHEN pg_cancel_backend(pg_backend_pid()) THEN guidon_namespace_dns() END, name)::text)) FROM long;
SELECT last_value, is_called FROM hashed;
