SET TimeZone = 'UTC';
SET DateStyle = 'ISO';
-- Ids of RFC 9562, Nil, Max, NCS, Microsoft, and bits without a meaning.
CREATE TEMP TABLE id AS SELECT * FROM (VALUES
    (1, 'c232ab00-9414-11ec-b3c8-9f6bdeced846'::uuid), (2, '000003e8-9414-21ec-8300-9f6bdeced846'),
    (3, '5df41881-3aed-3515-88a7-2f4a814cf09e'), (4, '919108f7-52d1-4320-9bac-f847db4148a8'),
    (5, '2ed6657d-e927-568b-95e1-2665a8aea6a2'), (6, '1ec9414c-232a-6b00-b3c8-9f6bdeced846'),
    (7, '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'), (8, '2489e9ad-2ee2-8e00-8ec9-32d5f69181c0'),
    (9, '00000000-0000-0000-0000-000000000000'), (10, 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
    (11, '34dc2346-9000-0000-0d00-007c5f000000'), (12, '017f22e2-79b0-7cc3-d8c4-dc0c0c07398f'),
    (13, '017f22e2-79b0-0cc3-98c4-dc0c0c07398f'), (14, '017f22e2-79b0-fcc3-98c4-dc0c0c07398f')) v(n, id);
SELECT n, guidon_version_of(id), guidon_variant_of(id), guidon_time_of(id), guidon_time_us_of(id), guidon_clock_seq_of(id),
    guidon_node_of(id) FROM id ORDER BY n;
SELECT n, e.* FROM id, guidon_explain(id) e ORDER BY n;
SELECT guidon_version_of(NULL), guidon_explain(NULL), guidon_format(NULL, 'uuid');

-- The ends of the times.
SELECT guidon_time_of('00000000-0000-7000-8000-000000000000'), guidon_time_of('ffffffff-ffff-7fff-bfff-ffffffffffff'),
    guidon_time_us_of('ffffffff-ffff-7fff-bfff-ffffffffffff'), guidon_time_of('00000000-0000-1000-8000-000000000000'),
    guidon_time_of('ffffffff-ffff-6fff-bfff-ffffffffffff');

-- Every form is read back, except those without a text of the id.
SELECT form, guidon_parse(guidon_format('017f22e2-79b0-7cc3-98c4-dc0c0c07398f', form), form)
    = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f' AS same
FROM guidon_forms() form WHERE guidon_parse(guidon_format('017f22e2-79b0-7cc3-98c4-dc0c0c07398f', form), form)
    IS DISTINCT FROM '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
SELECT guidon_format('017f22e2-79b0-7cc3-98c4-dc0c0c07398f', form) FROM unnest(ARRAY['uuid', 'ulid', 'base58', 'urn', 'int']) form;
SELECT guidon_parse(t) FROM unnest(ARRAY['017F22E2-79B0-7CC3-98C4-DC0C0C07398F', '{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}',
    'urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f', '017f22e279b07cc398c4dc0c0c07398f', '01FWHE4YDGFK1SHH6W1G60EECF']) t;

-- Errors.
DO $$
DECLARE
    bad text[] := ARRAY['017f22e2-79b0-7cc3-98c4-dc0c0c07398g', '', '017f22e2', '8ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'ünïcode',
        '42', '2HCATbPFFQRhakvB2nxrTh'];
    state text; message text; detail text; hint text;
BEGIN
    FOR i IN 1 .. array_length(bad, 1) LOOP
        BEGIN
            PERFORM guidon_parse(bad[i]);
        EXCEPTION WHEN others THEN
            GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
            RAISE NOTICE '% % / % / %', state, message, detail, hint;
        END;
    END LOOP;
    BEGIN
        PERFORM guidon_parse('x', 'base59');
    EXCEPTION WHEN others THEN
        GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
        RAISE NOTICE '% % / % / %', state, message, detail, hint;
    END;
    -- A message repeats 200 bytes of an argument at most, and whole characters.
    BEGIN
        PERFORM guidon_parse('x', repeat('form', 1000000));
    EXCEPTION WHEN others THEN
        GET STACKED DIAGNOSTICS message = MESSAGE_TEXT;
        RAISE NOTICE '%', length(message);
    END;
    BEGIN
        PERFORM guidon_parse(repeat('€', 1000000));
    EXCEPTION WHEN others THEN
        GET STACKED DIAGNOSTICS message = MESSAGE_TEXT;
        RAISE NOTICE '%', length(message);
    END;
END $$;
SELECT guidon_format('017f22e2-79b0-7cc3-98c4-dc0c0c07398f', 'nothing');
SELECT guidon_parse('2ed6657d-e927-568b-95e1-2665a8aea6a2', 'ulid');
