/* SPDX-License-Identifier: MIT */
/* keys.h - the keys in etcd that stand for numbers */
#ifndef GUIDON_NODE_KEYS_H
#define GUIDON_NODE_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#define KEYS_PREFIX_MAX 200
#define KEYS_SIZE       (KEYS_PREFIX_MAX + 20)

/* PREFIX/held/NUMBER exists while a lease holds the number, PREFIX/last/NUMBER
 * is the number's high-water mark, and PREFIX/node_number_bits the bits of all numbers.
 * Numbers have eight digits, so keys sort by number. */
void key_held(char out[KEYS_SIZE], const char *prefix, uint32_t node_number);
void key_last(char out[KEYS_SIZE], const char *prefix, uint32_t node_number);
void key_node_number_bits(char out[KEYS_SIZE], const char *prefix);

/* The number of such a key; false if the key is none of a number below `end`. */
bool key_number(uint32_t *out, const char *key, const char *prefix,
                uint32_t begin, uint32_t end);

#endif
