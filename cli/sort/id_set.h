/* SPDX-License-Identifier: MIT */
/* The different ids of an input, in the order in which they first came. */
#ifndef CLI_ID_SET_H
#define CLI_ID_SET_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The secret of the hash. Without it nobody can choose ids of the same hash, and
 * so make the set slow. What the set holds does not depend on it. */
struct id_set_key {
    uint64_t words[5];
};

struct id_set {
    struct id_set_key key;
    guidon_id *ids;  /* the different ids, in order */
    void *values;    /* of the caller: value_size bytes for each id */
    size_t n;        /* ids so far */
    size_t most;     /* ids that fit into the memory */
    uint32_t *slots; /* the hash table: 0, or a tag and the number of an id */
    size_t n_slots;
    size_t n_slots_most;
    uint32_t number_mask; /* the bits of a slot that are not the tag */
};

/* Draw a key. False if the system gives no random bytes. */
bool id_set_draw_key(struct id_set_key *key);

/* Begin without ids. The set uses the caller's memory of `size` bytes, at least
 * ID_SET_LEAST. */
#define ID_SET_LEAST ((size_t)16 << 10)
void id_set_begin(struct id_set *set, const struct id_set_key *key,
                  uint64_t *memory, size_t size, size_t value_size);

/* Prepare for `n` different ids at most, if that is known. It saves time later,
 * and a number that is too large costs little. */
void id_set_expect(struct id_set *set, uint64_t n);

/* Add `n` ids, at most ID_SET_AT_ONCE. If set->n + n exceeds set->most, they may
 * not fit; hand the ids to the sorter instead. Sets at[i] to the index in
 * set->ids at which ids[i] is. New ids have the indexes from the former set->n
 * on, in order. */
#define ID_SET_AT_ONCE 64
void id_set_add(uint32_t at[], struct id_set *set, const guidon_id *ids,
                size_t n);

/* The memory of the hash table, at least SORTER_LEAST. The caller may use it
 * after the last id_set_add. */
uint64_t *id_set_table(const struct id_set *set, size_t *size);

#endif
