/* SPDX-License-Identifier: MIT */
/* compare.c - compare Guidon with a peer on the same inputs, and count
 * disagreements by class */
#include "wire.h"

#include <guidon.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define CLASSES_MAX 64

static struct {
    char name[96];
    unsigned long n;
    char example[WIRE_TEXT_MAX * 4 + 1];
} classes[CLASSES_MAX];
static unsigned n_classes;

static void show(char *out, const unsigned char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        bool plain = text[i] > 32 && text[i] < 127 && text[i] != '\\';

        out += sprintf(out, plain ? "%c" : "\\x%02x", text[i]);
    }
    *out = '\0';
}

static void count(const char *name, const unsigned char *text, size_t len)
{
    unsigned i = 0;

    while (i < n_classes && strcmp(classes[i].name, name) != 0) {
        i++;
    }
    if (i == CLASSES_MAX) {
        i--;
    }
    if (i == n_classes) {
        n_classes++;
        snprintf(classes[i].name, sizeof classes[i].name, "%s", name);
        show(classes[i].example, text, len);
    }
    classes[i].n++;
}

/* The class of a text on which the two disagree. */
static const char *look_of(const char *text, size_t len, bool ulids)
{
    static char name[64];
    guidon_id id;
    guidon_form form;
    size_t bad_at;
    guidon_status status;

    if (guidon_parse(&id, &form, text, len,
                     ulids ? GUIDON_ACCEPT(GUIDON_FORM_ULID)
                           : GUIDON_ACCEPT_ANY,
                     ulids ? GUIDON_PARSE_LENIENT : 0, NULL) == GUIDON_OK) {
        snprintf(name, sizeof name, "is of the form %s",
                 ulids ? "ulid, leniently" : guidon_form_name(form));
        return name;
    }
    status = ulids ? guidon_ulid_parse(&id, text, len, &bad_at)
                   : guidon_uuid_parse(&id, text, len, &bad_at);
    switch (status) {
    case GUIDON_E_LENGTH:
        snprintf(name, sizeof name, "another length: %s",
                 len < (ulids ? 26 : 36) ? "shorter" : "longer");
        return name;
    case GUIDON_E_RANGE:
        return "2^128 or more";
    default:
        break;
    }
    if ((unsigned char)text[bad_at] > 127) {
        return "a byte above 127";
    }
    return text[bad_at] == '-' ? "a dash in another place"
           : !ulids &&
                   (bad_at == 8 || bad_at == 13 || bad_at == 18 || bad_at == 23)
               ? "no dash where one belongs"
               : "a character that is no digit";
}

static int compare_reading(FILE *inputs, FILE *answers, bool ulids)
{
    unsigned char text[256], answer[WIRE_ANSWER];
    int len;

    while ((len = getc(inputs)) != EOF) {
        guidon_id id;
        const char *chars = (const char *)text;
        guidon_status status;
        char name[96];

        if (fread(text, 1, (size_t)len, inputs) != (size_t)len ||
            fread(answer, 1, sizeof answer, answers) != sizeof answer) {
            return 1;
        }
        status = ulids ? guidon_ulid_parse(&id, chars, (size_t)len, NULL)
                       : guidon_uuid_parse(&id, chars, (size_t)len, NULL);
        if ((status == GUIDON_OK) == answer[0] &&
            (!answer[0] || memcmp(id.bytes, answer + 1, 16) == 0)) {
            continue;
        }
        snprintf(name, sizeof name, "%s\t%s",
                 status == GUIDON_OK ? answer[0] ? "another id" : "refused"
                                     : "accepted",
                 look_of(chars, (size_t)len, ulids));
        count(name, text, (size_t)len);
    }
    return getc(answers) != EOF;
}

static int compare_writing(FILE *inputs, FILE *answers, bool ulids)
{
    size_t len = ulids ? GUIDON_ULID_LEN : GUIDON_UUID_LEN;
    char text[GUIDON_UUID_LEN], answer[GUIDON_UUID_LEN];
    guidon_id id;

    while (fread(id.bytes, 1, 16, inputs) == 16) {
        if (fread(answer, 1, len, answers) != len) {
            return 1;
        }
        if (ulids) {
            guidon_ulid_format(text, &id);
        } else {
            guidon_uuid_format(text, &id);
        }
        if (memcmp(text, answer, len) != 0) {
            count("written\tanother text", (unsigned char *)answer, len);
        }
    }
    return getc(answers) != EOF;
}

int main(int argc, char **argv)
{
    FILE *inputs = argc == 5 ? fopen(argv[3], "rb") : NULL;
    FILE *answers = argc == 5 ? fopen(argv[4], "rb") : NULL;
    bool ulids;
    int failed;

    if (!inputs || !answers) {
        fprintf(stderr, "usage: %s uuid|ulid parse|format INPUTS ANSWERS\n",
                argv[0]);
        return 2;
    }
    ulids = strcmp(argv[1], "ulid") == 0;
    failed = strcmp(argv[2], "format") == 0
                 ? compare_writing(inputs, answers, ulids)
                 : compare_reading(inputs, answers, ulids);
    if (failed) {
        fprintf(stderr, "compare: the peer did not answer every input\n");
        return 1;
    }
    for (unsigned i = 0; i < n_classes; i++) {
        printf("%lu\t%s\t%s\n", classes[i].n, classes[i].name,
               classes[i].example);
    }
    return 0;
}
