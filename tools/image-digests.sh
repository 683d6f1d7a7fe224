#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# image-digests.sh [--list] - write the digest of each container image into
# .github/images.txt. docker or podman reads the digests from a registry; if one cannot
# be read, the file stays as it is. With --list, print the images for a workflow, as a
# line images=[...] in JSON.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
file=${GUIDON_IMAGES:-$root/.github/images.txt}

images() {
    grep -v '^#' "$file"
}

case ${1:-} in
--list)
    images | awk '{ printf "%s\"%s\"", NR == 1 ? "images=[" : ",", $0 }
        END { print "]" }'
    exit
    ;;
'') ;;
*)
    echo "image-digests.sh: \"$1\" is not --list" >&2
    exit 2
    ;;
esac

for program in docker podman ''; do
    [[ -n $program ]] || {
        echo 'image-digests.sh: needs docker or podman to read digests' >&2
        exit 1
    }
    ! command -v "$program" >/dev/null || break
done

new=$(mktemp)
trap 'rm -f "$new"' EXIT
grep '^#' "$file" >"$new"
while IFS= read -r line; do
    image=${line%%@*}
    "$program" pull --quiet "$image" >/dev/null
    digest=$("$program" image inspect --format '{{index .RepoDigests 0}}' "$image")
    [[ $digest =~ @(sha256:[0-9a-f]{64})$ ]] || {
        echo "image-digests.sh: $image: \"$digest\" has no digest" >&2
        exit 1
    }
    printf '%s@%s\n' "$image" "${BASH_REMATCH[1]}" >>"$new"
done < <(images)
cat "$new" >"$file"
