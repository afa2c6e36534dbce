# gpubuck_embed(LAYER KIND FOLDER PATTERNS): compiles the files of FOLDER that match PATTERNS into whatever links
# gpubuck_LAYER, as files of `gpubuck::embedded::files("KIND")` (src/base/embedded.h), keyed by their path below ROOT,
# which is FOLDER itself if ROOT is not given.
#
# Nothing refers to such an object, so a static library would drop it: it is handed to the linker by name instead.
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
