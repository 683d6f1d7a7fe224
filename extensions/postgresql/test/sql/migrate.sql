-- Versions 1 and 6 hold the same fields; RFC 9562, appendix A.1 and A.5.
SELECT guidon_v1_to_v6('c232ab00-9414-11ec-b3c8-9f6bdeced846'), guidon_v6_to_v1('1ec9414c-232a-6b00-b3c8-9f6bdeced846');
-- UUID_TO_BIN(id, 1) of MySQL and a GUID of Microsoft.
SELECT guidon_mysql_swap('c232ab00-9414-11ec-b3c8-9f6bdeced846'), guidon_guid('00112233-4455-6677-8899-aabbccddeeff');
SELECT count(*) FROM guidon_v4_series(1000) id
WHERE guidon_mysql_unswap(guidon_mysql_swap(id)) <> id OR guidon_guid(guidon_guid(id)) <> id;
-- Another version is an error: nothing is erased.
SELECT guidon_v1_to_v6('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
SELECT guidon_v6_to_v1(NULL);

-- Keys. The first row is a vector of UUIDv47.
SELECT guidon_mask('018f2d9f-9a2a-7def-8c3f-7b1a2c4d5e6f', '\xefcdab89674523011032547698badcfe');
SELECT count(*) FROM guidon_v7_series(1000) id WHERE
    guidon_unmask(guidon_mask(id, decode(repeat('01', 16), 'hex')), decode(repeat('01', 16), 'hex')) <> id
    OR guidon_decrypt(guidon_encrypt(id, decode(repeat('01', 32), 'hex')), decode(repeat('01', 32), 'hex')) <> id
    OR guidon_version_of(guidon_mask(id, decode(repeat('01', 16), 'hex'))) <> 4
    OR guidon_version_of(guidon_encrypt(id, decode(repeat('01', 32), 'hex'))) <> 8;
SELECT guidon_mask(guidon_v4(), decode(repeat('01', 16), 'hex'));
SELECT guidon_mask(guidon_v7(), decode(repeat('01', 15), 'hex'));
SELECT guidon_decrypt(guidon_v7(), decode(repeat('01', 32), 'hex'));
SELECT guidon_encrypt(guidon_v7(), '');
