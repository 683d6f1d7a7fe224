/* SPDX-License-Identifier: MIT */
/* fault.c - what check finds wrong, as text or JSON. */
#include "fault.h"
#include "../term/escape.h"
#include "../term/output.h"
#include "../text/json.h"

#include <inttypes.h>

static void put_spot(struct draft *draft, const struct spot *spot)
{
    draft_put(draft, "file", json_path(spot->name));
    draft_put(draft, "record", json_integer((json_int_t)spot->record));
}

static bool tell_json(const struct fault *fault)
{
    struct draft draft = draft_new();

    put_spot(&draft, &fault->at);
    draft_put(&draft, "offset", json_integer((json_int_t)fault->offset));
    draft_put(&draft, "check", json_string(fault->check));
    draft_put(&draft, "reason", json_string(fault->why));
    if (fault->earlier) {
        struct draft earlier = draft_new();

        put_spot(&earlier, fault->earlier);
        draft_put(&draft, "earlier", draft_finish(&earlier));
    }
    return draft_print(&draft);
}

static void tell_text(const struct fault *fault)
{
    output_format("%s:%" PRIu64 ":%zu: %s\n", ESCAPED(fault->at.name),
                  fault->at.record, fault->offset, fault->why);
}

void fault_tell(struct faults *faults, const struct fault *fault, uint64_t n)
{
    if (!faults->all && n > FAULTS_SHOWN) {
        faults->hidden = true;
    } else if (!faults->json) {
        tell_text(fault);
    } else if (!faults->lost && !tell_json(fault)) {
        faults->lost = true;
    }
}
