/* SPDX-License-Identifier: MIT */
/* Ids to text and back, in every form. */
#include "guidon_jni.h"

/* String formName(int form): null if there is no such form */
static jstring JNICALL form_name(JNIEnv *env, jclass class, jint form)
{
    (void)class;
    return form < 0 || form >= GUIDON_FORMS
               ? NULL
               : (*env)->NewStringUTF(env, guidon_form_name((guidon_form)form));
}

/* String statusText(int status) */
static jstring JNICALL status_text(JNIEnv *env, jclass class, jint status)
{
    (void)class;
    return (*env)->NewStringUTF(env, guidon_status_text((guidon_status)status));
}

/* String version() */
static jstring JNICALL version(JNIEnv *env, jclass class)
{
    (void)class;
    return (*env)->NewStringUTF(env, guidon_library_version());
}

/* int parse(byte[] text, long forms, int flags, long[] out): out has the id and its form, or
 * in its third element the offset of the wrong byte */
static jint JNICALL parse(JNIEnv *env, jclass class, jbyteArray text,
                          jlong forms, jint flags, jlongArray out)
{
    struct gdj_bytes bytes;
    guidon_id id = guidon_nil();
    guidon_form found = GUIDON_FORM_UUID;
    size_t bad_at = 0;
    guidon_status status;

    (void)class;
    if (!gdj_bytes_of(env, &bytes, text, 0,
                      (*env)->GetArrayLength(env, text))) {
        return (jint)GUIDON_E_MEMORY;
    }
    status = guidon_parse(&id, &found, (const char *)bytes.at, bytes.len,
                          GUIDON_ACCEPT_FORMS((uint64_t)forms), (unsigned)flags,
                          &bad_at);
    gdj_bytes_release(&bytes);
    gdj_store_and(env, out, &id, status ? (jlong)bad_at : (jlong)found);
    return (jint)status;
}

/* String parseReason(byte[] text, long forms, int flags): "" if the text is read */
static jstring JNICALL parse_reason(JNIEnv *env, jclass class, jbyteArray text,
                                    jlong forms, jint flags)
{
    struct gdj_bytes bytes;
    char reason[GUIDON_REASON_MAX + 1];
    size_t len = 0;

    (void)class;
    if (!gdj_bytes_of(env, &bytes, text, 0,
                      (*env)->GetArrayLength(env, text))) {
        return NULL; /* an exception is pending */
    }
    if (guidon_parse_reason(reason, GUIDON_REASON_MAX, &len,
                            (const char *)bytes.at, bytes.len,
                            GUIDON_ACCEPT_FORMS((uint64_t)forms),
                            (unsigned)flags) != GUIDON_OK) {
        len = 0; /* cannot be: every sentence fits */
    }
    gdj_bytes_release(&bytes);
    reason[len] = '\0';
    return (*env)->NewStringUTF(env, reason); /* it is ASCII */
}

/* byte[] format(long hi, long lo, int form): null if the id has no such text */
static jbyteArray JNICALL format(JNIEnv *env, jclass class, jlong hi, jlong lo,
                                 jint form)
{
    const guidon_id id = gdj_id(hi, lo);
    char text[GUIDON_TEXT_MAX];
    size_t len = 0;
    jbyteArray out;

    (void)class;
    if (guidon_format(text, sizeof text, &len, &id, (guidon_form)form)) {
        return NULL;
    }
    out = (*env)->NewByteArray(env, (jsize)len);
    if (out) {
        (*env)->SetByteArrayRegion(env, out, 0, (jsize)len,
                                   (const jbyte *)text);
    }
    return out;
}

static const JNINativeMethod methods[] = {
    {"formName", "(I)Ljava/lang/String;", (void *)form_name},
    {"statusText", "(I)Ljava/lang/String;", (void *)status_text},
    {"version", "()Ljava/lang/String;", (void *)version},
    {"parse", "([BJI[J)I", (void *)parse},
    {"parseReason", "([BJI)Ljava/lang/String;", (void *)parse_reason},
    {"format", "(JJI)[B", (void *)format},
};
const struct gdj_methods gdj_text = {methods, GDJ_COUNT(methods)};
