#include "io/particles.h"

#include <algorithm>

namespace gpubuck::io {

dpd::Particles readParticles(const std::string& path, const dpd::Fluid& fluid) {
  const auto format = std::ranges::find_if(kParticleFormats, [&](const ParticleFormat& row) {
    return std::ranges::any_of(row.endings, [&](auto ending) { return path.ends_with(ending); });
  });
  return (format == kParticleFormats.end() ? kParticleFormats.front() : *format).read(path, fluid);
}

}  // namespace gpubuck::io
