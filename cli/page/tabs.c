/* SPDX-License-Identifier: MIT */
/* tabs.c - what `guidon bounds` and `guidon odds` say, and the titles of kinds, for the
 * tabs of the page. */
#include "../stats/odds.h"
#include "../text/bounded.h"
#include "../text/kind_title.h"
#include "browser.h"
#include "exports.h"

#include <string.h>

/* The next of the texts in module_text. */
static const char *take(const char **text)
{
    const char *word = *text;

    *text += strlen(word) + 1;
    return word;
}

static bool refuse(const struct bounded_fault *fault)
{
    for (size_t i = 0; fault->parts[i]; i++) {
        browser_write(fault->parts[i], strlen(fault->parts[i]));
    }
    return false;
}

/* -------------------------------------------------------------------- bounds */

static size_t database_of(const char *name)
{
    size_t i = 0;

    while (strcmp(choice_database(i), name) != 0) {
        i++;
    }
    return i;
}

/* The form in which a database stores ids: "" is the usual one of the kind. */
static size_t form_of(const char *stored, const struct bounded_kind *kind)
{
    guidon_form form = kind->form;

    return *stored == '\0' || guidon_form_from_name(&form, stored) == GUIDON_OK
               ? (size_t)form
               : (size_t)GUIDON_FORMS;
}

PAGE_EXPORT(page_bounds) bool page_bounds(void)
{
    const uintptr_t mark = memory_mark();
    struct bounded_fault fault = {.text = ""};
    struct bounded bounded = {.kind = bounded_kind(0)};
    const char *text = module_text;
    const char *kind = take(&text), *stored = take(&text);

    for (size_t i = 0; strcmp(bounded.kind->name, kind) != 0;) {
        bounded.kind = bounded_kind(++i);
    }
    bounded.form = form_of(stored, bounded.kind);
    bounded.database = (enum database)database_of(take(&text));
    const char *from = take(&text), *to = take(&text);

    bounded.column = *text == '=' ? text + 1 : NULL;
    if ((bounded.column && !bounded_check_sql(&fault, &bounded, true)) ||
        !bounded_read_span(&bounded, &fault, from, *to ? to : NULL, false) ||
        !bounded_make(&bounded, &fault)) {
        return refuse(&fault);
    }
    struct json object = bounded_json(&bounded);
    const bool done = json_print(&object);

    memory_release(mark);
    return done;
}

/* ---------------------------------------------------------------------- odds */

/* Read a number, if there is one. */
static bool read_word(double *out, const char *name, const char *text,
                      const struct odds_word *word)
{
    struct bounded_fault fault = {.parts = {"invalid ", name, " '"}};

    if (*text != '=' || word->parse(out, text + 1)) {
        return true;
    }
    fault.parts[3] = escape_write(fault.text, text + 1, strlen(text + 1));
    fault.parts[4] = "'; expected a value like ";
    fault.parts[5] = word->like;
    return refuse(&fault);
}

PAGE_EXPORT(page_odds) bool page_odds(void)
{
    struct odds odds = {.count = 0};
    const char *text = module_text;
    const char *kind = take(&text), *count = take(&text), *rate = take(&text);
    size_t i = 0;

    while (strcmp(odds_kind(i)->name, kind) != 0) {
        i++;
    }
    odds.kind = *odds_kind(i);
    if (!read_word(&odds.count, "number of ids", count, &odds_count) ||
        !read_word(&odds.rate, "ids per time", rate, &odds_rate) ||
        !read_word(&odds.seconds, "years", text, &odds_years)) {
        return false;
    }
    odds_solve(&odds);
    const double found[] = {odds.probability, odds.count,
                            odds.seconds / YEAR_SECONDS, odds.possible,
                            odds.kind.bits};

    memcpy(module_out, found, sizeof found);
    return true;
}

/* -------------------------------------------------------------------- titles */

PAGE_EXPORT(page_title) const char *page_title(int kind)
{
    static char title[KIND_TITLE_MAX];

    return kind_title(title, (guidon_id_kind)kind);
}
