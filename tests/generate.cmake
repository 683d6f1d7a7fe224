# SPDX-License-Identifier: MIT
find_package(Threads REQUIRED)
guidon_test(v2)
guidon_test(v4)
guidon_test(v7)
guidon_test(ulid)
guidon_test(gregorian)
guidon_test(generator)
guidon_test(scope Threads::Threads)
