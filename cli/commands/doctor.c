/* SPDX-License-Identifier: MIT */
/* doctor.c - guidon doctor: reports how this machine makes ids. */
#include "../args.h"
#include "../command_table.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../text/json.h"

#include <guidon.h>
#include <string.h>
#include <time.h>

enum { OPT_JSON, OPT_STATE };

static const struct option_spec options[] = {
    {.name = "json", .help = "one JSON object (see docs/json.md)"},
    {.name = "state",
     .value = "FILE",
     .help = "state file to try for scope host"},
};

struct findings {
    guidon_status made;    /* of making a version-7 id */
    bool makes_ids;        /* GUIDON_OK */
    guidon_status host;    /* of making an id in scope host */
    const char *host_text; /* the same in words, with the reason of a failure */
    long clock_resolution; /* of the system clock, in ns */
};

/* Make a version-1 id in scope host, because version 1 also writes the state
 * file to its device. */
static guidon_status try_host(const char *path)
{
    guidon_options host = {
        .kind = GUIDON_V1, .scope = GUIDON_SCOPE_HOST, .state_path = path};
    guidon_generator *g = NULL;
    guidon_id id;
    guidon_status status = guidon_generator_new(&g, &host);

    if (status == GUIDON_OK) {
        status = guidon_next(&id, g);
    }
    guidon_generator_free(g);
    return status;
}

static struct findings examine(const char *state_path)
{
    struct findings found = {.clock_resolution = -1};
    struct timespec resolution;
    guidon_id id;

    found.made = guidon_new(&id, GUIDON_V7);
    found.makes_ids = found.made == GUIDON_OK;
    found.host = try_host(state_path);
    found.host_text = found.host == GUIDON_E_STATE
                          ? guidon_state_reason()
                          : guidon_status_text(found.host);
    if (clock_getres(CLOCK_REALTIME, &resolution) == 0) {
        found.clock_resolution =
            (long)resolution.tv_sec * 1000000000 + resolution.tv_nsec;
    }
    return found;
}

/* What the machine uses for a part of the library that has this key. */
static const char *used_for(const char *part)
{
    const char *key, *value;

    for (unsigned i = 0; guidon_machine_describe(&key, &value, i) == GUIDON_OK;
         i++) {
        if (strcmp(key, part) == 0) {
            return value;
        }
    }
    return "";
}

static void print_line(const char *name, const char *value)
{
    output_format("  %-12s  %s\n", name, value);
}

static void print_text(const struct findings *found)
{
    output_format("guidon %s\n\n", guidon_library_version());
    print_line("ids",
               found->makes_ids ? "are made" : guidon_status_text(found->made));
    print_line("entropy", used_for("entropy"));
    print_line("cipher", used_for("cipher"));
    print_line("fork", used_for("fork"));
    print_line("clone", used_for("clone"));
    print_line("clock", used_for("clock"));
    print_line("UUID text", used_for("uuid_text"));
    print_line("ULID text", used_for("ulid_text"));
    output_format("  %-12s  %s, many: %s\n", "SHA-1", used_for("sha1"),
                  used_for("sha1_many"));
    output_format("  %-12s  %ld ns, as the system reports\n", "resolution",
                  found->clock_resolution);
    print_line("host scope",
               found->host == GUIDON_OK ? "works" : found->host_text);
    output_text(
        "\nentropy: the source of random bytes; cipher: expands them to a stream.\n"
        "fork: how guidon notices that it is a forked process, and makes no id of\n"
        "its parent. clone: how it notices a virtual machine that is resumed twice.\n"
        "host scope: works if an id was made with the state file, which guidon creates\n"
        "if there is none.\n");
}

/* False, with a message, if memory ran out. */
static bool print_json(const struct findings *found)
{
    struct json object = json_new_object();
    const char *key, *value;

    json_put_text(&object, "version", guidon_library_version());
    json_put_bool(&object, "makes_ids", found->makes_ids);
    for (unsigned i = 0; guidon_machine_describe(&key, &value, i) == GUIDON_OK;
         i++) {
        if (strcmp(key, "host_scope") != 0) { /* below, as it was tried */
            json_put_text(&object, key, value);
        }
    }
    json_put_integer(&object, "clock_resolution_ns",
                     (uint64_t)found->clock_resolution);
    json_put_bool(&object, "host_scope", found->host == GUIDON_OK);
    json_put_text(&object, "host_status", found->host_text);
    return json_print(&object);
}

static enum exit_code run(const struct args *args)
{
    struct findings found = examine(args_value(args, OPT_STATE));

    if (!args_has(args, OPT_JSON)) {
        print_text(&found);
    } else if (!print_json(&found)) {
        return EXIT_IO;
    }
    return found.makes_ids ? EXIT_DONE : EXIT_SYSTEM;
}

static const struct example examples[] = {
    {"How this machine makes ids", "guidon doctor"},
    {"For a script", "guidon doctor --json --state \"${TMPDIR:-/tmp}/guidon\""},
};

const struct command command_doctor = {
    .name = "doctor",
    .summary = "Report how this machine makes ids",
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "guidon tries the state file for scope host, and creates it if there is none. The\n"
        "status is 4 if this machine cannot make ids. A scope host that does not work is\n"
        "reported, but does not change the status.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
