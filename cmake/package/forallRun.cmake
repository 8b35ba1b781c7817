# cmake -Dfolder=<build>/forall/<config> -Dtargets=<test target>,... -P forallRun.cmake
#
# Explores test targets one after the other and fails at the end if one of them did. The sources and flags that go to
# `forall explore` with the twin are for the closed tests, which the project's own compiler confirms; the flags are those
# that the launcher saw (see forallExplorer.cmake).

cmake_minimum_required(VERSION 3.21)

# A file with one argument a line.
function(read_arguments result file)
  set(arguments)
  if(EXISTS "${file}")
    file(READ "${file}" arguments)
    string(REPLACE ";" "\\;" arguments "${arguments}")
    string(REGEX REPLACE "\n$" "" arguments "${arguments}")
    string(REPLACE "\n" ";" arguments "${arguments}")
  endif()
  set(${result} "${arguments}" PARENT_SCOPE)
endfunction()

# The flags of the test, and what else the libraries need to find their headers. A list of include folders and macros is
# all that can be shared: sources of the libraries are compiled with the flags of the test.
function(all_flags result folder target libraries)
  read_arguments(flags "${folder}/${target}.flags")
  foreach(library IN LISTS libraries)
    read_arguments(theirs "${folder}/${library}.flags")
    set(word "")
    foreach(flag IN LISTS theirs)
      string(REPLACE ";" "\\;" flag "${flag}")
      if(word)
        list(APPEND flags "${word}" "${flag}")
        set(word "")
      elseif(flag STREQUAL "-isystem" OR flag STREQUAL "-I" OR flag STREQUAL "-D")
        set(word "${flag}")
      elseif(flag MATCHES "^-[ID]" AND NOT flag IN_LIST flags)
        list(APPEND flags "${flag}")
      endif()
    endforeach()
  endforeach()
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()

string(REPLACE "," ";" targets "${targets}")
get_filename_component(records "${folder}" ABSOLUTE)
if(NOT EXISTS "${records}/bin")
  get_filename_component(records "${records}" DIRECTORY)  # from the folder of a configuration
endif()
set(refuted)
set(broken)
foreach(target IN LISTS targets)
  include("${folder}/${target}.cmake")
  all_flags(flags "${records}" ${target} "${libraries}")
  read_arguments(linked "${records}/${target}.libraries")
  file(RELATIVE_PATH build "${output}" "${build_folder}")
  execute_process(
    COMMAND "${program}" explore "${twin}" ${sources} --db "${database}" --out "${output}" --work "${records}/build/${target}"
            --compiler "${compiler}" --written-by "cmake --build ${build} --target explore_${target}"
            --paths-from "${source_folder}" ${options} -- ${flags} ${archives} ${linked}
    WORKING_DIRECTORY "${working_directory}"
    RESULT_VARIABLE code)
  if(code EQUAL 1)
    list(APPEND refuted ${target})
  elseif(NOT code EQUAL 0)
    list(APPEND broken ${target})
  endif()
endforeach()

list(JOIN refuted ", " names)
if(broken)
  list(JOIN broken ", " others)
  set(text "forall could not explore ${others}, or left something open; its messages are above")
  if(refuted)
    string(APPEND text "\nand refuted ${names}")
  endif()
  message(FATAL_ERROR "${text}")
elseif(refuted)
  message(FATAL_ERROR "forall refuted ${names}: the failing inputs are above, and ctest runs them from now on")
endif()
