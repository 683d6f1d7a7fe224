/* SPDX-License-Identifier: MIT */
/* What the files of the JNI library share. */
#ifndef GUIDON_JNI_H
#define GUIDON_JNI_H

#include <guidon.h>
#include <jni.h>
#include <stdbool.h>

/*
 * The native methods are those of the class Native. Java checks every argument
 * before it calls them, except array bounds: the Region functions of JNI check
 * these, and throw ArrayIndexOutOfBoundsException. An address comes from
 * Native.address, of memory that lives at least until the method returns, and a
 * handle from Native.generatorNew, so no value of a caller is ever used as a
 * pointer.
 *
 * A method that returns a status has stored its result only if it returns
 * GUIDON_OK.
 */

#define GDJ_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Tables of native methods, one a file. jni_load.c registers them. */
struct gdj_methods {
    const JNINativeMethod *rows;
    jint count;
};
extern const struct gdj_methods gdj_make, gdj_generator, gdj_text, gdj_keys,
    gdj_audit;

/* Find the methods of Java that generators call. Returns false with an
 * exception. */
bool gdj_generator_load(JNIEnv *env);

/* Store an id as two numbers, the most significant one first, or make an id of
 * them. A longer array takes one more number behind them. */
void gdj_store(JNIEnv *env, jlongArray out, const guidon_id *id);
void gdj_store_and(JNIEnv *env, jlongArray out, const guidon_id *id,
                   jlong number);
guidon_id gdj_id(jlong hi, jlong lo);

/* Bytes of a Java array, on the stack if they are few. */
struct gdj_bytes {
    jbyte *at;
    size_t len;
    jbyte few[256];
};
/* Copy `len` bytes of an array. Returns false with an exception; then there is
 * nothing to release. */
bool gdj_bytes_of(JNIEnv *env, struct gdj_bytes *out, jbyteArray array,
                  jint offset, jint len);
void gdj_bytes_release(struct gdj_bytes *bytes);

/* Throw the exception of a status other than GUIDON_OK, unless one is pending.
 * The reason of GUIDON_E_STATE is that of this thread's last call. */
void gdj_throw(JNIEnv *env, guidon_status status);
/* The same for a status of guidon_generator_new. If it refuses an option, the message
 * names the member. */
void gdj_throw_refused(JNIEnv *env, guidon_status status,
                       const guidon_options *options);

/* Fills chunks of at most GDJ_CHUNK ids. */
#define GDJ_CHUNK 512
typedef guidon_status gdj_source(guidon_id *out, size_t n, void *context);
/* Make n ids into an array of bytes or of numbers, and throw if that fails. The
 * chunks of an array are in order. `offset` counts elements of the array. */
void gdj_fill_bytes(JNIEnv *env, jbyteArray out, jint offset, jint n,
                    gdj_source *source, void *context);
void gdj_fill_longs(JNIEnv *env, jlongArray out, jint offset, jint n,
                    gdj_source *source, void *context);

#endif
