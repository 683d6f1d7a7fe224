/* SPDX-License-Identifier: MIT */
/* Slow and simple readers and writers for every text form, from the headers and
 * the standards. They share no code and no table with the library. */
#ifndef SLOW_TEXT_H
#define SLOW_TEXT_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>

/* The expected result of a reader. */
struct slow_answer {
    guidon_status status;
    guidon_form form; /* for GUIDON_OK */
    guidon_id id;     /* for GUIDON_OK */
    size_t bad_at;    /* for an error */
};

/* Read a text as one form, strictly; a ULID leniently if requested. */
struct slow_answer slow_read(guidon_form form, const char *text, size_t len,
                             bool lenient);
/* The forms and flags of guidon_parse as one number, `accept` of these readers: bits
 * of GUIDON_FORM_BIT and the two below. SLOW_ACCEPT is the two arguments. */
#define SLOW_EXACT_CASE     (UINT64_C(1) << 62)
#define SLOW_LENIENT        (UINT64_C(1) << 63)
#define SLOW_ACCEPT(accept) slow_accept(accept), slow_flags(accept)
guidon_accept slow_accept(uint64_t accept);
unsigned slow_flags(uint64_t accept);
/* The expected result of guidon_parse. */
struct slow_answer slow_parse(const char *text, size_t len, uint64_t accept);
/* The expected result of guidon_parse_candidates. */
uint64_t slow_candidates(const char *text, size_t len, uint64_t accept);
/* Read an object identifier in DER. */
struct slow_answer slow_read_der(const unsigned char *der, size_t len);

/* Write an id in a form. Returns the length; 0 if the id has no such text. */
size_t slow_write(char out[GUIDON_TEXT_MAX], const guidon_id *id,
                  guidon_form form);
size_t slow_write_der(unsigned char out[GUIDON_OID_DER_MAX],
                      const guidon_id *id);

#endif
