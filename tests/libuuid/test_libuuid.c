/* SPDX-License-Identifier: MIT */
/* test_libuuid.c - compare Guidon's libuuid.so.1 with the system's for every
 * result that does not depend on chance or time */
/*
 * Each library is loaded with a scope of its own, so that neither calls the
 * other. If the system's library is missing or lacks a function, the values of
 * RFC 9562 are the reference.
 */
#define _DEFAULT_SOURCE
#include "random.h"
#include "vectors.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef unsigned char uuid_t[16];

#define UUID_CALLS(X)                                                          \
  X(void, clear, (uuid_t))                                                     \
  X(int, compare, (const uuid_t, const uuid_t))                                \
  X(void, copy, (uuid_t, const uuid_t))                                        \
  X(void, generate, (uuid_t))                                                  \
  X(void, generate_random, (uuid_t))                                           \
  X(void, generate_time, (uuid_t))                                             \
  X(int, generate_time_safe, (uuid_t))                                         \
  X(void, generate_time_v6, (uuid_t))                                          \
  X(void, generate_time_v7, (uuid_t))                                          \
  X(void, generate_md5, (uuid_t, const uuid_t, const char *, size_t))          \
  X(void, generate_sha1, (uuid_t, const uuid_t, const char *, size_t))         \
  X(const uuid_t *, get_template, (const char *))                              \
  X(int, is_null, (const uuid_t))                                              \
  X(int, parse, (const char *, uuid_t))                                        \
  X(int, parse_range, (const char *, const char *, uuid_t))                    \
  X(void, unparse, (const uuid_t, char *))                                     \
  X(void, unparse_lower, (const uuid_t, char *))                               \
  X(void, unparse_upper, (const uuid_t, char *))                               \
  X(time_t, time, (const uuid_t, struct timeval *))                            \
  X(time_t, time64, (const uuid_t, struct timeval *))                          \
  X(int, type, (const uuid_t))                                                 \
  X(int, variant, (const uuid_t))

#define MEMBER(answer, name, arguments) answer(*name) arguments;
struct library {
    UUID_CALLS(MEMBER)
};

static struct library ours, theirs;
static bool have_theirs;

static void *symbol_of(void *handle, const char *name)
{
    return dlsym(handle, name);
}

#define FIND(answer, call, arguments)                                          \
  {                                                                            \
    void *found = symbol_of(handle, "uuid_" #call);                            \
    memcpy(&library->call, &found, sizeof found);                              \
  }
static void find_calls(struct library *library, void *handle)
{
    UUID_CALLS(FIND)
}

/* Load the system's library first, because Guidon's has the same name. */
static int load_both(void **state)
{
    void *handle = dlopen("libuuid.so.1", RTLD_NOW | RTLD_LOCAL);

    (void)state;
    if (handle) {
        find_calls(&theirs, handle);
        have_theirs = true;
    } else {
        print_message("the system has no libuuid.so.1 to compare with\n");
    }
    handle = dlopen(LIBUUID_OURS, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        print_error("%s\n", dlerror());
        return -1;
    }
    find_calls(&ours, handle);
    assert_true(!have_theirs || theirs.parse != ours.parse);
    return 0;
}

#define NEED_THEIRS()                                                          \
  if (!have_theirs) {                                                          \
    skip();                                                                    \
  }

/* The next id of a fixed series. One in four differs from the last in one bit,
 * so that comparisons must reach the last bytes. */
static void next_id(uuid_t id, uint64_t *seed)
{
    uint64_t word = draw(seed);

    if (word % 4 == 0) {
        id[word >> 8 & 15] ^= (unsigned char)(1u << (word >> 16 & 7));
    } else {
        draw_bytes(id, 16, seed);
    }
}

#define IDS 100000

/* -------------------------------------------------------------------- texts */

/* Both libraries read `text` alike: the same status and the same bytes. */
static void assert_read_alike(const char *text)
{
    size_t len = strlen(text);
    uuid_t a, b;

    memset(a, 0xa5, 16);
    memset(b, 0xa5, 16);
    assert_int_equal(ours.parse(text, a), theirs.parse(text, b));
    assert_memory_equal(a, b, 16);
    assert_int_equal(ours.parse_range(text, text + len, a),
                     theirs.parse_range(text, text + len, b));
    assert_memory_equal(a, b, 16);
}

static void test_every_byte_at_every_offset_is_read_alike(void **state)
{
    static const char right[] = "01234567-89ab-CDEF-0a1B-f23456789AbC";
    char text[40];

    (void)state;
    NEED_THEIRS();
    for (size_t at = 0; at <= 37; at++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            memset(text, 0, sizeof text);
            memcpy(text, right, 36);
            text[at] = (char)byte;
            assert_read_alike(text);
        }
    }
    for (size_t len = 0; len < sizeof text; len++) {
        memset(text, '0', len);
        text[len] = '\0';
        assert_read_alike(text);
    }
}

/* The parser stops at the end of a range, and needs no NUL there. */
static void test_a_range_ends_where_it_is_said_to(void **state)
{
    static const char text[] = "{01234567-89ab-cdef-0a1b-f23456789abc}";
    static const unsigned char id[] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab,
                                       0xcd, 0xef, 0x0a, 0x1b, 0xf2, 0x34,
                                       0x56, 0x78, 0x9a, 0xbc};
    char *exact = malloc(36);
    uuid_t got;

    (void)state;
    memcpy(exact, text + 1, 36);
    assert_int_equal(ours.parse_range(text + 1, text + 37, got), 0);
    assert_memory_equal(got, id, 16);
    assert_int_equal(ours.parse_range(exact, exact + 36, got), 0);
    assert_int_equal(ours.parse_range(text + 1, text + 38, got), -1);
    assert_int_equal(ours.parse_range(text + 1, text + 36, got), -1);
    assert_int_equal(ours.parse_range(text + 37, text + 1, got), -1);
    assert_int_equal(ours.parse_range(text, text, got), -1);
    free(exact);
}

/* The parser reads no more of an unterminated text than it needs. */
static void test_a_text_is_read_up_to_what_is_too_much(void **state)
{
    char *endless = malloc(37);
    char *broken = malloc(6);
    uuid_t got;

    (void)state;
    memset(endless, '0', 37);
    assert_int_equal(ours.parse(endless, got), -1);
    memcpy(broken, "01234", 6);
    assert_int_equal(ours.parse(broken, got), -1);
    free(endless);
    free(broken);
}

static void assert_written_alike(void (*mine)(const uuid_t, char *),
                                 void (*other)(const uuid_t, char *),
                                 const uuid_t id)
{
    char a[40], b[40];

    memset(a, '#', sizeof a);
    memset(b, '#', sizeof b);
    mine(id, a);
    other(id, b);
    assert_memory_equal(a, b, sizeof a);
}

static void test_ids_are_written_alike(void **state)
{
    uint64_t seed = 1;
    uuid_t id = {0};

    (void)state;
    NEED_THEIRS();
    for (int i = 0; i < IDS; i++) {
        assert_written_alike(ours.unparse, theirs.unparse, id);
        assert_written_alike(ours.unparse_lower, theirs.unparse_lower, id);
        assert_written_alike(ours.unparse_upper, theirs.unparse_upper, id);
        next_id(id, &seed);
    }
}

/* Cases with known results, without the system's library. */
static void test_cases_of_texts(void **state)
{
    static const uuid_t id = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,
                              0x0a, 0x1b, 0xf2, 0x34, 0x56, 0x78, 0x9a, 0xbc};
    char text[37];

    (void)state;
    ours.unparse(id, text);
    assert_string_equal(text, "01234567-89ab-cdef-0a1b-f23456789abc");
    ours.unparse_lower(id, text);
    assert_string_equal(text, "01234567-89ab-cdef-0a1b-f23456789abc");
    ours.unparse_upper(id, text);
    assert_string_equal(text, "01234567-89AB-CDEF-0A1B-F23456789ABC");
}

/* ------------------------------------------------------------------- values */

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

static void test_ids_are_ordered_alike(void **state)
{
    uint64_t seed = 2;
    uuid_t a = {0}, b = {0};

    (void)state;
    NEED_THEIRS();
    for (int i = 0; i < IDS; i++) {
        assert_int_equal(sign(ours.compare(a, b)), sign(theirs.compare(a, b)));
        assert_int_equal(sign(ours.compare(b, a)), sign(theirs.compare(b, a)));
        memcpy(a, b, 16);
        next_id(b, &seed);
    }
    assert_int_equal(ours.compare(a, a), 0);
}

static void test_types_and_variants_are_told_alike(void **state)
{
    uuid_t id = {0};

    (void)state;
    NEED_THEIRS();
    for (unsigned byte = 0; byte < 256; byte++) {
        for (size_t at = 6; at <= 8; at += 2) {
            id[at] = (unsigned char)byte;
            assert_int_equal(ours.type(id), theirs.type(id));
            assert_int_equal(ours.variant(id), theirs.variant(id));
        }
    }
}

static void test_the_null_id(void **state)
{
    uuid_t id = {0}, copy;

    (void)state;
    assert_int_equal(ours.is_null(id), 1);
    for (size_t bit = 0; bit < 128; bit++) {
        memset(id, 0, sizeof id);
        id[bit / 8] = (unsigned char)(1u << bit % 8);
        assert_int_equal(ours.is_null(id), 0);
        ours.copy(copy, id);
        assert_memory_equal(copy, id, 16);
        ours.clear(copy);
        assert_int_equal(ours.is_null(copy), 1);
    }
}

static void test_templates(void **state)
{
    static const char *const names[] = {"dns", "url",  "oid",  "x500", "x.500",
                                        "DNS", "dns ", "x50",  "ur",   "",
                                        "nil", "max",  "dns\n"};
    guidon_id dns = guidon_namespace_dns(), url = guidon_namespace_url();
    guidon_id oid = guidon_namespace_oid(), x500 = guidon_namespace_x500();

    (void)state;
    assert_memory_equal(*ours.get_template("dns"), dns.bytes, 16);
    assert_memory_equal(*ours.get_template("url"), url.bytes, 16);
    assert_memory_equal(*ours.get_template("oid"), oid.bytes, 16);
    assert_memory_equal(*ours.get_template("x500"), x500.bytes, 16);
    assert_null(ours.get_template(NULL));
    NEED_THEIRS();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const uuid_t *a = ours.get_template(names[i]);
        const uuid_t *b = theirs.get_template(names[i]);

        assert_int_equal(!a, !b);
        if (a) {
            assert_memory_equal(*a, *b, 16);
        }
    }
}

static void test_names_are_hashed_alike(void **state)
{
    uint64_t seed = 3;
    uuid_t ns = {0}, a, b;
    char name[300] = {0};

    (void)state;
    NEED_THEIRS();
    for (size_t len = 0; len <= sizeof name; len++) {
        for (size_t i = 0; i < len; i++) {
            name[i] = (char)draw(&seed);
        }
        next_id(ns, &seed);
        ours.generate_md5(a, ns, name, len);
        theirs.generate_md5(b, ns, name, len);
        assert_memory_equal(a, b, 16);
        ours.generate_sha1(a, ns, name, len);
        theirs.generate_sha1(b, ns, name, len);
        assert_memory_equal(a, b, 16);
    }
    /* The output may be the memory of the namespace. */
    memcpy(a, ns, 16);
    ours.generate_sha1(a, a, name, sizeof name);
    assert_memory_equal(a, b, 16);
}

/* --------------------------------------------------------------------- time */

/*
 * The times are from 1970 on, because libuuid up to 2.41 returns future times
 * for earlier ones. A libuuid from 2.40 on may export a uuid_time whose seconds
 * have 32 bits (Debian 13, libuuid 2.41); its header sends programs to
 * uuid_time64.
 */
static void test_times_of_version_1_are_told_alike(void **state)
{
    uint64_t seed = 4;

    (void)state;
    NEED_THEIRS();
    if (theirs.time64) {
        theirs.time = theirs.time64;
    }
    for (int i = 0; i < IDS; i++) {
        uint64_t ticks = UINT64_C(0x01b21dd213814000) +
                         (draw(&seed) >> 5 & UINT64_C(0x7ffffffffffffff));
        static const unsigned char node[6] = {1, 2, 3, 4, 5, 6};
        struct timeval a = {0}, b = {0};
        guidon_id id;

        assert_int_equal(guidon_v1_make(&id, ticks, 0, node), GUIDON_OK);
        assert_true(ours.time(id.bytes, &a) == theirs.time(id.bytes, &b));
        assert_true(a.tv_sec == b.tv_sec && a.tv_usec == b.tv_usec);
        assert_true(ours.time(id.bytes, NULL) == a.tv_sec);
        if (ours.time64) { /* libuuid_symbols says on which systems */
            assert_true(ours.time64(id.bytes, &b) == a.tv_sec);
            assert_true(a.tv_sec == b.tv_sec && a.tv_usec == b.tv_usec);
        }
    }
}

static const struct {
    const char *why;
    const char *text;
    long long seconds;
    long microseconds;
} times[] = {
    {"RFC 9562 A.1, version 1", "C232AB00-9414-11EC-B3C8-9F6BDECED846",
     1645557742, 0},
    {"RFC 9562 A.5, version 6", "1EC9414C-232A-6B00-B3C8-9F6BDECED846",
     1645557742, 0},
    {"RFC 9562 A.6, version 7", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
     1645557742, 0},
    {"milliseconds of version 7", "017f22e2-7d97-7cc3-98c4-dc0c0c07398f",
     1645557742, 999000},
    {"version 1 is rounded to microseconds",
     "13814001-1dd2-11b2-8000-000000000000", 0, 0},
    {"ten ticks are one", "1381400a-1dd2-11b2-8000-000000000000", 0, 1},
    {"a tick before 1970, rounded down", "13813fff-1dd2-11b2-8000-000000000000",
     -1, 999999},
    {"version 1's first", "00000000-0000-1000-8000-000000000000", -12219292800,
     0},
    {"version 6's first", "00000000-0000-6000-8000-000000000000", -12219292800,
     0},
    {"version 7's last", "ffffffff-ffff-7000-8000-000000000000", 281474976710,
     655000},
    {"any variant is accepted", "C232AB00-9414-11EC-03C8-9F6BDECED846",
     1645557742, 0},
    {"version 4 has no time", "919108f7-52d1-4320-9bac-f847db4148a8", -1, -1},
    {"version 2 has no time", "000003e8-9414-21ec-b300-9f6bdeced846", -1, -1},
    {"Nil has no time", "00000000-0000-0000-0000-000000000000", -1, -1},
};

static void test_times(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        struct timeval got = {7, 7};
        uuid_t id;

        assert_int_equal(ours.parse(times[i].text, id), 0);
        if (ours.time(id, &got) != times[i].seconds ||
            got.tv_sec != times[i].seconds ||
            got.tv_usec != times[i].microseconds) {
            fail_msg("%s: %lld %ld", times[i].why, (long long)got.tv_sec,
                     (long)got.tv_usec);
        }
        got.tv_sec = got.tv_usec = 7;
        if (ours.time64 && (ours.time64(id, &got) != times[i].seconds ||
                            got.tv_sec != times[i].seconds ||
                            got.tv_usec != times[i].microseconds)) {
            fail_msg("%s: uuid_time64: %lld %ld", times[i].why,
                     (long long)got.tv_sec, (long)got.tv_usec);
        }
    }
}

/* --------------------------------------------------------------------
 * makers */

static void test_each_call_makes_its_kind(void **state)
{
    const struct {
        void (*make)(uuid_t);
        int type;
    } rows[] = {
        {ours.generate, 4},         {ours.generate_random, 4},
        {ours.generate_time, 1},    {ours.generate_time_v6, 6},
        {ours.generate_time_v7, 7},
    };
    uuid_t id, last;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        memset(last, 0, sizeof last);
        for (int n = 0; n < 1000; n++) {
            errno = 77;
            rows[i].make(id);
            assert_int_equal(errno, 77);
            assert_int_equal(ours.type(id), rows[i].type);
            assert_int_equal(ours.variant(id), GUIDON_VARIANT_RFC);
            assert_true(rows[i].type < 6 || ours.compare(last, id) < 0);
            memcpy(last, id, 16);
        }
    }
    assert_in_range(ours.generate_time_safe(id) + 1, 0, 1);
    assert_int_equal(ours.type(id), 1);
}

/* The node is random and marked as such (R99), so no hardware address is
 * shown. */
static void test_a_node_is_never_the_hosts_address(void **state)
{
    uuid_t id;

    (void)state;
    ours.generate_time(id);
    assert_true(id[10] & 1);
    ours.generate_time_v6(id);
    assert_true(id[10] & 1);
}

static void *make_by_each_call(void *nothing)
{
    uuid_t id;

    ours.generate_time(id);
    ours.generate_time_v6(id);
    ours.generate_time_v7(id);
    ours.generate(id);
    return nothing;
}

/* Threads with the least stack that Linux gives, 16 KiB, make ids with libuuid.
 * A sanitizer takes more. The test is the first, so that these calls create the
 * generators and open the state of the host. */
static void test_first_calls_need_little_stack(void **state)
{
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
    const size_t least = 16 << 10;
#else
    const size_t least = 64 << 10;
#endif
    int status;
    pid_t child = fork();

    (void)state;
    if (child == 0) {
        pthread_attr_t attributes;
        pthread_t thread;

        _exit(pthread_attr_init(&attributes) ||
              pthread_attr_setstacksize(&attributes, least) ||
              pthread_create(&thread, &attributes, make_by_each_call, NULL) ||
              pthread_join(thread, NULL));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_calls_need_little_stack),
        cmocka_unit_test(test_every_byte_at_every_offset_is_read_alike),
        cmocka_unit_test(test_a_range_ends_where_it_is_said_to),
        cmocka_unit_test(test_a_text_is_read_up_to_what_is_too_much),
        cmocka_unit_test(test_ids_are_written_alike),
        cmocka_unit_test(test_cases_of_texts),
        cmocka_unit_test(test_ids_are_ordered_alike),
        cmocka_unit_test(test_types_and_variants_are_told_alike),
        cmocka_unit_test(test_the_null_id),
        cmocka_unit_test(test_templates),
        cmocka_unit_test(test_names_are_hashed_alike),
        cmocka_unit_test(test_times_of_version_1_are_told_alike),
        cmocka_unit_test(test_times),
        cmocka_unit_test(test_each_call_makes_its_kind),
        cmocka_unit_test(test_a_node_is_never_the_hosts_address),
    };

    return cmocka_run_group_tests(tests, load_both, NULL);
}
