# SPDX-License-Identifier: MIT
# The smoke run; the same program makes the long one, ./dev test statistics.
# Sanitizers change no bit of an id, and make it ten times as long.
if(GUIDON_SANITIZE)
  return()
endif()

guidon_test(statistics PkgConfig::gsl)
target_sources(test_statistics PRIVATE support/cpu_without.c
  statistics/bits.c statistics/bytes.c statistics/fields.c statistics/measure.c
  statistics/sorted.c statistics/sources.c statistics/statistics.c)
target_include_directories(test_statistics PRIVATE .)
