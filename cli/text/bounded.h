/* SPDX-License-Identifier: MIT */
/* The smallest and the largest id of a time span, and the SQL that selects its ids. */
#ifndef CLI_BOUNDED_H
#define CLI_BOUNDED_H

#include "../term/escape.h"
#include "json.h"

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef guidon_status bound_fn(guidon_id *out, guidon_time t);

/* A kind of ids that have bounds. */
struct bounded_kind {
    const char *name;
    guidon_id_kind kind;
    bound_fn *floor, *ceil; /* NULL: with a prefix */
    guidon_form form;       /* the canonical form */
    const char *range;      /* of the times that it can hold */
    uint32_t step_ns;       /* of its clock */
    const char *step;
};
/* Kind `i`, or NULL after the last. */
const struct bounded_kind *bounded_kind(size_t i);

enum database { POSTGRESQL, MYSQL, SQLITE };
const char *choice_database(size_t i);

struct bounded {
    const struct bounded_kind *kind;
    size_t form;        /* a guidon_form, or GUIDON_FORMS for 16 bytes */
    const char *column; /* of the SQL; NULL: none is asked for */
    enum database database;
    uint32_t prefix, prefix_bits; /* of a kind with a prefix */
    guidon_time from, to;         /* both belong to the span */
    guidon_id min, max;
};

/* What is wrong with something that a person gave: parts of a sentence, up to NULL.
 * Begins all zero. */
struct bounded_fault {
    const char *parts[8];
    char text[ESCAPED_MAX]; /* may be one of the parts */
};

/* Each returns false, with the fault, if what a person gave is wrong: the column, from
 * the kind, form and database on; the times, of which the second may be NULL; and times
 * that the kind cannot hold, when the ids are made. */
bool bounded_check_sql(struct bounded_fault *fault,
                       const struct bounded *bounded, bool as_json);
bool bounded_read_span(struct bounded *bounded, struct bounded_fault *fault,
                       const char *from, const char *to, bool before);
bool bounded_make(struct bounded *bounded, struct bounded_fault *fault);

/* Write an id as text or, with a column, as a constant of SQL. Returns `out`. */
#define BOUNDED_ID_MAX (GUIDON_TEXT_MAX + 20)
const char *bounded_id(char out[BOUNDED_ID_MAX], const struct bounded *bounded,
                       const guidon_id *id);

/* Write the WHERE clause. Returns `out`. */
#define BOUNDED_COLUMN_MAX 255 /* a '.' in it becomes "." */
#define BOUNDED_SQL_MAX    (3 * BOUNDED_COLUMN_MAX + 2 * BOUNDED_ID_MAX + 36)
const char *bounded_sql(char out[BOUNDED_SQL_MAX],
                        const struct bounded *bounded);

/* The object of `guidon bounds --json`. */
struct json bounded_json(const struct bounded *bounded);

#endif
