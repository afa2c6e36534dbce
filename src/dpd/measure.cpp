#include "dpd/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "base/error.h"
#include "texel/work_slices.h"

namespace gpubuck::dpd {
namespace {

constexpr std::size_t kChannels = 4;

/// A map pass has at most 8 outputs.
constexpr const char* kOutputs[] = {"o_sums0", "o_sums1", "o_sums2", "o_sums3",
                                    "o_sums4", "o_sums5", "o_sums6", "o_sums7"};
static_assert(std::size(kParticleSums) < kChannels * std::size(kOutputs));

/// Returns the GLSL by which measure.glsl writes `arrays` outputs.
std::string sumsPrologue(const std::vector<ParticleSum>& sums, std::size_t arrays) {
  std::string text = "#define WRITE_SUMS";
  for (std::size_t array = 0; array < arrays; ++array) {
    text += fmt::format(" {} = vec4(", kOutputs[array]);
    for (std::size_t k = kChannels * array; k < kChannels * (array + 1); ++k) {
      const bool isLast = k + 1 == kChannels * arrays;
      text += fmt::format("{}{}",
                          k < sums.size() ? sums[k].glsl
                          : isLast        ? "species"
                                          : "0.0",
                          (k + 1) % kChannels == 0 ? ");" : ", ");
    }
  }
  return text + "\n";
}

}  // namespace

Totals::Totals(texel::Sum& sum, const std::vector<NamedSummand>& summands, std::int64_t count)
    : Totals(ofParts(sum, summands, std::array{texel::Range{0, count}}).front()) {}

std::vector<Totals> Totals::ofParts(texel::Sum& sum, const std::vector<NamedSummand>& summands,
                                    std::span<const texel::Range> parts) {
  std::vector<texel::Sum::Summand> values;
  for (const NamedSummand& each : summands) values.push_back(each.summand);
  const std::vector<std::array<double, kChannels>> sums = sum(values, parts);
  std::vector<Totals> totals;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    totals.push_back({summands, std::span(sums).subspan(part * summands.size(), summands.size())});
  }
  return totals;
}

Totals::Totals(const std::vector<NamedSummand>& summands,
               std::span<const std::array<double, kChannels>> sums) {
  for (std::size_t i = 0; i < summands.size(); ++i) {
    const auto& [summand, names] = summands[i];
    const int species = summand.groups != nullptr ? summand.group : kAll;
    for (std::size_t channel = 0; channel < kChannels; ++channel) {
      if (!names[channel].empty()) totals_[{names[channel], species}] = sums[i][channel];
    }
  }
}

Measure::Measure(const texel::Device& device, const Fluid& fluid,
                 const Neighbourhood& neighbourhood, std::int64_t particles, bool isOfSlab)
    : device_(&device), fluid_(fluid), isOfSlab_(isOfSlab) {
  for (const ParticleSum& sum : kParticleSums) {
    if (sum.isOfSlab || !isOfSlab) sums_.push_back(sum);
  }
  for (std::size_t k = 0; k <= sums_.size(); k += kChannels) {
    arrays_.emplace_back(device, kOutputs[arrays_.size()], particles);
  }
  setStep(neighbourhood);
}

void Measure::setStep(const Neighbourhood& neighbourhood) {
  neighbourhood_ = &neighbourhood;
  texel::MapPassInfo info{.name = "dpd/measure",
                          .reads = neighbourhood.blocks(),
                          .prologue = neighbourhood.neighboursPrologue(fluid_) +
                                      regionPrologue(isOfSlab_) +
                                      sumsPrologue(sums_, arrays_.size()),
                          .work = texel::Work::Uneven};
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    info.outputs.push_back({kOutputs[i], texel::Format::Vec4});
  }
  pass_.emplace(*device_, info);
  setCoefficients();
}

void Measure::setFluid(const Fluid& fluid) {
  const bool isOther = forcesPrologue(fluid) != forcesPrologue(fluid_);
  fluid_ = fluid;
  if (isOther) {
    setStep(*neighbourhood_);
  } else {
    setCoefficients();
  }
}

void Measure::setCoefficients() {
  dpd::setCoefficients(*pass_, fluid_);
  std::vector<float> masses;
  for (const Species& species : fluid_.species) masses.push_back(static_cast<float>(species.mass));
  pass_->set("u_mass", masses);
}

void Measure::run(const Clock& clock, const texel::Range& range,
                  const std::vector<texel::Input>& neighbours) {
  dpd::setStep(*pass_, fluid_, clock);
  std::vector<texel::Output> outputs;
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    outputs.emplace_back(kOutputs[i], arrays_[i]);
  }
  texel::inSlices(*device_, range,
                  [&](const texel::Range& slice) { pass_->run(slice, neighbours, outputs); });
}

std::vector<NamedSummand> Measure::summands(int species) const {
  std::vector<NamedSummand> all;
  for (std::size_t array = 0; array < arrays_.size(); ++array) {
    std::array<std::string_view, kChannels> names{}, ofSpecies{};
    for (std::size_t channel = 0; channel < kChannels; ++channel) {
      const std::size_t k = kChannels * array + channel;
      if (k >= sums_.size()) continue;
      (sums_[k].isOfSpecies ? ofSpecies : names)[channel] = sums_[k].name;
    }
    if (array + 1 == arrays_.size()) names.back() = kSpeciesSum;
    constexpr decltype(names) kNone{};
    if (names != kNone) all.push_back({{&arrays_[array]}, names});
    for (int k = 0; ofSpecies != kNone && k < species; ++k) {
      all.push_back({{&arrays_[array], &arrays_.back(), k}, ofSpecies});
    }
  }
  return all;
}

namespace {

constexpr double kThickestSlab = 0.25;
constexpr double kLeastVolume = 1e-9;

/// While an object of this class lives, the virials of molecules count only within a slab
/// (Step::setSlab).
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
  throw InputError("stress profile", fmt::format("needs a periodic last axis, but {} has walls",
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
    // A slab filled by solids has no particles. Its stress is therefore 0, whatever its volume.
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
