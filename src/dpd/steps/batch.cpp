#include "dpd/steps/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <glm/vec4.hpp>
#include <iterator>
#include <span>
#include <utility>

#include "base/error.h"
#include "dpd/steps/buffer_step.h"
#include "dpd/steps/passes.h"

namespace gpubuck::dpd {
namespace {

/// Number of rows that each fluid has before the rows of its species and pairs
/// (shaders/dpd/batch.glsl).
constexpr std::size_t kFirstRows = 4;

float bitsAsFloat(std::int64_t number) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(number));
}

std::vector<glm::vec4> rowsOf(const Batch::Member& member) {
  const Fluid& fluid = member.fluid;
  const PairLaw& law = lawOf(fluid);
  const float densityUnit = law.needsDensity() ? sumUnit(law.largestDensity(fluid)) : 1.0F;
  std::vector<glm::vec4> rows{
      {fluid.dt, predictionOf(fluid), fluid.drag, fluid.poiseuille},
      glm::vec4(glm::vec3(fluid.gravity), sumUnit(fluid)),
      law.shared != nullptr ? law.shared(fluid) : glm::vec4(0.0F),
      {bitsAsFloat(fluid.seed), bitsAsFloat(member.firstStep), densityUnit, 0.0F}};
  const std::vector<float> inverses = inverseMasses(fluid), noises = dragNoises(fluid);
  for (std::size_t k = 0; k < fluid.species.size(); ++k) {
    rows.emplace_back(inverses[k], noises[k], static_cast<float>(fluid.species[k].mass), 0.0F);
  }
  for (const PairCoefficients& pair : fluid.pairs) rows.push_back(law.uniform(pair, fluid));
  return rows;
}

}  // namespace

void requireBatch(const std::vector<Fluid>& fluids) {
  if (fluids.empty()) throw InputError("batch", "has no fluids; needs at least one");
  const Fluid& first = fluids.front();
  for (std::size_t k = 0; k < fluids.size(); ++k) {
    const Fluid& fluid = fluids[k];
    const auto require = [&](bool holds, const char* key, const char* why) {
      if (!holds) throw InputError(fmt::format("fluid {}: {}", k, key), why);
    };
    const char* const kNotSame = "must be as in fluid 0";
    require(fluid.solids.empty(), "solid", "a batch has no solids");
    require(fluid.effects.empty(), "effect", "a batch has no effects");
    require(!fluid.hasMolecules(), "molecule", "a batch has no molecules");
    require(fluid.box == first.box, "box", kNotSame);
    require(fluid.species.size() == first.species.size(), "species",
            "must be as many as in fluid 0");
    require(fluid.law == first.law, "fluid.law", kNotSame);
    require(fluid.manyBody.kernel == first.manyBody.kernel, "many_body.kernel", kNotSame);
    require(fluid.noise == first.noise, "noise.kind", kNotSame);
  }
}

Batch::Batch(const texel::Device& device, const cells::CellGrid& grid, std::vector<Member> members)
    : grid_(grid),
      members_(std::move(members)),
      parts_([this] {
        std::vector<texel::Range> parts;
        std::int64_t first = 0;
        for (const Member& member : members_) {
          parts.push_back({first, member.particles});
          first += member.particles;
        }
        return parts;
      }()),
      sumsExactly_(dpd::sumsExactly(device.computeLimits("step"), grid.box, particles())),
      fluidOf_("fluids of particles", particles()),
      fluids_("numbers of fluids", fluids() * 4 * std::ssize(rowsOf(members_.front()))) {}

void Batch::upload() {
  std::vector<std::uint32_t> fluidOf;
  std::vector<glm::vec4> numbers;
  for (std::size_t k = 0; k < members_.size(); ++k) {
    fluidOf.insert(fluidOf.end(), static_cast<std::size_t>(members_[k].particles),
                   static_cast<std::uint32_t>(k));
    std::ranges::copy(rowsOf(members_[k]), std::back_inserter(numbers));
  }
  fluidOf_.upload(fluidOf);
  fluids_.uploadFront(std::span<const glm::vec4>(numbers));
}

const Fluid& Batch::forShaders() const {
  const auto found = std::ranges::find_if(
      members_, [](const Member& member) { return member.fluid.hasExponents(); });
  return found != members_.end() ? found->fluid : members_.front().fluid;
}

std::string Batch::prologue() const {
  const std::size_t species = members_.front().fluid.species.size();
  return fmt::format(
      "#define GRIDS\n{}#include \"cells/grid.glsl\"\nconst int kFluidSpecies = {};\n"
      "const int kFluidRows = {};\n#include \"dpd/batch.glsl\"\n",
      cells::gridPrologue(grid_), species, kFirstRows + species + species * species);
}

std::vector<texel::Block> Batch::blocks() { return {{"b_fluidOf"}, {"b_fluids", "vec4"}}; }

std::vector<texel::Input> Batch::inputs() const {
  return {{"b_fluidOf", fluidOf_}, {"b_fluids", fluids_}};
}

}  // namespace gpubuck::dpd
