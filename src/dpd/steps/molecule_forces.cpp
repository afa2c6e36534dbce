#include "dpd/steps/molecule_forces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "base/id.h"
#include "texel/array.h"
#include "texel/work_slices.h"

namespace gpubuck::dpd {
namespace {

/// Calls `add` for each link, with the particle on which the link acts, and with the link as
/// shaders/dpd/molecule_forces.glsl reads it.
template <typename Add>
void forEachLink(const Molecules& molecules, Add add) {
  for (const Bond& bond : molecules.bonds) {
    for (const std::size_t end : {0, 1}) {
      add(bond.ids[end], glm::vec4(bond.kind, bond.ids[1 - end], 0.0F, 0.0F));
    }
  }
  for (const Angle& angle : molecules.angles) {
    const float kind = -1.0F - static_cast<float>(angle.kind);
    add(angle.ids[0], glm::vec4(kind, angle.ids[1], angle.ids[2], 0.0F));
    add(angle.ids[1], glm::vec4(kind, angle.ids[0], angle.ids[2], 1.0F));
    add(angle.ids[2], glm::vec4(kind, angle.ids[1], angle.ids[0], 0.0F));
  }
}

glm::vec4 uniformOf(const BondKind& kind) {
  return {kind.form == BondForm::Fene ? 1.0 : 0.0, kind.k, kind.length, kind.reach};
}

glm::vec4 uniformOf(const AngleKind& kind) {
  const double fromStraight = (180.0 - kind.degrees) * std::numbers::pi / 180.0;
  if (kind.form == AngleForm::Harmonic) return {1.0, kind.k, fromStraight, 0.0};
  return {0.0, kind.k, -std::cos(fromStraight), std::sin(fromStraight)};
}

texel::MapPassInfo passInfo(const Fluid& fluid, const Neighbourhood& neighbourhood, bool isSlab) {
  return {.name = "dpd/molecule_forces",
          .outputs = {{"o_force", texel::Format::Vec4}, {"o_virial", texel::Format::Vec4}},
          .reads = neighbourhood.blocks(),
          .prologue = cells::gridPrologue(neighbourhood.grid()) +
                      neighbourhood.particlesPrologue() + regionPrologue(isSlab) +
                      fmt::format("const int kBondKinds = {};\nconst int kAngleKinds = {};\n",
                                  std::max<std::size_t>(fluid.bondKinds.size(), 1),
                                  std::max<std::size_t>(fluid.angleKinds.size(), 1))};
}

}  // namespace

MoleculeForces::Links::Links(const Molecules& molecules) {
  std::size_t ids = 0, count = 0;
  forEachLink(molecules, [&](std::size_t id, const glm::vec4&) {
    ids = std::max(ids, id + 1);
    ++count;
  });
  if (count > static_cast<std::size_t>(kMaxCount)) {
    throw InputError("molecules", fmt::format("{} particles in bonds and angles, counted once in "
                                              "each; at most {} are allowed",
                                              count, kMaxCount));
  }
  std::vector<std::size_t> starts(ids + 1, 0);
  forEachLink(molecules, [&](std::size_t id, const glm::vec4&) { ++starts[id + 1]; });
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  for (const std::size_t start : starts) {
    first.push_back(texel::encodeId(static_cast<std::uint32_t>(start), true));
  }
  all.resize(count);
  forEachLink(molecules, [&](std::size_t id, const glm::vec4& link) { all[starts[id]++] = link; });
}

std::string moleculesPrologue(const Fluid& fluid) {
  return fluid.hasMolecules() ? "#include \"dpd/forces_of_molecules.glsl\"\n"
                              : "#include \"dpd/no_molecules.glsl\"\n";
}

MoleculeForces::MoleculeForces(const texel::Device& device, const Fluid& fluid,
                               const Neighbourhood& neighbourhood, const Molecules& molecules,
                               std::int64_t particles)
    : MoleculeForces(device, fluid, neighbourhood, Links(molecules), particles) {}

MoleculeForces::MoleculeForces(const texel::Device& device, const Fluid& fluid,
                               const Neighbourhood& neighbourhood, Links links,
                               std::int64_t particles)
    : device_(&device),
      neighbourhood_(&neighbourhood),
      fluid_(fluid),
      notUploaded_(std::move(links)),
      pass_(device, passInfo(fluid, neighbourhood, false)),
      firstLink_(device, "first links", std::ssize(notUploaded_->first)),
      links_(device, "links", std::ssize(notUploaded_->all)),
      force_(device, "molecule forces", particles),
      virial_(device, "molecule virials", particles) {
  setKinds(pass_);
}

void MoleculeForces::setFluid(const Fluid& fluid) {
  fluid_ = fluid;
  setKinds(pass_);
  reset();
}

void MoleculeForces::setSlab(const std::optional<Slab>& slab) {
  reset();
  if (!slab) return slabPass_.reset();
  if (!slabPass_) {
    slabPass_.emplace(*device_, passInfo(fluid_, *neighbourhood_, true));
    setKinds(*slabPass_);
  }
  dpd::setSlab(*slabPass_, *slab);
}

void MoleculeForces::setKinds(texel::MapPass& pass) const {
  std::vector<glm::vec4> bonds, angles;
  std::vector<float> longest;
  for (const BondKind& kind : fluid_.bondKinds) {
    bonds.push_back(uniformOf(kind));
    longest.push_back(static_cast<float>(longestBond(kind, fluid_.box)));
  }
  for (const AngleKind& kind : fluid_.angleKinds) angles.push_back(uniformOf(kind));
  if (!bonds.empty()) {
    pass.set("u_bondKind", bonds);
    pass.set("u_longestBond", longest);
  }
  if (!angles.empty()) pass.set("u_angleKind", angles);
  pass.set("u_idsInMolecules", static_cast<int>(firstLink_.count() - 1));
}

std::int64_t MoleculeForces::find(std::int64_t particles, const std::vector<texel::Input>& inputs) {
  if (notUploaded_) {
    firstLink_.upload(notUploaded_->first);
    links_.upload(notUploaded_->all);
    notUploaded_.reset();
  }
  const texel::Range part{found_, std::min(particles, force_.count() - found_)};
  std::vector<texel::Input> all = inputs;
  all.insert(all.end(), {{"u_firstLink", firstLink_}, {"u_links", links_}});
  texel::inSlices(*device_, part, [&](const texel::Range& slice) {
    (slabPass_ ? *slabPass_ : pass_).run(slice, all, {{"o_force", force_}, {"o_virial", virial_}});
  });
  found_ += part.count;
  return part.count;
}

std::vector<texel::Input> MoleculeForces::inputs() const {
  return {{"u_moleculeForce", force_}, {"u_moleculeVirial", virial_}};
}

}  // namespace gpubuck::dpd
