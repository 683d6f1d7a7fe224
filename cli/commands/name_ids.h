/* SPDX-License-Identifier: MIT */
/* Ids of names, as `guidon new` makes versions 3, 5 and 8. */
#ifndef CLI_NAME_IDS_H
#define CLI_NAME_IDS_H

#include "../basics.h"
#include "../text/writing.h"

#include <guidon.h>

struct name_job {
    guidon_name_kind kind;
    guidon_id ns;
    const struct writing *writing;
};

/* Write the id of a name. */
void name_ids_one(const struct name_job *job, const char *name);
/* Write the id of each record of stdin, which ends as those that are written do. */
enum exit_code name_ids_stdin(const struct name_job *job);

#endif
