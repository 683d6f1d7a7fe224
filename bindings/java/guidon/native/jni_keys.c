/* SPDX-License-Identifier: MIT */
/* Ids that depend on a key. */
#include "guidon_jni.h"

/*
 * A key is a guidon_key or a guidon_mask_key in memory of Java outside the heap. The
 * class Secret owns it. Another thread may close the key during a call, and then the
 * call reads some bytes before and some after that. These structures have no pointer,
 * so its result is wrong or an error, and Java does not use it.
 */
_Static_assert(sizeof(guidon_key) == 64, "Key.java has the size");
_Static_assert(sizeof(guidon_mask_key) == 32, "MaskKey.java has the size");

static guidon_key *key_at(jlong address)
{
    return (guidon_key *)(intptr_t)address;
}

static guidon_mask_key *mask_key_at(jlong address)
{
    return (guidon_mask_key *)(intptr_t)address;
}

/* int keyInit(byte[] bytes, long address) */
static jint JNICALL key_init(JNIEnv *env, jclass class, jbyteArray bytes,
                             jlong at)
{
    jbyte copy[GUIDON_KEY_LEN];
    guidon_status status;

    (void)class;
    if ((*env)->GetArrayLength(env, bytes) != GUIDON_KEY_LEN) {
        return (jint)GUIDON_E_ARGUMENT;
    }
    (*env)->GetByteArrayRegion(env, bytes, 0, GUIDON_KEY_LEN, copy);
    status = guidon_key_init(key_at(at), copy, sizeof copy);
    guidon_wipe(copy, sizeof copy);
    return (jint)status;
}

/* int maskKeyInit(byte[] bytes, long address) */
static jint JNICALL mask_key_init(JNIEnv *env, jclass class, jbyteArray bytes,
                                  jlong at)
{
    jbyte copy[GUIDON_MASK_KEY_LEN];
    guidon_status status;

    (void)class;
    if ((*env)->GetArrayLength(env, bytes) != GUIDON_MASK_KEY_LEN) {
        return (jint)GUIDON_E_ARGUMENT;
    }
    (*env)->GetByteArrayRegion(env, bytes, 0, GUIDON_MASK_KEY_LEN, copy);
    status = guidon_mask_key_init(mask_key_at(at), copy, sizeof copy);
    guidon_wipe(copy, sizeof copy);
    return (jint)status;
}

/* Write the numbers and keys of a ring. Returns the number of keys, and their length. */
static jint put_ring(JNIEnv *env, jintArray numbers, jbyteArray keys,
                     const guidon_key_ring *ring, size_t *len)
{
    unsigned char key[GUIDON_KEY_LEN];
    uint32_t number = 0;
    jint n = 0;

    while (guidon_key_ring_number(&number, ring, (unsigned)n) == GUIDON_OK &&
           guidon_key_ring_find(key, sizeof key, len, ring, number) ==
               GUIDON_OK) {
        const jint value = (jint)number;

        (*env)->SetIntArrayRegion(env, numbers, n, 1, &value);
        (*env)->SetByteArrayRegion(env, keys, n * GUIDON_KEY_LEN, (jsize)*len,
                                   (const jbyte *)key);
        n++;
    }
    guidon_wipe(key, sizeof key);
    return n;
}

/* int keyRing(byte[] text, int[] numbers, byte[] keys, int[] size): numbers has 64
 * elements and keys 32 for each of them; size gets the number of keys, and their length */
static jint JNICALL key_ring(JNIEnv *env, jclass class, jbyteArray text,
                             jintArray numbers, jbyteArray keys, jintArray size)
{
    struct gdj_bytes bytes;
    guidon_key_ring ring;
    guidon_status status;
    size_t len = 0;
    jint found[2];

    (void)class;
    if (!gdj_bytes_of(env, &bytes, text, 0,
                      (*env)->GetArrayLength(env, text))) {
        return (jint)GUIDON_E_MEMORY; /* an exception is pending */
    }
    status =
        guidon_key_ring_parse(&ring, (const char *)bytes.at, bytes.len, NULL);
    guidon_wipe(bytes.at, bytes.len);
    gdj_bytes_release(&bytes);
    if (!status) {
        found[0] = put_ring(env, numbers, keys, &ring, &len);
        found[1] = (jint)len;
        guidon_key_ring_wipe(&ring);
        (*env)->SetIntArrayRegion(env, size, 0, 2, found);
    }
    return (jint)status;
}

/* String keyRingReason(byte[] text): "" if the text is a ring */
static jstring JNICALL key_ring_reason(JNIEnv *env, jclass class,
                                       jbyteArray text)
{
    struct gdj_bytes bytes;
    char reason[GUIDON_KEY_RING_REASON_MAX + 1];
    size_t len = 0;

    (void)class;
    if (!gdj_bytes_of(env, &bytes, text, 0,
                      (*env)->GetArrayLength(env, text))) {
        return NULL; /* an exception is pending */
    }
    if (guidon_key_ring_reason(reason, GUIDON_KEY_RING_REASON_MAX, &len,
                               (const char *)bytes.at,
                               bytes.len) != GUIDON_OK) {
        len = 0; /* cannot be: every sentence fits */
    }
    guidon_wipe(bytes.at, bytes.len);
    gdj_bytes_release(&bytes);
    reason[len] = '\0';
    return (*env)->NewStringUTF(env, reason); /* it is ASCII */
}

/* int derive(long key, long ms, byte[] data, int offset, int len, long[] out) */
static jint JNICALL derive(JNIEnv *env, jclass class, jlong key, jlong ms,
                           jbyteArray data, jint offset, jint len,
                           jlongArray out)
{
    struct gdj_bytes bytes;
    guidon_id id;
    guidon_status status;

    (void)class;
    if (!gdj_bytes_of(env, &bytes, data, offset, len)) {
        return (jint)GUIDON_E_MEMORY;
    }
    status =
        guidon_v7_derive(&id, (uint64_t)ms, key_at(key), bytes.at, bytes.len);
    gdj_bytes_release(&bytes);
    if (!status) {
        gdj_store(env, out, &id);
    }
    return (jint)status;
}

/* int deriveAt(long key, long ms, long address, int len): the calling thread's memory
 * has the data, and gets the id */
static jint JNICALL derive_at(JNIEnv *env, jclass class, jlong key, jlong ms,
                              jlong at, jint len)
{
    guidon_id *memory = (guidon_id *)(intptr_t)at;

    (void)env;
    (void)class;
    return (jint)guidon_v7_derive(memory, (uint64_t)ms, key_at(key), memory,
                                  (size_t)len);
}

/* int mask(long key, boolean back, long hi, long lo, long[] out) */
static jint JNICALL mask(JNIEnv *env, jclass class, jlong key, jboolean back,
                         jlong hi, jlong lo, jlongArray out)
{
    const guidon_mask_key *const with = mask_key_at(key);
    guidon_id id = gdj_id(hi, lo);
    guidon_status status;

    (void)class;
    status = back ? guidon_unmask(&id, with, &id) : guidon_mask(&id, with, &id);
    if (!status) {
        gdj_store(env, out, &id);
    }
    return (jint)status;
}

/* int encrypt(long key, boolean back, long hi, long lo, long[] out) */
static jint JNICALL encrypt(JNIEnv *env, jclass class, jlong key, jboolean back,
                            jlong hi, jlong lo, jlongArray out)
{
    const guidon_key *const with = key_at(key);
    guidon_id id = gdj_id(hi, lo);
    guidon_status status;

    (void)class;
    status =
        back ? guidon_decrypt(&id, with, &id) : guidon_encrypt(&id, with, &id);
    if (!status) {
        gdj_store(env, out, &id);
    }
    return (jint)status;
}

static const JNINativeMethod methods[] = {
    {"keyInit", "([BJ)I", (void *)key_init},
    {"maskKeyInit", "([BJ)I", (void *)mask_key_init},
    {"keyRing", "([B[I[B[I)I", (void *)key_ring},
    {"keyRingReason", "([B)Ljava/lang/String;", (void *)key_ring_reason},
    {"derive", "(JJ[BII[J)I", (void *)derive},
    {"deriveAt", "(JJJI)I", (void *)derive_at},
    {"mask", "(JZJJ[J)I", (void *)mask},
    {"encrypt", "(JZJJ[J)I", (void *)encrypt},
};
const struct gdj_methods gdj_keys = {methods, GDJ_COUNT(methods)};
