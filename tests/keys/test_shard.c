/* SPDX-License-Identifier: MIT */
/* test_shard.c - the shard of data, against vectors and its bounds. */
#include "vectors.h"

static void check_shard(json_t *row)
{
    unsigned char data[1000];
    const size_t len = row_hex(data, sizeof data, row, "data");
    uint32_t shard = UINT32_MAX;

    assert_int_equal(guidon_shard_of(&shard, data, len,
                                     (unsigned)row_u64(row, "shard_bits")),
                     GUIDON_OK);
    if (shard != row_u64(row, "shard")) {
        fail_msg("%s: shard %u", row_text(row, "why"), (unsigned)shard);
    }
}

static void test_shards_are_those_of_the_vectors(void **state)
{
    (void)state;
    vectors_each("prefixed.json", "shards", check_shard);
}

static void test_what_is_no_shard_is_an_error(void **state)
{
    uint32_t shard = 77;

    (void)state;
    assert_int_equal(guidon_shard_of(&shard, "a", 1, 11), GUIDON_E_RANGE);
    assert_int_equal(guidon_shard_of(&shard, "a", 1, 64), GUIDON_E_RANGE);
    assert_int_equal(guidon_shard_of(&shard, NULL, 1, 4), GUIDON_E_ARGUMENT);
    assert_int_equal(shard, 77);
    assert_int_equal(guidon_shard_of(&shard, NULL, 0, 4), GUIDON_OK);
    assert_true(shard < 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shards_are_those_of_the_vectors),
        cmocka_unit_test(test_what_is_no_shard_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
