# The package as a user gets it: installed to a folder of its own, its headers alone, the example built against it.
set(package_prefix ${CMAKE_BINARY_DIR}/package)
add_test(NAME Package.Installs
         COMMAND ${CMAKE_COMMAND} -D BUILD=${CMAKE_BINARY_DIR} -D PREFIX=${package_prefix} -D CONFIG=$<CONFIG>
                 -D COMPILER=${CMAKE_CXX_COMPILER} -P ${CMAKE_CURRENT_LIST_DIR}/install_package.cmake)
set_tests_properties(Package.Installs PROPERTIES LABELS unit FIXTURES_SETUP package
                     PASS_REGULAR_EXPRESSION "7 headers compile alone, the program is ${PROJECT_VERSION}")

add_test(NAME Package.ExampleRuns
         COMMAND ${CMAKE_CTEST_COMMAND} --build-and-test ${CMAKE_SOURCE_DIR}/examples/library
                 ${CMAKE_BINARY_DIR}/example --build-generator ${CMAKE_GENERATOR} --build-options
                 -D CMAKE_PREFIX_PATH=${package_prefix} -D CMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
                 -D CMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS} --test-command tour)
set_tests_properties(Package.ExampleRuns PROPERTIES LABELS shader FIXTURES_REQUIRED package PASS_REGULAR_EXPRESSION
                     "bucket 0: 1 4\nbucket 1:\nbucket 2: 0 3 5\nbucket 3: 2 6\n.*375 particles at t = 3\\.00.*\
neighbours per particle; those of particle 0: [0-9 ]+\n")
