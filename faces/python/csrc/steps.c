/* SPDX-License-Identifier: MIT */
/* Long jobs, in steps without the GIL. */
#include "batch.h"

/* A step takes well below a tenth of a second for every job, so Ctrl-C ends a
 * job soon. */
#define ITEMS_PER_STEP ((size_t)65536)

/* Below this number of items, to release the GIL takes longer than the job. */
#define ITEMS_TO_RELEASE ((size_t)64)

int gpy_in_steps(guidon_status *status, size_t *done, gpy_step *step, void *job,
                 size_t n)
{
    *status = GUIDON_OK;
    *done = 0;
    while (*done < n && *status == GUIDON_OK) {
        size_t left = n - *done, more = 0;
        size_t items = left < ITEMS_PER_STEP ? left : ITEMS_PER_STEP;

        if (items < ITEMS_TO_RELEASE) {
            *status = step(job, *done, items, &more);
        } else {
            Py_BEGIN_ALLOW_THREADS;
            *status = step(job, *done, items, &more);
            Py_END_ALLOW_THREADS;
        }
        *done += more;
        if (*done < n && PyErr_CheckSignals() < 0) {
            return -1;
        }
    }
    return 0;
}

PyObject *gpy_fail_item(const gpy_state *state, guidon_status status,
                        size_t index)
{
    gpy_fail(state, status);
    gpy_name_item(index);
    return NULL;
}
