# The page (tools/web): a program of src/web and the layers, and the files of web/.
file(GLOB web_sources CONFIGURE_DEPENDS src/web/*.cpp)
add_executable(gpubuck_web ${web_sources})
target_link_libraries(gpubuck_web PRIVATE gpubuck_demo)
target_compile_options(gpubuck_web PRIVATE -Wall -Wextra)
set_target_properties(gpubuck_web PROPERTIES OUTPUT_NAME fluid SUFFIX .js
                      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/page)
target_link_options(gpubuck_web PRIVATE
  -sUSE_GLFW=3 -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sALLOW_MEMORY_GROWTH=1 -sENVIRONMENT=web -sMODULARIZE=1
  -sEXPORT_ES6=1 -sEXPORT_NAME=loadFluid -sINVOKE_RUN=0
  -sEXPORTED_RUNTIME_METHODS=FS,callMain,ccall,HEAPU8)

# The files of the page besides the program: web/, and the pictures of the gallery.
foreach(files web/* assets/pictures/*)
  string(REGEX MATCH "^[a-z]+" root ${files})
  file(GLOB_RECURSE page_files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/${root}
       ${CMAKE_SOURCE_DIR}/${files})
  foreach(file IN LISTS page_files)
    add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/page/${file}
                       COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/${root}/${file}
                               ${CMAKE_BINARY_DIR}/page/${file}
                       DEPENDS ${CMAKE_SOURCE_DIR}/${root}/${file} VERBATIM)
    list(APPEND page_outputs ${CMAKE_BINARY_DIR}/page/${file})
  endforeach()
endforeach()
add_custom_target(gpubuck_page ALL DEPENDS ${page_outputs})
