/* SPDX-License-Identifier: MIT */
/* name_ids.c - ids of names. */
#include "name_ids.h"
#include "../term/output.h"
#include "../text/input.h"

#include <string.h>

#define BATCH ((size_t)1024)

static guidon_name_hash begin(const struct name_job *job)
{
    guidon_name_hash name;
    guidon_status status = guidon_name_hash_init(&name, &job->ns, job->kind);

    (void)status; /* fails only for an unknown kind */
    return name;
}

static void end(const struct name_job *job, const guidon_name_hash *name)
{
    guidon_id id;

    guidon_name_hash_id(&id, name);
    writing_all(job->writing, &id, 1);
}

void name_ids_one(const struct name_job *job, const char *name)
{
    guidon_name_hash hashed = begin(job);

    guidon_name_hash_update(&hashed, name, strlen(name));
    end(job, &hashed);
}

static void name_many(const struct name_job *job, guidon_id *out,
                      const void *const names[], const size_t lens[], size_t n)
{
    switch (job->kind) {
    case GUIDON_NAME_V3:
        guidon_v3_make_many(out, &job->ns, names, lens, n);
        break;
    case GUIDON_NAME_V5:
        guidon_v5_make_many(out, &job->ns, names, lens, n);
        break;
    default:
        guidon_v8_sha256_make_many(out, &job->ns, names, lens, n);
    }
}

/* Hash all whole names in the input buffer at once. False if it has none. */
static bool name_whole(const struct name_job *job, struct input *input)
{
    const void *names[BATCH];
    size_t lens[BATCH];
    guidon_id ids[BATCH];
    size_t n = input_whole(names, lens, BATCH, input);

    if (n > 0) {
        name_many(job, ids, names, lens, n);
        writing_all(job->writing, ids, n);
    }
    return n > 0;
}

/* A name is every byte before its end mark, and may be longer than the
 * buffer. */
enum exit_code name_ids_stdin(const struct name_job *job)
{
    const guidon_name_hash start = begin(job);
    guidon_name_hash name = start;
    struct input input;
    struct record record;

    if (!input_open(&input, "-",
                    job->writing->end == '\0' ? INPUT_NUL : INPUT_LINES)) {
        return EXIT_IO;
    }
    while (!output_failed()) {
        if (name_whole(job, &input)) {
            continue;
        }
        if (!input_next(&record, &input)) {
            break;
        }
        guidon_name_hash_update(&name, record.text, record.len);
        if (record.last) {
            end(job, &name);
            name = start;
        }
    }
    input_close(&input);
    return input.error ? EXIT_IO : EXIT_DONE;
}
