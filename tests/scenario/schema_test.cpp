// Properties of every row of the schema.
#include "scenario/schema.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>

#include "base/error.h"
#include "scenario/parsing.h"

namespace gpubuck::scenario {
namespace {

using namespace test;

/// Returns a scenario of two species in which every key is written.
Scenario wholeScenario() {
  const std::string molecules =
      "[[bond]]\nname = \"rope\"\nform = \"fene\"\n[[angle]]\nname = \"bend\"\n"
      "[[molecule]]\nname = \"few\"\nbeads = \"light3\"\ncount = 3\n"
      "[[molecule]]\nname = \"many\"\nbeads = \"light(heavy)2\"\nshare = 0.25\n";
  Overrides overrides{"species.0.colour=#123456",
                      "species.1.colour=#abcdef",
                      "fluid.law=many-body",
                      "integrator.kind=velocity-verlet",
                      "initial.state=file",
                      "initial.file=/start.xyz",
                      "initial.spectrum=[2, 5]",
                      "noise.kind=philox",
                      "solid=[{kind=\"vessel\", shape=\"sphere\", centre=[4, 4, 5], radius=3},"
                      "{kind=\"body\", shape=\"sphere\", centre=[3, 4, 5], radius=1,"
                      "velocity=[0.01, 0, -0.02]},"
                      "{kind=\"body\", shape=\"layer\", to=2},"
                      "{kind=\"hole\", shape=\"cylinder\", centre=[4, 4, 0], radius=1},"
                      "{kind=\"body\", shape=\"box\", low=[0, 0, 8], high=[1, 2, 9]}]",
                      "effect=[{shape=\"sphere\", centre=[4, 4, 4], radius=1, strength=2,"
                      "direction=[0, 1, 0]},"
                      "{kind=\"pull\", shape=\"cylinder\", centre=[4, 4, 0], radius=1},"
                      "{kind=\"couple\", shape=\"layer\", from=1, to=2, strength=2, kT=2},"
                      "{kind=\"turn\", shape=\"box\", high=[2, 2, 2], turns=\"light\","
                      "into=\"heavy\", back=1},"
                      "{kind=\"move\", shape=\"sphere\", centre=[4, 4, 4], radius=1,"
                      "outlet=[4, 4, 5]}]"};
  return parse(kTwoSpecies + molecules, overrides);
}

/// Returns a number that is within the limits and has no short decimal form. Every `salt` gives
/// another number.
double numberWithin(const Limits& limits, int salt) {
  const double low = std::isfinite(limits.least) ? limits.least : -5.0;
  const double high = std::isfinite(limits.most) ? limits.most : low + 10.0;
  const double share = std::fmod(std::sqrt(2.0) * (salt + 1), 1.0);
  return low + (high - low) * share;
}

void varyNumbers(Scenario& scenario, int salt) {
  for (const Key& key : schema()) {
    // The size of the box and the density decide the number of particles, and are set below.
    if (!key.set || key.path == "box.size" || key.path == "fluid.density") continue;
    for (const std::size_t entry : entriesOf(key, scenario)) {
      Value value = key.get(scenario, entry);
      if (auto* number = std::get_if<double>(&value))
        *number = numberWithin(key.about.limits, ++salt);
      if (auto* numbers = std::get_if<std::vector<double>>(&value)) {
        for (double& each : *numbers) each = numberWithin(key.about.limits, ++salt);
      }
      key.set(scenario, entry, value);
    }
  }
  dpd::Fluid& fluid = scenario.fluid;
  fluid.box.size = {numberWithin({8.0, 9.0}, salt + 1), numberWithin({8.0, 9.0}, salt + 2),
                    numberWithin({8.0, 9.0}, salt + 3)};
  fluid.density = numberWithin({1.0, 4.0}, salt + 4);
  const glm::dvec3 middle(numberWithin({3.8, 4.2}, salt + 6));
  const auto ball = [&](double radius, const glm::dvec3& centre) -> cells::Shape {
    return {.kind = cells::ShapeKind::Sphere, .centre = centre, .radius = radius};
  };
  fluid.solids = {{.kind = dpd::SolidKind::Vessel,
                   .shape = ball(numberWithin({2.5, 3.4}, salt + 11),
                                 glm::dvec3(numberWithin({3.5, 4.5}, salt + 12)))},
                  {.shape = ball(numberWithin({0.5, 1.0}, salt + 5), middle),
                   .velocity = glm::dvec3(numberWithin({-0.01, 0.01}, salt + 7)),
                   .period = numberWithin({0.0, 3.0}, salt + 13)}};
  for (dpd::Effect& effect : fluid.effects) {
    // Keys that belong to other kinds of effects are not written.
    dpd::Effect plain{.kind = effect.kind,
                      .shape = ball(numberWithin({0.5, 2.0}, ++salt), middle),
                      .strength = std::abs(effect.strength)};
    if (effect.kind == dpd::EffectKind::Accelerate) plain.direction = effect.direction;
    if (rowOf(dpd::kEffectKinds, effect.kind).hasKick()) plain.period = effect.period;
    if (effect.kind == dpd::EffectKind::Couple) plain.kT = effect.kT;
    if (effect.kind == dpd::EffectKind::Turn) {
      plain.turns = effect.turns;
      plain.into = effect.into;
      plain.back = effect.back;
    }
    if (effect.kind == dpd::EffectKind::Move) plain.outlet = middle + glm::dvec3(0.0, 0.0, 1.3);
    effect = plain;
  }
  fluid.bondKinds[0].length = numberWithin({0.1, 2.0}, salt + 8);
  scenario.molecules[0].share.reset();
  scenario.molecules[1].count.reset();
  scenario.molecules[1].share = numberWithin({0.1, 0.5}, salt + 9);
  fluid.species[1].fraction = 1.0 - fluid.species[0].fraction;
  fluid.pairs[2] = fluid.pairs[1];
}

/// Returns the entry of a table that shows a key: the first entry that has the key. For solids it
/// is a body, since only bodies change while a fluid runs.
std::optional<std::size_t> shownEntry(const Key& key, const Scenario& scenario) {
  for (const std::size_t entry : entriesOf(key, scenario)) {
    if (key.isWritten && !key.isWritten(scenario, entry)) continue;
    const bool isOfSolid = key.table() == "solid.*";
    if (isOfSolid && scenario.fluid.solids[entry].kind != dpd::SolidKind::Body) continue;
    return entry;
  }
  return {};
}

RC_GTEST_PROP(Schema, Values_SurviveARoundTripBitForBit, ()) {
  Scenario scenario = wholeScenario();
  varyNumbers(scenario, *rc::gen::inRange(0, 1'000'000));
  const auto text = *rc::gen::container<std::string>(rc::gen::inRange<char>(1, 127));
  scenario.name = "name " + text;
  scenario.description = text;
  std::string file = "some \"file\"" + text;
  for (const char each : {'.', '/', '\\'}) std::replace(file.begin(), file.end(), each, '_');
  scenario.initial.file = (std::filesystem::absolute("/") / file).string();
  requireValid(scenario);
  const Scenario again = parseScenario(toToml(scenario), "resolved", "/elsewhere");
  for (const Key& key : schema()) {
    if (!key.set) continue;
    for (const std::size_t entry : entriesOf(key, scenario)) {
      RC_ASSERT(key.get(again, entry) == key.get(scenario, entry));
    }
  }
  RC_ASSERT(differences(again, scenario).empty());
}

TEST(Schema, UnknownKey_IsRefusedInEveryTable) {
  const std::string tablesOfEntries =
      "\n[[region]]\nshape = \"layer\"\n[[bond]]\nname = \"b\"\n[[angle]]\nname = \"a\"\n"
      "[[molecule]]\nname = \"m\"\n[[solid]]\nkind = \"body\"\nshape = \"layer\"\nto = 2\n"
      "[[effect]]\nkind = \"heat\"\nshape = \"box\"\n";
  std::set<std::string> tables;
  for (const Key& key : schema()) tables.insert(key.table());
  EXPECT_GT(tables.size(), 8U);
  for (std::string table : tables) {
    if (const std::size_t star = table.find('*'); star != std::string::npos) table[star] = '0';
    const std::string path = table + (table.empty() ? "" : ".") + "nonsense";
    EXPECT_TRUE(names(errorOf(kTwoSpecies + tablesOfEntries, {path + "=1"}),
                      {path + "=1", path, "unknown"}));
  }
}

TEST(Schema, NumberOutsideItsLimits_IsRefused) {
  for (const Key& key : schema()) {
    const Scenario scenario = wholeScenario();
    // Every value of the seed's type is valid. Regions are tested in regions_test.cpp.
    const std::optional<std::size_t> entry = shownEntry(key, scenario);
    if (!key.set || key.path == "noise.seed" || !entry) continue;
    const Limits& limits = key.about.limits;
    const auto with = [&](double number) {
      Scenario changed = scenario;
      Value value = key.get(scenario, *entry);
      if (auto* real = std::get_if<double>(&value)) *real = number;
      if (auto* whole = std::get_if<std::int64_t>(&value)) *whole = std::llround(number);
      if (auto* reals = std::get_if<std::vector<double>>(&value)) reals->back() = number;
      if (auto* wholes = std::get_if<std::vector<std::int64_t>>(&value)) {
        wholes->back() = std::llround(number);
      }
      key.set(changed, *entry, value);
      return changed;
    };
    const auto expectRefused = [&](double number) {
      const std::string error =
          gpubuck::test::messageOf<InputError>([&] { requireValid(with(number)); });
      EXPECT_TRUE(error.starts_with(key.pathOf(scenario, *entry))) << number << ": " << error;
    };
    const bool isReal = std::holds_alternative<double>(key.get(scenario, *entry)) ||
                        std::holds_alternative<std::vector<double>>(key.get(scenario, *entry));
    if (isReal) expectRefused(std::numeric_limits<double>::quiet_NaN());
    if (std::isfinite(limits.least)) expectRefused(limits.least - 1.0);
    if (std::isfinite(limits.most) && limits.most < 1e9) expectRefused(limits.most + 1.0);
    if (limits.isOpen) expectRefused(limits.least);
  }
}

TEST(Schema, OnlyLiveKeys_ChangeWhileAFluidRuns) {
  const Scenario running = wholeScenario();
  const Scenario other = [] {
    Scenario scenario = wholeScenario();
    varyNumbers(scenario, 3);
    return scenario;
  }();
  int live = 0, fixed = 0;
  for (const Key& key : schema()) {
    const std::optional<std::size_t> entry = shownEntry(key, running);
    if (!key.set || !entry || shownEntry(key, other) != entry) continue;
    if (key.get(running, *entry) == key.get(other, *entry)) continue;
    Scenario changed = running;
    key.set(changed, *entry, key.get(other, *entry));
    if (key.path.starts_with("species.*.fraction"))
      continue;  // a change of this key alone is not valid
    const std::vector<Difference> found = differences(running, changed);
    ASSERT_EQ(found.size(), 1U) << key.path;
    EXPECT_EQ(found[0].key, key.pathOf(running, *entry));
    EXPECT_EQ(found[0].second, literal(key.get(other, *entry)));
    EXPECT_EQ(changeBetween(running, changed), key.about.needs) << key.path;
    EXPECT_EQ(found[0].isLive(), key.about.needs != Change::Restart) << key.path;
    (found[0].isLive() ? live : fixed) += 1;
    if (found[0].isLive()) {
      EXPECT_NO_THROW(requireChangeable(running, changed)) << key.path;
    } else {
      EXPECT_THROW(requireChangeable(running, changed), InputError) << key.path;
    }
  }
  EXPECT_GT(live, 10);
  EXPECT_GT(fixed, 3);
}

TEST(Schema, ChangeBetween_IsTheLargestOfAllKeys) {
  const auto changeBy = [](const Overrides& overrides) {
    return changeBetween(parse(kTwoSpecies), parse(kTwoSpecies, overrides));
  };
  EXPECT_EQ(changeBy({}), Change::Nothing);
  EXPECT_EQ(changeBy({"name=other", "description=other", "view.zoom=2"}), Change::Nothing);
  EXPECT_EQ(changeBy({"view.zoom=2", "fluid.kT=0.5"}), Change::Values);
  const auto solid = [](const char* kind) {
    return fmt::format("solid=[{{kind=\"{}\", shape=\"sphere\", centre=[3, 3, 3], radius=2}}]",
                       kind);
  };
  EXPECT_EQ(changeBy({solid("body")}), Change::Values);
  EXPECT_EQ(changeBy({solid("vessel")}), Change::Restart);
  EXPECT_EQ(changeBy({"effect=[{kind=\"heat\", shape=\"box\", strength=2}]"}), Change::Values);
  EXPECT_EQ(changeBy({"sort.reorder_every=7", "fluid.kT=0.5"}), Change::Sort);
  EXPECT_EQ(changeBy({"search.kind=octant=2", "sort.mode=sort"}), Change::Simulation);
  EXPECT_EQ(changeBy({"noise.kind=philox"}), Change::Simulation);
  EXPECT_EQ(changeBy({"noise.kind=philox", "noise.seed=9"}), Change::Restart);
  EXPECT_EQ(changeBy({"fluid.density=4"}), Change::Restart);
}

TEST(Schema, RefusedChange_NamesTheDifferences) {
  const Scenario running = parse(kTwoSpecies);
  const auto messageOf = [&](const std::function<void(Scenario&)>& change) {
    Scenario changed = running;
    change(changed);
    return gpubuck::test::messageOf<InputError>([&] { requireChangeable(running, changed); });
  };
  EXPECT_TRUE(
      names(messageOf([](Scenario& s) { s.fluid.density = 4.0; }), {"fluid.density", "3", "4"}));
  EXPECT_TRUE(names(messageOf([](Scenario& s) { s.fluid.species[1].mass = 2.0; }),
                    {"species.1.mass", "3", "2"}));
  EXPECT_TRUE(
      names(messageOf([](Scenario& s) { s.fluid.species.pop_back(); }), {"species", "2", "1"}));
  EXPECT_TRUE(names(messageOf([](Scenario& s) { s.fluid.pairs.pop_back(); }), {"pair", "4", "3"}));
  EXPECT_TRUE(names(messageOf([](Scenario& s) { s.fluid.pairs[1].a = -1.0; }),
                    {"pair.1.a", "many-body", "-1", "0", "fluid.law"}));
  EXPECT_TRUE(names(messageOf([](Scenario& s) { s.fluid.kT = -1.0; }), {"fluid.kT", "-1", "0"}));
}

}  // namespace
}  // namespace gpubuck::scenario
