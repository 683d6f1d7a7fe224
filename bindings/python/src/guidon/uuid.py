# SPDX-License-Identifier: MIT
"""The standard library's module uuid, with the makers of this package.

Write `import guidon.uuid as uuid` instead of `import uuid`. Every public name of
the interpreter's own uuid is here. uuid1, uuid3, uuid4, uuid5, uuid6, uuid7 and uuid8
come from this package, and UUID, SafeUUID and the constants are the same objects as in
the standard library. Versions of Python before 3.14 have no uuid6, uuid7, uuid8, NIL
and MAX; this module has them in every version.

UUID(text) is as fast as before, because UUID is the class of the standard library.
guidon.parse reads a text faster, and guidon.patch() makes UUID(text) fast.
"""

import sys
from uuid import *  # noqa: F403
from uuid import UUID as UUID

from ._core import (
    uuid1 as uuid1,
    uuid3 as uuid3,
    uuid4 as uuid4,
    uuid5 as uuid5,
    uuid6 as uuid6,
    uuid7 as uuid7,
    uuid8 as uuid8,
)

if sys.version_info < (3, 14):
    NIL = UUID(int=0)
    MAX = UUID(int=(1 << 128) - 1)
