/* SPDX-License-Identifier: MIT */
/*
 * absent.c - what the tool has and the page has not: a terminal and threads.
 */
#include "../commands/detail_view.h"
#include "../term/style.h"
#include "../term/terminal.h"
#include "../workers.h"

#include <stdint.h>

/* ---------------------------------------------------------------- terminal */

const char *choice_colour(size_t i)
{
    return i == 0 ? "never" : NULL;
}

struct style style_of_stdout(enum colour_when when)
{
    (void)when;
    return (struct style){
        .colour = false, .columns = 80, .wrap_columns = SIZE_MAX};
}

void style_paint(const struct style *style, const char *paint)
{
    (void)style;
    (void)paint;
}

bool terminal_unicode(void)
{
    return true;
}

/* The page draws its own view from the JSON of `show`. */
void detail_view_draw(const guidon_id *id, guidon_form form,
                      const struct detail_view *view)
{
    (void)id;
    (void)form;
    (void)view;
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
