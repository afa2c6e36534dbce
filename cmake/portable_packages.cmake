# The libraries of a build that runs on other machines (GPUBUCK_PORTABLE). Each is static, or has only headers. The
# program then needs only the C library, and a Python module also the C++ library. gl/host_opengl.cpp loads OpenGL at
# run time.
find_package(OpenGL REQUIRED COMPONENTS OpenGL EGL GLX) # their headers
find_package(Threads REQUIRED)
find_package(glm REQUIRED)
find_package(nlohmann_json REQUIRED)
find_path(STB_INCLUDE_DIR stb/stb_image_write.h REQUIRED)
find_file(DEJAVU_SANS DejaVuSans.ttf REQUIRED PATHS /usr/share/fonts/truetype/dejavu)
set(inside libglew-dev libhdf5-dev libaec-dev zlib1g-dev libfmt-dev libtomlplusplus-dev libglm-dev nlohmann-json3-dev
           libstb-dev pybind11-dev fonts-dejavu-core)

add_library(fmt::fmt INTERFACE IMPORTED)
set_target_properties(fmt::fmt PROPERTIES INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY)
add_library(tomlplusplus::tomlplusplus INTERFACE IMPORTED)
set_target_properties(tomlplusplus::tomlplusplus PROPERTIES INTERFACE_COMPILE_DEFINITIONS TOML_HEADER_ONLY=1)

# gpubuck_static(TARGET LIBRARY...): a target of static libraries. Each library comes before the libraries that it
# needs. The symbols of all these libraries are not exported, so that a process may also have other versions of them.
function(gpubuck_static target)
  add_library(${target} INTERFACE IMPORTED)
  foreach(name IN LISTS ARGN)
    find_library(GPUBUCK_STATIC_${name} lib${name}.a REQUIRED)
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES "${GPUBUCK_STATIC_${name}}"
                                                                          "-Wl,--exclude-libs,lib${name}.a")
  endforeach()
endfunction()
gpubuck_static(ZLIB::ZLIB z)
gpubuck_static(GLEW::GLEW GLEW)
set_target_properties(GLEW::GLEW PROPERTIES INTERFACE_COMPILE_DEFINITIONS GLEW_STATIC)
# Debian's HDF5 can also read from S3, with libcurl and libcrypto. The linker leaves this part out, since nothing here
# reads from S3. HDF5's objects address three variables of other libraries directly, which is not possible in a shared
# library. Copies of the objects use the variables of hdf5_streams.cpp instead.
find_path(GPUBUCK_HDF5_INCLUDE_DIR H5Cpp.h REQUIRED PATH_SUFFIXES hdf5/serial)
foreach(name hdf5_serial_cpp hdf5_serial)
  find_library(GPUBUCK_STATIC_${name} lib${name}.a REQUIRED)
  execute_process(COMMAND ${CMAKE_OBJCOPY} --redefine-sym _ZSt4cerr=gpubuck_hdf5_cerr
                          --redefine-sym stderr=gpubuck_hdf5_stderr --redefine-sym stdout=gpubuck_hdf5_stdout
                          "${GPUBUCK_STATIC_${name}}" "${CMAKE_BINARY_DIR}/lib${name}.a" COMMAND_ERROR_IS_FATAL ANY)
  list(APPEND hdf5 "${CMAKE_BINARY_DIR}/lib${name}.a" "-Wl,--exclude-libs,lib${name}.a")
endforeach()
add_library(hdf5_streams STATIC cmake/hdf5_streams.cpp)
set_target_properties(hdf5_streams PROPERTIES POSITION_INDEPENDENT_CODE ON)
gpubuck_static(hdf5_filters sz aec z)
add_library(HDF5::HDF5 INTERFACE IMPORTED)
set_target_properties(HDF5::HDF5 PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${GPUBUCK_HDF5_INCLUDE_DIR}"
                                            INTERFACE_LINK_LIBRARIES "${hdf5};hdf5_streams;hdf5_filters")

if(GPUBUCK_PROGRAM)
  # GLFW 3.4 loads the X libraries at run time, so that the program starts where they are missing. GLFW 3.3 is linked to
  # them.
  set(GPUBUCK_GLFW_SOURCES "${CMAKE_SOURCE_DIR}/build/glfw" CACHE PATH "Folder with the sources of GLFW 3.4")
  if(NOT EXISTS "${GPUBUCK_GLFW_SOURCES}/CMakeLists.txt")
    message(FATAL_ERROR "GPUBUCK_GLFW_SOURCES: '${GPUBUCK_GLFW_SOURCES}' has no CMakeLists.txt; packaging/build "
                        "fetches the sources")
  endif()
  enable_language(C)
  foreach(part BUILD_DOCS BUILD_TESTS BUILD_EXAMPLES BUILD_WAYLAND INSTALL)
    set(GLFW_${part} OFF CACHE BOOL "" FORCE)
  endforeach()
  add_subdirectory("${GPUBUCK_GLFW_SOURCES}" glfw EXCLUDE_FROM_ALL)
  set_target_properties(glfw PROPERTIES UNITY_BUILD OFF)
  find_package(CLI11 REQUIRED)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(IMGUI REQUIRED IMPORTED_TARGET imgui)
  gpubuck_static(gpubuck_imgui imgui stb)
  set_target_properties(PkgConfig::IMGUI PROPERTIES INTERFACE_LINK_LIBRARIES gpubuck_imgui)
  list(APPEND inside libimgui-dev libcli11-dev)
  set(licences "GLFW\n\n")
  file(READ "${GPUBUCK_GLFW_SOURCES}/LICENSE.md" licence)
  string(APPEND licences "${licence}\n")
endif()

# The licences of all libraries that are inside the program.
foreach(name IN LISTS inside)
  file(READ "/usr/share/doc/${name}/copyright" licence)
  string(APPEND licences "${name}\n\n${licence}\n")
endforeach()
file(WRITE "${CMAKE_BINARY_DIR}/third_party.txt" "${licences}")

# The result must not contain the name of a folder of this machine.
add_compile_options("-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.")
