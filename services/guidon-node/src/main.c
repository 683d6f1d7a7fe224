/* SPDX-License-Identifier: MIT */
/* main.c - guidon-node, which leases a node number from etcd */
#include "arguments.h"
#include "keeper.h"
#include "secret.h"

#include "../../../cli/common/descriptors.h"

int main(int argc, char **argv)
{
    static char password[1025];
    struct arguments arguments;
    struct reason reason;

    descriptors_hold();
    switch (arguments_read(&arguments, argc, argv)) {
    case ARGUMENTS_RUN:
        break;
    case ARGUMENTS_ANSWERED:
        return EXIT_RELEASED;
    default:
        return EXIT_USAGE;
    }
    if (arguments.password_file &&
        !secret_read(password, sizeof password, arguments.password_file,
                     &reason)) {
        keeper_say(&reason);
        return EXIT_USAGE;
    }
    return keeper_run(&arguments, password);
}
