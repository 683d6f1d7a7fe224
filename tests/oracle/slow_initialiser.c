/* SPDX-License-Identifier: MIT */
/* slow_initialiser.c - initialisers in C source as a machine with a state for
 * each character that may come next */
#include "slow_initialiser.h"

#include <string.h>

enum next {
    BRACE,       /* the first '{' */
    NUMBER,      /* a blank, '0', or the '{' of the second pair */
    X,           /* after "0": the x, or what comes after a number */
    FIRST_DIGIT, /* after "0x" */
    DIGIT,       /* a digit, or what comes after a number */
    SUFFIX_L,    /* after U: an L, or what comes after a number */
    SUFFIX_U,    /* after L */
    SEPARATOR,   /* after a number and its suffix: a blank, ',' or '}' */
    CLOSE,       /* after the comma of the last number: a blank or '}' */
    LAST_BRACE,  /* after the inner '}': a blank, ',' or '}' */
    LAST_CLOSE,  /* after that comma: a blank or '}' */
    END          /* nothing */
};

struct machine {
    guidon_form form;
    enum next next;
    size_t index;  /* of the number */
    size_t digits; /* of the number so far */
    size_t depth;  /* of braces */
    char hex[33];  /* all numbers, padded to their widths */
    size_t n_hex;
};

static size_t numbers_of(const struct machine *m)
{
    return m->form == GUIDON_FORM_C ? 16 : 11;
}

/* How many digits the number has at most. */
static size_t width_of(const struct machine *m)
{
    static const char widths[] = "84422222222";

    return m->form == GUIDON_FORM_C ? 2 : (size_t)(widths[m->index] - '0');
}

static bool is_blank(char c)
{
    return c != '\0' && strchr(" \t\n\v\f\r", c) != NULL;
}

static bool is_hex(char c)
{
    return c != '\0' && strchr("0123456789abcdefABCDEF", c) != NULL;
}

static bool is_either(char c, char lower, char upper)
{
    return c == lower || c == upper;
}

/* Put zeros before the digits of the number. */
static void pad_number(struct machine *m)
{
    size_t zeros = width_of(m) - m->digits;
    char *digits = m->hex + m->n_hex - m->digits;

    memmove(digits + zeros, digits, m->digits);
    memset(digits, '0', zeros);
    m->n_hex += zeros;
    m->digits = 0;
}

/* A character that ends a number: a blank, ',' or '}'. */
static bool separate(struct machine *m, char c)
{
    bool is_last = m->index == numbers_of(m) - 1;

    if (is_blank(c)) {
        m->next = SEPARATOR;
    } else if (c == ',' && !is_last) {
        pad_number(m);
        m->index++;
        m->next = NUMBER;
    } else if (c == ',') {
        m->next = CLOSE;
    } else if (c == '}' && is_last) {
        pad_number(m);
        m->next = --m->depth > 0 ? LAST_BRACE : END;
    } else {
        return false;
    }
    return true;
}

static bool end_number(struct machine *m, char c)
{
    if (is_either(c, 'u', 'U') || is_either(c, 'l', 'L')) {
        m->next = is_either(c, 'u', 'U') ? SUFFIX_L : SUFFIX_U;
        return true;
    }
    return separate(m, c);
}

static bool add_digit(struct machine *m, char c)
{
    m->next = DIGIT;
    if (c == '0' && m->digits == 0) {
        return true;
    }
    if (!is_hex(c) || m->digits == width_of(m)) {
        return false;
    }
    m->hex[m->n_hex++] = c;
    m->digits++;
    return true;
}

static bool begin_number(struct machine *m, char c)
{
    if (c == '{' && m->form == GUIDON_FORM_GUID_X && m->index == 3 &&
        m->depth == 1) {
        m->depth = 2;
        return true;
    }
    m->next = c == '0' ? X : NUMBER;
    return c == '0' || is_blank(c);
}

/* Take the next character. False if it is wrong. */
static bool step(struct machine *m, char c)
{
    switch (m->next) {
    case BRACE:
        m->depth = 1;
        m->next = NUMBER;
        return c == '{';
    case NUMBER:
        return begin_number(m, c);
    case X:
        m->next = FIRST_DIGIT;
        return is_either(c, 'x', 'X') || end_number(m, c);
    case FIRST_DIGIT:
        return add_digit(m, c);
    case DIGIT:
        return add_digit(m, c) || end_number(m, c);
    case SUFFIX_L:
    case SUFFIX_U:
        if (m->next == SUFFIX_L ? is_either(c, 'l', 'L')
                                : is_either(c, 'u', 'U')) {
            m->next = SEPARATOR;
            return true;
        }
        return separate(m, c);
    case SEPARATOR:
        return separate(m, c);
    case CLOSE:
        return is_blank(c) || (c == '}' && separate(m, c));
    case LAST_BRACE:
    case LAST_CLOSE:
        if (c == ',' && m->next == LAST_BRACE) {
            m->next = LAST_CLOSE;
            return true;
        }
        m->next = is_blank(c) ? m->next : END;
        return c == '}' || is_blank(c);
    default:
        return false;
    }
}

/* The character at an offset. A backslash that ends a line reads as a blank. */
static char char_at(const char *text, size_t len, size_t i)
{
    bool ends_line =
        (i + 1 < len && text[i + 1] == '\n') ||
        (i + 2 < len && text[i + 1] == '\r' && text[i + 2] == '\n');

    return text[i] == '\\' && ends_line ? ' ' : text[i];
}

struct slow_answer slow_initialiser(guidon_form form, const char *text,
                                    size_t len)
{
    struct machine m = {.form = form, .next = BRACE};
    struct slow_answer answer = {.status = GUIDON_OK, .form = form};

    for (size_t i = 0; i < len; i++) {
        bool is_over = m.next == END;

        if (!step(&m, char_at(text, len, i))) {
            answer.status = is_over ? GUIDON_E_LENGTH : GUIDON_E_CHAR;
            answer.bad_at = i;
            return answer;
        }
    }
    if (m.next != END) {
        answer.status = GUIDON_E_LENGTH;
        answer.bad_at = len;
        return answer;
    }
    m.hex[m.n_hex] = '\0';
    return slow_read(GUIDON_FORM_HEX, m.hex, 32, false);
}

guidon_form slow_braced_form(const char *text, size_t len)
{
    size_t at = 1, digits = 0, braces = 0, commas = 0, hyphens = 0;

    for (size_t i = 0; i < len; i++) {
        braces += text[i] == '{';
        commas += text[i] == ',';
        hyphens += text[i] == '-';
    }
    while (at < len && is_blank(char_at(text, len, at))) {
        at++;
    }
    if (hyphens > 0 || at + 1 >= len || text[at] != '0' ||
        is_hex(text[at + 1])) {
        return GUIDON_FORM_BRACES;
    }
    at += is_either(text[at + 1], 'x', 'X') ? 2 : 1;
    while (at < len && is_hex(text[at])) {
        at++;
        digits++;
    }
    if (braces > 1 || commas == 10 || commas == 11) {
        return GUIDON_FORM_GUID_X;
    }
    return commas != 15 && commas != 16 && digits > 2 ? GUIDON_FORM_GUID_X
                                                      : GUIDON_FORM_C;
}
