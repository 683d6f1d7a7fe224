/* SPDX-License-Identifier: MIT */
/* isolation.c - whether COMMAND can have a PID namespace of its own, and how */
#include "isolation.h"

#include <errno.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool get_capabilities(uint64_t *effective, uint64_t *permitted)
{
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];

    if (syscall(SYS_capget, &header, data) != 0) {
        return false;
    }
    *effective = (uint64_t)data[1].effective << 32 | data[0].effective;
    *permitted = (uint64_t)data[1].permitted << 32 | data[0].permitted;
    return true;
}

/* Root makes the namespace itself. A process without capabilities makes it in a
 * user namespace. There, capabilities would count for little, so a process with
 * a few of them gets no namespace. */
static bool choose_namespaces(struct isolation_plan *out, struct reason *reason)
{
    uint64_t effective, permitted;

    if (!get_capabilities(&effective, &permitted)) {
        reason_set(reason, "capget: %s", strerror(errno));
        return false;
    }
    out->namespaces = CLONE_NEWPID | CLONE_NEWNS;
    if (effective >> CAP_SYS_ADMIN & 1) {
        return true;
    }
    if (permitted != 0) {
        reason_set(reason,
                   "guidon-node has capabilities, but not CAP_SYS_ADMIN");
        return false;
    }
    out->namespaces |= CLONE_NEWUSER;
    out->maps_user = true;
    out->user = geteuid();
    out->group = getegid();
    return true;
}

/* ---------------------------------------------------------------------- /proc */

/* The words of a line of mountinfo that count here: see proc(5). */
struct mount_line {
    const char *point, *flags, *type, *options;
};

static bool split(struct mount_line *out, char *line)
{
    char *words[7] = {NULL}, *rest = NULL, *tail = strstr(line, " - ");
    size_t n = 0;
    char *word;

    if (!tail) {
        return false;
    }
    *tail = '\0';
    for (word = strtok_r(line, " ", &rest); word && n < 6;
         word = strtok_r(NULL, " ", &rest)) {
        words[n++] = word;
    }
    out->point = words[4];
    out->flags = words[5];
    out->type = strtok_r(tail + 3, " \n", &rest);
    word = strtok_r(NULL, " \n", &rest); /* the source */
    out->options = word ? strtok_r(NULL, " \n", &rest) : NULL;
    return out->flags && out->options;
}

/* The options of the file system without "rw" or "ro", which come first. */
static const char *behind_first(const char *options)
{
    const char *comma = strchr(options, ',');

    return comma ? comma + 1 : "";
}

/* File systems that add something to /proc. Everything else that is mounted
 * below hides something there, and a new /proc would show it again. */
static bool adds_to_proc(const char *type)
{
    return strcmp(type, "autofs") == 0 || strcmp(type, "binfmt_misc") == 0 ||
           strcmp(type, "nfsd") == 0;
}

static bool note_mount(struct isolation_plan *out, bool *found,
                       const struct mount_line *line, struct reason *reason)
{
    if (strncmp(line->point, "/proc/", 6) == 0 && !adds_to_proc(line->type)) {
        reason_set(reason, "%.300s is mounted below /proc", line->point);
        return false;
    }
    if (strcmp(line->point, "/proc") != 0) {
        return true;
    }
    if (strcmp(line->type, "proc") != 0 ||
        strlen(line->options) >= ISOLATION_PROC_OPTIONS) {
        reason_set(reason, "/proc is not mounted as usual");
        return false;
    }
    *found = true;
    out->proc_flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
    if (strncmp(line->flags, "ro", 2) == 0 ||
        strncmp(line->options, "ro", 2) == 0) {
        out->proc_flags |= MS_RDONLY;
    }
    snprintf(out->proc_options, sizeof out->proc_options, "%s",
             behind_first(line->options));
    return true;
}

/* Process numbers in /proc are those of the namespace only if /proc is mounted
 * there. */
static bool look_at_proc(struct isolation_plan *out, struct reason *reason)
{
    FILE *file = fopen("/proc/self/mountinfo", "re");
    bool good = true, found = false;
    struct mount_line words;
    char *line = NULL;
    size_t size = 0;

    if (!file) {
        reason_set(reason, "/proc/self/mountinfo: %s", strerror(errno));
        return false;
    }
    while (good && getline(&line, &size, file) > 0) {
        if (split(&words, line)) {
            good = note_mount(out, &found, &words, reason);
        }
    }
    free(line);
    fclose(file);
    if (good && !found) {
        reason_set(reason, "/proc is not mounted");
    }
    return good && found;
}

bool isolation_plan(struct isolation_plan *out, struct reason *reason)
{
    memset(out, 0, sizeof *out);
    return choose_namespaces(out, reason) && look_at_proc(out, reason);
}
