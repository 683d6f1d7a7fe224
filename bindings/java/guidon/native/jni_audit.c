/* SPDX-License-Identifier: MIT */
/* What many ids have in common. */
#include "guidon_jni.h"

/*
 * Java holds the states of an audit as arrays of numbers: the bytes of a
 * guidon_audit, and those of a guidon_duplicates. Both have no pointer. So no
 * memory outlives its owner, and the collector of Java counts it. The class Audit
 * makes the arrays, has the sizes from this file, and calls with one thread at a
 * time. No other code sees the arrays.
 *
 * A critical section gives the array itself, without a copy. The collector may
 * wait for its end, so a section counts GDJ_CHUNK ids, or merges two states.
 */
#define COUNTS (sizeof(guidon_audit) / sizeof(jlong))
_Static_assert(sizeof(guidon_audit) % sizeof(jlong) == 0, "whole numbers");

/* An array within a critical section. */
struct section {
    JNIEnv *env;
    jlongArray array;
    void *at;
};

/* Begin a section. `array` may be NULL, and then so is `at`. Returns false with an
 * exception. */
static bool enter(struct section *section, JNIEnv *env, jlongArray array)
{
    section->env = env;
    section->array = array;
    section->at =
        array ? (*env)->GetPrimitiveArrayCritical(env, array, NULL) : NULL;
    return section->at || !array;
}

/* End a section. `mode` is 0 if the array has changed, and else JNI_ABORT. */
static void leave(const struct section *section, jint mode)
{
    if (section->at) {
        (*section->env)
            ->ReleasePrimitiveArrayCritical(section->env, section->array,
                                            section->at, mode);
    }
}

/* Two sections, of which the second may be of no array. Returns false with an
 * exception, and then in none. */
static bool enter_both(struct section *first, struct section *second,
                       JNIEnv *env, jlongArray one, jlongArray other)
{
    if (!enter(first, env, one)) {
        return false;
    }
    if (!enter(second, env, other)) {
        leave(first, JNI_ABORT);
        return false;
    }
    return true;
}

/* int auditLength(): the elements of an array of counts */
static jint JNICALL audit_length(JNIEnv *env, jclass class)
{
    (void)env;
    (void)class;
    return (jint)COUNTS;
}

/* long duplicatesSlots(long[] duplicates, long more, long distinct): the slots that
 * the state needs; null is no state */
static jlong JNICALL duplicates_slots(JNIEnv *env, jclass class,
                                      jlongArray duplicates, jlong more,
                                      jlong distinct)
{
    struct section state;
    jlong slots;

    (void)class;
    if (!enter(&state, env, duplicates)) {
        return 0;
    }
    slots = (jlong)guidon_duplicates_slots_for(state.at, (size_t)more,
                                               (uint64_t)distinct);
    leave(&state, JNI_ABORT);
    return slots;
}

/* long duplicatesLength(long slots): the elements of an array of so many slots */
static jlong JNICALL duplicates_length(JNIEnv *env, jclass class, jlong slots)
{
    (void)env;
    (void)class;
    return (jlong)(guidon_duplicates_size((size_t)slots) / sizeof(jlong));
}

/* boolean duplicatesInit(long[] out, long slots): the array has the length of the
 * slots */
static jboolean JNICALL duplicates_init(JNIEnv *env, jclass class,
                                        jlongArray out, jlong slots)
{
    guidon_duplicates *duplicates;
    guidon_status status;
    struct section state;

    (void)class;
    if (!enter(&state, env, out)) {
        return JNI_FALSE;
    }
    status = guidon_duplicates_init(&duplicates, state.at, (size_t)slots);
    if (!status) {
        /* Without random bits, the state counts without a secret. */
        (void)!guidon_duplicates_set_random_secret(duplicates);
    }
    leave(&state, 0);
    return status ? JNI_FALSE : JNI_TRUE;
}

/* Count ids in both states, of which the second may be missing. */
static bool count(JNIEnv *env, jlongArray counts, jlongArray duplicates,
                  const guidon_id *ids, size_t n, bool is_ulid)
{
    struct section audit, state;

    if (!enter_both(&audit, &state, env, counts, duplicates)) {
        return false;
    }
    if (is_ulid) {
        guidon_audit_add_ulid_many(audit.at, ids, n);
    } else {
        guidon_audit_add_many(audit.at, ids, n);
    }
    if (state.at) {
        guidon_duplicates_add_many(state.at, ids, n);
    }
    leave(&state, 0);
    leave(&audit, 0);
    return true;
}

/* void auditAdd(long[] counts, long[] duplicates, long[] ids, int offset, int n,
 * boolean ulid): n is at most GDJ_CHUNK; duplicates may be null */
static void JNICALL audit_add(JNIEnv *env, jclass class, jlongArray counts,
                              jlongArray duplicates, jlongArray ids,
                              jint offset, jint n, jboolean ulid)
{
    jlong words[2 * GDJ_CHUNK];
    guidon_id copy[GDJ_CHUNK];

    (void)class;
    if (n < 0 || n > GDJ_CHUNK) {
        gdj_throw(env, GUIDON_E_ARGUMENT);
        return;
    }
    (*env)->GetLongArrayRegion(env, ids, offset, 2 * n, words);
    if ((*env)->ExceptionCheck(env)) {
        return;
    }
    for (jint i = 0; i < n; i++) {
        copy[i] = gdj_id(words[2 * i], words[2 * i + 1]);
    }
    (void)!count(env, counts, duplicates, copy, (size_t)n, ulid);
}

/* void auditMerge(long[] counts, long[] other) */
static void JNICALL audit_merge(JNIEnv *env, jclass class, jlongArray counts,
                                jlongArray other)
{
    struct section to, from;

    (void)class;
    if (enter_both(&to, &from, env, counts, other)) {
        guidon_audit_merge(to.at, from.at);
        leave(&from, JNI_ABORT);
        leave(&to, 0);
    }
}

/* void duplicatesMerge(long[] duplicates, long[] other) */
static void JNICALL duplicates_merge(JNIEnv *env, jclass class,
                                     jlongArray duplicates, jlongArray other)
{
    struct section to, from;

    (void)class;
    if (enter_both(&to, &from, env, duplicates, other)) {
        guidon_duplicates_merge(to.at, from.at);
        leave(&from, JNI_ABORT);
        leave(&to, 0);
    }
}

/* long duplicatesHeld(long[] duplicates): the different ids that the state holds */
static jlong JNICALL duplicates_held(JNIEnv *env, jclass class,
                                     jlongArray duplicates)
{
    struct section state;
    jlong held;

    (void)class;
    if (!enter(&state, env, duplicates)) {
        return 0;
    }
    held = (jlong)guidon_duplicates_held(state.at);
    leave(&state, JNI_ABORT);
    return held;
}

/* long auditIds(long[] counts): how many ids the counts are of */
static jlong JNICALL audit_ids(JNIEnv *env, jclass class, jlongArray counts)
{
    guidon_audit_counts found;
    guidon_audit copy;

    (void)class;
    (*env)->GetLongArrayRegion(env, counts, 0, (jsize)COUNTS,
                               (jlong *)copy.opaque);
    if ((*env)->ExceptionCheck(env)) {
        return 0;
    }
    guidon_audit_read(&found, &copy);
    return (jlong)found.ids;
}

/* boolean auditCheck(long[] counts, long[] duplicates): are these arrays, which come
 * from outside, the states of the same ids? duplicates may be null */
static jboolean JNICALL audit_check(JNIEnv *env, jclass class,
                                    jlongArray counts, jlongArray duplicates)
{
    guidon_duplicates_counts seen = {0};
    guidon_audit_counts found;
    struct section state;
    guidon_audit copy;
    size_t len;
    bool good;

    (void)class;
    if ((*env)->GetArrayLength(env, counts) != (jsize)COUNTS) {
        return JNI_FALSE;
    }
    (*env)->GetLongArrayRegion(env, counts, 0, (jsize)COUNTS,
                               (jlong *)copy.opaque);
    if (!guidon_audit_check(&copy)) {
        return JNI_FALSE;
    }
    if (!duplicates) {
        return JNI_TRUE;
    }
    len = sizeof(jlong) * (size_t)(*env)->GetArrayLength(env, duplicates);
    if (!enter(&state, env, duplicates)) {
        return JNI_FALSE;
    }
    good = guidon_duplicates_check(state.at, len) > 0;
    if (good) {
        guidon_duplicates_read(&seen, state.at);
    }
    leave(&state, JNI_ABORT);
    guidon_audit_read(&found, &copy);
    return good && seen.ids == found.ids;
}

/* String auditJson(long[] counts, long[] duplicates): duplicates may be null */
static jstring JNICALL audit_json(JNIEnv *env, jclass class, jlongArray counts,
                                  jlongArray duplicates)
{
    char text[GUIDON_AUDIT_JSON_MAX + 1];
    struct section state;
    guidon_audit copy;
    size_t len = 0;

    (void)class;
    (*env)->GetLongArrayRegion(env, counts, 0, (jsize)COUNTS,
                               (jlong *)copy.opaque);
    if ((*env)->ExceptionCheck(env) || !enter(&state, env, duplicates)) {
        return NULL;
    }
    if (guidon_audit_json(text, GUIDON_AUDIT_JSON_MAX, &len, &copy, state.at) !=
        GUIDON_OK) {
        len = 0; /* cannot be: every report fits */
    }
    leave(&state, JNI_ABORT);
    text[len] = '\0';
    return (*env)->NewStringUTF(env, text); /* it is ASCII */
}

static const JNINativeMethod methods[] = {
    {"auditLength", "()I", (void *)audit_length},
    {"duplicatesSlots", "([JJJ)J", (void *)duplicates_slots},
    {"duplicatesLength", "(J)J", (void *)duplicates_length},
    {"duplicatesInit", "([JJ)Z", (void *)duplicates_init},
    {"auditAdd", "([J[J[JIIZ)V", (void *)audit_add},
    {"auditMerge", "([J[J)V", (void *)audit_merge},
    {"duplicatesMerge", "([J[J)V", (void *)duplicates_merge},
    {"duplicatesHeld", "([J)J", (void *)duplicates_held},
    {"auditIds", "([J)J", (void *)audit_ids},
    {"auditCheck", "([J[J)Z", (void *)audit_check},
    {"auditJson", "([J[J)Ljava/lang/String;", (void *)audit_json},
};
const struct gdj_methods gdj_audit = {methods, GDJ_COUNT(methods)};
