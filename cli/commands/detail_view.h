/* SPDX-License-Identifier: MIT */
/* An id drawn for a person: what it says, its bits field by field, its forms.
 */
#ifndef CLI_DETAIL_VIEW_H
#define CLI_DETAIL_VIEW_H

#include "../term/style.h"
#include "../text/id_fields.h"

struct detail_view {
    struct style style;
    guidon_time now;
};

/* On stdout, within its columns, from 40 to 80 of them. `form` is how the id was
 * written. */
void detail_view_draw(const guidon_id *id, guidon_form form,
                      const struct detail_view *view);

#endif
