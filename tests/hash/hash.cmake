# SPDX-License-Identifier: MIT
guidon_kernel_test(hash PkgConfig::libcrypto)
guidon_kernel_test(hash_kernels PkgConfig::libcrypto)
guidon_long_test(hash_kernels kernels)
