/* SPDX-License-Identifier: MIT */
/* test_options.c - each option with each kind: the status, and the sentence that names a
 * member that is refused. */
#include "generate_test.h"
#include "shared/shared_page.h"

#include <stddef.h>
#include <stdio.h>

/* ------------------------------------------------ each member with each kind */

enum { K1, K2, K4, K6, K7, K8N, K8P, KU, KM, N_KINDS };
#define ON(k)      (1u << (k))
#define WITH_TICKS (ON(K1) | ON(K2) | ON(K6))
#define ALL        ((1u << N_KINDS) - 1)

static const struct {
    guidon_kind kind;
    const char *name;
} kinds[N_KINDS] = {
    [K1] = {GUIDON_V1, "v1"},
    [K2] = {GUIDON_V2, "v2"},
    [K4] = {GUIDON_V4, "v4"},
    [K6] = {GUIDON_V6, "v6"},
    [K7] = {GUIDON_V7, "v7"},
    [K8N] = {GUIDON_V8_NODE, "v8-node"},
    [K8P] = {GUIDON_V8_PREFIXED, "v8-prefixed"},
    [KU] = {GUIDON_ULID, "ulid"},
    [KM] = {GUIDON_ULID_MONOTONIC, "ulid-monotonic"},
};

/* The least options that the kind needs. */
static guidon_options options_of(int k)
{
    guidon_options options = GUIDON_OPTIONS_INIT;

    options.kind = kinds[k].kind;
    if (k == K8N) {
        options.scope = GUIDON_SCOPE_PROCESS;
        options.node_number_bits = 4;
    }
    return options;
}

static guidon_status clock_of_test(void *context, guidon_time *now)
{
    (void)context;
    *now = (guidon_time){T0, 0};
    return GUIDON_OK;
}

static guidon_status random_of_test(void *context, void *out, size_t len)
{
    (void)context;
    memset(out, 0x5a, len);
    return GUIDON_OK;
}

static guidon_status instant_of_test(void *context, uint64_t *ns)
{
    (void)context;
    *ns = 1;
    return GUIDON_OK;
}

/* X(members that are set, what the sentence calls the first one, the kinds that take
 * them) */
#define MEMBER_LIST(X)                                                         \
  X((o.v7_layout = GUIDON_V7_COUNTER), "v7_layout is 1", ON(K7))               \
  X((o.ulid_step = GUIDON_ULID_STEP_RANDOM), "ulid_step is 1", ON(KM))         \
  X((o.rollback_tolerance_ms = 1), "", ALL)                                    \
  X((o.rollback = GUIDON_ROLLBACK_WAIT), "", ALL)                              \
  X((o.overflow = GUIDON_OVERFLOW_FAIL), "", ALL)                              \
  X((o.random = GUIDON_RANDOM_KERNEL), "", ALL)                                \
  X((o.random = GUIDON_RANDOM_CALLBACK, o.random_fn = random_of_test,          \
     o.random_context = &o),                                                   \
    "", ALL)                                                                   \
  X((o.clock_fn = clock_of_test, o.clock_context = &o), "", ALL)               \
  X((o.clock_resolution_ns = 1000), "", ALL)                                   \
  X((o.node = GUIDON_NODE_FIXED), "node is 2", WITH_TICKS)                     \
  X((o.node = GUIDON_NODE_FIXED, o.node_bytes[5] = 1), "node is 2",            \
    WITH_TICKS)                                                                \
  X((o.clock_seq_fixed = true), "clock_seq_fixed is set", WITH_TICKS)          \
  X((o.clock_seq_fixed = true, o.clock_seq = 5), "clock_seq_fixed is set",     \
    WITH_TICKS)                                                                \
  X((o.domain = GUIDON_DOMAIN_ORG), "domain is 2", ON(K2))                     \
  X((o.local_id = 77), "local_id is 77", ON(K2))                               \
  X((o.not_after = UINT64_MAX), "", ALL)                                       \
  X((o.not_after = UINT64_MAX, o.monotonic_fn = instant_of_test,               \
     o.monotonic_context = &o),                                                \
    "", ALL)                                                                   \
  X((o.node_number = 9), "node_number is 9", ON(K8N))                          \
  X((o.node_number_bits = 5), "node_number_bits is 5", ON(K8N))                \
  X((o.prefix = 3, o.prefix_bits = 4), "prefix is 3", ON(K8P))                 \
  X((o.prefix_bits = 4), "prefix_bits is 4", ON(K8P))                          \
  X((o.prefix_random = true), "prefix_random is set", ON(K8P))

static void assert_sentence(const guidon_options *options, const char *want)
{
    char out[GUIDON_OPTIONS_REASON_MAX];
    size_t len = 0;

    assert_int_equal(guidon_options_reason(out, sizeof out, &len, options),
                     GUIDON_OK);
    if (len != strlen(want) || memcmp(out, want, len) != 0) {
        fail_msg("\"%.*s\", where \"%s\" was expected", (int)len, out, want);
    }
}

static void assert_created(const guidon_options *options, guidon_status want,
                           const char *why)
{
    guidon_generator *g = (guidon_generator *)&want;

    assert_row(why, guidon_generator_new(&g, options) == want);
    assert_row(why, (g != NULL) == (want == GUIDON_OK));
    guidon_generator_free(g);
}

static void test_each_member_has_an_effect_or_is_refused(void **state)
{
    char want[GUIDON_OPTIONS_REASON_MAX];

    (void)state;
    for (int k = 0; k < N_KINDS; k++) {
#define TRY(set, value, takes)                                                 \
  do {                                                                         \
    guidon_options o = options_of(k);                                          \
    bool fits = (takes) >> k & 1;                                              \
                                                                               \
    (void)(set);                                                               \
    snprintf(want, sizeof want, "%s%s%s", fits ? "" : value,                   \
             fits ? "" : ", which has no effect on ",                          \
             fits ? "" : kinds[k].name);                                       \
    assert_sentence(&o, want);                                                 \
    assert_created(&o, fits ? GUIDON_OK : GUIDON_E_ARGUMENT, #set);            \
  } while (0);
        MEMBER_LIST(TRY)
    }
}

/* ------------------------------------------------------- each other mistake */

/* Memory of a state, which no test opens. */
static unsigned char memory[2 * GUIDON_STATE_MEMORY];

/* X(kind, members that are set, the sentence) */
#define MISTAKE_LIST(X)                                                        \
  X(K7, (o.kind = (guidon_kind)0),                                             \
    "kind is 0, which is no kind of id (expected a kind such as v7)")          \
  X(K7, (o.kind = (guidon_kind)5),                                             \
    "kind is 5, which is no kind of id (expected a kind such as v7)")          \
  X(K7, (o.scope = (guidon_scope)3), "scope is 3 (expected 0 to 2)")           \
  X(K7, (o.v7_layout = (guidon_v7_layout)5),                                   \
    "v7_layout is 5 (expected 0 to 4)")                                        \
  X(KM, (o.ulid_step = (guidon_ulid_step)2),                                   \
    "ulid_step is 2 (expected 0 to 1)")                                        \
  X(K7, (o.rollback = (guidon_rollback)3), "rollback is 3 (expected 0 to 2)")  \
  X(K7, (o.overflow = (guidon_overflow)2), "overflow is 2 (expected 0 to 1)")  \
  X(K7, (o.random = (guidon_random)3), "random is 3 (expected 0 to 2)")        \
  X(K1, (o.node = (guidon_node)3), "node is 3 (expected 0 to 2)")              \
  X(K2, (o.domain = (guidon_domain)256), "domain is 256 (expected 0 to 255)")  \
  X(K7, (o.clock_resolution_ns = 1000000001),                                  \
    "clock_resolution_ns is 1000000001 (expected 0 to 1000000000)")            \
  X(K1, (o.clock_seq_fixed = true, o.clock_seq = 16384),                       \
    "clock_seq is 16384 (expected 0 to 16383)")                                \
  X(K2, (o.clock_seq_fixed = true, o.clock_seq = 64),                          \
    "clock_seq is 64 (expected 0 to 63)")                                      \
  X(K1, (o.clock_seq = 5),                                                     \
    "clock_seq is 5, which has no effect without clock_seq_fixed")             \
  X(K1, (o.node_bytes[0] = 1),                                                 \
    "node_bytes is set, which has no effect without node FIXED")               \
  X(K1, (o.node = GUIDON_NODE_MAC, o.node_bytes[5] = 1),                       \
    "node_bytes is set, which has no effect without node FIXED")               \
  X(K4, (o.random = GUIDON_RANDOM_CALLBACK),                                   \
    "random_fn is NULL, but random is CALLBACK (expected a "                   \
    "function)")                                                               \
  X(K4, (o.random_fn = random_of_test),                                        \
    "random_fn is set, which has no effect unless random is CALLBACK")         \
  X(K4, (o.random_context = &o),                                               \
    "random_context is set, which has no effect without random_fn")            \
  X(K7, (o.clock_context = &o),                                                \
    "clock_context is set, which has no effect without clock_fn")              \
  X(K7, (o.monotonic_fn = instant_of_test),                                    \
    "monotonic_fn is set, which has no effect without not_after or "           \
    "lease_path")                                                              \
  X(K7, (o.not_after = 1, o.monotonic_context = &o),                           \
    "monotonic_context is set, which has no effect without monotonic_fn")      \
  X(K7, (o.not_after = 9, o.lease_path = "lease"),                             \
    "not_after is set, and so is lease_path (expected one of them)")           \
  X(K8N, (o.scope = GUIDON_SCOPE_THREAD),                                      \
    "scope is 0, but v8-node needs scope PROCESS")                             \
  X(K8N, (o.node_number_bits = 0), "node_number_bits is 0 (expected 1 to 24)") \
  X(K8N, (o.node_number_bits = 25),                                            \
    "node_number_bits is 25 (expected 1 to 24)")                               \
  X(K8N, (o.node_number = 16), "node_number is 16 (expected 0 to 15)")         \
  X(K8P, (o.prefix_bits = 29), "prefix_bits is 29 (expected 0 to 28)")         \
  X(K8P, (o.prefix_bits = 11, o.prefix_random = true),                         \
    "prefix_bits is 11 (expected 0 to 10)")                                    \
  X(K8P, (o.prefix_bits = 4, o.prefix = 16),                                   \
    "prefix is 16 (expected 0 to 15)")                                         \
  X(K8P, (o.prefix = 1), "prefix is 1 (expected 0)")                           \
  X(K8P, (o.prefix_bits = 4, o.prefix = 1, o.prefix_random = true),            \
    "prefix is 1, which has no effect with prefix_random (expected 0)")        \
  X(K8P, (o.prefix_bits = 21, o.clock_resolution_ns = 1001),                   \
    "prefix_bits is 21, which needs a clock of 1000 ns or finer (expected at " \
    "most 20, or prefix_random)")                                              \
  X(K8P, (o.reserved_after_prefix_random[6] = 1),                              \
    "reserved_after_prefix_random is set, but this version of the library "    \
    "knows no such option (expected 0)")                                       \
  X(K7, (o.state_path = "s"),                                                  \
    "state_path is set, which has no effect without scope HOST")               \
  X(K7, (o.scope = GUIDON_SCOPE_PROCESS, o.state_memory = memory),             \
    "state_memory is set, which has no effect without scope HOST")             \
  X(K7,                                                                        \
    (o.scope = GUIDON_SCOPE_HOST, o.state_memory = memory,                     \
     o.state_path = "s"),                                                      \
    "state_path is set, and so is state_memory (expected one of them)")

static void test_each_mistake_names_its_member(void **state)
{
    (void)state;
#define REFUSE(k, set, sentence)                                               \
  do {                                                                         \
    guidon_options o = options_of(k);                                          \
                                                                               \
    (void)(set);                                                               \
    assert_sentence(&o, sentence);                                             \
    assert_created(&o, GUIDON_E_ARGUMENT, sentence);                           \
  } while (0);
    MISTAKE_LIST(REFUSE)
}

#if GDN_SHARED_FILES

static void test_mistakes_of_memory_and_files(void **state)
{
    unsigned char *aligned = memory + (16 - (uintptr_t)memory % 16);

    (void)state;
    for (int k = 0; k < N_KINDS; k++) {
        guidon_options o = options_of(k);

        if (k == K8N) {
            continue;
        }
        o.scope = GUIDON_SCOPE_HOST;
        o.state_path = "/no/such/folder/state";
        assert_sentence(&o, ""); /* the file has a reason of its own */
        o.state_path = NULL;
        o.state_memory = aligned + 8;
        assert_sentence(&o, "state_memory is set, but not to a multiple of 16");
        o.state_memory = aligned;
        assert_sentence(&o, ON(k) & WITH_TICKS
                                ? "state_memory is set, but this kind needs a "
                                  "file (v7, ulid-monotonic and v8-prefixed do "
                                  "not)"
                                : "");
    }
}

#endif

/* ---------------------------------------------------------- another structure */

struct newer {
    guidon_options options;
    unsigned char more[64];
};

static void test_a_newer_structure(void **state)
{
    (void)state;
    for (size_t at = 0; at < sizeof(((struct newer *)0)->more); at++) {
        struct newer newer = {.options = {.kind = GUIDON_V7}};

        newer.options.struct_size = sizeof newer;
        assert_sentence(&newer.options, "");
        assert_created(&newer.options, GUIDON_OK, "zeros");
        newer.more[at] = 1;
        newer.options.struct_size = sizeof newer.options + at;
        assert_sentence(&newer.options, ""); /* the byte is not of it */
        newer.options.struct_size = sizeof newer;
        assert_created(&newer.options, GUIDON_E_ARGUMENT, "a byte");
        newer.options.kind =
            (guidon_kind)0; /* what it does not know comes first */
        {
            char want[GUIDON_OPTIONS_REASON_MAX];

            snprintf(want, sizeof want,
                     "struct_size is %zu, but a byte after the members that "
                     "this version of the library knows is set (expected "
                     "zeros)",
                     sizeof newer);
            assert_sentence(&newer.options, want);
        }
    }
}

/* Memory that was never set has any size. It is not read. */
static void test_a_size_that_cannot_be(void **state)
{
    static const size_t sizes[] = {SIZE_MAX, SIZE_MAX / 2, 4097};

    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        guidon_options options = {.struct_size = sizes[i], .kind = GUIDON_V7};

        assert_created(&options, GUIDON_E_ARGUMENT, "a size");
    }
}

/* What a caller does not have is zero, also if it is not zero in the memory behind. */
static void test_an_older_structure(void **state)
{
    guidon_options options = {.kind = GUIDON_V7, .scope = (guidon_scope)99};

    (void)state;
    options.struct_size = offsetof(guidon_options, scope);
    assert_sentence(&options, "");
    assert_created(&options, GUIDON_OK, "a kind alone");
    options.struct_size = offsetof(guidon_options, state_path);
    assert_sentence(&options, "scope is 99 (expected 0 to 2)");
    options.struct_size = offsetof(guidon_options, kind);
    assert_created(&options, GUIDON_E_ARGUMENT, "no kind");
    options.struct_size = 0; /* the size of 1.0 */
    assert_sentence(&options, "scope is 99 (expected 0 to 2)");
    options = (guidon_options)GUIDON_OPTIONS_INIT;
    assert_int_equal(options.struct_size, sizeof options);
}

/* -------------------------------------------------------------- the sentence */

static void test_room_for_the_sentence(void **state)
{
    static const char want[] = "scope is 3 (expected 0 to 2)";
    const size_t len = sizeof want - 1;
    guidon_options options = {.kind = GUIDON_V7, .scope = (guidon_scope)3};
    char out[GUIDON_OPTIONS_REASON_MAX];
    size_t got = 77;

    (void)state;
    memset(out, 'x', sizeof out);
    for (size_t cap = 0; cap < len; cap++) {
        assert_int_equal(
            guidon_options_reason(cap ? out : NULL, cap, &got, &options),
            GUIDON_E_SPACE);
        assert_int_equal(out[0], 'x');
        assert_int_equal(got, len);
    }
    assert_int_equal(guidon_options_reason(out, len, NULL, &options),
                     GUIDON_OK);
    assert_memory_equal(out, want, len);
    assert_int_equal(out[len], 'x');
    options.scope = GUIDON_SCOPE_THREAD;
    assert_int_equal(guidon_options_reason(NULL, 0, &got, &options), GUIDON_OK);
    assert_int_equal(got, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_member_has_an_effect_or_is_refused),
        cmocka_unit_test(test_each_mistake_names_its_member),
#if GDN_SHARED_FILES
        cmocka_unit_test(test_mistakes_of_memory_and_files),
#endif
        cmocka_unit_test(test_a_newer_structure),
        cmocka_unit_test(test_a_size_that_cannot_be),
        cmocka_unit_test(test_an_older_structure),
        cmocka_unit_test(test_room_for_the_sentence),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
