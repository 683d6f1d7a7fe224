# SPDX-License-Identifier: MIT
# Checks of the source tree and of the built files. Sanitizers change neither the
# tree nor the files that users get, so those builds leave the checks out.
if(GUIDON_SANITIZE)
  return()
endif()

find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(repo ${CMAKE_CURRENT_SOURCE_DIR}/repo)
set(python ${Python3_EXECUTABLE} -B)

add_test(NAME repo_services COMMAND ${python} ${repo}/services.py ${PROJECT_SOURCE_DIR})
add_test(NAME repo_portable
  COMMAND ${python} ${repo}/portable_shell.py ${PROJECT_SOURCE_DIR})
add_test(NAME repo_gate COMMAND ${python} ${repo}/test_gate.py)
add_test(NAME repo_checks COMMAND ${python} ${repo}/test_checks.py)
add_test(NAME repo_slow COMMAND ${python} ${repo}/test_slow.py ${PROJECT_SOURCE_DIR}
  ${CMAKE_CURRENT_BINARY_DIR}/tests.txt)
add_test(NAME bench_driver
  COMMAND ${python} ${PROJECT_SOURCE_DIR}/bench/tests/test_driver.py)
add_test(NAME repo_full
  COMMAND ${python} ${CMAKE_CURRENT_SOURCE_DIR}/full/test_full.py)
add_test(NAME repo_evidence
  COMMAND ${python} ${CMAKE_CURRENT_SOURCE_DIR}/full/test_evidence.py ${PROJECT_SOURCE_DIR})
add_test(NAME repo_fuzz_mutants
  COMMAND ${python} ${PROJECT_SOURCE_DIR}/fuzz/mutants.py --check)
add_test(NAME repo_fuzz_seeds
  COMMAND ${python} ${PROJECT_SOURCE_DIR}/fuzz/seeds.py --check)
add_test(NAME repo_survivors
  COMMAND ${python} ${CMAKE_CURRENT_SOURCE_DIR}/mutation/survivors.py)
add_test(NAME repo_plants
  COMMAND ${python} ${CMAKE_CURRENT_SOURCE_DIR}/mutation/sample.py --check)
add_test(NAME repo_proofs_bits
  COMMAND ${python} ${PROJECT_SOURCE_DIR}/proofs/bits/controls.py)
foreach(check bits documents folders includes locks names one_name plain_words proofs readme recipes registries requirements spdx words)
  add_test(NAME repo_${check}
    COMMAND ${python} ${repo}/${check}.py ${PROJECT_SOURCE_DIR})
endforeach()

# The interface of the library, against the recorded one.
find_program(ABIDIFF abidiff)
find_program(ABIDW abidw)
if(ABIDIFF AND ABIDW AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
  add_test(NAME repo_abi
    COMMAND ${python} ${PROJECT_SOURCE_DIR}/packaging/abi.py ${PROJECT_SOURCE_DIR}
      ${CMAKE_CURRENT_BINARY_DIR}/abi)
  set_tests_properties(repo_abi PROPERTIES SKIP_RETURN_CODE 77)
  add_test(NAME repo_abi_changes
    COMMAND ${python} ${repo}/test_abi.py ${PROJECT_SOURCE_DIR})
endif()

add_test(NAME repo_packages COMMAND ${repo}/test_packages.sh ${PROJECT_SOURCE_DIR})
add_test(NAME repo_systems COMMAND ${repo}/test_systems.sh ${PROJECT_SOURCE_DIR})
add_test(NAME repo_workflows
  COMMAND ${python} ${repo}/test_workflows.py ${PROJECT_SOURCE_DIR})
add_test(NAME repo_portable_shell COMMAND ${python} ${repo}/test_portable_shell.py)
add_test(NAME repo_parts COMMAND ${CMAKE_COMMAND} -P ${repo}/test_parts.cmake)

add_test(NAME repo_guides
  COMMAND ${python} ${repo}/guides.py ${PROJECT_SOURCE_DIR} ${CMAKE_C_COMPILER})

add_test(NAME repo_standards
  COMMAND ${python} ${CMAKE_CURRENT_SOURCE_DIR}/blocks/standards.py ${PROJECT_SOURCE_DIR})

if(TARGET guidon_pages)
  add_test(NAME repo_man3
    COMMAND ${python} ${repo}/man3.py ${PROJECT_SOURCE_DIR}
      ${PROJECT_BINARY_DIR}/docs/man/man3)
  set_tests_properties(repo_man3 PROPERTIES
    REQUIRED_FILES ${PROJECT_BINARY_DIR}/docs/man.stamp)
endif()
# If Doxygen is installed, it writes the reference without a warning.
find_program(DOXYGEN doxygen)
if(DOXYGEN)
  add_test(NAME repo_reference
    COMMAND ${DOXYGEN} docs/reference/Doxyfile
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/docs/reference)
  set_tests_properties(repo_reference PROPERTIES ENVIRONMENT
    "GUIDON_DOCS=${PROJECT_BINARY_DIR}/docs/reference;GUIDON_VERSION=${PROJECT_VERSION}")
endif()
if(UNIX AND NOT APPLE)
  add_test(NAME repo_symbols
    COMMAND ${python} ${repo}/symbols.py ${PROJECT_SOURCE_DIR} ${CMAKE_NM}
      ${CMAKE_READELF} $<TARGET_FILE:guidon_shared> $<TARGET_FILE:guidon_static>)
endif()
if(UNIX)
  set(plain_build ${repo}/plain_build.sh ${PROJECT_SOURCE_DIR} ${CMAKE_NM})
  add_test(NAME repo_plain_build COMMAND ${plain_build})
  add_test(NAME repo_plain_build_long CONFIGURATIONS long COMMAND ${plain_build} whole)
  set_tests_properties(repo_plain_build_long PROPERTIES TIMEOUT 1800)
endif()
