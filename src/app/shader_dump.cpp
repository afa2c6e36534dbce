// Every shader of gpubuck in every variant, for offline validation.
#include "app/commands.h"
#include "bench/ceilings.h"
#include "bench/fixtures.h"
#include "cells/around.h"
#include "dpd/find_particle.h"
#include "dpd/noted_cells.h"
#include "dpd/simulation.h"
#include "file/output_file.h"
#include "gl/program.h"
#include "pairs/pair_list.h"
#include "render/annotations.h"
#include "render/frame_renderer.h"
#include "render/id_image.h"
#include "render/particle_colours.h"
#include "render/pick_pass.h"
#include "render/shadow_map.h"
#include "render/surface.h"
#include "sort/algorithms.h"
#include "sort/atomic_sort.h"
#include "sort/bitonic_sort.h"
#include "sort/bucket_sort.h"
#include "sort/counting_sort.h"
#include "sort/radix_sort.h"
#include "validation/noise_checks.h"

namespace gpubuck::app {
namespace {

// Building the passes of anything compiles them.

dpd::Fluid smallFluid(int dimensions, std::size_t species, dpd::NoiseKind noise,
                      double side = 3.0) {
  dpd::Fluid fluid;
  fluid.box.size = {side, side, side};
  fluid.box.dimensions = dimensions;
  fluid.box.boundary[1] = cells::Boundary::Reflecting;
  fluid.species.resize(species);
  fluid.pairs.resize(species * species);
  fluid.noise = noise;
  return fluid;
}

void compileSimulation(const texel::Device& device, const dpd::Fluid& fluid,
                       const dpd::StepSettings& settings = {}, const char* search = "cells27") {
  const dpd::ParticleState one{
      {glm::vec4(1.0F, 1.0F, 0.0F, 0.0F)}, {glm::vec4(0.0F)}, {glm::vec4(0.0F)}};
  const dpd::Simulation simulation(device, fluid, settings, one, {},
                                   cells::parseMethod(search).value());
}

void compileSimulations(const texel::Device& device) {
  for (const int dimensions : {2, 3}) {
    for (const dpd::Noise& noise : dpd::kNoises) {
      compileSimulation(device, smallFluid(dimensions, 1, noise.value));
      compileSimulation(device, smallFluid(dimensions, 2, noise.value));
      // With room for lists of neighbours on a software renderer.
      compileSimulation(device, smallFluid(dimensions, 1, noise.value, 4.0));
      compileSimulation(device, smallFluid(dimensions, 2, noise.value, 4.0));
    }
    for (const double side : {3.0, 4.0}) {
      dpd::Fluid fluid = smallFluid(dimensions, 1, dpd::NoiseKind::Philox, side);
      fluid.obstacle = {.radius = 0.5, .centre = glm::dvec3(1.0)};
      compileSimulation(device, fluid);
    }
    for (const char* search : {"cells-per-cutoff=2", "octant"}) {
      compileSimulation(device, smallFluid(dimensions, 1, dpd::NoiseKind::Philox), {}, search);
    }
    if (device.engine() == texel::Engine::Fast) {
      const cells::Box box = smallFluid(dimensions, 1, dpd::NoiseKind::Philox).box;
      const dpd::NotedCells noted(device, cells::makeCellGrid(box, 1.0), 1);
    }
  }
  compileSimulation(device, smallFluid(3, 2, dpd::NoiseKind::Philox),
                    {.sort = {.algorithm = sort::Algorithm::Bitonic}});
  for (const dpd::Noise& noise : dpd::kNoises) {
    const validation::NoiseDraws draws(device, noise.value, 1);
  }
}

void compileSorts(const texel::Device& device) {
  for (const EnumName<sort::Partition>& partition : sort::kPartitionNames) {
    const sort::BucketSort bucket(device, {.partition = partition.value}, 1, 1);
  }
  for (int stages = 1; stages <= sort::BitonicSort::kMaxStagesPerPass; ++stages) {
    const sort::BitonicSort bitonic(device, 1, 1, stages);
  }
  if (device.engine() != texel::Engine::Fast) return;
  const sort::AtomicSort atomic(device, 1, 1);
  const sort::CountingSort counting(device, 1, 1);
  for (const auto ranking :
       {sort::RadixRanking::Auto, sort::RadixRanking::Masks, sort::RadixRanking::Counters}) {
    // The first pass has other shaders than those after it.
    for (const int passes : {1, 2}) {
      const sort::RadixSettings settings{.keyBits = 4 * passes, .radixBits = 4, .ranking = ranking};
      const sort::RadixSort ranges(device, 1, 1, settings);
      const sort::RadixSorter keys(device, settings, {.count = 1, .withOrder = false});
    }
  }
}

/// In lists and in ranges: with hashed cells and without, for one point and for both points of a
/// pair; and the walks that the benchmarks count in.
void compileSearches(const texel::Device& device) {
  const std::vector<glm::dvec3> near{glm::dvec3(0.0), glm::dvec3(1.0)};
  const std::vector<glm::dvec3> far{glm::dvec3(0.0), glm::dvec3(1000.0)};
  for (const auto algorithm : {sort::Algorithm::Bucket, sort::Algorithm::Bitonic}) {
    const sort::Settings settings{.algorithm = algorithm};
    const pairs::PairList open(device, pairs::layOut(near, 1.0).layout, 2, pairs::ListKind::Half,
                               settings);
    const pairs::PairList hashed(device, pairs::layOut(far, 1.0).layout, 2, pairs::ListKind::Full,
                                 settings);
    const cells::CellIndex cells(device, cells::makeCellGrid({.size = glm::dvec3(3.0)}, 1.0),
                                 settings, 1);
    const cells::CountAround around(device, cells);
    const bench::SearchFixture fixture({.engine = device.engine(), .software = device.isSoftware()},
                                       algorithm, {.allCells = true},
                                       {std::span(near).first(1), 1.0});
  }
}

void compilePictures(const texel::Device& device) {
  scenario::Scenario scenario;
  scenario.fluid = smallFluid(3, 1, dpd::NoiseKind::Philox);
  const render::FrameRenderer renderer(device, scenario);
  const render::ParticleColours colours(device);
  const render::IdImage idImage(device);
  const render::Annotations annotations(device);
  const render::SurfaceView surface(device, scenario.fluid.box, {});
  for (const bool hasOcclusion : {false, true}) {
    const render::ResolvePass plain(device, 2, hasOcclusion, false);
    const render::ResolvePass shadowed(device, 2, hasOcclusion, true);
  }
  const render::ShadowMap shadows(device, scenario.fluid.box, {});
  const render::PickPass pick(device, scenario.fluid.box, {});
  const dpd::FindParticle find(device);
}

void compileCeilings(const texel::Device& device) {
  const bench::CeilingPasses passes = bench::ceilingPasses(device.engine());
  const texel::MapPass copy(device, passes.copy), arithmetic(device, passes.arithmetic);
}

}  // namespace

void dumpShaders(const std::string& folder) {
  file::prepareOutputDirectory(folder);
  gl::setShaderDump(folder);
  const gl::Capabilities capabilities = gl::queryCapabilities();
  for (const texel::Engine engine : {texel::Engine::Paper, texel::Engine::Fast}) {
    if (!texel::whyNot(engine, capabilities).empty()) continue;
    // In the forms that suit a software renderer, and in those for a GPU.
    for (const bool isSoftware : {true, false}) {
      const texel::Device device({.engine = engine, .software = isSoftware});
      compileSimulations(device);
      compileSorts(device);
      compileSearches(device);
      compilePictures(device);
      compileCeilings(device);
    }
  }
  gl::setShaderDump("");
}

}  // namespace gpubuck::app
