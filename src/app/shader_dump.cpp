#include "app/shader_dump.h"

#include <fmt/format.h>
#include <filesystem>

#include "bench/fixtures.h"
#include "dpd/simulation.h"
#include "gl/program.h"
#include "io/output_file.h"
#include "render/frame_renderer.h"
#include "render/id_image.h"
#include "render/particle_colours.h"
#include "search/neighbours.h"
#include "sort/algorithms.h"
#include "sort/bitonic_sort.h"
#include "sort/counting_sort.h"
#include "sort/radix_sort.h"
#include "validation/noise_checks.h"

namespace gpubuck::app {
namespace {

dpd::Fluid smallFluid(int dimensions, std::size_t species, dpd::NoiseKind noise) {
  dpd::Fluid fluid;
  fluid.box.size = {3.0, 3.0, 3.0};
  fluid.box.dimensions = dimensions;
  fluid.box.boundary[1] = search::Boundary::Reflecting;
  fluid.species.resize(species);
  fluid.pairs.resize(species * species);
  fluid.noise = noise;
  return fluid;
}

dpd::ParticleState oneParticle() {
  return {{glm::vec4(1.0F, 1.0F, 0.0F, 0.0F)}, {glm::vec4(0.0F)}, {glm::vec4(0.0F)}};
}

/// The radix sort has other shaders in its first pass than in those after it.
void compileRadixSorts(const texel::Device& device, const std::string& folder) {
  for (const auto ranking :
       {sort::RadixRanking::Auto, sort::RadixRanking::Masks, sort::RadixRanking::Counters}) {
    for (const int passes : {1, 2}) {
      const sort::RadixSettings settings{.keyBits = 4 * passes, .radixBits = 4, .ranking = ranking};
      const auto variant = [&](const char* task) {
        return fmt::format("{}-{}-passes-ranking-{}", task, passes, static_cast<int>(ranking));
      };
      gl::setShaderDump(folder, variant("ranges"));
      const sort::RadixSort ranges(device, 1, 1, settings);
      gl::setShaderDump(folder, variant("keys"));
      const sort::RadixSorter keys(device, settings, {.count = 1, .withOrder = false});
    }
  }
}

/// The passes of a pair search: with hashed cells and without, with a short periodic side, in lists
/// and in ranges, for one point and for both points of a pair.
void compilePairSearches(const texel::Device& device, const std::string& folder) {
  const std::vector<glm::dvec3> points{glm::dvec3(0.0), glm::dvec3(100.0)};
  search::Box box;
  box.size = {2.0, 1000.0, 1000.0};
  for (const bool inRanges : {false, true}) {
    search::NeighbourSettings settings;
    settings.sort.algorithm = inRanges ? sort::Algorithm::Bitonic : sort::Algorithm::Bucket;
    gl::setShaderDump(folder, inRanges ? "pairs-ranges" : "pairs-lists");
    const search::NeighbourSearch open(device, points, settings);
    settings.box = box;
    settings.kind = search::ListKind::Full;
    gl::setShaderDump(folder, inRanges ? "pairs-hashed-ranges" : "pairs-hashed-lists");
    const search::NeighbourSearch hashed(device, points, settings);
  }
}

/// The walks that the benchmarks of searches count in.
void compileBenchmarks(const texel::Device& device, const std::string& folder) {
  const std::vector<glm::dvec3> points{glm::dvec3(0.0)};
  for (const bool inRanges : {false, true}) {
    gl::setShaderDump(folder, inRanges ? "ranges" : "lists");
    const auto algorithm = inRanges ? sort::Algorithm::Bitonic : sort::Algorithm::Bucket;
    const bench::SearchFixture fixture({.engine = device.engine()}, algorithm, {.allCells = true},
                                       {points, 1.0});
  }
}

/// Building the passes compiles them, which writes them out.
void compileAll(const texel::Device& device, const std::string& folder) {
  for (const int dimensions : {2, 3}) {
    for (const std::size_t species : {std::size_t{1}, std::size_t{2}}) {
      for (const dpd::Noise& noise : dpd::kNoises) {
        gl::setShaderDump(folder,
                          fmt::format("{}d-{}-species-noise-{}", dimensions, species, noise.name));
        const dpd::Simulation simulation(device, smallFluid(dimensions, species, noise.value), {},
                                         oneParticle());
      }
    }
  }
  for (const dpd::Noise& noise : dpd::kNoises) {
    gl::setShaderDump(folder, fmt::format("noise-{}", noise.name));
    const validation::NoiseDraws draws(device, noise.value, 1);
  }
  for (const int dimensions : {2, 3}) {
    for (const char* word : {"cells-per-cutoff=2", "octant"}) {
      gl::setShaderDump(folder, fmt::format("{}d-{}", dimensions, word));
      const dpd::Simulation simulation(device, smallFluid(dimensions, 1, dpd::NoiseKind::Philox),
                                       {}, oneParticle(), {}, search::parseMethod(word).value());
    }
  }
  gl::setShaderDump(folder, "ranges");
  const dpd::Simulation inRanges(device, smallFluid(3, 2, dpd::NoiseKind::Philox),
                                 {.sort = {.algorithm = sort::Algorithm::Bitonic}}, oneParticle());
  for (const auto source : {sort::PointSource::PixelBuffer, sort::PointSource::TexelFetch}) {
    gl::setShaderDump(folder,
                      source == sort::PointSource::PixelBuffer ? "pixel-buffer" : "texel-fetch");
    sort::Settings settings;
    settings.algorithm = sort::Algorithm::Bucket;
    settings.pointSource = source;
    sort::makeSort(device, settings, 1, 1);
  }
  for (int stages = 1; stages <= sort::BitonicSort::kMaxStagesPerPass; ++stages) {
    gl::setShaderDump(folder, fmt::format("{}-stages", stages));
    const sort::BitonicSort bitonic(device, 1, 1, stages);
  }
  if (device.engine() == texel::Engine::Fast) {
    compileRadixSorts(device, folder);
    gl::setShaderDump(folder);
    const sort::CountingSort counting(device, 1, 1);
  }
  compilePairSearches(device, folder);
  compileBenchmarks(device, folder);
  gl::setShaderDump(folder);
  scenario::Scenario scenario;
  scenario.fluid = smallFluid(3, 1, dpd::NoiseKind::Philox);
  const render::FrameRenderer renderer(device, scenario);
  const render::ParticleColours colours(device);
  const render::IdImage idImage(device);
}

}  // namespace

void dumpShaders(const std::string& folder) {
  io::prepareOutputDirectory(folder);
  const gl::Capabilities capabilities = gl::queryCapabilities();
  for (const texel::Engine engine : {texel::Engine::Paper, texel::Engine::Fast}) {
    if (!texel::whyNot(engine, capabilities).empty()) continue;
    compileAll(texel::Device({.engine = engine}), folder);
  }
  gl::setShaderDump("");
}

}  // namespace gpubuck::app
