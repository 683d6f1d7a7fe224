/* SPDX-License-Identifier: MIT */
/* multi_file_reader.c - the ids of all files, as many at a time as there are. */
#include "multi_file_reader.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../text/id_fields.h"

#include <inttypes.h>

static enum exit_code take_run(const struct multi_file_reader *gather,
                               const struct input *input, const struct run *run)
{
    return gather->take(gather->context,
                        &(struct gathered){
                            .ids = run->ids,
                            .n = run->n,
                            .ulid = run->form == GUIDON_FORM_ULID,
                            .name = input->name,
                            .number = run->number,
                        });
}

static enum exit_code take_record(const struct multi_file_reader *gather,
                                  const struct input *input,
                                  const struct record *record)
{
    struct reading_result result;
    const char *why;

    if (!record->first) {
        return EXIT_DONE; /* more of one that was told of */
    }
    why = reading_try(&result, &gather->reading, input, record)
              ? writing_lacks(&gather->writing, &result.id)
              : result.why;
    if (!why) {
        return gather->take(gather->context,
                            &(struct gathered){
                                .ids = &result.id,
                                .n = 1,
                                .ulid = written_as_ulid(result.found),
                                .name = input->name,
                                .number = input->number,
                            });
    }
    message("%s:%" PRIu64 ":%zu: %s", ESCAPED(input->name), input->number,
            result.bad_at, why);
    return gather->skip ? EXIT_DONE : EXIT_NO;
}

/* EXIT_IO also where the file could not be read: then *unread. */
static enum exit_code read_file(bool *unread,
                                const struct multi_file_reader *gather,
                                const char *path)
{
    struct input input;
    struct record record;
    struct run run;
    enum exit_code code = EXIT_DONE;
    bool runs = !writing_is_partial(&gather->writing);

    *unread = !input_open(&input, path, gather->reading.framing);
    if (*unread) {
        return EXIT_IO;
    }
    while (code == EXIT_DONE) {
        if (runs && input_run(&run, &input, gather->reading.accept)) {
            code = take_run(gather, &input, &run);
        } else if (input_next(&record, &input)) {
            code = take_record(gather, &input, &record);
        } else {
            break;
        }
    }
    input_close(&input);
    *unread = input.error != 0;
    return *unread ? EXIT_IO : code;
}

enum exit_code read_all(struct multi_file_reader *gather,
                        const struct args *args)
{
    static char *const only_stdin[] = {"-"};
    char *const *names = args->n_operands > 0 ? args->operands : only_stdin;
    const size_t n = args->n_operands > 0 ? args->n_operands : 1;

    gather->unread = false;
    for (size_t i = 0; i < n; i++) {
        bool unread;
        enum exit_code code = read_file(&unread, gather, names[i]);

        gather->unread |= unread;
        if (code != EXIT_DONE && !(unread && gather->skip)) {
            return code;
        }
    }
    return EXIT_DONE;
}
