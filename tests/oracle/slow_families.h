/* SPDX-License-Identifier: MIT */
/* The slow readers and writers of each family of forms. slow_text.c picks the
 * family of a form. */
#ifndef SLOW_FAMILIES_H
#define SLOW_FAMILIES_H

#include "slow_text.h"

/* slow_layouts.c: forms of hex digits among marks. */
bool slow_is_layout(guidon_form form);
struct slow_answer slow_read_layout(guidon_form form, const char *text,
                                    size_t len, bool lenient);
size_t slow_write_layout(char *out, const guidon_id *id, guidon_form form);

/* slow_digits.c: forms with a prefix and a number in some base. */
struct slow_answer slow_read_digits(guidon_form form, const char *text,
                                    size_t len);
struct slow_answer slow_read_lenient_ulid(const char *text, size_t len);
size_t slow_write_digits(char *out, const guidon_id *id, guidon_form form);

/* slow_names.c: UUID-NCName. */
bool slow_is_name(guidon_form form);
struct slow_answer slow_read_name(guidon_form form, const char *text,
                                  size_t len);
size_t slow_write_name(char *out, const guidon_id *id, guidon_form form);

/* slow_groups.c: groups of five digits, and digits of an id with bits before it. */
struct slow_answer slow_read_z85(const char *text, size_t len);
size_t slow_write_z85(char *out, const guidon_id *id);
struct slow_answer slow_read_base62id(const char *text, size_t len);
size_t slow_write_base62id(char *out, const guidon_id *id);

/* slow_integers.c: two integers with a sign. */
struct slow_answer slow_read_integers(const char *text, size_t len);
size_t slow_write_integers(char *out, const guidon_id *id);

#endif
