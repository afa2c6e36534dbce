# The shared library gpubuck::gpubuck, and the files that `cmake --install` installs: the library, its headers, the
# package that find_package(gpubuck) finds, and the executable.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# These objects are compiled once, for the shared library and for the Python module.
file(GLOB library_sources CONFIGURE_DEPENDS src/library/*.cpp)
add_library(gpubuck_calls OBJECT ${library_sources})
set_target_properties(gpubuck_calls PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                      VISIBILITY_INLINES_HIDDEN ON)
target_compile_options(gpubuck_calls PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                       $<$<BOOL:${GPUBUCK_WERROR}>:-Werror>)
target_include_directories(gpubuck_calls PUBLIC src/library/include)
target_link_libraries(gpubuck_calls PUBLIC gpubuck_checkpoint gpubuck_cuda gpubuck_render)

add_library(gpubuck_library SHARED)
add_library(gpubuck::gpubuck ALIAS gpubuck_library)
set_target_properties(gpubuck_library PROPERTIES
                      OUTPUT_NAME gpubuck EXPORT_NAME gpubuck VERSION ${PROJECT_VERSION}
                      SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} LINKER_LANGUAGE CXX)
target_compile_features(gpubuck_library PUBLIC cxx_std_20)
# Some public headers belong to other layers. In a build they are in src/; when installed, they are with the other
# headers.
target_include_directories(gpubuck_library PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src/library/include>
                                                  $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src>
                                                  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(gpubuck_library PRIVATE gpubuck_calls)
if(UNIX AND NOT APPLE)
  # --as-needed: the library loads only libraries that it calls, and thus no library of the window. --no-undefined: the
  # link fails if a symbol of a layer is missing.
  target_link_options(gpubuck_library PRIVATE LINKER:--as-needed LINKER:--no-undefined)
endif()

install(TARGETS gpubuck_library EXPORT gpubuck LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(GPUBUCK_PROGRAM)
  install(TARGETS gpubuck RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY src/library/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES src/base/error.h src/base/image.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gpubuck/base)
install(FILES src/dpd/observables.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gpubuck/dpd)
install(FILES src/sort/settings.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gpubuck/sort)
install(FILES src/pairs/pair_table.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gpubuck/pairs)

# The library contains everything that it needs, so gpubuck-config.cmake only defines its target.
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/gpubuck)
install(EXPORT gpubuck NAMESPACE gpubuck:: FILE gpubuck-config.cmake DESTINATION ${package})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/gpubuck-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/gpubuck-config-version.cmake DESTINATION ${package})

# The file for pkg-config. It gives the prefix relative to the place of the file, so that the folder can be moved.
file(RELATIVE_PATH prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" prefix "${prefix}")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/gpubuck.pc @ONLY CONTENT [[
prefix=${pcfiledir}/@prefix@
libdir=${prefix}/@CMAKE_INSTALL_LIBDIR@
includedir=${prefix}/@CMAKE_INSTALL_INCLUDEDIR@

Name: gpubuck
Description: @PROJECT_DESCRIPTION@
Version: @PROJECT_VERSION@
Libs: -L${libdir} -lgpubuck
Cflags: -I${includedir}
]])
install(FILES ${CMAKE_BINARY_DIR}/gpubuck.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
