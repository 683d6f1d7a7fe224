/* SPDX-License-Identifier: MIT */
/* units.c - checks single functions of guidon-node.
 *
 *   units base64 | keys | values
 *   units states FILE             the file of --state, with any bytes
 *   units folder before-open | before-lock
 *                                 another start removes the new folder
 *   units copies URL PREFIX       a clone of the machine, against a real etcd
 *   units floor URL PREFIX FILE   a clock that steps back; FILE is SKEW_FILE
 *   units meanwhile URL PREFIX held | high
 *                                 somebody takes number 0, or writes its mark */
#include "../src/answers.h"
#include "../src/base64.h"
#include "../src/claim.h"
#include "../src/clocks.h"
#include "../src/hold.h"
#include "../src/keys.h"
#include "../src/leasefile.h"
#include "../src/marks.h"
#include "../src/numbers.h"
#include "../src/requests.h"
#include "../src/statefile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REQUIRE(condition)                                                     \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);          \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

static void test_base64(void)
{
    /* RFC 4648, section 10. */
    static const char *const rows[][2] = {{"", ""},
                                          {"f", "Zg=="},
                                          {"fo", "Zm8="},
                                          {"foo", "Zm9v"},
                                          {"foob", "Zm9vYg=="},
                                          {"fooba", "Zm9vYmE="},
                                          {"foobar", "Zm9vYmFy"}};
    /* Wrong: length, padding, alphabet, bits behind the end. */
    static const char *const wrong[] = {
        "Z",    "Zg",   "Zg=",  "=g==", "Z===",
        "Zm=v", "Zm9-", "Zh==", "Zm9=", "Zg==Zg=="};
    char out[BASE64_SIZE(16)];
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        base64_write(out, rows[i][0], strlen(rows[i][0]));
        REQUIRE(strcmp(out, rows[i][1]) == 0);
        REQUIRE(base64_read(out, sizeof out, rows[i][1]));
        REQUIRE(strcmp(out, rows[i][0]) == 0);
    }
    for (i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        REQUIRE(!base64_read(out, sizeof out, wrong[i]));
    }
    /* A NUL of another program. */
    REQUIRE(base64_read(out, sizeof out, "AAAA"));
    REQUIRE(strcmp(out, "\1\1\1") == 0);
    REQUIRE(base64_read(out, sizeof out, "MTAA"));
    REQUIRE(strcmp(out, "10\1") == 0);
    /* The NUL needs a byte too, and padding stands for none. */
    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        REQUIRE(base64_bytes(rows[i][1]) == strlen(rows[i][0]));
        REQUIRE(!base64_read(out, strlen(rows[i][0]), rows[i][1]));
        REQUIRE(base64_read(out, strlen(rows[i][0]) + 1, rows[i][1]));
    }
}

/* A value of a key that another program has written, with so many bytes. */
static struct answer_key read_value(size_t len)
{
    char bytes[ANSWER_TEXT + 2], text[BASE64_SIZE(sizeof bytes)];
    struct reason reason = {""};
    struct answer_key key;
    json_t *kvs;

    memset(bytes, 'x', sizeof bytes);
    base64_write(text, bytes, len);
    kvs = json_pack("[{s:s, s:s}]", "key", "YQ==", "value", text);
    REQUIRE(kvs);
    REQUIRE(answer_key_at(&key, kvs, 0, &reason));
    json_decref(kvs);
    return key;
}

static void test_values(void)
{
    size_t len;

    for (len = ANSWER_TEXT - 4; len <= ANSWER_TEXT + 2; len++) {
        const struct answer_key key = read_value(len);

        if (len < ANSWER_TEXT) {
            REQUIRE(strlen(key.value) == len);
            REQUIRE(strspn(key.value, "x") == len);
        } else {
            REQUIRE(strcmp(key.value, "(longer than a value of guidon-node)") ==
                    0);
        }
    }
}

static void test_keys(void)
{
    char key[KEYS_SIZE];
    uint32_t number = 0;

    key_held(key, "/p", 677);
    REQUIRE(strcmp(key, "/p/held/00000677") == 0);
    REQUIRE(key_number(&number, key, "/p", 0, 1024) && number == 677);
    REQUIRE(!key_number(&number, key, "/p", 678, 1024));
    REQUIRE(!key_number(&number, key, "/p", 0, 677));
    REQUIRE(!key_number(&number, key, "/q", 0, 1024));
    REQUIRE(!key_number(&number, "/p/held/0000067x", "/p", 0, 1024));
    REQUIRE(!key_number(&number, "/p/held/0000677", "/p", 0, 1024));
    REQUIRE(!key_number(&number, "", "/p", 0, 1024));
}

/* ------------------------------------------------------------- the file of --state */

/* Is it so many digits of this alphabet, without a zero in front? */
static bool is_plain(const char *digits, size_t n, const char *alphabet,
                     size_t most)
{
    return n > 0 && n <= most && strspn(digits, alphabet) >= n &&
           (n == 1 || digits[0] != '0');
}

/* The grammar of the file, written again. */
static bool is_state(const char *text, size_t len)
{
    static const char first[] = "guidon-node 1\ncluster ";
    static const char second[] = "\nrevision ";
    const char *cluster = text + strlen(first);
    const char *revision, *end;
    size_t n;

    if (strlen(text) != len || strncmp(text, first, strlen(first)) != 0 ||
        !(end = strstr(cluster, second))) {
        return false;
    }
    revision = end + strlen(second);
    n = strlen(revision);
    return is_plain(cluster, (size_t)(end - cluster), "0123456789abcdef", 16) &&
           *cluster != '0' && n > 1 && revision[n - 1] == '\n' &&
           is_plain(revision, n - 1, "0123456789", 19) &&
           (n - 1 < 19 || strncmp(revision, "9223372036854775807", 19) <= 0);
}

/* Files of any bytes: of the version before, cut, longer, or with a few bytes
 * changed. */
static void test_states(const char *path)
{
    static const char *const right[] = {
        "guidon-node 1\ncluster 1\nrevision 0\n",
        "guidon-node 1\ncluster ffffffffffffffff\nrevision "
        "9223372036854775807\n",
        "guidon-node 1\ncluster 8e9e05c52164694d\nrevision 41\n"};
    uint64_t seed = 1;
    size_t n_read = 0, round;

    for (round = 0; round < 10000; round++) {
        struct reason reason = {""};
        struct statefile state;
        char text[200] = "";
        size_t len, edits;
        FILE *file;

        strcpy(text, right[round % 3]);
        len = strlen(text);
        for (edits = round / 3 % 4; edits > 0; edits--) {
            seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
            text[(seed >> 33) % (len + 2)] =
                "0123456789abcdefF -+\n\0x"[(seed >> 50) % 23];
        }
        len = seed >> 60 == 3 ? len / 2 : seed >> 60 == 4 ? 190 : len;
        text[len] = '\0';
        remove(path); /* a file that is cut would go to the device each time */
        file = fopen(path, "wxe");
        REQUIRE(file && fwrite(text, 1, len, file) == len && !fclose(file));
        REQUIRE(statefile_read(&state, path, true, &reason) ==
                (len == 0 || is_state(text, len)));
        n_read += state.cluster != 0 && !reason.text[0];
    }
    REQUIRE(n_read > 2500 && n_read < 7500);
}

/* ------------------------------------------------------------- against a real etcd */

static int attend(void *context)
{
    (void)context;
    return 1000;
}

static void begin(struct etcd *etcd, const char *url)
{
    const struct http_options options = {.wake_fd = -1, .attend = attend};
    struct reason reason;

    memset(etcd, 0, sizeof *etcd);
    etcd->options.endpoints[0] = url;
    etcd->options.n_endpoints = 1;
    etcd->options.timeout_ms = 5000;
    etcd->http = http_new(&options, &reason);
    REQUIRE(etcd->http);
}

static void claim(struct hold *hold, struct etcd *etcd, const char *prefix)
{
    const struct claim_options options = {
        .prefix = prefix, .slots = 1, .node_number_bits = 1, .ttl_s = 20};
    struct reason reason = {""};
    uint64_t races = 0;
    const enum outcome outcome =
        claim_number(hold, etcd, &options, 60000, &races, &reason);

    fputs(reason.text, stderr);
    REQUIRE(outcome == OUTCOME_DONE);
}

/* Both copies of a hold have the same lease, revision and token. */
static void test_copies(const char *url, const char *prefix)
{
    struct etcd etcd;
    struct hold a, b, c;
    struct reason reason;
    int64_t fence_ns;

    begin(&etcd, url);
    claim(&a, &etcd, prefix);
    REQUIRE(hold_renew(&a, &etcd, true, &reason) == OUTCOME_DONE);
    b = a;
    c = a;
    REQUIRE(hold_renew(&b, &etcd, true, &reason) == OUTCOME_DONE);
    fence_ns = a.fence_ns;
    REQUIRE(hold_renew(&a, &etcd, true, &reason) == OUTCOME_LOST);
    REQUIRE(a.fence_ns == fence_ns);
    REQUIRE(strstr(reason.text, "clone"));
    REQUIRE(hold_renew(&c, &etcd, true, &reason) == OUTCOME_LOST);
    REQUIRE(hold_renew(&b, &etcd, true, &reason) == OUTCOME_DONE);

    /* The copies are made between a write and its answer, and the answer is
     * lost. The copy that finds its own token has written nothing yet: its next
     * write decides, and the other copy loses. */
    hold_new_token(b.token);
    b.unanswered = true;
    a = b;
    REQUIRE(hold_renew(&a, &etcd, true, &reason) == OUTCOME_DONE);
    fence_ns = b.fence_ns;
    REQUIRE(hold_renew(&b, &etcd, true, &reason) == OUTCOME_AGAIN);
    REQUIRE(b.fence_ns == fence_ns);
    REQUIRE(hold_renew(&b, &etcd, true, &reason) == OUTCOME_DONE);
    REQUIRE(b.fence_ns > fence_ns);
    REQUIRE(hold_renew(&a, &etcd, true, &reason) == OUTCOME_LOST);

    /* The term that the hold knows is an old one, so the first answer proves
     * nothing, and the renewal is sent again. */
    b.term--;
    REQUIRE(hold_renew(&b, &etcd, true, &reason) == OUTCOME_DONE);
    c = b;
    c.member++;
    REQUIRE(hold_renew(&c, &etcd, true, &reason) == OUTCOME_DONE);
    REQUIRE(c.member == b.member && c.revision == b.revision + 2);

    /* The copies are made before the write is sent. The slower copy finds its
     * token too, but it has sent nothing that could have written it. */
    hold_new_token(c.token);
    a = c;
    REQUIRE(hold_renew(&a, &etcd, true, &reason) == OUTCOME_DONE);
    REQUIRE(hold_renew(&c, &etcd, true, &reason) == OUTCOME_LOST);

    REQUIRE(hold_revoke(&etcd, a.lease, &reason) == OUTCOME_DONE);
    REQUIRE(hold_renew(&a, &etcd, true, &reason) == OUTCOME_LOST);
    http_free(etcd.http);
}

static void set_skew(const char *path, long ms)
{
    FILE *file = fopen(path, "we");

    REQUIRE(file);
    fprintf(file, "%ld\n", ms);
    REQUIRE(fclose(file) == 0);
}

/* The next owner's clock is behind the mark of the last owner. */
static void test_floor(const char *url, const char *prefix, const char *path)
{
    const int64_t begin_ms = clocks_wall_ms();
    struct etcd etcd;
    struct hold a, b;
    struct reason reason;

    begin(&etcd, url);
    set_skew(path, 10000);
    claim(&a, &etcd, prefix);
    REQUIRE(a.floor_ms == 0);
    REQUIRE(hold_renew(&a, &etcd, true, &reason) == OUTCOME_DONE);
    REQUIRE(a.last_ms >= begin_ms + 30000);
    REQUIRE(hold_revoke(&etcd, a.lease, &reason) == OUTCOME_DONE);
    set_skew(path, 0);
    claim(&b, &etcd, prefix);
    REQUIRE(b.floor_ms == a.last_ms);
    REQUIRE(hold_renew(&b, &etcd, false, &reason) == OUTCOME_DONE);
    REQUIRE(b.last_ms == 0);
    REQUIRE(hold_renew(&b, &etcd, true, &reason) == OUTCOME_AGAIN);
    REQUIRE(strstr(reason.text, "stepped back"));
    set_skew(path, 40000);
    b.apart_ms = clocks_apart_ms(); /* as if 40 s had passed */
    REQUIRE(hold_renew(&b, &etcd, true, &reason) == OUTCOME_DONE);
    REQUIRE(b.last_ms > a.last_ms);
    /* The mark never goes back. */
    set_skew(path, 35000);
    a = b;
    REQUIRE(hold_renew(&b, &etcd, true, &reason) == OUTCOME_DONE);
    REQUIRE(b.last_ms == a.last_ms);
    /* It does not follow a clock that jumps ahead, until the clock is right again. */
    set_skew(path, 100000);
    REQUIRE(hold_renew(&b, &etcd, true, &reason) == OUTCOME_AGAIN);
    REQUIRE(strstr(reason.text, "jumped ahead by 60 s"));
    REQUIRE(b.last_ms == a.last_ms);
    set_skew(path, 35000);
    REQUIRE(hold_renew(&b, &etcd, true, &reason) == OUTCOME_DONE);
    REQUIRE(hold_revoke(&etcd, b.lease, &reason) == OUTCOME_DONE);
    http_free(etcd.http);
}

static void put(struct etcd *etcd, const char *key)
{
    struct answer_header header;
    struct reason reason = {""};
    json_t *answer = NULL;

    REQUIRE(etcd_call(etcd, &answer, &header, "kv/txn",
                      request_txn(json_array(),
                                  json_pack("[o]", operation_put(key, "7", 0)),
                                  json_array()),
                      &reason) == OUTCOME_DONE);
    json_decref(answer);
}

/* What was read of a number stays as it was at that revision, and does not let a
 * mark be set that was written later, or of a number that was taken later. */
static void test_meanwhile(const char *url, const char *prefix,
                           const char *what)
{
    const bool is_held = strcmp(what, "held") == 0;
    struct number first, again, now;
    struct etcd etcd;
    struct reason reason;
    int64_t revision = 0;
    char key[KEYS_SIZE];

    begin(&etcd, url);
    REQUIRE(numbers_read(&first, &etcd, prefix, 0, 1, &revision, &reason) ==
            OUTCOME_DONE);
    REQUIRE(first.marked && !first.held && revision > 0);
    (is_held ? key_held : key_last)(key, prefix, 0);
    put(&etcd, key);
    REQUIRE(numbers_read(&again, &etcd, prefix, 0, 1, &revision, &reason) ==
            OUTCOME_DONE);
    REQUIRE(again.held == first.held && again.last_ms == first.last_ms &&
            again.revision == first.revision);
    REQUIRE(numbers_read(&now, &etcd, prefix, 0, 1, NULL, &reason) ==
            OUTCOME_DONE);
    REQUIRE(now.held == is_held && (is_held || now.last_ms == 7));
    REQUIRE(marks_set(&etcd, prefix, 0, &first, 5, &reason) == OUTCOME_REFUSED);
    REQUIRE(strstr(reason.text, "was taken or marked meanwhile"));
    REQUIRE(numbers_read(&again, &etcd, prefix, 0, 1, NULL, &reason) ==
            OUTCOME_DONE);
    REQUIRE(again.last_ms == now.last_ms && again.revision == now.revision);
    http_free(etcd.http);
}

/* When another start removes the new folder, as if a killed process had left it. */
static enum { NEVER, BEFORE_OPEN, BEFORE_LOCK } removal;
static char new_folder[LEASEFILE_PATH];

/* These two take the place of libc's functions. */
char *mkdtemp(char *template)
{
    static unsigned count;

    snprintf(strstr(template, "XXXXXX"), 7, "%06u", count++);
    REQUIRE(mkdir(template, 0700) == 0);
    snprintf(new_folder, sizeof new_folder, "%s", template);
    if (removal == BEFORE_OPEN) {
        removal = NEVER;
        REQUIRE(rmdir(template) == 0);
    }
    return template;
}

int flock(int file, int operation)
{
    if (removal == BEFORE_LOCK) {
        removal = NEVER;
        REQUIRE(rmdir(new_folder) == 0);
    }
    return (int)syscall(SYS_flock, file, operation);
}

static void test_folder(const char *moment)
{
    struct reason reason = {""};
    struct leasefile file;
    struct stat about;

    removal = strcmp(moment, "before-open") == 0 ? BEFORE_OPEN : BEFORE_LOCK;
    REQUIRE(leasefile_create(&file, NULL, 1, 2, 0, &reason));
    REQUIRE(removal == NEVER && strstr(file.path, ".000001/lease"));
    REQUIRE(stat(file.path, &about) == 0);
    leasefile_end(&file);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";

    if (strcmp(name, "base64") == 0) {
        test_base64();
    } else if (strcmp(name, "keys") == 0) {
        test_keys();
    } else if (strcmp(name, "values") == 0) {
        test_values();
    } else if (strcmp(name, "states") == 0 && argc == 3) {
        test_states(argv[2]);
    } else if (strcmp(name, "folder") == 0 && argc == 3) {
        test_folder(argv[2]);
    } else if (strcmp(name, "copies") == 0 && argc == 4) {
        test_copies(argv[2], argv[3]);
    } else if (strcmp(name, "floor") == 0 && argc == 5) {
        test_floor(argv[2], argv[3], argv[4]);
    } else if (strcmp(name, "meanwhile") == 0 && argc == 5) {
        test_meanwhile(argv[2], argv[3], argv[4]);
    } else {
        return 2;
    }
    return 0;
}
