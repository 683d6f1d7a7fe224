# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# The wheels, which pip chooses in a new environment.
set -eu
python3 -m venv /tmp/venv
/tmp/venv/bin/pip install --no-index --only-binary :all: --find-links /release guidon-ids
/tmp/venv/bin/python <<'END'
import guidon
import uuid

ids = [guidon.uuid7() for _ in range(1000)]
assert ids == sorted(ids) and len(set(ids)) == 1000 and type(ids[0]) is uuid.UUID
assert guidon.parse(str(guidon.ulid()))
END
