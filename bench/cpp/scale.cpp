/* SPDX-License-Identifier: MIT */
/* scale.cpp - measure how Guidon's cost for an id grows with the number of ids,
 * with two threads, and with the length of a name
 *
 *   guidon_scale MS MOST    n up to MOST; each for MS milliseconds, and at least
 *                           once
 *
 * It prints a line of JSON for each case: operation, library, n (ids, or bytes
 * of a name), threads and ns; or `skipped` and the reason.
 */
#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <guidon.h>
#include <memory>
#include <openssl/evp.h>
#include <thread>
#include <unistd.h>
#include <vector>

using Clock = std::chrono::steady_clock;

static void must(bool ok, const char *what)
{
    if (!ok) {
        std::fprintf(stderr, "guidon_scale: %s failed\n", what);
        std::exit(EXIT_FAILURE);
    }
}

/* -------------------------------------------------------- many ids at once */

/* Input and output of the cases, with every page touched beforehand. */
struct Arrays {
    std::vector<guidon_id> ids, copies;
    std::vector<char> texts;

    explicit Arrays(std::size_t n)
        : ids(n), copies(n), texts(n * GUIDON_UUID_LEN)
    {
        must(guidon_new_many(ids.data(), n, GUIDON_V4) == GUIDON_OK,
             "guidon_new_many");
        must(guidon_uuid_format_many(texts.data(), GUIDON_UUID_LEN, ids.data(),
                                     n) == GUIDON_OK,
             "guidon_uuid_format_many");
    }

    static double bytes(std::size_t n)
    {
        return static_cast<double>(n) *
               (2 * sizeof(guidon_id) + GUIDON_UUID_LEN);
    }

    char *text(std::size_t at)
    {
        return texts.data() + at * GUIDON_UUID_LEN;
    }
};

struct Many {
    const char *operation, *library;
    void (*run)(Arrays &arrays, std::size_t at, std::size_t n);
};

template <guidon_kind kind>
static void new_many(Arrays &arrays, std::size_t at, std::size_t n)
{
    must(guidon_new_many(&arrays.copies[at], n, kind) == GUIDON_OK,
         "guidon_new_many");
}

static void format_many(Arrays &arrays, std::size_t at, std::size_t n)
{
    must(guidon_uuid_format_many(arrays.text(at), GUIDON_UUID_LEN,
                                 &arrays.ids[at], n) == GUIDON_OK,
         "guidon_uuid_format_many");
}

static void parse_many(Arrays &arrays, std::size_t at, std::size_t n)
{
    std::size_t done;
    must(guidon_uuid_parse_many(&arrays.copies[at], arrays.text(at),
                                GUIDON_UUID_LEN, n, &done,
                                nullptr) == GUIDON_OK,
         "guidon_uuid_parse_many");
}

static void copy_ids(Arrays &arrays, std::size_t at, std::size_t n)
{
    std::memcpy(&arrays.copies[at], &arrays.ids[at], n * sizeof(guidon_id));
}

/* Copy 36 bytes for each id, the length of a text, between the two halves. */
static void copy_texts(Arrays &arrays, std::size_t at, std::size_t n)
{
    const std::size_t half = n * GUIDON_UUID_LEN / 2;
    for (int i = 0; i < 2; i++) {
        std::memcpy(arrays.text(at) + half, arrays.text(at), half);
    }
}

static const Many manies[] = {
    {"new version 4, many", "Guidon", new_many<GUIDON_V4>},
    {"new version 7, many", "Guidon", new_many<GUIDON_V7>},
    {"UUIDs to texts, many", "Guidon", format_many},
    {"texts to UUIDs, many", "Guidon", parse_many},
    {"new version 4, many", "memcpy", copy_ids},
    {"new version 7, many", "memcpy", copy_ids},
    {"UUIDs to texts, many", "memcpy", copy_texts},
    {"texts to UUIDs, many", "memcpy", copy_ids},
};

/* ------------------------------------------------------------------ timing */

/* The seconds that the slowest of `threads` threads needs for `times` calls. */
static double together(int threads, std::size_t times,
                       const std::function<void(int)> &call)
{
    std::vector<double> taken(static_cast<std::size_t>(threads));
    std::barrier start(threads);
    const auto work = [&](int number) {
        call(number);
        start.arrive_and_wait();
        const auto begun = Clock::now();
        for (std::size_t i = 0; i < times; i++) {
            call(number);
        }
        taken[static_cast<std::size_t>(number)] =
            std::chrono::duration<double>(Clock::now() - begun).count();
    };
    std::vector<std::thread> others;

    for (int i = 1; i < threads; i++) {
        others.emplace_back(work, i);
    }
    work(0);
    for (std::thread &other : others) {
        other.join();
    }
    return *std::max_element(taken.begin(), taken.end());
}

/* The seconds for one call; repeats the call for about `seconds`. */
static double time_call(int threads, double seconds,
                        const std::function<void(int)> &call)
{
    std::size_t times = 1;
    double taken = together(threads, times, call);

    while (taken < seconds / 2) {
        times = taken < seconds / 20
                    ? times * 10
                    : static_cast<std::size_t>(static_cast<double>(times) *
                                               seconds / taken) +
                          1;
        taken = together(threads, times, call);
    }
    return taken / static_cast<double>(times);
}

static void print(const char *operation, const char *library, std::size_t n,
                  int threads, double ns)
{
    std::printf("{\"operation\":\"%s\",\"library\":\"%s\",\"n\":%zu,"
                "\"threads\":%d,\"ns\":[%.5f]}\n",
                operation, library, n, threads, ns);
    std::fflush(stdout);
}

/* n ids in all; each of two threads has half of them. The result is the time
 * for one id of one thread. */
static void time_many(const Many &many, Arrays &arrays, std::size_t n,
                      int threads, double seconds)
{
    const std::size_t part = n / static_cast<std::size_t>(threads);
    const double taken = time_call(threads, seconds, [&](int number) {
        many.run(arrays, part * static_cast<std::size_t>(number), part);
    });

    print(many.operation, many.library, n, threads,
          taken * 1e9 / static_cast<double>(part));
}

static bool fits(std::size_t n)
{
    const double spare = static_cast<double>(sysconf(_SC_AVPHYS_PAGES)) *
                         static_cast<double>(sysconf(_SC_PAGESIZE));
    const double wanted = Arrays::bytes(n);

    if (wanted < 0.8 * spare) {
        return true;
    }
    std::printf("{\"n\":%zu,\"skipped\":\"it needs %.1f GB of memory, %.1f "
                "GB are free\"}\n",
                n, wanted / 1e9, spare / 1e9);
    return false;
}

static void time_counts(std::size_t most, double seconds)
{
    for (const std::size_t n : {1UL, 1000UL, 1000000UL, 100000000UL}) {
        if (n > most || !fits(n)) {
            continue;
        }
        Arrays arrays(n);
        for (const Many &many : manies) {
            for (int threads = 1; threads <= 2 && threads <= (int)n;
                 threads++) {
                time_many(many, arrays, n, threads, seconds);
            }
        }
    }
}

/* ------------------------------------------------------------------- names */

static void time_name(const char *operation, const EVP_MD *md,
                      decltype(guidon_v5_make) *make, const char *name,
                      std::size_t len, double seconds)
{
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    const guidon_id ns = guidon_namespace_dns();
    unsigned char digest[EVP_MAX_MD_SIZE];
    guidon_id id;

    print(operation, "Guidon", len, 1,
          1e9 * time_call(1, seconds, [&](int) { make(&id, &ns, name, len); }));
    print(operation, "libcrypto", len, 1,
          1e9 * time_call(1, seconds, [&](int) {
              must(EVP_DigestInit_ex(context, md, nullptr) &&
                       EVP_DigestUpdate(context, ns.bytes, sizeof ns.bytes) &&
                       EVP_DigestUpdate(context, name, len) &&
                       EVP_DigestFinal_ex(context, digest, nullptr),
                   "libcrypto");
          }));
    EVP_MD_CTX_free(context);
}

static void time_names(double seconds)
{
    const std::vector<char> name(10000, 'n');

    for (const std::size_t len : {1UL, 10UL, 100UL, 1000UL, 10000UL}) {
        time_name("version 5 of a name", EVP_sha1(), guidon_v5_make,
                  name.data(), len, seconds);
        time_name("version 3 of a name", EVP_md5(), guidon_v3_make, name.data(),
                  len, seconds);
    }
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s MS MOST\n", argv[0]);
        return 2;
    }
    const double seconds = std::strtod(argv[1], nullptr) / 1000;

    time_counts(std::strtoull(argv[2], nullptr, 10), seconds);
    time_names(seconds);
    return EXIT_SUCCESS;
}
