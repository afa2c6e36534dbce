# Compiles programs for 64-bit Windows with Debian's mingw-w64 (tools/windows). A build runs its own programs with Wine.
# The compiler is the variant with POSIX threads, since the standard library has no std::thread without them.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_CROSSCOMPILING_EMULATOR wine)

# Nothing of this machine's own libraries and headers.
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# Windows 10, the oldest system that the programs run on.
add_compile_definitions(_WIN32_WINNT=0x0A00 WINVER=0x0A00 _FILE_OFFSET_BITS=64)
# No folder of this machine is in the result.
get_filename_component(root "${CMAKE_CURRENT_LIST_DIR}" DIRECTORY)
add_compile_options("-ffile-prefix-map=${root}=.")
# The libraries of the compiler become a part of each program, which then needs no DLL of the compiler.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -static)
