/* SPDX-License-Identifier: MIT */
/* What the functions for many ids share: buffers, steps and names of kinds. */
#ifndef GUIDON_PY_BATCH_H
#define GUIDON_PY_BATCH_H

#include "../guidon_py.h"

#define GPY_ID_LEN ((Py_ssize_t)sizeof(guidon_id))

/* --------------------------------------------------------------- buffers.c */

/*
 * Open the buffer of an object for reading, or for writing. The bytes must be
 * contiguous in C order, and must be neither pointers to Python objects nor
 * characters of Unicode. No item may be masked.
 *
 *   name  in  of the argument, for errors
 *
 * Returns 0, or -1 with TypeError (the object has no buffer, or one of Python
 * objects or characters), BufferError (not contiguous, not writable) or ValueError
 * (masked items). After 0, call
 * PyBuffer_Release. The exporter keeps the memory in place until then.
 */
int gpy_open_input(Py_buffer *out, PyObject *object, const char *name);
int gpy_open_output(Py_buffer *out, PyObject *object, const char *name);

/* Check that a buffer has `n` items of `size` bytes. -1 with ValueError. */
int gpy_check_len(const Py_buffer *view, const char *name, size_t n,
                  size_t size);

/* Check that the items of a buffer are bytes. -1 with TypeError. */
int gpy_check_texts(const Py_buffer *view);

/* Check that the items of the argument `times` are signed integers of 64 bits in the
 * byte order of this machine. -1 with TypeError. */
int gpy_check_times(const Py_buffer *view);

/* Return the number of ids that a buffer holds, or has room for if it is an output,
 * whose items may be of any type. -1 with TypeError if the items of an input are
 * neither bytes nor 16 bytes, such as numbers, and with ValueError if rows have not 16
 * bytes or the length is not a multiple of 16. */
Py_ssize_t gpy_count_room(const Py_buffer *view, const char *name);
Py_ssize_t gpy_count_ids(const Py_buffer *view, const char *name);

/* Raise ValueError if two buffers share bytes. With `may_equal`, they may be the
 * same bytes. Returns 0, or -1 with the exception. */
int gpy_check_overlap(const Py_buffer *in, const Py_buffer *out,
                      bool may_equal);

/* Ids of an argument: those of a buffer, or the copied ids of a sequence. */
typedef struct gpy_ids {
    const guidon_id *ids; /* `n` ids without gaps */
    size_t n;
    Py_buffer view;  /* obj is NULL for a sequence */
    guidon_id *copy; /* owned, or NULL */
    bool *is_ulid;   /* of each id of a sequence, in the memory of `copy` */
} gpy_ids;

/* Open the ids of an argument. Returns 0, or -1 with an exception. After 0, call
 * gpy_ids_close. */
int gpy_ids_open(const gpy_state *state, gpy_ids *out, PyObject *object);
void gpy_ids_close(gpy_ids *ids);

/* Where a function writes: into the argument `out`, or into new bytes. */
typedef struct gpy_output {
    char *bytes;
    Py_buffer view;   /* obj is NULL for new bytes */
    PyObject *object; /* the new bytes, or the argument */
} gpy_output;

/*
 * Open an output of `n` items of `size` bytes.
 *
 *   object  in  the argument `out`, or NULL or None for new bytes
 *
 * Returns 0, or -1 with an exception; MemoryError or OverflowError before
 * anything is written. After 0, call gpy_output_finish.
 */
int gpy_output_open(gpy_output *out, PyObject *object, size_t n, size_t size);

/* Close an output. Returns its object, or NULL if `failed`. */
PyObject *gpy_output_finish(gpy_output *out, bool failed);

/*
 * Return the items of an iterable as a new tuple, or NULL with an exception. If it does
 * not end, a signal ends the call.
 *
 *   most  in  the number of items that the caller can use; more than one above it are
 *             not read
 */
PyObject *gpy_items(PyObject *object, Py_ssize_t most);

/* Put the position of an item in front of the text of the present exception. */
void gpy_name_item(size_t index);

/* Read one item of a sequence: a str in the forms of `accept`, or another id as
 * gpy_read_id_form has it. Returns 0, or -1 with an exception that names
 * `index`. */
int gpy_read_item(const gpy_state *state, guidon_id *out, guidon_form *form,
                  PyObject *item, guidon_accept accept, Py_ssize_t index);

/* ----------------------------------------------------------------- steps.c */

/*
 * One step of a job: items first .. first + n - 1. *done counts the items of
 * this step that are done, `n` on success. Unless the job keeps the GIL, the
 * step must not touch objects of Python.
 */
typedef guidon_status gpy_step(void *job, size_t first, size_t n, size_t *done);

/*
 * Run a job of `n` items in steps, so that other threads run meanwhile, and
 * signals arrive between two steps.
 *
 *   done  out  the number of items done
 *
 * Returns 0 with *status, or -1 with the exception of a signal handler.
 */
int gpy_in_steps(guidon_status *status, size_t *done, gpy_step *step, void *job,
                 size_t n);

/* The same for a step that keeps the GIL, because it calls Python. */
int gpy_in_steps_with_gil(guidon_status *status, size_t *done, gpy_step *step,
                          void *job, size_t n);

/*
 * Let other threads run and signals arrive, after some of the indexes of a loop.
 * This is for a loop over objects of Python, which keeps the GIL.
 *
 * Returns 0, or -1 with the exception of a signal handler.
 */
int gpy_pause(Py_ssize_t index);

/* Raise the exception of a status, which is that of item `index`. Returns
 * NULL. */
PyObject *gpy_fail_item(const gpy_state *state, guidon_status status,
                        size_t index);

/* ----------------------------------------------------------------- kinds.c */

/* Find the kind of a name, as in the documents of guidon.Generator. Returns its first
 * name, or NULL with ValueError. */
const char *gpy_find_kind(guidon_kind *out, const char *name);

/* The same, for kinds that need no option. Returns 0, or -1. */
int gpy_find_plain_kind(guidon_kind *out, const char *name);

/* Find the form of a name. Returns 0, or -1 with ValueError. */
int gpy_find_form(guidon_form *out, const char *name);

/* The same, for forms of fixed length. */
int gpy_find_fixed_form(guidon_form *out, const char *name);

/* -------------------------------------------------------------- batch_keys.c */

/* A function of the library from n ids to n ids, with one of two keys. */
typedef struct gpy_change {
    const char *name;  /* of the function of Python */
    const char *takes; /* the ids that it changes */
    guidon_status (*masking)(guidon_id *, const guidon_mask_key *,
                             const guidon_id *, size_t, size_t *);
    guidon_status (*crypting)(guidon_id *, const guidon_key *,
                              const guidon_id *, size_t, size_t *);
} gpy_change;

/* All of them; the name of the last row is NULL. */
extern const gpy_change gpy_changes[];

/* A function and its key. */
typedef struct gpy_changing {
    const gpy_change *change;
    guidon_mask_key mask_key;
    guidon_key key;
} gpy_changing;

/*
 * Initialise the key of a function from an argument, whose bytes stay the caller's;
 * change ids; and erase the key.
 *
 * The first function returns 0, or -1 with an exception. After either, call
 * gpy_changing_close.
 */
int gpy_changing_open(gpy_changing *out, const gpy_change *change,
                      PyObject *key);
guidon_status gpy_change_ids(const gpy_changing *changing, guidon_id *out,
                             size_t *done, const guidon_id *in, size_t n);
void gpy_changing_close(gpy_changing *changing);

/* Initialise a long key likewise. Erase it after 0 and after -1. */
int gpy_read_long_key(guidon_key *out, PyObject *object);

/* ------------------------------------------------------- rows of Apache Arrow */

/* A bitmap, least significant bit first. Its bit `first` is that of row 0; without
 * bytes, every bit is 1.
 *
 * Source Arrow Columnar Format, "Validity bitmaps" */
typedef struct gpy_bits {
    const unsigned char *bytes; /* or NULL */
    size_t first;
} gpy_bits;

static inline bool gpy_bit(const gpy_bits *bits, size_t row)
{
    row += bits->first;
    return !bits->bytes || bits->bytes[row / 8] >> row % 8 & 1;
}

/* Set the bit of a row in a bitmap of zeros, which may be NULL. */
static inline void gpy_set_bit(unsigned char *bytes, size_t row)
{
    if (bytes) {
        bytes[row / 8] |= (unsigned char)(1u << row % 8);
    }
}

/* The bytes of a bitmap of `n` rows. */
static inline Py_ssize_t gpy_bitmap_len(Py_ssize_t n)
{
    return n / 8 + (n % 8 > 0);
}

/*
 * Use a buffer as the bitmap of rows first .. first + n - 1; without a buffer, every
 * bit is 1. Returns 0, or -1 with ValueError if it is too short.
 */
int gpy_bits_open(gpy_bits *out, const Py_buffer *view, Py_ssize_t first,
                  Py_ssize_t n);

/*
 * Use a writable buffer as a bitmap of `n` rows, and clear it; without a buffer, *out
 * is NULL. Returns 0, or -1 with ValueError if it is too short.
 */
int gpy_new_bits_open(unsigned char **out, const Py_buffer *view, Py_ssize_t n);

/* Find the bytes of a row among offsets of 64 or of 32 bits, which may stand at any
 * address. False: the offsets are damaged. */
bool gpy_find_row(const char **bytes, size_t *len, const Py_buffer *data,
                  const char *offsets, bool is_large, size_t row);

/* ------------------------------------------------------------- batch_new.c */

/* Makes `n` ids in a buffer, or in new bytes, for a job of gpy_step that takes
 * its output from job->out. */
typedef struct gpy_maker {
    guidon_status (*make)(void *source, guidon_id *out, size_t n);
    void *source;
    bool keeps_gil; /* `make` calls functions of Python */
    guidon_id *out;
} gpy_maker;

/*
 * Fill a buffer with ids, or make new bytes of `n` ids. If the maker fails, the
 * buffer is unchanged or all zero.
 *
 *   status  out  why the maker made no ids; the result is then NULL and no
 *                exception is set
 *
 * Returns a new reference; NULL with an exception or with a *status.
 */
PyObject *gpy_fill(guidon_status *status, gpy_maker *maker, PyObject *buffer);
PyObject *gpy_make_bytes(guidon_status *status, gpy_maker *maker, Py_ssize_t n);

#endif
