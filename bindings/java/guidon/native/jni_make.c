/* SPDX-License-Identifier: MIT */
/* New ids of the generators of a thread or of the process, shards, and ids of
 * names. */
#include "guidon_jni.h"

/* Kind.java has these numbers. */
_Static_assert(GUIDON_V1 == 1 && GUIDON_V2 == 2 && GUIDON_V4 == 4 &&
                   GUIDON_V6 == 6 && GUIDON_V7 == 7 && GUIDON_ULID == 0x100 &&
                   GUIDON_ULID_MONOTONIC == 0x101 && GUIDON_V8_NODE == 0x80,
               "the numbers of the kinds");
_Static_assert(GUIDON_V8_PREFIXED == 0x81 && GUIDON_V8_APPEND_BITS == 20,
               "the kinds v8-append and v8-sharded");

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

/* Many ids of a kind; of GUIDON_V8_PREFIXED, those of append. */
static guidon_status new_many(guidon_id *out, size_t n, void *context)
{
    const guidon_kind kind = *(const guidon_kind *)context;

    return kind == GUIDON_V8_PREFIXED
               ? guidon_v8_append_many(out, n, GUIDON_V8_APPEND_BITS)
               : guidon_new_many(out, n, kind);
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

/* An id with the prefix of append if `shard` is negative, or of a shard. Java has
 * checked the numbers. */
static guidon_status new_prefixed(guidon_id *out, jint shard, jint bits)
{
    return shard < 0 ? guidon_v8_append(out, (unsigned)bits)
                     : guidon_v8_sharded(out, (uint32_t)shard, (unsigned)bits);
}

/* void prefixedAt(long address, int shard, int bits): 16 bytes of the calling
 * thread's buffer */
static void JNICALL prefixed_at(JNIEnv *env, jclass class, jlong at, jint shard,
                                jint bits)
{
    guidon_status status = new_prefixed((guidon_id *)(intptr_t)at, shard, bits);

    (void)class;
    if (status) {
        gdj_throw(env, status);
    }
}

/* void prefixed(long[] out, int shard, int bits) */
static void JNICALL prefixed(JNIEnv *env, jclass class, jlongArray out,
                             jint shard, jint bits)
{
    guidon_id id;
    guidon_status status = new_prefixed(&id, shard, bits);

    (void)class;
    if (status) {
        gdj_throw(env, status);
        return;
    }
    gdj_store(env, out, &id);
}

/* int shardOf(byte[] data, int bits) */
static jint JNICALL shard_of(JNIEnv *env, jclass class, jbyteArray data,
                             jint bits)
{
    struct gdj_bytes bytes;
    uint32_t shard = 0;
    guidon_status status;

    (void)class;
    if (!gdj_bytes_of(env, &bytes, data, 0,
                      (*env)->GetArrayLength(env, data))) {
        return 0;
    }
    status = guidon_shard_of(&shard, bytes.at, bytes.len, (unsigned)bits);
    gdj_bytes_release(&bytes);
    if (status) {
        gdj_throw(env, status);
    }
    return (jint)shard;
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
    {"prefixedAt", "(JII)V", (void *)prefixed_at},
    {"prefixed", "([JII)V", (void *)prefixed},
    {"shardOf", "([BI)I", (void *)shard_of},
    {"named", "(IJJ[B[J)V", (void *)named},
};
const struct gdj_methods gdj_make = {methods, GDJ_COUNT(methods)};
