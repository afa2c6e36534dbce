#include "dpd/fluid_batch.h"
#include "dpd/simulation.h"
#include "dpd/steps/places_of_ids.h"
#include "texel/device.h"

namespace gpubuck::dpd {
namespace {

Fluid smallFluid(int dimensions, std::size_t species, NoiseKind noise, double side = 3.0) {
  Fluid fluid;
  fluid.box.size = {side, side, side};
  fluid.box.dimensions = dimensions;
  fluid.box.boundary[1] = cells::Boundary::Reflecting;
  fluid.species.resize(species);
  fluid.pairs.resize(species * species);
  fluid.noise = noise;
  return fluid;
}

void compileSimulation(const texel::Device& device, const Fluid& fluid,
                       const StepSettings& settings = {}, const char* search = "cells27") {
  const ParticleState one{
      {glm::vec4(1.0F, 1.0F, 0.0F, 0.0F)}, {glm::vec4(0.0F)}, {glm::vec4(0.0F)}};
  const Simulation simulation(device, fluid, settings, one, {}, cells::parseMethod(search).value());
}

Fluid smallManyBody(int dimensions, std::size_t species, DensityKernel kernel, double side) {
  Fluid fluid = smallFluid(dimensions, species, NoiseKind::Philox, side);
  fluid.law = PairLawKind::ManyBody;
  fluid.manyBody.kernel = kernel;
  return fluid;
}

/// Compiles the passes of a fluid of chains of three beads.
void compileMolecules(const texel::Device& device, int dimensions) {
  Fluid fluid = smallFluid(dimensions, 1, NoiseKind::Philox);
  fluid.box.boundary[1] = cells::Boundary::Periodic;
  fluid.bondKinds.resize(1);
  fluid.angleKinds.resize(1);
  ParticleState three;
  for (int id = 0; id < 3; ++id) {
    three.position.emplace_back(1.0F + 0.25F * static_cast<float>(id), 1.0F, 0.0F, 0.0F);
    three.velocity.emplace_back(0.0F);
    three.predicted.emplace_back(0.0F, 0.0F, 0.0F, id);
  }
  three.molecules = {{{0, {0, 1}}, {0, {1, 2}}}, {{0, {0, 1, 2}}}};
  Simulation simulation(device, fluid, {}, three);
  simulation.measure();
  simulation.stressProfile();
}

/// Compiles the passes that a simulation compiles on first use.
void compileTools(const texel::Device& device, const Fluid& fluid) {
  const ParticleState one{
      {glm::vec4(1.0F, 1.0F, 0.0F, 0.0F)}, {glm::vec4(0.0F)}, {glm::vec4(0.0F)}};
  Fluid driven = fluid;
  const cells::Shape layer{.kind = cells::ShapeKind::Layer, .axis = 0, .from = 1.0, .to = 2.0};
  driven.effects = {{.shape = layer, .direction = {1.0, 0.0, 0.0}}};
  Simulation simulation(device, driven, {}, one);
  simulation.noteCells(true);
  simulation.step();
  simulation.measure();
  simulation.structureFactor();
  if (fluid.box.isPeriodic(fluid.box.dimensions - 1)) simulation.stressProfile();
  simulation.previousMapping();
  simulation.apply({.kind = EffectKind::Couple, .shape = layer});
}

/// Compiles the passes of a batch of two fluids.
void compileBatch(const texel::Device& device, const Fluid& fluid) {
  const ParticleState one{
      {glm::vec4(1.0F, 1.0F, 0.0F, 0.0F)}, {glm::vec4(0.0F)}, {glm::vec4(0.0F)}};
  FluidBatch(device, {{fluid, one}, {fluid, one}}).measure();
}

void compileSimulations(const texel::Device& device, int dimensions) {
  for (const Noise& noise : kNoises) {
    for (const std::size_t species : {1, 2}) {
      // Only the longer side has enough cells for a Verlet list on a software renderer.
      for (const double side : {3.0, 4.0}) {
        compileSimulation(device, smallFluid(dimensions, species, noise.value, side));
      }
    }
  }
  for (const double side : {3.0, 4.0}) {
    Fluid fluid = smallFluid(dimensions, 1, NoiseKind::Philox, side);
    const cells::Shape ball{
        .kind = cells::ShapeKind::Sphere, .centre = glm::dvec3(side / 2.0), .radius = 0.5};
    fluid.solids = {{.shape = ball}};
    compileSimulation(device, fluid);
    fluid.effects = {{.kind = EffectKind::Move, .shape = ball}};
    compileSimulation(device, fluid);
    fluid.effects.clear();
    fluid.solids.push_back({.kind = SolidKind::Hole, .shape = ball});
    compileSimulation(device, fluid);
    fluid.solids.clear();
    fluid.pairs[0].weightExponent = 0.5;
    compileSimulation(device, fluid);
  }
  for (const PairLaw& law : kPairLaws) {
    Fluid fluid = smallFluid(dimensions, 2, NoiseKind::Philox);
    fluid.law = law.value;
    compileSimulation(device, fluid);
  }
  compileSimulation(device, smallManyBody(dimensions, 2, DensityKernel::Lucy, 3.0));
  for (const char* search : {"cells-per-cutoff=2", "octant=2"}) {
    compileSimulation(device, smallFluid(dimensions, 1, NoiseKind::Philox), {}, search);
  }
}

}  // namespace

/// Compiles every variant of the passes of src/dpd (app/shader_dump.cpp).
void compileShaders(const texel::Device& device) {
  for (const int dimensions : {2, 3}) {
    compileSimulations(device, dimensions);
    compileMolecules(device, dimensions);
    for (const std::size_t species : {1, 2}) {
      for (const double side : {3.0, 4.0}) {
        if (device.engine() == texel::Engine::Fast) {
          compileBatch(device, smallFluid(dimensions, species, NoiseKind::Karpinski, side));
          compileBatch(device, smallManyBody(dimensions, species, DensityKernel::Warren, side));
        }
        compileTools(device, smallFluid(dimensions, species, NoiseKind::Philox, side));
        compileTools(device, smallManyBody(dimensions, species, DensityKernel::Warren, side));
      }
    }
  }
  compileSimulation(device, smallFluid(3, 2, NoiseKind::Philox),
                    {.sort = {.algorithm = sort::Algorithm::Bitonic}});
  for (const int dimensions : {2, 3}) {
    for (const Noise& noise : kNoises) {
      compileSimulation(device, smallFluid(dimensions, 2, noise.value),
                        {.traversal = Traversal::Lists});
    }
    compileSimulation(device, smallManyBody(dimensions, 2, DensityKernel::Warren, 3.0),
                      {.traversal = Traversal::Lists});
  }
  const FindParticle find(device);
}

}  // namespace gpubuck::dpd
