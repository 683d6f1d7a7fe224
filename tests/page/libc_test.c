/* SPDX-License-Identifier: MIT */
/* libc_test.c - the page's own libc (cli/page) gives what the host's libc gives, for fixed
 * and for seeded random values. run.sh compiles both with sanitizers. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *page_memcpy(void *out, const void *in, size_t n);
void *page_memmove(void *out, const void *in, size_t n);
void *page_memset(void *out, int byte, size_t n);
void *page_memchr(const void *bytes, int byte, size_t n);
int page_memcmp(const void *a, const void *b, size_t n);
size_t page_strlen(const char *text);
int page_strcmp(const char *a, const char *b);
int page_strncmp(const char *a, const char *b, size_t n);
char *page_strchr(const char *text, int c);
size_t page_strspn(const char *text, const char *set);
size_t page_strcspn(const char *text, const char *set);
char *page_strcat(char *text, const char *more);
double page_strtod(const char *text, char **end);
unsigned long long page_strtoull(const char *text, char **end, int base);
long page_strtol(const char *text, char **end, int base);
double page_ldexp(double x, int exponent);
double page_frexp(double x, int *exponent);
__int128 page_multi3(__int128 a, __int128 b);
void page_qsort(void *items, size_t n, size_t size,
                int (*compare)(const void *a, const void *b));
void *page_malloc(size_t size);
void *page_calloc(size_t n, size_t size);
void *page_realloc(void *memory, size_t size);
void page_free(void *memory);
int page_snprintf(char *out, size_t cap, const char *format, ...);
extern int page_errno;

#define ROUNDS 20000

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                  \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

/* ------------------------------------------------- what the browser gives */

double browser_now(void);
void browser_random(void *out, size_t len);
double browser_number(const char *text, size_t len);
size_t browser_format(char *out, double number, int conversion, int precision);

double browser_now(void)
{
    return 0;
}

void browser_random(void *out, size_t len)
{
    memset(out, 0, len);
}

double browser_number(const char *text, size_t len)
{
    char number[64];

    CHECK(len < sizeof number);
    memcpy(number, text, len);
    number[len] = '\0';
    return strtod(number, NULL);
}

size_t browser_format(char *out, double number, int conversion, int precision)
{
    const char format[] = {'%', '.', '*', (char)conversion, '\0'};

    return (size_t)snprintf(out, 400, format, precision, number);
}

/* ------------------------------------------------------------------- memory */

#define HEAD  24 /* bytes of struct head here, before each block */
#define PAGE  65536u
#define PAGES 64u
_Alignas(65536) unsigned char test_memory[PAGES * PAGE];
static uintptr_t grown = 1; /* pages */

uintptr_t test_memory_size(void);
uintptr_t test_memory_grow(uintptr_t pages);
uintptr_t test_memory_last(void);

uintptr_t test_memory_size(void)
{
    return (uintptr_t)test_memory / PAGE + grown;
}

uintptr_t test_memory_grow(uintptr_t pages)
{
    if (pages > PAGES - grown) {
        return UINTPTR_MAX;
    }
    grown += pages;
    return test_memory_size() - pages;
}

uintptr_t test_memory_last(void)
{
    return (uintptr_t)test_memory + sizeof test_memory - 1;
}

static uint64_t state = 9562;

static uint64_t draw(uint64_t below)
{
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (state >> 33) % below;
}

/* Blocks that change size keep their bytes, and share none. */
static void check_blocks(void)
{
    unsigned char *blocks[32] = {NULL};
    size_t sizes[32] = {0};

    for (unsigned round = 0; round < ROUNDS; round++) {
        const unsigned i = (unsigned)draw(32);

        for (size_t at = 0; at < sizes[i]; at++) {
            CHECK(blocks[i][at] == i);
        }
        if (draw(3) == 0) {
            page_free(blocks[i]);
            blocks[i] = NULL;
        }
        sizes[i] = draw(2000);
        blocks[i] = page_realloc(blocks[i], sizes[i]);
        CHECK(blocks[i] && (uintptr_t)blocks[i] % sizeof(void *) == 0);
        memset(blocks[i], (int)i, sizes[i]);
    }
    for (unsigned i = 0; i < 32; i++) {
        page_free(blocks[i]);
    }
    blocks[0] = page_calloc(7, 100);
    CHECK(blocks[0] && blocks[0][0] == 0 && blocks[0][699] == 0);
    CHECK(!page_calloc(SIZE_MAX / 2, 3) && !page_malloc(UINT32_MAX));
}

/* The last address belongs to no block, because the address after it may be 0. */
static void check_the_end_of_memory(void)
{
    unsigned char *block;

    for (size_t size = 1u << 20; size >= 32; size /= 2) {
        while ((block = page_malloc(size - HEAD))) {
            CHECK(block >= test_memory);
            CHECK((uintptr_t)block + size - HEAD <= test_memory_last());
            memset(block, 1, size - HEAD);
        }
    }
    CHECK(!page_malloc(1));
}

/* ------------------------------------------------------------------- texts */

/* A text of few letters, so that two are often alike. */
static void random_text(char text[static 20])
{
    const size_t len = draw(19);

    for (size_t i = 0; i < len; i++) {
        text[i] = "ab\xff"[draw(3)];
    }
    text[len] = '\0';
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static void check_texts(void)
{
    char a[20], b[20], joined[60] = {0}, due[60] = {0};

    for (unsigned round = 0; round < ROUNDS; round++) {
        const size_t n = draw(20);
        const int letter = "ab\xff\0z"[draw(5)];

        random_text(a);
        random_text(b);
        CHECK(page_strlen(a) == strlen(a));
        CHECK(sign(page_strcmp(a, b)) == sign(strcmp(a, b)));
        CHECK(sign(page_strncmp(a, b, n)) == sign(strncmp(a, b, n)));
        CHECK(page_strchr(a, letter) == strchr(a, letter));
        CHECK(page_memchr(a, letter, strlen(a)) ==
              memchr(a, letter, strlen(a)));
        CHECK(
            sign(page_memcmp(a, b,
                             strlen(a) < strlen(b) ? strlen(a) : strlen(b))) ==
            sign(memcmp(a, b, strlen(a) < strlen(b) ? strlen(a) : strlen(b))));
        CHECK(page_strspn(a, b) == strspn(a, b));
        CHECK(page_strcspn(a, b) == strcspn(a, b));
        CHECK(strcmp(page_strcat(page_memcpy(joined, a, strlen(a) + 1), b),
                     strcat(strcpy(due, a), b)) == 0);
        page_memmove(joined + 1, joined, strlen(due) + 1);
        memmove(due + 1, due, strlen(due) + 1);
        CHECK(strcmp(joined, due) == 0);
        CHECK(*(char *)page_memset(joined, letter, 3) == (char)letter);
    }
}

/* ----------------------------------------------------------------- numbers */

static uint64_t random_number(void)
{
    return (draw(UINT32_MAX) << 32 | draw(UINT32_MAX)) >> draw(64);
}

static void check_reading(void)
{
    static const char *const texts[] = {"0",
                                        "1",
                                        "18446744073709551615",
                                        "18446744073709551616",
                                        "99999999999999999999",
                                        "12ab",
                                        "",
                                        "007"};
    static const char *const reals[] = {"1.5", "2e3x",   "2e",
                                        "2e+", "1e-7.5", "0.25e+2,"};
    char *end, *due_end;

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        errno = 0;
        CHECK(page_strtoull(texts[i], &end, 10) ==
              strtoull(texts[i], &due_end, 10));
        CHECK((page_errno != 0) == (errno == ERANGE) && end == due_end);
    }
    for (size_t i = 0; i < sizeof reals / sizeof reals[0]; i++) {
        CHECK(page_strtod(reals[i], &end) == strtod(reals[i], &due_end));
        CHECK(end == due_end);
    }
    CHECK(page_strtol("-12;", &end, 10) == -12 && *end == ';');
    CHECK(page_strtol("+7", NULL, 10) == 7);
}

static void check_arithmetic(void)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        const unsigned __int128 a =
            (unsigned __int128)random_number() << 64 | random_number();
        const unsigned __int128 b =
            (unsigned __int128)random_number() << 64 | random_number();
        const double x = (double)random_number();
        int exponent, due;

        CHECK((unsigned __int128)page_multi3((__int128)a, (__int128)b) ==
              a * b);
        CHECK(page_frexp(x / 1e9, &exponent) == frexp(x / 1e9, &due) &&
              exponent == due);
        due = (int)draw(200) - 100;
        CHECK(page_ldexp(x, due) == ldexp(x, due));
    }
}

/* Both write the same, in all space there is and in too little. */
#define SAME(...)                                                              \
  do {                                                                         \
    char found_[64], due_[64];                                                 \
    const size_t cap_ = draw(4) ? sizeof found_ : draw(20);                    \
    memset(found_, '#', sizeof found_);                                        \
    memset(due_, '#', sizeof due_);                                            \
    CHECK(page_snprintf(found_, cap_, __VA_ARGS__) ==                          \
          snprintf(due_, cap_, __VA_ARGS__));                                  \
    CHECK(cap_ == 0 || strcmp(found_, due_) == 0);                             \
    CHECK(found_[cap_ < 64 ? cap_ : 63] == due_[cap_ < 64 ? cap_ : 63]);       \
  } while (0)

static void check_writing(void)
{
    static const int fixed[] = {0, 1, -1, 9, 10, INT_MAX, INT_MIN};
    char text[20];

    for (unsigned round = 0; round < ROUNDS; round++) {
        const uint64_t number = random_number();
        const int small = round < 7 ? fixed[round] : (int)(uint32_t)number;
        const int width = (int)draw(12), precision = (int)draw(9);

        random_text(text);
        SAME("%d|%u|%x|%X", small, (unsigned)small, (unsigned)small,
             (unsigned)small);
        SAME("%*d %02u", width, small, (unsigned)small);
        SAME("%08x%%%c", (unsigned)small, 'a' + precision);
        SAME("%lld %020llu", (long long)number, (unsigned long long)number);
        SAME("%016llx%llX", (unsigned long long)number,
             (unsigned long long)number);
        SAME("%*s|%.*s|%.3s", width, text, precision, text, text);
        SAME("%.*f %g", precision, small / 1000.0, small / 7.0);
        SAME("%*.*e %5.2f", width, precision, (double)number, small / 3e6);
    }
}

static int compare_first(const void *a, const void *b)
{
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

/* Sorted, and equal items keep their order. */
static void check_sorting(void)
{
    unsigned char items[200][3];

    for (unsigned round = 0; round < 50; round++) {
        const size_t n = draw(200);

        for (size_t i = 0; i < n; i++) {
            items[i][0] = (unsigned char)draw(20);
            items[i][1] = (unsigned char)i;
        }
        page_qsort(items, n, 3, compare_first);
        for (size_t i = 1; i < n; i++) {
            CHECK(items[i - 1][0] < items[i][0] ||
                  (items[i - 1][0] == items[i][0] &&
                   items[i - 1][1] < items[i][1]));
        }
    }
}

int main(void)
{
    check_texts();
    check_reading();
    check_arithmetic();
    check_writing();
    check_sorting();
    check_blocks();
    check_the_end_of_memory();
    puts("the page's libc: texts, numbers, printf, sorting, memory");
    return 0;
}
