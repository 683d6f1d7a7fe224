/* SPDX-License-Identifier: MIT */
/* New ids of the thread's own generator, and ids of names. */
#include "guidon_jni.h"

/* Kind.java has these numbers. */
_Static_assert(GUIDON_V1 == 1 && GUIDON_V2 == 2 && GUIDON_V4 == 4 &&
                   GUIDON_V6 == 6 && GUIDON_V7 == 7 && GUIDON_ULID == 0x100 &&
                   GUIDON_ULID_MONOTONIC == 0x101 && GUIDON_V8_NODE == 0x80,
               "the numbers of the kinds");

/* long address(ByteBuffer direct) */
static jlong JNICALL address(JNIEnv *env, jclass class, jobject buffer)
{
    (void)class;
    return (jlong)(intptr_t)(*env)->GetDirectBufferAddress(env, buffer);
}

/* void makeAt(long address, int kind): 16 bytes of the calling thread's buffer */
static void JNICALL make_at(JNIEnv *env, jclass class, jlong at, jint kind)
{
    guidon_status status =
        guidon_new((guidon_id *)(intptr_t)at, (guidon_kind)kind);

    (void)class;
    if (status) {
        gdj_throw(env, status);
    }
}

/* void make(long[] out, int kind) */
static void JNICALL make(JNIEnv *env, jclass class, jlongArray out, jint kind)
{
    guidon_id id;
    guidon_status status = guidon_new(&id, (guidon_kind)kind);

    (void)class;
    if (status) {
        gdj_throw(env, status);
        return;
    }
    gdj_store(env, out, &id);
}

static guidon_status new_many(guidon_id *out, size_t n, void *context)
{
    return guidon_new_many(out, n, *(const guidon_kind *)context);
}

/* void fillBytes(byte[] out, int offset, int n, int kind) */
static void JNICALL fill_bytes(JNIEnv *env, jclass class, jbyteArray out,
                               jint offset, jint n, jint kind)
{
    guidon_kind of = (guidon_kind)kind;

    (void)class;
    gdj_fill_bytes(env, out, offset, n, new_many, &of);
}

/* void fillLongs(long[] out, int offset, int n, int kind) */
static void JNICALL fill_longs(JNIEnv *env, jclass class, jlongArray out,
                               jint offset, jint n, jint kind)
{
    guidon_kind of = (guidon_kind)kind;

    (void)class;
    gdj_fill_longs(env, out, offset, n, new_many, &of);
}

/* void named(int version, long hi, long lo, byte[] name, long[] out): version 3, 5
 * or 8 */
static void JNICALL named(JNIEnv *env, jclass class, jint version, jlong hi,
                          jlong lo, jbyteArray name, jlongArray out)
{
    const guidon_id ns = gdj_id(hi, lo);
    struct gdj_bytes bytes;
    guidon_id id;

    (void)class;
    if (!gdj_bytes_of(env, &bytes, name, 0,
                      (*env)->GetArrayLength(env, name))) {
        return;
    }
    if (version == 3) {
        guidon_v3_make(&id, &ns, bytes.at, bytes.len);
    } else if (version == 5) {
        guidon_v5_make(&id, &ns, bytes.at, bytes.len);
    } else {
        guidon_v8_sha256_make(&id, &ns, bytes.at, bytes.len);
    }
    gdj_bytes_release(&bytes);
    gdj_store(env, out, &id);
}

static const JNINativeMethod methods[] = {
    {"address", "(Ljava/nio/ByteBuffer;)J", (void *)address},
    {"makeAt", "(JI)V", (void *)make_at},
    {"make", "([JI)V", (void *)make},
    {"fillBytes", "([BIII)V", (void *)fill_bytes},
    {"fillLongs", "([JIII)V", (void *)fill_longs},
    {"named", "(IJJ[B[J)V", (void *)named},
};
const struct gdj_methods gdj_make = {methods, GDJ_COUNT(methods)};
