/* SPDX-License-Identifier: MIT */
/* The row that stands for a codec's kernel until the first call. */
/*
 * A template, included once by each codec. CODEC is its name, hex or base32.
 * Each function of the row picks the codec's kernel, and then does the work
 * that it was called for. A call through the row thus needs no test of whether
 * a kernel was picked, and stays two instructions long.
 */
#define JOIN_(codec, name)    codec##_##name
#define JOIN(codec, name)     JOIN_(codec, name)
#define PRIVATE_(codec, name) gdn_##codec##_##name
#define PRIVATE(codec, name)  PRIVATE_(codec, name)
#define NAME(name)            JOIN(CODEC, name)

static const struct gdn_text_kernel *NAME(pick)(void)
{
    return gdn_pick_row(&PRIVATE(CODEC, pick));
}

const char *PRIVATE(CODEC, name)(void)
{
    return NAME(pick)()->name;
}

static void NAME(first_format)(char *out, const guidon_id *id)
{
    NAME(pick)()->format(out, id);
}

static guidon_status NAME(first_parse)(guidon_id *out, const char *text,
                                       size_t *bad_at)
{
    return NAME(pick)()->parse(out, text, bad_at);
}

static void NAME(first_format_many)(char *out, size_t stride,
                                    const guidon_id *in, size_t n)
{
    NAME(pick)()->format_many(out, stride, in, n);
}

static size_t NAME(first_parse_many)(guidon_id *out, const char *text,
                                     size_t stride, size_t n)
{
    return NAME(pick)()->parse_many(out, text, stride, n);
}

static void NAME(first_format_lines)(char *out, const guidon_id *in, size_t n)
{
    NAME(pick)()->format_lines(out, in, n);
}

static size_t NAME(first_parse_lines)(guidon_id *out, const char *text,
                                      size_t n)
{
    return NAME(pick)()->parse_lines(out, text, n);
}

static const struct gdn_text_kernel NAME(resolver) = {
    .format = NAME(first_format),
    .parse = NAME(first_parse),
    .format_many = NAME(first_format_many),
    .parse_many = NAME(first_parse_many),
    .format_lines = NAME(first_format_lines),
    .parse_lines = NAME(first_parse_lines),
};

#undef JOIN_
#undef JOIN
#undef PRIVATE_
#undef PRIVATE
#undef NAME
