# SPDX-License-Identifier: MIT
guidon_test(cpu)
guidon_test(cpu_without)
target_sources(test_cpu_without PRIVATE support/cpu_without.c)
guidon_test(entropy)
guidon_test(cipher PkgConfig::libcrypto)
guidon_test(stream PkgConfig::libcrypto)
guidon_test(epoch)
guidon_test(thread)
