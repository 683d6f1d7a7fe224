/* SPDX-License-Identifier: MIT */
/* Ids of names: versions 3, 5 and 8 of `guidon new`. */
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

/* Write the id of one name. */
void name_ids_one(const struct name_job *job, const char *name);
/* Write the id of each name on stdin. Names end as the output records do: in a
 * line feed or a NUL. */
enum exit_code name_ids_stdin(const struct name_job *job);

#endif
