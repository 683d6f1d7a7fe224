/* SPDX-License-Identifier: MIT */
/*
 * absent.c - what the tool has and the page has not: a terminal, threads, and hints
 * about options and files.
 */
#include "../term/style.h"
#include "../term/terminal.h"
#include "../text/reason.h"
#include "../workers.h"

#include <stdint.h>

/* ---------------------------------------------------------------- terminal */

void style_paint(const struct style *style, const char *paint)
{
    (void)style;
    (void)paint;
}

bool terminal_unicode(void)
{
    return true;
}

/* ----------------------------------------------------------------- threads */

void workers_run(struct workers *workers, work_fn *work, void *context,
                 size_t parts)
{
    (void)workers;
    for (size_t part = 0; part < parts; part++) {
        work(context, part);
    }
}

/* ------------------------------------------------------------------- hints */

const char *reason_text(char out[REASON_MAX], size_t *bad_at, const char *text,
                        size_t len, guidon_accept accept, unsigned flags,
                        guidon_status status)
{
    size_t n = 0;

    (void)bad_at;
    (void)status;
    if (guidon_parse_reason(out, GUIDON_REASON_MAX, &n, text, len, accept,
                            flags) != GUIDON_OK) {
        n = 0; /* cannot be: the sentence fits */
    }
    out[n] = '\0';
    return out;
}
