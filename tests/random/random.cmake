# SPDX-License-Identifier: MIT
guidon_test(cipher PkgConfig::libcrypto)
guidon_test(stream PkgConfig::libcrypto)
guidon_test(epoch)
guidon_test(thread)
guidon_test(duplicates_secret)
find_package(Threads REQUIRED)
guidon_test(key_slots Threads::Threads)
