# Compiles programs for 64-bit Windows with Debian's mingw-w64 (tools/windows). A build runs its own programs with Wine.
# The compiler is the variant with POSIX threads, since the standard library has no std::thread without them.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_CROSSCOMPILING_EMULATOR wine)

# None of this machine's own libraries and headers may be used.
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# Windows 10, the oldest system that the programs run on.
add_compile_definitions(_WIN32_WINNT=0x0A00 WINVER=0x0A00 _FILE_OFFSET_BITS=64)
# The result must not contain the name of a folder of this machine.
get_filename_component(root "${CMAKE_CURRENT_LIST_DIR}" DIRECTORY)
add_compile_options("-ffile-prefix-map=${root}=.")
# The compiler's libraries become a part of each program, so that a program needs no DLL of the compiler.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -static)
