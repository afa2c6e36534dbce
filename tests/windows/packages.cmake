# The libraries of the tests in a build for Windows, and the tests that cannot be compiled for Windows. The libraries
# are compiled from the sources in Debian's packages.
set(googletest /usr/src/googletest/googletest)
add_library(gpubuck_gtest STATIC ${googletest}/src/gtest-all.cc)
target_include_directories(gpubuck_gtest SYSTEM PUBLIC ${googletest}/include PRIVATE ${googletest})
add_library(gpubuck_gtest_main STATIC ${googletest}/src/gtest_main.cc)
target_link_libraries(gpubuck_gtest_main PUBLIC gpubuck_gtest)
add_library(GTest::gtest ALIAS gpubuck_gtest)
add_library(GTest::gtest_main ALIAS gpubuck_gtest_main)

set(rapidcheck "${GPUBUCK_WINDOWS_LIBRARIES}/rapidcheck")
file(GLOB_RECURSE rapidcheck_sources "${rapidcheck}/src/*.cpp")
add_library(rapidcheck STATIC ${rapidcheck_sources})
target_include_directories(rapidcheck SYSTEM PUBLIC "${rapidcheck}/include" "${rapidcheck}/extras/gtest/include")
set_target_properties(gpubuck_gtest gpubuck_gtest_main rapidcheck PROPERTIES UNITY_BUILD OFF)

add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include ${CMAKE_CURRENT_SOURCE_DIR}/windows/posix.h>")

# The tests of these files fork, end by POSIX signals, read /proc, limit the memory of their process, or write to
# memory as if to a file (open_memstream).
set(GPUBUCK_TESTS_LEFT_OUT base/interruption_test bench/report_test base/memory_test file/film_test formats/limits/.+)
