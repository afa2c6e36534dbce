// Scenarios that are refused, and their errors.
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "dpd/model/fluid.h"
#include "scenario/parsing.h"
#include "scenario/scenario.h"
#include "scenario/schema.h"
#include "sort/algorithms.h"

namespace gpubuck::scenario {
namespace {

using namespace test;

/// Returns the error for an override of the two-species scenario, without the text of the override.
std::string overrideError(const std::string& assignment) {
  const std::string message = errorOf(kTwoSpecies, {assignment});
  const std::string prefix = assignment + ": ";
  EXPECT_TRUE(message.starts_with(prefix)) << message;
  return message.substr(std::min(prefix.size(), message.size()));
}

TEST(ScenarioErrors, UnknownKey_IsReportedWithTableAndNearestKey) {
  const std::string box = "[box]\nsize = [8, 8, 8]\n";
  for (const auto& [text, facts] : std::vector<std::pair<std::string, Facts>>{
           {box + "[fluid]\ndensty = 1\n",
            {"x.toml:4", "fluid.densty", "fluid.density", "[fluid]"}},
           {box + "[fluid]\nkt = 1\n", {"x.toml:4", "fluid.kt", "fluid.kT", "[fluid]"}},
           {"kT = 1\n" + box, {"x.toml:1", "kT", "fluid.kT"}},
           {box + "density = 3\n", {"x.toml:3", "box.density", "fluid.density", "[box]"}},
           {box + "[fluidd]\n", {"x.toml:3", "fluidd", "fluid"}},
           {box + "[[pair]]\ngama = 1\n", {"x.toml:4", "pair.0.gama", "pair.0.gamma", "[[pair]]"}},
           {box + "[noise]\nweather = 1\n", {"x.toml:4", "noise.weather", "[noise]"}},
           {box + "[fluid]\n\"" + std::string(5000, 'k') + "\" = 1\n",
            {"x.toml:4", "unknown", "[fluid]"}}}) {
    EXPECT_TRUE(names(errorOf(text), facts));
  }
}

TEST(ScenarioErrors, RemovedKeys_AreRefusedWithAnAnswer) {
  const std::string box = "[box]\nsize = [8, 8, 8]\n";
  EXPECT_TRUE(names(errorOf(box + "[sort]\npoint_source = \"pixel-buffer\"\n"),
                    {"x.toml:4", "sort.point_source", "removed"}));
  EXPECT_TRUE(names(errorOf(box + "[goal]\nshare = 0.5\n"), {"x.toml:3", "goal", "removed"}));
  EXPECT_TRUE(names(errorOf(box + "[obstacle]\nradius = 1\n"),
                    {"x.toml:3", "obstacle", "[[solid]]", "body", "sphere"}));
}

TEST(ScenarioErrors, Error_NamesFileLineKeyAndValue) {
  const std::string box = "[box]\nsize = [8, 8, 8]\n";
  EXPECT_TRUE(names(errorOf(box + "[fluid]\nkT = -1\n"), {"x.toml:4", "fluid.kT", "-1", "0"}));
  EXPECT_TRUE(names(errorOf(box + "[fluid]\ndensity = 0\n"), {"x.toml:4", "fluid.density", "0"}));
  EXPECT_TRUE(
      names(errorOf(box + "[fluid]\ndensity = nan\n"), {"x.toml:4", "fluid.density", "nan"}));
  EXPECT_TRUE(names(errorOf(box + "[fluid]\ndensity = \"3\"\n"),
                    {"x.toml:4", "fluid.density", "3", "number", "string"}));
  EXPECT_TRUE(names(errorOf(box + "[fluid]\ntemperature = 1\n"),
                    {"x.toml:4", "fluid.temperature", "[fluid]", "density", "drag", "gravity", "kT",
                     "law", "poiseuille"}));
  EXPECT_TRUE(names(errorOf(box + "[flood]\n"),
                    {"x.toml:3", "flood", "angle",   "bond",       "box",       "description",
                     "effect",   "fluid", "initial", "integrator", "many_body", "method",
                     "molecule", "name",  "noise",   "pair",       "region",    "search",
                     "solid",    "sort",  "species", "view"}));
  EXPECT_TRUE(names(errorOf("box = 3\n"), {"x.toml:1", "box", "table", "integer", "3"}));
  EXPECT_TRUE(names(errorOf(box + "[species]\nname = \"a\"\n"),
                    {"x.toml:3", "species", "of", "array", "tables", "table"}));
  EXPECT_TRUE(
      names(errorOf("species = [1]\n" + box), {"x.toml:1", "species.0", "table", "integer", "1"}));
  EXPECT_TRUE(names(errorOf("[box]\ndimensions = 3\n"), {"x.toml:1", "box.size", "missing"}));
  EXPECT_TRUE(names(errorOf(""), {"x.toml", "box.size", "missing"}));
  EXPECT_TRUE(
      names(errorOf("[box]\nsize = 8\n"), {"x.toml:2", "box.size", "array", "integer", "8"}));
  EXPECT_TRUE(names(errorOf("[box]\nsize = [8,\n 8, true]\n"),
                    {"x.toml:3", "box.size.2", "number", "true"}));
  EXPECT_TRUE(names(errorOf("name = 2020-01-01\n" + box), {"x.toml:1", "name", "string", "date"}));
  EXPECT_TRUE(names(errorOf(box + "[noise]\nseed = 1.5\n"),
                    {"x.toml:4", "noise.seed", "integer", "number", "1.5"}));
  for (const char* beyond : {"1e+95", "-1e+95", "inf", "nan"}) {
    EXPECT_TRUE(names(errorOf(box + "[noise]\nseed = " + beyond + "\n"),
                      {"x.toml:4", "noise.seed", "integer", "number", beyond}));
  }
  EXPECT_TRUE(names(errorOf("[box]\nsize = [8, 8\n[fluid]\n"), {"x.toml:3"}));
  EXPECT_TRUE(names(errorOf("[box]\nsize = [8, 8, 8]\nsize = [9, 9, 9]\n"), {"x.toml:3"}));
}

// Without a check, a value that TOML does not read as a number would be taken as a word.
TEST(ScenarioErrors, TooLargeNumber_IsReportedWithTheLargest) {
  const std::string real = "1.8e+308", integer = "9223372036854775807", tiny = "4.9e-324";
  const std::string box = "[box]\nsize = [8, 8, 8]\n";
  EXPECT_TRUE(
      names(errorOf(box + "[integrator]\n  dt= 1e999\n"), {"x.toml:4", "dt", "1e999", real}));
  EXPECT_TRUE(
      names(errorOf("[box]\nsize = [8, -1e999, 8]\n"), {"x.toml:2", "size", "1e999", real}));
  EXPECT_TRUE(names(errorOf("[box]\nsize = [8,\n8, 1e999]\n"), {"x.toml:3", "1e999", real}));
  EXPECT_TRUE(names(errorOf(box + "[noise]\nseed = 99999999999999999999\n"),
                    {"x.toml:4", "seed", "99999999999999999999", integer}));
  EXPECT_TRUE(names(overrideError("integrator.dt=1e999"), {"integrator.dt", "1e999", real}));
  EXPECT_TRUE(
      names(overrideError("fluid.gravity=[0, 0, -1e999]"), {"fluid.gravity", "1e999", real}));
  EXPECT_TRUE(
      names(errorOf(box + "[integrator]\n  dt= 1e-400 # 5\n"), {"x.toml:4", "dt", "1e-400", tiny}));
  EXPECT_TRUE(names(errorOf(box + "[fluid]\ngravity = [0, 0, -1_0.0e-4_00]\n"),
                    {"x.toml:4", "gravity", "-1_0.0e-4_00", tiny}));
  EXPECT_TRUE(names(errorOf("species = [{name = \"\u00fc\u20ac\", mass = +1E-400}]\n" + box),
                    {"x.toml:1", "species", "+1E-400", tiny}));
  EXPECT_TRUE(names(overrideError("integrator.dt=1e-400"), {"integrator.dt", "1e-400", tiny}));
  EXPECT_TRUE(
      names(overrideError("fluid.gravity=[0, 0, -1e-400]"), {"fluid.gravity", "-1e-400", tiny}));
  for (const char* number : {"0", "0.0", "-0.0e-400", "0E9"}) {
    EXPECT_NO_THROW(parseScenario(box + "[fluid]\ngravity = [0, 0, " + number + "]\n", "x", {}))
        << number;
  }
  EXPECT_TRUE(names(overrideError("noise.seed=99999999999999999999"),
                    {"noise.seed", "99999999999999999999", integer}));
}

TEST(ScenarioErrors, RealNumbers_MustFitSinglePrecision) {
  const std::string small = "1.2e-38", large = "3.4e+38";
  int keys = 0;
  for (const Key& key : schema()) {
    if (!key.get || key.path.find('*') != std::string::npos) continue;
    const Value value = key.get({}, 0);
    const bool isList = std::holds_alternative<std::vector<double>>(value);
    if (!isList && !std::holds_alternative<double>(value)) continue;
    if (!key.only.empty()) continue;  // such keys are read only together with other keys
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
    EXPECT_TRUE(names(errorOfNumber("1e-40"),
                      limits.least > 0.0 ? Facts{at, "1e-40"} : Facts{at, "1e-40", small}));
    EXPECT_TRUE(names(errorOfNumber("1e39"),
                      {at, "1e+39", std::isfinite(limits.most) ? limits.text() : large}));
  }
  EXPECT_GT(keys, 8);
  for (const char* path : {"species.0.mass", "pair.0.a", "pair.0.gamma"}) {
    EXPECT_TRUE(names(overrideError(std::string(path) + "=1e-40"), {path, "1e-40", small}));
  }
  EXPECT_EQ(Limits{}.whyNot(0.0), "");
  EXPECT_EQ(Limits{}.whyNot(1.1754943508222875e-38), "");
  EXPECT_EQ(Limits{}.whyNot(-3.4028234663852886e38), "");
}

TEST(ScenarioErrors, DerivedCoefficients_MustBeInRange) {
  const std::string box = "[box]\nsize = [8, 8, 8]\n[fluid]\nkT = ";
  const std::string pair = "\n[[species]]\nname = \"a\"\n[[pair]]\nspecies = [\"a\", \"a\"]\n";
  EXPECT_TRUE(names(errorOf(box + "1e-30" + pair + "a = 25\nsigma = 1e10\n"),
                    {"pair.0.gamma", "4.999999999999999e+49", "3.4e+38"}));
  EXPECT_TRUE(
      names(errorOf(box + "1\ndensity = 0.01" + pair + "pi = 3e38\ngamma = 4.5\n"), {"pair.0.a"}));
}

/// Returns the facts of an error that lists the choices of a key.
Facts choices(const std::string& key, const std::string& value,
              const std::vector<std::string>& all) {
  Facts facts{key, value};
  facts.insert(facts.end(), all.begin(), all.end());
  return facts;
}

TEST(ScenarioErrors, ValuesOutOfRange_AreRefused) {
  const std::pair<std::string, Facts> cases[] = {
      {"box.dimensions=4", {"box.dimensions", "4", "2", "3"}},
      {"box.size=[8, 8]", {"box.size", "3", "2"}},
      {"box.size=[8, -8, 8]", {"box.size.1", "-8", "0"}},
      {"box.size=[8, inf, 8]", {"box.size.1", "inf", "finite"}},
      {"box.size.2=2.99", {"box.size.2", "3 cells", "2.99", "1", "cells27"}},
      {"box.size=[300, 300, 300]", {"box.size", "27000000 cells", "16777215"}},
      {"box.size=[1e300, 1e300, 1e300]", {"box.size.0", "1e+300", "3.4e+38"}},
      {"box.size=[1e38, 1e38, 1e38]", {"box.size", "1.152921504606847e+18", "16777215"}},
      {"box.boundary=[\"periodic\"]", {"box.boundary", "3", "1"}},
      {"box.boundary=[\"periodic\", \"open\", \"periodic\"]",
       {"box.boundary.1", "open", "periodic", "reflecting"}},
      {"fluid.density=100000", {"fluid.density", "64000000 particles", "100000", "1", "16777215"}},
      {"fluid.density=26214.4",
       {"fluid.density", "26214.4", "16777216 particles", "1", "16777215"}},
      {"fluid.density=0.0001", {"fluid.density", "0 particles", "0.0001", "1", "16777215"}},
      {"fluid.drag=-0.5", {"fluid.drag", "-0.5", "0"}},
      {"fluid.drag=inf", {"fluid.drag", "inf", "finite"}},
      {"fluid.poiseuille=nan", {"fluid.poiseuille", "nan", "finite"}},
      {"fluid.gravity=[0, 1]", {"fluid.gravity", "3", "2"}},
      {"species.1.name=light", {"species.1.name", "light"}},
      {"species.0.name=two words", {"species.0.name", "two words", "1", "32"}},
      {"species.0.mass=0", {"species.0.mass", "0"}},
      {"species.0.fraction=-0.5", {"species.0.fraction", "-0.5", "0", "1"}},
      {"species.0.colour=blue", {"species.0.colour", "blue", "#rrggbb"}},
      {"species.0.colour=#00000g", {"species.0.colour", "#00000g", "#rrggbb"}},
      {"species.0.radius=1",
       {"species.0.radius", "[[species]]", "colour", "fraction", "mass", "name"}},
      {"jet.radius=1", {"jet", "[[effect]]", "accelerate", "sphere"}},
      {"drain.rate=1", {"drain", "[[effect]]", "move", "outlet"}},
      {"goal.share=0.5", {"goal", "removed"}},
      {"container.radius=4", {"container", "[[solid]]", "vessel", "sphere"}},
      {"partition.thickness=1", {"partition", "[[solid]]", "body", "layer", "hole"}},
      {"lamp.power=1", {"lamp", "[[effect]]", "heat", "turn"}},
      {"pair.1.species=[\"light\", \"dark\"]", {"pair.1.species.1", "dark"}},
      {"pair.1.species=[\"light\"]", {"pair.1.species", "2", "1"}},
      {"pair.1.species=[\"light\", \"light\"]", {"pair.1.species", "light, light", "twice"}},
      {"pair.0.a=-1", {"pair.0.a", "many-body", "-1", "0", "fluid.law"}},
      {"pair.0.gamma=-1", {"pair.0.gamma", "-1", "0"}},
      {"integrator.kind=verlet", {"integrator.kind", "verlet", "leapfrog-ab2", "velocity-verlet"}},
      {"integrator.dt=0", {"integrator.dt", "0", "1e-12"}},
      {"integrator.lambda=0.5", {"integrator.lambda", "velocity-verlet", "velocity-verlet"}},
      {"fluid.law=lennard-jones", choices("fluid.law", "lennard-jones", namesOf(dpd::kPairLaws))},
      {"noise.kind=gauss", choices("noise.kind", "gauss", namesOf(dpd::kNoises))},
      {"noise.seed=4294967296", {"noise.seed", "4294967296", "0", "4294967295"}},
      {"noise.seed=-1", {"noise.seed", "-1", "0", "4294967295"}},
      {"sort.algorithm=quick", choices("sort.algorithm", "quick", namesOf(sort::kAlgorithmNames))},
      {"sort.mode=never", {"sort.mode", "never", "sort", "resort"}},
      {"sort.sub_buffers=0", {"sort.sub_buffers", "0", "1", "16777215"}},
      {"sort.threshold=1.25", {"sort.threshold", "1.25", "0", "1"}},
      {"search.traversal=random", {"search.traversal", "random", "copies", "lists"}},
      {"method=1997", {"method", "1997", "today", "2007"}},
      {"noise.start=zero", {"noise.start", "karpinski-sequence", "karpinski-sequence"}},
      {"sort.partition=odd", {"sort.partition", "odd", "contiguous", "turns"}},
      {"sort.point_source=texel-fetch", {"sort.point_source", "removed"}},
      {"search.kind=all",
       {"search.kind", "all", "cells27", "cells-per-cutoff=K", "1", "4", "octant=FACTOR", "2"}},
      {"initial.state=cold",
       {"initial.state", "cold", "random", "lattice", "layers", "regions", "file"}},
      {"initial.axis=w", {"initial.axis", "w", "x", "y", "z"}},
      {"initial.order=[\"light\"]", {"initial.order", "2 species", "1"}},
      {"initial.order=[\"light\", \"light\"]", {"initial.order.1", "light", "twice"}},
      {"initial.modes=[1, 0.5]", {"initial.modes.1", "integer", "number", "0.5"}},
      {"initial={state=\"layers\", modes=[2, 1], spectrum=[1, 2]}", {"initial.modes", "spectrum"}},
      {"initial.modes=[1, 1001]", {"initial.modes.1", "1001", "0", "1000"}},
      {"initial.spectrum=[1]", {"initial.spectrum", "2", "1"}},
      {"initial.spectrum=[0, 4]", {"initial.spectrum.0", "0", "1", "100"}},
      {"initial.spectrum=[1, 2.5]", {"initial.spectrum.1", "integer", "number", "2.5"}},
      {"initial.spectrum=[1, 101]", {"initial.spectrum.1", "101", "1", "100"}},
      {"initial.spectrum=[5, 4]", {"initial.spectrum.1", "4", "5"}},
      {"view.elevation=91", {"view.elevation", "91", "-90", "90"}},
      {"view.zoom=0", {"view.zoom", "0"}},
      {"view.pan=[0]", {"view.pan", "2", "1"}},
      {"view.pan=[0, inf]", {"view.pan.1", "inf", "finite"}},
      {"view.hide=[\"dark\"]", {"view.hide.0", "dark", "species"}},
      {"view.particle_radius=0", {"view.particle_radius", "0", "0.01", "100"}},
      {"view.bond_radius=1.1", {"view.bond_radius", "1.1", "0", "1"}},
  };
  for (const auto& [assignment, facts] : cases) {
    EXPECT_TRUE(names(overrideError(assignment), facts));
  }
  EXPECT_TRUE(names(overrideError("pair.0.pi=1"), {"pair.0.pi"}));
  EXPECT_TRUE(names(errorOf(kTwoSpecies, {"species.0.name=heavy"}),
                    {"x.toml:9", "species.1.name", "heavy"}));
  const std::string lambda = "integrator.lambda=1.5";
  EXPECT_TRUE(names(errorOf(kTwoSpecies, {"integrator.kind=velocity-verlet", lambda}),
                    {lambda, "integrator.lambda", "1.5", "0", "1"}));
  EXPECT_TRUE(names(errorOf(kTwoSpecies, {"fluid.drag=0.5", "noise.kind=karpinski-sequence"}),
                    {"fluid.drag=0.5", "fluid.drag", "karpinski-sequence"}));
  EXPECT_TRUE(
      names(errorOf(kTwoSpecies, {"species.0.fraction=0.6"}), {"x.toml:5", "species", "1.1", "1"}));
}

TEST(ScenarioErrors, SmallestPeriodicSide_DependsOnTheSearch) {
  const auto errorWith = [](const char* search, const char* size) {
    return errorOf("[box]\nsize = [8, 8, 8]\n",
                   {std::string("search.kind=") + search, std::string("box.size.1=") + size});
  };
  EXPECT_EQ(errorWith("octant=2", "2"), "no error");
  EXPECT_TRUE(names(errorWith("octant", "2"),
                    {"search.kind=octant", "search.kind", "octant", "octant=FACTOR"}));
  EXPECT_TRUE(names(errorWith("octant=2", "1.75"),
                    {"box.size.1=1.75", "box.size.1", "1.75", "1", "2", "octant=2"}));
  EXPECT_EQ(errorWith("cells-per-cutoff=2", "2.5"), "no error");
  EXPECT_TRUE(
      names(errorWith("cells-per-cutoff=2", "2.25"),
            {"box.size.1=2.25", "box.size.1", "5 cells", "2.25", "0.5", "cells-per-cutoff=2"}));
}

TEST(ScenarioErrors, OverridesOfUnknownKeys_AreErrors) {
  EXPECT_TRUE(names(overrideError("fluid.kT"), {"KEY=VALUE"}));
  EXPECT_TRUE(names(overrideError("=1"), {"''", "path"}));
  EXPECT_TRUE(names(overrideError("fluid..kT=1"), {"fluid..kT", "path"}));
  EXPECT_TRUE(names(overrideError("pair.3.a=1"), {"pair", "'3'", "only 3"}));
  EXPECT_TRUE(names(overrideError("pair.a=1"), {"pair", "a", "only 3"}));
  EXPECT_TRUE(names(overrideError("pair.-1.a=1"), {"pair", "-1", "entry"}));
  EXPECT_TRUE(names(overrideError("fluid.kT.x=1"), {"fluid.kT", "number"}));
  EXPECT_NE(overrideError("fluid.kT="), "");
  EXPECT_TRUE(
      names(errorOf("[box]\nsize = [8, 8, 8]\n", {"pair.0.a=1"}), {"pair.0.a=1", "no pair"}));
  EXPECT_TRUE(names(overrideError("fluid.kT=warm"), {"fluid.kT", "warm", "number", "string"}));
  EXPECT_TRUE(names(
      errorOf(kTwoSpecies, {"fluid.kT=1\nfluid.density=2"}),
      {"fluid.kT=1\\nfluid.density=2", "fluid.kT", "number", "string", "'1\\nfluid.density=2'"}));
}

TEST(ScenarioErrors, KeyOfTooManyParts_IsRefused) {
  std::string deep = "a";
  for (int k = 0; k < 50'000; ++k) deep += ".a";
  EXPECT_TRUE(names(errorOf("[box]\n" + deep + " = 1\n"), {"x.toml:2", "1000", "parts"}));
  EXPECT_TRUE(names(errorOf("[" + deep + "]\n"), {"x.toml:1", "1000", "parts"}));
  EXPECT_TRUE(names(errorOf("a = {" + deep + " = 1}\n"), {"x.toml:1", "1000", "parts"}));
  for (const std::string& assignment : {deep + "=1", "name={" + deep + "=1}"}) {
    const std::string message = errorOf(kTwoSpecies, {assignment});
    EXPECT_TRUE(message.starts_with(assignment.substr(0, 100))) << message;
    EXPECT_TRUE(names(message, {"1000", "parts"}));
    EXPECT_LT(message.size(), 250U);
  }
}

TEST(ScenarioErrors, UnreadableFile_IsInputError) {
  const auto messageOf = [](const std::string& path) {
    return gpubuck::test::messageOf<InputError>([&] { loadScenario(path); });
  };
  EXPECT_TRUE(names(messageOf("/none/x.toml"), {"/none/x.toml", "No such file or directory"}));
  EXPECT_TRUE(names(messageOf("/"), {"/", "Is a directory"}));
  EXPECT_TRUE(names(messageOf("/dev/zero"), {"/dev/zero", "1 MiB"}));
  const std::string path = ::testing::TempDir() + "gpubuck-pipe-" + std::to_string(getpid());
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_TRUE(names(messageOf(path), {path, "opened", "1 s"}));
  std::filesystem::remove(path);
}

// Each text has a megabyte of entries, but a file may have only a few of them.
TEST(ScenarioErrors, ExcessiveInput_IsRefusedAtOnce) {
  const auto repeated = [](const std::string& text) {
    std::string all;
    while (all.size() < 1'000'000) all += text;
    return all;
  };
  const std::string box = "[box]\nsize = [8, 8, 8]\n";
  EXPECT_TRUE(names(errorOf("box.size = [8, 8, 8]\n" + repeated("[[species]]\nname = 'a'\n")),
                    {"x.toml:2", "species", "43479 species", "16"}));
  EXPECT_TRUE(names(errorOf(kTwoSpecies + repeated("[[pair]]\n")),
                    {"x.toml:12", "pair", "111115 pairs", "2 species", "3"}));
  EXPECT_TRUE(names(errorOf(box + "[initial]\norder = [" + repeated("'particle',") + "]\n"),
                    {"x.toml:4", "initial.order", "1", "90910"}));
  EXPECT_TRUE(names(errorOf("[box]\nsize = [" + repeated("8,") + "]\n"),
                    {"x.toml:2", "box.size", "3", "500000"}));
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
  EXPECT_TRUE(names(errorOf(box + "[fluid]\nkT = '" + much + "'\n"),
                    {"x.toml:4", "fluid.kT", start + "...", "number", "string"}));
  EXPECT_TRUE(names(
      errorOf(box + "[noise]\nkind = '" + much + "'\n"),
      {"x.toml:4", "noise.kind", start + "...", "karpinski", "karpinski-sequence", "philox"}));
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
  EXPECT_TRUE(names(errorOf(kTwoSpecies, {"name=\xff"}), {"name=\\xff", "UTF-8"}));
  EXPECT_TRUE(names(errorOf(kTwoSpecies, {"initial.state=file", R"(initial.file="a\u0000b")"}),
                    {"initial.file=\"a\\u0000b\"", "initial.file", "NUL"}));
}

TEST(ScenarioErrors, PathThatIsNotUtf8_IsRefused) {
  const Scenario named = parseScenario("box.size = [8, 8, 8]", "/\xff.toml", "/");
  EXPECT_EQ(named.name, "\\xff");
  EXPECT_EQ(parse(toToml(named)).name, named.name);
  EXPECT_TRUE(names(gpubuck::test::messageOf<InputError>([] {
                      parseScenario("box.size = [8, 8, 8]\ninitial = {state = 'file', file = 'b'}",
                                    "x.toml", "/\xff");
                    }),
                    {"x.toml:2", "initial.file", "UTF-8"}));
}

}  // namespace
}  // namespace gpubuck::scenario
