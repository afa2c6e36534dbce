#include "dpd/molecule_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "texel/id.h"

namespace gpubuck::dpd {
namespace {

/// Stops of each walk per run of the pass: few enough for the loops of a software renderer
/// (shaders/texel/loops_ended.glsl) and for the patience of a driver.
constexpr int kStopsPerRun = 1024;

std::int64_t longestOf(const MoleculeWalks& walks) {
  std::size_t longest = 0;
  for (const MoleculeWalks::Walk& walk : walks.walks) longest = std::max(longest, walk.stops);
  return static_cast<std::int64_t>(longest);
}

texel::MapPass sizesPass(const texel::Device& device, const Fluid& fluid,
                         const Neighbourhood& step) {
  texel::MapPass pass(
      device, {.name = "dpd/molecule_sizes",
               .outputs = {{"o_walk", texel::Format::Vec4},
                           {"o_sums", texel::Format::Vec4},
                           {"o_sizes", texel::Format::Vec4}},
               .reads = step.blocks(),
               .prologue = cells::gridPrologue(step.grid()) + step.particlesPrologue() +
                           fmt::format("const int kSpecies = {};\nconst int kStopsPerRun = {};\n",
                                       fluid.species.size(), kStopsPerRun),
               .work = texel::Work::Uneven});
  std::vector<float> masses;
  for (const Species& species : fluid.species) masses.push_back(static_cast<float>(species.mass));
  pass.set("u_mass", masses);
  return pass;
}

}  // namespace

MoleculeSizes::State::State(const texel::Device& device, std::int64_t molecules)
    : walk(device, "walks", molecules), sums(device, "sums of walks", molecules) {}

MoleculeSizes::MoleculeSizes(const texel::Device& device, const Fluid& fluid,
                             const Neighbourhood& step, const std::vector<Bond>& bonds)
    : MoleculeSizes(device, fluid, step, walksAlong(bonds)) {}

MoleculeSizes::MoleculeSizes(const texel::Device& device, const Fluid& fluid,
                             const Neighbourhood& step, MoleculeWalks walks)
    : device_(&device),
      fluid_(fluid),
      notUploaded_(std::move(walks)),
      molecules_(std::ssize(notUploaded_->walks)),
      chains_(std::ranges::count(notUploaded_->walks, true, &MoleculeWalks::Walk::isChain)),
      longest_(longestOf(*notUploaded_)),
      pass_(sizesPass(device, fluid, step)),
      firstStop_(device, "first stops", molecules_ + 1),
      stops_(device, "stops", std::ssize(notUploaded_->stops)),
      before_(device, molecules_),
      after_(device, molecules_),
      sizes_(device, "sizes of molecules", molecules_),
      sum_(device, molecules_) {}

void MoleculeSizes::setStep(const Neighbourhood& step) {
  pass_ = sizesPass(*device_, fluid_, step);
}

MoleculeSizes::Sizes MoleculeSizes::find(Step& step) {
  if (notUploaded_) {
    std::vector<texel::IdTexel> first, stops;
    for (const auto& [firstStop, count, isChain] : notUploaded_->walks) {
      first.push_back(texel::encodeId(static_cast<std::uint32_t>(firstStop), isChain));
    }
    first.push_back(texel::encodeId(static_cast<std::uint32_t>(notUploaded_->stops.size()), false));
    for (const auto& [id, isFirstVisit] : notUploaded_->stops) {
      stops.push_back(texel::encodeId(id, isFirstVisit));
    }
    firstStop_.upload(first);
    stops_.upload(stops);
    notUploaded_.reset();
  }
  std::vector<texel::Input> inputs = step.particles();
  inputs.insert(inputs.end(), {step.places(), {"u_firstStop", firstStop_}, {"u_stops", stops_}});
  for (std::int64_t from = 0; from < longest_; from += kStopsPerRun) {
    std::swap(before_, after_);
    std::vector<texel::Input> all = inputs;
    all.insert(
        all.end(),
        {{"u_walk", before_.walk}, {"u_sums", before_.sums}, {"u_from", static_cast<int>(from)}});
    pass_.run(molecules_, all,
              {{"o_walk", after_.walk}, {"o_sums", after_.sums}, {"o_sizes", sizes_}});
  }
  const std::array<double, 4> squares = sum_(sizes_, molecules_);
  Sizes sizes{.radiusOfGyration = std::sqrt(squares[1] / static_cast<double>(molecules_))};
  if (chains_ > 0) sizes.endToEnd = std::sqrt(squares[0] / static_cast<double>(chains_));
  return sizes;
}

}  // namespace gpubuck::dpd
