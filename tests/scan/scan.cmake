# SPDX-License-Identifier: MIT
# Tests of ids in text, <guidon/scan.h>: with SIMD if the processor has it, and in
# portable C.
guidon_test(scanner)
guidon_test(alias_spans)
guidon_test(query)
add_executable(test_scanner_portable scan/test_scanner.c
  ${PROJECT_SOURCE_DIR}/src/scan/scanner.c)
target_link_libraries(test_scanner_portable PRIVATE test_support)
target_compile_definitions(test_scanner_portable PRIVATE GUIDON_SCANNER_PORTABLE
  GUIDON_STATIC)
add_test(NAME scanner_portable COMMAND test_scanner_portable)
