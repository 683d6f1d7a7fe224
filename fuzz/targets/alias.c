/* SPDX-License-Identifier: MIT */
/* alias.c - two texts get aliases from one map, in pieces of any length, and come
 * back byte for byte */
#include "../../cli/alias/alias_replace.h"
#include "../support/fuzz.h"

#include <string.h>

#define TEXT_MAX 2048

/* Parts of a text: a byte from 128 on stands for one of them. */
#define UUID "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
static const char *const parts[] = {
    UUID,
    "017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
    "919108f7-52d1-4320-9bac-f847db4148a8",
    "01FWHE4YDGFK1SHH6W1G60EECF",
    "01fwhe4ydgfk1shh6w1g60eecf",
    "00000000000000000000000000",
    "01234567890123456789012345",
    "017f22e279b07cc398c4dc0c0c07398f",
    "0x017F22E279B07CC398C4DC0C0C07398F",
    "user_01fwhe4ydgfk1shh6w1g60eecf",
    "_01fwhe4ydgfk1shh6w1g60eecf",
    "00000000-0000-4000-8000-000000000001",
    "00000000-0000-4000-8000-00000000000A",
    "00000000000040008000000000000001",
    "00000000008008000000000002",
    "00000000008008000000000003",
    "user_00000000008008000000000001",
    "id-1",
    "id-2",
    "id-1.b",
    "id-1.a",
    "id-01",
    "user-1",
    "nid-1",
    "tom-2",
    "ff-3",
    "\\n",
    "\\t",
    "\\u003c",
    "\\u00ff",
    "%2F",
    "%ff",
    "\033[1m",
    "\033[",
    "abcdefghijklmnopqrstuvwxyz_abcdefghijklmnopqrstuvwxyz_abcdefghij",
    "----------------------------------------------------------------",
};
enum { N_PARTS = sizeof parts / sizeof parts[0] };

static size_t make_text(char out[TEXT_MAX], struct fuzz_data *data,
                        size_t bytes)
{
    size_t len = 0;

    for (; bytes > 0 && data->left > 0; bytes--) {
        const unsigned byte = (unsigned)fuzz_take(data, 1);
        const char c = (char)byte;
        const char *part = byte < 128 ? &c : parts[byte % N_PARTS];
        const size_t n = byte < 128 ? 1 : strlen(part);

        if (n > TEXT_MAX - len) {
            break;
        }
        memcpy(out + len, part, n);
        len += n;
    }
    return len;
}

static bool no_row(void *context, uint32_t row)
{
    (void)context;
    (void)row;
    return true;
}

static void count_left(void *context, const struct alias_left *left)
{
    (void)context;
    CHECK(left->line > 0 && left->column > 0 && left->len > 0);
}

/* Change a text, in pieces of at most `most` bytes, at least 1. Returns the length of
 * the result, which replace->out has. */
static void change(struct alias_replace *replace, const char *text, size_t len,
                   size_t most, struct fuzz_data cuts)
{
    replace->out_len = 0;
    CHECK(alias_replace_file(replace));
    for (size_t at = 0; at < len;) {
        size_t n = 1 + (size_t)fuzz_take(&cuts, 1) % most;
        char *room;

        n = cuts.left == 0 || n > len - at ? len - at : n;
        room = alias_replace_room(replace, n);
        CHECK(room != NULL);
        memcpy(room, text + at, n);
        CHECK(alias_replace_take(replace, n, false));
        at += n;
    }
    CHECK(alias_replace_take(replace, 0, true));
}

/* What the input asks for. */
struct wanted {
    enum alias_kind kind;
    unsigned forms;
    size_t most;
};

static void begin(struct alias_replace *replace, struct alias_names *names,
                  const struct wanted *wanted, bool restore)
{
    *names = (struct alias_names){
        .by_alias = restore,
    };
    CHECK(alias_names_set(names, wanted->kind, "id",
                          wanted->kind == ALIAS_UUID ? 0 : 2));
    *replace = (struct alias_replace){
        .names = names,
        .restore = restore,
        .forms = restore ? 0 : wanted->forms,
        .all = true,
        .added = no_row,
        .left = count_left,
    };
    alias_names_begin(names, 7);
    alias_replace_begin(replace);
}

/* Read the rows of a map again, as from its file. */
static void copy_rows(struct alias_names *to, const struct alias_names *from)
{
    for (uint32_t row = 0; row < from->n_rows; row++) {
        guidon_span span;
        struct alias_text text = {.span = &span};
        char one[GUIDON_ALIAS_MAX], two[GUIDON_ALIAS_MAX];
        char room[GUIDON_ALIAS_MAX];
        const char *why;
        size_t len;

        text.text = alias_names_text(&text.len, room, from, row);
        guidon_scanner_piece(&to->scanner, text.text, text.len, 0, true);
        CHECK(guidon_scanner_next(&span, &to->scanner));
        CHECK(span.len == text.len);
        text.hash = alias_names_hash_text(to, text.text, &span);
        CHECK(alias_names_add(&why, to, &text) == row);
        len = alias_names_alias(one, from, row);
        CHECK(len == alias_names_alias(two, to, row));
        CHECK(memcmp(one, two, len) == 0);
    }
}

/* Both texts in one go have the same aliases, and come back. */
static void check(const struct wanted *wanted, const char *text,
                  const size_t lens[2], struct fuzz_data cuts)
{
    static char first[2][TEXT_MAX * 4];
    struct alias_names names, again;
    struct alias_replace replace, back;
    size_t out_lens[2];

    begin(&replace, &names, wanted, false);
    for (int i = 0; i < 2; i++) {
        change(&replace, text + (i ? lens[0] : 0), lens[i], wanted->most, cuts);
        out_lens[i] = replace.out_len;
        CHECK(out_lens[i] <= sizeof first[i]);
        if (out_lens[i] > 0) {
            memcpy(first[i], replace.out, out_lens[i]);
        }
    }
    begin(&back, &again, wanted, true);
    copy_rows(&again, &names);
    CHECK(alias_names_list_aliases(&again));
    for (int i = 1; i >= 0; i--) {
        change(&back, first[i], out_lens[i], 97, cuts);
        CHECK(back.out_len == lens[i] && back.n_left == 0);
        CHECK(lens[i] == 0 ||
              memcmp(back.out, text + (i ? lens[0] : 0), lens[i]) == 0);
        /* With all rows there, whole pieces give the same aliases. */
        change(&replace, text + (i ? lens[0] : 0), lens[i], 1,
               (struct fuzz_data){0});
        CHECK(replace.out_len == out_lens[i]);
        CHECK(lens[i] == 0 || memcmp(replace.out, first[i], out_lens[i]) == 0);
    }
    CHECK(names.n_rows == again.n_rows);
    alias_replace_free(&replace);
    alias_replace_free(&back);
    alias_names_free(&names);
    alias_names_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum alias_kind kinds[] = {ALIAS_NUMBER, ALIAS_UUID,
                                            ALIAS_TYPEID};
    static char text[2 * TEXT_MAX];
    struct fuzz_data rest = {data, size};
    struct wanted wanted;
    size_t lens[2], half;

    wanted.kind = kinds[fuzz_take(&rest, 1) % 3];
    wanted.forms = (unsigned)fuzz_take(&rest, 1) & 31;
    wanted.most = 1 + (size_t)fuzz_take(&rest, 1);
    half = (size_t)fuzz_take(&rest, 1);
    const struct fuzz_data cuts = rest;

    lens[0] = make_text(text, &rest, half);
    lens[1] = make_text(text + lens[0], &rest, rest.left);
    check(&wanted, text, lens, cuts);
    return 0;
}
