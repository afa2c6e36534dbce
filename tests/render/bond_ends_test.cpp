// The places of bonded particles in memory, compared with a search on the processor.
#include "render/bond_view.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

/// The ids of particles in the order of memory, and bonds between some of these particles.
struct Shuffled {
  std::vector<std::uint32_t> ids;
  dpd::Molecules molecules;

  Shuffled(std::uint32_t particles, int bonds, std::uint32_t seed) : ids(particles) {
    std::mt19937 random(seed);
    std::iota(ids.begin(), ids.end(), 0U);
    std::shuffle(ids.begin(), ids.end(), random);
    for (int k = 0; k < bonds; ++k) {
      const std::uint32_t one = random() % particles;
      const std::uint32_t other = (one + 1 + random() % (particles - 1)) % particles;
      molecules.bonds.push_back({0, {one, other}});
    }
  }

  std::vector<glm::vec4> predicted() const {
    std::vector<glm::vec4> all;
    for (const std::uint32_t id : ids) all.emplace_back(-7.0f, 3.0f, 1.0f, static_cast<float>(id));
    return all;
  }
  /// Returns the ends of the bonds. The place of an id that no particle has is NULL.
  std::vector<texel::IdTexel> ends() const {
    std::vector<texel::IdTexel> all;
    for (const dpd::Bond& bond : molecules.bonds) {
      for (const std::uint32_t id : bond.ids) {
        const auto at = std::ranges::find(ids, id);
        const auto place = static_cast<std::uint32_t>(at - ids.begin());
        all.push_back(texel::encodeId(at == ids.end() ? kNullId : place, true));
      }
    }
    return all;
  }
};

class BondEndsTest : public test::EngineTest {
 protected:
  void expectEnds(BondEnds& bondEnds, const Shuffled& shuffled) {
    const texel::Vec4Array predicted(device_, "predicted", shuffled.predicted());
    const texel::IdArray* const ends = bondEnds.find(shuffled.molecules, predicted);
    if (shuffled.molecules.bonds.empty()) {
      EXPECT_EQ(ends, nullptr);
      return;
    }
    ASSERT_NE(ends, nullptr);
    test::expectSameTexels(shuffled.ends(), ends->download());
  }

  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, BondEndsTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(BondEndsTest, AnyOrderOfMemory_GivesThePlaces) {
  for (const auto& [particles, bonds] : {std::pair{2U, 1}, {64U, 32}, {65U, 33}, {300U, 500}}) {
    SCOPED_TRACE(particles);
    BondEnds bondEnds(device_);
    expectEnds(bondEnds, {particles, bonds, particles});
  }
}

// A BondEnds follows a fluid whose particles move in memory, and whose molecules are added and
// erased.
TEST_P(BondEndsTest, OneObject_FollowsParticlesAndMolecules) {
  BondEnds bondEnds(device_);
  Shuffled shuffled(200, 90, 1);
  expectEnds(bondEnds, shuffled);
  std::ranges::reverse(shuffled.ids);
  expectEnds(bondEnds, shuffled);
  shuffled.molecules.bonds[40].ids = {7, 8};
  expectEnds(bondEnds, shuffled);
  expectEnds(bondEnds, {260, 90, 2});
  expectEnds(bondEnds, {130, 20, 3});
  expectEnds(bondEnds, {130, 0, 4});
  expectEnds(bondEnds, {130, 21, 5});
}

TEST_P(BondEndsTest, AbsentParticle_IsNull) {
  BondEnds bondEnds(device_);
  Shuffled shuffled(100, 60, 6);
  expectEnds(bondEnds, shuffled);  // the places found here must not be kept
  shuffled.ids[17] = shuffled.ids[18] = 100'000;
  expectEnds(bondEnds, shuffled);
}

class BondEndsPassTest : public test::FilledTest {
 protected:
  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Fillings, BondEndsPassTest, ::testing::ValuesIn(test::testedFillings()),
                         test::fillingName);

TEST_P(BondEndsPassTest, WritesOneEndEach_AndNothingElse) {
  texel::MapPass pass(device_,
                      {.name = "render/bond_ends", .outputs = {{"o_place", texel::Format::Id}}});
  const Shuffled shuffled(90, 45, 7);
  std::vector<texel::IdTexel> ids, placeOfId(90);
  for (const dpd::Bond& bond : shuffled.molecules.bonds) {
    for (const std::uint32_t id : bond.ids) ids.push_back(texel::encodeId(id, true));
  }
  for (std::uint32_t place = 0; place < 90; ++place) {
    placeOfId[shuffled.ids[place]] = texel::encodeId(place, true);
  }
  const auto arrayOf = [&](const std::vector<texel::IdTexel>& texels) {
    texel::IdArray array(device_, "input", std::ssize(texels));
    test::fillWithSentinel(array);
    array.upload(texels);
    return array;
  };
  const texel::IdArray bondIds = arrayOf(ids), places = arrayOf(placeOfId);
  for (const std::int64_t count : {0, 1, 90}) {
    texel::IdArray ends(device_, "output", 90);
    test::fillWithSentinel(ends);
    pass.run(count, {{"u_bondIds", bondIds}, {"u_placeOfId", places}}, {{"o_place", ends}});
    std::vector<texel::IdTexel> expected = shuffled.ends();
    expected.resize(static_cast<std::size_t>(count));
    test::expectSameTexels(expected, ends.front(count));
    test::expectSentinelFrom(ends, count);
  }
}

}  // namespace
}  // namespace gpubuck::render
