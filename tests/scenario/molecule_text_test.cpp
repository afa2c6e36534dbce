// Molecules of DL_MESO, bead by bead, as the short text of a scenario.
#include "scenario/dl_meso/molecule_text.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "scenario/molecule_plan.h"

namespace gpubuck::scenario::dl_meso {
namespace {

const std::vector<std::string> kTwo{"A", "B"};

/// Expects that the text describes the molecule, and returns it.
std::string checkedText(const BeadGraph& molecule, const std::vector<std::string>& species = kTwo) {
  const MoleculeText text = textOf(molecule, species);
  EXPECT_EQ(text.fault, "");
  const Beads beads = readBeads(text.text, species);
  EXPECT_EQ(beads.fault, "") << text.text;
  std::vector<std::array<int, 2>> bonds;
  for (const auto& [one, other] : beads.bonds) {
    const int left = text.order.at(static_cast<std::size_t>(one));
    const int right = text.order.at(static_cast<std::size_t>(other));
    bonds.push_back({std::min(left, right), std::max(left, right)});
  }
  std::vector<std::array<int, 2>> expected = molecule.bonds;
  for (auto& [one, other] : expected) {
    if (one > other) std::swap(one, other);
  }
  std::ranges::sort(bonds);
  std::ranges::sort(expected);
  EXPECT_EQ(bonds, expected) << text.text;
  EXPECT_EQ(beads.species.size(), molecule.species.size());
  for (std::size_t k = 0; k < beads.species.size(); ++k) {
    EXPECT_EQ(beads.species[k], molecule.species.at(static_cast<std::size_t>(text.order[k])));
  }
  return text.text;
}

TEST(MoleculeText, ChainsBranchesAndRings) {
  EXPECT_EQ(checkedText({{0}, {}}), "A");
  EXPECT_EQ(checkedText({{0, 0, 1, 1, 1}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}}), "A2B3");
  EXPECT_EQ(checkedText({{1, 0, 1}, {{2, 1}, {1, 0}}}), "BAB");
  // The molecules are a lipid with two tails, a star and a comb.
  EXPECT_EQ(checkedText({{0, 0, 1, 1, 1, 1}, {{0, 1}, {1, 2}, {2, 3}, {1, 4}, {4, 5}}}), "A2(B2)2");
  EXPECT_EQ(checkedText({{0, 1, 1, 1}, {{0, 1}, {0, 2}, {0, 3}}}), "A(B)3");
  EXPECT_EQ(checkedText({{0, 0, 0, 1, 1, 1}, {{0, 1}, {1, 2}, {0, 3}, {1, 4}, {2, 5}}}),
            "A(B)A(B)AB");
  EXPECT_EQ(checkedText({{0, 0, 0, 0}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}}), "ring A4");
  EXPECT_EQ(checkedText({{1, 0, 0, 0}, {{0, 1}, {1, 2}, {2, 3}, {3, 1}}}), "ring A(B)A2");
  EXPECT_EQ(checkedText({{0, 0, 0, 0, 0}, {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {3, 4}}}),
            "ring A(A2)A2");
}

TEST(MoleculeText, NamesThatBeginAlike_AreSeparated) {
  const std::vector<std::string> alike{"A", "B", "A2", "ring"};
  EXPECT_EQ(checkedText({{0, 0}, {{0, 1}}}, alike), "A A");
  EXPECT_EQ(checkedText({{2, 0, 2}, {{0, 1}, {1, 2}}}, alike), "A2AA2");
  EXPECT_EQ(checkedText({{0, 0, 0, 1}, {{0, 1}, {1, 2}, {2, 0}, {0, 3}}}, alike), "ring A(B) A A");
  EXPECT_EQ(checkedText({{3, 0}, {{0, 1}}}, alike), "ringA");
}

TEST(MoleculeText, UnconnectedBeadsAndSeveralRings_HaveNone) {
  const std::vector<std::array<int, 2>> two{{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 2}};
  EXPECT_EQ(textOf({{0, 0, 0, 0, 0}, two}, kTwo).fault, "it has more than one ring");
  EXPECT_EQ(textOf({{0, 0, 0}, {{0, 1}}}, kTwo).fault, "no bonds connect its beads 1 and 3");
  EXPECT_NE(textOf({{0, 0, 0, 0}, {{1, 2}, {2, 3}, {3, 1}}}, kTwo).fault, "");
  EXPECT_NE(textOf({}, kTwo).fault, "");
}

TEST(MoleculeText, LongMolecules) {
  BeadGraph chain, star, comb;
  for (int k = 0; k < 10'000; ++k) {
    for (BeadGraph* each : {&chain, &star, &comb}) each->species.push_back(1);
    if (k == 0) continue;
    chain.bonds.push_back({k - 1, k});
    star.bonds.push_back({0, k});
    comb.bonds.push_back({k % 2 == 1 ? k - 1 : k - 2, k});
  }
  EXPECT_EQ(checkedText(chain), "B10000");
  EXPECT_EQ(checkedText(star), "B(B)9999");
  checkedText(comb);
}

TEST(MoleculeText, AnyTreeAndRing_IsReadBack) {
  rc::check([] {
    BeadGraph molecule;
    const int count = *rc::gen::inRange(1, 40);
    for (int k = 0; k < count; ++k) {
      molecule.species.push_back(*rc::gen::inRange(0, 2));
      if (k > 0) molecule.bonds.push_back({k, *rc::gen::inRange(0, k)});
    }
    const int one = *rc::gen::inRange(0, count), other = *rc::gen::inRange(0, count);
    const auto has = [&](int i, int j) {
      return std::ranges::count(molecule.bonds, std::array<int, 2>{i, j}) > 0;
    };
    if (one != other && !has(one, other) && !has(other, one))
      molecule.bonds.push_back({one, other});
    checkedText(molecule, {"Head", "T"});
  });
}

}  // namespace
}  // namespace gpubuck::scenario::dl_meso
