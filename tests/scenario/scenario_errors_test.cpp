// Scenarios that are refused, and their errors.
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "dpd/model/noise.h"
#include "scenario/parsing.h"
#include "scenario/scenario.h"
#include "scenario/schema.h"
#include "sort/algorithms.h"

namespace gpubuck::scenario {
namespace {

using namespace test;

/// The error that one override of the two-species scenario meets, without the override.
std::string overrideError(const std::string& assignment) {
  const std::string message = errorOf(kTwoSpecies, {assignment});
  const std::string prefix = assignment + ": ";
  EXPECT_TRUE(message.starts_with(prefix)) << message;
  return message.substr(std::min(prefix.size(), message.size()));
}

TEST(ScenarioErrors, UnknownKey_IsReportedWithTableAndNearestKey) {
  const std::string box = "[box]\nsize = [8, 8, 8]\n";
  for (const auto& [text, expected] : std::vector<std::pair<std::string, std::string>>{
           {box + "[fluid]\ndensty = 1\n",
            "x.toml:4: fluid.densty: unknown key in [fluid] (did you mean fluid.density?)"},
           {box + "[fluid]\nkt = 1\n",
            "x.toml:4: fluid.kt: unknown key in [fluid] (did you mean fluid.kT?)"},
           {"kT = 1\n" + box,
            "x.toml:1: kT: unknown key at the top level (did you mean fluid.kT?)"},
           {box + "density = 3\n",
            "x.toml:3: box.density: unknown key in [box] (did you mean fluid.density?)"},
           {box + "[fluidd]\n",
            "x.toml:3: fluidd: unknown key at the top level (did you mean fluid?)"},
           {box + "[[pair]]\ngama = 1\n",
            "x.toml:4: pair.0.gama: unknown key in [[pair]] (did you mean pair.0.gamma?)"},
           {box + "[noise]\nweather = 1\n", "x.toml:4: noise.weather: unknown key in [noise], "},
           {box + "[fluid]\n\"" + std::string(5000, 'k') + "\" = 1\n", "x.toml:4: fluid.kkk"}}) {
    EXPECT_TRUE(errorOf(text).starts_with(expected)) << errorOf(text);
  }
}

// Checkpoints and saved scenarios of earlier versions name the defaults of removed keys.
TEST(ScenarioErrors, DefaultsOfRemovedKeys_AreRead) {
  const std::string text = "[box]\nsize = [8, 8, 8]\n[sort]\npoint_source = \"pixel-buffer\"\n";
  EXPECT_EQ(toToml(parse(text)), toToml(parse("[box]\nsize = [8, 8, 8]\n")));
  EXPECT_EQ(errorOf("[box]\nsize = [8, 8, 8]\n[sort]\npoint_source = 0.5\n"),
            "x.toml:4: sort.point_source: expected a string, found the number 0.5");
}

TEST(ScenarioErrors, Error_NamesFileLineKeyAndValue) {
  const std::string box = "[box]\nsize = [8, 8, 8]\n";
  EXPECT_EQ(errorOf(box + "[fluid]\nkT = -1\n"), "x.toml:4: fluid.kT: -1 is below 0");
  EXPECT_EQ(errorOf(box + "[fluid]\ndensity = 0\n"), "x.toml:4: fluid.density: 0 is not above 0");
  EXPECT_EQ(errorOf(box + "[fluid]\ndensity = nan\n"),
            "x.toml:4: fluid.density: nan is not finite");
  EXPECT_EQ(errorOf(box + "[fluid]\ndensity = \"3\"\n"),
            "x.toml:4: fluid.density: expected a number, found the string '3'");
  EXPECT_EQ(errorOf(box + "[fluid]\ntemperature = 1\n"),
            "x.toml:4: fluid.temperature: unknown key in [fluid], known there: density, drag, "
            "gravity, kT, law, poiseuille");
  EXPECT_EQ(
      errorOf(box + "[flood]\n"),
      "x.toml:3: flood: unknown key at the top level, known there: angle, bond, box, container, "
      "description, drain, fluid, goal, initial, integrator, jet, lamp, many_body, method, "
      "molecule, "
      "name, noise, obstacle, pair, partition, region, search, sort, species, view");
  EXPECT_EQ(errorOf("box = 3\n"), "x.toml:1: box: expected a table, found the integer 3");
  EXPECT_EQ(errorOf(box + "[species]\nname = \"a\"\n"),
            "x.toml:3: species: expected an array of tables, found a table");
  EXPECT_EQ(errorOf("species = [1]\n" + box),
            "x.toml:1: species.0: expected a table, found the integer 1");
  EXPECT_EQ(errorOf("[box]\ndimensions = 3\n"), "x.toml:1: box.size: missing");
  EXPECT_EQ(errorOf(""), "x.toml: box.size: missing");
  EXPECT_EQ(errorOf("[box]\nsize = 8\n"),
            "x.toml:2: box.size: expected an array, found the integer 8");
  EXPECT_EQ(errorOf("[box]\nsize = [8,\n 8, true]\n"),
            "x.toml:3: box.size.2: expected a number, found true");
  EXPECT_EQ(errorOf("name = 2020-01-01\n" + box),
            "x.toml:1: name: expected a string, found a date or time");
  EXPECT_EQ(errorOf(box + "[noise]\nseed = 1.5\n"),
            "x.toml:4: noise.seed: expected an integer, found the number 1.5");
  for (const char* beyond : {"1e+95", "-1e+95", "inf", "nan"}) {
    EXPECT_EQ(errorOf(box + "[noise]\nseed = " + beyond + "\n"),
              std::string("x.toml:4: noise.seed: expected an integer, found the number ") + beyond);
  }
  EXPECT_TRUE(errorOf("[box]\nsize = [8, 8\n[fluid]\n").starts_with("x.toml:3: "));
  EXPECT_TRUE(errorOf("[box]\nsize = [8, 8, 8]\nsize = [9, 9, 9]\n").starts_with("x.toml:3: "));
}

// A value that TOML does not read as a number would otherwise be taken as a word.
TEST(ScenarioErrors, TooLargeNumber_IsReportedWithTheLargest) {
  const std::string real = " is beyond 1.8e+308, the largest number of double precision";
  const std::string integer = " is beyond 9223372036854775807, the largest integer";
  const std::string box = "[box]\nsize = [8, 8, 8]\n";
  EXPECT_EQ(errorOf(box + "[integrator]\n  dt= 1e999\n"), "x.toml:4: dt: 1e999" + real);
  EXPECT_EQ(errorOf("[box]\nsize = [8, -1e999, 8]\n"), "x.toml:2: size: 1e999" + real);
  EXPECT_EQ(errorOf("[box]\nsize = [8,\n8, 1e999]\n"), "x.toml:3: 1e999" + real);
  EXPECT_EQ(errorOf(box + "[noise]\nseed = 99999999999999999999\n"),
            "x.toml:4: seed: 99999999999999999999" + integer);
  EXPECT_EQ(overrideError("integrator.dt=1e999"), "integrator.dt: 1e999" + real);
  EXPECT_EQ(overrideError("fluid.gravity=[0, 0, -1e999]"), "fluid.gravity: 1e999" + real);

  const std::string tiny = " is nearer to 0 than 4.9e-324, the smallest number of double precision";
  EXPECT_EQ(errorOf(box + "[integrator]\n  dt= 1e-400 # 5\n"), "x.toml:4: dt: 1e-400" + tiny);
  EXPECT_EQ(errorOf(box + "[fluid]\ngravity = [0, 0, -1_0.0e-4_00]\n"),
            "x.toml:4: gravity: -1_0.0e-4_00" + tiny);
  EXPECT_EQ(errorOf("species = [{name = \"\u00fc\u20ac\", mass = +1E-400}]\n" + box),
            "x.toml:1: species: +1E-400" + tiny);
  EXPECT_EQ(overrideError("integrator.dt=1e-400"), "integrator.dt: 1e-400" + tiny);
  EXPECT_EQ(overrideError("fluid.gravity=[0, 0, -1e-400]"), "fluid.gravity: -1e-400" + tiny);
  for (const char* number : {"0", "0.0", "-0.0e-400", "0E9"}) {
    EXPECT_NO_THROW(parseScenario(box + "[fluid]\ngravity = [0, 0, " + number + "]\n", "x", {}))
        << number;
  }
  EXPECT_EQ(overrideError("noise.seed=99999999999999999999"),
            "noise.seed: 99999999999999999999" + integer);
}

TEST(ScenarioErrors, RealNumbers_MustFitSinglePrecision) {
  const std::string small = " is nearer to 0 than 1.2e-38, the least number of single precision";
  const std::string large = " is beyond 3.4e+38, the largest number of single precision";
  int keys = 0;
  for (const Key& key : schema()) {
    if (!key.get || key.path.find('*') != std::string::npos) continue;
    const Value value = key.get({}, 0);
    const bool isList = std::holds_alternative<std::vector<double>>(value);
    if (!isList && !std::holds_alternative<double>(value)) continue;
    if (!key.only.empty()) continue;  // read with other keys alone
    const std::string at = key.path + (isList ? ".0" : "");
    const auto errorOfNumber = [&](const std::string& number) {
      std::string entries = number;
      for (std::size_t k = 1; isList && k < std::get<std::vector<double>>(value).size(); ++k) {
        entries += ",1";
      }
      return overrideError(key.path + "=" + (isList ? "[" + entries + "]" : number));
    };
    ++keys;
    const Limits& limits = key.about.limits;
    EXPECT_EQ(errorOfNumber("1e-40"),
              at + ": " + (limits.least > 0.0 ? limits.whyNot(1e-40) : "1e-40" + small));
    EXPECT_EQ(errorOfNumber("1e39"),
              at + (std::isfinite(limits.most) ? ": 1e+39 is not in " + limits.text()
                                               : ": 1e+39" + large));
  }
  EXPECT_GT(keys, 8);
  for (const char* path : {"species.0.mass", "pair.0.a", "pair.0.gamma"}) {
    EXPECT_EQ(overrideError(std::string(path) + "=1e-40"), path + (": 1e-40" + small));
  }
  EXPECT_EQ(Limits{}.whyNot(0.0), "");
  EXPECT_EQ(Limits{}.whyNot(1.1754943508222875e-38), "");
  EXPECT_EQ(Limits{}.whyNot(-3.4028234663852886e38), "");
}

TEST(ScenarioErrors, DerivedCoefficients_MustBeInRange) {
  const std::string box = "[box]\nsize = [8, 8, 8]\n[fluid]\nkT = ";
  const std::string pair = "\n[[species]]\nname = \"a\"\n[[pair]]\nspecies = [\"a\", \"a\"]\n";
  const auto says = [&](const std::string& text, const char* what) {
    EXPECT_NE(errorOf(text).find(what), std::string::npos) << errorOf(text);
  };
  says(box + "1e-30" + pair + "a = 25\nsigma = 1e10\n",
       "pair.0.gamma: 4.999999999999999e+49 is beyond");
  says(box + "1\ndensity = 0.01" + pair + "pi = 3e38\ngamma = 4.5\n", "pair.0.a: ");
}

TEST(ScenarioErrors, ValuesOutOfRange_AreRefused) {
  const std::pair<std::string, std::string> cases[] = {
      {"box.dimensions=4", "box.dimensions: 4 is not in 2..3"},
      {"box.size=[8, 8]", "box.size: expected 3 entries, found 2"},
      {"box.size=[8, -8, 8]", "box.size.1: -8 is not above 0"},
      {"box.size=[8, inf, 8]", "box.size.1: inf is not finite"},
      {"box.size.2=2.99",
       "box.size.2: 2.99 is under 3 cells of edge 1, the least of a periodic side for cells27"},
      {"box.size=[300, 300, 300]", "box.size: 27000000 cells, the most is 16777215"},
      {"box.size=[1e300, 1e300, 1e300]",
       "box.size.0: 1e+300 is beyond 3.4e+38, the largest number of single precision"},
      {"box.size=[1e38, 1e38, 1e38]",
       "box.size: 1.152921504606847e+18 cells, the most is 16777215"},
      {"box.boundary=[\"periodic\"]", "box.boundary: expected 3 entries, found 1"},
      {"box.boundary=[\"periodic\", \"open\", \"periodic\"]",
       "box.boundary.1: 'open' is not one of periodic, reflecting"},
      {"fluid.density=100000",
       "fluid.density: 100000 makes 64000000 particles, expected 1..16777215"},
      {"fluid.density=26214.4",
       "fluid.density: 26214.4 makes 16777216 particles, expected 1..16777215"},
      {"fluid.density=0.0001", "fluid.density: 0.0001 makes 0 particles, expected 1..16777215"},
      {"fluid.drag=-0.5", "fluid.drag: -0.5 is below 0"},
      {"fluid.drag=inf", "fluid.drag: inf is not finite"},
      {"fluid.poiseuille=nan", "fluid.poiseuille: nan is not finite"},
      {"fluid.gravity=[0, 1]", "fluid.gravity: expected 3 entries, found 2"},
      {"species.1.name=light", "species.1.name: 'light' is the name of two species"},
      {"species.0.name=two words",
       "species.0.name: 'two words' is not 1 to 32 of a-z, A-Z, 0-9, - and _"},
      {"species.0.mass=0", "species.0.mass: 0 is not above 0"},
      {"species.0.fraction=-0.5", "species.0.fraction: -0.5 is not in 0..1"},
      {"species.0.colour=blue", "species.0.colour: 'blue' is not of the form #rrggbb"},
      {"species.0.colour=#00000g", "species.0.colour: '#00000g' is not of the form #rrggbb"},
      {"species.0.radius=1",
       "species.0.radius: unknown key in [[species]], known there: colour, fraction, mass, name"},
      {"jet.centre=[1, 1, 1]",
       "jet.centre: has an effect only with a jet.radius above 0 (jet = {} takes the jet away)"},
      {"jet={radius = 1, centre = [1, 9, 1]}", "jet.centre.1: 9 is not in 0..8, the box"},
      {"jet={radius = 1, period = -1}", "jet.period: -1 is below 0"},
      {"drain.rate=1",
       "drain.rate: has an effect only with a drain.radius above 0 (drain = {} takes the drain "
       "away)"},
      {"drain={radius = 1, outlet = [1, 1, 11]}", "drain.outlet.2: 11 is not in 0..10, the box"},
      {"drain={radius = 8.5}", "drain.radius: 8.5 is above 8, a side of the box"},
      {"container.centre=[4, 4, 5]",
       "container.centre: has an effect only with a container.radius above 0"},
      {"container={radius = 3.6, centre = [4, 4, 5]}",
       "container.radius: 3.6 leaves less than 1 between the container and its image across a "
       "periodic side of 8"},
      {"partition.hole_radius=1",
       "partition.hole_radius: has an effect only with a partition.thickness above 0"},
      {"partition={thickness = 1, position = 4}",
       "partition.axis: the sides across x must be reflecting (box.boundary)"},
      {"goal.text=win", "goal.text: has an effect only with a goal.share above 0"},
      {"goal={share = 1.5}", "goal.share: 1.5 is not in 0..1"},
      {"goal={share = 0.5, high = [9, 9, 0]}", "goal.high.2: 0 is not above 0, that of goal.low"},
      {"goal={share = 0.5, species = [\"dark\"]}", "goal.species.0: there is no species 'dark'"},
      {"lamp.power=1",
       "lamp.power: has an effect only with a lamp.radius above 0 (lamp = {} takes the lamp away)"},
      {"lamp={radius = 1, centre = [1, 1, -1]}", "lamp.centre.2: -1 is not in 0..10, the box"},
      {"lamp={radius = 1, turns = [\"light\"]}",
       "lamp.turns: must be a cold and a hot species, got 1"},
      {"lamp={radius = 1, turns = [\"light\", \"dark\"]}",
       "lamp.turns.1: there is no species 'dark'"},
      {"pair.1.species=[\"light\", \"dark\"]", "pair.1.species.1: there is no species 'dark'"},
      {"pair.1.species=[\"light\"]", "pair.1.species: expected 2 entries, found 1"},
      {"pair.1.species=[\"light\", \"light\"]",
       "pair.1.species: the pair light, light is given twice"},
      {"pair.0.a=-1", "pair.0.a: -1 is below 0; attraction needs fluid.law = \"many-body\""},
      {"pair.0.gamma=-1", "pair.0.gamma: -1 is below 0"},
      {"integrator.kind=verlet",
       "integrator.kind: 'verlet' is not one of leapfrog-ab2, velocity-verlet"},
      {"integrator.dt=0", "integrator.dt: 0 is below 1e-12"},
      {"integrator.lambda=0.5",
       "integrator.lambda: has an effect only with the kind velocity-verlet"},
      {"fluid.law=lennard-jones", fmt::format("fluid.law: 'lennard-jones' is not one of {}",
                                              fmt::join(namesOf(dpd::kPairLaws), ", "))},
      {"noise.kind=gauss",
       fmt::format("noise.kind: 'gauss' is not one of {}", fmt::join(namesOf(dpd::kNoises), ", "))},
      {"noise.seed=4294967296", "noise.seed: 4294967296 is not in 0..4294967295"},
      {"noise.seed=-1", "noise.seed: -1 is not in 0..4294967295"},
      {"sort.algorithm=quick", fmt::format("sort.algorithm: 'quick' is not one of {}",
                                           fmt::join(namesOf(sort::kAlgorithmNames), ", "))},
      {"sort.mode=never", "sort.mode: 'never' is not one of sort, resort"},
      {"sort.sub_buffers=0", "sort.sub_buffers: 0 is not in 1..16777215"},
      {"sort.threshold=1.25", "sort.threshold: 1.25 is not in 0..1"},
      {"search.traversal=random", "search.traversal: 'random' is not one of copies, lists"},
      {"method=1997", "method: '1997' is not one of today, 2007"},
      {"noise.start=zero", "noise.start: has an effect only with the kind karpinski-sequence"},
      {"sort.partition=odd", "sort.partition: 'odd' is not one of contiguous, turns"},
      {"sort.partition=interleaved", "sort.partition: 'interleaved' was removed; write 'turns'"},
      {"sort.partition=grouped", "sort.partition: 'grouped' was removed; write 'turns'"},
      {"sort.point_source=texel-fetch",
       "sort.point_source: was removed; delete it, results are the same"},
      {"search.kind=all",
       "search.kind: 'all' is not one of cells27, cells-per-cutoff=K (1..4), "
       "octant=FACTOR (2 or more)"},
      {"initial.state=cold",
       "initial.state: 'cold' is not one of random, lattice, layers, regions, file"},
      {"initial.state=mixed", "initial.state: 'mixed' was removed; write 'random'"},
      {"initial.axis=w", "initial.axis: 'w' is not one of x, y, z"},
      {"initial.order=[\"light\"]", "initial.order: 1 of 2 species"},
      {"initial.order=[\"light\", \"light\"]", "initial.order.1: 'light' is listed twice"},
      {"initial.modes=[1, 0.5]", "initial.modes.1: expected an integer, found the number 0.5"},
      {"initial={state=\"layers\", modes=[2, 1], spectrum=[1, 2]}",
       "initial.modes: cannot be combined with spectrum; give either"},
      {"initial.modes=[1, 1001]", "initial.modes.1: 1001 is not in 0..1000"},
      {"initial.spectrum=[1]", "initial.spectrum: expected 2 entries, found 1"},
      {"initial.spectrum=[0, 4]", "initial.spectrum.0: 0 is not in 1..100"},
      {"initial.spectrum=[1, 2.5]",
       "initial.spectrum.1: expected an integer, found the number 2.5"},
      {"initial.spectrum=[1, 101]", "initial.spectrum.1: 101 is not in 1..100"},
      {"initial.spectrum=[5, 4]", "initial.spectrum.1: 4 is less than 5"},
      {"view.elevation=91", "view.elevation: 91 is not in -90..90"},
      {"view.zoom=0", "view.zoom: 0 is not above 0"},
      {"view.pan=[0]", "view.pan: expected 2 entries, found 1"},
      {"view.pan=[0, inf]", "view.pan.1: inf is not finite"},
      {"view.hide=[\"dark\"]", "view.hide.0: there is no species 'dark'"},
      {"view.particle_radius=0", "view.particle_radius: 0 is not in 0.01..100"},
      {"view.bond_radius=1.1", "view.bond_radius: 1.1 is not in 0..1"},
  };
  for (const auto& [assignment, expected] : cases) {
    EXPECT_EQ(overrideError(assignment), expected);
  }
  EXPECT_TRUE(overrideError("pair.0.pi=1").starts_with("pair.0.pi: "));
  EXPECT_EQ(errorOf(kTwoSpecies, {"species.0.name=heavy"}),
            "x.toml:9: species.1.name: 'heavy' is the name of two species");
  const std::string lambda = "integrator.lambda=1.5";
  EXPECT_EQ(errorOf(kTwoSpecies, {"integrator.kind=velocity-verlet", lambda}),
            lambda + ": integrator.lambda: 1.5 is not in 0..1");
  EXPECT_EQ(errorOf(kTwoSpecies, {"fluid.drag=0.5", "noise.kind=karpinski-sequence"}),
            "fluid.drag=0.5: fluid.drag: needs noise per particle, which karpinski-sequence does "
            "not provide");
  EXPECT_EQ(errorOf(kTwoSpecies, {"species.0.fraction=0.6"}),
            "x.toml:5: species: the fractions add up to 1.1, not 1");
}

TEST(ScenarioErrors, SmallestPeriodicSide_DependsOnTheSearch) {
  const auto errorWith = [](const char* search, const char* size) {
    return errorOf("[box]\nsize = [8, 8, 8]\n",
                   {std::string("search.kind=") + search, std::string("box.size.1=") + size});
  };
  EXPECT_EQ(errorWith("octant=2", "2"), "no error");
  EXPECT_EQ(errorWith("octant", "2"),
            "search.kind=octant: search.kind: 'octant' was removed; write 'octant=2'");
  EXPECT_EQ(errorWith("octant=2", "1.75"),
            "box.size.1=1.75: box.size.1: 1.75 is under 1 cell of edge 2, the least of a "
            "periodic side for octant=2");
  EXPECT_EQ(errorWith("cells-per-cutoff=2", "2.5"), "no error");
  EXPECT_EQ(errorWith("cells-per-cutoff=2", "2.25"),
            "box.size.1=2.25: box.size.1: 2.25 is under 5 cells of edge 0.5, the least of a "
            "periodic side for cells-per-cutoff=2");
}

TEST(ScenarioErrors, OverridesOfUnknownKeys_AreErrors) {
  EXPECT_EQ(overrideError("fluid.kT"), "expected KEY=VALUE");
  EXPECT_EQ(overrideError("=1"), "'' is not a dotted path");
  EXPECT_EQ(overrideError("fluid..kT=1"), "'fluid..kT' is not a dotted path");
  EXPECT_EQ(overrideError("pair.3.a=1"), "pair has no entry '3', only 3");
  EXPECT_EQ(overrideError("pair.a=1"), "pair has no entry 'a', only 3");
  EXPECT_TRUE(overrideError("pair.-1.a=1").starts_with("pair has no entry '-1'"));
  EXPECT_EQ(overrideError("fluid.kT.x=1"), "fluid.kT is a number, without parts");
  EXPECT_NE(overrideError("fluid.kT="), "");
  EXPECT_EQ(errorOf("[box]\nsize = [8, 8, 8]\n", {"pair.0.a=1"}),
            "pair.0.a=1: there is no pair to change");
  EXPECT_EQ(overrideError("fluid.kT=warm"), "fluid.kT: expected a number, found the string 'warm'");
  EXPECT_EQ(errorOf(kTwoSpecies, {"fluid.kT=1\nfluid.density=2"}),
            "fluid.kT=1\\nfluid.density=2: fluid.kT: expected a number, found the string '1\\n"
            "fluid.density=2'");
}

TEST(ScenarioErrors, KeyOfTooManyParts_IsRefused) {
  std::string deep = "a";
  for (int k = 0; k < 50'000; ++k) deep += ".a";
  EXPECT_EQ(errorOf("[box]\n" + deep + " = 1\n"), "x.toml:2: a key has more than 1000 parts");
  EXPECT_EQ(errorOf("[" + deep + "]\n"), "x.toml:1: a key has more than 1000 parts");
  EXPECT_EQ(errorOf("a = {" + deep + " = 1}\n"), "x.toml:1: a key has more than 1000 parts");
  for (const std::string& assignment : {deep + "=1", "name={" + deep + "=1}"}) {
    const std::string message = errorOf(kTwoSpecies, {assignment});
    EXPECT_TRUE(message.starts_with(assignment.substr(0, 100))) << message;
    EXPECT_TRUE(message.ends_with("...: a key has more than 1000 parts")) << message;
    EXPECT_LT(message.size(), 250U);
  }
}

TEST(ScenarioErrors, UnreadableFile_IsInputError) {
  const auto messageOf = [](const std::string& path) {
    try {
      loadScenario(path);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(messageOf("/none/x.toml"), "/none/x.toml: cannot be opened: No such file or directory");
  EXPECT_EQ(messageOf("/"), "/: cannot be read: Is a directory");
  EXPECT_EQ(messageOf("/dev/zero"), "/dev/zero: has more than the 1 MiB that a scenario may have");
  const std::string path = ::testing::TempDir() + "gpubuck-pipe-" + std::to_string(getpid());
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(messageOf(path), path + ": no program has opened this pipe for writing in 1 s");
  std::filesystem::remove(path);
}

// Each is a megabyte of entries of which a file may hold only a few.
TEST(ScenarioErrors, ExcessiveInput_IsRefusedAtOnce) {
  const auto repeated = [](const std::string& text) {
    std::string all;
    while (all.size() < 1'000'000) all += text;
    return all;
  };
  const std::string box = "[box]\nsize = [8, 8, 8]\n";
  EXPECT_EQ(errorOf("box.size = [8, 8, 8]\n" + repeated("[[species]]\nname = 'a'\n")),
            "x.toml:2: species: 43479 species, the most is 16");
  EXPECT_EQ(errorOf(kTwoSpecies + repeated("[[pair]]\n")),
            "x.toml:12: pair: 111115 pairs, the most of 2 species is 3");
  EXPECT_EQ(errorOf(box + "[initial]\norder = [" + repeated("'particle',") + "]\n"),
            "x.toml:4: initial.order: expected at most 1 entry, found 90910");
  EXPECT_EQ(errorOf("[box]\nsize = [" + repeated("8,") + "]\n"),
            "x.toml:2: box.size: expected 3 entries, found 500000");
}

TEST(ScenarioErrors, Message_IsShortForAnyContents) {
  const std::string much(100'000, 'x'), start(40, 'x');
  const std::string box = "[box]\nsize = [8, 8, 8]\n";
  const auto lengthOf = [](const std::string& text, const Overrides& overrides = {}) {
    const std::string message = errorOf(text, overrides);
    EXPECT_NE(message, "no error");
    EXPECT_EQ(message.find(std::string(200, 'x')), std::string::npos);
    return message.size();
  };
  EXPECT_EQ(errorOf(box + "[fluid]\nkT = '" + much + "'\n"),
            "x.toml:4: fluid.kT: expected a number, found the string '" + start + "...'");
  EXPECT_EQ(errorOf(box + "[noise]\nkind = '" + much + "'\n"),
            "x.toml:4: noise.kind: '" + start +
                "...' is not one of karpinski, karpinski-sequence, philox");
  for (const std::string& line :
       {much + " = 1\n", "[[species]]\nname = '" + much + "'\n",
        "[search]\nkind = '" + much + "'\n", "[[species]]\nname = 'a'\ncolour = '" + much + "'\n",
        "[view]\nhide = ['" + much + "']\n", "[initial]\nstate = 'file'\nfile = '" + much + "'\n",
        "[" + much + "]\n[" + much + "]\n"}) {
    EXPECT_LT(lengthOf(box + line), 400U) << line.substr(0, 60);
  }
  for (const std::string& assignment :
       {"fluid.kT=" + much, much, "fluid." + much + "=1", "pair." + much + "=1", "=" + much,
        much + ".0=1", "fluid.kT." + much + "=1"}) {
    EXPECT_LT(lengthOf(kTwoSpecies, {assignment}), 400U) << assignment.substr(0, 60);
  }
}

// A checkpoint holds the scenario as TOML, which is UTF-8.
TEST(ScenarioErrors, ScenarioTooLargeForACheckpoint_IsRefused) {
  EXPECT_EQ(errorOf(kTwoSpecies, {"name=\xff"}), "name=\\xff: is not UTF-8");
  EXPECT_EQ(errorOf(kTwoSpecies, {"initial.state=file", R"(initial.file="a\u0000b")"}),
            R"(initial.file="a\u0000b": initial.file: has a NUL in it)");
  const Scenario named = parseScenario("box.size = [8, 8, 8]", "/\xff.toml", "/");
  EXPECT_EQ(named.name, "\\xff");
  EXPECT_EQ(parse(toToml(named)).name, named.name);
  try {
    parseScenario("box.size = [8, 8, 8]\ninitial = {state = 'file', file = 'b'}", "x.toml",
                  "/\xff");
    ADD_FAILURE() << "no error";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "x.toml:2: initial.file: the path of its folder is not UTF-8");
  }
}

}  // namespace
}  // namespace gpubuck::scenario
