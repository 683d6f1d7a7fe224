/* SPDX-License-Identifier: MIT */
/* multi_file_reader.c - read the ids of several files in batches. */
#include "multi_file_reader.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../term/progress.h"
#include "../text/id_fields.h"
#include "../text/place.h"
#include "../text/reason.h"

#include <inttypes.h>

/* The number of the first record behind record i that is, unlike record i, a
 * ULID or not a ULID; run->n if there is none. */
static size_t end_of_alike(const struct run *run, size_t i)
{
    const bool ulid = written_as_ulid(run_form_in_any_case(run, i));

    if (run->line_len > 0) {
        return run->n;
    }
    do {
        i++;
    } while (i < run->n &&
             written_as_ulid(run_form_in_any_case(run, i)) == ulid);
    return i;
}

static enum exit_code pass_run(const struct multi_file_reader *reader,
                               const struct input *input, const struct run *run)
{
    enum exit_code code = EXIT_DONE;

    for (size_t i = 0, end; i < run->n && code == EXIT_DONE; i = end) {
        end = end_of_alike(run, i);
        code = reader->take(
            reader->context,
            &(struct id_batch){
                .ids = run->ids + i,
                .n = end - i,
                .ulid = written_as_ulid(run_form_in_any_case(run, i)),
                .name = input->name,
                .number = run->number + i,
            });
    }
    return code;
}

static enum exit_code pass_record(const struct multi_file_reader *reader,
                                  const struct input *input,
                                  const struct record *record)
{
    struct reading_result result;
    const char *why;

    if (!record->first) {
        return EXIT_DONE; /* a later piece of a record that was reported */
    }
    why = reading_try(&result, &reader->reading, input, record)
              ? writing_lacks(&reader->writing, &result.id)
              : result.why;
    if (!why) {
        return reader->take(reader->context,
                            &(struct id_batch){
                                .ids = &result.id,
                                .n = 1,
                                .ulid = written_as_ulid(result.found),
                                .name = input->name,
                                .number = input->number,
                                .record = reader->reading.csv ? record : NULL,
                            });
    }
    message(PLACE ": %s", PLACE_OF(input->name, input->number, result.bad_at),
            REASON_IN_PLACE(why));
    return reader->skip && !result.ends ? EXIT_DONE : EXIT_NO;
}

/* Pass on the ids of a file. Sets *unread, and returns EXIT_IO, if the file
 * cannot be read. */
static enum exit_code read_file(bool *unread,
                                const struct multi_file_reader *reader,
                                const char *path)
{
    struct input input;
    struct record record;
    struct run run;
    enum exit_code code = EXIT_DONE;
    bool runs = !writing_is_partial(&reader->writing);

    *unread = !reading_open(&input, path, &reader->reading);
    if (*unread) {
        return EXIT_IO;
    }
    while (code == EXIT_DONE) {
        if (runs && reading_run(&run, &input, &reader->reading)) {
            code = pass_run(reader, &input, &run);
        } else if (reading_next(&record, &input, &reader->reading)) {
            code = pass_record(reader, &input, &record);
        } else {
            break;
        }
    }
    input_close(&input);
    *unread = input.error != 0;
    return *unread ? EXIT_IO : code;
}

uint64_t files_ids_most(const struct reading *reading, const struct args *args)
{
    const struct file_list files = args_files(args);
    const size_t record =
        reading->framing == INPUT_IDS ? sizeof(guidon_id) : GUIDON_ULID_LEN + 1;

    return progress_size_of(files.paths, files.n) / record;
}

enum exit_code read_files(struct multi_file_reader *reader,
                          const struct args *args)
{
    const struct file_list files = args_files(args);

    reader->unread = false;
    for (size_t i = 0; i < files.n; i++) {
        bool unread;
        enum exit_code code = read_file(&unread, reader, files.paths[i]);

        reader->unread |= unread;
        if (code != EXIT_DONE && !(unread && reader->skip)) {
            return code;
        }
    }
    return EXIT_DONE;
}
