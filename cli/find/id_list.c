/* SPDX-License-Identifier: MIT */
/* id_list.c - all ids of an input, and their order by digits. */
#include "id_list.h"

#include <stdlib.h>
#include <string.h>

bool id_list_add(struct id_list *list, const guidon_id *id)
{
    if (list->n == list->size) {
        const size_t size = list->size + list->size / 2 + 1024;
        guidon_id *wider = realloc(list->ids, size * sizeof *wider);

        if (!wider) {
            return false;
        }
        list->ids = wider;
        list->size = size;
    }
    list->ids[list->n++] = *id;
    return true;
}

void id_list_free(struct id_list *list)
{
    free(list->ids);
    *list = (struct id_list){0};
}

/* The id whose digits are those of `id` in reverse. */
static guidon_id reversed(const guidon_id *id)
{
    guidon_id out;

    for (size_t i = 0; i < sizeof out.bytes; i++) {
        const unsigned byte = id->bytes[sizeof out.bytes - 1 - i];

        out.bytes[i] = (unsigned char)(byte >> 4 | byte << 4);
    }
    return out;
}

static guidon_id key_of(const struct id_order *order, const guidon_id *id)
{
    return order->from_end ? reversed(id) : *id;
}

static int compare_keys(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(guidon_id));
}

/* Keep one of equal keys. Returns how many are left. */
static size_t without_duplicates(guidon_id *keys, size_t n)
{
    size_t kept = n > 0;

    for (size_t i = 1; i < n; i++) {
        if (!guidon_equal(&keys[i], &keys[kept - 1])) {
            keys[kept++] = keys[i];
        }
    }
    return kept;
}

bool id_order_begin(struct id_order *order, const struct id_list *list,
                    bool from_end)
{
    *order = (struct id_order){.from_end = from_end};
    order->keys = malloc((list->n + 1) * sizeof *order->keys);
    if (!order->keys) {
        return false;
    }
    for (size_t i = 0; i < list->n; i++) {
        order->keys[i] = key_of(order, &list->ids[i]);
    }
    qsort(order->keys, list->n, sizeof *order->keys, compare_keys);
    order->n = without_duplicates(order->keys, list->n);
    return true;
}

void id_order_free(struct id_order *order)
{
    free(order->keys);
    *order = (struct id_order){0};
}

size_t id_digits_shared(const guidon_id *a, const guidon_id *b)
{
    size_t i = 0;

    while (i < sizeof a->bytes && a->bytes[i] == b->bytes[i]) {
        i++;
    }
    return i == sizeof a->bytes               ? ID_DIGITS
           : (a->bytes[i] ^ b->bytes[i]) < 16 ? 2 * i + 1
                                              : 2 * i;
}

size_t id_order_place(const struct id_order *order, const guidon_id *key)
{
    size_t low = 0, high = order->n;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (compare_keys(&order->keys[middle], key) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

guidon_id id_order_id(const struct id_order *order, size_t i)
{
    return key_of(order, &order->keys[i]); /* reversed twice is the same */
}

size_t id_order_shared(const struct id_order *order, const guidon_id *id)
{
    const guidon_id key = key_of(order, id);
    const size_t at = id_order_place(order, &key);
    size_t before = at > 0 ? id_digits_shared(&order->keys[at - 1], &key) : 0;
    size_t after =
        at + 1 < order->n ? id_digits_shared(&order->keys[at + 1], &key) : 0;

    return before > after ? before : after;
}

bool id_order_has(const struct id_order *order, const guidon_id *id, size_t n)
{
    guidon_id key = {{0}};
    size_t at;

    /* The digits as the beginning of a key. */
    for (size_t i = 0; i < n; i++) {
        const unsigned digit = id_digit(id, order->from_end ? n - 1 - i : i);

        key.bytes[i / 2] |= (unsigned char)(i % 2 == 0 ? digit << 4 : digit);
    }
    at = id_order_place(order, &key);
    return at < order->n && id_digits_shared(&order->keys[at], &key) >= n;
}

bool id_ends_at_random(const guidon_id *id)
{
    const unsigned version = guidon_version_of(id);

    return guidon_variant_of(id) != GUIDON_VARIANT_RFC ||
           !(version == 1 || version == 2 || version == 6);
}
