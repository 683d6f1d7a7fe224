/* SPDX-License-Identifier: MIT */
/* main.c - guidon-node, which leases a node number from etcd */
#include "arguments.h"
#include "keeper.h"
#include "secret.h"

#include "../../../cli/common/descriptors.h"

#include <guidon.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    static char password[1025];
    struct arguments arguments;
    struct reason reason;

    descriptors_hold();
    if (!arguments_read(&arguments, argc, argv, &reason)) {
        keeper_say(&reason);
        fputs("Try \"guidon-node --help\".\n", stderr);
        return EXIT_USAGE;
    }
    if (arguments.help || arguments.version) {
        if (arguments.help) {
            fputs(arguments_help, stdout);
        } else {
            printf("guidon-node %s\n", guidon_library_version());
        }
        return fflush(stdout) == 0 ? EXIT_RELEASED : EXIT_USAGE;
    }
    if (arguments.password_file &&
        !secret_read(password, sizeof password, arguments.password_file,
                     &reason)) {
        keeper_say(&reason);
        return EXIT_USAGE;
    }
    return keeper_run(&arguments, password);
}
