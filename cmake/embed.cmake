# gpubuck_embed(TARGET NAME FOLDER PATTERNS): compiles the files of FOLDER that match PATTERNS into TARGET
# as the table `gpubuck::embedded::NAME` (src/base/embedded.h), keyed by the path relative to FOLDER.
function(gpubuck_embed target name folder patterns)
  set(globs)
  foreach(pattern IN LISTS patterns)
    list(APPEND globs "${folder}/${pattern}")
  endforeach()
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${globs})
  set(output "${CMAKE_CURRENT_BINARY_DIR}/embedded_${name}.cpp")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DNAME=${name}" "-DFOLDER=${folder}" "-DFILES=${files}"
            "-DOUTPUT=${output}" -P "${CMAKE_SOURCE_DIR}/cmake/embed_files.cmake"
    DEPENDS ${files} "${CMAKE_SOURCE_DIR}/cmake/embed_files.cmake"
    COMMENT "Embedding ${name}"
    VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()
