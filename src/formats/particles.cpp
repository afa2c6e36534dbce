#include "formats/particles.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"
#include "file/input_file.h"

namespace gpubuck::formats {

FileParticles readParticles(const std::string& path, const dpd::Fluid& fluid) {
  const auto format = std::ranges::find_if(kParticleFormats, [&](const ParticleFormat& row) {
    return std::ranges::any_of(row.endings, [&](auto ending) { return path.ends_with(ending); });
  });
  return (format == kParticleFormats.end() ? kParticleFormats.front() : *format).read(path, fluid);
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

std::string whyNotSpeciesName(std::string_view name) {
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  const bool isGood = !name.empty() && name.size() <= 32 &&
                      name.find_first_not_of(kAllowed) == std::string_view::npos;
  return isGood ? ""
                : fmt::format("{} is not 1 to 32 of a-z, A-Z, 0-9, - and _", file::inQuotes(name));
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
