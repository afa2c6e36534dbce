#include "formats/particles.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "file/input_file.h"

namespace gpubuck::formats {

namespace {

/// Returns the first bytes of a regular file, or none for a pipe or device, which can be read only
/// once.
std::string beginOf(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return {};
  file::InputFile file(path);
  std::string begin(std::size_t{1} << 16, '\0');
  begin.resize(file.read(begin.data(), begin.size()));
  return begin;
}

const ParticleFormat& formatOf(const std::string& path) {
  const std::string_view name =
      std::string_view(path).substr(0, path.size() - (path.ends_with(".gz") ? 3 : 0));
  const auto hasEnding = [&](const ParticleFormat& row) {
    return std::ranges::any_of(row.endings, [&](auto ending) { return name.ends_with(ending); });
  };
  auto format = std::ranges::find_if(kParticleFormats, hasEnding);
  if (format != kParticleFormats.end()) return *format;
  if (std::filesystem::path(path).filename().string().starts_with("data.")) {
    return *std::ranges::find_if(
        kParticleFormats, [](const ParticleFormat& row) { return row.read == readLammpsData; });
  }
  const std::string begin = beginOf(path);
  format = std::ranges::find_if(kParticleFormats, [&](const ParticleFormat& row) {
    return row.isBegin != nullptr && row.isBegin(begin);
  });
  return format == kParticleFormats.end() ? kParticleFormats.front() : *format;
}

}  // namespace

FileParticles readParticles(const std::string& path, const dpd::Fluid& fluid) {
  return formatOf(path).read(path, fluid);
}

bool beginsAsHdf5(std::string_view begin) {
  return begin.starts_with(std::string_view("\x89HDF\r\n\x1a\n", 8));
}

FileParticles readH5md(const std::string& path, const dpd::Fluid& fluid) {
  if (h5mdReader == nullptr) {
    throw InputError(path, "H5MD cannot be read, since this program has no HDF5");
  }
  return h5mdReader(path, fluid);
}

std::optional<float> placeAlong(const cells::Box& box, int axis, double coordinate) {
  const double side = box.size[axis];
  if (box.isPeriodic(axis)) {
    const auto rounded = static_cast<float>(cells::wrapped(coordinate, side));
    return rounded < static_cast<float>(side) ? rounded : 0.0f;
  }
  if (coordinate < 0.0 || coordinate >= side) return {};
  return cells::insideAsFloat(coordinate, side);
}

std::string leftOutText(const std::string& path, const std::vector<std::string>& parts) {
  return parts.empty() ? "" : fmt::format("{}: {} left out", path, fmt::join(parts, " and "));
}

std::string otherSidesText(const std::string& path, const cells::Box& box,
                           const std::array<bool, 3>& periodic) {
  std::array<std::string, 2> names;  // of the periodic axes of the file and of the fluid
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const std::array<bool, 2> is{periodic[static_cast<std::size_t>(axis)], box.isPeriodic(axis)};
    for (std::size_t k = 0; k < 2; ++k) {
      if (is[k])
        names[k] += (names[k].empty() ? "" : ", ") + std::string(1, cells::kAxisNames[axis]);
    }
  }
  if (names[0] == names[1]) return {};
  const auto text = [](const std::string& axes) { return axes.empty() ? "no axis" : axes; };
  return fmt::format("{}: is periodic along {}, but the fluid along {}, which holds", path,
                     text(names[0]), text(names[1]));
}

std::string joinedNotices(const std::vector<std::string>& notices) {
  std::string all;
  for (const std::string& notice : notices)
    all += (all.empty() || notice.empty() ? "" : "; ") + notice;
  return all;
}

std::string whyNotSpeciesName(std::string_view name) {
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  const bool isGood = !name.empty() && name.size() <= 32 &&
                      name.find_first_not_of(kAllowed) == std::string_view::npos;
  return isGood ? ""
                : fmt::format("{} is not 1 to 32 of a-z, A-Z, 0-9, - and _", file::inQuotes(name));
}

std::string whyNotMass(const dpd::Species& species, double mass) {
  if (agree(mass, species.mass)) return {};
  return fmt::format("mass {} of species {}, but the fluid's is {}", mass, species.name,
                     species.mass);
}

std::string particleFormatsHelp() {
  std::string text;
  for (const ParticleFormat& format : kParticleFormats) {
    const bool isLast = &format == &kParticleFormats.back();
    text += fmt::format("{}{} ({})",
                        text.empty() ? ""
                        : isLast     ? " or "
                                     : ", ",
                        format.help, fmt::join(format.endings, ", "));
  }
  return text;
}

}  // namespace gpubuck::formats
