# SPDX-License-Identifier: MIT
# A short run of the statistics; `./dev test statistics` runs the same program for
# longer. Sanitizers change no bit of an id and take ten times as long, so their
# builds leave it out.
if(GUIDON_SANITIZE)
  return()
endif()

guidon_test(statistics PkgConfig::gsl)
target_sources(test_statistics PRIVATE support/cpu_without.c
  statistics/bits.c statistics/bytes.c statistics/fields.c statistics/measure.c
  statistics/sorted.c statistics/sources.c statistics/statistics.c)
target_include_directories(test_statistics PRIVATE .)
target_compile_options(test_statistics PRIVATE $<$<CONFIG:Release>:-O2>)
