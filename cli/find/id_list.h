/* SPDX-License-Identifier: MIT */
/* All ids of an input, in order, with the digits by which people name them. */
#ifndef CLI_ID_LIST_H
#define CLI_ID_LIST_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The digits of an id: those of its canonical text, without hyphens. */
#define ID_DIGITS 32

struct id_list {
    guidon_id *ids;
    size_t n, size;
};

/* Add an id. False if memory ran out. */
bool id_list_add(struct id_list *list, const guidon_id *id);
void id_list_free(struct id_list *list);

/* Digit `i` of an id, counted from the beginning. */
static inline unsigned id_digit(const guidon_id *id, size_t i)
{
    return i % 2 == 0 ? id->bytes[i / 2] >> 4 : id->bytes[i / 2] & 15u;
}

/* Ids in order, by their digits from the beginning or from the end. */
struct id_order {
    bool from_end;
    guidon_id
        *keys; /* the different ids; from_end: with their digits reversed */
    size_t n;
};

/* Sort the different ids of a list. False if memory ran out. */
bool id_order_begin(struct id_order *order, const struct id_list *list,
                    bool from_end);
void id_order_free(struct id_order *order);
/* How many digits two ids share at their beginning. */
size_t id_digits_shared(const guidon_id *a, const guidon_id *b);
/* The index of the first key that is not below `key`, and the id of a key. */
size_t id_order_place(const struct id_order *order, const guidon_id *key);
guidon_id id_order_id(const struct id_order *order, size_t i);
/* How many digits, from the side of the order, the id shares with the nearest
 * other id. ID_DIGITS is never shared. */
size_t id_order_shared(const struct id_order *order, const guidon_id *id);
/* Do the first `n` digits of `id` stand at the side of the order in some id? */
bool id_order_has(const struct id_order *order, const guidon_id *id, size_t n);

/* Does the end of the id tell it from others? That of a version 1, 2 or 6 id is
 * the node, which others share. */
bool id_ends_at_random(const guidon_id *id);

#endif
