// Without friction and noise gpubuck and LAMMPS compute the same motion. The LAMMPS of the Linux
// distribution lacks pair style dpd, so the exported script runs here with the conservative force
// as a table.
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <map>

#include "app/command.h"
#include "app/lammps/lammps.h"
#include "formats/particles.h"
#include "scenario/scenario.h"

namespace gpubuck::test {
namespace {

constexpr double kDt = 0.01;
constexpr int kSteps = 30;

struct Shape {
  const char* name;
  const char* toml;
};

const std::vector<Shape> kShapes{
    {"Walls",
     "[box]\nsize = [5, 4, 6]\nboundary = ['periodic', 'periodic', 'reflecting']\n"
     "[fluid]\ngravity = [0.5, 0, -2]\n"},
    {"PoiseuilleFlow", "[box]\nsize = [5.3, 4.1, 6.7]\n[fluid]\npoiseuille = 3\n"},
    {"TwoDimensions",
     // In a plane, random places can be so close to each other that the table is too coarse for
     // them.
     "[box]\nsize = [12, 9]\nboundary = ['periodic', 'reflecting']\ndimensions = 2\n"
     "[initial]\nstate = 'lattice'\n[fluid]\ngravity = [0, -2]\npoiseuille = 1.5\n"},
    {"Molecules",
     // All forms of bonds and angles that the distribution's LAMMPS has.
     "[box]\nsize = [8, 7, 9]\n"
     "[[bond]]\nname = 'link'\nk = 90\nlength = 0.6\n"
     "[[bond]]\nname = 'rope'\nform = 'fene'\nk = 30\nlength = 0.5\nreach = 1.2\n"
     "[[angle]]\nname = 'stiff'\nk = 12\n"
     "[[angle]]\nname = 'bent'\nform = 'harmonic'\nk = 8\ndegrees = 115\n"
     "[[molecule]]\nname = 'lipid'\nbeads = 'heavy2(light3)2'\ncount = 11\n"
     "[[molecule]]\nname = 'ring'\nbeads = 'ring light8'\ncount = 9\nbond = 'rope'\n"
     "angle = 'bent'\n[fluid]\n"},
};

constexpr const char* kSpecies =
    "kT = 1.0\n[[species]]\nname = 'light'\nmass = 1.0\nfraction = 0.7\n"
    "[[species]]\nname = 'heavy'\nmass = 4.0\nfraction = 0.3\n"
    "[[pair]]\nspecies = ['light', 'light']\na = 60.0\ngamma = 0\n"
    "[[pair]]\nspecies = ['heavy', 'heavy']\na = 25.0\ngamma = 0\n"
    "[[pair]]\nspecies = ['light', 'heavy']\na = 72.0\ngamma = 0\n"
    "[integrator]\ndt = 0.01\n[noise]\nseed = 7\n";

/// Writes the force F = a (1 - r) and its energy as a table. The force is a polynomial of first
/// order, the energy of second order. Cubic splines between the rows of the table, with these
/// slopes at the ends, are therefore exact.
std::string table(double a) {
  constexpr int kRows = 11;
  std::string text = fmt::format("\nA{}\nN {} R 0.001 1 FPRIME {} {}\n\n", a, kRows, -a, -a);
  for (int i = 0; i < kRows; ++i) {
    const double r = 0.001 + 0.999 * i / (kRows - 1);
    text += fmt::format("{} {} {} {}\n", i + 1, r, 0.5 * a * (1.0 - r) * (1.0 - r), a * (1.0 - r));
  }
  return text;
}

/// Returns the largest error that a pair at distance r causes in an acceleration.
///  - Files give positions in the fewest digits that restore the float. Along each axis, LAMMPS'
///    doubles therefore differ from gpubuck's floats by up to half a unit in the last place, which
///    is 4.8e-7 for positions below 16. gpubuck's difference of two positions has an error of the
///    same size. An error across the pair's direction changes the force by up to a / r times the
///    error, an error along it changes the force less.
///  - LAMMPS turns the table into a cubic spline of F / r = a / r - a over r^2 with intervals h of
///    5e-5. The error of the spline is at most 5/384 h^4 times its fourth derivative, which is
///    105/16 a / r^9. The error of the force is r times as large: 0.085 a (h / r^2)^4.
double pairTolerance(double r) {
  constexpr double kLargest = 72.0, kRounding = 2.0 * 1.7320508 * 4.8e-7, kInterval = 5e-5;
  return kLargest * (kRounding / r + 0.085 * std::pow(kInterval / (r * r), 4));
}

/// The same particles run by LAMMPS and by gpubuck.
struct Lammps : ::testing::Test, ::testing::WithParamInterface<Shape> {
  TemporaryFolder folder;
  scenario::Scenario scenario;
  std::vector<std::map<std::string, double>> log;  ///< LAMMPS' log at steps 0 and kSteps
  std::vector<LammpsFrame> frames;                 ///< positions and forces at these steps
  std::vector<std::map<std::string, double>> ours;
  dpd::Particles start, afterOne, last;  ///< gpubuck's particles at steps 0, 1 and kSteps

  void SetUp() override {
    const std::string path =
        folder.put("fluid.toml", std::string("name = 'fluid'\n") + GetParam().toml + kSpecies);
    scenario = scenario::loadScenario(path);
    ASSERT_TRUE(done(runGpubuck({"export", "lammps", path, "--out", folder / "lammps", "--steps",
                                 std::to_string(kSteps), "--every", std::to_string(kSteps)})));
    useTables();
    ASSERT_TRUE(runLammps(folder / "lammps", "in.tables"));
    log = lammpsLog(folder.get("lammps/log.lammps"));
    ASSERT_EQ(log.size(), 3u) << "run 0, and both ends of the run";
    frames = lammpsFrames(folder.get("lammps/forces.lammpstrj"));
    ASSERT_EQ(frames.size(), 2u);
    ASSERT_EQ(frames[1].step, kSteps);
    start = simulate(path, 0);
    ASSERT_EQ(frames[0].first.size(), start.count());
    ASSERT_GT(start.count(), 300u);
    afterOne = simulate(path, 1);
    last = simulate(path, kSteps);
  }

  /// Adapts the exported script to the distribution's LAMMPS. gpubuck's first velocities belong to
  /// step -1/2, so LAMMPS starts with the velocities at step 0, half a step later.
  void useTables() const {
    std::string script;
    std::istringstream lines(folder.get("lammps/in.fluid"));
    const bool isFlat = scenario.fluid.box.dimensions == 2;
    int pairs = 0;
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string command, i, j, a;
      words >> command >> i >> j >> a;
      if (command == "pair_style") {
        script += "pair_style table spline 20000\n";
      } else if (command == "pair_coeff") {
        script += fmt::format("pair_coeff {} {} tables A{} 1\n", i, j, a);
        ++pairs;
      } else if (command == "run") {
        script +=
            "thermo_modify format float %.15g\n"
            "dump forces all custom ${frames} forces.lammpstrj id x y z fx fy fz\n"
            "dump_modify forces sort id format float %.15g\nrun 0\n"
            "variable hx atom vx+0.5*dt*fx/mass\nvariable hy atom vy+0.5*dt*fy/mass\n"
            "variable hz atom vz+0.5*dt*fz/mass\nvelocity all set v_hx v_hy " +
            std::string(isFlat ? "NULL\n" : "v_hz\n") + line + "\nwrite_data back.data\n";
      } else {
        script += line + "\n";
      }
    }
    ASSERT_EQ(pairs, 3);
    folder.put("lammps/in.tables", script);
    folder.put("lammps/tables", table(60) + table(25) + table(72));
  }

  /// Returns the particles after some steps, and stores the first and the last row of observables
  /// in `ours`.
  dpd::Particles simulate(const std::string& path, int steps) {
    const std::string count = std::to_string(steps);
    EXPECT_TRUE(done(runGpubuck({"run", path, "--steps", count, "--out", folder / ("out" + count),
                                 "--trajectory-every", std::to_string(std::max(steps, 1))})));
    ours = csvRows(folder.get("out" + count + "/observables.csv"));
    return formats::readExtendedXyz(folder / ("out" + count + "/trajectory.xyz"), scenario.fluid);
  }

  /// Returns a - b by the minimum image.
  glm::dvec3 between(glm::dvec3 a, const glm::dvec3& b) const {
    a -= b;
    for (int axis = 0; axis < scenario.fluid.box.dimensions; ++axis) {
      const double side = scenario.fluid.box.size[axis];
      if (scenario.fluid.box.isPeriodic(axis)) a[axis] -= side * std::round(a[axis] / side);
    }
    return a;
  }

  double massOf(std::size_t i) const {
    return scenario.fluid.species[static_cast<std::size_t>(start.species[i])].mass;
  }

  void expectSameForces() const {
    int compared = 0;
    for (std::size_t i = 0; i < start.count(); ++i) {
      const glm::vec3& place = start.position[i];
      EXPECT_EQ(glm::vec3(frames[0].first[i]), place) << i;
      // A velocity below 16 is rounded by 4.8e-7. An acceleration is the difference of two
      // velocities, divided by dt, so it has twice this error, divided by dt. A force is the float
      // sum of some ten forces up to 72, and each addition is rounded by 2e-6.
      double tolerance = 2.0 * 4.8e-7 / kDt + 10 * 2e-6;
      for (std::size_t j = 0; j < start.count(); ++j) {
        const glm::dvec3 d = between(glm::dvec3(place), glm::dvec3(start.position[j]));
        const double r = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
        if (i != j && r < 1.0) tolerance += pairTolerance(r);
      }
      EXPECT_LT(tolerance, 0.1) << i << " has a neighbour for which the table is too coarse";
      // The force of a bond has the errors of the positions, multiplied by its k of 90. Up to three
      // bonds and some angles act on a bead; the force of an angle is 12 / 0.6 times its deviation.
      if (scenario.fluid.hasMolecules()) tolerance += 1e-3;
      for (int axis = 0; axis < scenario.fluid.box.dimensions; ++axis) {
        const double x = place[axis], side = scenario.fluid.box.size[axis];
        // A particle that meets the wall in this step comes back with its velocity reversed.
        if (!scenario.fluid.box.isPeriodic(axis) && std::min(x, side - x) < 0.2) continue;
        const double change = static_cast<double>(afterOne.velocity[i][axis]) -
                              static_cast<double>(start.velocity[i][axis]);
        EXPECT_NEAR(change / kDt, frames[0].second[i][axis] / massOf(i), tolerance) << i;
        ++compared;
      }
    }
    EXPECT_GT(compared, 500);
  }

  /// Compares the sums over all particles at the start and after all steps.
  void expectSameSums() const {
    ASSERT_EQ(ours.size(), 2u);
    const double volume = scenario.fluid.box.volume() * scenario.fluid.box.dimensions;
    for (const std::size_t k : {0u, 1u}) {
      const std::map<std::string, double>&row = ours[k], &theirs = log[k + 1];
      SCOPED_TRACE(row.at("step"));
      EXPECT_EQ(row.at("step"), theirs.at("Step"));
      // Each pair's energy is rounded by a relative 1e-7, up or down. Later, rounding also changes
      // the motion, which has little effect on sums over many particles.
      const double relative = k == 0 ? 1e-6 : 1e-5;
      double potential = row.at("potential_energy");
      if (scenario.fluid.hasMolecules())
        potential += row.at("bond_energy") + row.at("angle_energy");
      EXPECT_NEAR(potential / theirs.at("PotEng"), 1.0, relative);
      EXPECT_NEAR(row.at("temperature_on_step") / theirs.at("Temp"), 1.0, relative);
      // gpubuck's pressure contains the kinetic energy at half steps, LAMMPS' pressure the kinetic
      // energy at full steps.
      const double pressure =
          row.at("pressure") + 2.0 * (theirs.at("KinEng") - row.at("kinetic_energy")) / volume;
      EXPECT_NEAR(pressure / theirs.at("Press"), 1.0, relative);
    }
  }

  void expectSamePositions() const {
    double moved = 0.0, apart = 0.0;
    for (std::size_t i = 0; i < start.count(); ++i) {
      const glm::dvec3 way = between(glm::dvec3(last.position[i]), glm::dvec3(start.position[i]));
      const glm::dvec3 error = between(frames[1].first[i], glm::dvec3(last.position[i]));
      moved += way.x * way.x + way.y * way.y + way.z * way.z;
      apart += error.x * error.x + error.y * error.y + error.z * error.z;
    }
    const auto count = static_cast<double>(start.count());
    EXPECT_GT(std::sqrt(moved / count), 0.2) << "the particles do move";
    // A place below 16 is rounded by up to 4.8e-7 per step. Over 30 steps these errors add up to
    // about 1.5e-6, and the rounding of the start contributes the same amount. Close neighbours
    // amplify the errors, by a factor of less than 8 in this time.
    EXPECT_LT(std::sqrt(apart / count), 2e-5);
  }

  /// Expects that a run can start from the file that LAMMPS has written by write_data.
  void expectReadBack() const {
    const formats::FileParticles back =
        formats::readLammpsData(folder / "lammps/back.data", scenario.fluid);
    ASSERT_EQ(back.count(), start.count());
    EXPECT_EQ(back.molecules.empty(), !scenario.fluid.hasMolecules());
    ASSERT_EQ(back.velocity.size(), start.count());
    EXPECT_EQ(back.species, start.species);
    for (std::size_t i = 0; i < start.count(); ++i) {
      const glm::dvec3 error = between(glm::dvec3(back.position[i]), frames[1].first[i]);
      for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(error[axis], 0.0, 5e-7);  // as above
    }
    const Outcome outcome = runGpubuck({"run", folder / "fluid.toml", "--set", "initial.state=file",
                                        "--set", "initial.file=" + folder / "lammps/back.data",
                                        "--steps", "0", "--out", folder / "again"});
    // Bonds and angles, which LAMMPS writes in another order, match the scenario.
    EXPECT_TRUE(done(outcome));
    const auto again = csvRows(folder.get("again/observables.csv"));
    ASSERT_EQ(again.size(), 1u);
    double potential = again[0].at("potential_energy");
    if (scenario.fluid.hasMolecules()) {
      potential += again[0].at("bond_energy") + again[0].at("angle_energy");
    }
    EXPECT_NEAR(potential / log[2].at("PotEng"), 1.0, 1e-6);
  }
};

INSTANTIATE_TEST_SUITE_P(Shapes, Lammps, ::testing::ValuesIn(kShapes),
                         [](const auto& shape) { return shape.param.name; });

TEST_P(Lammps, ForcesEnergiesAndMotion_Agree) {
  expectSameForces();
  expectSameSums();
  expectSamePositions();
  expectReadBack();
}

}  // namespace
}  // namespace gpubuck::test
