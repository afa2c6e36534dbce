# Installs BUILD to PREFIX, compiles each header alone with COMPILER, and runs the executable.
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX} --config ${CONFIG}
                COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
file(GLOB headers ${PREFIX}/include/gpubuck/*.h)
foreach(header IN LISTS headers)
  execute_process(COMMAND ${COMPILER} -std=c++20 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -fsyntax-only
                          -I${PREFIX}/include -include ${header} -x c++ /dev/null COMMAND_ERROR_IS_FATAL ANY)
endforeach()
list(LENGTH headers count)
execute_process(COMMAND ${PREFIX}/bin/gpubuck --version COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE version)
message("${count} headers compile alone, the program is ${version}")
