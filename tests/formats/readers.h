// The readers of text files, for tests of input that every reader must refuse.
#pragma once

#include <string>

#include "formats/bucket_ids.h"
#include "formats/pairs.h"
#include "formats/particles.h"

namespace gpubuck::formats {

/// A reader and its name. read() throws an error if it refuses the file.
struct Reader {
  const char* name;
  void (*read)(const std::string& path);
};

/// Returns the fluid for which the readers read files of particles.
inline dpd::Fluid fluidInBox() {
  dpd::Fluid fluid;
  fluid.box.size = {8.0, 8.0, 8.0};
  fluid.species = {{"a", 1.0, 1.0, ""}};
  return fluid;
}

inline constexpr Reader kBucketIdsReader{"bucket ids",
                                         [](const std::string& path) { readBucketIds(path, 10); }};
inline constexpr Reader kPointsReader{"points", [](const std::string& path) { readPoints(path); }};
inline constexpr Reader kXyzReader{
    "extended XYZ", [](const std::string& path) { readExtendedXyz(path, fluidInBox()); }};
inline constexpr Reader kLammpsReader{
    "LAMMPS data", [](const std::string& path) { readLammpsData(path, fluidInBox()); }};

}  // namespace gpubuck::formats
