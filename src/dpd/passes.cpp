#include "dpd/passes.h"

#include <fmt/format.h>

#include <cmath>

namespace gpubuck::dpd {
namespace {

std::string prologueFor(const texel::Device& device, const Fluid& fluid,
                        const search::CellIndex& cells) {
  return search::gridPrologue(cells.grid()) + search::walkPrologue(cells.makes()) +
         "#include \"dpd/particle_textures.glsl\"\n" + fluidPrologue(device, fluid);
}

}  // namespace

std::string noisePrologue(NoiseKind kind) {
  const Noise& noise = rowOf(kNoises, kind);
  return fmt::format("{}#include \"{}\"\n", noise.hasStates ? "#define NOISE_STATE\n" : "",
                     noise.shader);
}

std::string fluidPrologue(const texel::Device& device, const Fluid& fluid) {
  // A software renderer does not let invocations wait for each other so much: there it costs twice
  // the time (docs/performance.md).
  const char* const nearFirst = device.isSoftware() ? "" : "#define NEAR_FIRST\n";
  return nearFirst + fmt::format("const int kSpecies = {};\n", fluid.species.size()) +
         noisePrologue(fluid.noise);
}

void setCoefficients(texel::Pass& pass, const Fluid& fluid) {
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

void setNoise(texel::Pass& pass, std::uint32_t seed, std::int64_t step) {
  pass.set("u_noiseSeed", seed);
  pass.set("u_noiseStep", static_cast<GLuint>(step));
}

void setIntegrator(texel::Pass& pass, const Fluid& fluid) {
  const double lambda = fluid.integrator == Integrator::LeapfrogAb2 ? 1.0 : fluid.lambda;
  pass.set("u_prediction", static_cast<float>(0.5 + lambda));
}

ParticleArrays::ParticleArrays(const texel::Device& device, std::int64_t count,
                               const std::string& suffix)
    : position(device, "position" + suffix, count),
      velocity(device, "velocity" + suffix, count),
      predicted(device, "predicted" + suffix, count) {}

std::vector<texel::Input> ParticleArrays::inputs() const {
  return {{"u_position", position}, {"u_velocity", velocity}, {"u_predicted", predicted}};
}

std::vector<texel::Output> ParticleArrays::outputs() {
  return {{"o_position", position}, {"o_velocity", velocity}, {"o_predicted", predicted}};
}

ForceMove::ForceMove(const texel::Device& device, const Fluid& fluid,
                     const search::CellIndex& cells)
    : pass_(device, {.name = "dpd/force_move",
                     .outputs = {{"o_position", texel::Format::Vec4},
                                 {"o_velocity", texel::Format::Vec4},
                                 {"o_predicted", texel::Format::Vec4}},
                     .prologue = prologueFor(device, fluid, cells)}),
      seed_(fluid.seed) {
  setFluid(fluid);
}

void ForceMove::setFluid(const Fluid& fluid) {
  setCoefficients(pass_, fluid);
  setIntegrator(pass_, fluid);
}

void ForceMove::run(std::int64_t step, int blockStep, const texel::Range& range,
                    const ParticleArrays& from, const search::CellIndex& cells,
                    ParticleArrays& to) {
  setNoise(pass_, seed_, step);
  pass_.set("u_blockStep", blockStep);
  pass_.run(range, cells.inputs(from.inputs()), to.outputs());
}

Measure::Measure(const texel::Device& device, const Fluid& fluid, const search::CellIndex& cells)
    : pass_(device, {.name = "dpd/measure",
                     .outputs = {{"o_motion", texel::Format::Vec4},
                                 {"o_pairs", texel::Format::Vec4},
                                 {"o_stress", texel::Format::Vec4}},
                     .prologue = prologueFor(device, fluid, cells)}),
      seed_(fluid.seed) {
  setFluid(fluid);
  std::vector<float> masses;
  for (const Species& species : fluid.species) masses.push_back(static_cast<float>(species.mass));
  pass_.set("u_mass", masses);
}

void Measure::setFluid(const Fluid& fluid) { setCoefficients(pass_, fluid); }

void Measure::run(std::int64_t step, const ParticleArrays& particles,
                  const search::CellIndex& cells, texel::Vec4Array& motion, texel::Vec4Array& pairs,
                  texel::Vec4Array& stress) {
  setNoise(pass_, seed_, step);
  pass_.run(particles.position.count(), cells.inputs(particles.inputs()),
            {{"o_motion", motion}, {"o_pairs", pairs}, {"o_stress", stress}});
}

Reorder::Reorder(const texel::Device& device, const search::CellIndex& cells)
    : order_(device, cells),
      reorder_(device, {.name = "dpd/reorder",
                        .outputs = {{"o_position", texel::Format::Vec4},
                                    {"o_velocity", texel::Format::Vec4},
                                    {"o_predicted", texel::Format::Vec4}}}) {}

void Reorder::run(const ParticleArrays& from, const search::CellIndex& cells, ParticleArrays& to) {
  std::vector<texel::Input> inputs = from.inputs();
  inputs.emplace_back("u_order", order_.of(cells));
  reorder_.run(from.position.count(), inputs, to.outputs());
}

}  // namespace gpubuck::dpd
