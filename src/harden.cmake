# SPDX-License-Identifier: MIT
# Flags that make a fault in the libraries and the tool harder to exploit. A flag
# that CMAKE_C_FLAGS already sets stays as the packager set it. GUIDON_HARDEN=OFF
# leaves all of these flags out. tests/repo/hardened.py checks the built files.
add_library(guidon_hardened INTERFACE)
# A sanitizer has checks of its own, and fortified functions would bypass them.
if(NOT GUIDON_HARDEN OR GUIDON_SANITIZE OR NOT UNIX OR
    NOT CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
  return()
endif()
include(CheckCCompilerFlag)
include(CheckLinkerFlag)
include(CheckPIESupported)

# harden_compile(FLAG UNLESS...): adds FLAG if the compiler knows it and the given
# flags match no UNLESS.
function(harden_compile flag)
  foreach(unless ${ARGN})
    if(CMAKE_C_FLAGS MATCHES "${unless}")
      return()
    endif()
  endforeach()
  string(MAKE_C_IDENTIFIER "GUIDON_HAS${flag}" has)
  check_c_compiler_flag(${flag} ${has})
  if(${has})
    target_compile_options(guidon_hardened INTERFACE $<$<COMPILE_LANGUAGE:C>:${flag}>)
  endif()
endfunction()

harden_compile(-fstack-protector-strong -f.*stack-protector)
harden_compile(-fstack-clash-protection stack-clash-protection)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64|i[3-6]86)$")
  harden_compile(-fcf-protection cf-protection)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  harden_compile(-mbranch-protection=standard branch-protection)
endif()
# _FORTIFY_SOURCE needs optimisation; without it the headers warn.
if(NOT CMAKE_C_FLAGS MATCHES "_FORTIFY_SOURCE")
  target_compile_options(guidon_hardened INTERFACE
    $<$<AND:$<COMPILE_LANGUAGE:C>,$<CONFIG:Release,RelWithDebInfo,MinSizeRel>>:-U_FORTIFY_SOURCE$<SEMICOLON>-D_FORTIFY_SOURCE=2>)
endif()
foreach(word relro now noexecstack text)
  check_linker_flag(C -Wl,-z,${word} GUIDON_HAS_Z_${word})
  if(GUIDON_HAS_Z_${word})
    target_link_options(guidon_hardened INTERFACE -Wl,-z,${word})
  endif()
endforeach()
check_pie_supported(OUTPUT_VARIABLE ignored LANGUAGES C)
