# The libraries of a build for Windows (tools/windows), with the same target names as in other builds. They are headers
# of the system's packages, sources of Debian's source packages, and libraries that tools/windows has built.
set(GPUBUCK_WINDOWS_LIBRARIES "${CMAKE_SOURCE_DIR}/build/windows-libraries" CACHE PATH
    "Folder with the sources and libraries that tools/windows has made")
set(libraries "${GPUBUCK_WINDOWS_LIBRARIES}")
if(NOT EXISTS "${libraries}/installed/lib/libhdf5_cpp.a")
  message(FATAL_ERROR "GPUBUCK_WINDOWS_LIBRARIES: '${libraries}' has no installed/lib/libhdf5_cpp.a; tools/windows "
                      "makes it")
endif()

# Takes only these headers from /usr/include, since the other headers belong to the C library of this machine.
set(headers "${CMAKE_BINARY_DIR}/headers")
file(MAKE_DIRECTORY "${headers}")
foreach(name CLI fmt glm nlohmann stb toml++)
  if(NOT EXISTS "/usr/include/${name}")
    message(FATAL_ERROR "/usr/include/${name}: not found; tools/deps windows installs it")
  endif()
  file(CREATE_LINK "/usr/include/${name}" "${headers}/${name}" SYMBOLIC)
endforeach()
file(CREATE_LINK "${libraries}/glew/include/GL" "${headers}/GL" SYMBOLIC)
set(STB_INCLUDE_DIR "${headers}")
find_file(DEJAVU_SANS DejaVuSans.ttf REQUIRED NO_CMAKE_FIND_ROOT_PATH PATHS /usr/share/fonts/truetype/dejavu)

find_package(Threads REQUIRED)
set(ZLIB_LIBRARY /usr/x86_64-w64-mingw32/lib/libz.a)
find_package(ZLIB REQUIRED)
foreach(name fmt::fmt glm::glm CLI11::CLI11 nlohmann_json::nlohmann_json tomlplusplus::tomlplusplus GLEW::GLEW
             OpenGL::OpenGL glfw PkgConfig::IMGUI HDF5::HDF5)
  add_library(${name} INTERFACE IMPORTED)
  target_include_directories(${name} SYSTEM INTERFACE "${headers}" "${libraries}/installed/include")
endforeach()
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
target_compile_definitions(tomlplusplus::tomlplusplus INTERFACE TOML_HEADER_ONLY=1)
target_link_libraries(OpenGL::OpenGL INTERFACE opengl32)
target_link_libraries(glfw INTERFACE "${libraries}/installed/lib/libglfw3.a" gdi32)
foreach(name hdf5 hdf5_cpp)
  add_library(${name} STATIC IMPORTED)
  set_target_properties(${name} PROPERTIES IMPORTED_LOCATION "${libraries}/installed/lib/lib${name}.a")
endforeach()
target_link_libraries(hdf5 INTERFACE ZLIB::ZLIB)
target_link_libraries(hdf5_cpp INTERFACE hdf5)
target_link_libraries(HDF5::HDF5 INTERFACE hdf5_cpp)

enable_language(C)
add_compile_definitions(GLEW_STATIC GLEW_NO_GLU)
add_library(gpubuck_glew STATIC "${libraries}/glew/src/glew.c")
target_include_directories(gpubuck_glew SYSTEM PUBLIC "${headers}")
target_link_libraries(gpubuck_glew PUBLIC opengl32)
target_link_libraries(GLEW::GLEW INTERFACE gpubuck_glew)

set(imgui "${libraries}/imgui")
add_library(gpubuck_imgui STATIC
  ${imgui}/imgui.cpp ${imgui}/imgui_demo.cpp ${imgui}/imgui_draw.cpp ${imgui}/imgui_tables.cpp
  ${imgui}/imgui_widgets.cpp ${imgui}/misc/cpp/imgui_stdlib.cpp ${imgui}/backends/imgui_impl_glfw.cpp
  ${imgui}/backends/imgui_impl_opengl3.cpp)
set_target_properties(gpubuck_imgui PROPERTIES UNITY_BUILD OFF)
target_include_directories(gpubuck_imgui SYSTEM PUBLIC ${imgui} ${imgui}/misc/cpp ${imgui}/backends)
target_link_libraries(gpubuck_imgui PUBLIC glfw imm32 gdi32)
target_link_libraries(PkgConfig::IMGUI INTERFACE gpubuck_imgui)

add_compile_definitions(NOMINMAX WIN32_LEAN_AND_MEAN)
# The sqrt() of mingw-w64 rounds twice, and in 1 of 4,000 cases its result differs from the processor's. With
# -fno-math-errno GCC never calls this function.
add_compile_options(-fno-math-errno)
# GCC 12 compiles a copy of an inline function for each file, and assumes that calls in this file run this copy. It
# keeps values in registers that the copy does not use. But the linker may choose the copy of another file, which may
# use these registers.
add_compile_options(-fno-ipa-ra)
# Every C++ source begins with path.h, and every executable has the manifest of gpubuck.rc. GCC takes a precompiled
# header only if nothing is included before it.
set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include ${CMAKE_SOURCE_DIR}/cmake/windows/path.h>")
set(manifest "${CMAKE_BINARY_DIR}/manifest.o")
execute_process(COMMAND ${CMAKE_RC_COMPILER} -I "${CMAKE_SOURCE_DIR}/cmake/windows" -i
                        "${CMAKE_SOURCE_DIR}/cmake/windows/gpubuck.rc" -o "${manifest}" COMMAND_ERROR_IS_FATAL ANY)
add_link_options("${manifest}")
