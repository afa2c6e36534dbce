// The smoothed density of a fluid and the quantities that follow from it, compared with sums in
// double precision.
#include "render/surface/surface_density.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <random>
#include <set>
#include <vector>

#include "cells/cell_grid.h"
#include "dpd/density_modes.h"
#include "render/colour_map.h"
#include "scenario/built_in.h"
#include "scenario/initial/initial_state.h"
#include "scenario/initial/regions.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

constexpr int kTextureSide = 8192;

TEST(SurfaceGrid, HasATexelOfItsOwnForEachCell) {
  for (const int dimensions : {2, 3}) {
    cells::Box box;
    box.size = {9.0, 4.0, 6.5};
    box.dimensions = dimensions;
    const SurfaceGrid grid = surfaceGrid(box, 700, kTextureSide);
    std::set<std::pair<int, int>> texels;
    const int margin = dimensions == 2 ? 0 : 1;
    std::size_t count = 0;
    for (int z = -margin; z < grid.cells.z + margin; ++z) {
      for (int y = -1; y <= grid.cells.y; ++y) {
        for (int x = -1; x <= grid.cells.x; ++x) {
          const glm::ivec2 texel = grid.texelOf({x, y, z});
          EXPECT_TRUE(texel.x >= 0 && texel.x < grid.texels().x);
          EXPECT_TRUE(texel.y >= 0 && texel.y < grid.texels().y);
          texels.emplace(texel.x, texel.y);
          ++count;
        }
      }
    }
    EXPECT_EQ(texels.size(), count);
    for (int axis = 0; axis < dimensions; ++axis) {
      EXPECT_NEAR(grid.cells[axis] * grid.edge[axis], box.size[axis], 1e-12);
    }
  }
}

TEST(SurfaceGrid, StaysWithinItsLimits) {
  cells::Box box;
  box.size = {300.0, 200.0, 100.0};
  for (const std::int64_t count : {std::int64_t{0}, std::int64_t{1}, std::int64_t{16'000'000}}) {
    for (const int side : {2048, kTextureSide}) {
      const SurfaceGrid grid = surfaceGrid(box, count, side);
      EXPECT_LE(grid.texels().x, side);
      EXPECT_LE(grid.texels().y, side);
      EXPECT_LE(std::int64_t{grid.texels().x} * grid.texels().y, kMostSurfaceTexels);
      for (int axis = 0; axis < 3; ++axis) {
        const std::vector<float> weights = grid.weights(axis);
        double sum = weights.front();
        for (std::size_t k = 1; k < weights.size(); ++k) sum += 2.0 * weights[k];
        EXPECT_NEAR(sum, 1.0, 1e-6);
        EXPECT_LE(weights.size(), 1u + kMostSurfaceReach);
      }
    }
  }
}

/// One of the two cells around a coordinate, and its weight. The cell may be beyond the sides of
/// the box.
struct CellShare {
  int cell;
  double share;
};
std::array<CellShare, 2> sharesAlong(double coordinate, double edge) {
  const double at = coordinate / edge - 0.5;
  const double low = std::floor(at);
  return {{{static_cast<int>(low), 1.0 - (at - low)}, {static_cast<int>(low) + 1, at - low}}};
}

int repeatedCell(int cell, int cells, bool isPeriodic) {
  if (cell >= 0 && cell < cells) return cell;
  return isPeriodic ? (cell + cells) % cells : cell < 0 ? 0 : cells - 1;
}

class SurfaceDensityTest : public test::GpuTest {
 protected:
  std::vector<glm::vec4> read(const gl::Texture& texture) {
    framebuffer_.bind(std::array<const gl::Texture*, 1>{&texture});
    std::vector<glm::vec4> all(std::size_t(texture.width()) * std::size_t(texture.height()));
    glReadPixels(0, 0, texture.width(), texture.height(), GL_RGBA, GL_FLOAT, all.data());
    return all;
  }
  /// The densities as read back, in cells from -1 to the number of cells along each axis.
  struct ReadDensity {
    SurfaceGrid grid;
    std::vector<glm::vec4> texels;
    int counted;  ///< channels

    glm::dvec4 at(const glm::ivec3& cell) const {
      const glm::ivec2 texel = grid.texelOf(cell);
      glm::dvec4 density(
          texels[std::size_t(texel.y) * std::size_t(grid.texels().x) + std::size_t(texel.x)]);
      for (int k = counted; k < 4; ++k) density[k] = 0.0;
      return density;
    }
  };
  ReadDensity readDensity(const SurfaceDensity& density) {
    return {density.grid(), read(density.density()), density.channels().count};
  }
  texel::Vec4Array upload(const std::vector<glm::vec4>& all) { return {device_, "position", all}; }

  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
  gl::Framebuffer framebuffer_{"density test"};
};

const std::vector<glm::vec3> kFiveColours{{0.9f, 0.1f, 0.1f},
                                          {0.1f, 0.1f, 0.9f},
                                          {0.2f, 0.5f, 0.3f},
                                          {0.6f, 0.6f, 0.1f},
                                          {0.5f, 0.1f, 0.5f}};

std::vector<glm::vec4> randomIn(const cells::Box& box, int count, int species) {
  std::mt19937 random(5);
  std::vector<glm::vec4> all;
  for (int k = 0; k < count; ++k) {
    glm::dvec3 place;
    for (int axis = 0; axis < 3; ++axis) {
      place[axis] = std::uniform_real_distribution(0.0, box.size[axis])(random);
    }
    // The first places are a corner and almost the opposite corner.
    if (k == 0) place = glm::dvec3(0.0);
    if (k == 1) place = box.size - 1e-6;
    if (box.dimensions == 2) place.z = 0.0;
    all.emplace_back(place, k % species);
  }
  return all;
}

// Half floats have a precision of 11 bits.
TEST_F(SurfaceDensityTest, EqualsParticlesSmoothedInDouble) {
  struct Case {
    int dimensions, count, species;
    std::vector<int> hidden{};
    std::vector<int> shown;  ///< by channel
  };
  for (const Case& each : {Case{3, 400, 1, {}, {0}},
                           {3, 1, 1, {}, {0}},
                           {3, 0, 1, {}, {}},
                           {3, 300, 2, {}, {0, 1}},
                           {3, 300, 3, {1}, {0, 2}},
                           {3, 300, 4, {}, {0, 1, 2, 3}},
                           {2, 200, 2, {0}, {1}}}) {
    cells::Box box;
    box.size = {5.0, 3.5, 4.0};
    box.dimensions = each.dimensions;
    box.boundary = {cells::Boundary::Periodic, cells::Boundary::Reflecting,
                    cells::Boundary::Reflecting};
    const std::vector<glm::vec4> particles = randomIn(box, each.count, each.species);
    SurfaceDensity density(device_, box, std::span(kFiveColours).first(std::size_t(each.species)));
    SceneLook look;
    look.view.hidden = each.hidden;
    // A slice and a cut change surfaces, but not densities.
    look.view.sliceAxis = 0;
    look.view.sliceThickness = 1.0;
    look.cut = {1.0f, 0.0f, 0.0f, -2.0f};
    density.compute(upload(particles), look);
    const ReadDensity found = readDensity(density);
    const SurfaceGrid& grid = found.grid;
    const cells::CellGrid cellGrid{
        .box = box, .method = {}, .cells = grid.cells, .edge = grid.edge};
    for (std::size_t channel = 0; channel < each.shown.size(); ++channel) {
      std::vector<double> counts(static_cast<std::size_t>(cellGrid.count()), 0.0);
      for (const glm::vec4& particle : particles) {
        if (static_cast<int>(particle.w) != each.shown[channel]) continue;
        for (int corner = 0; corner < 8; ++corner) {
          double share = 1.0;
          glm::ivec3 cell(0);
          for (int axis = 0; axis < 3; ++axis) {
            const int side = corner >> axis & 1;
            if (axis >= box.dimensions) {
              share *= 1 - side;
              continue;
            }
            const CellShare part = sharesAlong(particle[axis], grid.edge[axis])[std::size_t(side)];
            share *= part.share;
            cell[axis] = repeatedCell(part.cell, grid.cells[axis], box.isPeriodic(axis));
          }
          counts[std::size_t(cell.x + grid.cells.x * (cell.y + grid.cells.y * cell.z))] += share;
        }
      }
      const std::vector<double> expected = dpd::smoothed(cellGrid, counts, grid.width);
      const double most = *std::ranges::max_element(expected);
      const int margin = box.dimensions == 2 ? 0 : 1;
      double sum = 0.0;
      for (int z = -margin; z < grid.cells.z + margin; ++z) {
        for (int y = -1; y <= grid.cells.y; ++y) {
          for (int x = -1; x <= grid.cells.x; ++x) {
            glm::ivec3 cell(x, y, z);
            const double value = found.at(cell)[int(channel)];
            bool isInside = true;
            for (int axis = 0; axis < box.dimensions; ++axis) {
              isInside &= cell[axis] >= 0 && cell[axis] < grid.cells[axis];
              cell[axis] = repeatedCell(cell[axis], grid.cells[axis], box.isPeriodic(axis));
            }
            const std::size_t k =
                std::size_t(cell.x + grid.cells.x * (cell.y + grid.cells.y * cell.z));
            ASSERT_NEAR(value, expected[k], 3e-3 * most)
                << each.count << " particles, channel " << channel << ", " << x << ' ' << y << ' '
                << z;
            if (isInside) sum += value;
          }
        }
      }
      const auto particlesOf = std::ranges::count_if(particles, [&](const glm::vec4& particle) {
        return static_cast<int>(particle.w) == each.shown[channel];
      });
      EXPECT_NEAR(sum, static_cast<double>(particlesOf), 2e-3 * static_cast<double>(particlesOf));
    }
  }
}

TEST_F(SurfaceDensityTest, MoreThanFourSpecies_BlendTheirColours) {
  cells::Box box;
  box.size = glm::dvec3(4.0);
  SurfaceDensity density(device_, box, kFiveColours);
  const std::vector<glm::vec4> particles(40, glm::vec4(2.0f, 2.0f, 2.0f, 4.0f));
  density.compute(upload(particles), {});
  EXPECT_TRUE(density.channels().blends);
  const ReadDensity found = readDensity(density);
  const glm::dvec4 middle = found.at(found.grid.cells / 2);
  ASSERT_GT(middle.w, 0.1);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(middle[k] / middle.w, kFiveColours[4][k], 2e-3);
}

/// The volume in which each channel is shown, by the rules of shaders/render/surface. It is
/// computed from kPlaces^3 places in each cell that a surface may cross.
class ShownVolumes {
 public:
  template <typename Density>
  ShownVolumes(const Density& density, const glm::dvec4& scale) {
    const SurfaceGrid& grid = density.grid;
    const double each = grid.edge.x * grid.edge.y * grid.edge.z;
    glm::ivec3 cell;
    for (cell.z = 0; cell.z < grid.cells.z; ++cell.z) {
      for (cell.y = 0; cell.y < grid.cells.y; ++cell.y) {
        for (cell.x = 0; cell.x < grid.cells.x; ++cell.x) {
          std::array<int, 5> shown{};
          for (int k = 0; k < 27; ++k) {
            around_[std::size_t(k)] =
                scale * density.at(cell + glm::ivec3(k % 3, k / 3 % 3, k / 9) - 1);
            ++shown[std::size_t(1 + channelAt(around_[std::size_t(k)]))];
          }
          const auto alone = std::ranges::find(shown, 27) - shown.begin();
          if (alone > 0 && alone < 5) volume[int(alone) - 1] += each;
          if (alone < 5) continue;
          for (int k = 0; k < kPlaces * kPlaces * kPlaces; ++k) {
            const glm::dvec3 place(k % kPlaces, k / kPlaces % kPlaces, k / kPlaces / kPlaces);
            const int channel = channelAt(sharesAt((place + 0.5) / double{kPlaces} - 0.5));
            if (channel >= 0) volume[channel] += each / (kPlaces * kPlaces * kPlaces);
          }
        }
      }
    }
  }

  glm::dvec4 volume{0.0};

 private:
  static constexpr int kPlaces = 6;

  /// Returns the channel that is shown, or -1 outside of the fluid.
  static int channelAt(const glm::dvec4& shares) {
    if (shares.x + shares.y + shares.z + shares.w < 0.5) return -1;
    int most = 0;
    for (int k = 1; k < 4; ++k) most = shares[k] > shares[most] ? k : most;
    return most;
  }
  /// Interpolates linearly. `place` is relative to the middle of the cell, in cells.
  glm::dvec4 sharesAt(const glm::dvec3& place) const {
    glm::dvec4 sum(0.0);
    for (int corner = 0; corner < 8; ++corner) {
      double weight = 1.0;
      int k = 0;
      for (int axis = 0, stride = 1; axis < 3; ++axis, stride *= 3) {
        const bool isFar = (corner >> axis & 1) != 0;
        weight *= isFar ? std::abs(place[axis]) : 1.0 - std::abs(place[axis]);
        k += stride * (isFar ? (place[axis] > 0.0 ? 2 : 0) : 1);
      }
      sum += weight * around_[std::size_t(k)];
    }
    return sum;
  }

  std::array<glm::dvec4, 27> around_;  ///< shares in the cell and its neighbours
};

// There is a ball, which smoothing would shrink, and a pool below it. The species of ball and pool
// have different densities.
TEST_F(SurfaceDensityTest, Surfaces_EncloseTheVolumesOfTheirSpecies) {
  cells::Box box;
  box.size = {14.0, 12.0, 16.0};
  box.boundary = {cells::Boundary::Reflecting, cells::Boundary::Periodic,
                  cells::Boundary::Reflecting};
  constexpr double kRadius = 3.0;
  std::vector<glm::vec4> particles;
  std::array<double, 2> volumes{};
  const auto fill = [&](double apart, int species, const auto& isInside) {
    for (double z = 0.5 * apart; z < box.size.z; z += apart) {
      for (double y = 0.5 * apart; y < box.size.y; y += apart) {
        for (double x = 0.5 * apart; x < box.size.x; x += apart) {
          if (!isInside(glm::dvec3(x, y, z))) continue;
          particles.emplace_back(x, y, z, species);
          volumes[std::size_t(species)] += std::pow(apart, 3);
        }
      }
    }
  };
  fill(0.5, 0, [](const glm::dvec3& at) { return at.z < 4.0; });
  fill(0.625, 1, [](const glm::dvec3& at) {
    return glm::distance(at, glm::dvec3(7.0, 6.0, 10.0)) < kRadius;
  });
  SurfaceDensity density(device_, box, std::span(kFiveColours).first(2));
  density.compute(upload(particles), {});
  const glm::dvec4 scale(read(density.scale()).front());
  const ShownVolumes shown(readDensity(density), scale);
  EXPECT_NEAR(shown.volume[0] / volumes[0], 1.0, 0.02);
  EXPECT_NEAR(shown.volume[1] / volumes[1], 1.0, 0.03);
}

TEST_F(SurfaceDensityTest, BuiltInFluids_AreShownInTheirVolumes) {
  for (const char* const name :
       {"dam-break", "falling-drop", "merging-drops", "rayleigh-taylor-16k"}) {
    const scenario::Scenario fluid = scenario::builtIn(name);
    const dpd::ParticleState state = scenario::makeInitialState(fluid);
    std::vector<glm::vec4> particles;
    std::array<double, 2> counts{};
    for (std::size_t k = 0; k < state.position.size(); ++k) {
      particles.push_back(state.position[k]);
      counts[std::size_t(state.position[k].w)] += 1.0;
    }
    std::array<double, 2> volumes{};
    const std::vector<double> regions = scenario::regionVolumes(fluid);
    for (std::size_t k = 0; k < regions.size(); ++k) {
      volumes[std::size_t(fluid.regions[k].species)] += regions[k];
    }
    if (regions.empty()) {
      for (std::size_t k = 0; k < 2; ++k) volumes[k] = counts[k] / fluid.fluid.density;
    }
    SurfaceDensity density(device_, fluid.fluid.box, speciesColours(fluid.fluid.species));
    density.compute(upload(particles), {});
    const ShownVolumes shown(readDensity(density), glm::dvec4(read(density.scale()).front()));
    for (std::size_t k = 0; k < fluid.fluid.species.size(); ++k) {
      const double ratio = shown.volume[int(k)] / volumes[k];
      EXPECT_NEAR(ratio, 1.0, 0.05) << name << ", " << fluid.fluid.species[k].name;
    }
  }
}

// Lines of sight skip bricks that are empty or filled.
TEST_F(SurfaceDensityTest, Bricks_AreEmptyOrFilledOnlyIfAllTheirCellsAre) {
  constexpr int kBrickSide = 8;
  cells::Box box;
  box.size = {20.0, 18.0, 16.0};
  std::vector<glm::vec4> particles;
  for (const glm::vec4& each : randomIn(box, 100'000, 1)) {
    if (each.z < 9.0f) particles.emplace_back(each.x, each.y, each.z, each.x < 10.0f ? 0.0f : 1.0f);
  }
  SurfaceDensity density(device_, box, std::span(kFiveColours).first(2));
  density.compute(upload(particles), {});
  const ReadDensity found = readDensity(density);
  const SurfaceGrid& grid = found.grid;
  const glm::dvec4 scale(read(density.scale()).front());
  const gl::Texture& bricks = density.bricks();
  framebuffer_.bind(std::array<const gl::Texture*, 1>{&bricks});
  std::vector<std::array<std::uint8_t, 4>> kinds(std::size_t(bricks.width()) *
                                                 std::size_t(bricks.height()));
  glReadPixels(0, 0, bricks.width(), bricks.height(), GL_RGBA, GL_UNSIGNED_BYTE, kinds.data());
  const glm::ivec3 count = (grid.cells + kBrickSide - 1) / kBrickSide;
  std::array<int, 4> seen{};
  glm::ivec3 brick;
  for (brick.z = 0; brick.z < count.z; ++brick.z) {
    for (brick.y = 0; brick.y < count.y; ++brick.y) {
      for (brick.x = 0; brick.x < count.x; ++brick.x) {
        const int columns = bricks.width() / count.x;
        const int row = brick.z / columns, column = brick.z % columns;
        const int kind = kinds[std::size_t(row * count.y + brick.y) * std::size_t(bricks.width()) +
                               std::size_t(column * count.x + brick.x)][0];
        ASSERT_LT(kind, 4);
        ++seen[std::size_t(kind)];
        glm::ivec3 cell;
        const glm::ivec3 first = brick * kBrickSide - 1;
        const glm::ivec3 last = glm::min(brick * kBrickSide + kBrickSide, grid.cells);
        for (cell.z = first.z; cell.z <= last.z; ++cell.z) {
          for (cell.y = first.y; cell.y <= last.y; ++cell.y) {
            for (cell.x = first.x; cell.x <= last.x; ++cell.x) {
              const glm::dvec4 shares = found.at(cell) * scale;
              const double fill = shares.x + shares.y;
              if (kind == 1) {
                ASSERT_LT(fill, 0.5);
              }
              if (kind >= 2) {
                ASSERT_GT(fill, 0.5);
                ASSERT_EQ(shares.x > shares.y, kind == 2);
              }
            }
          }
        }
      }
    }
  }
  for (const int each : seen) EXPECT_GT(each, 0);
}

}  // namespace
}  // namespace gpubuck::render
