/* SPDX-License-Identifier: MIT */
/*
 * guest.c - the only program of a virtual machine; it makes ids before a
 * snapshot and in each resumed copy
 *
 * The program prints "ready" and waits for a byte on its serial port, which
 * vm.py sends to each copy. Each source is a process whose buffers were filled
 * before the snapshot. It then makes COUNT ids and prints one line for each:
 *
 *   SOURCE INDEX ID
 *
 * The lines go to QEMU's debug port, which takes many bytes in one VM exit.
 */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <guidon.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/io.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#define BEFORE                                                                 \
  7 /* ids of each source before the snapshot, which fill its buffers */
#define COUNT      1200

#define DEBUG_PORT 0xe9

static const struct source {
    const char *name;
    guidon_options options;
} sources[] = {
    {"v4", {.kind = GUIDON_V4}},
    {"v4-kernel", {.kind = GUIDON_V4, .random = GUIDON_RANDOM_KERNEL}},
    {"v7", {.kind = GUIDON_V7}},
    {"v7-counter", {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_COUNTER}},
    {"v7-increment", {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_INCREMENT}},
    {"v7-unordered", {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_UNORDERED}},
    {"v7-process", {.kind = GUIDON_V7, .scope = GUIDON_SCOPE_PROCESS}},
    {"v1", {.kind = GUIDON_V1}},
    {"v6", {.kind = GUIDON_V6}},
    {"ulid", {.kind = GUIDON_ULID}},
    {"ulid-monotonic", {.kind = GUIDON_ULID_MONOTONIC}},
};
#define N_SOURCES (sizeof sources / sizeof sources[0])

static guidon_generator *generators[N_SOURCES];

static void say(const char *format, ...)
{
    char text[256];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    outsb(DEBUG_PORT, text, strlen(text));
}

static _Noreturn void fail(const char *what)
{
    say("fails: %s\n", what);
    for (;;) {
        pause();
    }
}

/* One pipe reports that the process is ready; it continues on a byte from the
 * other. */
static void make_all(size_t i, int from_port, int to_port)
{
    guidon_id id = guidon_nil();
    char text[GUIDON_UUID_LEN];
    char go;

    if (guidon_generator_new(&generators[i], &sources[i].options) != 0) {
        fail(sources[i].name);
    }
    for (int n = 0; n < BEFORE; n++) {
        if (guidon_next(&id, generators[i]) != 0) {
            fail(sources[i].name);
        }
    }
    if (write(to_port, "r", 1) != 1 || read(from_port, &go, 1) != 1) {
        fail("pipe");
    }
    for (int n = 0; n < COUNT; n++) {
        if (guidon_next(&id, generators[i]) != 0) {
            fail(sources[i].name);
        }
        guidon_uuid_format(text, &id);
        say("%s %d %.*s\n", sources[i].name, n, GUIDON_UUID_LEN, text);
    }
}

/* Start the process of a source. It waits for a byte in `go`. */
static void start(size_t i, int go[2], int ready[2])
{
    if (pipe(go) != 0 || pipe(ready) != 0) {
        fail("pipe");
    }
    if (fork() == 0) {
        make_all(i, go[0], ready[1]);
        if (write(ready[1], "d", 1) != 1) {
            fail("pipe");
        }
        _exit(0);
    }
}

/* Open the serial port in raw mode, without echo or line buffering. */
static void open_port(void)
{
    struct termios how;
    int port;

    if (ioperm(DEBUG_PORT, 1, 1) != 0) {
        return;
    }
    mkdir("/dev", 0755);
    mount("dev", "/dev", "devtmpfs", 0, NULL);
    port = open("/dev/ttyS0", O_RDWR);
    if (port < 0 || tcgetattr(port, &how) != 0) {
        return;
    }
    cfmakeraw(&how);
    cfsetspeed(&how, B115200);
    tcsetattr(port, TCSANOW, &how);
    dup2(port, 0);
}

static void print_machine(void)
{
    const char *key, *value;

    say("machine");
    for (unsigned i = 0; guidon_machine_describe(&key, &value, i) == GUIDON_OK;
         i++) {
        say("%s %s: %s", i > 0 ? ";" : "", key, value);
    }
    say("\n");
}

int main(void)
{
    int go[N_SOURCES][2], ready[N_SOURCES][2];
    char byte;

    open_port();
    print_machine();
    for (size_t i = 0; i < N_SOURCES; i++) {
        start(i, go[i], ready[i]);
        if (read(ready[i][0], &byte, 1) != 1) {
            fail("pipe");
        }
    }
    say("ready\n");
    if (read(0, &byte, 1) != 1) {
        fail("port");
    }
    for (size_t i = 0; i < N_SOURCES; i++) {
        if (write(go[i][1], "g", 1) != 1 || read(ready[i][0], &byte, 1) != 1) {
            fail("pipe");
        }
    }
    say("done\n");
    fail("end of the program");
}
