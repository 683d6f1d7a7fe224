/* SPDX-License-Identifier: MIT */
/* Long jobs, in steps without the GIL. */
#include "batch.h"

/* A step takes well below a tenth of a second for every job, so Ctrl-C ends a
 * job soon. */
#define ITEMS_PER_STEP ((size_t)65536)

/* Below this number of items, to release the GIL takes longer than the job. */
#define ITEMS_TO_RELEASE ((size_t)64)

static guidon_status run_step(size_t *done, gpy_step *step, void *job,
                              size_t first, size_t n, bool keep_gil)
{
    guidon_status status;

    if (keep_gil || n < ITEMS_TO_RELEASE) {
        return step(job, first, n, done);
    }
    Py_BEGIN_ALLOW_THREADS;
    status = step(job, first, n, done);
    Py_END_ALLOW_THREADS;
    return status;
}

static int in_steps(guidon_status *status, size_t *done, gpy_step *step,
                    void *job, size_t n, bool keep_gil)
{
    *status = GUIDON_OK;
    *done = 0;
    while (*done < n) {
        size_t left = n - *done, more = 0;
        size_t items = left < ITEMS_PER_STEP ? left : ITEMS_PER_STEP;

        *status = run_step(&more, step, job, *done, items, keep_gil);
        *done += more;
        if (*status) {
            return 0;
        }
        if (*done < n && PyErr_CheckSignals() < 0) {
            return -1;
        }
    }
    return 0;
}

int gpy_in_steps(guidon_status *status, size_t *done, gpy_step *step, void *job,
                 size_t n)
{
    return in_steps(status, done, step, job, n, false);
}

int gpy_in_steps_with_gil(guidon_status *status, size_t *done, gpy_step *step,
                          void *job, size_t n)
{
    return in_steps(status, done, step, job, n, true);
}

int gpy_pause(Py_ssize_t index)
{
    if ((size_t)index % ITEMS_PER_STEP != ITEMS_PER_STEP - 1) {
        return 0;
    }
    Py_BEGIN_ALLOW_THREADS;
    Py_END_ALLOW_THREADS;
    return PyErr_CheckSignals();
}

PyObject *gpy_fail_item(const gpy_state *state, guidon_status status,
                        size_t index)
{
    gpy_fail(state, status);
    gpy_name_item(index);
    return NULL;
}
