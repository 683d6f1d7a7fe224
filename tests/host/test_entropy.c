/* SPDX-License-Identifier: MIT */
/* test_entropy.c - the kernel's random bytes: all of them or an error. */
#define _DEFAULT_SOURCE
#include "children.h"
#include "host/entropy_collect.h"
#include "host/host.h"
#include "host/vdso.h"
#include "vectors.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

/* ----------------------------------------------------------- scripted calls */

/* The result of each call in turn; 0 ends the list. A count above the request
 * stands for the whole request. */
struct script {
    const long *answers;
    size_t calls;
    size_t given; /* bytes written; each byte is the count of those before it */
};

static long scripted(void *context, void *out, size_t len)
{
    struct script *script = context;
    long answer = script->answers[script->calls++];
    unsigned char *bytes = out;

    if (answer > 0 && (size_t)answer > len) {
        answer = (long)len;
    }
    for (long i = 0; i < answer; i++) {
        bytes[i] = (unsigned char)++script->given;
    }
    errno = 99; /* only the result counts, not errno */
    return answer;
}

#define ALL 1000

/* R87: a short result is continued, a signal repeats the call, and every other
 * result is an error that leaves no bytes. */
static void test_collects_all_or_nothing(void **unused)
{
    static const struct {
        const char *why;
        size_t len;
        long answers[8];
        size_t calls;
        guidon_status want;
    } rows[] = {
        {"nothing asks for nothing", 0, {-ENOSYS}, 0, GUIDON_OK},
        {"all at once", 100, {ALL}, 1, GUIDON_OK},
        {"short answers go on from there", 100, {1, 50, ALL}, 3, GUIDON_OK},
        {"a signal before any", 100, {-EINTR, -EINTR, ALL}, 3, GUIDON_OK},
        {"a signal in between", 100, {7, -EINTR, ALL}, 3, GUIDON_OK},
        {"no such call", 100, {-ENOSYS}, 1, GUIDON_E_ENTROPY},
        {"forbidden", 100, {-EPERM}, 1, GUIDON_E_ENTROPY},
        {"not ready", 100, {-EAGAIN}, 1, GUIDON_E_ENTROPY},
        {"a failure in between", 100, {99, -EIO}, 2, GUIDON_E_ENTROPY},
        {"an end would go on for ever", 100, {10, 0}, 2, GUIDON_E_ENTROPY},
    };

    (void)unused;
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        struct script script = {rows[r].answers, 0, 0};
        unsigned char out[101];

        memset(out, 0, sizeof out);
        out[rows[r].len] = 0xa5;
        if (gdn_entropy_collect(scripted, &script, out, rows[r].len) !=
            rows[r].want) {
            fail_msg("%s", rows[r].why);
        }
        assert_int_equal(script.calls, rows[r].calls);
        for (size_t i = 0; i < rows[r].len; i++) {
            assert_int_equal(out[i], rows[r].want == GUIDON_OK ? i + 1 : 0);
        }
        assert_int_equal(out[rows[r].len], 0xa5);
    }
}

/* ------------------------------------------------------------- the kernel */

static bool all_zero(const unsigned char *bytes, size_t len)
{
    unsigned char any = 0;

    for (size_t i = 0; i < len; i++) {
        any |= bytes[i];
    }
    return any == 0;
}

/* The chance that two results are equal is 2^-128, so equal results are a
 * fault. */
static void draw_twice(void)
{
    static const size_t lens[] = {16, 32, 256, 257, 100000};
    static unsigned char a[100016];
    static unsigned char b[100016];

    for (size_t i = 0; i < sizeof lens / sizeof lens[0]; i++) {
        size_t len = lens[i];

        memset(a, 0, sizeof a);
        memset(b, 0, sizeof b);
        errno = 99;
        assert_int_equal(gdn_entropy(a, len), GUIDON_OK);
        assert_int_equal(gdn_entropy(b, len), GUIDON_OK);
        assert_int_equal(errno, 99);
        assert_memory_not_equal(a, b, 16);
        assert_memory_not_equal(a + len - 16, b + len - 16, 16);
        assert_false(all_zero(a + len - 16, 16));
        assert_true(all_zero(a + len, 16));
    }
}

/* A thread with and without a state of its own, one state after another. */
static void test_kernel_gives_all_bytes(void **unused)
{
    (void)unused;
    draw_twice();
    for (int i = 0; i < 3; i++) {
        errno = 99;
        gdn_entropy_thread_start();
        assert_int_equal(errno, 99);
        gdn_entropy_thread_start(); /* it has a state already */
        draw_twice();
        gdn_entropy_thread_end();
        assert_int_equal(errno, 99);
        gdn_entropy_thread_end();
        draw_twice();
    }
}

#if defined(__linux__)
#  include <elf.h>
#  include <link.h>
#  include <stdlib.h>
#  include <time.h>

/* ----------------------------------------------------------------- the vDSO */

#  if defined(__x86_64__) || defined(__i386__)
#    define CLOCK_NAME "__vdso_clock_gettime"
#  else
#    define CLOCK_NAME "__kernel_clock_gettime"
#  endif

typedef int clock_fn(clockid_t clock, struct timespec *out);

/* Find a function that every vDSO has, and call it. */
static void test_vdso_function_is_found_and_works(void **unused)
{
    uintptr_t image = gdn_vdso_image();
    struct timespec before;
    struct timespec now = {0}; /* MemorySanitizer does not see the write */
    struct timespec after;

    (void)unused;
    if (image == 0) { /* Valgrind hides the vDSO */
        print_message("no vDSO here\n");
        skip();
    }
    uintptr_t address = gdn_vdso_find(image, CLOCK_NAME);
    assert_int_not_equal(address, 0);
    clock_gettime(CLOCK_MONOTONIC, &before);
    assert_int_equal(((clock_fn *)address)(CLOCK_MONOTONIC, &now), 0);
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert_true(before.tv_sec <= now.tv_sec && now.tv_sec <= after.tv_sec);
    print_message("getrandom is %sin this vDSO\n",
                  gdn_vdso_find(image, "__vdso_getrandom") ||
                          gdn_vdso_find(image, "__kernel_getrandom")
                      ? ""
                      : "not ");
}

/* An ELF file with one function, "alpha", an undefined "beta", an object
 * "gamma", and a function "delta", for look-ups only. */
struct image {
    ElfW(Ehdr) file;
    ElfW(Phdr) segments[2];
    ElfW(Dyn) dynamic[5];
    ElfW(Sym) symbols[5];
    uint32_t hash[3];
    uint32_t
        gnu[4 + 2 + 2 + 4]; /* header, one word of filter, buckets, chain */
    char names[32];
};

#  define LOAD_AT 0x10000u /* the address that the file asks for */

static ElfW(Sym) symbol_of(ElfW(Word) name, unsigned type, ElfW(Half) section,
                           ElfW(Addr) value)
{
    ElfW(Sym) symbol = {0};

    symbol.st_name = name;
    symbol.st_info = (unsigned char)(STB_GLOBAL << 4 | type);
    symbol.st_shndx = section;
    symbol.st_value = value;
    return symbol;
}

static ElfW(Dyn) entry_of(ElfW(Sxword) tag, size_t offset)
{
    ElfW(Dyn) entry = {0};

    entry.d_tag = tag;
    entry.d_un.d_ptr = LOAD_AT + offset;
    return entry;
}

static void make_image(struct image *image)
{
    memset(image, 0, sizeof *image);
    memcpy(image->file.e_ident, ELFMAG, SELFMAG);
    image->file.e_phoff = offsetof(struct image, segments);
    image->file.e_phnum = 2;
    image->segments[0].p_type = PT_LOAD;
    image->segments[0].p_vaddr = LOAD_AT;
    image->segments[1].p_type = PT_DYNAMIC;
    image->segments[1].p_offset = offsetof(struct image, dynamic);
    image->segments[1].p_vaddr = LOAD_AT + offsetof(struct image, dynamic);
    image->dynamic[0] = entry_of(DT_SYMTAB, offsetof(struct image, symbols));
    image->dynamic[1] = entry_of(DT_STRTAB, offsetof(struct image, names));
    image->dynamic[2] = entry_of(DT_HASH, offsetof(struct image, hash));
    image->dynamic[3] = entry_of(DT_GNU_HASH, offsetof(struct image, gnu));
    memcpy(image->names, "\0alpha\0beta\0gamma\0delta", 24);
    image->symbols[1] = symbol_of(1, STT_FUNC, 1, LOAD_AT + 0x111);
    image->symbols[2] = symbol_of(7, STT_FUNC, SHN_UNDEF, LOAD_AT + 0x222);
    image->symbols[3] = symbol_of(12, STT_OBJECT, 1, LOAD_AT + 0x333);
    image->symbols[4] = symbol_of(18, STT_FUNC, 1, LOAD_AT + 0x444);
    image->hash[1] = 5;
    /* Two buckets, first symbol 1, one word of filter. Bucket 0 has symbols 1
     * and 2, bucket 1 has symbols 3 and 4. */
    size_t filter = sizeof(ElfW(Addr)) / sizeof(uint32_t);
    const uint32_t header[4] = {2, 1, 1, 0};
    const uint32_t rest[6] = {1, 3, 10, 11, 20, 21};
    memcpy(image->gnu, header, sizeof header);
    memcpy(image->gnu + 4 + filter, rest, sizeof rest);
}

/* A file may lack either hash table. */
static void test_vdso_symbols(void **unused)
{
    static const struct {
        const char *why;
        const char *name;
        bool classic, gnu; /* the hash tables in the file */
        uintptr_t want;    /* offset from the image; 0: not found */
    } rows[] = {
        {"the first", "alpha", true, true, 0x111},
        {"the last, counted by DT_HASH", "delta", true, false, 0x444},
        {"the last, counted by DT_GNU_HASH", "delta", false, true, 0x444},
        {"no table to count by", "alpha", false, false, 0},
        {"needed, not there", "beta", true, true, 0},
        {"no function", "gamma", true, true, 0},
        {"a name's beginning", "alph", true, true, 0},
        {"a name and more", "alphabet", true, true, 0},
        {"of no symbol", "omega", true, true, 0},
    };
    struct image image;

    (void)unused;
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        make_image(&image);
        if (!rows[r].classic) {
            image.dynamic[2].d_tag = DT_DEBUG;
        }
        if (!rows[r].gnu) {
            image.dynamic[3].d_tag = DT_DEBUG;
        }
        uintptr_t got = gdn_vdso_find((uintptr_t)&image, rows[r].name);
        uintptr_t want = rows[r].want ? (uintptr_t)&image + rows[r].want : 0;
        if (got != want) {
            fail_msg("%s", rows[r].why);
        }
    }
}

/* Whatever is missing, nothing is found, and no read is out of bounds. The last
 * case is a GNU table without symbols. */
static void test_vdso_of_another_shape(void **unused)
{
    struct image image;

    (void)unused;
    assert_int_equal(gdn_vdso_find(0, "alpha"), 0);
    make_image(&image);
    image.file.e_ident[1] = 'F';
    assert_int_equal(gdn_vdso_find((uintptr_t)&image, "alpha"), 0);
    make_image(&image);
    image.segments[0].p_type = PT_NOTE;
    assert_int_equal(gdn_vdso_find((uintptr_t)&image, "alpha"), 0);
    make_image(&image);
    image.segments[1].p_type = PT_NOTE;
    assert_int_equal(gdn_vdso_find((uintptr_t)&image, "alpha"), 0);
    make_image(&image);
    image.dynamic[0].d_tag = DT_NULL;
    assert_int_equal(gdn_vdso_find((uintptr_t)&image, "alpha"), 0);
    make_image(&image);
    image.dynamic[2].d_tag = DT_DEBUG;
    memset(image.gnu + 4 + sizeof(ElfW(Addr)) / sizeof(uint32_t), 0,
           2 * sizeof(uint32_t));
    assert_int_equal(gdn_vdso_find((uintptr_t)&image, "alpha"), 0);
}
#endif

/* ----------------------------------------------- without the kernel's bytes */

#if defined(__linux__)
/* The results of a process that gets no random bytes from the kernel. */
struct refused {
    bool has_state;
    unsigned error;
    bool can; /* the filter is active */
    guidon_status status;
    int other_errno;
    unsigned char bytes[16];
};

static void draw_refused(void *context)
{
    struct refused *refused = context;

    if (!refuse_call(SYS_getrandom, -1, refused->error)) {
        return;
    }
    refused->can = true;
    errno = 99;
    refused->status = gdn_entropy(refused->bytes, sizeof refused->bytes);
    refused->other_errno = errno;
}

/* R87: through the system call, and through the vDSO, whose state a fork wiped,
 * so it must ask the kernel. */
static void test_refused(void **unused)
{
    static const unsigned errors[] = {ENOSYS, EPERM};
    struct refused *refused = shared_memory(sizeof *refused);

    (void)unused;
    for (unsigned i = 0; i < 4; i++) {
        memset(refused, 0, sizeof *refused);
        refused->error = errors[i / 2];
        refused->has_state = i % 2;
        if (refused->has_state) {
            gdn_entropy_thread_start();
            draw_twice();
        }
        run_child(BY_FORK, draw_refused, refused);
        gdn_entropy_thread_end();
        if (!refused->can) {
            print_message("no process may filter its system calls here\n");
            skip();
        }
        assert_int_equal(refused->status, GUIDON_E_ENTROPY);
        assert_int_equal(refused->other_errno, 99);
        assert_true(all_zero(refused->bytes, sizeof refused->bytes));
    }
}

#endif

/* ---------------------------------------------------------------- threads */

static void *draw_in_thread(void *out)
{
    gdn_entropy_thread_start();
    if (gdn_entropy(out, 64) != GUIDON_OK) {
        memset(out, 0, 64);
    }
    gdn_entropy_thread_end();
    return NULL;
}

static void test_threads_read_different_bytes(void **unused)
{
    enum { N_THREADS = 4 };
    unsigned char out[N_THREADS][64];
    pthread_t threads[N_THREADS];

    (void)unused;
    for (int i = 0; i < N_THREADS; i++) {
        assert_int_equal(
            pthread_create(&threads[i], NULL, draw_in_thread, out[i]), 0);
    }
    for (int i = 0; i < N_THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_false(all_zero(out[i], 64));
        for (int j = 0; j < i; j++) {
            assert_memory_not_equal(out[i], out[j], 64);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_collects_all_or_nothing),
        cmocka_unit_test(test_kernel_gives_all_bytes),
#if defined(__linux__)
        cmocka_unit_test(test_vdso_function_is_found_and_works),
        cmocka_unit_test(test_vdso_symbols),
        cmocka_unit_test(test_vdso_of_another_shape),
        cmocka_unit_test(test_refused),
#endif
        cmocka_unit_test(test_threads_read_different_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
