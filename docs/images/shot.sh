#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shot.sh TOOL OUT.png: the picture of `guidon show` in the README, taken of a
# real xterm. Needs the Debian packages xvfb xterm imagemagick fonts-dejavu-core.
set -euo pipefail
tool=$(realpath "$1")
out=$(realpath -m "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH=${tool%/*}:$PATH LC_ALL=C.UTF-8

cat >"$work/demo" <<'DEMO'
printf '$ guidon show 017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n'
guidon show 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
printf '\033[?25l'
: > "$1/drawn"
read -r _
DEMO
# shellcheck disable=SC2016  # expanded by the inner bash
xvfb-run -a -s '-screen 0 1400x1200x24' bash -c '
    xterm -fa "DejaVu Sans Mono" -fs 13 -geometry 81x40 -b 12 \
        -bg "#16181d" -fg "#d7dae0" -xrm "xterm*scrollBar: false" \
        -xrm "xterm*boldMode: false" -title guidon \
        -e bash "$0/demo" "$0" &
    until [ -e "$0/drawn" ]; do sleep 0.1; done
    sleep 1
    import -window guidon -strip -colors 64 "png8:$1"
    kill %1' "$work" "$out"
