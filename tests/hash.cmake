# SPDX-License-Identifier: MIT
guidon_kernel_test(hash PkgConfig::libcrypto)
guidon_kernel_test(hash_kernels PkgConfig::libcrypto)
guidon_kernel_test(name PkgConfig::libcrypto)

# Takes minutes: `ctest -C long -L kernels` in the build directory runs it.
add_test(NAME hash_kernels_long COMMAND test_hash_kernels long
  CONFIGURATIONS long)
set_tests_properties(hash_kernels_long PROPERTIES LABELS kernels)
