# SPDX-License-Identifier: MIT
"""The process that Spark forks its Python workers from, which has imported what they
need. Otherwise each worker of each job would import it for most of a second."""

import guidon_spark  # noqa: F401
from pyspark.daemon import manager

if __name__ == "__main__":
    manager()
