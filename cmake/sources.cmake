# SPDX-License-Identifier: MIT
# The lists of C files that packaging/sources.txt has.

# guidon_sources(OUT PRODUCT): sets OUT to the files of a product.
function(guidon_sources out product)
  set(list ${PROJECT_SOURCE_DIR}/packaging/sources.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} lines REGEX "^[a-z].* ${product}( |$)")
  list(TRANSFORM lines REPLACE " .*" "")
  list(TRANSFORM lines PREPEND ${PROJECT_SOURCE_DIR}/)
  set(${out} ${lines} PARENT_SCOPE)
endfunction()
