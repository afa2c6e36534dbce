#include "scenario/initial/initial_state.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>
#include <utility>

namespace gpubuck::scenario {
namespace {

using Modes = std::set<std::pair<int, int>>;

constexpr double kTurn = 2.0 * std::numbers::pi;

Initial initialOf(std::array<int, 2> spectrum, int axis = 2) {
  Initial initial;
  initial.kind = InitialKind::Layers;
  initial.axis = axis;
  initial.perturbation = 0.75;
  initial.modes = {3, 2};
  initial.spectrum = spectrum;
  return initial;
}

std::vector<InterfaceWave> wavesOf(const Initial& initial, const cells::Box& box,
                                   std::uint32_t seed = 1) {
  RandomStream random(seed);
  return makeInterfaceWaves(initial, box, random);
}

/// Returns how many periods each wave has along the first and the second axis parallel to the
/// layers, and expects that no two waves are the same.
Modes modesOf(const std::vector<InterfaceWave>& waves, const cells::Box& box, int first,
              int second) {
  Modes modes;
  for (const InterfaceWave& wave : waves) {
    const double n = wave.number[first] * box.size[first] / kTurn;
    const double m = wave.number[second] * box.size[second] / kTurn;
    // n and m are products and quotients of the same numbers, so that they differ from whole
    // numbers only by a few roundings.
    EXPECT_NEAR(n, std::round(n), 1e-12);
    EXPECT_NEAR(m, std::round(m), 1e-12);
    EXPECT_TRUE(modes.emplace(std::lround(n), std::lround(m)).second);
  }
  return modes;
}

/// Returns the mean of the displacement, and the mean of its square, over a grid that is fine
/// enough for all modes.
std::pair<double, double> moments(const std::vector<InterfaceWave>& waves, const cells::Box& box,
                                  int axis) {
  constexpr int kPoints = 48;
  double mean = 0.0, square = 0.0;
  for (int i = 0; i < kPoints; ++i) {
    for (int j = 0; j < kPoints; ++j) {
      glm::dvec3 position(0.0);
      position[axis] = 1.25;  // nothing changes along the axis of the layers
      position[(axis + 1) % 3] = box.size[(axis + 1) % 3] * i / kPoints;
      position[(axis + 2) % 3] = box.size[(axis + 2) % 3] * j / kPoints;
      const double value = displacement(waves, position);
      mean += value / (kPoints * kPoints);
      square += value * value / (kPoints * kPoints);
    }
  }
  return {mean, square};
}

// (n, m) and (-n, -m) are the same wave and count once. There are 4 pairs (n, m) of each of the
// lengths 1, sqrt 2 and 2, and 8 pairs of length sqrt 5. Half of them remain.
TEST(InterfaceWaves, Spectrum_HasEachModeOnce) {
  const cells::Box square{{20.0, 20.0, 20.0}};
  EXPECT_EQ(modesOf(wavesOf(initialOf({1, 2}), square), square, 0, 1),
            (Modes{{0, 1}, {0, 2}, {1, -1}, {1, 0}, {1, 1}, {2, 0}}));
  EXPECT_EQ(modesOf(wavesOf(initialOf({2, 2}, 0), square), square, 1, 2), (Modes{{0, 2}, {2, 0}}));
  EXPECT_EQ(wavesOf(initialOf({1, 100}), square).size(),
            15'708U);  // half of the 31,417 lattice points within radius 100, less (0, 0)
}

// A single wave along a shorter side can have the wavelength of several waves along the longest
// side.
TEST(InterfaceWaves, Spectrum_CountsModesAlongTheLongestSide) {
  const cells::Box box{{10.0, 20.0, 3.0}};
  EXPECT_EQ(modesOf(wavesOf(initialOf({1, 2}), box), box, 0, 1), (Modes{{0, 1}, {0, 2}, {1, 0}}));
  EXPECT_EQ(modesOf(wavesOf(initialOf({2, 3}), box), box, 0, 1),
            (Modes{{0, 2}, {0, 3}, {1, 0}, {1, 1}, {1, -1}, {1, 2}, {1, -2}}));
  // If 1 to 6 wavelengths fit into the side of 20, the wave is too long for the side of 3.
  EXPECT_EQ(modesOf(wavesOf(initialOf({1, 6}, 0), box), box, 1, 2),
            (Modes{{1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}}));
}

TEST(InterfaceWaves, SpectrumInTwoDimensions_RunsAlongOneAxis) {
  cells::Box box{{10.0, 20.0, 1.0}};
  box.dimensions = 2;
  EXPECT_EQ(modesOf(wavesOf(initialOf({2, 4}, 1), box), box, 0, 1),
            (Modes{{2, 0}, {3, 0}, {4, 0}}));
  EXPECT_EQ(modesOf(wavesOf(initialOf({1, 2}, 0), box), box, 0, 1), (Modes{{0, 1}, {0, 2}}));
}

// The modes are orthogonal on any grid that is finer than twice the highest mode, so that sums over
// the grid are exact.
TEST(InterfaceWaves, Spectrum_HasItsRootMeanSquare) {
  const cells::Box box{{10.0, 20.0, 30.0}};
  for (const int axis : {0, 1, 2}) {
    const std::vector<InterfaceWave> waves = wavesOf(initialOf({2, 9}, axis), box);
    ASSERT_GT(waves.size(), 30U);
    const auto [mean, square] = moments(waves, box, axis);
    EXPECT_NEAR(mean, 0.0, 1e-12);
    EXPECT_NEAR(std::sqrt(square), 0.75, 1e-12);
  }
}

// Amplitudes are normal and phases uniform. The sum of the squares of the amplitudes of all 158
// waves is fixed. A faulty spectrum could have equal amplitudes or equal phases.
TEST(InterfaceWaves, Spectrum_DiffersInAmplitudeAndPhase) {
  const std::vector<InterfaceWave> waves = wavesOf(initialOf({1, 10}), {{20.0, 20.0, 30.0}});
  std::set<double> amplitudes, phases;
  double cosines = 0.0, sines = 0.0, fourth = 0.0, square = 0.0;
  for (const InterfaceWave& wave : waves) {
    amplitudes.insert(wave.amplitude);
    phases.insert(wave.phase);
    cosines += std::cos(wave.phase);
    sines += std::sin(wave.phase);
    square += std::pow(wave.amplitude, 2);
    fourth += std::pow(wave.amplitude, 4);
  }
  const auto count = static_cast<double>(waves.size());
  ASSERT_EQ(waves.size(), 158U);
  EXPECT_EQ(amplitudes.size(), waves.size());
  EXPECT_EQ(phases.size(), waves.size());
  // A sum of n cosines of uniform phases scatters by sqrt(n / 2), and the tolerance is four times
  // this scatter.
  EXPECT_LT(std::abs(cosines), 4.0 * std::sqrt(count / 2.0));
  EXPECT_LT(std::abs(sines), 4.0 * std::sqrt(count / 2.0));
  // For normal numbers, n sum a^4 / (sum a^2)^2 is 3 and scatters by sqrt(24 / n). For equal
  // numbers it is 1.
  EXPECT_NEAR(count * fourth / (square * square), 3.0, 4.0 * std::sqrt(24.0 / count));
}

TEST(InterfaceWaves, Spectrum_FollowsFromTheSeed) {
  const cells::Box box{{10.0, 20.0, 30.0}};
  const glm::dvec3 place(1.0, 2.0, 3.0);
  const double first = displacement(wavesOf(initialOf({1, 5}), box), place);
  EXPECT_EQ(displacement(wavesOf(initialOf({1, 5}), box), place), first);
  EXPECT_NE(displacement(wavesOf(initialOf({1, 5}), box, 2), place), first);
}

TEST(InterfaceWaves, OneMode_IsAProductOfCosinesWithoutRandomness) {
  const cells::Box box{{10.0, 20.0, 30.0}};
  const Initial initial = initialOf({0, 0}, 1);
  RandomStream random(1), untouched(1);
  const std::vector<InterfaceWave> waves = makeInterfaceWaves(initial, box, random);
  EXPECT_EQ(random.uniform(), untouched.uniform());
  const glm::dvec3 place(1.3, 4.0, 7.7);
  EXPECT_NEAR(displacement(waves, place),
              0.75 * std::cos(kTurn * 3 * 1.3 / 10.0) * std::cos(kTurn * 2 * 7.7 / 30.0), 1e-12);
  cells::Box flat = box;
  flat.dimensions = 2;
  EXPECT_NEAR(displacement(wavesOf(initial, flat), {1.3, 4.0, 0.0}),
              0.75 * std::cos(kTurn * 3 * 1.3 / 10.0), 1e-12);
}

}  // namespace
}  // namespace gpubuck::scenario
