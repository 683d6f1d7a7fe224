# SPDX-License-Identifier: MIT
# Tests of ids that depend on a key, <guidon/keys.h>.
guidon_test(key_ring)
guidon_test(keys)
guidon_test(shard)
guidon_kernel_test(blake2s PkgConfig::libcrypto m)
guidon_long_test(blake2s kernels)

find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME keys_rows
  COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/keys/rows.py
    ${CMAKE_CURRENT_SOURCE_DIR}/vectors)
