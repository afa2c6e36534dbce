// Bonds and angles in the files that a run writes, and in files from which a run begins.
#include <gtest/gtest.h>

#include "app/run/run_command.h"
#include "formats/trajectory.h"
#include "run/run_state.h"
#include "scenario/scenario.h"

namespace gpubuck::test {
namespace {

struct MoleculesOfRuns : RunCommand {
  /// A scenario of 192 particles. With `chains`, half of them are beads of chains.
  const std::string head =
      "[box]\nsize = [4, 4, 4]\n[integrator]\ndt = 0.01\n"
      "[[species]]\nname = 'A'\n[[pair]]\nspecies = ['A', 'A']\na = 25.0\ngamma = 4.5\n"
      "[[bond]]\nname = 'unused'\n[[bond]]\nname = 'link'\nlength = 0.4\n"
      "[[angle]]\nname = 'bend'\ndegrees = 120\n";
  const std::string chains =
      "[[molecule]]\nname = 'chain'\nbeads = 'A4'\nshare = 0.5\nbond = 'link'\n";

  /// The bonds and angles of the scenario at step 0.
  static dpd::Molecules moleculesIn(const std::string& scenario) {
    return run::beginRun(scenario::loadScenario(scenario)).particles.molecules;
  }
  /// The energy of all bonds or angles in a row of observables.csv.
  double energyOf(const std::string& out, const std::string& links, std::size_t row) const {
    const auto fieldsOf = [](const std::string& line) {
      std::vector<std::string> fields;
      std::istringstream stream(line);
      for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
      return fields;
    };
    const std::vector<std::string> rows = observables(out), names = fieldsOf(rows.at(0));
    const auto column = std::ranges::find(names, links + "_energy") - names.begin();
    return std::stod(fieldsOf(rows.at(1 + row)).at(static_cast<std::size_t>(column)));
  }
};

TEST_F(MoleculesOfRuns, GsdTrajectory_HasThemAlsoAfterARestart) {
  const std::string scenario = folder.put("chains.toml", head + chains);
  const std::vector<std::string> outputs{"--trajectory-every", "1", "--trajectory-format", "gsd",
                                         "--checkpoint-every", "1"};
  ASSERT_TRUE(done(run(scenario, "out", 2, outputs)));
  const std::string path = folder / "out/trajectory.gsd";
  const dpd::Molecules expected = moleculesIn(scenario);
  ASSERT_EQ(expected.bonds.size(), 72U);
  const auto reader = formats::makeGsdReader(path);
  EXPECT_EQ(reader->molecules(), expected);
  EXPECT_EQ(reader->fluid().bondKinds.at(1).name, "link");
  const std::string whole = folder.get("out/trajectory.gsd");
  for (const char* checkpoint : {"0", "1"}) {
    ASSERT_TRUE(done(runGpubuck(
        {"run", "--restart", folder / ("out/checkpoint-0000000" + std::string(checkpoint) + ".h5"),
         "--append", "--until", "2", "--out", folder / "out"})));
    EXPECT_TRUE(folder.get("out/trajectory.gsd") == whole) << checkpoint;
  }
}

TEST_F(MoleculesOfRuns, ExportedAndWrittenFiles_CanBeginARun) {
  const std::string scenario = folder.put("chains.toml", head + chains);
  ASSERT_TRUE(
      done(run(scenario, "out", 2,
               {"--observe-every", "1", "--trajectory-every", "5", "--trajectory-format", "gsd"})));
  ASSERT_TRUE(done(runGpubuck({"export", "lammps", scenario, "--out", folder / "lammps"})));
  const dpd::Molecules expected = moleculesIn(scenario);
  struct Start {
    std::string file;
    std::size_t row;   ///< row in observables.csv of the run that wrote the file
    double tolerance;  ///< GSD rounds positions
  };
  for (const auto& [file, row, tolerance] :
       {Start{"lammps/chains.data", 0, 0.0}, Start{"out/trajectory.gsd", 2, 1e-4}}) {
    for (const std::string& molecules : {std::string(), chains}) {
      SCOPED_TRACE(file + molecules);
      const std::string again = folder.put(
          "again.toml", head + molecules + "[initial]\nstate = 'file'\nfile = '" + file + "'\n");
      EXPECT_EQ(moleculesIn(again), expected);
      ASSERT_TRUE(done(run(again, "again", 1, {"--observe-every", "1", "--overwrite"})));
      for (const char* links : {"bond", "angle"}) {
        const double energy = energyOf("out", links, row);
        EXPECT_GT(energy, 0.0) << links;
        EXPECT_NEAR(energyOf("again", links, 0), energy, tolerance * energy) << links;
      }
    }
  }
}

TEST_F(MoleculesOfRuns, BondsWithoutKinds_AreRefused) {
  const std::string scenario = folder.put("chains.toml", head + chains);
  ASSERT_TRUE(done(runGpubuck({"export", "lammps", scenario, "--out", folder / "lammps"})));
  const std::string plain = folder.put("plain.toml",
                                       "[box]\nsize = [4, 4, 4]\n[initial]\nstate = 'file'\n"
                                       "file = 'lammps/chains.data'\n");
  EXPECT_TRUE(refused(run(plain, "out", 1), 2, {"lammps/chains.data:410", "bond type"}));
}

}  // namespace
}  // namespace gpubuck::test
