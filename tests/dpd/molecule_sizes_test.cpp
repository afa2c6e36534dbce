// End-to-end distance and radius of gyration against molecules whose unwrapped positions are known.
#include <fmt/format.h>

#include <glm/gtc/constants.hpp>
#include <random>

#include "dpd/fluids.h"
#include "dpd/molecule_sizes.h"
#include "dpd/simulation.h"

namespace gpubuck::dpd {
namespace {

class MoleculeSizesTest : public test::FormTest {
 protected:
  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Forms, MoleculeSizesTest, ::testing::ValuesIn(test::testedForms()),
                         test::formName);

/// Molecules and their sizes. The molecules are built bead by bead, and are not wrapped around the
/// box.
class Melt {
 public:
  explicit Melt(Fluid fluid, unsigned seed = 1) : fluid_(std::move(fluid)), random_(seed) {
    fluid_.bondKinds = {{"link", BondForm::Harmonic, 4.0, 0.0}};
  }

  struct Bead {
    glm::dvec3 place;
    int species;
  };
  using Links = std::vector<std::array<std::size_t, 2>>;

  glm::dvec3 randomStep(double length) {
    std::normal_distribution<double> normal;
    const bool isFlat = fluid_.box.dimensions == 2;
    const glm::dvec3 step(normal(random_), normal(random_), isFlat ? 0.0 : normal(random_));
    return length * glm::normalize(step);
  }
  glm::dvec3 randomPlace() {
    std::uniform_real_distribution<double> unit;
    const bool isFlat = fluid_.box.dimensions == 2;
    return fluid_.box.size * glm::dvec3(unit(random_), unit(random_), isFlat ? 0.0 : unit(random_));
  }
  int randomSpecies() { return static_cast<int>(random_() % fluid_.species.size()); }

  /// Adds a molecule with bonds of length `bond`. Bead i is bonded to bead partnerOf(i), which is
  /// below i.
  template <typename PartnerOf>
  void addTree(std::size_t beads, double bond, const PartnerOf& partnerOf) {
    std::vector<Bead> molecule{{randomPlace(), randomSpecies()}};
    Links links;
    for (std::size_t i = 1; i < beads; ++i) {
      const std::size_t partner = partnerOf(i);
      molecule.push_back({molecule[partner].place + randomStep(bond), randomSpecies()});
      links.push_back({i, partner});
    }
    add(molecule, links);
  }
  void addChain(std::size_t beads, double bond) {
    const std::size_t before = beads_.size();
    addTree(beads, bond, [](std::size_t i) { return i - 1; });
    const glm::dvec3 between = beads_.back().place - beads_[before].place;
    squaredEnds_ += glm::dot(between, between);
    ++chains_;
  }
  void add(const std::vector<Bead>& molecule, const Links& links) {
    double mass = 0.0, squares = 0.0;
    glm::dvec3 centre(0.0);
    const auto massOf = [&](const Bead& bead) {
      return fluid_.species[static_cast<std::size_t>(bead.species)].mass;
    };
    for (const Bead& bead : molecule) {
      mass += massOf(bead);
      centre += massOf(bead) * bead.place;
    }
    centre /= mass;
    for (const Bead& bead : molecule) {
      squares += massOf(bead) * glm::dot(bead.place - centre, bead.place - centre);
    }
    squaredRadii_ += squares / mass;
    ++molecules_;
    longest_ = std::max(longest_, molecule.size());
    for (const auto& [one, other] : links)
      links_.push_back({beads_.size() + one, beads_.size() + other});
    beads_.insert(beads_.end(), molecule.begin(), molecule.end());
  }

  double endToEnd() const { return std::sqrt(squaredEnds_ / chains_); }
  double radiusOfGyration() const { return std::sqrt(squaredRadii_ / molecules_); }
  /// A walk along a molecule adds, for each bead, the vector from the bead before to this bead's
  /// nearest image. This vector is rounded by 2^-24 or 2^-23 of a side.
  double tolerance() const {
    const glm::dvec3& size = fluid_.box.size;
    return 0x1p-22 * static_cast<double>(2 * longest_) * std::max({size.x, size.y, size.z});
  }

  const Fluid& fluid() const { return fluid_; }

  /// Returns all beads and `solvent` other particles in a random order of memory. The ids do not
  /// follow the molecules, and the bonds are in a random order.
  ParticleState state(std::size_t solvent) {
    for (std::size_t k = 0; k < solvent; ++k) beads_.push_back({randomPlace(), randomSpecies()});
    std::vector<std::uint32_t> ids(beads_.size());
    std::iota(ids.begin(), ids.end(), 0U);
    std::shuffle(ids.begin(), ids.end(), random_);
    std::vector<std::size_t> places(beads_.size());
    std::iota(places.begin(), places.end(), 0U);
    std::shuffle(places.begin(), places.end(), random_);
    ParticleState state;
    for (const std::size_t k : places) {
      glm::vec4 position(0.0F);
      for (int axis = 0; axis < fluid_.box.dimensions; ++axis) {
        const double side = fluid_.box.size[axis];
        position[axis] = cells::insideAsFloat(cells::wrapped(beads_[k].place[axis], side), side);
      }
      setSpecies(position, beads_[k].species);
      state.position.push_back(position);
      state.velocity.emplace_back(0.0F);
      state.predicted.emplace_back(0.0F, 0.0F, 0.0F, ids[k]);
    }
    std::shuffle(links_.begin(), links_.end(), random_);
    for (const auto& [one, other] : links_)
      state.molecules.bonds.push_back({0, {ids[one], ids[other]}});
    return state;
  }

 private:
  Fluid fluid_;
  std::mt19937 random_;
  std::vector<Bead> beads_;
  Links links_;
  double squaredEnds_ = 0.0, squaredRadii_ = 0.0;
  int chains_ = 0, molecules_ = 0;
  std::size_t longest_ = 0;
};

void expectSizes(const texel::Device& device, Melt& melt, std::size_t solvent, bool hasChains) {
  Simulation simulation(device, melt.fluid(), {.reorderEvery = 1}, melt.state(solvent));
  const Observables measured = simulation.measure();
  ASSERT_TRUE(measured.radiusOfGyration.has_value());
  EXPECT_NEAR(*measured.radiusOfGyration, melt.radiusOfGyration(), melt.tolerance());
  ASSERT_EQ(measured.endToEnd.has_value(), hasChains);
  if (hasChains) {
    EXPECT_NEAR(*measured.endToEnd, melt.endToEnd(), melt.tolerance());
  }
}

TEST_P(MoleculeSizesTest, Chains_AreUnwrappedAcrossManyBoxes) {
  Melt melt(test::mixedFluid({3.5, 4.0, 5.0}));
  for (int k = 0; k < 70; ++k) melt.addChain(2 + static_cast<std::size_t>(k % 40), 0.8);
  EXPECT_GT(melt.endToEnd(), 2.5) << "farther than half a side";
  expectSizes(device_, melt, 30, true);
}

TEST_P(MoleculeSizesTest, OneDimer) {
  Melt melt(test::plainFluid({4.0, 4.0, 4.0}));
  melt.addChain(2, 1.25);
  EXPECT_DOUBLE_EQ(melt.endToEnd(), 1.25);
  EXPECT_DOUBLE_EQ(melt.radiusOfGyration(), 0.625);
  expectSizes(device_, melt, 0, true);
}

TEST_P(MoleculeSizesTest, LongChain_TakesSeveralRuns) {
  for (const std::size_t beads : {1023, 1024, 1025, 3000}) {
    Melt melt(test::mixedFluid({6.0, 5.0, 7.0}));
    melt.addChain(beads, 0.9);
    melt.addChain(5, 0.9);
    expectSizes(device_, melt, 10, true);
  }
}

TEST_P(MoleculeSizesTest, InTwoDimensions) {
  Melt melt(test::mixedFluid({5.0, 6.0, 1.0}, 2));
  for (int k = 0; k < 9; ++k) melt.addChain(12, 0.7);
  expectSizes(device_, melt, 20, true);
}

TEST_P(MoleculeSizesTest, BetweenWalls_AreNotUnwrapped) {
  Fluid fluid = test::plainFluid({16.0, 16.0, 8.0});
  fluid.box.boundary[2] = cells::Boundary::Reflecting;
  Melt melt(fluid);
  // If z were periodic, the nearest image of the second bead would be 2 away, not 6.
  melt.add({{{1.0, 1.0, 1.0}, 0}, {{1.0, 1.0, 7.0}, 0}}, {{0, 1}});
  Simulation simulation(device_, melt.fluid(), {}, melt.state(0));
  EXPECT_NEAR(*simulation.measure().endToEnd, 6.0, 1e-6);
}

// Rings, stars and combs have no two ends, since their bonds do not form a line.
TEST_P(MoleculeSizesTest, OtherMolecules_HaveOnlyARadius) {
  Melt melt(test::mixedFluid({4.0, 4.5, 5.0}));
  for (int copy = 0; copy < 3; ++copy) {
    // These are a star of three arms of 20 beads, a comb and a tree. A ring follows.
    melt.addTree(61, 0.8, [](std::size_t i) { return i % 20 == 1 ? 0 : i - 1; });
    melt.addTree(40, 0.8, [](std::size_t i) { return i % 2 == 0 && i >= 2 ? i - 2 : i - 1; });
    melt.addTree(50, 0.8, [](std::size_t i) { return i / 3; });
    std::vector<Melt::Bead> ring;
    Melt::Links links;
    const glm::dvec3 centre = melt.randomPlace();
    for (std::size_t k = 0; k < 30; ++k) {
      const double angle = glm::two_pi<double>() * static_cast<double>(k) / 30.0;
      ring.push_back({centre + 3.0 * glm::dvec3(std::cos(angle), std::sin(angle), 0.1 * angle),
                      melt.randomSpecies()});
      links.push_back({k, (k + 1) % 30});
    }
    ring.back().place = 0.5 * (ring.front().place + ring[28].place);
    melt.add(ring, links);
  }
  expectSizes(device_, melt, 20, false);
  melt.addChain(17, 0.8);
  expectSizes(device_, melt, 0, true);
}

TEST_P(MoleculeSizesTest, WithoutBonds_AreEmpty) {
  Fluid fluid = test::plainFluid({4.0, 4.0, 4.0});
  const auto expectEmpty = [&] {
    const Observables measured =
        Simulation(device_, fluid, {}, test::randomState(fluid, 50)).measure();
    EXPECT_FALSE(measured.endToEnd.has_value());
    EXPECT_FALSE(measured.radiusOfGyration.has_value());
  };
  expectEmpty();
  fluid.bondKinds.resize(1);
  expectEmpty();
}

TEST_P(MoleculeSizesTest, AfterSteps_AreThoseOfThePresentParticles) {
  Melt melt(test::mixedFluid({4.0, 4.5, 5.0}));
  for (int k = 0; k < 20; ++k) melt.addChain(9, 0.3);
  Simulation simulation(device_, melt.fluid(), {.reorderEvery = 1}, melt.state(50));
  const auto expectFresh = [&] {
    Simulation fresh(device_, melt.fluid(), {}, simulation.downloadState(), simulation.clock());
    const Observables now = simulation.measure(), expected = fresh.measure();
    EXPECT_EQ(now.endToEnd, expected.endToEnd);
    EXPECT_EQ(now.radiusOfGyration, expected.radiusOfGyration);
    return *now.endToEnd;
  };
  const double first = expectFresh();
  for (int k = 0; k < 3; ++k) simulation.step();
  EXPECT_NE(expectFresh(), first);
  simulation.setSort({.sort = {.algorithm = sort::Algorithm::Bucket}});
  simulation.step();
  expectFresh();
}

std::vector<std::uint32_t> idsOf(const MoleculeWalks& walks, const MoleculeWalks::Walk& walk) {
  std::vector<std::uint32_t> ids;
  for (std::size_t k = 0; k < walk.stops; ++k) ids.push_back(walks.stops[walk.firstStop + k].id);
  return ids;
}

TEST(MoleculeWalks, LeadAlongBonds) {
  using Ids = std::vector<std::uint32_t>;
  const auto walksOf = [](const std::vector<std::array<std::uint32_t, 2>>& links) {
    std::vector<Bond> bonds;
    for (const auto& ids : links) bonds.push_back({0, ids});
    return walksAlong(bonds);
  };
  EXPECT_TRUE(walksOf({}).walks.empty());
  // The chain 7-2-5-0, with the bond of 0 and 5 given twice.
  MoleculeWalks walks = walksOf({{2, 5}, {0, 5}, {7, 2}, {5, 0}});
  ASSERT_EQ(walks.walks.size(), 1U);
  EXPECT_EQ(idsOf(walks, walks.walks[0]), (Ids{0, 5, 2, 7}));
  EXPECT_TRUE(walks.walks[0].isChain);
  // Molecules are in the order of their lowest ids, and a walk begins at an end of its molecule.
  walks = walksOf({{9, 3}, {8, 1}, {1, 4}, {9, 6}});
  ASSERT_EQ(walks.walks.size(), 2U);
  EXPECT_EQ(idsOf(walks, walks.walks[0]), (Ids{4, 1, 8}));
  EXPECT_EQ(idsOf(walks, walks.walks[1]), (Ids{3, 9, 6}));
  // A ring with a tail at bead 3. The walk can go back along bonds, but it does not go back from
  // the last bead.
  walks = walksOf({{0, 1}, {1, 2}, {2, 3}, {3, 0}, {3, 4}});
  ASSERT_EQ(walks.walks.size(), 1U);
  EXPECT_EQ(idsOf(walks, walks.walks[0]), (Ids{4, 3, 0, 1, 2}));
  EXPECT_FALSE(walks.walks[0].isChain);
  walks = walksOf({{0, 1}, {1, 2}, {2, 0}});
  EXPECT_EQ(idsOf(walks, walks.walks[0]), (Ids{0, 1, 2}));
  EXPECT_FALSE(walks.walks[0].isChain);
  // A star with bead 1 as its centre.
  walks = walksOf({{1, 0}, {1, 2}, {1, 3}});
  EXPECT_EQ(idsOf(walks, walks.walks[0]), (Ids{0, 1, 2, 1, 3}));
  EXPECT_FALSE(walks.stops[3].isFirstVisit);
  EXPECT_TRUE(walks.stops[4].isFirstVisit);
  EXPECT_FALSE(walks.walks[0].isChain);
}

}  // namespace
}  // namespace gpubuck::dpd
