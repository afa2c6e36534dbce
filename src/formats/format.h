// The table of formats. All code that reads or writes particles, trajectories or points by the
// ending of a file's name uses this table, and so do the texts of help.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "file/input_file.h"
#include "formats/pairs.h"
#include "formats/particles.h"
#include "formats/trajectory.h"

namespace gpubuck::formats {

/// A format of files. A function that the format lacks is null.
struct Format {
  const char* name;                       ///< the name in `gpubuck run --trajectory-format`
  const char* help;                       ///< "an extended XYZ file"
  std::vector<std::string_view> endings;  ///< endings of a file's name
  bool hasMolecules = false;              ///< whether a trajectory keeps bonds and angles

  /// Reads the particles of [initial] file.
  ParticleReader readParticles = nullptr;
  /// Returns whether a file with another ending is of this format, by its first 64 KiB. Null for
  /// formats that only the ending identifies.
  bool (*isBegin)(std::string_view) = nullptr;

  std::unique_ptr<TrajectoryReader> (*read)(const std::string& path) = nullptr;
  std::unique_ptr<TrajectoryWriter> (*write)(const std::filesystem::path& path,
                                             const dpd::Fluid& fluid,
                                             const dpd::Molecules& molecules, file::Opening opening,
                                             Keep keep) = nullptr;
  /// The next three members are for trajectories that a continued run appends to: the name of the
  /// file, a function that returns the steps of its frames, and a function that truncates the file.
  /// They are null for other formats.
  const char* runFile = nullptr;
  decltype(&stepsOfXyz) steps = nullptr;
  decltype(&cutXyz) cut = nullptr;

  /// Reads the points of `gpubuck pairs`.
  void (*readPoints)(file::InputFile& file, Points& points) = nullptr;
};

/// All formats. If neither the ending nor the contents identify a file of [initial], it is read as
/// the first format.
extern const std::vector<Format> kFormats;

/// Returns the formats that have a function, such as &Format::write.
template <typename Function>
std::vector<Format> formatsWith(Function Format::*function) {
  std::vector<Format> formats;
  for (const Format& format : kFormats) {
    if (format.*function != nullptr) formats.push_back(format);
  }
  return formats;
}

/// Returns the format of a file's name; null if no format with this function has its ending.
template <typename Function>
const Format* formatOf(std::string_view path, Function Format::*function) {
  for (const Format& format : kFormats) {
    if (format.*function == nullptr) continue;
    for (const std::string_view ending : format.endings) {
      if (path.ends_with(ending)) return &format;
    }
  }
  return nullptr;
}

/// Returns the endings of formats: ".xyz, .extxyz, .gsd".
std::string endingsOf(const std::vector<Format>& formats);

/// Returns, in words, the formats that [initial] file can have, and their endings: "the last frame
/// of an extended XYZ file (.xyz, .extxyz), the ... or a data file of ...".
std::string particleFormatsHelp();

/// Reads the particles of a file. The name or the contents determine the format; a name like
/// `data.water` means LAMMPS data. A text file may be compressed if its name ends with `.gz`.
/// Throws InputError.
FileParticles readParticles(const std::string& path, const dpd::Fluid& fluid);

}  // namespace gpubuck::formats
