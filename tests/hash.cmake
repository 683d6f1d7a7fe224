# SPDX-License-Identifier: MIT
guidon_test(hash PkgConfig::libcrypto)
guidon_test(name PkgConfig::libcrypto)
