/* SPDX-License-Identifier: MIT */
/* parts.c - give many records of an input to several threads. */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

/* More threads save little, because one thread reads and writes. */
#define THREADS_MAX ((size_t)8)
/* Threads start from so many bytes on: about 16,000 ids of the shortest usual
 * texts. Waking threads for fewer costs more than it saves. */
#define BYTES_MIN (6 * PART_SIZE)
/* If the buffer holds less, its bytes come from a slow writer or are the last
 * ones. So the tool does not ask for more. */
#define BYTES_TO_GATHER (PART_SIZE / 4)

void parts_begin(struct parts *parts, size_t threads)
{
    parts->memory = NULL;
    workers_begin(&parts->workers,
                  threads < THREADS_MAX ? threads : THREADS_MAX);
}

void parts_end(struct parts *parts)
{
    workers_end(&parts->workers);
    free(parts->memory);
}

static size_t held_in(const struct input *input)
{
    return input->end - input->start;
}

/* Gather many records, with the memory for their output. False if there are
 * few, or if there is no memory. */
static bool gather(struct parts *parts, struct input *input)
{
    if (parts->workers.n == 1 || held_in(input) < BYTES_TO_GATHER) {
        return false;
    }
    if (!parts->memory &&
        !(parts->memory = malloc(PARTS_MAX * PART_OUT_SIZE))) {
        parts->workers.n = 1;
        return false;
    }
    input_gather(input);
    return held_in(input) >= BYTES_MIN;
}

/* The end of a part that begins at `from`, behind a whole record; 0 if the
 * buffer does not hold the end. */
static size_t part_end(const struct input *input, size_t from)
{
    const size_t least = from + PART_SIZE;
    const char mark = input->framing == INPUT_NUL ? '\0' : '\n';
    const char *at;

    if (least > input->end) {
        return 0;
    }
    if (input->framing == INPUT_IDS) {
        return least;
    }
    at = memchr(input->bytes + least - 1, mark, input->end - least + 1);
    return at ? (size_t)(at - input->bytes) + 1 : 0;
}

static void cut(struct parts *parts, const struct input *input)
{
    size_t end;

    parts->n = 0;
    for (size_t from = input->start; (end = part_end(input, from)) != 0;
         from = end) {
        struct part *part = &parts->list[parts->n];

        part->input = *input;
        part->input.number = 0;
        part->input.bytes += from;
        part->input.start = 0;
        part->input.end = end - from;
        part->input.ended = true; /* never read */
        part->out = parts->memory + parts->n * PART_OUT_SIZE;
        part->out_len = 0;
        parts->n++;
    }
}

bool parts_run(struct parts *parts, struct input *input, work_fn *work,
               void *context)
{
    if (!gather(parts, input)) {
        return false;
    }
    cut(parts, input);
    workers_run(&parts->workers, work, context, parts->n);
    return true;
}
