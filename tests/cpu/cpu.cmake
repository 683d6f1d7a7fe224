# SPDX-License-Identifier: MIT
guidon_test(cpu)
guidon_test(cpu_without)
target_sources(test_cpu_without PRIVATE support/cpu_without.c)
