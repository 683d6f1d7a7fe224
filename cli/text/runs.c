/* SPDX-License-Identifier: MIT */
/* runs.c - read successive records many at once. */
#include "runs.h"

#include <string.h>

/* How many records are parsed before their ends are checked, unless the parser
 * checks the ends too. This bounds the work that is lost where a run ends
 * early. */
#define RUN_BLOCK 64

static bool has_trait(guidon_form form, unsigned trait)
{
    return (guidon_form_traits(form) & trait) != 0;
}

/* The letters of a text: the high bit of a byte is set if any of eight letters
 * is of this case. */
struct letters {
    uint64_t upper, lower;
};

/*
 * Find the letters of a text of at least eight bytes, eight at a time. All its
 * characters from 'A' on must be ASCII letters, as in each form with a case
 * variant. Then no sum carries into the next byte, and bit 5 is the case.
 */
static struct letters find_letters(const char *text, size_t len)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    struct letters found = {0, 0};
    uint64_t word;

    for (size_t at = 0; at < len; at += sizeof word) {
        const size_t last = len - sizeof word;

        memcpy(&word, text + (at < last ? at : last), sizeof word);
        const uint64_t letters = (word + ones * (0x80 - 'A')) & ones * 0x80;
        found.upper |= letters & ~(word << 2);
        found.lower |= letters & word << 2;
    }
    return found;
}

/* A form with its case variant. The text of Max has letters in both. */
static struct run_form run_form_of(guidon_form form)
{
    const guidon_form next = (guidon_form)(form + 1);
    const guidon_id max = guidon_max();
    struct run_form result = {
        .form = form, .variant = form, .len = guidon_form_len(form)};
    char text[GUIDON_TEXT_MAX];
    size_t len;

    if (has_trait(next, GUIDON_TRAIT_VARIANT) &&
        guidon_format(text, sizeof text, &len, &max, next) == GUIDON_OK) {
        result.variant = next;
        result.variant_is_upper = find_letters(text, len).upper != 0;
    }
    return result;
}

/*
 * Are all texts of this form read as this form, and alike, whatever else is
 * accepted? guidon_parse never takes a right text of a form without
 * GUIDON_TRAIT_EXPLICIT for another form. A form with this trait must be the only
 * one that is accepted.
 */
static bool reads_as(const struct run_form *form, guidon_accept accept)
{
    const uint64_t bits =
        GUIDON_FORM_BIT(form->form) | GUIDON_FORM_BIT(form->variant);

    return (accept.forms & bits) != 0 &&
           (!has_trait(form->form, GUIDON_TRAIT_EXPLICIT) ||
            (accept.forms & ~bits) == 0);
}

/* List the forms whose texts a run may have. */
static void list_run_forms(struct run_forms *forms, guidon_accept accept,
                           unsigned flags)
{
    forms->accept = accept;
    forms->flags = flags;
    forms->bits = 0;
    forms->n = 0;
    for (unsigned i = 0; i < GUIDON_FORMS; i++) {
        const struct run_form form = run_form_of((guidon_form)i);

        if (form.len > 0 && !has_trait(form.form, GUIDON_TRAIT_VARIANT) &&
            reads_as(&form, accept)) {
            forms->list[forms->n++] = form;
            forms->bits |=
                GUIDON_FORM_BIT(form.form) | GUIDON_FORM_BIT(form.variant);
        }
    }
}

/* The length of the end of a record; 0 if none is there. */
static size_t ending_len(const char *text, size_t held,
                         enum input_framing framing)
{
    if (framing == INPUT_NUL) {
        return held > 0 && text[0] == '\0';
    }
    return held > 0 && text[0] == '\n'                      ? 1
           : held > 1 && text[0] == '\r' && text[1] == '\n' ? 2
                                                            : 0;
}

/* May a right text of the form have a line feed, so that it is no line? */
static bool may_have_lines(guidon_form form)
{
    return form == GUIDON_FORM_GUID_X || form == GUIDON_FORM_C;
}

/* How many of `n` records end where the first record of the run does, and in the
 * same way. */
static size_t same_ends(const struct run *run, const char *text, size_t n)
{
    const size_t first = run->of->len, last = run->line_len - 1;
    const char a = run->text[first], b = run->text[last];
    const bool search = b == '\n' && may_have_lines(run->form);
    size_t i = 0;

    while (i < n && text[first] == a && text[last] == b &&
           !(search && memchr(text, '\n', first))) {
        text += run->line_len;
        i++;
    }
    return i;
}

typedef guidon_status lines_parser(guidon_id *ids, const char *text, size_t len,
                                   size_t n, size_t *done, size_t *bad_at);

/* The function that parses the records of the run with their ends; NULL if the
 * library has none. */
static lines_parser *lines_parser_of(const struct run *run)
{
    if (run->text[run->of->len] != '\n') {
        return NULL; /* the records end in CR LF or NUL */
    }
    return run->form == GUIDON_FORM_UUID   ? guidon_uuid_parse_lines
           : run->form == GUIDON_FORM_ULID ? guidon_ulid_parse_lines
                                           : NULL;
}

/* Parse at most `most` records without their ends, and check the ends after
 * that. Returns how many belong to the run. */
static size_t parse_and_check_ends(struct run *run, size_t most)
{
    size_t done = 0;
    size_t some, same;

    do {
        const char *text = run->text + done * run->line_len;
        size_t parsed;
        guidon_status status;

        some = most - done < RUN_BLOCK ? most - done : RUN_BLOCK;
        status = guidon_parse_many(run->ids + done, text, run->line_len, some,
                                   run->form, &parsed, NULL);
        (void)status; /* input_next reads the wrong record, for its error */
        same = same_ends(run, text, parsed);
        done += same;
    } while (same == some && done < most);
    return done;
}

/* Parse at most `most` records. Returns how many belong to the run. */
static size_t parse_run(struct run *run, size_t most)
{
    lines_parser *const parse_lines = lines_parser_of(run);
    guidon_status status;
    size_t done;

    if (!parse_lines) {
        return parse_and_check_ends(run, most);
    }
    status = parse_lines(run->ids, run->text, most * run->line_len, most, &done,
                         NULL);
    (void)status; /* input_next reads the wrong record, for its error */
    return memchr(run->text, '\r', done * run->line_len)
               ? parse_and_check_ends(run, most) /* some end in CR LF */
               : done;
}

/* Read a run of the `held` bytes at run->text, in this form. */
static void read_form(struct run *run, const struct run_form *form, size_t held,
                      enum input_framing framing)
{
    const size_t len = form->len;
    const size_t ending = ending_len(run->text + len, held - len, framing);

    if (ending > 0) {
        const size_t most = held / (len + ending);

        run->of = form;
        run->form = form->form;
        run->line_len = len + ending;
        run->n = parse_run(run, most < INPUT_RUN_MAX ? most : INPUT_RUN_MAX);
    }
}

/* The same in the first form that fits. Most are ruled out by the character
 * behind their length, which must be LF, CR or NUL. */
static void read_any_form(struct run *run, const struct run_forms *forms,
                          size_t held, enum input_framing framing)
{
    run->n = 0;
    for (size_t i = 0; i < forms->n && run->n == 0; i++) {
        const struct run_form *form = &forms->list[i];

        if (held > form->len && (unsigned char)run->text[form->len] <= '\r') {
            read_form(run, form, held, framing);
        }
    }
}

/* The length of a record with its end mark, but without the end. */
static size_t text_len(const char *text, size_t raw_len,
                       enum input_framing framing)
{
    const size_t len = raw_len - 1;

    return len - (framing == INPUT_LINES && len > 0 && text[len - 1] == '\r');
}

/*
 * Read an uneven run of the `held` bytes at run->text. The run ends before a
 * record that is not an id or not whole. It also ends after records that could
 * be an even run, because more of them may follow.
 */
static void read_uneven(struct run *run, const struct run_forms *forms,
                        size_t held, enum input_framing framing)
{
    const char mark = framing == INPUT_NUL ? '\0' : '\n';
    const char *at = run->text;
    const char *const end = at + held;
    guidon_form form, form_before = GUIDON_FORMS;
    size_t len_before = 0, even = 0;

    run->line_len = 0;
    for (run->n = 0; run->n < INPUT_RUN_MAX && even < INPUT_EVEN_MIN;
         run->n++) {
        const size_t held_here = (size_t)(end - at);
        const size_t most =
            held_here < INPUT_RECORD_MAX ? held_here : INPUT_RECORD_MAX;
        const char *marked = memchr(at, mark, most);
        const size_t len = marked ? (size_t)(marked - at) + 1 : 0;

        if (!marked || guidon_parse(&run->ids[run->n], &form, at,
                                    text_len(at, len, framing), forms->accept,
                                    forms->flags, NULL) != GUIDON_OK) {
            return;
        }
        at += len;
        run->forms[run->n] = (unsigned char)form;
        run->ends[run->n] = (uint32_t)(at - run->text);
        if (form != form_before || len != len_before) {
            even = 0;
        }
        even += (forms->bits & GUIDON_FORM_BIT(form)) != 0;
        form_before = form;
        len_before = len;
    }
}

/* Read a run of raw ids. */
static void copy_ids(struct run *run, size_t held)
{
    static const struct run_form raw = {GUIDON_FORM_UUID, GUIDON_FORM_UUID,
                                        false, sizeof run->ids[0]};
    const size_t n = held / raw.len;

    run->of = &raw;
    run->form = raw.form;
    run->line_len = raw.len;
    run->n = n < INPUT_RUN_MAX ? n : INPUT_RUN_MAX;
    memcpy(run->ids, run->text, run->n * raw.len);
}

/* A run_reader of the forms in a struct run_forms. */
static void read_run(struct run *run, const void *context, size_t held,
                     enum input_framing framing)
{
    const struct run_forms *forms = context;

    if (framing == INPUT_IDS) {
        copy_ids(run, held);
        return;
    }
    read_any_form(run, forms, held, framing);
    if (run->n < INPUT_EVEN_MIN) {
        read_uneven(run, forms, held, framing);
    }
}

/* Where record i ends, from run->text. */
static size_t run_end(const struct run *run, size_t i)
{
    return run->line_len > 0 ? (i + 1) * run->line_len : run->ends[i];
}

bool input_run_by(struct run *run, struct input *input, run_reader *reader,
                  const void *context)
{
    size_t held;

    if (input->inside) {
        return false;
    }
    if (input->start == input->end) {
        (void)input_fill(input);
    }
    if (input->error) {
        return false;
    }
    held = input->end - input->start;
    run->text = input->bytes + input->start;
    run->number = input->number + 1;
    reader(run, context, held, input->framing);
    if (run->n > 0) {
        input->number += run->n;
        input->start += run_end(run, run->n - 1);
    }
    return run->n > 0;
}

bool input_run(struct run *run, struct input *input, guidon_accept accept,
               unsigned flags)
{
    if (input->run_forms.accept.forms != accept.forms ||
        input->run_forms.flags != flags) {
        list_run_forms(&input->run_forms, accept, flags);
    }
    return input_run_by(run, input, read_run, &input->run_forms);
}

void input_return_to(struct input *input, const struct run *run, size_t n)
{
    const size_t before = n > 0 ? run_end(run, n - 1) : 0;

    input->start = (size_t)(run->text - input->bytes) + before;
    input->number = run->number - 1 + n;
}

struct record run_record(const struct run *run, size_t i)
{
    const bool mark = run->line_len == 0 || run->line_len > run->of->len;
    const size_t start = i > 0 ? run_end(run, i - 1) : 0;
    const size_t raw_len = run_end(run, i) - start;

    return (struct record){.text = run->text + start,
                           .len = raw_len - mark, /* may have a CR */
                           .raw_len = raw_len,
                           .first = true,
                           .last = true};
}

size_t run_text_len(const struct run *run, size_t i)
{
    if (run->line_len > 0) {
        return run->of->len;
    }
    /* No form has a CR as its last character. */
    const struct record record = run_record(run, i);

    return text_len(record.text, record.raw_len, INPUT_LINES);
}

guidon_form run_found(const struct run *run, size_t i)
{
    if (run->line_len == 0) {
        return (guidon_form)run->forms[i];
    }
    const struct run_form *of = run->of;

    if (of->variant == of->form) {
        return of->form;
    }
    const struct letters found =
        find_letters(run->text + i * run->line_len, of->len);
    const uint64_t of_variant =
        of->variant_is_upper ? found.upper : found.lower;
    const uint64_t of_form = of->variant_is_upper ? found.lower : found.upper;

    return of_variant != 0 && of_form == 0 ? of->variant : of->form;
}
