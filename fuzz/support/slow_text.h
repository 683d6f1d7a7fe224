/* SPDX-License-Identifier: MIT */
/* Every text form a second time, slowly and plainly, from what the headers and
 * the standards say: it shares no code and no table with the library. */
#ifndef SLOW_TEXT_H
#define SLOW_TEXT_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>

/* What a reader has to answer. */
struct slow_answer {
    guidon_status status;
    guidon_form form; /* where it is GUIDON_OK */
    guidon_id id;     /* the same */
    size_t bad_at;    /* where it is not */
};

/* A text read as one form, strictly; ULID with leniency where asked. */
struct slow_answer slow_read(guidon_form form, const char *text, size_t len,
                             bool lenient);
/* What guidon_parse has to answer. */
struct slow_answer slow_parse(const char *text, size_t len, unsigned accept);
/* DER of an object identifier. */
struct slow_answer slow_read_der(const unsigned char *der, size_t len);

/* The text in a form, its length returned: 0 where there is none. */
size_t slow_write(char out[GUIDON_TEXT_MAX], const guidon_id *id,
                  guidon_form form);
size_t slow_write_der(unsigned char out[GUIDON_OID_DER_MAX],
                      const guidon_id *id);

#endif
