#include "io/particles.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace gpubuck::io {

dpd::Particles readParticles(const std::string& path, const dpd::Fluid& fluid) {
  const auto format = std::ranges::find_if(kParticleFormats, [&](const ParticleFormat& row) {
    return std::ranges::any_of(row.endings, [&](auto ending) { return path.ends_with(ending); });
  });
  return (format == kParticleFormats.end() ? kParticleFormats.front() : *format).read(path, fluid);
}

std::string particleFormatsHelp() {
  std::vector<std::string> rows;
  for (const ParticleFormat& format : kParticleFormats) {
    rows.push_back(fmt::format("{} ({})", format.help, fmt::join(format.endings, ", ")));
  }
  return fmt::format("{}", fmt::join(rows, " or "));
}

}  // namespace gpubuck::io
