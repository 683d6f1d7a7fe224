/* SPDX-License-Identifier: MIT */
/* audit.c - what guidon_audit counts of a group. */
#include "guidon_duckdb.h"

#include <stdio.h>
#include <stdlib.h>

/* Up to so many ids, a group keeps the ids themselves, because the counts of a
 * group take 4 KB. */
#define LISTED_MAX 32

struct counts {
    guidon_audit ids;
    guidon_duplicates *duplicates; /* NULL before the first id */
};

/* The ids of a group, listed or counted. Listed ids are in parts, as
 * guidon_audit_merge has them: those that this audit was given itself are the
 * first ones, and then come those of other audits. */
struct gdndk_audit {
    uint64_t rows, nulls;
    int64_t distinct; /* duplicates are exact up to so many; 0: not counted */
    struct counts *counts; /* NULL as long as the ids are listed */
    uint32_t parts;        /* bit i: the listed id i begins a part */
    uint8_t own;           /* listed ids that this audit was given itself */
    uint8_t n, room;       /* listed ids, and those that there is memory for */
    guidon_id listed[];
};
_Static_assert(LISTED_MAX <= 32, "a bit of `parts` for each listed id");

void gdndk_audit_free(struct gdndk_audit *audit)
{
    if (audit && audit->counts) {
        free(audit->counts->duplicates);
        free(audit->counts);
    }
    free(audit);
}

/* -------------------------------------------------------------------- counts */

/* Make room for so many more different ids, up to `distinct`. */
static bool make_room(struct counts *counts, size_t ids, int64_t distinct)
{
    guidon_duplicates *old = counts->duplicates, *made;
    size_t slots = guidon_duplicates_slots_for(old, ids, (uint64_t)distinct);
    void *memory;

    if (old && slots == guidon_duplicates_slots(old)) {
        return true;
    }
    memory = malloc(guidon_duplicates_size(slots));
    if (guidon_duplicates_init(&made, memory, slots) != GUIDON_OK) {
        return false;
    }
    counts->duplicates = made;
    /* Without random bits, the state counts without a secret. */
    (void)!guidon_duplicates_set_random_secret(made);
    if (old) {
        guidon_duplicates_merge(counts->duplicates, old);
        free(old);
    }
    return true;
}

static bool count_duplicates(struct counts *counts, const guidon_id *ids,
                             size_t n, int64_t distinct)
{
    if (n == 0 || distinct == 0) {
        return true;
    }
    if (!make_room(counts, n, distinct)) {
        return false;
    }
    guidon_duplicates_add_many(counts->duplicates, ids, n);
    return true;
}

/* Count the listed ids of another audit, in the parts that they have there. */
static bool merge_listed(struct counts *counts, const struct gdndk_audit *other,
                         size_t from, int64_t distinct)
{
    for (size_t at = from, end; at < other->n; at = end) {
        guidon_audit part;

        end = at + 1;
        while (end < other->n && !(other->parts >> end & 1)) {
            end++;
        }
        guidon_audit_init(&part);
        guidon_audit_add_many(&part, other->listed + at, end - at);
        guidon_audit_merge(&counts->ids, &part);
    }
    return count_duplicates(counts, other->listed + from, other->n - from,
                            distinct);
}

/* Count the listed ids of an audit, as if they had never been listed. */
static bool count_listed(struct counts *counts, const struct gdndk_audit *audit)
{
    guidon_audit_add_many(&counts->ids, audit->listed, audit->own);
    return count_duplicates(counts, audit->listed, audit->own,
                            audit->distinct) &&
           merge_listed(counts, audit, audit->own, audit->distinct);
}

/* Count the ids from now on. */
static bool begin_counts(struct gdndk_audit *audit)
{
    struct counts *counts = calloc(1, sizeof *counts);

    if (!counts || !count_listed(counts, audit)) {
        free(counts ? counts->duplicates : NULL);
        free(counts);
        return false;
    }
    audit->counts = counts;
    return true;
}

/* --------------------------------------------------------------------- lists */

/* Make room for `n` more ids in the list. */
static bool grow_list(struct gdndk_audit **audit, size_t n)
{
    struct gdndk_audit *grown = *audit;
    size_t room = grown->room ? grown->room : 1;

    while (room < grown->n + n) {
        room *= 2;
    }
    if (room != grown->room) {
        grown = realloc(grown, sizeof *grown + room * sizeof *grown->listed);
        if (!grown) {
            return false;
        }
        grown->room = (uint8_t)room;
        *audit = grown;
    }
    return true;
}

/* List more ids, in `parts` whose bit 0 is that of the first of them. */
static bool list_ids(struct gdndk_audit **audit, const guidon_id *ids, size_t n,
                     uint32_t parts)
{
    struct gdndk_audit *list;

    if (!grow_list(audit, n)) {
        return false;
    }
    list = *audit;
    memcpy(list->listed + list->n, ids, n * sizeof *ids);
    list->parts |= parts << list->n;
    list->n = (uint8_t)(list->n + n);
    return true;
}

/* ------------------------------------------------------------------- the calls */

static bool is_begun(struct gdndk_audit **audit, int64_t distinct)
{
    if (!*audit) {
        *audit = calloc(1, sizeof **audit);
        if (*audit) {
            (*audit)->distinct = distinct;
        }
    }
    return *audit != NULL;
}

bool gdndk_audit_add(struct gdndk_audit **audit, int64_t distinct,
                     uint64_t rows, const guidon_id *ids, size_t n)
{
    struct gdndk_audit *begun;

    if (!is_begun(audit, distinct)) {
        return false;
    }
    begun = *audit;
    begun->rows += rows;
    begun->nulls += rows - n;
    if (n == 0) {
        return true;
    }
    if (!begun->counts && begun->own == begun->n &&
        begun->n + n <= LISTED_MAX) {
        if (!list_ids(audit, ids, n, begun->n == 0)) {
            return false;
        }
        (*audit)->own = (*audit)->n;
        return true;
    }
    if (!begun->counts && !begin_counts(begun)) {
        return false;
    }
    guidon_audit_add_many(&begun->counts->ids, ids, n);
    return count_duplicates(begun->counts, ids, n, begun->distinct);
}

static bool merge_counts(struct counts *counts, const struct counts *other,
                         int64_t distinct)
{
    guidon_audit_merge(&counts->ids, &other->ids);
    if (other->duplicates && distinct > 0) {
        if (!make_room(counts, guidon_duplicates_held(other->duplicates),
                       distinct)) {
            return false;
        }
        guidon_duplicates_merge(counts->duplicates, other->duplicates);
    }
    return true;
}

bool gdndk_audit_merge(struct gdndk_audit **audit,
                       const struct gdndk_audit *other)
{
    struct gdndk_audit *begun;

    if (!is_begun(audit, other->distinct)) {
        return false;
    }
    begun = *audit;
    begun->rows += other->rows;
    begun->nulls += other->nulls;
    if (other->distinct < begun->distinct) {
        begun->distinct = other->distinct;
    }
    if (!begun->counts && !other->counts && begun->n + other->n <= LISTED_MAX) {
        return list_ids(audit, other->listed, other->n, other->parts);
    }
    if (!begun->counts && !begin_counts(begun)) {
        return false;
    }
    return other->counts
               ? merge_counts(begun->counts, other->counts, begun->distinct)
               : merge_listed(begun->counts, other, 0, begun->distinct);
}

/* Write the rows, and then the report of the library about the ids. False if this
 * fails, which cannot be. */
static bool write_report(struct gdndk_report *out,
                         const struct gdndk_audit *audit,
                         const struct counts *counts)
{
    char ids[GUIDON_AUDIT_JSON_MAX];
    size_t len = 0;
    int rows;

    if (guidon_audit_json(ids, sizeof ids, &len, &counts->ids,
                          audit->distinct > 0 ? counts->duplicates : NULL) !=
        GUIDON_OK) {
        return false;
    }
    rows = snprintf(
        out->text, sizeof out->text, "{\"rows\":%llu,\"nulls\":%llu,",
        (unsigned long long)audit->rows, (unsigned long long)audit->nulls);
    memcpy(out->text + rows, ids + 1, len - 1);
    out->len = (size_t)rows + len - 1;
    return true;
}

bool gdndk_audit_report(struct gdndk_report *out,
                        const struct gdndk_audit *audit)
{
    static const struct gdndk_audit none = {.distinct = GDNDK_DISTINCT_DEFAULT};
    struct counts listed = {.duplicates = NULL};
    const struct counts *counts =
        audit && audit->counts ? audit->counts : &listed;
    bool is_written;

    audit = audit ? audit : &none;
    guidon_audit_init(&listed.ids);
    if (counts == &listed && !count_listed(&listed, audit)) {
        free(listed.duplicates);
        return false;
    }
    is_written = write_report(out, audit, counts);
    free(listed.duplicates);
    return is_written;
}
