# SPDX-License-Identifier: MIT
# The tool, run as a person or a script runs it. cli/NAME.txt holds command
# lines; cli/NAME.expected what they print, exactly.
if(NOT GUIDON_TOOL)
  return()
endif()

set(cli_run ${CMAKE_CURRENT_SOURCE_DIR}/cli/run.sh)
function(guidon_cli_test name)
  add_test(NAME cli_${name}
    COMMAND bash ${cli_run} ${CMAKE_CURRENT_SOURCE_DIR}/cli/${name})
  set_tests_properties(cli_${name} PROPERTIES ENVIRONMENT_MODIFICATION
    "PATH=path_list_prepend:$<TARGET_FILE_DIR:guidon_tool>;PATH=path_list_prepend:$<TARGET_FILE_DIR:example_first>")
endfunction()

foreach(name new show convert check runs sort dedupe bounds odds stat scan
  audit annotate usage streams first first_cpp)
  guidon_cli_test(${name})
endforeach()

# What annotate and scan find in text, without the tool around it: with vectors
# where there are some, and as any C compiler does it.
guidon_test(scanner)
target_sources(test_scanner PRIVATE ${PROJECT_SOURCE_DIR}/cli/text/scanner.c)
target_include_directories(test_scanner PRIVATE ${PROJECT_SOURCE_DIR}/cli)
add_executable(test_scanner_portable test_scanner.c
  ${PROJECT_SOURCE_DIR}/cli/text/scanner.c)
target_link_libraries(test_scanner_portable PRIVATE test_support)
target_include_directories(test_scanner_portable
  PRIVATE ${PROJECT_SOURCE_DIR}/cli)
target_compile_definitions(test_scanner_portable PRIVATE SCANNER_PORTABLE)
add_test(NAME scanner_portable COMMAND test_scanner_portable)

# What the line of progress says, and when.
guidon_test(progress guidon_commands guidon_json)
target_include_directories(test_progress PRIVATE ${PROJECT_SOURCE_DIR}/cli)

# Tails of distributions that audit asks for, beside GSL's.
guidon_test(p_values PkgConfig::gsl)
target_sources(test_p_values PRIVATE ${PROJECT_SOURCE_DIR}/cli/stats/series.c
  ${PROJECT_SOURCE_DIR}/cli/stats/p_values.c)
target_include_directories(test_p_values PRIVATE ${PROJECT_SOURCE_DIR}/cli)

# Every example of every --help does what it says.
add_test(NAME cli_help_examples
  COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/cli/help_examples.sh
    $<TARGET_FILE:guidon_tool> ${PROJECT_SOURCE_DIR}/examples)
# Every command, with all that goes wrong.
add_test(NAME cli_matrix
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/matrix.py
    $<TARGET_FILE:guidon_tool>)
# The tool without its JSON library: --json is refused, the rest works.
add_executable(guidon_without_json ${PROJECT_SOURCE_DIR}/cli/guidon.c
  ${PROJECT_SOURCE_DIR}/cli/text/json_none.c)
target_link_libraries(guidon_without_json PRIVATE guidon_commands)
set_target_properties(guidon_without_json PROPERTIES
  OUTPUT_NAME guidon RUNTIME_OUTPUT_DIRECTORY without_json)
add_test(NAME cli_without_json
  COMMAND bash ${cli_run} ${CMAKE_CURRENT_SOURCE_DIR}/cli/without_json)
set_tests_properties(cli_without_json PROPERTIES ENVIRONMENT_MODIFICATION
  "PATH=path_list_prepend:$<TARGET_FILE_DIR:guidon_without_json>")
# What is drawn, in terminals of several widths.
add_test(NAME cli_look
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/look.py
    $<TARGET_FILE:guidon_tool> ${PROJECT_SOURCE_DIR}/examples/ids.txt)
# The odds, computed a second time.
add_test(NAME cli_odds_exact
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/odds.py
    $<TARGET_FILE:guidon_tool>)
# What stat counts, counted a second time.
add_test(NAME cli_stat_exact
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/stat.py
    $<TARGET_FILE:guidon_tool>)
# What scan finds, and where, a second time; what a signal does.
add_test(NAME cli_scan_exact
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/scan.py
    $<TARGET_FILE:guidon_tool>)
# Faults that are put into files of ids are found, and good ids are left alone.
add_test(NAME cli_audit_faults
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/audit.py
    $<TARGET_FILE:guidon_tool>)
# The console blocks of documents print what stands there.
add_test(NAME cli_readme
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/readme.py
    $<TARGET_FILE:guidon_tool> ${PROJECT_SOURCE_DIR} README.md docs/tool.md)
# Completions offer what the parser takes, in the shells that are installed.
add_test(NAME cli_completions
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/completions.py
    $<TARGET_FILE:guidon_tool>)
# docs/json.md has the keys that --json writes.
add_test(NAME cli_json_keys
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/json_keys.py
    $<TARGET_FILE:guidon_tool> ${PROJECT_SOURCE_DIR}/docs/json.md
    ${PROJECT_SOURCE_DIR}/examples/ids.txt)
# The manual pages tell what the parser takes and --help lists.
if(TARGET guidon_manual)
  add_test(NAME cli_manual
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/manual.py
      $<TARGET_FILE:guidon_tool> $<TARGET_FILE:guidon_manual>
      ${PROJECT_BINARY_DIR}/cli/man ${PROJECT_SOURCE_DIR}/docs/man)
endif()
# A million ids in mixed forms, through every form and back; fewer where every
# step is watched.
set(roundtrip_count 1000000)
if(GUIDON_SANITIZE)
  set(roundtrip_count 50000)
endif()
add_test(NAME cli_roundtrip
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/roundtrip.py
    $<TARGET_FILE:guidon_tool> ${roundtrip_count})
# sort and dedupe beside plain Python, in so little memory that there are many
# runs; what signals leave behind.
set(sorting_count 20000)
if(GUIDON_SANITIZE)
  set(sorting_count 5000)
endif()
set(sorting_module $<TARGET_FILE:faults>)
if(GUIDON_SANITIZE)
  set(sorting_module "")
endif()
add_test(NAME cli_sorting
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/sorting.py
    $<TARGET_FILE:guidon_tool> ${sorting_count} ${sorting_module})

# Bounded memory, which a sanitizer's own needs would break.
if(NOT GUIDON_SANITIZE)
  add_test(NAME cli_memory
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/memory.py
      $<TARGET_FILE:guidon_tool>)
  # 10^8 ids within 256 MiB: as much disk as 9 GB, and minutes.
  add_test(NAME cli_large_long CONFIGURATIONS long
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/large.py
      $<TARGET_FILE:guidon_tool> 100000000 256)
  set_tests_properties(cli_large_long PROPERTIES TIMEOUT 3600)
endif()

# A kernel that gives no random bytes, by a filter on system calls.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  add_executable(no_entropy cli/no_entropy.c)
  target_compile_definitions(no_entropy PRIVATE _GNU_SOURCE)
  add_test(NAME cli_no_entropy
    COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/cli/no_entropy.sh
      $<TARGET_FILE:no_entropy> $<TARGET_FILE:guidon_tool>)
endif()

# Reads, writes and allocations that fail in the middle of the work. The
# stand-in is loaded before libc, which a sanitizer's own runtime does not allow.
if(NOT GUIDON_SANITIZE)
  add_library(faults MODULE cli/faults.c)
  # syscall is none of C11, nor of POSIX.
  target_compile_definitions(faults PRIVATE _GNU_SOURCE)
  add_test(NAME cli_faults
    COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/cli/faults.sh
      $<TARGET_FILE:guidon_tool> $<TARGET_FILE:faults>)
  # The line of progress on a terminal, by a clock that the stand-in turns.
  add_test(NAME cli_progress
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/progress.py
      $<TARGET_FILE:guidon_tool> $<TARGET_FILE:faults>)
endif()
