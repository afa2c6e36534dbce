# gpubuck.js, the module for other people's pages (tools/web). It has the library's calls for WebGL 2, but no window,
# pictures or checkpoints. It is made in the folder page/gpubuck, which `npm pack` packs.
set(package ${CMAKE_BINARY_DIR}/page/gpubuck)
set(javascript ${CMAKE_SOURCE_DIR}/src/javascript)
file(GLOB core_sources CONFIGURE_DEPENDS ${javascript}/*.cpp)
list(APPEND core_sources src/library/context.cpp src/library/fluid.cpp src/library/neighbour_list.cpp
                         src/library/sort.cpp)
add_executable(gpubuck_core ${core_sources})
target_include_directories(gpubuck_core PRIVATE src/library/include)
target_link_libraries(gpubuck_core PRIVATE gpubuck_run)
target_compile_options(gpubuck_core PRIVATE -Wall -Wextra)
set_target_properties(gpubuck_core PROPERTIES OUTPUT_NAME core SUFFIX .js RUNTIME_OUTPUT_DIRECTORY ${package})
target_link_options(gpubuck_core PRIVATE
  --no-entry -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sALLOW_MEMORY_GROWTH=1 -sENVIRONMENT=web,worker -sMODULARIZE=1
  -sEXPORT_ES6=1 -sEXPORT_NAME=loadCore
  "SHELL:-sEXPORTED_RUNTIME_METHODS=GL,HEAPU8 -sEXPORTED_FUNCTIONS=_malloc,_free")

file(GLOB_RECURSE package_files CONFIGURE_DEPENDS RELATIVE ${javascript}/package ${javascript}/package/*)
list(REMOVE_ITEM package_files package.json)
configure_file(${javascript}/package/package.json ${package}/package.json @ONLY)
function(gpubuck_package_file from to)
  add_custom_command(OUTPUT ${package}/${to} COMMAND ${CMAKE_COMMAND} -E copy ${from} ${package}/${to} DEPENDS ${from}
                     VERBATIM)
  set(package_outputs ${package_outputs} ${package}/${to} PARENT_SCOPE)
endfunction()
foreach(file IN LISTS package_files)
  gpubuck_package_file(${javascript}/package/${file} ${file})
endforeach()
gpubuck_package_file(${CMAKE_SOURCE_DIR}/LICENSE LICENSE)
file(GLOB scenarios CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/assets/scenarios assets/scenarios/*.toml)
foreach(file IN LISTS scenarios)
  gpubuck_package_file(${CMAKE_SOURCE_DIR}/assets/scenarios/${file} scenarios/${file})
endforeach()
file(GLOB pictures CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/assets/pictures assets/pictures/*.jpg)
foreach(file IN LISTS pictures) # for the element, until its fluid is there
  gpubuck_package_file(${CMAKE_SOURCE_DIR}/assets/pictures/${file} pictures/${file})
endforeach()
add_custom_target(gpubuck_package ALL DEPENDS gpubuck_core ${package_outputs})
