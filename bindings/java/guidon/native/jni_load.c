/* SPDX-License-Identifier: MIT */
/* Registers the native methods, and converts between Java and C. */
#include "guidon_jni.h"

#include <stdlib.h>
#include <string.h>

#ifndef GUIDON_JAVA_PACKAGE
#  error "GUIDON_JAVA_PACKAGE is the package of the classes, with slashes"
#endif

static bool register_all(JNIEnv *env)
{
    const struct gdj_methods *const tables[] = {
        &gdj_make, &gdj_generator, &gdj_text, &gdj_keys, &gdj_audit};
    jclass class = (*env)->FindClass(env, GUIDON_JAVA_PACKAGE "/Native");

    for (size_t i = 0; class && i < GDJ_COUNT(tables); i++) {
        if ((*env)->RegisterNatives(env, class, tables[i]->rows,
                                    tables[i]->count)) {
            return false;
        }
    }
    return class != NULL;
}

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved)
{
    void *env = NULL;

    (void)reserved;
    if ((*vm)->GetEnv(vm, &env, JNI_VERSION_1_8) != JNI_OK ||
        !register_all(env) || !gdj_generator_load(env)) {
        return JNI_ERR;
    }
    return JNI_VERSION_1_8;
}

/* ------------------------------------------------------------------ values */

/* Eight bytes as a number. Compilers make one load of this expression. Of a loop over
 * the bytes they make eight steps. */
static inline jlong word(const unsigned char b[8])
{
    return (jlong)((uint64_t)b[0] << 56 | (uint64_t)b[1] << 48 |
                   (uint64_t)b[2] << 40 | (uint64_t)b[3] << 32 |
                   (uint64_t)b[4] << 24 | (uint64_t)b[5] << 16 |
                   (uint64_t)b[6] << 8 | (uint64_t)b[7]);
}

void gdj_store(JNIEnv *env, jlongArray out, const guidon_id *id)
{
    const jlong words[2] = {word(id->bytes), word(id->bytes + 8)};

    (*env)->SetLongArrayRegion(env, out, 0, 2, words);
}

void gdj_store_and(JNIEnv *env, jlongArray out, const guidon_id *id,
                   jlong number)
{
    const jlong words[3] = {word(id->bytes), word(id->bytes + 8), number};

    (*env)->SetLongArrayRegion(env, out, 0, 3, words);
}

guidon_id gdj_id(jlong hi, jlong lo)
{
    return guidon_from_words((uint64_t)hi, (uint64_t)lo);
}

bool gdj_bytes_of(JNIEnv *env, struct gdj_bytes *out, jbyteArray array,
                  jint offset, jint len)
{
    out->len = (size_t)len;
    out->at = out->len <= sizeof out->few ? out->few : malloc(out->len);
    if (!out->at) {
        gdj_throw(env, GUIDON_E_MEMORY);
        return false;
    }
    (*env)->GetByteArrayRegion(env, array, offset, len, out->at);
    if ((*env)->ExceptionCheck(env)) {
        gdj_bytes_release(out);
        return false;
    }
    return true;
}

void gdj_bytes_release(struct gdj_bytes *bytes)
{
    if (bytes->at != bytes->few) {
        free(bytes->at);
    }
}

/* ------------------------------------------------------------------ errors */

static const char *class_of(guidon_status status)
{
    switch (status) {
    case GUIDON_E_MEMORY:
        return "java/lang/OutOfMemoryError";
    case GUIDON_E_CLOCK:
    case GUIDON_E_ENTROPY:
    case GUIDON_E_OVERFLOW:
    case GUIDON_E_STATE:
        return GUIDON_JAVA_PACKAGE "/GuidonGenerateException";
    default:
        return "java/lang/IllegalArgumentException";
    }
}

static void throw_reason(JNIEnv *env, guidon_status status, const char *reason)
{
    jclass class;

    if ((*env)->ExceptionCheck(env)) {
        return;
    }
    class = (*env)->FindClass(env, class_of(status));
    if (class) {
        (*env)->ThrowNew(env, class, reason);
    }
}

void gdj_throw(JNIEnv *env, guidon_status status)
{
    const char *reason =
        status == GUIDON_E_STATE ? guidon_state_reason() : NULL;

    throw_reason(env, status, reason ? reason : guidon_status_text(status));
}

void gdj_throw_refused(JNIEnv *env, guidon_status status,
                       const guidon_options *options)
{
    char reason[GUIDON_OPTIONS_REASON_MAX + 1];
    size_t len = 0;

    if (status == GUIDON_E_ARGUMENT &&
        guidon_options_reason(reason, GUIDON_OPTIONS_REASON_MAX, &len,
                              options) == GUIDON_OK &&
        len > 0) {
        reason[len] = '\0';
        throw_reason(env, status, reason);
    } else {
        gdj_throw(env, status);
    }
}

/* ----------------------------------------------------------------- batches */

static jint chunk_of(jint rest)
{
    return rest < GDJ_CHUNK ? rest : GDJ_CHUNK;
}

void gdj_fill_bytes(JNIEnv *env, jbyteArray out, jint offset, jint n,
                    gdj_source *source, void *context)
{
    guidon_id ids[GDJ_CHUNK];

    for (jint done = 0, some; done < n; done += some) {
        guidon_status status;

        some = chunk_of(n - done);
        status = source(ids, (size_t)some, context);
        if (status) {
            gdj_throw(env, status);
            return;
        }
        (*env)->SetByteArrayRegion(env, out, offset + 16 * done, 16 * some,
                                   (const jbyte *)ids);
        if ((*env)->ExceptionCheck(env)) {
            return;
        }
    }
}

void gdj_fill_longs(JNIEnv *env, jlongArray out, jint offset, jint n,
                    gdj_source *source, void *context)
{
    guidon_id ids[GDJ_CHUNK];
    jlong words[2 * GDJ_CHUNK];

    for (jint done = 0, some; done < n; done += some) {
        guidon_status status;

        some = chunk_of(n - done);
        status = source(ids, (size_t)some, context);
        if (status) {
            gdj_throw(env, status);
            return;
        }
        for (size_t i = 0; i < (size_t)some; i++) {
            words[2 * i] = word(ids[i].bytes);
            words[2 * i + 1] = word(ids[i].bytes + 8);
        }
        (*env)->SetLongArrayRegion(env, out, offset + 2 * done, 2 * some,
                                   words);
        if ((*env)->ExceptionCheck(env)) {
            return;
        }
    }
}
