/* SPDX-License-Identifier: MIT */
/*
 * The reason why a text is not an id: what is wrong, and what would be right.
 *
 * The library returns a status and an offset. It decides itself which form a text
 * has, so the functions here read the text again with fewer forms to find out.
 */
#include "guidon_py.h"

#include <stdbool.h>

/* A text that was refused. */
struct refusal {
    guidon_status status;
    PyObject *object; /* the str */
    const gpy_text *text;
    uint64_t accept;
    size_t offset;
};

#define OPTIONS (GUIDON_ACCEPT_LENIENT | GUIDON_ACCEPT_EXACT_CASE)

static bool has_trait(int form, unsigned trait)
{
    return (guidon_form_traits((guidon_form)form) & trait) != 0;
}

static bool reads(const gpy_text *text, uint64_t accept)
{
    guidon_id id;

    return guidon_parse(&id, NULL, text->chars, text->len, accept, NULL) ==
           GUIDON_OK;
}

/* Return the bits of a form and of the same form in the other case. */
static uint64_t both_cases(int form)
{
    uint64_t bits = GUIDON_ACCEPT(form);

    if (has_trait(form, GUIDON_TRAIT_VARIANT)) {
        bits |= bits >> 1;
    } else if (has_trait(form + 1, GUIDON_TRAIT_VARIANT)) {
        bits |= bits << 1;
    }
    return bits;
}

/* Does the library refuse the text in another way without this form? */
static bool matters(const struct refusal *refusal, int form)
{
    uint64_t others = refusal->accept & ~both_cases(form);
    guidon_id id;
    size_t offset = 0;

    return !(others & ~OPTIONS) ||
           guidon_parse(&id, NULL, refusal->text->chars, refusal->text->len,
                        others, &offset) != refusal->status ||
           offset != refusal->offset;
}

/* Return the form that the library took the text for, or -1. */
static int form_tried(const struct refusal *refusal)
{
    for (int form = 0; form < GUIDON_FORMS; form++) {
        if ((refusal->accept & GUIDON_ACCEPT(form)) && matters(refusal, form)) {
            return form;
        }
    }
    return -1;
}

/* Return the character that all texts of a form have at an offset, or NUL. The
 * ids differ in each octet, and their texts have one length. */
static char separator_at(int form, size_t offset)
{
    guidon_id ids[3] = {guidon_nil(), guidon_max(), guidon_nil()};
    char texts[3][GUIDON_TEXT_MAX];
    size_t len = 0;

    memset(ids[2].bytes, 0x5a, sizeof ids[2].bytes);
    for (int i = 0; i < 3; i++) {
        if (guidon_format(texts[i], GUIDON_TEXT_MAX, &len, &ids[i],
                          (guidon_form)form)) {
            return '\0';
        }
    }
    return offset < len && has_trait(form, GUIDON_TRAIT_FIXED_LEN) &&
                   texts[0][offset] == texts[1][offset] &&
                   texts[0][offset] == texts[2][offset]
               ? texts[0][offset]
               : '\0';
}

/* Return the wrong character as a str, or NULL with an exception. */
static PyObject *wrong_character(const struct refusal *refusal)
{
    Py_ssize_t at = (Py_ssize_t)refusal->offset;

    return PyUnicode_Substring(refusal->object, at, at + 1);
}

static bool is_initialiser(int form)
{
    return form == GUIDON_FORM_C || form == GUIDON_FORM_GUID_X;
}

static PyObject *reason_char(const struct refusal *refusal, int form)
{
    PyObject *wrong = wrong_character(refusal), *reason;
    char separator = form < 0 ? '\0' : separator_at(form, refusal->offset);

    if (!wrong) {
        return NULL;
    }
    if (is_initialiser(form)) {
        reason = PyUnicode_FromFormat("%R does not belong here in %s", wrong,
                                      guidon_form_name((guidon_form)form));
    } else if (separator) {
        reason = PyUnicode_FromFormat("%R is not '%c'", wrong, separator);
    } else {
        /* The forms of hex digits may be too alike to tell. */
        reason = PyUnicode_FromFormat(
            "%R is not a %s", wrong,
            guidon_form_alphabet(form < 0 ? GUIDON_FORM_UUID
                                          : (guidon_form)form));
    }
    Py_DECREF(wrong);
    return reason;
}

static PyObject *reason_length(const struct refusal *refusal, int form)
{
    size_t len = form < 0 ? 0 : guidon_form_len((guidon_form)form);

    if (is_initialiser(form)) {
        return PyUnicode_FromFormat(
            "%s %s", guidon_form_name((guidon_form)form),
            refusal->offset < refusal->text->len ? "ends before this character"
                                                 : "ends too early");
    }
    return len ? PyUnicode_FromFormat("%zu characters are not the %zu of %s",
                                      refusal->text->len, len,
                                      guidon_form_name((guidon_form)form))
               : PyUnicode_FromString("the number has no digits");
}

static PyObject *reason_range(int form)
{
    switch (form) {
    case GUIDON_FORM_ULID:
    case GUIDON_FORM_ULID_LOWER:
        return PyUnicode_FromString(
            "the text is above the largest ULID, 7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
    case GUIDON_FORM_NCS:
        return PyUnicode_FromString("the address family is above 13");
    case GUIDON_FORM_NCNAME58:
        return PyUnicode_FromString(
            "the base58 digits are not those of 15 bytes");
    case GUIDON_FORM_INT64X2:
        return PyUnicode_FromString(
            "the number is outside -2**63 to 2**63 - 1");
    default:
        return PyUnicode_FromString("the number is 2**128 or more");
    }
}

/* Return the names of some forms, each behind `before` and `mark` and before another
 * `mark`: "base58, base62 or shortuuid". NULL with an exception. */
static PyObject *form_names(uint64_t forms, const char *before,
                            const char *mark)
{
    PyObject *names = PyUnicode_FromString(""), *longer;
    const char *between = "";

    for (int form = 0; names && forms >> form; form++) {
        if (!(forms >> form & 1)) {
            continue;
        }
        if (*between) {
            between = forms >> form >> 1 ? ", " : " or ";
        }
        longer =
            PyUnicode_FromFormat("%U%s%s%s%s%s", names, between, before, mark,
                                 guidon_form_name((guidon_form)form), mark);
        Py_DECREF(names);
        names = longer;
        between = ", ";
    }
    return names;
}

/* The forms without their variants that read the text, and are not accepted. */
static uint64_t forms_not_accepted(const struct refusal *refusal)
{
    uint64_t forms = 0;

    for (int form = 0; form < GUIDON_FORMS; form++) {
        if (!(refusal->accept & GUIDON_ACCEPT(form)) &&
            !has_trait(form, GUIDON_TRAIT_VARIANT) &&
            reads(refusal->text, GUIDON_ACCEPT(form))) {
            forms |= GUIDON_ACCEPT(form);
        }
    }
    return forms;
}

static PyObject *reason_form(const struct refusal *refusal)
{
    const gpy_text *text = refusal->text;
    const uint64_t forms = forms_not_accepted(refusal);
    PyObject *names, *reason;

    if (text->len == 0) {
        return PyUnicode_FromString("the text is empty");
    }
    if (forms == 0) {
        return PyUnicode_FromFormat("%zu characters are in no accepted form (a "
                                    "UUID has 36 or 32, a ULID 26)",
                                    text->len);
    }
    names = form_names(forms, "", "");
    reason =
        names ? PyUnicode_FromFormat(
                    "the text could be %U, but accept names other forms", names)
              : NULL;
    Py_XDECREF(names);
    return reason;
}

static PyObject *reason_ambiguous(const struct refusal *refusal)
{
    uint64_t forms = guidon_parse_candidates(
        refusal->text->chars, refusal->text->len, refusal->accept);
    PyObject *names = form_names(forms, "", "");
    PyObject *arguments = form_names(forms, "accept=", "'");
    PyObject *reason =
        names && arguments
            ? PyUnicode_FromFormat("the text could be %U; give %U", names,
                                   arguments)
            : NULL;

    Py_XDECREF(names);
    Py_XDECREF(arguments);
    return reason;
}

static PyObject *reason_strict(const struct refusal *refusal)
{
    switch (refusal->status) {
    case GUIDON_E_CHAR:
        return reason_char(refusal, form_tried(refusal));
    case GUIDON_E_LENGTH:
        return reason_length(refusal, form_tried(refusal));
    case GUIDON_E_RANGE:
        return reason_range(form_tried(refusal));
    case GUIDON_E_FORM:
        return reason_form(refusal);
    case GUIDON_E_AMBIGUOUS:
        return reason_ambiguous(refusal);
    default:
        return PyUnicode_FromString(guidon_status_text(refusal->status));
    }
}

PyObject *gpy_reason(guidon_status status, PyObject *object,
                     const gpy_text *text, uint64_t accept, size_t offset)
{
    const struct refusal refusal = {status, object, text, accept, offset};
    PyObject *reason = reason_strict(&refusal), *longer;

    if (!reason || status == GUIDON_E_AMBIGUOUS ||
        !reads(text, accept | GUIDON_ACCEPT_LENIENT)) {
        return reason;
    }
    longer = PyUnicode_FromFormat("%U (lenient=True reads the text)", reason);
    Py_DECREF(reason);
    return longer;
}
