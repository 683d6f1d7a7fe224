/* SPDX-License-Identifier: MIT */
/*
 * printf.c - vsnprintf with the conversions that the tool uses: c d u x X s e f g
 * and %, with flag 0, width, precision, and lengths l, ll and z.
 */
#include "browser.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct sink {
    char *out;
    size_t cap; /* with the NUL */
    size_t len; /* of the whole text, even if it does not fit */
};

struct conversion {
    bool zeros;
    int width;
    int precision;  /* -1: none */
    unsigned longs; /* 2: 64 bits */
};

static void put(struct sink *sink, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++, sink->len++) {
        if (sink->len + 1 < sink->cap) {
            sink->out[sink->len] = text[i];
        }
    }
}

static void put_padded(struct sink *sink, const struct conversion *how,
                       const char *text, size_t len)
{
    for (size_t n = len; how->width > 0 && n < (size_t)how->width; n++) {
        put(sink, how->zeros ? "0" : " ", 1);
    }
    put(sink, text, len);
}

static void put_integer(struct sink *sink, const struct conversion *how,
                        uint64_t number, bool negative, char type)
{
    const char *digits = type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    const unsigned base = (type | 0x20) == 'x' ? 16 : 10;
    char text[24];
    size_t at = sizeof text;

    do {
        text[--at] = digits[number % base];
        number /= base;
    } while (number > 0);
    if (negative) {
        text[--at] = '-';
    }
    put_padded(sink, how, text + at, sizeof text - at);
}

/* Read a number, or the next value for '*'. */
static const char *take_number(int *out, const char *at, va_list *values)
{
    *out = 0;
    if (*at == '*') {
        *out = va_arg(*values, int);
        return at + 1;
    }
    for (; *at >= '0' && *at <= '9'; at++) {
        *out = *out * 10 + (*at - '0');
    }
    return at;
}

static const char *take_conversion(struct conversion *how, const char *at,
                                   va_list *values)
{
    *how = (struct conversion){.precision = -1};
    if (*at == '0') {
        how->zeros = true;
        at++;
    }
    at = take_number(&how->width, at, values);
    if (*at == '.') {
        at = take_number(&how->precision, at + 1, values);
    }
    for (; *at == 'l' || *at == 'z'; at++) {
        how->longs += *at == 'l'; /* long and size_t have 32 bits */
    }
    return at;
}

static void put_signed(struct sink *sink, const struct conversion *how,
                       int64_t number)
{
    put_integer(sink, how, number < 0 ? 0 - (uint64_t)number : (uint64_t)number,
                number < 0, 'd');
}

static void put_string(struct sink *sink, const struct conversion *how,
                       const char *text)
{
    size_t len = 0;

    while ((how->precision < 0 || len < (size_t)how->precision) &&
           text[len] != '\0') {
        len++;
    }
    put_padded(sink, how, text, len);
}

static void put_real(struct sink *sink, const struct conversion *how,
                     double number, char type)
{
    char text[BROWSER_NUMBER_MAX];
    const int precision = how->precision < 0 ? 6 : how->precision;

    put_padded(sink, how, text, browser_format(text, number, type, precision));
}

static void put_value(struct sink *sink, const struct conversion *how,
                      char type, va_list *values)
{
    switch (type) {
    case 'd':
        put_signed(sink, how,
                   how->longs == 2 ? va_arg(*values, long long)
                                   : va_arg(*values, int));
        break;
    case 'u':
    case 'x':
    case 'X':
        put_integer(sink, how,
                    how->longs == 2 ? va_arg(*values, unsigned long long)
                                    : va_arg(*values, unsigned),
                    false, type);
        break;
    case 'c':
        put(sink, (char[]){(char)va_arg(*values, int)}, 1);
        break;
    case 's':
        put_string(sink, how, va_arg(*values, const char *));
        break;
    case 'e':
    case 'f':
    case 'g':
        put_real(sink, how, va_arg(*values, double), type);
        break;
    default:
        put(sink, &type, 1);
    }
}

int vsnprintf(char *out, size_t cap, const char *format, va_list values)
{
    struct sink sink = {.out = out, .cap = cap};
    struct conversion how;
    va_list rest;

    va_copy(rest, values);
    for (const char *at = format; *at != '\0'; at++) {
        if (*at != '%') {
            put(&sink, at, 1);
            continue;
        }
        at = take_conversion(&how, at + 1, &rest);
        put_value(&sink, &how, *at, &rest);
    }
    va_end(rest);
    if (cap > 0) {
        out[sink.len < cap ? sink.len : cap - 1] = '\0';
    }
    return (int)sink.len;
}

int snprintf(char *out, size_t cap, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    const int len = vsnprintf(out, cap, format, values);

    va_end(values);
    return len;
}
