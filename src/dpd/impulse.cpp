#include "dpd/impulse.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace gpubuck::dpd {
namespace {

void requirePointer(bool holds, const std::string& otherwise) {
  if (!holds) throw InputError("impulse", otherwise);
}

void setTube(texel::Pass& pass, const Tube& tube) {
  requirePointer(tube.radius > 0.0 && std::isfinite(tube.radius),
                 fmt::format("radius {} is not a positive length", tube.radius));
  requirePointer(std::isfinite(glm::length(tube.origin)), "the origin of the line is not finite");
  const double length = glm::length(tube.direction);
  requirePointer(std::abs(length - 1.0) < 1e-5,
                 fmt::format("the direction has length {}: it must be 1", length));
  pass.set("u_origin", glm::vec3(tube.origin));
  pass.set("u_direction", glm::vec3(tube.direction));
  pass.set("u_radius", static_cast<float>(tube.radius));
}

std::vector<texel::MapPassInfo::Variable> velocities() {
  return {{"o_velocity", texel::Format::Vec4}, {"o_predicted", texel::Format::Vec4}};
}

std::string bathPrologue(const Fluid& fluid, const cells::CellGrid& grid) {
  return cells::gridPrologue(grid) +
         fmt::format("const int kSpecies = {};\n", fluid.species.size());
}

}  // namespace

ImpulsePass::ImpulsePass(const texel::Device& device, const cells::CellGrid& grid)
    : pass_(
          device,
          {.name = "dpd/impulse", .outputs = velocities(), .prologue = cells::gridPrologue(grid)}) {
}

void ImpulsePass::run(const Impulse& impulse, double dt, const ParticleArrays& from,
                      ParticleArrays& to) {
  setTube(pass_, impulse.tube);
  requirePointer(std::isfinite(impulse.strength),
                 fmt::format("strength {} is not finite", impulse.strength));
  pass_.set("u_stirs", impulse.kind == ImpulseKind::Stir ? 1 : 0);
  pass_.set("u_kick", static_cast<float>(impulse.strength * dt));
  pass_.run(from.position.count(), from.inputs(),
            {{"o_velocity", to.velocity}, {"o_predicted", to.predicted}});
}

BathPass::BathPass(const texel::Device& device, const Fluid& fluid, const cells::CellGrid& grid,
                   std::int64_t count)
    : share_(device, {.name = "dpd/bath",
                      .outputs = {{"o_share", texel::Format::Vec4}},
                      .prologue = "#define SHARE\n" + bathPrologue(fluid, grid)}),
      move_(device,
            {.name = "dpd/bath", .outputs = velocities(), .prologue = bathPrologue(fluid, grid)}),
      sum_(device, count) {
  std::vector<float> masses;
  for (const Species& species : fluid.species) masses.push_back(static_cast<float>(species.mass));
  share_.set("u_mass", masses);
  move_.set("u_mass", masses);
}

void BathPass::run(const Bath& bath, const Fluid& fluid, std::int64_t step,
                   const ParticleArrays& from, ParticleArrays& to) {
  requirePointer(bath.rate >= 0.0 && std::isfinite(bath.rate),
                 fmt::format("rate {} is not 0 or more", bath.rate));
  requirePointer(bath.kT >= 0.0 && std::isfinite(bath.kT),
                 fmt::format("temperature {} is not 0 or more", bath.kT));
  for (texel::MapPass* pass : {&share_, &move_}) {
    setTube(*pass, bath.tube);
    setNoise(*pass, fluid.seed, step);
    pass->set("u_rate", static_cast<float>(bath.rate * fluid.dt));
    pass->set("u_kT", static_cast<float>(bath.kT));
  }
  const std::int64_t count = from.position.count();
  share_.run(count, from.inputs(), {{"o_share", to.position}});
  const auto [x, y, z, weight] = sum_(to.position, count);
  const glm::dvec3 mean = weight > 0.0 ? glm::dvec3(x, y, z) / weight : glm::dvec3(0.0);
  move_.set("u_mean", glm::vec3(mean));
  move_.run(count, from.inputs(), {{"o_velocity", to.velocity}, {"o_predicted", to.predicted}});
}

PaintPass::PaintPass(const texel::Device& device)
    : pass_(device, {.name = "dpd/paint", .outputs = {{"o_position", texel::Format::Vec4}}}) {}

void PaintPass::run(const Tube& tube, int species, const ParticleArrays& from,
                    texel::Vec4Array& to) {
  setTube(pass_, tube);
  pass_.set("u_species", species);
  pass_.run(from.position.count(), from.inputs(), {{"o_position", to}});
}

}  // namespace gpubuck::dpd
