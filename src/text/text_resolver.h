/* SPDX-License-Identifier: MIT */
/* The functions that stand for those of a codec's kernel until their first calls. */
/*
 * A template, included once by each codec. CODEC is its name, hex or base32. Each
 * function picks the one of this processor, and then does the work that it was
 * called for. A call thus needs no test of whether a function was picked, and
 * stays two instructions long. Each operation is picked by itself, so a program
 * gets the kernels of those operations only that it calls.
 */
#define JOIN_(codec, name)    codec##_##name
#define JOIN(codec, name)     JOIN_(codec, name)
#define PRIVATE_(codec, name) gdn_##codec##_##name
#define PRIVATE(codec, name)  PRIVATE_(codec, name)
#define NAME(name)            JOIN(CODEC, name)
#define BEST_(codec, operation, features)                                      \
  GDN_TEXT_BEST(codec, operation, features)
#define BEST(codec, operation, features) BEST_(codec, operation, features)

/* The store needs no order: threads that pick at the same time pick the same
 * function. The baseline counts even when an emulator hides features that the
 * compiler relies on. Where a processor has one kernel, no feature is read. */
#define PICK(operation)                                                        \
  unsigned features = gdn_cpu_features() | GDN_CPU_BASELINE;                   \
  gdn_text_##operation##_fn *best = BEST(CODEC, operation, features);          \
                                                                               \
  (void)features;                                                              \
  atomic_store_explicit(&PRIVATE(CODEC, operation##_picked), best,             \
                        memory_order_relaxed)

static void NAME(first_format)(char *out, const guidon_id *id)
{
    PICK(format);
    best(out, id);
}

static guidon_status NAME(first_parse)(guidon_id *out, const char *text,
                                       size_t *bad_at)
{
    PICK(parse);
    return best(out, text, bad_at);
}

static void NAME(first_format_many)(char *out, size_t stride,
                                    const guidon_id *in, size_t n)
{
    PICK(format_many);
    best(out, stride, in, n);
}

static size_t NAME(first_parse_many)(guidon_id *out, const char *text,
                                     size_t stride, size_t n)
{
    PICK(parse_many);
    return best(out, text, stride, n);
}

static void NAME(first_format_lines)(char *out, const guidon_id *in, size_t n)
{
    PICK(format_lines);
    best(out, in, n);
}

static size_t NAME(first_parse_lines)(guidon_id *out, const char *text,
                                      size_t n)
{
    PICK(parse_lines);
    return best(out, text, n);
}

_Atomic(gdn_text_format_fn *) PRIVATE(CODEC,
                                      format_picked) = NAME(first_format);
_Atomic(gdn_text_parse_fn *) PRIVATE(CODEC, parse_picked) = NAME(first_parse);
_Atomic(gdn_text_format_many_fn *) PRIVATE(CODEC, format_many_picked) =
    NAME(first_format_many);
_Atomic(gdn_text_parse_many_fn *) PRIVATE(CODEC, parse_many_picked) =
    NAME(first_parse_many);
_Atomic(gdn_text_format_lines_fn *) PRIVATE(CODEC, format_lines_picked) =
    NAME(first_format_lines);
_Atomic(gdn_text_parse_lines_fn *) PRIVATE(CODEC, parse_lines_picked) =
    NAME(first_parse_lines);

#undef JOIN_
#undef JOIN
#undef PRIVATE_
#undef PRIVATE
#undef NAME
#undef BEST_
#undef BEST
#undef PICK
