// The smoothing of surfaces and thicknesses, compared with the same in double precision.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "surface_sheet.h"

namespace gpubuck::render {
namespace {

using SurfaceSmoothingTest = SheetTest;

/// Two levels with noise, and holes.
Sheet randomSheet(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  Sheet sheet = Sheet::of([&](int x, int) {
    if (uniform(random) < 0.2) return 0.0;
    return (x < kSheetWidth / 2 ? 30.0 : 60.0) + 4.0 * uniform(random);
  });
  for (std::size_t k = 0; k < sheet.colour.size(); ++k) {
    const auto byte = [&] { return std::floor(256.0 * uniform(random)) / 255.0; };
    sheet.colour[k] = {byte(), byte(), byte(), sheet.distance[k] > 0.0 ? 1.0 : 0.0};
  }
  return sheet;
}

/// Computes surface_smooth.frag in double precision. One texel per unit of length.
Sheet smoothedOnCpu(const Sheet& sheet, glm::ivec2 direction,
                    const SurfaceSmoothing::Settings& settings) {
  constexpr double kSlope = 4.0;
  const double range = settings.range;
  Sheet result = sheet;
  for (int y = 0; y < kSheetHeight; ++y) {
    for (int x = 0; x < kSheetWidth; ++x) {
      const double centre = sheet.distance[Sheet::at(x, y)];
      const glm::dvec4 colour = sheet.colour[Sheet::at(x, y)];
      if (centre <= 0.0 && !settings.fills) continue;
      const int taps = settings.fills ? 24 : 11;
      const double reach = settings.reach, stride = std::max(1.0, reach / taps);
      double sum = centre, weights = 1.0, found = 0.0, foundWeights = 0.0, coverage = colour.a,
             coverages = 1.0;
      glm::dvec4 colours = centre > 0.0 ? glm::dvec4(glm::dvec3(colour), 1.0) : glm::dvec4(0.0);
      for (int k = 1; k <= taps && k <= reach; ++k) {
        const double weight = std::exp(-3.0 * std::pow(k * stride / reach, 2.0));
        const glm::ivec2 offset = direction * static_cast<int>(std::round(k * stride));
        const std::size_t fore = Sheet::at(x + offset.x, y + offset.y);
        const std::size_t back = Sheet::at(x - offset.x, y - offset.y);
        for (const std::size_t other : {fore, back}) {
          const double there = sheet.distance[other];
          coverage += weight * sheet.colour[other].a;
          coverages += weight;
          if (there <= 0.0) continue;
          found += weight * there;
          foundWeights += weight;
          if (centre > 0.0 && std::abs(there - centre) >= kSlope * range) continue;
          colours += weight * glm::dvec4(glm::dvec3(sheet.colour[other]), 1.0);
        }
        const double one = sheet.distance[fore], two = sheet.distance[back];
        const double farthest = centre + kSlope * range;
        const bool isEdge = one <= 0.0 || two <= 0.0 || one > farthest || two > farthest;
        const double mean = isEdge ? farthest : (one + two) / 2.0;
        const double nearest = std::min(one > 0.0 ? one : centre, two > 0.0 ? two : centre);
        const double apart =
            std::max((centre - mean) / range, (centre - nearest) / range - kSlope + 1.0);
        const double t = std::clamp(apart - 1.0, 0.0, 1.0);
        const double counts = weight * (1.0 - t * t * (3.0 - 2.0 * t));
        sum += counts * 2.0 * std::clamp(mean, centre - range, centre + range);
        weights += counts * 2.0;
      }
      if (centre <= 0.0) sum = found, weights = foundWeights;
      result.distance[Sheet::at(x, y)] = weights > 0.0 ? sum / weights : 0.0;
      if (!settings.fills) continue;
      result.colour[Sheet::at(x, y)] =
          glm::dvec4(glm::dvec3(colours) / std::max(colours.a, 1e-6), coverage / coverages);
    }
  }
  return result;
}

// The shader's exp and its sums are of 24 bits, on numbers below 100 with up to 49 terms; a colour
// is rounded to a byte, by GPUs to within 0.6 of one.
TEST_F(SurfaceSmoothingTest, Smoothing_MatchesTheOracle) {
  SurfaceSmoothing pass(device_);
  const Sheet sheet = randomSheet(3);
  const SurfaceLayer layer = upload(sheet);
  const SurfaceLayer result = makeLayer();
  for (const bool alongX : {true, false}) {
    for (const SurfaceSmoothing::Settings& settings : {SurfaceSmoothing::Settings{7.3f, 2.0f, true},
                                                       {7.3f, 2.0f},
                                                       {30.3f, 5.0f},
                                                       {0.5f, 1.0f}}) {
      bind(result);
      pass.draw(layer, flatCamera(), alongX, settings);
      const Sheet wanted =
          smoothedOnCpu(sheet, alongX ? glm::ivec2(1, 0) : glm::ivec2(0, 1), settings);
      const std::vector<float> distance = read(result.distance);
      const std::vector<glm::dvec4> colour = readColours(result.colour);
      for (std::size_t k = 0; k < distance.size(); ++k) {
        ASSERT_NEAR(distance[k], wanted.distance[k], 1e-3) << k << ' ' << settings.reach;
        for (int c = 0; c < 4; ++c) ASSERT_NEAR(colour[k][c], wanted.colour[k][c], 0.6 / 255.0);
      }
    }
  }
}

TEST_F(SurfaceSmoothingTest, Smoothing_KeepsSteepPlanesAndGaps) {
  SurfaceSmoothing pass(device_);
  const SurfaceLayer result = makeLayer();
  const auto smoothed = [&](const Sheet& sheet) {
    bind(result);
    pass.draw(upload(sheet), flatCamera(), true, {6.0f, 3.0f});
    return read(result.distance);
  };
  const auto slope = [](int x, int) { return 20.0 + 1.5 * x; };
  const std::vector<float> plane = smoothed(Sheet::of(slope));
  for (int x = 8; x < kSheetWidth - 8; ++x) {
    EXPECT_NEAR(plane[Sheet::at(x, 9)], slope(x, 9), 1e-4) << x;
  }
  // A wall in front of another: none bends towards the other by more than the range.
  const auto walls = [](int x, int) { return x < 24 ? 20.0 : 80.0; };
  const std::vector<float> apart = smoothed(Sheet::of(walls));
  for (int x = 0; x < kSheetWidth; ++x) {
    EXPECT_NEAR(apart[Sheet::at(x, 9)], walls(x, 9), x < 24 ? 3.0 : 1e-4) << x;
  }
}

TEST_F(SurfaceSmoothingTest, Blur_MatchesTheOracle) {
  SurfaceBlur pass(device_);
  const Sheet sheet = randomSheet(11);
  const SurfaceLayer layer = upload(sheet);
  const gl::Texture result("test blur", GL_R32F, kSheetWidth, kSheetHeight);
  constexpr double kReach = 5.4;
  for (const bool alongX : {true, false}) {
    bind(result);
    pass.draw(layer.distance, alongX, kReach);
    const std::vector<float> blurred = read(result);
    for (int y = 0; y < kSheetHeight; ++y) {
      for (int x = 0; x < kSheetWidth; ++x) {
        double sum = 0.0, weights = 0.0;
        for (int k = -6; k <= 6; ++k) {
          const double weight = std::exp(-2.0 * k * k / (kReach * kReach));
          sum += weight * sheet.distance[alongX ? Sheet::at(x + k, y) : Sheet::at(x, y + k)];
          weights += weight;
        }
        ASSERT_NEAR(blurred[Sheet::at(x, y)], sum / weights, 1e-3) << x << ' ' << y;
      }
    }
  }
}

}  // namespace
}  // namespace gpubuck::render
