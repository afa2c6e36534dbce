#include "io/particles.h"

#include <fmt/format.h>

#include <algorithm>

namespace gpubuck::io {
namespace {

bool hasEnding(const ParticleFormat& format, const std::string& path) {
  return std::any_of(format.endings.begin(), format.endings.end(), [&](std::string_view ending) {
    return !ending.empty() && path.ends_with(ending);
  });
}

}  // namespace

dpd::Particles readParticles(const std::string& path, const dpd::Fluid& fluid) {
  const auto* const format =
      std::find_if(kParticleFormats.begin(), kParticleFormats.end(),
                   [&](const ParticleFormat& candidate) { return hasEnding(candidate, path); });
  return (format == kParticleFormats.end() ? kParticleFormats.front() : *format).read(path, fluid);
}

}  // namespace gpubuck::io
