#include "render/particle_colours.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <tuple>
#include <utility>

#include "base/id.h"
#include "render/ramp.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

constexpr int kCount = 3 * test::kTestTextureWidth + 5;
// The ramp in float on both sides: some roundings of values up to 16.
constexpr float kTolerance = 1e-5f;
// The hash of 0 in Python.
constexpr glm::vec3 kFirstCell{0.513082f, 0.562353f, 0.159333f};

class ParticleColoursTest : public test::EngineTest {
 protected:
  texel::Array ids(const std::vector<std::uint32_t>& values) {
    texel::Array array(device_, "ids", texel::Format::Id, static_cast<std::int64_t>(values.size()));
    array.upload(std::span<const texel::IdTexel>(values));
    return array;
  }
  texel::Array vectors(const std::vector<glm::vec4>& values) {
    texel::Array array(device_, "velocity", texel::Format::Vec4,
                       static_cast<std::int64_t>(values.size()));
    array.upload(std::span<const glm::vec4>(values));
    return array;
  }
  sort::BucketLists lists(const std::vector<std::uint32_t>& head,
                          const std::vector<std::uint32_t>& next) {
    sort::BucketLists result(device_, static_cast<std::int64_t>(next.size()),
                             static_cast<std::int64_t>(head.size()));
    result.head.upload(std::span<const texel::IdTexel>(head));
    result.next.upload(std::span<const texel::IdTexel>(next));
    return result;
  }
  static void expectColours(const texel::Array& colours, const std::vector<glm::vec3>& expected) {
    const std::vector<glm::vec4> actual = colours.downloadVec4();
    ASSERT_EQ(actual.size(), expected.size());
    ASSERT_FALSE(expected.empty());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_LT(glm::distance(glm::vec3(actual[i]), expected[i]), kTolerance) << i;
    }
  }

  texel::Device device_ = test::makeDevice(GetParam());
  ParticleColours colours_{device_};
};

INSTANTIATE_TEST_SUITE_P(Engines, ParticleColoursTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(ParticleColoursTest, SpeedIsOnTheRamp) {
  std::mt19937 generator(3);
  std::uniform_real_distribution<float> component(-1.0f, 1.0f);
  std::vector<glm::vec4> velocity;
  std::vector<glm::vec3> expected;
  for (int i = 0; i < kCount; ++i) {
    // The state of the noise in w must make no difference.
    velocity.emplace_back(component(generator), component(generator), component(generator), 5.0f);
    expected.push_back(rampColour(glm::length(glm::vec3(velocity.back())) / 1.5f));
  }
  velocity[7] = glm::vec4(std::numeric_limits<float>::quiet_NaN());
  expected[7] = rampColour(0.0f);
  const texel::Array array = vectors(velocity);
  expectColours(colours_.run(Colouring::Speed, {.velocity = &array}, 1.5f), expected);
}

TEST_P(ParticleColoursTest, ACellHasOneColourAndItsNeighboursOthers) {
  constexpr std::uint32_t kCells = 500;
  std::vector<std::uint32_t> mapping;
  for (std::uint32_t i = 0; i < 2 * kCells; ++i) mapping.push_back(i % kCells);
  const texel::Array array = ids(mapping);
  const std::vector<glm::vec4> colours =
      colours_.run(Colouring::Cell, {.mapping = &array}).downloadVec4();
  std::set<std::tuple<float, float, float>> distinct;
  int alike = 0;
  for (std::size_t i = 0; i < kCells; ++i) {
    EXPECT_EQ(colours[i], colours[i + kCells]) << i;
    distinct.insert({colours[i].r, colours[i].g, colours[i].b});
    for (int channel = 0; channel < 3; ++channel) {
      EXPECT_GE(colours[i][channel], 0.0f);
      EXPECT_LE(colours[i][channel], 1.0f);
    }
    if (i > 0) alike += glm::distance(glm::vec3(colours[i]), glm::vec3(colours[i - 1])) < 0.1f;
  }
  EXPECT_EQ(distinct.size(), kCells);
  // Colours spread over a volume of some 0.3 in which a ball of that radius takes 0.004.
  EXPECT_LT(alike, 25);

  // Stable: also in another order, and on the other engine.
  std::reverse(mapping.begin(), mapping.end());
  const texel::Array reversed = ids(mapping);
  std::vector<glm::vec4> again =
      colours_.run(Colouring::Cell, {.mapping = &reversed}).downloadVec4();
  std::reverse(again.begin(), again.end());
  EXPECT_EQ(again, colours);
  const glm::vec3 first(colours[0]);
  EXPECT_LT(glm::distance(first, kFirstCell), kTolerance)
      << first.r << ' ' << first.g << ' ' << first.b;
}

TEST_P(ParticleColoursTest, PlaceInTheListFromTheHead) {
  // Bucket 0 holds all but the last element from high to low; bucket 1 is empty, though the last
  // element believes to be in it.
  std::vector<std::uint32_t> mapping(kCount, 0);
  mapping[kCount - 1] = 1;
  std::vector<std::uint32_t> next(kCount, kNullId);
  for (std::uint32_t i = 1; i + 1 < kCount; ++i) next[i] = i - 1;
  const texel::Array array = ids(mapping);
  const sort::BucketLists sorted = lists({kCount - 2, kNullId}, next);
  // With an odd and an even number of places; a part of one counts in full.
  for (const auto& [scale, places] : {std::pair{8.0f, 8}, {7.5f, 8}, {7.0f, 7}, {0.5f, 1}}) {
    std::vector<glm::vec3> expected(kCount, kMutedColour);
    for (int i = 0; i + 1 < kCount; ++i) {
      const auto place = static_cast<float>(kCount - 2 - i);
      expected[static_cast<std::size_t>(i)] = rampColour(1.0f - place / static_cast<float>(places));
    }
    expectColours(colours_.run(Colouring::ListDepth, {.mapping = &array, .lists = &sorted}, scale),
                  expected);
  }
}

// Bucket 0 holds the elements 2, 0, 3 in this order, bucket 1 the element 1.
TEST_P(ParticleColoursTest, PlaceInTheRange) {
  const texel::Array mapping = ids({0, 1, 0, 0});
  sort::BucketRanges ranges(device_, 4, 2);
  ranges.order.upload(std::vector<texel::IdTexel>{2, 0, 3, 1});
  ranges.start.upload(std::vector<texel::IdTexel>{0, 3, 4});
  expectColours(colours_.run(Colouring::ListDepth, {.mapping = &mapping, .ranges = &ranges}, 2.0f),
                {rampColour(0.5f), rampColour(1.0f), rampColour(1.0f), rampColour(0.0f)});
}

TEST_P(ParticleColoursTest, AListThatIsARingEndsTheWalk) {
  const texel::Array mapping = ids({0, 0, 0});
  const sort::BucketLists ring = lists({0}, {1, 0, kNullId});
  expectColours(colours_.run(Colouring::ListDepth, {.mapping = &mapping, .lists = &ring}, 1000.0f),
                {rampColour(1.0f), rampColour(1.0f - 1.0f / 1000.0f), rampColour(0.0f)});
}

TEST_P(ParticleColoursTest, WhatChangedItsCellIsSignalled) {
  std::vector<std::uint32_t> now(kCount);
  std::iota(now.begin(), now.end(), 250u);
  std::vector<std::uint32_t> before = now;
  std::vector<glm::vec3> expected(kCount, kMutedColour);
  for (std::size_t i = 0; i < kCount; i += 7) {
    before[i] += i % 2 == 0 ? 1u : 65536u;
    expected[i] = kSignalColour;
  }
  const texel::Array mapping = ids(now);
  const texel::Array previous = ids(before);
  expectColours(colours_.run(Colouring::Moved, {.mapping = &mapping, .previousMapping = &previous}),
                expected);
  expectColours(colours_.run(Colouring::Moved, {.mapping = &mapping}),
                std::vector<glm::vec3>(kCount, kMutedColour));
}

TEST_P(ParticleColoursTest, AnyNumberCanFollowAnyOther) {
  for (const int count : {70, 0, 1, 200}) {
    const texel::Array mapping = ids(std::vector<std::uint32_t>(static_cast<std::size_t>(count)));
    EXPECT_EQ(colours_.run(Colouring::Cell, {.mapping = &mapping}).count(), count);
  }
}

TEST_P(ParticleColoursTest, RefusesWhatItCannotColour) {
  const texel::Array mapping = ids({0, 0, 0});
  const texel::Array other = ids({0, 0});
  const texel::Array velocity = vectors({glm::vec4(0.0f)});
  const sort::BucketLists sorted = lists({0}, {1, kNullId});
  const auto why = [&](Colouring colouring, const ParticleColourInputs& inputs) {
    return test::messageOf<RunError>([&] { colours_.run(colouring, inputs); });
  };
  EXPECT_EQ(why(Colouring::Species, {}), "colours of particles: colours by species need no pass");
  EXPECT_EQ(why(Colouring::Speed, {.mapping = &mapping}),
            "colours of particles: need the velocities");
  EXPECT_EQ(why(Colouring::Cell, {.velocity = &velocity}),
            "colours of particles: need the mapping");
  EXPECT_EQ(why(Colouring::Cell, {.mapping = &velocity}), "colours of particles: need the mapping");
  EXPECT_EQ(why(Colouring::ListDepth, {.mapping = &mapping}),
            "colours of particles: need the lists or ranges");
  EXPECT_EQ(why(Colouring::Moved, {.mapping = &mapping, .previousMapping = &other}),
            "colours of particles: ids has 2 elements for 3 particles");
  EXPECT_EQ(why(Colouring::ListDepth, {.mapping = &mapping, .lists = &sorted}),
            "colours of particles: " + sorted.next.label() + " has 2 elements for 3 particles");
  for (const float scale : {0.0f, -1.0f, std::numeric_limits<float>::quiet_NaN(), 1e9f}) {
    EXPECT_THROW(colours_.run(Colouring::Speed, {.velocity = &velocity}, scale), InputError);
  }
}

}  // namespace
}  // namespace gpubuck::render
