# gpubuck_embed(LAYER KIND FOLDER PATTERNS): compiles the files of FOLDER that match PATTERNS into each program that
# links gpubuck_LAYER. `gpubuck::embedded::files("KIND")` (src/base/embedded.h) returns them by their path below ROOT;
# the default of ROOT is FOLDER.
#
# Nothing refers to the object with these files, so the linker would drop it from a static library. It is therefore
# given to the linker by name.
function(gpubuck_embed layer kind folder patterns)
  cmake_parse_arguments(EMBED "" "ROOT" "" ${ARGN})
  if(NOT EMBED_ROOT)
    set(EMBED_ROOT "${folder}")
  endif()
  set(globs)
  foreach(pattern IN LISTS patterns)
    list(APPEND globs "${folder}/${pattern}")
  endforeach()
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${globs})
  set(target gpubuck_${layer}_${kind})
  set(output "${CMAKE_CURRENT_BINARY_DIR}/embedded_${layer}_${kind}.cpp")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DKIND=${kind}" "-DROOT=${EMBED_ROOT}" "-DFILES=${files}" "-DOUTPUT=${output}"
            -P "${CMAKE_SOURCE_DIR}/cmake/embed_files.cmake"
    DEPENDS ${files} "${CMAKE_SOURCE_DIR}/cmake/embed_files.cmake"
    COMMENT "Embedding the ${kind} of ${layer}"
    VERBATIM)
  add_library(${target} OBJECT "${output}")
  target_include_directories(${target} PRIVATE src)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                        VISIBILITY_INLINES_HIDDEN ON UNITY_BUILD OFF)
  target_link_libraries(gpubuck_${layer} INTERFACE $<TARGET_OBJECTS:${target}>)
endfunction()
