/* SPDX-License-Identifier: MIT */
/* numbers.h - reads what etcd knows of the numbers of a prefix */
#ifndef GUIDON_NODE_NUMBERS_H
#define GUIDON_NODE_NUMBERS_H

#include "etcd.h"

#include <stdbool.h>
#include <stdint.h>

/* So many numbers at a time, because the answers have to fit in HTTP_BODY_MAX. */
enum { NUMBERS_MAX = 1024 };

struct number {
    bool held;
    bool marked;      /* it has a high-water mark, which counts from here on */
    bool is_wrong;    /* somebody wrote a mark that is no number by hand */
    int64_t last_ms;  /* 0 if there is none, or if it is wrong */
    int64_t revision; /* at which the mark was written last */
};

/* Reads the numbers from `begin` on, at most NUMBERS_MAX. With `revision`, all are
 * read as of this revision of etcd, or as of the present one, which it is set to,
 * if it is 0. Without it, a mark may be newer than the news that its number is
 * free. */
enum outcome numbers_read(struct number *out, struct etcd *etcd,
                          const char *prefix, uint32_t begin, uint32_t n,
                          int64_t *revision, struct reason *reason);

#endif
