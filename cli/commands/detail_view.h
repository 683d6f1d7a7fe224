/* SPDX-License-Identifier: MIT */
/* The detail view of an id: its kind and time, its bits by field, its forms. */
#ifndef CLI_DETAIL_VIEW_H
#define CLI_DETAIL_VIEW_H

#include "../term/style.h"
#include "../text/id_fields.h"
#include "../text/typeid_reading.h"

/* The forms that would read a text too, if they were named: bits of
 * GUIDON_ACCEPT, and the id that each of them gives. */
struct other_readings {
    uint64_t forms;
    guidon_id ids[GUIDON_FORMS];
};

struct detail_view {
    struct style style;
    guidon_time now;
    struct typeid_prefix prefix; /* of a TypeID */
    unsigned
        node_number_bits; /* of node numbers in version 8, or 0 if unknown */
    bool has_prefix;      /* in version 8, of prefix_bits bits */
    unsigned prefix_bits;
    struct other_readings others;
};

/* Draw the view of an id on stdout, as wide as the terminal but 40 to 80
 * columns. `form` is the form in which the id was written, or
 * FORM_TYPEID. */
void detail_view_draw(const guidon_id *id, guidon_form form,
                      const struct detail_view *view);

#endif
