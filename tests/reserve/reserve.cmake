# SPDX-License-Identifier: MIT
find_package(Threads REQUIRED)
guidon_test(reservation Threads::Threads)
