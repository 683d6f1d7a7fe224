# SPDX-License-Identifier: MIT
# Labels the tests of slow.txt: "all" for those that the gate runs and `./dev test` does
# not, "full" for those that only `./dev test full` runs. Include this after all tests.

# guidon_label_slow_tests(): label the tests of this folder, and list all of them in
# tests.txt of the build.
function(guidon_label_slow_tests)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${CMAKE_CURRENT_SOURCE_DIR}/slow.txt)
  get_property(tests DIRECTORY PROPERTY TESTS)
  file(STRINGS slow.txt rows REGEX "^[^#].*\\|")
  foreach(row ${rows})
    if(NOT row MATCHES "^([^ |]+) *\\| *[0-9]+ *\\| *(test|all|full) *\\| *[^ ]")
      message(FATAL_ERROR "${CMAKE_CURRENT_SOURCE_DIR}/slow.txt: this row is not "
        "\"test | seconds | test, all or full | reason\": ${row}")
    endif()
    set(name ${CMAKE_MATCH_1})
    set(label ${CMAKE_MATCH_2})
    if(label STREQUAL "test")
      continue()
    endif()
    string(REGEX REPLACE "([+.])" "\\\\\\1" pattern ${name})
    string(REPLACE "*" ".*" pattern ${pattern})
    foreach(test ${tests})
      if(test MATCHES "^${pattern}$")
        get_property(labels TEST ${test} PROPERTY LABELS)
        if(NOT label IN_LIST labels)
          set_property(TEST ${test} APPEND PROPERTY LABELS ${label})
        endif()
      endif()
    endforeach()
  endforeach()
  # The list for repo/test_slow.py.
  set(listed "")
  foreach(test ${tests})
    get_property(labels TEST ${test} PROPERTY LABELS)
    list(JOIN labels " " labels)
    string(APPEND listed "${test} ${labels}\n")
  endforeach()
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/tests.txt "${listed}")
endfunction()

guidon_label_slow_tests()
