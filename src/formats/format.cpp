#include "formats/format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "formats/h5md.h"
#include "formats/trajectory.h"

namespace gpubuck::formats {

const std::vector<Format> kFormats{{.name = "xyz",
                                    .help = "an extended XYZ file",
                                    .endings = {".xyz", ".extxyz"},
                                    .readParticles = readExtendedXyz,
                                    .read = makeXyzReader,
                                    .write = makeXyzWriter,
                                    .runFile = "trajectory.xyz",
                                    .steps = stepsOfXyz,
                                    .cut = cutXyz,
                                    .readPoints = readXyzPoints},
                                   {.name = "gsd",
                                    .help = "a GSD file",
                                    .endings = {".gsd"},
                                    .hasMolecules = true,
                                    .readParticles = readGsd,
                                    .isBegin = beginsAsGsd,
                                    .read = makeGsdReader,
                                    .write = makeGsdWriter,
                                    .runFile = "trajectory.gsd",
                                    .steps = stepsOfGsd,
                                    .cut = cutGsd},
                                   {.name = "h5md",
                                    .help = "an H5MD file",
                                    .endings = {".h5", ".h5md"},
                                    .hasMolecules = true,
                                    .readParticles = h5md::readParticles,
                                    .isBegin = h5md::beginsAsHdf5,
                                    .read = h5md::makeReader,
                                    .write = h5md::makeWriter},
                                   {.name = "lammps",
                                    .help = "a data file of LAMMPS",
                                    .endings = {".data", ".lmp", ".lammps"},
                                    .readParticles = readLammpsData,
                                    .isBegin = beginsAsLammpsData},
                                   {.name = "dl_meso",
                                    .help = "a CONFIG of DL_MESO",
                                    .endings = {"CONFIG"},
                                    .readParticles = readDlMesoConfig},
                                   {.name = "npy",
                                    .help = "the particles of the last frame",
                                    .endings = {".npy"},
                                    .write = makeNpyWriter,
                                    .readPoints = readNpyPoints}};

namespace {

/// Returns the first bytes of a regular file, or an empty string for a pipe or device, which can be
/// read only once.
std::string beginOf(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return {};
  file::InputFile file(path);
  std::string begin(std::size_t{1} << 16, '\0');
  begin.resize(file.read(begin.data(), begin.size()));
  return begin;
}

ParticleReader particleReaderOf(const std::string& path) {
  const std::string_view name =
      std::string_view(path).substr(0, path.size() - (path.ends_with(".gz") ? 3 : 0));
  if (const Format* format = formatOf(name, &Format::readParticles)) return format->readParticles;
  if (std::filesystem::path(path).filename().string().starts_with("data.")) return readLammpsData;
  const std::string begin = beginOf(path);
  const auto format = std::ranges::find_if(
      kFormats, [&](const Format& row) { return row.isBegin != nullptr && row.isBegin(begin); });
  return format == kFormats.end() ? kFormats.front().readParticles : format->readParticles;
}

}  // namespace

std::string endingsOf(const std::vector<Format>& formats) {
  std::vector<std::string_view> endings;
  for (const Format& format : formats) {
    endings.insert(endings.end(), format.endings.begin(), format.endings.end());
  }
  return fmt::format("{}", fmt::join(endings, ", "));
}

std::string particleFormatsHelp() {
  const std::vector<Format> formats = formatsWith(&Format::readParticles);
  std::string text;
  for (const Format& format : formats) {
    const bool isLast = &format == &formats.back();
    text += fmt::format("{}{}{} ({})",
                        text.empty() ? ""
                        : isLast     ? " or "
                                     : ", ",
                        format.read != nullptr ? "the last frame of " : "", format.help,
                        fmt::join(format.endings, ", "));
  }
  return text;
}

FileParticles readParticles(const std::string& path, const dpd::Fluid& fluid) {
  return particleReaderOf(path)(path, fluid);
}

}  // namespace gpubuck::formats
