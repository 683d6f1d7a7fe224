# SPDX-License-Identifier: MIT
# Tests of the tool as a person or a script runs it. cli/sessions/NAME.txt holds command
# lines, and NAME.expected beside it their exact output.
if(NOT GUIDON_TOOL)
  return()
endif()

set(cli_run ${CMAKE_CURRENT_SOURCE_DIR}/cli/run.sh)
function(guidon_cli_test name)
  add_test(NAME cli_${name}
    COMMAND bash ${cli_run} ${CMAKE_CURRENT_SOURCE_DIR}/cli/sessions/${name})
  set_tests_properties(cli_${name} PROPERTIES ENVIRONMENT_MODIFICATION
    "PATH=path_list_prepend:$<TARGET_FILE_DIR:guidon_tool>;PATH=path_list_prepend:$<TARGET_FILE_DIR:example_first>"
    REQUIRED_FILES $<TARGET_FILE:guidon_tool>)
endfunction()

foreach(name words new show convert check runs sort dedupe bounds keys key_ring odds stat scan
  audit repair annotate alias find typeid csv usage streams first)
  guidon_cli_test(${name})
endforeach()
set_property(TEST cli_first PROPERTY REQUIRED_FILES
  "$<TARGET_FILE:guidon_tool>;$<TARGET_FILE:example_first>")
if(TARGET example_first_cpp)
  guidon_cli_test(first_cpp)
  set_property(TEST cli_first_cpp PROPERTY REQUIRED_FILES
    "$<TARGET_FILE:guidon_tool>;$<TARGET_FILE:example_first_cpp>")
else()
  guidon_missing_test(cli_first_cpp g++)
endif()

# What would make each start of the tool slow. Sanitizers have large .data of their own.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND CMAKE_READELF AND NOT GUIDON_SANITIZE)
  add_test(NAME cli_start
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/start.py
      $<TARGET_FILE:guidon_tool> ${CMAKE_READELF})
endif()

# The text of the progress line, and when it appears.
guidon_test(progress guidon_commands)
target_include_directories(test_progress PRIVATE ${PROJECT_SOURCE_DIR}/cli)

# The parts of a task on several threads.
find_package(Threads REQUIRED)
guidon_test(workers Threads::Threads)
target_sources(test_workers PRIVATE ${PROJECT_SOURCE_DIR}/cli/workers.c)
target_include_directories(test_workers PRIVATE ${PROJECT_SOURCE_DIR}/cli)
target_compile_definitions(test_workers PRIVATE _GNU_SOURCE)
target_link_options(test_workers PRIVATE -Wl,--wrap=pthread_cond_wait)

# What --json writes, compared with what jansson writes and reads.
guidon_test(json guidon_commands)
target_include_directories(test_json PRIVATE ${PROJECT_SOURCE_DIR}/cli)

# The set of ids of dedupe and check --unique, and the duplicates that it finds.
foreach(name id_set duplicates)
  guidon_test(${name} guidon_commands)
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/cli)
endforeach()

# The radix sort, on one thread and on several.
guidon_test(radix Threads::Threads)
target_sources(test_radix PRIVATE ${PROJECT_SOURCE_DIR}/cli/sort/radix.c
  ${PROJECT_SOURCE_DIR}/cli/workers.c)
target_include_directories(test_radix PRIVATE ${PROJECT_SOURCE_DIR}/cli)
target_compile_definitions(test_radix PRIVATE _GNU_SOURCE)

# The p-values that audit uses, compared with GSL's.
guidon_test(p_values PkgConfig::gsl)
target_sources(test_p_values PRIVATE ${PROJECT_SOURCE_DIR}/cli/stats/series.c
  ${PROJECT_SOURCE_DIR}/cli/stats/p_values.c)
target_include_directories(test_p_values PRIVATE ${PROJECT_SOURCE_DIR}/cli)

# Every form, wherever the tool knows forms.
add_test(NAME cli_forms
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/forms.py
    $<TARGET_FILE:guidon_tool>)
# Every example of every --help works as described.
add_test(NAME cli_help_examples
  COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/cli/help_examples.sh
    $<TARGET_FILE:guidon_tool> ${PROJECT_SOURCE_DIR}/examples)
# Every command with every kind of error.
add_test(NAME cli_matrix
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/matrix.py
    $<TARGET_FILE:guidon_tool>)
# The outputs that pass bytes on which a terminal obeys.
add_test(NAME cli_escapes
  COMMAND python3 -B ${CMAKE_CURRENT_SOURCE_DIR}/cli/escapes.py
    $<TARGET_FILE:guidon_tool>)
# Every header of the tool compiles on its own, and after and before all others.
# cli/page compiles for WebAssembly alone, in place of a libc.
file(GLOB_RECURSE headers RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/cli/*.h)
list(REMOVE_ITEM headers cli/sort/radix_words.h) # a template
list(FILTER headers EXCLUDE REGEX ^cli/page/)
set(ascending "")
set(descending "")
set(header_files "")
foreach(header ${headers})
  string(MAKE_C_IDENTIFIER ${header} name)
  file(CONFIGURE OUTPUT cli_headers/${name}.c CONTENT "#include \"@header@\"\n")
  list(APPEND header_files ${CMAKE_CURRENT_BINARY_DIR}/cli_headers/${name}.c)
  string(APPEND ascending "#include \"${header}\"\n")
  string(PREPEND descending "#include \"${header}\"\n")
endforeach()
foreach(order ascending descending)
  file(CONFIGURE OUTPUT cli_headers/${order}.c CONTENT "@${order}@")
  list(APPEND header_files ${CMAKE_CURRENT_BINARY_DIR}/cli_headers/${order}.c)
endforeach()
add_library(cli_headers OBJECT ${header_files})
target_include_directories(cli_headers PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_definitions(cli_headers PRIVATE
  $<TARGET_PROPERTY:guidon_commands,INTERFACE_COMPILE_DEFINITIONS>)
target_link_libraries(cli_headers PRIVATE guidon::static guidon_flags)
# The pictures that the tool draws, in terminals of several widths.
add_test(NAME cli_look
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/look.py
    $<TARGET_FILE:guidon_tool> ${PROJECT_SOURCE_DIR}/examples/ids.txt)
if(NOT GUIDON_SANITIZE)
  # Python computes the odds a second time.
  add_test(NAME cli_odds_exact
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/odds.py
      $<TARGET_FILE:guidon_tool> ${CMAKE_CURRENT_SOURCE_DIR}/vectors/bits.json)
  # The ids of faulty programs, alone and among a million good ids.
  add_test(NAME cli_causes
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/causes.py
      $<TARGET_FILE:guidon_tool> ${CMAKE_CURRENT_SOURCE_DIR}/vectors/causes.json)
  # Python counts what stat counts a second time.
  add_test(NAME cli_stat_exact
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/stat.py
      $<TARGET_FILE:guidon_tool>)
endif()
# The rows of short and find, which the bindings read too.
add_test(NAME cli_find_rows
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/find_rows.py
    $<TARGET_FILE:guidon_tool> ${CMAKE_CURRENT_SOURCE_DIR}/vectors/find.json)
# The rows of alias, which the bindings read too.
add_test(NAME cli_alias_rows
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/alias_rows.py
    $<TARGET_FILE:guidon_tool> ${CMAKE_CURRENT_SOURCE_DIR}/vectors/alias.json)
# Python finds the ids and offsets of scan a second time. Also tests signals.
add_test(NAME cli_scan_exact
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/scan.py
    $<TARGET_FILE:guidon_tool>)
# alias on made logs, with runs that are killed and two writers.
add_test(NAME cli_alias_exact
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/alias.py
    $<TARGET_FILE:guidon_tool>)
if(GUIDON_SANITIZE) # its memory is not that of the tool
  set_tests_properties(cli_alias_exact PROPERTIES ENVIRONMENT SANITIZE=1)
endif()
# short and find on ids of one generator.
add_test(NAME cli_find_exact
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/find.py $<TARGET_FILE:guidon_tool>)
# The same with a million ids, and 100,000 garbled texts: takes an hour.
add_test(NAME cli_find_exact_long CONFIGURATIONS long
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/find.py
    $<TARGET_FILE:guidon_tool> 1000000 100000 300)
set_tests_properties(cli_find_exact_long PROPERTIES TIMEOUT 36000)
# alias with 1 GB of logs: takes 4 GB of disk and several minutes.
add_test(NAME cli_alias_exact_long CONFIGURATIONS long
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/alias.py
    $<TARGET_FILE:guidon_tool> 1000)
set_tests_properties(cli_alias_exact_long PROPERTIES TIMEOUT 7200)
if(NOT GUIDON_SANITIZE)
  # audit finds faults that the test puts into files of ids, and reports none in good
  # ids.
  add_test(NAME cli_audit_faults
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/audit.py
      $<TARGET_FILE:guidon_tool>)
endif()
# Documents and completions that agree with the tool. A sanitizer finds nothing there that
# the tests of the same commands do not.
if(NOT GUIDON_SANITIZE)
  # The console blocks of the documents show real output.
  add_test(NAME cli_readme
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/readme.py
      $<TARGET_FILE:guidon_tool> ${PROJECT_SOURCE_DIR} README.md docs/tool.md)
  # Completions offer the words that the parser accepts, in each installed shell.
  add_test(NAME cli_completions
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/completions.py
      $<TARGET_FILE:guidon_tool>)
  # docs/json.md lists the keys that --json writes.
  add_test(NAME cli_json_keys
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/json_keys.py
      $<TARGET_FILE:guidon_tool> ${PROJECT_SOURCE_DIR}/docs/json.md
      ${PROJECT_SOURCE_DIR}/examples/ids.txt)
  # The manual pages agree with the parser and with --help.
  if(TARGET guidon_pages)
    add_test(NAME cli_manual
      COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/manual.py
        $<TARGET_FILE:guidon_tool> ${PROJECT_SOURCE_DIR}/docs
        ${PROJECT_BINARY_DIR}/docs/man)
  endif()
endif()
# --json escapes every character of a file's name that a terminal would obey or hide.
add_test(NAME cli_json_names
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/json_names.py
    $<TARGET_FILE:guidon_tool>)
# Lines of every form, read and written many at once, with bad and other lines.
add_test(NAME cli_run_forms
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/run_forms.py
    $<TARGET_FILE:guidon_tool> brief)
add_test(NAME cli_run_forms_long CONFIGURATIONS long
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/run_forms.py
    $<TARGET_FILE:guidon_tool>)
set_tests_properties(cli_run_forms cli_run_forms_long PROPERTIES TIMEOUT 600)
# Lines of TypeIDs, the same.
add_test(NAME cli_typeids
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/typeids.py
    $<TARGET_FILE:guidon_tool>)
# Files of CSV: what the tool reads is what Python's csv module reads, and it changes no
# byte of the other fields.
add_test(NAME cli_csv_files
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/csv_files.py
    $<TARGET_FILE:guidon_tool>)
add_test(NAME cli_csv_files_long CONFIGURATIONS long
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/csv_files.py
    $<TARGET_FILE:guidon_tool> 5000)
set_tests_properties(cli_csv_files_long PROPERTIES TIMEOUT 600)
# A million ids in mixed forms go through every form and back. A sanitizer's build
# takes fewer ids, because it is slow.
set(roundtrip_count 1000000)
if(GUIDON_SANITIZE)
  set(roundtrip_count 50000)
endif()
add_test(NAME cli_roundtrip
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/roundtrip.py
    $<TARGET_FILE:guidon_tool> ${roundtrip_count})
# sort and dedupe agree with plain Python, with so little memory that they write many
# runs. Also tests which files remain after a signal.
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

# convert on several threads does the same as on one thread.
add_test(NAME cli_threads
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/threads.py
    $<TARGET_FILE:guidon_tool> ${sorting_module})

# dedupe and check --unique agree with plain Python, whether their ids fit into memory,
# nearly fit, or do not.
add_test(NAME cli_unique
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/unique.py
    $<TARGET_FILE:guidon_tool>)

# scan -r in folders that others change meanwhile, and in deep ones.
add_test(NAME cli_walking
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/walking.py
    $<TARGET_FILE:guidon_tool> ${sorting_module})

# Files that sort -o and dedupe -o replace: access rights, attributes, links.
add_test(NAME cli_replacing
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/replacing.py
    $<TARGET_FILE:guidon_tool> ${sorting_module})

# Standard streams in non-blocking mode, and a limit on file sizes.
add_test(NAME cli_streams_modes
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/streams.py
    $<TARGET_FILE:guidon_tool>)

# Memory stays bounded. A sanitizer's own memory would break the bound.
if(NOT GUIDON_SANITIZE)
  add_test(NAME cli_memory
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/memory.py
      $<TARGET_FILE:guidon_tool>)
  # 10^8 ids within 256 MiB of memory: takes 9 GB of disk and several minutes.
  add_test(NAME cli_large_long CONFIGURATIONS long
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/large.py
      $<TARGET_FILE:guidon_tool> 100000000 256)
  # A log of 2.1 GB, which is read from a pipe.
  add_test(NAME cli_large_scan_long CONFIGURATIONS long
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/large_scan.py
      $<TARGET_FILE:guidon_tool> 2100000000)
  # 2,000 processes, half of them in namespaces of their own, and the children of one.
  add_test(NAME cli_many_processes_long CONFIGURATIONS long
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/many_processes.py
      $<TARGET_FILE:guidon_tool> 2000)
  set_tests_properties(cli_large_long cli_large_scan_long cli_many_processes_long
    PROPERTIES TIMEOUT 3600)
endif()

# A filter on system calls stands for a kernel without random bytes.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  add_executable(no_entropy cli/no_entropy.c)
  target_compile_definitions(no_entropy PRIVATE _GNU_SOURCE)
  add_test(NAME cli_no_entropy
    COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/cli/no_entropy.sh
      $<TARGET_FILE:no_entropy> $<TARGET_FILE:guidon_tool>)
endif()

# Reads, writes and allocations fail in the middle of the work. The library that
# makes them fail loads before libc, and a sanitizer's runtime does not allow that.
if(NOT GUIDON_SANITIZE)
  add_library(faults MODULE cli/faults.c)
  # syscall() is neither in C11 nor in POSIX.
  target_compile_definitions(faults PRIVATE _GNU_SOURCE)
  add_test(NAME cli_faults
    COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/cli/faults.sh
      $<TARGET_FILE:guidon_tool> $<TARGET_FILE:faults>)
  # The progress line on a terminal, with a clock that the same library sets.
  add_test(NAME cli_progress
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/progress.py
      $<TARGET_FILE:guidon_tool> $<TARGET_FILE:faults>)
endif()

# What a bad line costs, in instructions. A sanitizer's build has others.
find_program(GUIDON_VALGRIND valgrind)
if(GUIDON_VALGRIND AND NOT GUIDON_SANITIZE)
  add_test(NAME cli_costs
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/cli/costs.py
      $<TARGET_FILE:guidon_tool> ${GUIDON_VALGRIND})
endif()
