# The libraries of a build for the browser (tools/web), with the same target names as in other builds. They are headers
# of the system's packages, sources of Dear ImGui, and parts of emscripten.
set(GPUBUCK_IMGUI_SOURCES "" CACHE PATH "Folder with the sources of Dear ImGui")
if(NOT EXISTS "${GPUBUCK_IMGUI_SOURCES}/imgui.cpp")
  message(FATAL_ERROR "GPUBUCK_IMGUI_SOURCES: '${GPUBUCK_IMGUI_SOURCES}' has no imgui.cpp; tools/web fetches it")
endif()

# Takes only these headers from /usr/include, since the other headers belong to the C library of this machine.
set(headers "${CMAKE_BINARY_DIR}/headers")
file(MAKE_DIRECTORY "${headers}")
foreach(name fmt glm nlohmann stb toml++)
  if(NOT EXISTS "/usr/include/${name}")
    message(FATAL_ERROR "/usr/include/${name}: not found; tools/deps web installs it")
  endif()
  file(CREATE_LINK "/usr/include/${name}" "${headers}/${name}" SYMBOLIC)
endforeach()
set(STB_INCLUDE_DIR "${headers}")
find_file(DEJAVU_SANS DejaVuSans.ttf REQUIRED NO_CMAKE_FIND_ROOT_PATH PATHS /usr/share/fonts/truetype/dejavu)

foreach(name fmt::fmt glm::glm nlohmann_json::nlohmann_json tomlplusplus::tomlplusplus Threads::Threads GLEW::GLEW
             OpenGL::OpenGL glfw PkgConfig::IMGUI ZLIB::ZLIB HDF5::HDF5)
  add_library(${name} INTERFACE IMPORTED)
endforeach()
set_target_properties(fmt::fmt PROPERTIES INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY)
set_target_properties(tomlplusplus::tomlplusplus PROPERTIES INTERFACE_COMPILE_DEFINITIONS TOML_HEADER_ONLY=1)

add_compile_options(-fwasm-exceptions)
add_link_options(-fwasm-exceptions)

add_library(gpubuck_imgui STATIC
  ${GPUBUCK_IMGUI_SOURCES}/imgui.cpp ${GPUBUCK_IMGUI_SOURCES}/imgui_demo.cpp ${GPUBUCK_IMGUI_SOURCES}/imgui_draw.cpp
  ${GPUBUCK_IMGUI_SOURCES}/imgui_tables.cpp ${GPUBUCK_IMGUI_SOURCES}/imgui_widgets.cpp
  ${GPUBUCK_IMGUI_SOURCES}/misc/cpp/imgui_stdlib.cpp ${GPUBUCK_IMGUI_SOURCES}/backends/imgui_impl_glfw.cpp
  ${GPUBUCK_IMGUI_SOURCES}/backends/imgui_impl_opengl3.cpp)
set_target_properties(gpubuck_imgui PROPERTIES UNITY_BUILD OFF)
target_compile_definitions(gpubuck_imgui PUBLIC IMGUI_DISABLE_DEMO_WINDOWS IMGUI_IMPL_OPENGL_ES3)
target_include_directories(gpubuck_imgui SYSTEM PUBLIC ${GPUBUCK_IMGUI_SOURCES} ${GPUBUCK_IMGUI_SOURCES}/misc/cpp
                           ${GPUBUCK_IMGUI_SOURCES}/backends)
set_target_properties(PkgConfig::IMGUI PROPERTIES INTERFACE_LINK_LIBRARIES gpubuck_imgui)

# Every source begins with a header that adds what emscripten's standard library lacks.
add_compile_options("SHELL:-include ${CMAKE_SOURCE_DIR}/cmake/web/standard_library.h")

# Sources that a page replaces (src/web) or does not need.
set(GPUBUCK_LEFT_OUT gl/window gl/headless_context gl/host_opengl gl/current_context gl/state_guard
    file/child_process_posix file/film hdf5/.+ formats/h5md.+)
