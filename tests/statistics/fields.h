/* SPDX-License-Identifier: MIT */
/* The random fields of every kind of id, taken out of ids that are made. */
#ifndef FIELDS_H
#define FIELDS_H

#include "statistics.h"

#include <guidon.h>

/* How the ids of a field are made. */
enum way {
    WAY_MANY,       /* guidon_next_many */
    WAY_EACH,       /* guidon_next, in a millisecond of its own */
    WAY_PAIRS,      /* two, in a millisecond of their own: in every other pair
                       by one call, so that seed and step share a draw */
    WAY_GENERATORS, /* the first of a new generator */
    WAY_THREAD      /* guidon_new and guidon_new_many */
};

struct field {
    const char *name;
    unsigned bits; /* of a record */
    enum way way;
    guidon_kind kind;
    guidon_v7_layout v7_layout;
    guidon_ulid_step ulid_step;
    /* Fill the record from an id, or two. False: a bit that is the same in
     * every id of the kind is not so here. */
    bool (*take)(struct record *record, const guidon_id *ids);
};

extern const struct field fields[];
extern const size_t n_fields;

/* Makes records of one field. */
struct maker {
    const struct field *field;
    guidon_options options; /* where random bytes come from is the caller's */
    void (*tamper)(guidon_id *ids, size_t n); /* NULL: ids stay as made */
    uint64_t wrong; /* records whose fixed bits are wrong */
    guidon_generator *generator;
    int64_t ms;
};

/* The clock is the maker's own: it moves on a millisecond with each record, or
 * with each reading where many are made at once. It points to the maker, so `maker` must stay where it is until maker_end. These end the program where
 * no id can be made. */
void maker_begin(struct maker *maker, const struct field *field);
void maker_fill(struct maker *maker, struct record records[BLOCK_RECORDS]);
void maker_end(struct maker *maker);

#endif
