/* SPDX-License-Identifier: MIT */
/* Generators with options, whose clock and random bits may come from Java. */
#include "guidon_jni.h"

#include <string.h>

/*
 * The Java object of the generator in whose call this thread is. The functions
 * below ask that object for the time and for random bits. So C holds no reference
 * to it, and an object that nobody closes can be collected.
 *
 * A callback may use other generators, so each call restores the values of the
 * call around it. A virtual thread stays on its carrier while a native method is
 * on its stack.
 */
static __thread struct {
    JNIEnv *env;
    jobject generator;
} caller;

static jmethodID read_clock, draw_random; /* of the class Generator */

bool gdj_generator_load(JNIEnv *env)
{
    jclass class = (*env)->FindClass(env, GUIDON_JAVA_PACKAGE "/Generator");

    if (!class) {
        return false;
    }
    read_clock = (*env)->GetMethodID(env, class, "readClock", "()[J");
    if (!read_clock) {
        return false;
    }
    draw_random = (*env)->GetMethodID(env, class, "drawRandom", "(I)[B");
    return draw_random != NULL;
}

/* Call a method that returns an array of `len` elements. NULL with a pending
 * exception. The methods check what the user's functions return. */
static jarray ask(jmethodID method, jint argument)
{
    JNIEnv *env = caller.env;
    jarray answer;

    if ((*env)->ExceptionCheck(env)) {
        return NULL; /* an earlier callback of the same call has thrown */
    }
    answer = (*env)->CallObjectMethod(env, caller.generator, method, argument);
    return (*env)->ExceptionCheck(env) ? NULL : answer;
}

static guidon_status clock_of_java(void *context, guidon_time *now)
{
    JNIEnv *env = caller.env;
    jarray answer = ask(read_clock, 0);
    jlong parts[2];

    (void)context;
    if (!answer) {
        return GUIDON_E_CLOCK;
    }
    (*env)->GetLongArrayRegion(env, answer, 0, 2, parts);
    (*env)->DeleteLocalRef(env, answer);
    now->seconds = parts[0];
    now->nanoseconds = (uint32_t)parts[1];
    return GUIDON_OK;
}

static guidon_status random_of_java(void *context, void *out, size_t len)
{
    JNIEnv *env = caller.env;
    jarray answer = ask(draw_random, (jint)len);

    (void)context;
    if (!answer) {
        return GUIDON_E_ENTROPY;
    }
    (*env)->GetByteArrayRegion(env, answer, 0, (jsize)len, out);
    (*env)->DeleteLocalRef(env, answer);
    return GUIDON_OK;
}

/* The numbers of Generator.Builder.numbers(), in this order. */
enum {
    KIND,
    SCOPE,
    V7_LAYOUT,
    ULID_STEP,
    TOLERANCE_MS,
    ROLLBACK,
    OVERFLOW,
    RANDOM,
    CLOCK,
    NODE,
    NODE_BYTES, /* 48 bits */
    CLOCK_SEQ,  /* -1: random */
    NODE_NUMBER,
    NODE_NUMBER_BITS,
    RESOLUTION_NS,
    DOMAIN,
    LOCAL_ID,
    PREFIX,
    PREFIX_BITS,
    PREFIX_RANDOM,
    NUMBERS
};

static void set_options(guidon_options *o, const jlong numbers[NUMBERS])
{
    memset(o, 0, sizeof *o);
    o->kind = (guidon_kind)numbers[KIND];
    o->scope = (guidon_scope)numbers[SCOPE];
    o->v7_layout = (guidon_v7_layout)numbers[V7_LAYOUT];
    o->ulid_step = (guidon_ulid_step)numbers[ULID_STEP];
    o->rollback_tolerance_ms = (uint32_t)numbers[TOLERANCE_MS];
    o->rollback = (guidon_rollback)numbers[ROLLBACK];
    o->overflow = (guidon_overflow)numbers[OVERFLOW];
    o->random = (guidon_random)numbers[RANDOM];
    o->random_fn = o->random == GUIDON_RANDOM_CALLBACK ? random_of_java : NULL;
    o->clock_fn = numbers[CLOCK] ? clock_of_java : NULL;
    o->clock_resolution_ns = (uint64_t)numbers[RESOLUTION_NS];
    o->node = (guidon_node)numbers[NODE];
    for (int i = 0; i < 6 && o->node == GUIDON_NODE_FIXED; i++) {
        o->node_bytes[i] =
            (unsigned char)((uint64_t)numbers[NODE_BYTES] >> (40 - 8 * i));
    }
    o->clock_seq_fixed = numbers[CLOCK_SEQ] >= 0;
    o->clock_seq = o->clock_seq_fixed ? (uint16_t)numbers[CLOCK_SEQ] : 0;
    o->node_number = (uint32_t)numbers[NODE_NUMBER];
    o->node_number_bits = (uint32_t)numbers[NODE_NUMBER_BITS];
    o->domain = (guidon_domain)numbers[DOMAIN];
    o->local_id = (uint32_t)numbers[LOCAL_ID];
    o->prefix = (uint32_t)numbers[PREFIX];
    o->prefix_bits = (uint32_t)numbers[PREFIX_BITS];
    o->prefix_random = numbers[PREFIX_RANDOM] != 0;
}

/* Create a generator while the Java object answers its callbacks. This may be a callback
 * of another generator, whose call goes on afterwards. */
static guidon_generator *create(JNIEnv *env, jobject self,
                                const guidon_options *options)
{
    guidon_generator *generator = NULL;
    JNIEnv *outer_env = caller.env;
    jobject outer_generator = caller.generator;
    guidon_status status;

    caller.env = env;
    caller.generator = self;
    status = guidon_generator_new(&generator, options);
    caller.env = outer_env;
    caller.generator = outer_generator;
    if (status || (*env)->ExceptionCheck(env)) {
        guidon_generator_free(generator);
        gdj_throw_refused(env, status, options);
        return NULL;
    }
    return generator;
}

/* long generatorNew(Generator self, long[] numbers, byte[] state, byte[] lease):
 * the paths end with a NUL, and are null if there is no such file */
static jlong JNICALL generator_new(JNIEnv *env, jclass class, jobject self,
                                   jlongArray numbers, jbyteArray state,
                                   jbyteArray lease)
{
    jlong values[NUMBERS];
    guidon_options options;
    jbyte *state_path = NULL, *lease_path = NULL;
    guidon_generator *generator = NULL;

    (void)class;
    (*env)->GetLongArrayRegion(env, numbers, 0, NUMBERS, values);
    if ((*env)->ExceptionCheck(env)) {
        return 0;
    }
    set_options(&options, values);
    if (state) {
        state_path = (*env)->GetByteArrayElements(env, state, NULL);
    }
    if (lease && !(*env)->ExceptionCheck(env)) {
        lease_path = (*env)->GetByteArrayElements(env, lease, NULL);
    }
    if (!(*env)->ExceptionCheck(env)) {
        options.state_path = (const char *)state_path;
        options.lease_path = (const char *)lease_path;
        generator = create(env, self, &options);
    }
    if (state_path) {
        (*env)->ReleaseByteArrayElements(env, state, state_path, JNI_ABORT);
    }
    if (lease_path) {
        (*env)->ReleaseByteArrayElements(env, lease, lease_path, JNI_ABORT);
    }
    return (jlong)(intptr_t)generator;
}

/* void generatorFree(long generator) */
static void JNICALL generator_free(JNIEnv *env, jclass class, jlong generator)
{
    (void)env;
    (void)class;
    guidon_generator_free((guidon_generator *)(intptr_t)generator);
}

/* The ids of a call, whose callbacks go to a Java object. */
struct call {
    JNIEnv *env;
    jobject self;
    guidon_generator *generator;
    jint prefix; /* of the one id of the call; negative: that of the options */
};

static guidon_status next_of(guidon_id *out, size_t n, const struct call *call)
{
    return call->prefix < 0 ? guidon_next_many(out, n, call->generator)
                            : guidon_next_prefixed(out, call->generator,
                                                   (uint32_t)call->prefix);
}

static guidon_status next_many(guidon_id *out, size_t n, void *context)
{
    const struct call *call = context;
    JNIEnv *outer_env = caller.env;
    jobject outer_generator = caller.generator;
    guidon_status status;

    caller.env = call->env;
    caller.generator = call->self;
    status = next_of(out, n, call);
    caller.env = outer_env;
    caller.generator = outer_generator;
    return status;
}

static void store_next(JNIEnv *env, jlongArray out, struct call *call)
{
    guidon_id id;
    guidon_status status = next_many(&id, 1, call);

    if (status) {
        gdj_throw(env, status);
        return;
    }
    if (!(*env)->ExceptionCheck(env)) {
        gdj_store(env, out, &id);
    }
}

/* void generatorNext(long generator, Generator self, long[] out) */
static void JNICALL generator_next(JNIEnv *env, jclass class, jlong generator,
                                   jobject self, jlongArray out)
{
    struct call call = {env, self, (guidon_generator *)(intptr_t)generator, -1};

    (void)class;
    store_next(env, out, &call);
}

/* void generatorNextPrefixed(long generator, Generator self, int prefix, long[] out):
 * Java has checked the prefix and the kind of the generator */
static void JNICALL generator_next_prefixed(JNIEnv *env, jclass class,
                                            jlong generator, jobject self,
                                            jint prefix, jlongArray out)
{
    struct call call = {env, self, (guidon_generator *)(intptr_t)generator,
                        prefix};

    (void)class;
    store_next(env, out, &call);
}

/* void generatorNextAt(long generator, Generator self, long address): 16 bytes of the
 * calling thread's buffer. A callback may use the buffer too, so the id goes there
 * last. */
static void JNICALL generator_next_at(JNIEnv *env, jclass class,
                                      jlong generator, jobject self, jlong at)
{
    struct call call = {env, self, (guidon_generator *)(intptr_t)generator, -1};
    guidon_id id;
    guidon_status status = next_many(&id, 1, &call);

    (void)class;
    if (status) {
        gdj_throw(env, status);
        return;
    }
    *(guidon_id *)(intptr_t)at = id;
}

/* void generatorFillBytes(long generator, Generator self, byte[] out, int offset,
 * int n) */
static void JNICALL generator_fill_bytes(JNIEnv *env, jclass class,
                                         jlong generator, jobject self,
                                         jbyteArray out, jint offset, jint n)
{
    struct call call = {env, self, (guidon_generator *)(intptr_t)generator, -1};

    (void)class;
    gdj_fill_bytes(env, out, offset, n, next_many, &call);
}

/* void generatorFillLongs(long generator, Generator self, long[] out, int offset,
 * int n) */
static void JNICALL generator_fill_longs(JNIEnv *env, jclass class,
                                         jlong generator, jobject self,
                                         jlongArray out, jint offset, jint n)
{
    struct call call = {env, self, (guidon_generator *)(intptr_t)generator, -1};

    (void)class;
    gdj_fill_longs(env, out, offset, n, next_many, &call);
}

/* The class of the generators in the signatures below. */
#define SELF "L" GUIDON_JAVA_PACKAGE "/Generator;"

static const JNINativeMethod methods[] = {
    {"generatorNew", "(" SELF "[J[B[B)J", (void *)generator_new},
    {"generatorFree", "(J)V", (void *)generator_free},
    {"generatorNext", "(J" SELF "[J)V", (void *)generator_next},
    {"generatorNextPrefixed", "(J" SELF "I[J)V",
     (void *)generator_next_prefixed},
    {"generatorNextAt", "(J" SELF "J)V", (void *)generator_next_at},
    {"generatorFillBytes", "(J" SELF "[BII)V", (void *)generator_fill_bytes},
    {"generatorFillLongs", "(J" SELF "[JII)V", (void *)generator_fill_longs},
};
const struct gdj_methods gdj_generator = {methods, GDJ_COUNT(methods)};
