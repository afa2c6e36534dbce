// Replaces the readers and writers of H5MD in programs without HDF5. Every function throws.
#include "base/error.h"
#include "formats/h5md.h"

namespace gpubuck::formats::h5md {
namespace {

[[noreturn]] void refuse(const std::string& path) {
  throw InputError(path, "H5MD needs HDF5, which this program does not have");
}

}  // namespace

std::unique_ptr<TrajectoryWriter> makeWriter(const std::filesystem::path& path, const dpd::Fluid&,
                                             const dpd::Molecules&, file::Opening, Keep) {
  refuse(path.string());
}

std::unique_ptr<TrajectoryReader> makeReader(const std::string& path) { refuse(path); }

FileParticles readParticles(const std::string& path, const dpd::Fluid&) { refuse(path); }

}  // namespace gpubuck::formats::h5md
