# A twin: a target with the sources and compile properties of another one, and another compiler.

cmake_policy(PUSH)
cmake_policy(VERSION 3.21)

function(_forall_make_library_twin library sources)
  set(twin ${library}_instrumented)
  get_target_property(type ${library} TYPE)
  # Of a shared library everything is there, of an archive what is needed.
  if(type STREQUAL "STATIC_LIBRARY")
    add_library(${twin} STATIC EXCLUDE_FROM_ALL)
  else()
    add_library(${twin} OBJECT EXCLUDE_FROM_ALL)
  endif()
  if(type STREQUAL "SHARED_LIBRARY" OR type STREQUAL "MODULE_LIBRARY")
    string(MAKE_C_IDENTIFIER "${library}_EXPORTS" exports)
    target_compile_definitions(${twin} PRIVATE ${exports})
  endif()
  _forall_folder(folder)
  set_target_properties(${twin} PROPERTIES ARCHIVE_OUTPUT_DIRECTORY "${folder}/lib" FORALL_SOURCES "${sources}")
  _forall_make_alike(${library} ${twin} "${sources}")
endfunction()

# Gives `twin` the sources and the compile properties of `original`, and the launcher.
function(_forall_make_alike original twin sources)
  _forall_copy_source_properties(${original} ${twin} "${sources}")

  # Flags of another folder that this one does not have.
  get_target_property(directory ${original} SOURCE_DIR)
  get_target_property(twin_directory ${twin} SOURCE_DIR)
  set(folder_flags)
  foreach(variable IN ITEMS CMAKE_CXX_FLAGS)
    get_directory_property(theirs DIRECTORY "${directory}" DEFINITION ${variable})
    get_directory_property(ours DIRECTORY "${twin_directory}" DEFINITION ${variable})
    if(NOT theirs STREQUAL "${ours}")
      separate_arguments(theirs UNIX_COMMAND "${theirs}")
      foreach(flag IN LISTS theirs)
        list(APPEND folder_flags "$<$<COMPILE_LANGUAGE:CXX>:${flag}>")
      endforeach()
    endif()
  endforeach()

  get_target_property(program forall::program IMPORTED_LOCATION)
  get_filename_component(prefix "${program}/../.." ABSOLUTE)
  # Another forall compiles everything again.
  set(plugin "${prefix}/lib/forall/libforall_pass.so")
  set_property(DIRECTORY "${CMAKE_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${plugin}")
  file(MD5 "${plugin}" version)
  _forall_folder(folder)
  _forall_included_headers(headers ${original})
  get_target_property(definitions ${twin} COMPILE_DEFINITIONS)
  if(NOT definitions)
    set(definitions)
  endif()
  # What forall_discover_tests adds is for the ordinary program.
  set(theirs "$<FILTER:$<TARGET_PROPERTY:${original},COMPILE_DEFINITIONS>,EXCLUDE,^FORALL_(REPLAY|DATABASE)=>")
  set_target_properties(${twin} PROPERTIES
    SOURCES "${sources}"
    INCLUDE_DIRECTORIES "$<TARGET_PROPERTY:${original},INCLUDE_DIRECTORIES>"
    COMPILE_DEFINITIONS "${definitions};${theirs};FORALL_PASS=0x${version}"
    COMPILE_OPTIONS "${folder_flags};$<TARGET_PROPERTY:${original},COMPILE_OPTIONS>;${headers}"
    COMPILE_FEATURES "$<TARGET_PROPERTY:${original},COMPILE_FEATURES>"
    CXX_COMPILER_LAUNCHER "${program};c++;--record;${folder}/${original}.flags;--in-place-of"
    C_COMPILER_LAUNCHER "${program};c++;-x;c;--in-place-of"
    CXX_CLANG_TIDY "" CXX_CPPCHECK "" CXX_CPPLINT "" CXX_INCLUDE_WHAT_YOU_USE ""
    C_CLANG_TIDY "" C_CPPCHECK "" C_CPPLINT "" C_INCLUDE_WHAT_YOU_USE ""
    DISABLE_PRECOMPILE_HEADERS ON UNITY_BUILD OFF INTERPROCEDURAL_OPTIMIZATION OFF CXX_SCAN_FOR_MODULES OFF
    EXPORT_COMPILE_COMMANDS OFF
    FOLDER forall)
  foreach(property IN ITEMS C_STANDARD C_STANDARD_REQUIRED C_EXTENSIONS CXX_STANDARD CXX_STANDARD_REQUIRED
          CXX_EXTENSIONS C_VISIBILITY_PRESET CXX_VISIBILITY_PRESET VISIBILITY_INLINES_HIDDEN COMPILE_FLAGS LINK_FLAGS
          POSITION_INDEPENDENT_CODE AUTOMOC AUTOUIC AUTORCC AUTOMOC_MOC_OPTIONS AUTOGEN_TARGET_DEPENDS)
    get_property(is_set TARGET ${original} PROPERTY ${property} SET)
    if(is_set)
      get_target_property(value ${original} ${property})
      set_target_properties(${twin} PROPERTIES ${property} "${value}")
    endif()
  endforeach()
  get_target_property(dependencies ${original} MANUALLY_ADDED_DEPENDENCIES)
  if(dependencies)
    add_dependencies(${twin} ${dependencies})
  endif()
endfunction()

# Headers that the project has compiled beforehand are included by name.
function(_forall_included_headers result original)
  get_target_property(from ${original} PRECOMPILE_HEADERS_REUSE_FROM)
  if(NOT from)
    set(from ${original})
  endif()
  get_target_property(headers ${from} PRECOMPILE_HEADERS)
  set(options)
  if(headers)
    foreach(header IN LISTS headers)
      string(REGEX REPLACE "^[<\"](.*)[>\"]$" "\\1" header "${header}")
      list(APPEND options "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include \"${header}\">")
    endforeach()
  endif()
  set(${result} "${options}" PARENT_SCOPE)
endfunction()

# The sources of a target with absolute paths. Libraries whose objects are among them are visited.
function(_forall_sources result target property)
  get_target_property(given ${target} ${property})
  get_target_property(source_dir ${target} SOURCE_DIR)
  get_target_property(binary_dir ${target} BINARY_DIR)
  set(sources)
  if(given)
    _forall_items(items "${given}")
    foreach(item IN LISTS items)
      string(REPLACE "<semicolon>" ";" item "${item}")
      if(item MATCHES "^\\$<TARGET_OBJECTS:([^<>]+)>$")
        _forall_unwrap(library "${CMAKE_MATCH_1}")
        get_property(visited GLOBAL PROPERTY FORALL_VISITED)
        if(NOT library IN_LIST visited)
          set_property(GLOBAL APPEND PROPERTY FORALL_VISITED ${library})
          _forall_visit_item(${library} ${target} "${source_dir}")
        endif()
      elseif(item MATCHES "^\\$<BUILD_INTERFACE:(.*)>$" AND NOT CMAKE_MATCH_1 MATCHES "\\$<")
        list(APPEND sources ${CMAKE_MATCH_1})
      elseif(item MATCHES "^\\$<INSTALL_INTERFACE:")
        # Not of this build.
      elseif(item MATCHES "\\$<" OR IS_ABSOLUTE "${item}")
        list(APPEND sources "${item}")
      elseif(EXISTS "${source_dir}/${item}")
        list(APPEND sources "${source_dir}/${item}")
      else()
        get_source_file_property(is_generated "${binary_dir}/${item}" TARGET_DIRECTORY ${target} GENERATED)
        if(is_generated OR EXISTS "${binary_dir}/${item}")
          list(APPEND sources "${binary_dir}/${item}")
        else()
          list(APPEND sources "${source_dir}/${item}")
        endif()
      endif()
    endforeach()
  endif()
  set(${result} "${sources}" PARENT_SCOPE)
endfunction()

# Properties of sources hold in a folder only, and so does the rule that makes a generated one.
function(_forall_copy_source_properties original twin sources)
  get_target_property(from ${original} SOURCE_DIR)
  get_target_property(to ${twin} SOURCE_DIR)
  foreach(source IN LISTS sources)
    if(source MATCHES "\\$<")
      continue()
    endif()
    get_source_file_property(is_generated "${source}" TARGET_DIRECTORY ${original} GENERATED)
    if(is_generated)
      add_dependencies(${twin} ${original})
      set_source_files_properties("${source}" TARGET_DIRECTORY ${twin} PROPERTIES GENERATED TRUE)
    endif()
    if(from STREQUAL "${to}")
      continue()
    endif()
    foreach(property IN ITEMS COMPILE_OPTIONS COMPILE_DEFINITIONS COMPILE_FLAGS INCLUDE_DIRECTORIES LANGUAGE
            HEADER_FILE_ONLY OBJECT_DEPENDS EXTERNAL_OBJECT)
      get_source_file_property(value "${source}" TARGET_DIRECTORY ${original} ${property})
      if(value AND NOT (property STREQUAL "LANGUAGE" AND NOT source MATCHES "\\.(c|cc|cpp|cxx|C|c\\+\\+)$"))
        set_source_files_properties("${source}" TARGET_DIRECTORY ${twin} PROPERTIES ${property} "${value}")
      endif()
    endforeach()
  endforeach()
endfunction()

cmake_policy(POP)
