/* SPDX-License-Identifier: MIT */
/* keys.c - the keys in etcd that stand for numbers */
#include "keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void key_held(char out[KEYS_SIZE], const char *prefix, uint32_t node_number)
{
    snprintf(out, KEYS_SIZE, "%s/held/%08u", prefix, node_number);
}

void key_last(char out[KEYS_SIZE], const char *prefix, uint32_t node_number)
{
    snprintf(out, KEYS_SIZE, "%s/last/%08u", prefix, node_number);
}

void key_node_number_bits(char out[KEYS_SIZE], const char *prefix)
{
    snprintf(out, KEYS_SIZE, "%s/node_number_bits", prefix);
}

bool key_number(uint32_t *out, const char *key, const char *prefix,
                uint32_t begin, uint32_t end)
{
    const size_t len = strlen(prefix);
    const char *digits = key + len + strlen("/held/");

    if (strlen(key) != len + strlen("/held/00000000") ||
        memcmp(key, prefix, len) != 0 ||
        strspn(digits, "0123456789") != strlen("00000000")) {
        return false;
    }
    *out = (uint32_t)strtoul(digits, NULL, 10);
    return *out >= begin && *out < end;
}
