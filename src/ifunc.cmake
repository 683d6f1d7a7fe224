# SPDX-License-Identifier: MIT
# The dynamic linker binds four functions of the shared library to the kernels of the
# processor, where that is known to work: gcc and glibc on x86-64. The compiler must
# not instrument the functions that run before the relocation is complete.
option(GUIDON_IFUNC "Let the dynamic linker bind text functions of the shared library"
  ON)
mark_as_advanced(GUIDON_IFUNC)
string(TOUPPER "${CMAKE_BUILD_TYPE}" ifunc_type)
set(ifunc_flags "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${ifunc_type}}")
set(GUIDON_IFUNC_USED OFF PARENT_SCOPE)
if(NOT GUIDON_IFUNC OR GUIDON_SANITIZE OR GUIDON_COVERAGE OR
    CMAKE_INTERPROCEDURAL_OPTIMIZATION OR
    ifunc_flags MATCHES " -pg| --coverage|-f(lto|sanitize|profile|instrument)")
  return()
endif()
include(CheckSourceCompiles)
check_source_compiles(C "
#include <features.h>
#if defined(__clang__) || !defined(__GLIBC__) || defined(__UCLIBC__) || \
    !defined(__x86_64__) || defined(__ILP32__)
#error other systems
#endif
static void one(void) {}
static void (*resolve(void))(void) { return one; }
void bound(void) __attribute__((ifunc(\"resolve\")));
int main(void) { bound(); return 0; }
" GUIDON_IFUNC_WORKS)
if(GUIDON_IFUNC_WORKS)
  set(GUIDON_IFUNC_USED ON PARENT_SCOPE)
  target_compile_definitions(guidon_shared_objects PRIVATE GUIDON_IFUNC)
endif()
