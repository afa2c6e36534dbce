// The descriptors of HDF5: close_in_place_posix.cpp, close_in_place_win32.cpp.
#pragma once

namespace gpubuck::hdf5 {

/// Closes the file of a descriptor of HDF5, which then is a descriptor of the null device. Returns
/// the system's error, or 0.
int closeInPlace(int descriptor);

}  // namespace gpubuck::hdf5
