# The libraries that gpubuck is built with.
find_package(OpenGL REQUIRED COMPONENTS OpenGL OPTIONAL_COMPONENTS EGL GLX)
find_package(Threads REQUIRED)
find_package(GLEW REQUIRED)
find_package(glm REQUIRED)
find_package(fmt REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(HDF5 REQUIRED COMPONENTS CXX)
find_package(ZLIB REQUIRED)
find_path(STB_INCLUDE_DIR stb/stb_image_write.h REQUIRED)
find_file(DEJAVU_SANS DejaVuSans.ttf REQUIRED
          PATHS /usr/share/fonts/truetype/dejavu /usr/share/fonts/dejavu-sans-fonts
                /usr/share/fonts/TTF /opt/homebrew/share/fonts)

if(GPUBUCK_PROGRAM)
  find_package(glfw3 3.3 REQUIRED)
  find_package(CLI11 REQUIRED)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(IMGUI REQUIRED IMPORTED_TARGET imgui)
endif()
