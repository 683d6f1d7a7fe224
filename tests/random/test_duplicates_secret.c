/* SPDX-License-Identifier: MIT */
/* test_duplicates_secret.c - states of duplicates under random secrets. */
#include "random/thread.h"
#include "vectors.h"

#include <guidon.h>
#include <stdlib.h>
#include <string.h>

/* The members of a state in their order. */
enum { LEVEL, USED, SLOT_COUNT, IDS, SECRET, SECRET_END = SECRET + 5 };

enum { FEW = 8192, MORE = 16384 };

static guidon_duplicates *begun(size_t slots)
{
    guidon_duplicates *duplicates;

    assert_int_equal(
        guidon_duplicates_init(&duplicates,
                               malloc(guidon_duplicates_size(slots)), slots),
        GUIDON_OK);
    return duplicates;
}

static uint64_t word_of(const guidon_duplicates *duplicates, size_t i)
{
    uint64_t word;

    memcpy(&word, (const unsigned char *)duplicates + i * sizeof word,
           sizeof word);
    return word;
}

static void test_each_large_state_has_its_own_secret(void **state)
{
    guidon_duplicates *one = begun(MORE), *other = begun(MORE);
    uint64_t differ = 0;

    (void)state;
    assert_int_equal(guidon_duplicates_set_random_secret(one), GUIDON_OK);
    assert_int_equal(guidon_duplicates_set_random_secret(other), GUIDON_OK);
    for (size_t i = SECRET; i < SECRET_END; i++) {
        assert_int_not_equal(word_of(one, i), 0);
        assert_int_not_equal(word_of(one, i), word_of(other, i));
        differ |= word_of(one, i) ^ word_of(other, i);
    }
    assert_int_not_equal(differ >> 32, 0);
    assert_int_equal(word_of(one, SLOT_COUNT), MORE);
    for (size_t i = SECRET_END; i < SECRET_END + 3 * (size_t)MORE; i++) {
        assert_int_equal(word_of(one, i), 0);
    }
    free(one);
    free(other);
}

/* The secret is random bytes of the thread, which no id gets afterwards. */
static void test_the_secret_is_taken_from_the_stream(void **state)
{
    guidon_duplicates *duplicates = begun(MORE);
    struct gdn_thread *thread;
    unsigned char first[8];
    uint64_t want[SECRET_END - SECRET];
    size_t left;

    (void)state;
    assert_int_equal(gdn_thread_self(&thread), GUIDON_OK);
    thread->stream->left = 0;
    assert_int_equal(gdn_stream_reserve(thread->stream, sizeof first),
                     GUIDON_OK);
    gdn_stream_consume(thread->stream, first, sizeof first);
    left = thread->stream->left;
    assert_true(left >= sizeof want);
    memcpy(want, thread->stream->buffer + GDN_STREAM_BUFFER - left,
           sizeof want);
    assert_int_equal(guidon_duplicates_set_random_secret(duplicates),
                     GUIDON_OK);
    for (size_t i = SECRET; i < SECRET_END; i++) {
        assert_int_equal(word_of(duplicates, i), want[i - SECRET]);
    }
    assert_int_equal(thread->stream->left, left - sizeof want);
    free(duplicates);
}

static void test_a_small_state_needs_none(void **state)
{
    guidon_duplicates *duplicates = begun(FEW);

    (void)state;
    assert_int_equal(guidon_duplicates_set_random_secret(duplicates),
                     GUIDON_OK);
    for (size_t i = SECRET; i < SECRET_END; i++) {
        assert_int_equal(word_of(duplicates, i), 0);
    }
    free(duplicates);
}

static guidon_status refused_entropy(void *context, void *out, size_t len)
{
    (void)context, (void)out, (void)len;
    return GUIDON_E_ENTROPY;
}

/* The state counts as before, without a secret. */
static void test_no_entropy_leaves_the_state(void **state)
{
    guidon_duplicates *duplicates = begun(MORE);
    struct gdn_thread *thread;
    gdn_entropy_fn *true_entropy;
    guidon_id id = {{1}};
    uint64_t one_in;

    (void)state;
    assert_int_equal(gdn_thread_self(&thread), GUIDON_OK);
    true_entropy = thread->stream->entropy;
    thread->stream->left = 39; /* a byte too few */
    thread->stream->budget = 0;
    thread->stream->entropy = refused_entropy;
    assert_int_equal(guidon_duplicates_set_random_secret(duplicates),
                     GUIDON_E_ENTROPY);
    for (size_t i = SECRET; i < SECRET_END; i++) {
        assert_int_equal(word_of(duplicates, i), 0);
    }
    thread->stream->entropy = true_entropy;
    guidon_duplicates_add(duplicates, &id);
    guidon_duplicates_add(duplicates, &id);
    assert_int_equal(guidon_duplicates_count(&one_in, duplicates), 1);
    assert_int_equal(one_in, 1);
    free(duplicates);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_large_state_has_its_own_secret),
        cmocka_unit_test(test_the_secret_is_taken_from_the_stream),
        cmocka_unit_test(test_a_small_state_needs_none),
        cmocka_unit_test(test_no_entropy_leaves_the_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
