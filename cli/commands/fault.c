/* SPDX-License-Identifier: MIT */
/* fault.c - what check finds wrong, as text or JSON. */
#include "fault.h"
#include "../term/escape.h"
#include "../term/output.h"
#include "../text/json.h"

#include <inttypes.h>

static void put_spot(struct json *object, const struct spot *spot)
{
    json_put_path(object, "file", spot->name);
    json_put_integer(object, "record", spot->record);
}

static bool tell_json(const struct fault *fault)
{
    struct json object = json_new_object();

    put_spot(&object, &fault->at);
    json_put_integer(&object, "offset", fault->offset);
    json_put_text(&object, "check", fault->check);
    json_put_text(&object, "reason", fault->why);
    if (fault->earlier) {
        struct json earlier = json_new_object();

        put_spot(&earlier, fault->earlier);
        json_put(&object, "earlier", earlier);
    }
    return json_print(&object);
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
