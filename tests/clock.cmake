# SPDX-License-Identifier: MIT
find_package(Threads REQUIRED)
guidon_test(timestamp)
guidon_test(tsc)
guidon_test(counter)
guidon_test(lease Threads::Threads)
guidon_test(clock Threads::Threads)
guidon_test(node)
