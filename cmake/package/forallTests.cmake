# forall_discover_tests(<test target> [DATABASE where] [argument of gtest_discover_tests]...)
#
# Stored cases are tests of the program, so the list of tests depends on the database. It is made whenever ctest starts
# (PRE_TEST): GoogleTest's script would keep it as long as the program does not change, so another one removes it first.
# The program knows the database by a macro, which FORALL_DB of the environment overrules, for the list and for the run.

cmake_policy(PUSH)
cmake_policy(VERSION 3.21)

function(forall_discover_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "DATABASE;DISCOVERY_MODE" "")
  if(NOT TARGET ${target})
    message(FATAL_ERROR "forall_discover_tests(${target}): there is no such target; call add_executable first")
  endif()
  if(arg_DISCOVERY_MODE AND NOT arg_DISCOVERY_MODE STREQUAL "PRE_TEST")
    message(FATAL_ERROR "forall_discover_tests(${target}): tests come and go with the database, so they are discovered "
                        "when ctest starts (PRE_TEST)")
  endif()
  include(GoogleTest)
  if(TARGET ${target}_instrumented AND NOT arg_DATABASE)
    get_target_property(arg_DATABASE ${target}_instrumented FORALL_DATABASE)
  endif()
  _forall_database(database "${arg_DATABASE}")
  target_compile_definitions(${target} PRIVATE "FORALL_DATABASE=\"${database}\"")
  # As a property, since a project may call target_link_libraries with keywords or without.
  set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES forall::replay)

  get_target_property(counter ${target} CTEST_DISCOVERED_TEST_COUNTER)
  if(NOT counter)
    set(counter 0)
  endif()
  math(EXPR counter "${counter} + 1")
  set(script "${CMAKE_CURRENT_BINARY_DIR}/${target}_${counter}_forall.cmake")
  # The brackets in the name of GoogleTest's file mean something else in a pattern.
  file(WRITE "${script}"
    "file(GLOB lists \"${CMAKE_CURRENT_BINARY_DIR}/${target}?${counter}?_tests*.cmake\")\n"
    "if(lists)\n"
    "  file(REMOVE \${lists})\n"
    "endif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${script}")

  gtest_discover_tests(${target} ${arg_UNPARSED_ARGUMENTS} DISCOVERY_MODE PRE_TEST)
endfunction()

cmake_policy(POP)
