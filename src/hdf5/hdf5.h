// Types and properties for all HDF5 files of gpubuck, and a file driver that hides errors of the
// system from HDF5. With these types and properties, the bytes of a file depend only on its
// contents. Without this driver, if the system cannot write or close a file, HDF5 uses freed memory
// or silently loses data in a destructor.
#pragma once

#include <H5Cpp.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace gpubuck::hdf5 {

template <typename T>
inline constexpr bool kIsNumber =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, std::int32_t> ||
    std::is_same_v<T, std::uint32_t> || std::is_same_v<T, std::int64_t>;

/// Returns the type by which files store a T. It gives a number the same bytes on every machine.
template <typename T>
requires kIsNumber<T>
const H5::PredType& storedType() {
  if constexpr (std::is_same_v<T, float>) return H5::PredType::IEEE_F32LE;
  if constexpr (std::is_same_v<T, double>) return H5::PredType::IEEE_F64LE;
  if constexpr (std::is_same_v<T, std::int32_t>) return H5::PredType::STD_I32LE;
  if constexpr (std::is_same_v<T, std::uint32_t>) return H5::PredType::STD_U32LE;
  if constexpr (std::is_same_v<T, std::int64_t>) return H5::PredType::STD_I64LE;
}

/// Returns the type of a number in memory.
template <typename T>
requires kIsNumber<T>
const H5::PredType& nativeType() {
  if constexpr (std::is_same_v<T, float>) return H5::PredType::NATIVE_FLOAT;
  if constexpr (std::is_same_v<T, double>) return H5::PredType::NATIVE_DOUBLE;
  if constexpr (std::is_same_v<T, std::int32_t>) return H5::PredType::NATIVE_INT32;
  if constexpr (std::is_same_v<T, std::uint32_t>) return H5::PredType::NATIVE_UINT32;
  if constexpr (std::is_same_v<T, std::int64_t>) return H5::PredType::NATIVE_INT64;
}

/// Returns the type of a text of `size` bytes, padded with zeros.
H5::StrType textType(std::size_t size);

/// Returns the properties of a dataset that does not store its times.
H5::DSetCreatPropList timeless();

/// Opens a file whose bytes are in memory, for reading. The bytes must outlive the file. HDF5 then
/// does not use the disk, so that its close() cannot fail. A failure of close() would end the
/// process.
void openInMemory(H5::H5File& file, std::string& bytes);

/// Returns whether there is a group or dataset of this path. Throws the errors of HDF5 if the path
/// cannot be read. Throws InputError, whose text begins with `name`, if a part of the path is a
/// soft or external link, since links could lead to any file of this machine.
bool exists(const H5::H5File& file, const std::string& path, const std::string& name);

/// Opens a dataset. Throws the errors of exists(). Throws InputError if there is no such dataset,
/// or if its numbers are in other files (external storage or a virtual dataset).
H5::DataSet openDataSet(const H5::H5File& file, const std::string& path, const std::string& name);

/// While an object of this class lives, HDF5 prints nothing, and the reason of a failed call of
/// HDF5 is kept for reason().
class NotedErrors {
 public:
  NotedErrors();
  ~NotedErrors();
  NotedErrors(const NotedErrors&) = delete;
  NotedErrors& operator=(const NotedErrors&) = delete;
};

/// Returns the reason of the last call of HDF5 that failed while a NotedErrors lived. The reason is
/// the first error, without the errors that it caused. For a failed system call it is only the
/// system's reason.
std::string reason();

/// Returns properties with which a file is opened such that writing, truncating and closing it
/// always succeed from the view of HDF5. Stores the system's first error in `error`, which must
/// outlive the file. After an error nothing more is written. `error` may be null for files that are
/// only read, since they cannot lose data.
H5::FileAccPropList fileDriver(int* error);

}  // namespace gpubuck::hdf5
