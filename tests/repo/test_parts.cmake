# SPDX-License-Identifier: MIT
# What cmake/parts.cmake says is missing: cmake -P test_parts.cmake
include(${CMAKE_CURRENT_LIST_DIR}/../../cmake/parts.cmake)

function(expect what found wanted)
  if(NOT found STREQUAL wanted)
    message(FATAL_ERROR "${what}: found \"${found}\", expected \"${wanted}\"")
  endif()
endfunction()

# Without pkg-config, no module is said to be missing.
set(PKG_CONFIG_FOUND FALSE)
set(missing "")
guidon_require(missing MODULE libcurl libcurl4-openssl-dev)
guidon_require(missing MODULE jansson libjansson-dev)
guidon_require(missing PROGRAM guidon-nonsuch some-package)
expect("without pkg-config" "${missing}"
  "pkg-config (Debian: pkg-config);guidon-nonsuch (Debian: some-package)")

# With it, the modules are named.
set(PKG_CONFIG_FOUND TRUE)
function(pkg_check_modules)
endfunction()
set(missing "")
guidon_require(missing MODULE libcurl libcurl4-openssl-dev)
guidon_require(missing MODULE jansson libjansson-dev)
expect("with pkg-config" "${missing}"
  "libcurl (Debian: libcurl4-openssl-dev);jansson (Debian: libjansson-dev)")
