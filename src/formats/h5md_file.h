// An H5MD file of any program, open for reading: its datasets and attributes, checked for type and
// shape.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "hdf5/hdf5.h"

namespace gpubuck::formats::h5md {

/// All functions throw InputError. Call them within attempt(), which turns exceptions of HDF5 into
/// an InputError: all shapes are checked, but HDF5 itself may fail on a damaged file.
class H5mdFile {
 public:
  /// Opens the file. Also throws if the file is a checkpoint, or if it has neither a group of
  /// particles named `all` nor exactly one group of particles.
  explicit H5mdFile(const std::string& path);

  const std::string& path() const { return path_; }
  /// Returns the group of the particles, such as "particles/all".
  const std::string& particles() const { return particles_; }
  [[noreturn]] void fail(const std::string& why) const { throw InputError(path_, why); }

  template <typename Action>
  void attempt(const Action& action) const {
    const hdf5::NotedErrors noted;
    try {
      action();
    } catch (const H5::Exception&) {
      throw InputError(path_, "cannot be read: " + hdf5::reason());
    }
  }

  /// Returns whether there is a group or dataset of this name.
  bool exists(const std::string& name) const;
  bool isDataset(const std::string& name) const;
  /// Returns the names of all elements of a group, or an empty list if the group does not exist.
  std::vector<std::string> namesIn(const std::string& group) const;
  /// Returns the lengths of a dataset along its axes.
  std::vector<hsize_t> shape(const std::string& name) const;

  /// Returns the numbers of a dataset. If `isOfFrames`, these are only the numbers of entry `frame`
  /// along the first axis.
  template <typename T>
  std::vector<T> numbers(const std::string& name, std::int64_t frame, bool isOfFrames) const;
  /// Returns the step or the time of a frame. The dataset has either an entry per frame, or the
  /// interval between frames.
  template <typename T>
  T inFrame(const std::string& name, std::int64_t frame) const;
  /// Returns whether a dataset is of an enumeration of names.
  bool isEnumeration(const std::string& name) const;
  /// Returns the names and values of a dataset's enumeration, in the order of the values.
  std::pair<std::vector<std::string>, std::vector<std::int64_t>> enumeration(
      const std::string& name) const;
  /// Returns the values of a dataset of an enumeration. The parameters mean the same as in
  /// numbers().
  std::vector<std::int64_t> enumerated(const std::string& name, std::int64_t frame,
                                       bool isOfFrames) const;
  /// Returns the texts of a group's attribute, which must be a one-dimensional array of texts.
  std::vector<std::string> texts(const std::string& group, const char* attribute) const;

 private:
  H5::DataSet open(const std::string& name) const;
  /// Returns the elements of a dataset, or of one frame, converted to `type`, their type in memory.
  template <typename T>
  std::vector<T> elements(const H5::DataSet& set, const std::string& name, const H5::DataType& type,
                          std::int64_t frame, bool isOfFrames) const;
  void findParticles();

  std::string path_, particles_;
  H5::H5File file_;
};

}  // namespace gpubuck::formats::h5md
