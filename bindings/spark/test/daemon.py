# SPDX-License-Identifier: MIT
"""The process that Spark forks its Python workers from, which has imported what they
need. Otherwise each worker of each job would import it for most of a second."""

from pyspark.daemon import manager

try:
    import guidon_spark  # noqa: F401
except ImportError:
    pass  # it needs Spark 4.1, and the tests of the jar run on earlier ones too

if __name__ == "__main__":
    manager()
