# SPDX-License-Identifier: MIT
# `cmake --install` installs the libraries, the headers and the files for CMake and
# pkg-config. All of them may be moved to another prefix afterwards.
include(CMakePackageConfigHelpers)
set(GUIDON_INSTALL_KINDS "" CACHE STRING
  "Which libraries are installed: shared, static, or both with ; between them. \
Empty: both, or static alone where BUILD_SHARED_LIBS is off")
set(kinds ${GUIDON_INSTALL_KINDS})
if(NOT kinds)
  set(kinds static)
  if(BUILD_SHARED_LIBS)
    set(kinds shared static)
  endif()
endif()
set(packaging ${PROJECT_SOURCE_DIR}/packaging)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/guidon)

# Each kind of library has an export file of its own, so that a package can leave
# one kind out.
foreach(kind ${kinds})
  install(TARGETS guidon_${kind} EXPORT guidon_${kind})
  install(EXPORT guidon_${kind} FILE guidon-${kind}.cmake NAMESPACE guidon::
    DESTINATION ${package_dir})
endforeach()
foreach(kind shared static)
  if(NOT kind IN_LIST kinds AND NOT GUIDON_TESTS)
    guidon_build_on_demand(${kind})
  endif()
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ TYPE INCLUDE
  FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")

configure_package_config_file(${packaging}/guidon-config.cmake.in
  guidon-config.cmake INSTALL_DESTINATION ${package_dir}
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(guidon-config-version.cmake
  COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/guidon-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/guidon-config-version.cmake
  DESTINATION ${package_dir})

# guidon.pc gives the prefix relative to its own directory, so that both may be
# moved. If CMAKE_INSTALL_LIBDIR is absolute, the prefix is absolute too.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
  set(pc_libdir ${CMAKE_INSTALL_LIBDIR})
else()
  file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" up "${up}")
  set(pc_prefix "\${pcfiledir}/${up}")
  set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
if(IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(pc_includedir ${CMAKE_INSTALL_INCLUDEDIR})
endif()
set(pc_private ${CMAKE_THREAD_LIBS_INIT})
foreach(library ${system_libraries})
  string(APPEND pc_private " -l${library}")
endforeach()
# A program that pkg-config compiles for the static library links the shared one if
# the linker prefers it, so only Windows tells the compiler which one it is.
set(pc_cflags_private "")
if(WIN32)
  set(pc_cflags_private -DGUIDON_STATIC)
endif()
set(pc_libs -lguidon)
if(WIN32 AND NOT "shared" IN_LIST kinds)
  get_target_property(static_name guidon_static NAME)
  set(pc_libs -l${static_name})
endif()
configure_file(${packaging}/guidon.pc.in guidon.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/guidon.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
