// Closes file descriptors of HDF5. Implemented in close_in_place_posix.cpp and
// close_in_place_win32.cpp.
#pragma once

namespace gpubuck::hdf5 {

/// Closes the file of a descriptor that HDF5 owns. The descriptor stays open, but is then a
/// descriptor of the null device. Returns the system's error, or 0.
int closeInPlace(int descriptor);

}  // namespace gpubuck::hdf5
