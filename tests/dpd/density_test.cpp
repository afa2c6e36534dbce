// A quantity of each particle that forces read, a density, by a law that only these tests have; and
// the places of ids. Against sums over all pairs in double, on each kind of step.
#include "dpd/steps/density.h"

#include <fmt/format.h>

#include <memory>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "reference/geometry.h"
#include "support/gpu_test.h"
#include "support/shader_folder.h"

namespace gpubuck::dpd {
namespace {

constexpr std::size_t kDense = 300;  // 4.7 rows of 64
constexpr double kRepulsion = 6.0;

/// Repels by a (d_i + d_j) w with the densities d = sum of w^2 over neighbours.
const char* const kLaw = R"(
#include "dpd/pair_densities.glsl"

float densityAt(float r) {
  float w = max(1.0 - r, 0.0);
  return w * w;
}

vec3 pairTerms(vec4 pair, float r, float approach, float theta) {
  return vec3(pair.x * (g_densities.x + g_densities.y) * max(1.0 - r, 0.0), 0.0, 0.0);
}

float pairEnergy(vec4 pair, float r) {
  return 0.0;
}
)";

class DensityTest : public ::testing::TestWithParam<test::Form> {
 protected:
  DensityTest() {
    folder_.write("dpd/laws/of_density.glsl", kLaw);
    folder_.write("test/id_at_place.glsl",
                  "#include \"dpd/place_of_ids.glsl\"\n"
                  "void run(int id) { o_id = vec4(predictedOf(placeOf(id)).w); }\n");
    law_.shader = "dpd/laws/of_density.glsl";
    law_.largestDensity = 1.0;
    law_.largestForce = [](const PairCoefficients& pair, double, double) { return 64.0 * pair.a; };
  }

  Fluid fluid(const glm::dvec3& size) const {
    Fluid fluid = test::withoutNoise(test::plainFluid(size));
    fluid.pairs = {{kRepulsion, 0.0}};
    fluid.dt = 0.005;
    fluid.ownLaw = &law_;
    return fluid;
  }

  test::ShaderFolder folder_;
  PairLaw law_ = kPairLaws.front();
  texel::Device device_{{.engine = GetParam().engine,
                         .shaders = folder_.library(),
                         .textureWidth = test::kTestTextureWidth,
                         .software = GetParam().software}};
};
INSTANTIATE_TEST_SUITE_P(Forms, DensityTest, ::testing::ValuesIn(test::testedForms()),
                         test::formName);

/// Forces and the sum of r F over pairs.
struct DensityOracle {
  DensityOracle(const Fluid& fluid, const ParticleState& state)
      : force(state.count(), glm::dvec3(0.0)) {
    const auto each = [&](const auto& visit) {
      for (std::size_t i = 0; i < state.count(); ++i) {
        for (std::size_t j = 0; j < state.count(); ++j) {
          const glm::dvec3 d =
              reference::nearestImage(fluid.box, glm::dvec3(glm::vec3(state.position[i])),
                                      glm::dvec3(glm::vec3(state.position[j])));
          const double r = glm::length(d);
          if (i != j && r < 1.0) visit(i, j, d, r);
        }
      }
    };
    std::vector<double> density(state.count(), 0.0);
    each([&](std::size_t i, std::size_t, const glm::dvec3&, double r) {
      density[i] += (1.0 - r) * (1.0 - r);
    });
    each([&](std::size_t i, std::size_t j, const glm::dvec3& d, double r) {
      const double size = kRepulsion * (density[i] + density[j]) * (1.0 - r);
      force[i] += size / r * d;
      virial += 0.5 * size * r;
    });
  }

  std::vector<glm::dvec3> force;
  double virial = 0.0;
};

// Sides of few cells, which have no Verlet lists, and of more.
const std::vector<glm::dvec3> kSizes{{3.5, 4.0, 5.0}, {5.0, 4.5, 4.0}};

TEST_P(DensityTest, ForcesAndMeasurements_MatchTheOracle) {
  for (const glm::dvec3& size : kSizes) {
    SCOPED_TRACE(fmt::format("side {}", size.x));
    const Fluid fluid = this->fluid(size);
    Simulation simulation(device_, fluid, {.reorderEvery = 2}, test::randomState(fluid, kDense));
    for (int k = 0; k < 5; ++k) {
      const ParticleState before = test::byId(simulation.downloadState());
      const DensityOracle oracle(fluid, before);
      const Observables measured = simulation.measure();
      EXPECT_NEAR(3.0 * fluid.box.volume() * measured.pressure - 2.0 * measured.kineticEnergy,
                  oracle.virial, 1e-5 * oracle.virial);
      simulation.step();
      const ParticleState after = test::byId(simulation.downloadState());
      double largest = 0.0, error = 0.0;
      for (std::size_t i = 0; i < kDense; ++i) {
        const glm::dvec3 change = fluid.dt * oracle.force[i];
        const glm::dvec3 is =
            glm::dvec3(glm::vec3(after.velocity[i])) - glm::dvec3(glm::vec3(before.velocity[i]));
        largest = std::max(largest, glm::length(change));
        error = std::max(error, glm::length(is - change));
      }
      EXPECT_GT(largest, 0.1);
      EXPECT_LT(error, 1e-5) << "step " << k;
    }
  }
}

TEST_P(DensityTest, AnyPartition_GivesTheSameRun) {
  for (const glm::dvec3& size : kSizes) {
    const Fluid fluid = this->fluid(size);
    const ParticleState state = test::randomState(fluid, kDense);
    const StepSettings settings{.reorderEvery = 2};
    Simulation whole(device_, fluid, settings, state);
    for (int k = 0; k < 4; ++k) whole.step();
    const Observables expected = whole.measure();
    for (const std::int64_t part : {37, 250, 1000}) {
      SCOPED_TRACE(part);
      Simulation parts(device_, fluid, settings, state);
      for (int k = 0; k < 4; ++k) {
        // A measurement that is given up has found a part of the densities.
        parts.measurePart(part);
        while (!parts.advance(part)) {
        }
      }
      test::expectSameState(whole.downloadState(), parts.downloadState());
      std::optional<Observables> measured;
      while (!(measured = parts.measurePart(part))) {
      }
      EXPECT_EQ(measured->pressure, expected.pressure);
    }
  }
}

TEST_P(DensityTest, IndicesOfIds_AreValidAfterEveryStep) {
  for (const glm::dvec3& size : kSizes) {
    Fluid fluid = this->fluid(size);
    fluid.dt = 0.05;
    const std::unique_ptr<Step> step =
        makeStep(device_, fluid, {.reorderEvery = 2}, cells::makeCellGrid(fluid.box, 1.0),
                 std::int64_t{kDense});
    step->take(test::randomState(fluid, kDense));
    texel::MapPass pass(device_, {.name = "test/id_at_place",
                                  .outputs = {{"o_id", texel::Format::Vec4}},
                                  .reads = step->blocks(),
                                  .prologue = step->particlesPrologue()});
    texel::Vec4Array ids(device_, "ids", kDense);
    for (int k = 0; k < 6; ++k) {
      std::vector<texel::Input> inputs = step->particles();
      inputs.push_back(step->places());
      pass.run(kDense, inputs, {{"o_id", ids}});
      const std::vector<glm::vec4> found = ids.download();
      for (std::size_t id = 0; id < kDense; ++id) {
        ASSERT_EQ(found[id].x, static_cast<float>(id)) << "step " << k;
      }
      step->begin(k, {});
      while (step->prepare(100) > 0) {
      }
      step->run(k, k, {0, kDense});
      step->finish();
    }
  }
}

}  // namespace
}  // namespace gpubuck::dpd
