/* SPDX-License-Identifier: MIT
 * A plugin of a reader: it exports one function, which makes an id. */
#include "guidon.h"

int plugin_id(char *text);

int plugin_id(char *text)
{
    guidon_id id;

    if (guidon_new(&id, GUIDON_V7) != GUIDON_OK) {
        return -1;
    }
    guidon_uuid_format(text, &id);
    return 0;
}
