/* SPDX-License-Identifier: MIT */
/* Ids to output records: what new and convert have in common. */
#ifndef CLI_WRITING_H
#define CLI_WRITING_H

#include <guidon.h>
#include <stddef.h>

/* How ids are written. */
struct writing {
    size_t form; /* a guidon_form, or FORM_BYTES: no end mark then */
    char end;    /* after each text */
};

/* Is this a form that some ids lack? */
bool writing_is_partial(const struct writing *writing);
/* NULL, or why the id has no such form. */
const char *writing_lacks(const struct writing *writing, const guidon_id *id);
/* Write one id. NULL, or why it has no such form. */
const char *writing_one(const struct writing *writing, const guidon_id *id);

/* Are ids of this form written many at once, as fast as they can be? All ids
 * have such a form. */
bool writing_is_quick(const struct writing *writing);
/* Write `n` ids, where that is so. */
void writing_many(const struct writing *writing, const guidon_id *ids,
                  size_t n);
/* Write `n` ids of which each has such a form, many at once where that is so. */
void writing_all(const struct writing *writing, const guidon_id *ids, size_t n);

#endif
