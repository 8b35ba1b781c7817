# How this project builds its own folders.

function(forall_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast
                                           -Woverloaded-virtual -Werror)
  # Structs with in-class defaults are meant to be initialised in part.
  target_compile_options(${target} PRIVATE -Wno-missing-field-initializers)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-restrict)  # g++ 12 sees overlaps in "literal" + std::string
  else()
    target_compile_options(${target} PRIVATE -Wno-deprecated-declarations)  # libstdc++'s own, in std::stable_sort
  endif()
endfunction()

# A shared library that misses a definition does not link. Sanitizers define theirs in the program that loads it.
set(FORALL_COMPLETE -Wl,--no-undefined)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
  set(FORALL_COMPLETE)
endif()

# forall_library(folder dependency...): src/<folder>/*.cpp becomes forall_<folder>. main.cpp is left to its executable.
function(forall_library folder)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  if(sources)
    add_library(forall_${folder} STATIC ${sources})
    target_link_libraries(forall_${folder} PUBLIC ${ARGN})
    forall_warnings(forall_${folder})
  else()
    add_library(forall_${folder} INTERFACE)
    target_link_libraries(forall_${folder} INTERFACE ${ARGN})
  endif()
endfunction()

# Headers, none of them ours, that most files include: parsed once for all targets that are compiled with the same options.
set(FORALL_HEADERS <algorithm> <filesystem> <functional> <map> <memory> <optional> <string> <unordered_map> <variant> <vector>
                   <fmt/format.h> <nlohmann/json.hpp>)

# forall_headers(name header... [OPTIONS option...]): what forall_precompiles(target name) shares.
function(forall_headers name)
  cmake_parse_arguments(PARSE_ARGV 1 headers "" "" "OPTIONS")
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/${name}.cpp CONTENT "")
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE fmt::fmt Threads::Threads nlohmann_json::nlohmann_json)
  forall_warnings(${name})
  target_compile_options(${name} PRIVATE ${headers_OPTIONS})
  target_precompile_headers(${name} PRIVATE ${headers_UNPARSED_ARGUMENTS})
endfunction()

function(forall_precompiles target headers)
  target_link_libraries(${target} PRIVATE nlohmann_json::nlohmann_json)
  target_precompile_headers(${target} REUSE_FROM ${headers})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # g++ 12 forgets that these headers are the system's, and warns of std::string
    target_compile_options(${target} PRIVATE -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
  endif()
endfunction()

# forall_builds_fast(target): code that waits for others more than it computes.
function(forall_builds_fast target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)  # g++ 12 sees destructors of empty variants at -O1
  endif()
endfunction()

# forall_quick(test [program...]): `make quick` runs the test, and builds these programs for it.
function(forall_quick test)
  if(NOT TARGET quick_tests)
    add_custom_target(quick_tests)
  endif()
  if(ARGN)
    add_dependencies(quick_tests ${ARGN})
  endif()
  set_property(TEST ${test} APPEND PROPERTY LABELS quick)
endfunction()

# forall_unit_test(folder library...): tests/unit/<folder>/*.cpp becomes the GoogleTest program unit_<folder>. `make test` builds and
# runs them with sanitizers; without, only `make quick` does.
function(forall_unit_test folder)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/unit/${folder}/*.cpp)
  if(sources)
    add_executable(unit_${folder} EXCLUDE_FROM_ALL ${sources})
    target_link_libraries(unit_${folder} PRIVATE ${ARGN} GTest::gmock GTest::gtest_main)
    forall_warnings(unit_${folder})
    target_compile_options(unit_${folder} PRIVATE $<$<CONFIG:Release>:-O0>)  # what is tested is optimised
    set_target_properties(unit_${folder} PROPERTIES POSITION_INDEPENDENT_CODE OFF)  # as the headers
    if(NOT TARGET forall_headers_of_tests)
      forall_headers(forall_headers_of_tests ${FORALL_HEADERS} <gmock/gmock.h> <gtest/gtest.h>
                     OPTIONS $<$<CONFIG:Release>:-O0>)
      target_link_libraries(forall_headers_of_tests PRIVATE GTest::gmock)
      set_target_properties(forall_headers_of_tests PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    endif()
    forall_precompiles(unit_${folder} forall_headers_of_tests)
    add_test(NAME unit_${folder} COMMAND unit_${folder})
    forall_quick(unit_${folder} unit_${folder})
    set_property(TEST unit_${folder} APPEND PROPERTY LABELS unit)
    if(NOT TARGET unit_tests)
      add_custom_target(unit_tests)  # for the builds that run no others
    endif()
    add_dependencies(unit_tests unit_${folder})
  endif()
endfunction()
