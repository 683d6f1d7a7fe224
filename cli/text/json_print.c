/* SPDX-License-Identifier: MIT */
/* json_print.c - objects of JSON on stdout. */
#include "../common/block.h"
#include "../term/message.h"
#include "../term/output.h"
#include "json.h"

bool json_print(struct json *object)
{
    const bool whole = json_end(object);

    if (whole) {
        output_bytes(object->text, object->len);
    } else {
        message("out of memory");
    }
    block_free(object->text, object->capacity);
    return whole;
}
