// `gpubuck export lammps`: the files that it writes, and the input that it refuses. No GPU is
// needed.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/command.h"
#include "file/temporary_folder.h"
#include "formats/lammps.h"
#include "formats/particles.h"
#include "scenario/initial/initial_state.h"

namespace gpubuck::test {
namespace {

constexpr const char* kTwoSpecies =
    "[box]\nsize = [4, 5, 6]\nboundary = ['periodic', 'periodic', 'reflecting']\n"
    "[fluid]\nkT = 0.5\ngravity = [0, 0, -0.2]\n"
    "[[species]]\nname = 'light'\nfraction = 0.6\n"
    "[[species]]\nname = 'heavy'\nmass = 4.0\nfraction = 0.4\n"
    "[[pair]]\nspecies = ['light', 'light']\na = 60.0\ngamma = 4.5\n"
    "[[pair]]\nspecies = ['heavy', 'heavy']\na = 61.0\ngamma = 5.5\n"
    "[[pair]]\nspecies = ['light', 'heavy']\na = 72.0\ngamma = 6.5\n"
    "[integrator]\ndt = 0.02\n[noise]\nseed = 1\n";

struct ExportLammps : ::testing::Test {
  TemporaryFolder folder;

  Outcome write(const std::string& scenario, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments{"export",      "lammps", scenario,
                                       "--overwrite", "--out",  folder / "out"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return runGpubuck(arguments);
  }
  /// The exported script without comments and blank lines.
  std::string commands(const std::string& name) const {
    std::istringstream lines(folder.get("out/in." + name));
    std::string text;
    for (std::string line; std::getline(lines, line);) {
      line = line.substr(0, line.find('#'));
      line.erase(line.find_last_not_of(' ') + 1);
      if (!line.empty()) text += line + "\n";
    }
    return text;
  }
};

TEST_F(ExportLammps, Script_HasTheWholeScenario) {
  const std::string path = folder.put("two.toml", kTwoSpecies);
  const Outcome outcome = write(path, {"--steps", "50", "--every", "5"});
  EXPECT_TRUE(done(outcome));
  EXPECT_EQ(outcome.output, "");
  EXPECT_EQ(commands("two"),
            "variable steps index 50\nvariable rows index 5\nvariable frames index 5\n"
            "units lj\ndimension 3\nboundary p p f\natom_style atomic\nnewton on\n"
            "comm_modify vel yes\nread_data two.data\n"
            "pair_style dpd 0.5 1 2\npair_coeff 1 1 60 4.5\npair_coeff 1 2 72 6.5\n"
            "pair_coeff 2 2 61 5.5\nneighbor 0.5 bin\nneigh_modify every 1 delay 0 check yes\n"
            "timestep 0.02\nfix move all nve\nfix gravity all gravity 0.2 vector 0 0 -0.2\n"
            "fix walls all wall/reflect zlo EDGE zhi EDGE\n"
            "thermo_style custom step time temp press pe ke\nthermo_modify norm no\n"
            "compute_modify thermo_temp extra/dof 2\nthermo ${rows}\n"
            "dump particles all custom ${frames} two.lammpstrj id type x y z vx vy vz\n"
            "dump_modify particles sort id\nrun ${steps}\n");
  EXPECT_NE(folder.get("out/in.two").find("this scenario says leapfrog-ab2 (lambda = 1)."),
            std::string::npos);
}

TEST_F(ExportLammps, Data_AreTheParticlesOfStepZero) {
  const std::string path = folder.put("two.toml", kTwoSpecies);
  ASSERT_TRUE(done(write(path, {"--seed", "9"})));
  const scenario::Scenario scenario = scenario::loadScenario(path, {"noise.seed=9"});
  const dpd::Particles expected = dpd::unpacked(makeInitialState(scenario));
  const dpd::Particles particles = formats::readLammpsData(folder / "out/two.data", scenario.fluid);
  ASSERT_EQ(expected.count(), 360u);
  EXPECT_EQ(particles.position, expected.position);
  EXPECT_EQ(particles.velocity, expected.velocity);
  EXPECT_EQ(particles.species, expected.species);
  EXPECT_NE(commands("two").find("pair_style dpd 0.5 1 10\n"), std::string::npos);
}

TEST_F(ExportLammps, TwoDimensionsMediumAndPoiseuilleFlow) {
  const std::string path = folder.put("flat.toml",
                                      "name = 'flat & wide'\n"
                                      "[box]\nsize = [8, 6]\ndimensions = 2\n"
                                      "[fluid]\ndrag = 0.5\npoiseuille = 0.3\n"
                                      "[integrator]\nkind = 'velocity-verlet'\nlambda = 0.5\n"
                                      "[noise]\nseed = 4294967295\n");
  ASSERT_TRUE(done(write(path)));
  const std::string script = commands("flat---wide");
  for (const char* part :
       {"dimension 2\nboundary p p p\n", "pair_style dpd 1 1 698967296\n",
        "fix medium all langevin 1 1 2 698967296\n",
        "variable push atom \"0.3*mass*(2*(y/6-floor(y/6)<0.5)-1)\"\n"
        "fix push all addforce v_push 0 0\nfix plane all enforce2d\n",
        "compute_modify thermo_temp extra/dof 0\n", "variable steps index 1000\n"}) {
    EXPECT_NE(script.find(part), std::string::npos) << part << "\nin\n" << script;
  }
  EXPECT_EQ(script.find("fix walls"), std::string::npos);
  EXPECT_EQ(script.find("fix gravity"), std::string::npos);
  EXPECT_NE(folder.get("out/in.flat---wide").find("says velocity-verlet (lambda = 0.5)."),
            std::string::npos);
}

TEST_F(ExportLammps, WeightExponents_TakePairStyleDpdExt) {
  const std::string path = folder.put("two.toml", kTwoSpecies);
  ASSERT_TRUE(done(write(path, {"--set", "pair.1.weight_exponent=0.5"})));
  // After the two species, a pair_coeff line has A, the friction along and across the line between
  // the particles, and the exponents of the weights along and across this line.
  EXPECT_NE(commands("two").find("pair_style dpd/ext 0.5 1 2\npair_coeff 1 1 60 4.5 0 1 1\n"
                                 "pair_coeff 1 2 72 6.5 0 1 1\npair_coeff 2 2 61 5.5 0 0.5 1\n"),
            std::string::npos)
      << commands("two");
}

TEST_F(ExportLammps, ManyBodyFluid_TakesPairStyleMdpd) {
  const std::string path = folder.put(
      "drop.toml",
      "name = 'drop'\n[box]\nsize = [5, 6, 7]\n[fluid]\nlaw = 'many-body'\nkT = 0.5\n"
      "[many_body]\nb = 30\ndensity_radius = 0.7\nkernel = 'lucy'\n"
      "[[species]]\nname = 'a'\nfraction = 0.5\n[[species]]\nname = 'b'\nfraction = 0.5\n"
      "[[pair]]\nspecies = ['a', 'a']\na = -40.0\ngamma = 4.5\n"
      "[[pair]]\nspecies = ['b', 'b']\na = -41.0\ngamma = 5.5\n"
      "[[pair]]\nspecies = ['a', 'b']\na = -20.0\ngamma = 6.5\n");
  ASSERT_TRUE(done(write(path)));
  const std::string script = commands("drop");
  EXPECT_NE(script.find("atom_style mdpd\n"), std::string::npos) << script;
  EXPECT_NE(script.find("pair_style hybrid/overlay mdpd/rhosum mdpd 0.5 1 2\n"
                        "pair_coeff 1 1 mdpd/rhosum 0.7\npair_coeff 1 1 mdpd -40 30 4.5 1 0.7\n"
                        "pair_coeff 1 2 mdpd/rhosum 0.7\npair_coeff 1 2 mdpd -20 30 6.5 1 0.7\n"
                        "pair_coeff 2 2 mdpd/rhosum 0.7\npair_coeff 2 2 mdpd -41 30 5.5 1 0.7\n"),
            std::string::npos)
      << script;
  const auto refuses = [&](const std::vector<std::string>& sets, const char* named) {
    std::filesystem::remove_all(folder / "out");
    std::vector<std::string> more;
    for (const std::string& set : sets) more.insert(more.end(), {"--set", set});
    EXPECT_TRUE(refused(write(path, more), 2, {named}));
    EXPECT_FALSE(std::filesystem::exists(folder / "out"));
  };
  refuses({"many_body.kernel=warren"}, "many_body.kernel: ");
  refuses({"pair.2.weight_exponent=0.5"}, "weight_exponent: ");
  refuses({"species.1.mass=2"}, "species b: ");
  refuses({"box.dimensions=2", "box.size=[5,6]"}, "box.dimensions: ");
}

TEST_F(ExportLammps, ExportedData_CanStartAScenario) {
  ASSERT_TRUE(done(write(folder.put("two.toml", kTwoSpecies))));
  const std::string data = folder.get("out/two.data");
  const std::string again = folder.put(
      "again.toml", std::string(kTwoSpecies) + "[initial]\nstate = 'file'\nfile = 'two.data'\n");
  folder.put("two.data", data);
  ASSERT_TRUE(done(write(again)));
  const std::string copy = folder.get("out/again.data");
  // The particles and their order are the same; only the first line of the file differs.
  EXPECT_EQ(copy.substr(copy.find('\n')), data.substr(data.find('\n')));
}

TEST_F(ExportLammps, BadInput_IsRefusedInOneLine) {
  const std::string path = folder.put("two.toml", kTwoSpecies);
  EXPECT_TRUE(refused(write(folder / "none.toml"), 2, {"none.toml", "No such file or directory"}));
  EXPECT_TRUE(refused(write(path, {"--set", "fluid.kT=hot"}), 2, {"fluid.kT=hot"}));
  EXPECT_TRUE(refused(write(path, {"--steps", "-1"}), 2, {"--steps", "-1"}));
  EXPECT_TRUE(refused(write(path, {"--every", "0"}), 2, {"--every", "0"}));
  EXPECT_FALSE(std::filesystem::exists(folder / "out")) << "nothing is made for a bad scenario";
  EXPECT_TRUE(refused(runGpubuck({"export", "lammps", path}), 2, {"--out"}));
  EXPECT_TRUE(refused(runGpubuck({"export"}), 2, {"subcommand"}));
  EXPECT_TRUE(refused(runGpubuck({"export", "lammps", path, "--out", path}), 2, {path + "/"}));
  EXPECT_TRUE(refused(runGpubuck({"export", "lammps", path, "--out", path + "/below"}), 2,
                      {path + "/below/", "Not a directory"}));
  std::filesystem::create_directories(folder / "out/in.two");
  EXPECT_TRUE(refused(write(path), 2, {"out/in.two", "is a folder"}));
}

}  // namespace
}  // namespace gpubuck::test
