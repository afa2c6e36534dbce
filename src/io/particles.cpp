#include "io/particles.h"

#include <algorithm>

namespace gpubuck::io {

dpd::Particles readParticles(const std::string& path, const dpd::Fluid& fluid) {
  const auto* const format = std::ranges::find_if(kParticleFormats, [&](const ParticleFormat& row) {
    return std::ranges::any_of(row.endings, [&](std::string_view ending) {
      return !ending.empty() && path.ends_with(ending);
    });
  });
  return (format == kParticleFormats.end() ? kParticleFormats.front() : *format).read(path, fluid);
}

}  // namespace gpubuck::io
