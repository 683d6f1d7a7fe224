/* SPDX-License-Identifier: MIT */
/* collate.c - the collation GUIDON: texts of ids in the order of the ids. */
#include "guidon_sqlite.h"

static int compare_bytes(const void *a, int a_len, const void *b, int b_len)
{
    int shorter = a_len < b_len ? a_len : b_len;
    int order = shorter ? memcmp(a, b, (size_t)shorter) : 0;

    return order ? order : (a_len > b_len) - (a_len < b_len);
}

/* Ids come first, in any form and in the order of their values. Other texts come
 * after them, in the order of their bytes. */
static int compare_ids(void *unused, int a_len, const void *a, int b_len,
                       const void *b)
{
    guidon_id x, y;
    bool a_is_id = guidon_parse(&x, NULL, a, (size_t)a_len, GUIDON_ACCEPT_ANY,
                                0, NULL) == GUIDON_OK;
    bool b_is_id = guidon_parse(&y, NULL, b, (size_t)b_len, GUIDON_ACCEPT_ANY,
                                0, NULL) == GUIDON_OK;

    (void)unused;
    if (a_is_id && b_is_id) {
        return guidon_compare(&x, &y);
    }
    if (a_is_id != b_is_id) {
        return a_is_id ? -1 : 1;
    }
    return compare_bytes(a, a_len, b, b_len);
}

int gdnsq_collation_register(sqlite3 *db)
{
    int status;

    gdnsq_object_added();
    status = sqlite3_create_collation_v2(db, "GUIDON", SQLITE_UTF8, NULL,
                                         compare_ids, gdnsq_object_gone);
    if (status != SQLITE_OK) {
        gdnsq_object_gone(NULL); /* SQLite does not call it then */
    }
    return status;
}
