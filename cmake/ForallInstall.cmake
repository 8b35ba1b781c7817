# cmake --install and cpack. The program finds its parts beside it (find_layout of src/build/toolchain.cpp), the package
# file of CMake likewise, so an installation can be moved and needs no paths; lib is lib on every machine.
include(CMakePackageConfigHelpers)

install(TARGETS forall RUNTIME DESTINATION bin)
install(TARGETS forall_pass forall_source forall_frontend_module LIBRARY DESTINATION lib/forall)
install(TARGETS forall_rt forall_main forall_confirm ARCHIVE DESTINATION lib/forall)
install(FILES ${CMAKE_BINARY_DIR}/lib/libforall_models.a src/instrument/forall_ignorelist.txt DESTINATION lib/forall)
install(TARGETS forall_replay LIBRARY DESTINATION lib)
install(DIRECTORY include/forall DESTINATION include PATTERN README.md EXCLUDE)

set(version_file ${CMAKE_BINARY_DIR}/forallConfigVersion.cmake)
write_basic_package_version_file(${version_file} COMPATIBILITY SameMinorVersion)
install(DIRECTORY cmake/package/ DESTINATION lib/cmake/forall)
install(FILES ${version_file} DESTINATION lib/cmake/forall)

install(FILES README.md CHANGELOG.md DESTINATION share/doc/forall)
install(FILES LICENSE DESTINATION share/doc/forall RENAME copyright)
install(DIRECTORY docs/ DESTINATION share/doc/forall/docs)
install(DIRECTORY examples DESTINATION share/doc/forall PATTERN "*.pyc" EXCLUDE PATTERN .forall EXCLUDE)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR forall)
set(CPACK_PACKAGE_CONTACT "the forall developers <forall@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_DESCRIPTION
    "forall explores parameterized unit tests of C++ code by dynamic symbolic\nexecution: it proves them, refutes them with \
a failing test, or says what\nkept it from either.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# What the parts are linked with dpkg-shlibdeps finds out. Besides, forall runs the compiler of the targets and its
# symbolizer, and the user's own compiler, all of which need GoogleTest and the C++ library.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/lib)
set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "clang-19 (>= 1:19.1), llvm-19, g++ | c++-compiler, libstdc++-12-dev | libstdc++-dev, libgtest-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "cmake (>= 3.21)")
include(CPack)
