/* SPDX-License-Identifier: MIT */
/* The detail view of an id: its kind and time, its bits by field, its forms. */
#ifndef CLI_DETAIL_VIEW_H
#define CLI_DETAIL_VIEW_H

#include "../term/style.h"
#include "../text/id_fields.h"
#include "../text/typeid_reading.h"

/* A text as one id: its object of guidon_describe_json, which is a part of the array and
 * ends before a comma or a bracket. */
struct shown {
    const char *json;
    size_t len;
    guidon_id id;
    guidon_form form;            /* or FORM_TYPEID */
    struct typeid_prefix prefix; /* of a TypeID */
};

struct detail_view {
    struct style style;
    guidon_time now;
    unsigned
        node_number_bits; /* of node numbers in version 8, or 0 if unknown */
    bool has_prefix;      /* in version 8, of prefix_bits bits */
    unsigned prefix_bits;
};

/* Draw the view of an id on stdout, as wide as the terminal but 40 to 80
 * columns. */
void detail_view_draw(const struct shown *reading,
                      const struct detail_view *view);

#endif
