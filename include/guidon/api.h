/* SPDX-License-Identifier: MIT */
/* Attributes of the public functions: export, and checked results. */
#ifndef GUIDON_API_H
#define GUIDON_API_H

/*
 * GUIDON_API stands before every public function. Your compiler flags choose
 * what it means, the same in the library's files and in yours:
 *
 *   (nothing)         The functions come from a shared library, or a shared
 *                     object with guidon.c in it exports them.
 *   -DGUIDON_STATIC   The functions are a part of your program or shared
 *                     object, which does not export them: the static library,
 *                     or a private copy.
 *   -DGUIDON_API=     The same as GUIDON_STATIC.
 *   -DGUIDON_API=...  Your own attribute.
 *
 * GUIDON_BUILDING is defined only while the library itself is compiled. Define
 * GUIDON_NODELETE there too if you link your shared object with `-z nodelete`:
 * then the library needs no code at load time to stay loaded.
 */
#if defined(__GNUC__) && !defined(_WIN32)
#  define GUIDON_HIDDEN __attribute__((visibility("hidden")))
#else
#  define GUIDON_HIDDEN
#endif

/* GUIDON_IS_EMPTY(x) is 1 if x has no tokens: only then the name before x is
 * called, and its comma moves the 1 to the third place. */
#define GUIDON_COMMA(...)          ,
#define GUIDON_THIRD(a, b, c, ...) c
#define GUIDON_THIRD_OF(...)       GUIDON_THIRD(__VA_ARGS__, 1, 0, 0)
#define GUIDON_IS_EMPTY(x)         GUIDON_THIRD_OF(GUIDON_COMMA x())

#if defined(GUIDON_API)
#  if GUIDON_IS_EMPTY(GUIDON_API)
#    define GUIDON_PRIVATE
#    undef GUIDON_API
#    define GUIDON_API GUIDON_HIDDEN
#  endif
#elif defined(GUIDON_STATIC)
#  define GUIDON_PRIVATE
#  define GUIDON_API GUIDON_HIDDEN
#elif defined(_WIN32) && defined(GUIDON_BUILDING)
#  define GUIDON_API __declspec(dllexport)
#elif defined(_WIN32)
#  define GUIDON_API __declspec(dllimport)
#elif defined(__GNUC__)
#  define GUIDON_API __attribute__((visibility("default")))
#else
#  define GUIDON_API
#endif
#undef GUIDON_COMMA
#undef GUIDON_THIRD
#undef GUIDON_THIRD_OF
#undef GUIDON_IS_EMPTY

/*
 * The C++ functions are inline. A shared object with a private copy hides them
 * too, because another object's inline functions would call another copy. In a
 * program, -fvisibility=hidden does that: docs/guides/embedding.md.
 */
#if defined(GUIDON_PRIVATE) && defined(__PIC__) && !defined(__PIE__) &&        \
    !defined(_WIN32)
#  define GUIDON_NAMESPACE [[gnu::visibility("hidden")]]
#else
#  define GUIDON_NAMESPACE
#endif

/*
 * GUIDON_ENUM_SIZE stands after every public enum, whose last enumerator,
 * GUIDON_..._ENUM_MAX, is no value: it makes the enum as wide as an int, also
 * where the compiler's option -fshort-enums makes other enums as narrow as their
 * values. So the library and its callers agree on the size of outputs and
 * structures. A switch over such an enum has a `default`.
 */
#if defined(__cplusplus)
#  define GUIDON_ENUM_SIZE(name)                                               \
    static_assert(sizeof(name) == 4, #name " has 4 bytes")
#else
#  define GUIDON_ENUM_SIZE(name)                                               \
    _Static_assert(sizeof(name) == 4, #name " has 4 bytes")
#endif

/* On every fallible function: the compiler warns if a caller ignores the
 * status. */
#if defined(__GNUC__)
#  define GUIDON_MUST_CHECK __attribute__((warn_unused_result))
#else
#  define GUIDON_MUST_CHECK
#endif

/*
 * GUIDON_HOST_NONE means that there is no operating system: the program gives
 * Guidon random bits and the time, see <guidon/host.h>. It is set for
 * WebAssembly without WASI or Emscripten, and for freestanding builds. Define
 * it yourself for firmware that has a libc. The library and the files that
 * include its headers must be compiled with the same choice.
 */
#if !defined(GUIDON_HOST_NONE) &&                                              \
    ((defined(__wasm__) && !defined(__wasi__) && !defined(__EMSCRIPTEN__)) ||  \
     (defined(__STDC_HOSTED__) && __STDC_HOSTED__ == 0))
#  define GUIDON_HOST_NONE 1
#endif

#endif
