/* SPDX-License-Identifier: MIT */
/* Ids that depend on a key. */
#include "guidon_jni.h"

/*
 * Java holds a key as an array of numbers, the bytes of a guidon_key or of a
 * guidon_mask_key, which have no pointer. So no memory outlives its owner. These
 * functions copy the key to the stack, and wipe it there.
 */
_Static_assert(sizeof(guidon_key) == 8 * sizeof(jlong), "a key");
_Static_assert(sizeof(guidon_mask_key) == 4 * sizeof(jlong), "a mask key");

/* int keyInit(byte[] bytes, long[] out): out has 8 elements */
static jint JNICALL key_init(JNIEnv *env, jclass class, jbyteArray bytes,
                             jlongArray out)
{
    jbyte copy[GUIDON_KEY_LEN];
    guidon_key key;
    guidon_status status;

    (void)class;
    if ((*env)->GetArrayLength(env, bytes) != GUIDON_KEY_LEN) {
        return (jint)GUIDON_E_ARGUMENT;
    }
    (*env)->GetByteArrayRegion(env, bytes, 0, GUIDON_KEY_LEN, copy);
    status = guidon_key_init(&key, copy, sizeof copy);
    if (!status) {
        (*env)->SetLongArrayRegion(env, out, 0, 8, (const jlong *)key.opaque);
        guidon_key_wipe(&key);
    }
    guidon_wipe(copy, sizeof copy);
    return (jint)status;
}

/* int maskKeyInit(byte[] bytes, long[] out): out has 4 elements */
static jint JNICALL mask_key_init(JNIEnv *env, jclass class, jbyteArray bytes,
                                  jlongArray out)
{
    jbyte copy[GUIDON_MASK_KEY_LEN];
    guidon_mask_key key;
    guidon_status status;

    (void)class;
    if ((*env)->GetArrayLength(env, bytes) != GUIDON_MASK_KEY_LEN) {
        return (jint)GUIDON_E_ARGUMENT;
    }
    (*env)->GetByteArrayRegion(env, bytes, 0, GUIDON_MASK_KEY_LEN, copy);
    status = guidon_mask_key_init(&key, copy, sizeof copy);
    if (!status) {
        (*env)->SetLongArrayRegion(env, out, 0, 4, (const jlong *)key.opaque);
        guidon_mask_key_wipe(&key);
    }
    guidon_wipe(copy, sizeof copy);
    return (jint)status;
}

/* int derive(long[] key, long ms, byte[] data, int offset, int len, long[] out) */
static jint JNICALL derive(JNIEnv *env, jclass class, jlongArray key, jlong ms,
                           jbyteArray data, jint offset, jint len,
                           jlongArray out)
{
    struct gdj_bytes bytes;
    guidon_key copy;
    guidon_id id;
    guidon_status status;

    (void)class;
    if (!gdj_bytes_of(env, &bytes, data, offset, len)) {
        return (jint)GUIDON_E_MEMORY;
    }
    (*env)->GetLongArrayRegion(env, key, 0, 8, (jlong *)copy.opaque);
    status = guidon_v7_derive(&id, (uint64_t)ms, &copy, bytes.at, bytes.len);
    guidon_key_wipe(&copy);
    gdj_bytes_release(&bytes);
    if (!status) {
        gdj_store(env, out, &id);
    }
    return (jint)status;
}

/* int mask(long[] key, boolean back, long hi, long lo, long[] out) */
static jint JNICALL mask(JNIEnv *env, jclass class, jlongArray key,
                         jboolean back, jlong hi, jlong lo, jlongArray out)
{
    guidon_mask_key copy;
    guidon_id id = gdj_id(hi, lo);
    guidon_status status;

    (void)class;
    (*env)->GetLongArrayRegion(env, key, 0, 4, (jlong *)copy.opaque);
    status =
        back ? guidon_unmask(&id, &copy, &id) : guidon_mask(&id, &copy, &id);
    guidon_mask_key_wipe(&copy);
    if (!status) {
        gdj_store(env, out, &id);
    }
    return (jint)status;
}

/* int encrypt(long[] key, boolean back, long hi, long lo, long[] out) */
static jint JNICALL encrypt(JNIEnv *env, jclass class, jlongArray key,
                            jboolean back, jlong hi, jlong lo, jlongArray out)
{
    guidon_key copy;
    guidon_id id = gdj_id(hi, lo);
    guidon_status status;

    (void)class;
    (*env)->GetLongArrayRegion(env, key, 0, 8, (jlong *)copy.opaque);
    status = back ? guidon_decrypt(&id, &copy, &id)
                  : guidon_encrypt(&id, &copy, &id);
    guidon_key_wipe(&copy);
    if (!status) {
        gdj_store(env, out, &id);
    }
    return (jint)status;
}

static const JNINativeMethod methods[] = {
    {"keyInit", "([B[J)I", (void *)key_init},
    {"maskKeyInit", "([B[J)I", (void *)mask_key_init},
    {"derive", "([JJ[BII[J)I", (void *)derive},
    {"mask", "([JZJJ[J)I", (void *)mask},
    {"encrypt", "([JZJJ[J)I", (void *)encrypt},
};
const struct gdj_methods gdj_keys = {methods, GDJ_COUNT(methods)};
