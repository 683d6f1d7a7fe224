/* SPDX-License-Identifier: MIT */
/* test_vmclock.c - VM generations, with the test's own word in place of the
 * device's. */
#include "host/host.h"
#include "host/vmclock.h"
#include "random/thread.h"
#include "vectors.h"

#include <guidon/generate.h>
#include <string.h>

static _Atomic(uint64_t) word = 7;

const _Atomic(uint64_t) *gdn_vmclock_word(const void *page)
{
    (void)page;
    return NULL;
}

const _Atomic(uint64_t) *gdn_vmclock_map(void)
{
    return &word;
}

/* The first call of a process finds the word. From then on a thread is known to
 * be current by comparing it, and uses the fast path. */
static void test_the_first_thread_knows_its_machine(void **unused)
{
    guidon_id id;

    (void)unused;
    assert_null(gdn_thread_mine);
    assert_int_equal(guidon_new(&id, GUIDON_V4), GUIDON_OK);
    assert_true(gdn_thread_is_current(gdn_thread_mine));
    assert_string_equal(gdn_epoch_clone_name(), "VMClock");
}

/* R96: the library watches the word that it found. */
static void test_a_copy_resets(void **unused)
{
    unsigned char key[GDN_CIPHER_KEY];
    guidon_id id;

    (void)unused;
    for (int copies = 0; copies < 3; copies++) {
        memcpy(key, gdn_thread_mine->stream->head, sizeof key);
        atomic_fetch_add(&word, 1);
        assert_false(gdn_thread_is_current(gdn_thread_mine));
        assert_int_equal(guidon_new(&id, GUIDON_V4), GUIDON_OK);
        assert_true(gdn_thread_is_current(gdn_thread_mine));
        assert_memory_not_equal(gdn_thread_mine->stream->head, key, sizeof key);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_first_thread_knows_its_machine),
        cmocka_unit_test(test_a_copy_resets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
