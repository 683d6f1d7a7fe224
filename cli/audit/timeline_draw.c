/* SPDX-License-Identifier: MIT */
/* timeline_draw.c - a timeline as bars on a terminal. */
#include "../term/output.h"
#include "../term/terminal.h"
#include "timeline.h"

#include <inttypes.h>
#include <stdio.h>

/* Draw a bar of so many eighths of a column; without Unicode, whole columns. */
static void draw_bar(uint64_t eighths, bool unicode)
{
    static const char *const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};

    for (uint64_t i = 0; i < eighths / 8; i++) {
        output_text(unicode ? "█" : "#");
    }
    if (unicode) {
        output_text(parts[eighths % 8]);
    } else if (eighths % 8 >= 4 || eighths < 8) {
        output_text("#");
    }
}

void timeline_draw(const struct timeline *timeline, const struct style *style)
{
    enum { LEAST_BAR = 3, MOST_BAR = 200 };
    const struct timeline_rows rows = timeline_rows_of(timeline);
    char text[GUIDON_TIME_TEXT_MAX];
    char number[32], title[64];

    if (rows.n == 0) {
        return;
    }
    int count_width = snprintf(number, sizeof number, "%" PRIu64, rows.most);
    int label_width = (int)(timeline_label(text, &rows, rows.n - 1) - rows.cut);
    size_t used = (size_t)label_width + 6 + (size_t)count_width;
    size_t room =
        style->columns > used + LEAST_BAR ? style->columns - used : LEAST_BAR;
    room = room < MOST_BAR ? room : MOST_BAR;

    snprintf(title, sizeof title, "each row is %s, from its time on (UTC)",
             rows.width);
    output_text("\n");
    style_entry(style, 2, "", title);
    for (size_t i = 0; i < rows.n; i++) {
        double part = (double)rows.counts[i] / (double)rows.most;
        uint64_t eighths = (uint64_t)(part * (double)room * 8 + 0.5);

        const int len = (int)(timeline_label(text, &rows, i) - rows.cut);

        output_format("  %-*.*s  %*" PRIu64, label_width, len, text,
                      count_width, rows.counts[i]);
        if (rows.counts[i] > 0) {
            output_text("  ");
            style_paint(style, PAINT_BAR);
            draw_bar(eighths > 0 ? eighths : 1, terminal_unicode());
            style_paint(style, PAINT_PLAIN);
        }
        output_text("\n");
    }
}
