/* SPDX-License-Identifier: MIT */
/* accept_of.h - the forms that a row of a vector accepts */
#ifndef GUIDON_TESTS_ACCEPT_OF_H
#define GUIDON_TESTS_ACCEPT_OF_H

/* The bits of the forms that the row names, or of all forms; with SLOW_LENIENT if the row
 * says so. */
static inline uint64_t accept_of(json_t *row)
{
    uint64_t accept = 0;
    size_t i;
    json_t *name;

    json_array_foreach(json_object_get(row, "forms"), i, name)
    {
        guidon_form form;
        assert_int_equal(guidon_form_from_name(&form, json_string_value(name)),
                         GUIDON_OK);
        accept |= GUIDON_FORM_BIT(form);
    }
    return (accept ? accept : GUIDON_ANY_FORMS) |
           (row_has(row, "lenient") ? SLOW_LENIENT : 0);
}

#endif
