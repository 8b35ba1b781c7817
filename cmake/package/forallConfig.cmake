# find_package(forall): the targets forall::forall (headers), forall::replay (headers, and the library that gives a test
# program its stored cases) and forall::program, and the functions forall_add_explorer and forall_discover_tests.
# Everything is found beside this file, so an installation can be moved.

if(CMAKE_VERSION VERSION_LESS 3.21)
  set(forall_FOUND FALSE)
  set(forall_NOT_FOUND_MESSAGE "forall needs CMake 3.21 or newer; this is ${CMAKE_VERSION}")
  return()
endif()

# The real place: /lib/cmake may be found before /usr/lib/cmake.
get_filename_component(forall_PREFIX "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
get_filename_component(forall_PREFIX "${forall_PREFIX}/../../.." ABSOLUTE)

# Global, since a test in one folder may be explored from another.
if(NOT TARGET forall::forall)
  add_library(forall::forall INTERFACE IMPORTED GLOBAL)
  set_target_properties(forall::forall PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${forall_PREFIX}/include"
    INTERFACE_COMPILE_FEATURES cxx_std_20)

  # FORALL_REPLAY: the program refers to the library for certain, so that no linker leaves it out.
  add_library(forall::replay SHARED IMPORTED GLOBAL)
  set_target_properties(forall::replay PROPERTIES
    IMPORTED_LOCATION "${forall_PREFIX}/lib/libforall_replay.so"
    IMPORTED_SONAME libforall_replay.so
    INTERFACE_COMPILE_DEFINITIONS FORALL_REPLAY=1
    INTERFACE_LINK_LIBRARIES forall::forall)

  add_executable(forall::program IMPORTED GLOBAL)
  set_target_properties(forall::program PROPERTIES IMPORTED_LOCATION "${forall_PREFIX}/bin/forall")
endif()

include("${CMAKE_CURRENT_LIST_DIR}/forallTwin.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/forallLinked.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/forallExplorer.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/forallTests.cmake")
