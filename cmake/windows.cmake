# GCC 12 wrongly warns of strings that overlap (its bug 105651).
target_compile_options(gpubuck_demo_ui PRIVATE -Wno-restrict)

# The program that opens the window on a double-click (src/launcher).
add_executable(gpubuck_launcher WIN32 src/launcher/launcher.cpp)
set_target_properties(gpubuck_launcher PROPERTIES OUTPUT_NAME gpubuck-window)
target_compile_options(gpubuck_launcher PRIVATE -Wall -Wextra -Wpedantic -municode
                       $<$<BOOL:${GPUBUCK_WERROR}>:-Werror>)
target_compile_definitions(gpubuck_launcher PRIVATE UNICODE)
target_link_options(gpubuck_launcher PRIVATE -municode)
