# SPDX-License-Identifier: MIT
"""The module guidon_spark under a name of this package. The distribution guidon-spark has
it, and the extra spark of guidon-ids installs what it needs beside it."""

try:
    from guidon_spark import *  # noqa: F403
    from guidon_spark import __all__ as __all__
except ModuleNotFoundError as error:
    if error.name != "guidon_spark":
        raise
    raise ImportError(
        "guidon.spark needs the distribution guidon-spark, which is in the "
        "folder bindings/spark of Guidon's sources"
    ) from error
