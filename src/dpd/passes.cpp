#include "dpd/passes.h"

#include <fmt/format.h>

#include <cmath>

namespace gpubuck::dpd {
namespace {

const char* noiseFile(NoiseKind kind) {
  switch (kind) {
    case NoiseKind::Karpinski:
      return "dpd/noise_karpinski.glsl";
    case NoiseKind::KarpinskiSequence:
      return "dpd/noise_karpinski_sequence.glsl";
    default:
      return "dpd/noise_philox.glsl";
  }
}

std::string fluidPrologue(const Fluid& fluid, const search::CellGrid& grid) {
  return search::gridPrologue(grid) +
         fmt::format("const int kSpecies = {};\n", fluid.species.size()) +
         noisePrologue(fluid.noise);
}

const std::vector<std::string>& particleInputs() {
  static const std::vector<std::string> kInputs{"u_position", "u_velocity", "u_predicted", "u_head",
                                                "u_next"};
  return kInputs;
}

void setCoefficients(texel::MapPass& pass, const Fluid& fluid) {
  std::vector<glm::vec4> pairs;
  for (const PairCoefficients& pair : fluid.pairs) {
    pairs.push_back(pairUniform(pair, fluid.kT, fluid.dt));
  }
  pass.set("u_pair", pairs);
  pass.set("u_timeStep", static_cast<float>(fluid.dt));
  pass.set("u_gravity", glm::vec3(fluid.gravity));
  pass.set("u_poiseuille", static_cast<float>(fluid.poiseuille));
  pass.set("u_drag", static_cast<float>(fluid.drag));
  std::vector<float> inverseMasses, dragNoise;
  for (const Species& species : fluid.species) {
    inverseMasses.push_back(static_cast<float>(1.0 / species.mass));
    dragNoise.push_back(
        static_cast<float>(std::sqrt(2.0 * fluid.drag * fluid.kT / (species.mass * fluid.dt))));
  }
  pass.set("u_inverseMass", inverseMasses);
  pass.set("u_dragNoise", dragNoise);
}

/// Sets what keys the noise of a step.
void setNoise(texel::MapPass& pass, std::uint32_t seed, std::int64_t step) {
  pass.set("u_noiseSeed", seed);
  pass.set("u_noiseStep", static_cast<GLuint>(step));
}

}  // namespace

std::string noisePrologue(NoiseKind kind) {
  return fmt::format("{}#include \"{}\"\n",
                     kind == NoiseKind::KarpinskiSequence ? "#define NOISE_STATE\n" : "",
                     noiseFile(kind));
}

ParticleArrays::ParticleArrays(const texel::Device& device, std::int64_t count,
                               const std::string& suffix)
    : position(device, "position" + suffix, texel::Format::Vec4, count),
      velocity(device, "velocity" + suffix, texel::Format::Vec4, count),
      predicted(device, "predicted" + suffix, texel::Format::Vec4, count) {}

ForceMove::ForceMove(const texel::Device& device, const Fluid& fluid, const search::CellGrid& grid)
    : pass_(device, {.name = "dpd/force_move",
                     .inputs = particleInputs(),
                     .outputs = {{"o_position", texel::Format::Vec4},
                                 {"o_velocity", texel::Format::Vec4},
                                 {"o_predicted", texel::Format::Vec4}},
                     .prologue = fluidPrologue(fluid, grid)}),
      seed_(fluid.seed) {
  setFluid(fluid);
}

void ForceMove::setFluid(const Fluid& fluid) {
  setCoefficients(pass_, fluid);
  const double lambda = fluid.integrator == Integrator::LeapfrogAb2 ? 1.0 : fluid.lambda;
  pass_.set("u_prediction", static_cast<float>(0.5 + lambda));
}

void ForceMove::run(std::int64_t step, int blockStep, const texel::Range& range,
                    const ParticleArrays& from, const sort::BucketLists& lists,
                    ParticleArrays& to) {
  setNoise(pass_, seed_, step);
  pass_.set("u_blockStep", blockStep);
  pass_.run(range, {&from.position, &from.velocity, &from.predicted, &lists.head, &lists.next},
            {&to.position, &to.velocity, &to.predicted});
}

Measure::Measure(const texel::Device& device, const Fluid& fluid, const search::CellGrid& grid)
    : pass_(device, {.name = "dpd/measure",
                     .inputs = particleInputs(),
                     .outputs = {{"o_motion", texel::Format::Vec4},
                                 {"o_pairs", texel::Format::Vec4},
                                 {"o_stress", texel::Format::Vec4}},
                     .prologue = fluidPrologue(fluid, grid)}),
      seed_(fluid.seed) {
  setFluid(fluid);
  std::vector<float> masses;
  for (const Species& species : fluid.species) masses.push_back(static_cast<float>(species.mass));
  pass_.set("u_mass", masses);
}

void Measure::setFluid(const Fluid& fluid) { setCoefficients(pass_, fluid); }

void Measure::run(std::int64_t step, const ParticleArrays& particles,
                  const sort::BucketLists& lists, texel::Array& motion, texel::Array& pairs,
                  texel::Array& stress) {
  setNoise(pass_, seed_, step);
  pass_.run(
      particles.position.count(),
      {&particles.position, &particles.velocity, &particles.predicted, &lists.head, &lists.next},
      {&motion, &pairs, &stress});
}

}  // namespace gpubuck::dpd
