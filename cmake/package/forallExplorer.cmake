# forall_add_explorer(<test target> [DATABASE where] [OUTPUT folder] [OPTIONS option...] [UNINSTRUMENTED library...])
#
# The twin of a target is an ordinary CMake target with the same sources and the same compile properties, taken from the
# original by generator expressions, whose compiler launcher is `forall c++ --in-place-of`: CMake writes the command
# line of the project's own compiler, dependency files included, and the launcher runs clang instead. So is the twin of
# each library of the project that the test links; a library has one twin, however many tests link it.
#
#   list_test ──▶ list (STATIC) ──▶ fmt::fmt          list_test_instrumented ──▶ list_instrumented
#           └───▶ GTest::gtest_main                                 └──▶ GTest::gtest_main, fmt::fmt
#
# What a target links is read when the whole project has been configured, so it may be added after the call.
# forallLinked.cmake finds it out, forallTwin.cmake makes the twins.

cmake_policy(PUSH)
cmake_policy(VERSION 3.21)

define_property(GLOBAL PROPERTY FORALL_EXPLORERS BRIEF_DOCS "Targets with forall_add_explorer" FULL_DOCS "")
set_property(GLOBAL PROPERTY FORALL_PACKAGE_DIR "${CMAKE_CURRENT_LIST_DIR}")

function(forall_add_explorer target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "DATABASE;OUTPUT" "OPTIONS;UNINSTRUMENTED")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "forall_add_explorer(${target}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "forall_add_explorer(${target}): there is no such target; call add_executable first")
  endif()
  get_target_property(aliased ${target} ALIASED_TARGET)
  if(aliased)
    set(target ${aliased})
  endif()
  get_target_property(type ${target} TYPE)
  get_target_property(is_imported ${target} IMPORTED)
  if(NOT type STREQUAL "EXECUTABLE" OR is_imported)
    message(FATAL_ERROR "forall_add_explorer(${target}): not an executable of this project")
  endif()
  if(TARGET ${target}_instrumented)
    message(FATAL_ERROR "forall_add_explorer(${target}): called twice, or there is another ${target}_instrumented")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(FATAL_ERROR "forall_add_explorer: the generator ${CMAKE_GENERATOR} has no compiler launchers; use Ninja or "
                        "Unix Makefiles")
  endif()
  _forall_database(database "${arg_DATABASE}")
  _forall_folder(folder)
  if(NOT arg_OUTPUT)
    set(arg_OUTPUT "${folder}/tests/${target}")
  endif()
  get_filename_component(output "${arg_OUTPUT}" ABSOLUTE)

  # In the folder of the call, where the imported targets are visible that the test links.
  add_executable(${target}_instrumented EXCLUDE_FROM_ALL)
  set_target_properties(${target}_instrumented PROPERTIES
    FORALL_DATABASE "${database}" FORALL_OUTPUT "${output}" FORALL_OPTIONS "${arg_OPTIONS}"
    FORALL_UNINSTRUMENTED "${arg_UNINSTRUMENTED}")
  get_property(package GLOBAL PROPERTY FORALL_PACKAGE_DIR)
  add_custom_target(explore_${target}
    COMMAND "${CMAKE_COMMAND}" "-Dfolder=${folder}/$<CONFIG>" "-Dtargets=${target}" -P "${package}/forallRun.cmake"
    DEPENDS ${target}_instrumented
    COMMENT "Exploring ${target}"
    USES_TERMINAL VERBATIM)

  get_property(explorers GLOBAL PROPERTY FORALL_EXPLORERS)
  if(NOT explorers)
    cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [==[${CMAKE_SOURCE_DIR}]==] CALL _forall_make_explorers)")
  endif()
  set_property(GLOBAL APPEND PROPERTY FORALL_EXPLORERS ${target})
endfunction()

# Where the cases are: what was asked for, else a file beside the project.
function(_forall_database result where)
  if(NOT where)
    set(where "${PROJECT_SOURCE_DIR}/.forall/cases.db")
  elseif(NOT where MATCHES "^postgres(ql)?://")
    get_filename_component(where "${where}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  set(${result} "${where}" PARENT_SCOPE)
endfunction()

function(_forall_folder result)
  set(${result} "${CMAKE_BINARY_DIR}/forall" PARENT_SCOPE)
endfunction()

# At the end of the project: all twins, and the target that explores them all.
function(_forall_make_explorers)
  get_property(explorers GLOBAL PROPERTY FORALL_EXPLORERS)
  get_property(package GLOBAL PROPERTY FORALL_PACKAGE_DIR)
  _forall_folder(folder)
  if(TARGET explore)
    message(FATAL_ERROR "forall_add_explorer: the project has a target `explore` of its own")
  endif()
  set(twins ${explorers})
  list(TRANSFORM twins APPEND _instrumented)
  string(JOIN "," targets ${explorers})
  add_custom_target(explore
    COMMAND "${CMAKE_COMMAND}" "-Dfolder=${folder}/$<CONFIG>" "-Dtargets=${targets}" -P "${package}/forallRun.cmake"
    DEPENDS ${twins}
    COMMENT "Exploring"
    USES_TERMINAL VERBATIM)
  foreach(target IN LISTS explorers)
    _forall_complete_twin(${target})
  endforeach()
endfunction()

function(_forall_complete_twin target)
  set(twin ${target}_instrumented)
  get_target_property(uninstrumented ${twin} FORALL_UNINSTRUMENTED)
  get_target_property(twin_directory ${twin} SOURCE_DIR)
  _forall_imported_targets(visible "${twin_directory}")
  set_property(GLOBAL PROPERTY FORALL_LINK_ORDER "")
  set_property(GLOBAL PROPERTY FORALL_VISITED "")
  set_property(GLOBAL PROPERTY FORALL_ADDED_SOURCES "")
  set_property(GLOBAL PROPERTY FORALL_TWINS "")
  _forall_visit(${target} LINK_LIBRARIES)
  _forall_sources(sources ${target} SOURCES)
  get_property(order GLOBAL PROPERTY FORALL_LINK_ORDER)
  get_property(added GLOBAL PROPERTY FORALL_ADDED_SOURCES)
  get_property(libraries GLOBAL PROPERTY FORALL_TWINS)
  list(APPEND sources ${added})
  foreach(library IN LISTS libraries)
    _forall_connect_archives(${library})
  endforeach()

  _forall_make_alike(${target} ${twin} "${sources}")
  string(REPLACE "<semicolon>" ";" order "${order}")
  _forall_folder(folder)
  get_target_property(program forall::program IMPORTED_LOCATION)
  get_filename_component(prefix "${program}/../.." ABSOLUTE)
  set(parts "${prefix}/lib/forall/libforall_rt.a" "${prefix}/lib/forall/libforall_main.a"
            "${prefix}/lib/forall/libforall_models.a")
  set_target_properties(${twin} PROPERTIES
    LINK_LIBRARIES "${order}"
    LINK_OPTIONS "$<TARGET_PROPERTY:${target},LINK_OPTIONS>"
    LINK_DIRECTORIES "$<TARGET_PROPERTY:${target},LINK_DIRECTORIES>"
    LINK_DEPENDS "${parts}"
    LINKER_LANGUAGE CXX
    CXX_LINKER_LAUNCHER "${program};c++;--record;${folder}/${target}.libraries;--in-place-of"
    RUNTIME_OUTPUT_DIRECTORY "${folder}/bin")
  _forall_describe(${target} "${sources}" "${libraries}")
endfunction()

# Writes down what forallRun.cmake needs to explore a target.
function(_forall_describe target sources libraries)
  _forall_folder(folder)
  set(twin ${target}_instrumented)
  get_target_property(database ${twin} FORALL_DATABASE)
  get_target_property(output ${twin} FORALL_OUTPUT)
  get_target_property(options ${twin} FORALL_OPTIONS)
  get_target_property(working_directory ${target} BINARY_DIR)
  get_target_property(program forall::program IMPORTED_LOCATION)
  set(archives)
  foreach(library IN LISTS libraries)
    get_target_property(theirs ${library}_instrumented FORALL_SOURCES)
    _forall_has_flags_of_its_own(is_special ${library} "${theirs}")
    get_target_property(type ${library} TYPE)
    if(is_special AND type STREQUAL "STATIC_LIBRARY")
      list(APPEND archives "$<TARGET_FILE:${library}>")
      add_dependencies(explore_${target} ${library})
      add_dependencies(explore ${library})
    else()
      list(APPEND sources ${theirs})
    endif()
  endforeach()
  list(FILTER sources EXCLUDE REGEX "\\.(h|hh|hpp|hxx|H|inc|inl|ipp|tpp|def|c|s|S|asm|o|md|txt|ui|qrc|in|proto)$")
  list(REMOVE_DUPLICATES sources)
  # One argument a line; bracket arguments hold any text.
  set(text)
  set(build_folder "${CMAKE_BINARY_DIR}")
  set(source_folder "${CMAKE_SOURCE_DIR}")
  foreach(name IN ITEMS program database output build_folder source_folder options working_directory sources libraries archives)
    string(REPLACE ";" "]===]\n  [===[" list "${${name}}")
    string(APPEND text "set(${name} [===[${list}]===])\n")
  endforeach()
  string(APPEND text "set(twin [===[$<TARGET_FILE:${twin}>]===])\nset(compiler [===[${CMAKE_CXX_COMPILER}]===])\n")
  file(GENERATE OUTPUT "${folder}/$<CONFIG>/${target}.cmake" CONTENT "${text}")
endfunction()

# The closed tests compile what they test with one set of flags, as C++ and with run-time checks. A library for which that
# will not do is taken as the project builds it.
function(_forall_has_flags_of_its_own result library sources)
  get_target_property(headers ${library} PRECOMPILE_HEADERS)
  get_target_property(reused ${library} PRECOMPILE_HEADERS_REUSE_FROM)
  set(special FALSE)
  if(headers OR reused OR "${sources}" MATCHES "\\.c(;|$)")
    set(special TRUE)
  endif()
  foreach(source IN LISTS sources)
    foreach(property IN ITEMS COMPILE_OPTIONS COMPILE_DEFINITIONS COMPILE_FLAGS INCLUDE_DIRECTORIES)
      get_source_file_property(value "${source}" TARGET_DIRECTORY ${library} ${property})
      if(value)
        set(special TRUE)
      endif()
    endforeach()
  endforeach()
  set(${result} ${special} PARENT_SCOPE)
endfunction()

cmake_policy(POP)
