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

std::string bathPrologue(const Fluid& fluid, const Step& step) {
  return cells::gridPrologue(step.grid()) +
         fmt::format("const int kSpecies = {};\n", fluid.species.size());
}

}  // namespace

ImpulsePass::ImpulsePass(Step& step)
    : change_(step.makeChange({.name = "dpd/impulse",
                               .outputs = velocities(),
                               .prologue = cells::gridPrologue(step.grid())})) {}

void ImpulsePass::run(const Impulse& impulse, double dt) {
  texel::Pass& pass = change_->pass();
  setTube(pass, impulse.tube);
  requirePointer(std::isfinite(impulse.strength),
                 fmt::format("strength {} is not finite", impulse.strength));
  pass.set("u_stirs", impulse.kind == ImpulseKind::Stir ? 1 : 0);
  pass.set("u_kick", static_cast<float>(impulse.strength * dt));
  change_->run();
}

BathPass::BathPass(const texel::Device& device, const Fluid& fluid, Step& step, std::int64_t count)
    : step_(&step),
      share_(device, {.name = "dpd/bath",
                      .outputs = {{"o_share", texel::Format::Vec4}},
                      .reads = step.blocks(),
                      .prologue = "#define SHARE\n" + bathPrologue(fluid, step) +
                                  step.particlesPrologue()}),
      change_(step.makeChange(
          {.name = "dpd/bath", .outputs = velocities(), .prologue = bathPrologue(fluid, step)})),
      shares_(device, "shares of a bath", count),
      sum_(device, count) {
  std::vector<float> masses;
  for (const Species& species : fluid.species) masses.push_back(static_cast<float>(species.mass));
  share_.set("u_mass", masses);
  change_->pass().set("u_mass", masses);
}

void BathPass::run(const Bath& bath, const Fluid& fluid, std::int64_t number) {
  requirePointer(bath.rate >= 0.0 && std::isfinite(bath.rate),
                 fmt::format("rate {} is not 0 or more", bath.rate));
  requirePointer(bath.kT >= 0.0 && std::isfinite(bath.kT),
                 fmt::format("temperature {} is not 0 or more", bath.kT));
  for (texel::Pass* pass : {static_cast<texel::Pass*>(&share_), &change_->pass()}) {
    setTube(*pass, bath.tube);
    setNoise(*pass, fluid.seed, number);
    pass->set("u_rate", static_cast<float>(bath.rate * fluid.dt));
    pass->set("u_kT", static_cast<float>(bath.kT));
  }
  share_.run(shares_.count(), step_->particles(), {{"o_share", shares_}});
  const auto [x, y, z, weight] = sum_(shares_, shares_.count());
  const glm::dvec3 mean = weight > 0.0 ? glm::dvec3(x, y, z) / weight : glm::dvec3(0.0);
  change_->pass().set("u_mean", glm::vec3(mean));
  change_->run();
}

PaintPass::PaintPass(Step& step)
    : change_(step.makeChange(
          {.name = "dpd/paint", .outputs = {{"o_position", texel::Format::Vec4}}})) {}

void PaintPass::run(const Tube& tube, int species) {
  setTube(change_->pass(), tube);
  change_->pass().set("u_species", species);
  change_->run();
}

}  // namespace gpubuck::dpd
