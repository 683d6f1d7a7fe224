# SPDX-License-Identifier: MIT
# The shell completions of a program.
set(GUIDON_ZSH_DIR ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING
  "Where zsh looks for completions")

# guidon_completions(TARGET PROGRAM): the program writes the scripts that complete its
# words, so it must run on the build machine.
function(guidon_completions target program)
  if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    message(STATUS
      "Left out: the completions of ${program}, because it cannot run here")
    return()
  endif()
  set(scripts "")
  foreach(shell bash zsh fish)
    add_custom_command(OUTPUT completions.${shell}
      COMMAND ${target} --table ${shell} >completions.${shell} DEPENDS ${target})
    list(APPEND scripts completions.${shell})
  endforeach()
  add_custom_target(${target}_completions ALL DEPENDS ${scripts})
  if(GUIDON_INSTALL)
    set(script ${CMAKE_CURRENT_BINARY_DIR}/completions)
    install(FILES ${script}.bash RENAME ${program}
      DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${script}.zsh RENAME _${program} DESTINATION ${GUIDON_ZSH_DIR})
    install(FILES ${script}.fish RENAME ${program}.fish
      DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  endif()
endfunction()
