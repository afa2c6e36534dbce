# The Python module `gpubuck`. In the build tree it is python/gpubuck; it is installed where the python3 of the prefix
# looks for modules.
function(gpubuck_no_python why)
  message(STATUS "No Python module: ${why}")
endfunction()

if(GPUBUCK_SANITIZE AND NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  gpubuck_no_python("only GCC has sanitizers as libraries that a python3 without sanitizers can load")
  return()
endif()
if(NOT TARGET OpenGL::EGL)
  gpubuck_no_python("without EGL the module would have to open a window to draw in")
  return()
endif()
# Takes the system's Python, whose packages have NumPy and pybind11, even if another Python comes first in PATH (pyenv,
# conda); -DPython_EXECUTABLE=... selects another.
find_program(Python_EXECUTABLE python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_package(Python 3.9 QUIET COMPONENTS Interpreter Development.Module)
if(NOT Python_FOUND)
  gpubuck_no_python("Python 3.9 or newer with its headers is missing (Debian: python3-dev)")
  return()
endif()
find_package(pybind11 2.10 QUIET CONFIG)
if(NOT pybind11_FOUND)
  gpubuck_no_python("pybind11 2.10 or newer is missing (Debian: pybind11-dev)")
  return()
endif()

set(package ${CMAKE_BINARY_DIR}/python/gpubuck)
file(GLOB python_sources CONFIGURE_DEPENDS src/python/*.cpp)
# The module contains the library and all its layers, so that it needs no files besides its folder.
pybind11_add_module(gpubuck_python MODULE NO_EXTRAS ${python_sources})
set_target_properties(gpubuck_python PROPERTIES OUTPUT_NAME _gpubuck LIBRARY_OUTPUT_DIRECTORY ${package}
                      CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
target_compile_options(gpubuck_python PRIVATE -Wall -Wextra -Wconversion -Wno-sign-conversion
                       $<$<BOOL:${GPUBUCK_WERROR}>:-Werror>)
target_compile_definitions(gpubuck_python PRIVATE GPUBUCK_VERSION="${PROJECT_VERSION}")
target_include_directories(gpubuck_python PRIVATE src)
target_link_libraries(gpubuck_python PRIVATE gpubuck_calls)
target_link_options(gpubuck_python PRIVATE LINKER:--as-needed
                    LINKER:--version-script=${CMAKE_SOURCE_DIR}/cmake/python_exports.map)

file(GLOB python_files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/src/python/gpubuck src/python/gpubuck/*.py
     src/python/gpubuck/*.pyi src/python/gpubuck/py.typed)
foreach(file IN LISTS python_files)
  configure_file(src/python/gpubuck/${file} ${package}/${file} COPYONLY)
endforeach()
file(GLOB scenarios CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/assets/scenarios assets/scenarios/*.toml)
foreach(file IN LISTS scenarios)
  configure_file(assets/scenarios/${file} ${package}/scenarios/${file} COPYONLY)
endforeach()

# A script that installs the module may set GPUBUCK_PYTHON_FOLDER, the module's folder below the prefix.
install(CODE "
  set(gpubuck_python_folder \"\${GPUBUCK_PYTHON_FOLDER}\")
  if(NOT gpubuck_python_folder)
    execute_process(COMMAND \"${Python_EXECUTABLE}\" \"${CMAKE_SOURCE_DIR}/cmake/python_folder.py\"
                            \"\${CMAKE_INSTALL_PREFIX}\"
                    OUTPUT_VARIABLE gpubuck_python_folder OUTPUT_STRIP_TRAILING_WHITESPACE
                    COMMAND_ERROR_IS_FATAL ANY)
  endif()" COMPONENT python)
install(TARGETS gpubuck_python LIBRARY DESTINATION "\${gpubuck_python_folder}/gpubuck" COMPONENT python)
install(DIRECTORY ${package} DESTINATION "\${gpubuck_python_folder}" COMPONENT python
        FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed" PATTERN "*.toml"
        PATTERN "__pycache__" EXCLUDE)
