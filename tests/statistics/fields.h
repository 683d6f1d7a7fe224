/* SPDX-License-Identifier: MIT */
/* The random fields of every kind of id, extracted from new ids. */
#ifndef FIELDS_H
#define FIELDS_H

#include "statistics.h"

#include <guidon.h>

/* The way in which the ids of a field are made. */
enum way {
    WAY_MANY,       /* guidon_next_many */
    WAY_EACH,       /* guidon_next, each id in a new millisecond */
    WAY_PAIRS,      /* pairs, each in a new millisecond. One call makes every
                       second pair, so that one read of random bytes serves
                       both seed and step. */
    WAY_STEPS,      /* many ids of a millisecond in one call; a record has the
                       two steps between three ids */
    WAY_GENERATORS, /* the first id of a new generator */
    WAY_THREAD,     /* guidon_new and guidon_new_many */
    WAY_DERIVE      /* guidon_v7_derive_many, of a counter */
};

struct field {
    const char *name;
    unsigned bits; /* in a record */
    enum way way;
    guidon_kind kind;
    guidon_v7_layout v7_layout;
    guidon_ulid_step ulid_step;
    uint64_t clock_resolution_ns;
    /* Fill the record from one to three ids. False if a fixed bit of the kind is
     * wrong. */
    bool (*take)(struct record *record, const guidon_id *ids);
};

extern const struct field fields[];
extern const size_t n_fields;

/* Makes records of one field. */
struct maker {
    const struct field *field;
    guidon_options options; /* the caller sets the random source */
    void (*tamper)(guidon_id *ids, size_t n); /* NULL: ids stay as made */
    uint64_t wrong; /* records whose fixed bits are wrong */
    guidon_generator *generator;
    int64_t ms;
};

/* The maker has its own clock. It advances a millisecond with each record, or
 * with each reading if many ids are made at once. The clock points to the
 * maker, so `maker` must not move before maker_end. These functions end the
 * program if no id can be made. */
void maker_begin(struct maker *maker, const struct field *field);
void maker_fill(struct maker *maker, struct record records[BLOCK_RECORDS]);
void maker_end(struct maker *maker);

#endif
