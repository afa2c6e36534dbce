#include "dpd/steps/passes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "dpd/steps/effect_pass.h"
#include "dpd/steps/paper_step.h"
#include "texel/work_slices.h"

namespace gpubuck::dpd {
namespace {

/// Uploads the numbers of `values`, padded with zeros to the end of the buffer.
void uploadTo(texel::UIntBuffer& buffer, const std::vector<glm::vec4>& values) {
  std::vector<std::uint32_t> numbers(static_cast<std::size_t>(buffer.count()), 0);
  if (!values.empty())
    std::memcpy(numbers.data(), values.data(), values.size() * sizeof(glm::vec4));
  buffer.upload(numbers);
}

std::vector<glm::vec4> downloadFrom(const texel::UIntBuffer& buffer, std::int64_t count) {
  std::vector<std::uint32_t> numbers(4 * static_cast<std::size_t>(count));
  buffer.download(numbers);
  std::vector<glm::vec4> values(static_cast<std::size_t>(count));
  if (!values.empty())
    std::memcpy(values.data(), numbers.data(), values.size() * sizeof(glm::vec4));
  return values;
}

}  // namespace

ParticleBuffers::ParticleBuffers(std::int64_t count, const std::string& prefix)
    // Padded, because shaders read four numbers at a time.
    : position(prefix + " position", 4 * (count + 3)),
      velocity(prefix + " velocity", 4 * count),
      predicted(prefix + " predicted", 4 * count) {}

void ParticleBuffers::upload(const ParticleState& state) {
  uploadTo(position, state.position);
  uploadTo(velocity, state.velocity);
  uploadTo(predicted, state.predicted);
}

ParticleState ParticleBuffers::download() const {
  const std::int64_t count = velocity.count() / 4;
  return {downloadFrom(position, count), downloadFrom(velocity, count),
          downloadFrom(predicted, count)};
}

std::vector<texel::Block> ParticleBuffers::blocks() {
  return {{"b_position", "vec4"}, {"b_velocity", "vec4"}, {"b_predicted", "vec4"}};
}

std::vector<texel::Input> ParticleBuffers::inputs() const {
  return {{"b_position", position}, {"b_velocity", velocity}, {"b_predicted", predicted}};
}

std::vector<texel::Output> ParticleBuffers::outputs() {
  return {{"b_position", position}, {"b_velocity", velocity}, {"b_predicted", predicted}};
}

std::vector<texel::Input> ParticleBuffers::texels() const {
  using enum texel::Texels;
  return {{"u_position", position, Vec4},
          {"u_velocity", velocity, Vec4},
          {"u_predicted", predicted, Vec4}};
}

const std::vector<texel::MapPassInfo::Variable> kParticleOutputs{
    {"o_position", texel::Format::Vec4},
    {"o_velocity", texel::Format::Vec4},
    {"o_predicted", texel::Format::Vec4}};

std::string noisePrologue(NoiseKind kind) {
  const Noise& noise = rowOf(kNoises, kind);
  return fmt::format("{}#include \"{}\"\n", noise.hasStates ? "#define NOISE_STATE\n" : "",
                     noise.shader);
}

std::string lawPrologue(const Fluid& fluid) {
  const PairLaw& law = lawOf(fluid);
  return law.constants(fluid) + fmt::format("#include \"{}\"\n", law.shader);
}

std::string forcesPrologue(const Fluid& fluid) {
  return effectsPrologue(effectsOfMove(fluid)) + lawPrologue(fluid);
}

std::string movePrologue(const Fluid& fluid) {
  const std::size_t solids = fluid.solids.size();
  const bool haveEdges = std::ranges::any_of(fluid.solids, [&](const Solid& solid) {
    const bool isRound = cells::ShapeInBox(solid.shape, fluid.box).radius() > 0.0;
    return solid.kind == SolidKind::Hole || (solid.kind == SolidKind::Body && !isRound);
  });
  return (solids > 0 ? fmt::format("#define SOLIDS {}\n", solids) : "") +
         (haveEdges ? "#define SOLID_EDGES\n" : "");
}

void setSolids(texel::Pass& pass, const Fluid& fluid) {
  if (fluid.solids.empty()) return;
  std::vector<glm::vec4> centres, cores, velocities;
  for (const Solid& solid : fluid.solids) {
    const cells::ShapeInBox shape(solid.shape, fluid.box);
    centres.emplace_back(glm::vec3(shape.wallCentre()), shape.radius());
    const float side = solid.kind == SolidKind::Body     ? 1.0F
                       : solid.kind == SolidKind::Vessel ? -1.0F
                                                         : 0.0F;
    cores.emplace_back(glm::vec3(shape.wallHalf()), side);
    velocities.emplace_back(glm::vec3(solid.velocity), 0.0F);
  }
  pass.set("u_solidCentre", centres);
  pass.set("u_solidCore", cores);
  pass.set("u_solidVelocity", velocities);
  constexpr int kRounds = 3;
  pass.set("u_solidRounds", kRounds);
  pass.set("u_solidCount", static_cast<int>(fluid.solids.size()));
  double longest = 1.0;
  for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
    longest = std::max(longest, fluid.box.size[axis]);
  }
  // 16 times the rounding error of a coordinate.
  pass.set("u_solidSkin", static_cast<float>(0x1p-20 * longest));
}

std::string softwarePrologue(const texel::Device& device) {
  return device.isSoftware() ? "#define SOFTWARE\n" : "";
}

std::string fluidPrologue(const texel::Device& device, const Fluid& fluid) {
  return softwarePrologue(device) +
         fmt::format("const int kSpecies = {};\n", fluid.species.size()) +
         noisePrologue(fluid.noise) + forcesPrologue(fluid);
}

std::string nearFirstPrologue(const texel::Device& device) {
  return fmt::format(
      "#include \"cells/walk_near_first.glsl\"\n#include \"cells/near_first_{}.glsl\"\n",
      device.isSoftware() ? "in_software" : "on_gpu");
}

std::string densityPrologue(const Fluid& fluid) {
  return lawOf(fluid).needsDensity() ? "#include \"dpd/density_of_particles.glsl\"\n"
                                     : "#include \"dpd/no_density.glsl\"\n";
}

void setLaw(texel::Pass& pass, const Fluid& fluid) {
  const PairLaw& law = lawOf(fluid);
  if (law.shared != nullptr) pass.set("u_law", law.shared(fluid));
}

std::vector<float> inverseMasses(const Fluid& fluid) {
  std::vector<float> all;
  for (const Species& each : fluid.species) all.push_back(static_cast<float>(1.0 / each.mass));
  return all;
}

std::vector<float> dragNoises(const Fluid& fluid) {
  std::vector<float> all;
  for (const Species& species : fluid.species) {
    all.push_back(
        static_cast<float>(std::sqrt(2.0 * fluid.drag * fluid.kT / (species.mass * fluid.dt))));
  }
  return all;
}

float predictionOf(const Fluid& fluid) {
  const double lambda = fluid.integrator == Integrator::LeapfrogAb2 ? 1.0 : fluid.lambda;
  return static_cast<float>(0.5 + lambda);
}

void setCoefficients(texel::Pass& pass, const Fluid& fluid) {
  // shaders/dpd/coefficients.glsl has the same number.
  constexpr int kMostOfSquare = 8;
  std::vector<glm::vec4> pairs;
  const int all = static_cast<int>(fluid.species.size());
  for (int k = 0; k < all; ++k) {
    for (int l = 0; l < (all <= kMostOfSquare ? all : k + 1); ++l) {
      pairs.push_back(lawOf(fluid).uniform(fluid.pair(k, l), fluid));
    }
  }
  pass.set("u_pair", pairs);
  setLaw(pass, fluid);
  pass.set("u_timeStep", static_cast<float>(fluid.dt));
  pass.set("u_gravity", glm::vec3(fluid.gravity));
  pass.set("u_poiseuille", static_cast<float>(fluid.poiseuille));
  pass.set("u_drag", static_cast<float>(fluid.drag));
  pass.set("u_sumUnit", sumUnit(fluid));
  pass.set("u_inverseMass", inverseMasses(fluid));
  pass.set("u_dragNoise", dragNoises(fluid));
}

float sumUnit(const Fluid& fluid) {
  double largest = 0.0;
  for (const PairCoefficients& pair : fluid.pairs) {
    largest = std::max(largest, lawOf(fluid).largestForce(pair, fluid));
  }
  return sumUnit(largest);
}

float sumUnit(double largest) {
  if (largest == 0.0) return 1.0F;
  return static_cast<float>(std::exp2(std::ceil(std::log2(largest)) - 9.0));
}

void setNoise(texel::Pass& pass, std::uint32_t seed, std::int64_t step) {
  pass.set("u_noiseSeed", seed);
  pass.set("u_noiseStep", static_cast<GLuint>(step));
}

void setStep(texel::Pass& pass, const Fluid& fluid, const Clock& clock) {
  setNoise(pass, fluid.seed, clock.step);
  setEffects(pass, effectsOfMove(fluid), fluid.box, clock);
}

void setIntegrator(texel::Pass& pass, const Fluid& fluid) {
  pass.set("u_prediction", predictionOf(fluid));
}

ParticleArrays::ParticleArrays(const texel::Device& device, std::int64_t count,
                               const std::string& suffix)
    : position(device, "position" + suffix, count),
      velocity(device, "velocity" + suffix, count),
      predicted(device, "predicted" + suffix, count) {}

void ParticleArrays::upload(const ParticleState& state) {
  position.upload(state.position);
  velocity.upload(state.velocity);
  predicted.upload(state.predicted);
}

ParticleState ParticleArrays::download() const {
  return {position.download(), velocity.download(), predicted.download()};
}

texel::Vec4Array& ParticleArrays::array(const std::string& output) {
  if (output == "o_position") return position;
  return output == "o_velocity" ? velocity : predicted;
}

std::vector<texel::Input> ParticleArrays::inputs() const {
  return {{"u_position", position}, {"u_velocity", velocity}, {"u_predicted", predicted}};
}

std::vector<texel::Output> ParticleArrays::outputs() {
  return {{"o_position", position}, {"o_velocity", velocity}, {"o_predicted", predicted}};
}

ForceMove::ForceMove(const texel::Device& device, const Fluid& fluid, const cells::CellGrid& grid,
                     Traversal traversal)
    : pass_(fluid, [&device, grid, traversal](const Fluid& now) -> texel::MapPass {
        return {device,
                {.name = "dpd/force_move",
                 .outputs = kParticleOutputs,
                 .prologue =
                     neighbourTexturesPrologue(device, now, grid, traversal) + movePrologue(now),
                 .work = texel::Work::Uneven}};
      }) {}

void ForceMove::run(const Clock& clock, int blockStep, const texel::Range& range,
                    const std::vector<texel::Input>& neighbours, ParticleArrays& to) {
  texel::MapPass& pass = pass_.at(clock, blockStep);
  texel::inSlices(pass.device(), range,
                  [&](const texel::Range& slice) { pass.run(slice, neighbours, to.outputs()); });
}

std::string regionPrologue(bool isSlab) {
  return fmt::format("#include \"dpd/{}.glsl\"\n", isSlab ? "in_slab" : "everywhere");
}

void setSlab(texel::Pass& pass, const Slab& slab) {
  pass.set("u_slab", glm::vec3(slab.begin, slab.end, slab.length));
}

Reorder::Reorder(const texel::Device& device)
    : pass_(device, {.name = "dpd/reorder", .outputs = kParticleOutputs}) {}

void Reorder::run(const ParticleArrays& from, const texel::IdArray& order, ParticleArrays& to) {
  std::vector<texel::Input> inputs = from.inputs();
  inputs.emplace_back("u_order", order);
  pass_.run(from.position.count(), inputs, to.outputs());
}

}  // namespace gpubuck::dpd
