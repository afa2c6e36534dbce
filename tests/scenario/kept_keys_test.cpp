// The table of the keys that each format keeps, compared with the schema and with the output of the
// writers.
#include "scenario/kept_keys.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "file/temporary_folder.h"
#include "formats/format.h"
#include "formats/lammps.h"
#include "scenario/initial/initial_state.h"
#include "scenario/parsing.h"
#include "scenario/schema.h"
#include "support/errors.h"

namespace gpubuck::scenario {
namespace {

using namespace test;
using gpubuck::test::messageOf;
using gpubuck::test::TemporaryFolder;

/// Returns the script and the data file that `gpubuck export lammps` writes.
std::string lammpsFiles(const Scenario& scenario) {
  const TemporaryFolder folder;
  const dpd::ParticleState state = makeInitialState(scenario);
  formats::writeLammpsData(folder / "x.data", scenario.fluid, dpd::unpacked(state), "x",
                           state.molecules);
  return formats::lammpsScript(scenario.fluid, {scenario.name}) + folder.get("x.data");
}

const std::string kRopes =
    "[[bond]]\nname = \"rope\"\nform = \"fene\"\n[[bond]]\nname = \"other\"\n"
    "[[angle]]\nname = \"bend\"\n[[angle]]\nname = \"hinge\"\n"
    "[[molecule]]\nname = \"m\"\nbeads = \"light3\"\ncount = 3\nbond = \"rope\"\nangle = "
    "\"bend\"\n";

/// A change of one key, and the overrides that must come before it.
struct Example {
  const char* change;
  Overrides before{};
  bool hasMolecules = false;
  Overrides also{};  ///< further changes that `change` needs
};

const Overrides kSmallAndLight{"box.size=[4, 4, 5]", "species.1.mass=1"};
const Overrides kWithRegion{"region=[{shape=\"box\"}]"};
const Overrides kWithSphere{"region=[{shape=\"sphere\", centre=[2,2,2], radius=1}]"};
const Overrides kWithLayer{"region=[{shape=\"layer\", from=1, to=2}]"};
const Overrides kWithBody{"solid=[{kind=\"body\", shape=\"sphere\", centre=[2, 2, 2], radius=1}]"};
const Overrides kWithEffect{
    "effect=[{kind=\"pull\", shape=\"sphere\", centre=[2, 2, 2], radius=1}]"};
const Overrides kWithLayers{"initial.state=layers", "initial.perturbation=0.5"};
const Overrides kWithLucy{"fluid.law=many-body", "many_body.kernel=lucy"};

const std::vector<Example> kExamples{
    {"name=other"},
    {"description=other"},
    {"box.dimensions=2", {}, false, {"box.size=[4, 4]"}},
    {"box.size=[4, 4, 6]"},
    {"box.boundary=[\"reflecting\", \"periodic\", \"periodic\"]"},
    {"species.0.name=oil",
     {},
     false,
     {"pair.0.species=[\"oil\", \"oil\"]", "pair.1.species=[\"oil\", \"heavy\"]"}},
    {"species.0.mass=2"},
    {"species.0.fraction=0.25", {}, false, {"species.1.fraction=0.75"}},
    {"species.0.colour=#123456"},
    {"fluid.density=4"},
    {"fluid.law=many-body", {}, false, {"many_body.kernel=lucy"}},
    {"fluid.kT=2"},
    {"fluid.gravity=[0, 0, 1]"},
    {"fluid.poiseuille=0.5"},
    {"fluid.drag=0.5"},
    {"solid.0.radius=0.5", kWithBody},
    {"effect.0.radius=0.5", kWithEffect},
    {"many_body.b=30", kWithLucy},
    {"many_body.density_radius=0.5", kWithLucy},
    {"pair.0.a=30"},
    {"pair.0.gamma=5"},
    {"pair.0.weight_exponent=2"},
    {"bond.0.name=string", {}, true, {"molecule.0.bond=string"}},
    {"bond.0.form=harmonic", {}, true},
    {"bond.0.k=50", {}, true},
    {"bond.0.length=0.75", {}, true},
    {"bond.0.reach=2", {}, true},
    {"angle.0.name=kink", {}, true, {"molecule.0.angle=kink"}},
    {"angle.0.form=harmonic", {}, true},
    {"angle.0.k=50", {}, true},
    {"angle.0.degrees=90", {}, true},
    {"molecule.0.name=other", {}, true},
    {"molecule.0.beads=light4", {}, true},
    {"molecule.0.count=4", {}, true},
    {"molecule.0.bond=other", {}, true},
    {"molecule.0.angle=hinge", {}, true},
    {"integrator.kind=velocity-verlet"},
    {"integrator.dt=0.02"},
    {"integrator.lambda=0.5", {"integrator.kind=velocity-verlet"}},
    {"noise.kind=philox"},
    {"noise.seed=2"},
    {"sort.algorithm=counting"},
    {"sort.mode=sort"},
    {"sort.sub_buffers=2"},
    {"sort.threshold=0.25"},
    {"sort.reorder_every=7"},
    {"search.traversal=lists"},
    {"method=2007"},
    {"noise.start=zero", {"noise.kind=karpinski-sequence"}},
    {"search.kind=octant=2"},
    {"initial.state=lattice"},
    {"initial.axis=x", kWithLayers},
    {"initial.order=[\"heavy\", \"light\"]", kWithLayers},
    {"initial.perturbation=0.25", kWithLayers},
    {"initial.modes=[2, 1]", kWithLayers},
    {"initial.spectrum=[1, 2]", kWithLayers},
    {"region.0.shape=sphere",
     kWithRegion,
     false,
     {"region.0.centre=[2, 2, 2]", "region.0.radius=1"}},
    {"region.0.species=heavy", kWithRegion},
    {"region.0.density=2", kWithRegion},
    {"region.0.places=even", kWithRegion},
    {"region.0.low=[1, 1, 1]", kWithRegion},
    {"region.0.high=[2, 2, 2]", kWithRegion},
    {"region.0.centre=[1, 2, 2]", kWithSphere},
    {"region.0.radius=0.75", kWithSphere},
    {"region.0.axis=x", kWithLayer},
    {"region.0.from=0.5", kWithLayer},
    {"region.0.to=3", kWithLayer},
    {"view.azimuth=7"},
    {"view.hide=[\"light\"]"},
    {"frames.background=\"dark\""},
};

/// Returns the path of the key that an example changes, such as "pair.*.a".
std::string keyOfExample(const Example& example) {
  const std::string change = example.change;
  std::string path = change.substr(0, change.find('='));
  if (const auto number = path.find(".0."); number != std::string::npos) path[number + 1] = '*';
  return path;
}

Scenario scenarioOfExample(const Example& example, bool isChanged) {
  Overrides overrides = kSmallAndLight;
  overrides.insert(overrides.end(), example.before.begin(), example.before.end());
  if (isChanged) overrides.emplace_back(example.change);
  if (isChanged) overrides.insert(overrides.end(), example.also.begin(), example.also.end());
  std::string text = kTwoSpecies + (example.hasMolecules ? kRopes : "");
  const bool hasRegion = keyOfExample(example).starts_with("region");  // regions set fractions
  const std::string fraction = "fraction = 0.5\n";
  for (std::size_t at; hasRegion && (at = text.find(fraction)) != std::string::npos;) {
    text.erase(at, fraction.size());
  }
  return parse(text, overrides);
}

TEST(KeptKeys, EveryRow_HasAKeyAndAnExample) {
  std::vector<const KeptKeys*> used;
  for (const Key& key : schema()) used.push_back(&keptKeysOf(key.path));
  for (const KeptKeys& row : keptKeys()) {
    EXPECT_NE(std::ranges::find(used, &row), used.end()) << row.keys;
    const auto isExampleOf = [&](const Example& each) {
      return &keptKeysOf(keyOfExample(each)) == &row;
    };
    EXPECT_TRUE(std::ranges::any_of(kExamples, isExampleOf)) << row.keys;
  }
}

TEST(KeptKeys, KeyWithoutARow_IsRefusedForLammps_AndInNoTrajectory) {
  for (const char* const path : {"effect.*.radius", "species.*.charge"}) {
    EXPECT_EQ(keptKeysOf(path).lammps, InLammps::Refused) << path;
    EXPECT_EQ(keptKeysOf(path).trajectories, "") << path;
  }
  EXPECT_NE(formatsReference().find("| `solid.*`, `effect.*` | refused"), std::string::npos);
}

TEST(KeptKeys, LammpsFiles_FollowFromTheKeysOfTheTable_OrRefuseThem) {
  for (const Example& example : kExamples) {
    SCOPED_TRACE(example.change);
    const KeptKeys& row = keptKeysOf(keyOfExample(example));
    const Scenario changed = scenarioOfExample(example, true);
    if (row.lammps == InLammps::Refused) {
      const std::string error = messageOf<InputError>([&] { requireForLammps(changed); });
      const std::string key = keyOfExample(example);
      EXPECT_TRUE(names(error, {key.substr(0, key.find(".*"))}));
      continue;
    }
    EXPECT_NO_THROW(requireForLammps(changed));
    const bool isWritten = row.lammps == InLammps::Written;
    EXPECT_EQ(lammpsFiles(changed) != lammpsFiles(scenarioOfExample(example, false)), isWritten);
  }
}

TEST(KeptKeys, Trajectories_HaveTheKeysOfTheTableAlone) {
  Scenario scenario =
      parse(kTwoSpecies + kRopes,
            {"solid=[{kind=\"body\", shape=\"sphere\", centre=[4, 4, 4], radius=1}]"});
  scenario.fluid.box.boundary[2] = cells::Boundary::Reflecting;
  const dpd::ParticleState state = makeInitialState(scenario);
  const Scenario plain = plainScenario();
  for (const formats::Format& format : formats::formatsWith(&formats::Format::read)) {
    const TemporaryFolder folder;
    const std::string path = folder / format.name;
    {
      const auto writer = format.write(path, scenario.fluid, state.molecules,
                                       file::Opening::Replace, formats::Keep::Whole);
      writer->append({0, 0.0, dpd::unpacked(state)});
      writer->sync();
    }
    const auto reader = format.read(path);
    formats::Frame frame;
    ASSERT_TRUE(reader->next(frame));
    Scenario again;
    again.fluid = reader->fluid();
    again.fluid.pairs.resize(4);
    for (const Key& key : schema()) {
      if (!key.set) continue;
      const auto entries = entriesOf(key, scenario), read = entriesOf(key, again);
      if (entries.empty() || key.get(scenario, entries.back()) == key.get(plain, 0)) continue;
      const bool isKept =
          entries == read && key.get(again, entries.back()) == key.get(scenario, entries.back());
      std::string name = format.name;
      std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
      const bool isNamed = keptKeysOf(key.path).trajectories.find(name) != std::string_view::npos;
      EXPECT_EQ(isKept, isNamed) << format.name << " " << key.path;
    }
  }
}

TEST(KeptKeys, LawWithoutAPairStyle_IsRefused) {
  dpd::PairLaw law = dpd::kPairLaws.front();
  formats::requireLammpsStyle(law);
  law.name = "quadratic";
  for (const char* const style : {"", "lj/cut"}) {
    law.lammpsStyle = style;
    EXPECT_TRUE(names(messageOf<InputError>([&] { formats::requireLammpsStyle(law); }),
                      {"fluid.law", "LAMMPS", "dpd or many-body", "quadratic"}));
  }
}

}  // namespace
}  // namespace gpubuck::scenario
