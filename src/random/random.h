/* SPDX-License-Identifier: MIT */
/* Random bytes: the kernel's, and a thread's own stream keyed by them. */
#ifndef GDN_RANDOM_RANDOM_H
#define GDN_RANDOM_RANDOM_H

#include "../core/private.h"
#include "cipher.h"
#include "thread_local.h"

#include <guidon/status.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

GDN_PRIVATE_BEGIN

/*
 * Bytes from the kernel's generator: all `len` of them, or none.
 *
 * Errors  GUIDON_E_ENTROPY  the kernel gave none; nothing weaker stands in
 * Threads any
 */
guidon_status gdn_entropy(void *out, size_t len);

/* In words, for a diagnosis: where entropy comes from, and how a forked process
 * and a cloned machine are told. */
const char *gdn_entropy_name(void);
const char *gdn_epoch_fork_name(void);
const char *gdn_epoch_clone_name(void);

/* Where a stream takes its entropy from: gdn_entropy, or a test's own. */
typedef guidon_status gdn_entropy_fn(void *context, void *out, size_t len);

/*
 * A stream of random bytes under fast key erasure: a buffer of keystream, its
 * first bytes the next key; what is handed out is wiped. A draw of entropy is
 * mixed into the key and is good for GDN_STREAM_BUFFER bytes at most. One thread
 * at a time. stream.h defines the bytes; the inside is here for the two inline
 * functions alone.
 */
#define GDN_STREAM_BUFFER 8192
struct gdn_stream {
    size_t left;  /* bytes at the buffer's end that were not taken */
    size_t fresh; /* bytes that may yet be made of the last draw */
    gdn_keystream_fn *keystream;
    gdn_entropy_fn *entropy;
    void *context;
    unsigned char head[GDN_CIPHER_HEAD]; /* begins with the key */
    /* Zero before its last `left` bytes. */
    _Alignas(64) unsigned char buffer[GDN_STREAM_BUFFER];
};

/* Where the two below have more to do: draw and mix where what is `fresh` does
 * not reach; take from wherever. */
guidon_status gdn_stream_reseed(struct gdn_stream *stream, size_t len);
void gdn_stream_consume_any(struct gdn_stream *stream, void *out, size_t len);

/*
 * Make sure that the next `len` bytes can be taken without failing, and that no
 * draw is good for more than it may be.
 *
 * Errors  GUIDON_E_ENTROPY  the stream is as it was, and so what it holds
 */
static inline guidon_status gdn_stream_reserve(struct gdn_stream *stream,
                                               size_t len)
{
    return len <= stream->left ? GUIDON_OK : gdn_stream_reseed(stream, len);
}

/* Take `len` bytes of those reserved; several takes may share one reserve. */
static inline void gdn_stream_consume(struct gdn_stream *stream, void *out,
                                      size_t len)
{
    /* What one id takes, as two words that may overlap: no call, where the
     * caller's `len` is a constant. */
    if (len >= 8 && len <= 16 && len <= stream->left) {
        unsigned char *head = stream->buffer + GDN_STREAM_BUFFER - stream->left;
        unsigned char *tail = head + len - 8;
        uint64_t first;
        uint64_t last;

        memcpy(&first, head, 8);
        memcpy(&last, tail, 8);
        memset(head, 0, 8);
        memset(tail, 0, 8);
        memcpy(out, &first, 8);
        memcpy((unsigned char *)out + len - 8, &last, 8);
        stream->left -= len;
    } else {
        gdn_stream_consume_any(stream, out, len);
    }
}

/*
 * Take 16 bytes for each of `n` places in out[], of those reserved, each with
 * `bits` laid over it, in one pass.
 */
void gdn_stream_consume_each(struct gdn_stream *stream,
                             unsigned char (*out)[16], size_t n,
                             const struct gdn_cipher_bits *bits);

/*
 * What gdn_epoch looks at; epoch.c says how it comes to change. An epoch is one
 * word: a number that rises, a mark of the hypervisor's word at that number,
 * and a bit of zero, which is free for who keeps an epoch.
 */
struct gdn_epoch_page {
    _Atomic(uint64_t) word; /* the epoch; 0 where there is none yet */
    _Atomic(uint64_t) born; /* the number of this process's first; 0 likewise */
};
struct gdn_epoch_watch {
    _Atomic(struct gdn_epoch_page *) page;
    _Atomic(const _Atomic(uint64_t) *) machine;
};
extern struct gdn_epoch_watch gdn_epoch_watch;
/* Where there is none yet, or the mark is another. */
uint64_t gdn_epoch_renew(void);

#define GDN_EPOCH_NUMBER_SHIFT 32

static inline uint64_t gdn_epoch_number(uint64_t epoch)
{
    return epoch >> GDN_EPOCH_NUMBER_SHIFT;
}

static inline uint64_t gdn_epoch_machine(uint64_t epoch)
{
    return epoch & (UINT64_C(0x7fffffff) << 1);
}

/* 31 bits of a hypervisor's word, in their place. Words that are counted up, or
 * drawn, differ in them; 2^64 over the golden ratio spreads them. */
static inline uint64_t gdn_epoch_machine_mark(uint64_t word)
{
    return word * UINT64_C(0x9e3779b97f4a7c15) >> 33 << 1;
}

/*
 * A number that differs in this process from what it was in the process that
 * forked it, however it was forked, and changes when the hypervisor says that
 * the machine was cloned. It only rises. Never 0; even.
 */
static inline uint64_t gdn_epoch(void)
{
    struct gdn_epoch_page *page =
        atomic_load_explicit(&gdn_epoch_watch.page, memory_order_acquire);
    const _Atomic(uint64_t) *machine =
        atomic_load_explicit(&gdn_epoch_watch.machine, memory_order_acquire);
    uint64_t epoch = atomic_load_explicit(&page->word, memory_order_relaxed);

    if (epoch != 0 &&
        gdn_epoch_machine(epoch) == gdn_epoch_machine_mark(atomic_load_explicit(
                                        machine, memory_order_relaxed))) {
        return epoch;
    }
    return gdn_epoch_renew();
}

/* Was `epoch` taken by this process, on whatever machine, and not by one that
 * it was forked from? */
bool gdn_epoch_same_process(uint64_t epoch);

/*
 * A thread's own memory: its stream, and room for the rooms above to keep what
 * belongs to the thread and must not outlive it, be swapped out or dumped. All
 * of it is wiped, and the stream afresh, in a process that was forked.
 */
#define GDN_THREAD_STORAGE 2048
struct gdn_thread {
    struct gdn_stream *stream;
    uint64_t epoch;   /* gdn_epoch() when this was last made afresh */
    uint64_t machine; /* the hypervisor's word, read before that */
    _Alignas(16) unsigned char room[GDN_THREAD_STORAGE]; /* zero when afresh */
};

/* NULL in a thread that has not asked yet. */
extern GDN_THREAD_LOCAL struct gdn_thread *gdn_thread_mine;
/* Where there is none, or it is of another epoch. */
guidon_status gdn_thread_renew(struct gdn_thread **out);

/* Is it of this process and machine? What gdn_epoch compares, without a call.
 * In a new process both epochs may have been wiped to zero. */
static inline bool gdn_thread_is_current(const struct gdn_thread *thread)
{
    const struct gdn_epoch_page *page =
        atomic_load_explicit(&gdn_epoch_watch.page, memory_order_acquire);
    const _Atomic(uint64_t) *machine =
        atomic_load_explicit(&gdn_epoch_watch.machine, memory_order_acquire);

    return thread->epoch != 0 &&
           atomic_load_explicit(&page->word, memory_order_relaxed) ==
               thread->epoch &&
           atomic_load_explicit(machine, memory_order_relaxed) ==
               thread->machine;
}

/*
 * The calling thread's. In the same process and on the same machine as at the
 * last call, this costs a load of a thread-local pointer, and one each of the
 * epoch and of the hypervisor's word. It is given back when the thread ends.
 *
 * Errors  GUIDON_E_MEMORY   no memory for a new thread's
 *         GUIDON_E_ENTROPY  the stream of a new thread or process has no key
 */
static inline guidon_status gdn_thread_self(struct gdn_thread **out)
{
    struct gdn_thread *thread = gdn_thread_mine;

    if (thread &&
        (gdn_thread_is_current(thread) || thread->epoch == gdn_epoch())) {
        *out = thread;
        return GUIDON_OK;
    }
    return gdn_thread_renew(out);
}

GDN_PRIVATE_END

#endif
