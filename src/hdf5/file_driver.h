// Plain files for HDF5, which does not survive that the system cannot write or close one: it then
// uses memory that it has freed, or drops data without a word where an object ends.
#pragma once

#include <H5Cpp.h>

namespace gpubuck::hdf5 {

/// Returns how to open a file so that writing, truncating and closing it always succeed for HDF5.
/// The first error of the system in doing so is put into `error`, which must outlive the file;
/// after it nothing is written any more. It is null for files that are only read, of which nothing
/// can be lost.
H5::FileAccPropList fileDriver(int* error);

}  // namespace gpubuck::hdf5
