# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# systems.sh - what to install where there is no apt-get.

# other_system PACKAGE...: say what to install.
other_system() {
    printf '   this system has no apt-get; install: %s\n' "$*" >&2
}
