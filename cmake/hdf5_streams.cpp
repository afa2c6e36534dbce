// The streams to which Debian's static HDF5 writes (portable_packages.cmake).
#include <cstdio>
#include <iostream>

#pragma GCC visibility push(hidden)

extern "C" {
std::ostream gpubuck_hdf5_cerr(std::cerr.rdbuf());
std::FILE* gpubuck_hdf5_stderr = stderr;
std::FILE* gpubuck_hdf5_stdout = stdout;
}
