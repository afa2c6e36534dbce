// Plain files for HDF5, which does not survive that the system cannot close one: it then uses
// memory that it has freed, and the process ends.
#pragma once

#include <H5Cpp.h>

namespace gpubuck::hdf5 {

/// Returns how to open a file so that closing it always succeeds for HDF5. If the system fails to
/// close it, its error number is put into `closeError`, which must outlive the file; it is null for
/// files that are only read, of which nothing can be lost.
H5::FileAccPropList fileDriver(int* closeError);

}  // namespace gpubuck::hdf5
