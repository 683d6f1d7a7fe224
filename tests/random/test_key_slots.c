/* SPDX-License-Identifier: MIT */
/* test_key_slots.c - slots for keys: each belongs to one thread, and comes back
 * wiped. */
#define _DEFAULT_SOURCE
#include "random/key_slots.h"
#include "vectors.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

/* More slots than four pages have. */
#define N_SLOTS (4 * GDN_KEY_SLOTS_PER_PAGE + 7)

static bool all_are(const unsigned char *key, unsigned char value)
{
    for (size_t i = 0; i < GDN_CIPHER_HEAD; i++) {
        if (key[i] != value) {
            return false;
        }
    }
    return true;
}

static void take(struct gdn_key_slot *slot)
{
    assert_true(gdn_key_slot_take(slot));
    assert_true(all_are(slot->key, 0));
    assert_int_equal((uintptr_t)slot->key % 64, 0);
}

static void test_slots_are_apart_and_come_back_wiped(void **unused)
{
    static struct gdn_key_slot slots[N_SLOTS];

    (void)unused;
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < N_SLOTS; i++) {
            take(&slots[i]);
            memset(slots[i].key, (int)(i + 1) & 0xff, GDN_CIPHER_HEAD);
        }
        for (size_t i = 0; i < N_SLOTS; i++) {
            assert_true(all_are(slots[i].key, (unsigned char)(i + 1)));
            gdn_key_slot_release(&slots[i]);
            assert_true(all_are(slots[i].key, 0));
        }
    }
}

/* A slot that came back is taken again before a new page is mapped. */
static void test_a_slot_is_reused(void **unused)
{
    static struct gdn_key_slot slots[N_SLOTS];
    struct gdn_key_slot again;

    (void)unused;
    for (size_t i = 0; i < N_SLOTS; i++) {
        take(&slots[i]);
    }
    for (size_t i = 0; i < N_SLOTS; i++) {
        unsigned char *key = slots[i].key;

        gdn_key_slot_release(&slots[i]);
        take(&again);
        assert_ptr_equal(again.key, key);
        slots[i] = again;
    }
    for (size_t i = 0; i < N_SLOTS; i++) {
        gdn_key_slot_release(&slots[i]);
    }
}

/* A page whose slots all came back serves again, so that threads that come and go
 * need no more pages. This test is the first, so that no slot was taken before. */
static void test_an_empty_page_is_reused(void **unused)
{
    struct gdn_key_slot slot, again;

    (void)unused;
    take(&slot);
    gdn_key_slot_release(&slot);
    take(&again);
    assert_ptr_equal(again.key, slot.key);
    gdn_key_slot_release(&again);
}

#define N_THREADS 4
#define ROUNDS    1000000
#define HELD      20 /* slots of a thread: all together cross pages */

static _Atomic(int) wrong;

/* Hold a few slots at a time, and note a slot that another thread wrote to. */
static void *take_and_release(void *number)
{
    unsigned char mark = *(unsigned char *)number;
    struct gdn_key_slot held[HELD];
    size_t n = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        if (n < HELD && round * 2654435761u >> 16 & 1) {
            if (!gdn_key_slot_take(&held[n]) || !all_are(held[n].key, 0)) {
                atomic_fetch_add(&wrong, 1);
                return NULL;
            }
            memset(held[n++].key, mark, GDN_CIPHER_HEAD);
        } else if (n > 0) {
            atomic_fetch_add(&wrong, !all_are(held[--n].key, mark));
            gdn_key_slot_release(&held[n]);
        }
    }
    while (n > 0) {
        gdn_key_slot_release(&held[--n]);
    }
    return NULL;
}

static void test_threads_never_share_a_slot(void **unused)
{
    static unsigned char numbers[N_THREADS] = {1, 2, 3, 4};
    pthread_t threads[N_THREADS];

    (void)unused;
    for (size_t i = 0; i < N_THREADS; i++) {
        assert_int_equal(
            pthread_create(&threads[i], NULL, take_and_release, &numbers[i]),
            0);
    }
    for (size_t i = 0; i < N_THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    assert_int_equal(atomic_load(&wrong), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_empty_page_is_reused),
        cmocka_unit_test(test_slots_are_apart_and_come_back_wiped),
        cmocka_unit_test(test_a_slot_is_reused),
        cmocka_unit_test(test_threads_never_share_a_slot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
