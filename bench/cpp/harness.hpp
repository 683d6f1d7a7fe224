/* SPDX-License-Identifier: MIT */
/* harness.hpp - the batch and the cases of the C and C++ programs */
#ifndef HARNESS_HPP
#define HARNESS_HPP

#include <cstddef>
#include <vector>

constexpr std::size_t batch = 256; /* small enough for the L1 cache */
constexpr std::size_t id_len = 16;
constexpr std::size_t uuid_len = 36;
constexpr std::size_t ulid_len = 26;
constexpr std::size_t name_len = 15; /* with the namespace 31 bytes: one block
                                        of MD5 and of SHA-1 */

/* One batch of the file of ids that Guidon wrote. */
struct Input {
    unsigned char ids[batch][id_len];
    char uuid[batch * uuid_len];
    char ulid[batch * ulid_len];
    char names[batch][name_len + 1]; /* ended by NUL */
    unsigned char ns[id_len];
};

constexpr std::size_t text_max = 96; /* the longest text, with a NUL */

/* The texts have space for the NUL that some libraries write. */
struct Output {
    unsigned char ids[batch][id_len];
    char text[batch * text_max];
};

/* The part of Output that a case fills, which the driver then checks. `text` is
 * a text every `stride` bytes, which ends at a NUL. */
enum class Makes { nothing, ids, uuid_text, ulid_text, text };

/*
 * A case does one operation on every id of a batch. For parsers, `accepts` says
 * whether the same call accepts this NUL-terminated text.
 */
struct Case {
    const char *operation;
    /* one, many, threads or processes (two of them), or limit */
    const char *mode;
    Makes makes;
    void (*run)(const Input &in, Output &out);
    bool (*accepts)(const char *text, std::size_t len) = nullptr;
    bool ordered = false; /* the library promises rising ids */
    const char *note = "";
    const char *variant = ""; /* follows the library's name */
    std::size_t stride = 0;   /* of Makes::text */
};

struct Library {
    const char *name;
    const char *version;
    const char *language;
    std::vector<Case> cases;
};

/* End the program with a message if `ok` is false. */
void must(bool ok, const char *what);

/*
 * PROGRAM prove IDS                   print the output of each case
 * PROGRAM run IDS MS [OPERATION,...]  time each once, for MS milliseconds
 * PROGRAM interleave IDS ROUNDS MS [OPERATION,...]
 *                                     time each ROUNDS times in turn, for MS
 *                                     milliseconds in each round
 */
int harness_main(int argc, char **argv, const std::vector<Library> &libraries);

/* A library's cases either make a program of their own, or a module that
 * together_bench loads beside other modules (together.cpp). */
#ifdef BENCH_MODULE
#  define BENCH_LIBRARIES(...)                                                 \
    extern "C" __attribute__((visibility("default"))) void bench_libraries(    \
        std::vector<Library> *out)                                             \
    {                                                                          \
      *out = {__VA_ARGS__};                                                    \
    }
#else
#  define BENCH_LIBRARIES(...)                                                 \
    int main(int argc, char **argv)                                            \
    {                                                                          \
      return harness_main(argc, argv, {__VA_ARGS__});                          \
    }
#endif

#endif
