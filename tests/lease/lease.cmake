# SPDX-License-Identifier: MIT
if(UNIX)
  guidon_test(lease_file)
  guidon_test(lease_first)
endif()
