# SPDX-License-Identifier: MIT
# Decides which parts of the tree this configure builds. A part is built if its
# libraries are found; otherwise one status line says what is missing, which
# Debian package has it, and which option silences the line.

# guidon_require(LIST KIND NAME PACKAGE): looks for one thing that a part needs.
# If it is missing, appends "NAME (Debian: PACKAGE)" to LIST. Without pkg-config nobody
# knows which modules are there, so LIST then names pkg-config, and no module.
#
#   MODULE   NAME is a pkg-config module; defines the target PkgConfig::NAME. Call
#            find_package(PkgConfig QUIET) first.
#   HEADER   NAME is a header
#   PROGRAM  NAME is a program
function(guidon_require list kind name package)
  string(MAKE_C_IDENTIFIER "GUIDON_FOUND_${name}" found)
  if(kind STREQUAL "MODULE")
    if(PKG_CONFIG_FOUND AND NOT TARGET PkgConfig::${name})
      pkg_check_modules(${name} QUIET IMPORTED_TARGET GLOBAL ${name})
    endif()
    if(TARGET PkgConfig::${name})
      set(${found} TRUE)
    endif()
  elseif(kind STREQUAL "HEADER")
    find_path(${found} ${name})
    mark_as_advanced(${found})
  else()
    find_program(${found} ${name})
    mark_as_advanced(${found})
  endif()
  if(kind STREQUAL "MODULE" AND NOT PKG_CONFIG_FOUND)
    set(name pkg-config)
    set(package pkg-config)
  endif()
  if(NOT ${found})
    set(missing ${${list}} "${name} (Debian: ${package})")
    list(REMOVE_DUPLICATES missing)
    set(${list} ${missing} PARENT_SCOPE)
  endif()
endfunction()

# guidon_part(OPTION WHAT MISSING...): sets OPTION to ON or OFF for this run, from
# ON, OFF or AUTO in the cache. AUTO leaves the part out if anything is MISSING,
# and says so; ON stops with the same list.
function(guidon_part option what)
  if(${option} STREQUAL "AUTO" AND ARGN)
    list(JOIN ARGN ", " missing)
    message(STATUS "Left out: ${what}. Missing: ${missing}. "
      "Install these and configure again, or silence this line by -D${option}=OFF")
    set(${option} OFF PARENT_SCOPE)
  elseif(${option} AND ARGN)
    list(JOIN ARGN "\n  " missing)
    message(FATAL_ERROR "${option}=ON, but ${what} cannot be built. Missing:\n"
      "  ${missing}\n"
      "Install these, or say -D${option}=OFF to leave out ${what}.")
  elseif(${option})
    set(${option} ON PARENT_SCOPE)
  endif()
endfunction()
