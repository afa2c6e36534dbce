#include "dpd/stress_slabs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace gpubuck::dpd {
namespace {

constexpr double kThickestSlab = 0.25;
constexpr double kLeastVolume = 1e-9;

/// Confines the virials of molecules to slabs while it lives.
class InSlabs {
 public:
  explicit InSlabs(Step& step) : step_(&step) {}
  ~InSlabs() { step_->setSlab({}); }
  InSlabs(const InSlabs&) = delete;
  InSlabs& operator=(const InSlabs&) = delete;

 private:
  Step* step_;
};

}  // namespace

void requireStressProfile(const cells::Box& box) {
  const int last = box.dimensions - 1;
  if (box.isPeriodic(last)) return;
  throw InputError("stress profile", fmt::format("needs a periodic last axis, {} has walls",
                                                 cells::kAxisNames[last]));
}

StressSlabs::StressSlabs(const texel::Device& device, const Fluid& fluid, const Step& step,
                         std::int64_t particles)
    : fluid_(fluid),
      particles_(particles),
      measure_(device, fluid, step, particles, true),
      sum_(device, particles) {}

std::optional<StressProfile> StressSlabs::find(const Clock& clock, const Room& room, Step& step) {
  const cells::Box& box = fluid_.box;
  const int last = box.dimensions - 1;
  const double length = box.size[last];
  const int slabs = static_cast<int>(std::ceil(length / kThickestSlab));
  const auto bound = [&](int slab) { return static_cast<float>(length * slab / slabs); };
  const std::vector<double> volumes = room.slabVolumes(slabs);
  StressProfile profile;
  const InSlabs confined(step);
  for (int k = 0; k < slabs; ++k) {
    const Slab slab{bound(k), bound(k + 1), bound(slabs)};
    step.setSlab(slab);
    while (step.prepare(particles_) > 0) {
    }
    measure_.setSlab(slab);
    measure_.run(clock, {0, particles_}, step.neighbours());
    const Totals totals(sum_, measure_.summands(), particles_);
    if (std::isnan(totals.of(kSpeciesSum))) return {};
    const std::array<double, 3> stress{totals.of("stress xx"), totals.of("stress yy"),
                                       totals.of("stress zz")};
    // In a slab without room there are no particles.
    const double volume = std::max(volumes[static_cast<std::size_t>(k)], kLeastVolume);
    double tangential = 0.0;
    for (std::size_t axis = 0; static_cast<int>(axis) < last; ++axis) tangential += stress[axis];
    profile.position.push_back(length * (k + 0.5) / slabs);
    profile.normal.push_back(stress[static_cast<std::size_t>(last)] / volume);
    profile.tangential.push_back(tangential / (last * volume));
  }
  return profile;
}

}  // namespace gpubuck::dpd
