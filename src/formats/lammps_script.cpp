#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <glm/geometric.hpp>
#include <limits>
#include <sstream>
#include <utility>
#include <vector>

#include "base/error.h"
#include "formats/lammps.h"

namespace gpubuck::formats {
namespace {

/// Adds a command, followed by its purpose.
void add(std::string& script, const std::string& command, const std::string& comment) {
  script += fmt::format("{:<44} # {}\n", command, comment);
}

/// Returns a seed of 1..899000000. LAMMPS adds the number of the process to it and allows
/// 1..900000000.
std::uint32_t seedOf(const dpd::Fluid& fluid) { return 1 + fluid.seed % 899'000'000U; }

std::string integratorOf(const dpd::Fluid& fluid) {
  return fluid.integrator == dpd::Integrator::LeapfrogAb2
             ? std::string("leapfrog-ab2 (lambda = 1)")
             : fmt::format("velocity-verlet (lambda = {})", fluid.lambda);
}

/// A pair style of LAMMPS.
struct PairStyle {
  std::string_view name;
  const char* package;
  void (*addPairs)(std::string& script, const dpd::Fluid& fluid);
  /// Throws InputError if LAMMPS cannot simulate the fluid with this style. May be null.
  void (*require)(const dpd::Fluid& fluid);
};

std::string preface(const dpd::Fluid& fluid, const LammpsRun& run, const char* package) {
  return fmt::format(
      R"(# {0}: a fluid of gpubuck, simulated by LAMMPS with its own DPD (package {4}).
#   lmp -in in.{0}
#   mpirun -np 4 lmp -in in.{0} -var steps 10000 -var frames 50
#
# Both programs have the same conservative force, friction, variance of the noise, masses, box with
# its boundaries, time step, and particles at step 0. They differ as follows:
# - LAMMPS draws the noise from a normal distribution, gpubuck from a uniform distribution, and each
#   has random numbers of its own. Compare averages, not single particles.
# - LAMMPS computes the friction at step n from the velocities at n - 1/2. So does gpubuck with
#   integrator.kind = "velocity-verlet" and lambda = 0.5; this scenario says {1}.
# - The velocities at the start belong to step -1/2 in gpubuck, and to step 0 in LAMMPS.
# - In LAMMPS, temperature and pressure follow from velocities at whole steps (gpubuck has them as
#   temperature_on_step), and the pressure includes friction and noise (gpubuck: pressure_total).
variable steps index {2}
variable rows index {3}
variable frames index {3}

)",
      run.name, integratorOf(fluid), run.steps, run.every, package);
}

/// Returns a distance that is larger than nearly any distance between bonded beads, but at most the
/// shortest side.
double farthestPartner(const dpd::Fluid& fluid) {
  double shortest = std::numeric_limits<double>::infinity(), longest = 1.5;
  for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
    shortest = std::min(shortest, fluid.box.size[axis]);
  }
  for (const dpd::BondKind& kind : fluid.bondKinds) {
    const double stretch = kind.form == dpd::BondForm::Fene ? kind.reach : 1.0;
    longest = std::max(longest, 2.0 * (kind.length + stretch));
  }
  return std::min(longest, shortest);
}

void addBoxAndParticles(std::string& script, const dpd::Fluid& fluid, const std::string& name) {
  const auto side = [&](int axis) {
    return axis >= fluid.box.dimensions || fluid.box.isPeriodic(axis) ? 'p' : 'f';
  };
  add(script, "units lj", "length r_c, k_B = 1; mass and energy as in the scenario");
  script += fmt::format("dimension {}\n", fluid.box.dimensions);
  add(script, fmt::format("boundary {} {} {}", side(0), side(1), side(2)),
      "p: periodic, f: a wall (fix walls)");
  script += fmt::format("atom_style {}\n", lammpsAtomStyle(fluid));
  add(script, "newton on", "one noise for both particles of a pair: momentum is conserved");
  add(script, "comm_modify vel yes", "friction needs the neighbours' velocities");
  if (fluid.hasMolecules()) {
    add(script, "special_bonds lj 1 1 1", "bonded beads repel each other, too");
    add(script, fmt::format("comm_modify cutoff {}", farthestPartner(fluid)),
        "reaches the farthest bead of an angle");
  }
  script += fmt::format("read_data {}.data\n\n", name);
}

/// Sets the style of all kinds if they share one. Otherwise sets `hybrid`, and each kind names its
/// style in its coefficients.
template <typename Kind>
void addKinds(std::string& script, const char* what, const std::vector<Kind>& kinds,
              std::pair<std::string, std::string> (*styleOf)(const Kind&)) {
  if (kinds.empty()) return;
  std::vector<std::string> styles;
  for (const Kind& kind : kinds) {
    const std::string style = styleOf(kind).first;
    if (std::ranges::find(styles, style) == styles.end()) styles.push_back(style);
  }
  const bool isHybrid = styles.size() > 1;
  script += fmt::format("{}_style {}{}\n", what, isHybrid ? "hybrid " : "", fmt::join(styles, " "));
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const auto [style, coefficients] = styleOf(kinds[k]);
    add(script,
        fmt::format("{}_coeff {}{} {}", what, k + 1, isHybrid ? " " + style : "", coefficients),
        kinds[k].name);
  }
}

/// Adds the styles and coefficients of bonds and angles. In LAMMPS the coefficient of a harmonic
/// energy contains the factor 1/2.
void addMolecules(std::string& script, const dpd::Fluid& fluid) {
  addKinds<dpd::BondKind>(
      script, "bond", fluid.bondKinds,
      [](const dpd::BondKind& kind) -> std::pair<std::string, std::string> {
        if (kind.form == dpd::BondForm::Harmonic) {
          return {"harmonic", fmt::format("{} {}", 0.5 * kind.k, kind.length)};
        }
        // The bond has no repulsion of its own: epsilon is 0.
        return {"fene/expand", fmt::format("{} {} 0 1 {}", kind.k, kind.reach, kind.length)};
      });
  addKinds<dpd::AngleKind>(
      script, "angle", fluid.angleKinds,
      [](const dpd::AngleKind& kind) -> std::pair<std::string, std::string> {
        if (kind.form == dpd::AngleForm::Harmonic) {
          return {"harmonic", fmt::format("{} {}", 0.5 * kind.k, kind.degrees)};
        }
        if (kind.degrees == 180.0) return {"cosine", fmt::format("{}", kind.k)};
        return {"cosine/delta", fmt::format("{} {}", kind.k, kind.degrees)};
      });
  if (fluid.hasMolecules()) script += "\n";
}

/// Calls `add(k, l, pair, names)` for each pair of species, which LAMMPS counts from 1.
template <typename Add>
void forEachPair(const dpd::Fluid& fluid, const Add& add) {
  const int species = static_cast<int>(fluid.species.size());
  for (int k = 0; k < species; ++k) {
    for (int l = k; l < species; ++l) {
      add(k + 1, l + 1, fluid.pair(k, l),
          fmt::format("{}, {}", fluid.species[static_cast<std::size_t>(k)].name,
                      fluid.species[static_cast<std::size_t>(l)].name));
    }
  }
}

/// Adds the pair styles of many-body DPD: mdpd/rhosum finds the densities by Lucy's kernel, mdpd
/// has the forces.
void addManyBodyPairs(std::string& script, const dpd::Fluid& fluid) {
  const dpd::ManyBody& all = fluid.manyBody;
  add(script,
      fmt::format("pair_style hybrid/overlay mdpd/rhosum mdpd {} 1 {}", fluid.kT, seedOf(fluid)),
      "kT, r_c, seed");
  forEachPair(fluid,
              [&](int k, int l, const dpd::PairCoefficients& pair, const std::string& names) {
                script += fmt::format("pair_coeff {} {} mdpd/rhosum {}\n", k, l, all.densityRadius);
                add(script,
                    fmt::format("pair_coeff {} {} mdpd {} {} {} 1 {}", k, l, pair.a, all.b,
                                pair.gamma, all.densityRadius),
                    names + ": a, b, gamma, r_c, r_d; sigma^2 = 2 gamma kT");
              });
}

/// Adds the pair style dpd if the noise of every pair has the weight 1 - r, otherwise the style
/// dpd/ext with the exponent of each pair's weight.
void addSimplePairs(std::string& script, const dpd::Fluid& fluid) {
  const bool isExtended = fluid.hasExponents();
  add(script,
      fmt::format("pair_style {} {} 1 {}", isExtended ? "dpd/ext" : "dpd", fluid.kT, seedOf(fluid)),
      "kT, r_c, seed");
  forEachPair(
      fluid, [&](int k, int l, const dpd::PairCoefficients& pair, const std::string& names) {
        // After a, dpd/ext has the frictions along and across e, then the exponents along and
        // across e. The friction across e is 0.
        const std::string more = isExtended ? fmt::format(" 0 {} 1", pair.weightExponent) : "";
        add(script, fmt::format("pair_coeff {} {} {} {}{}", k, l, pair.a, pair.gamma, more),
            fmt::format("{}: a, gamma{}; sigma^2 = 2 gamma kT", names,
                        isExtended ? ", 0, exponent, 1" : ""));
      });
}

void addNeighbours(std::string& script) {
  script += "neighbor 0.5 bin\n";
  add(script, "neigh_modify every 1 delay 0 check yes", "no neighbour is missed");
}

void addMotion(std::string& script, const dpd::Fluid& fluid) {
  script += fmt::format("\ntimestep {}\nfix move all nve\n", fluid.dt);
  const glm::dvec3& g = fluid.gravity;
  if (g != glm::dvec3(0.0)) {
    add(script,
        fmt::format("fix gravity all gravity {} vector {} {} {}", glm::length(g), g.x, g.y, g.z),
        "acceleration, direction");
  }
  std::string walls;
  for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
    if (fluid.box.isPeriodic(axis)) continue;
    walls += fmt::format(" {0}lo EDGE {0}hi EDGE", cells::kAxisNames[axis]);
  }
  if (!walls.empty()) {
    add(script, "fix walls all wall/reflect" + walls, "mirrors position and velocity at the walls");
  }
  if (fluid.drag > 0.0) {
    add(script,
        fmt::format("fix medium all langevin {0} {0} {1} {2}", fluid.kT, 1.0 / fluid.drag,
                    seedOf(fluid)),
        "kT twice, 1 / drag, seed");
  }
  if (fluid.poiseuille != 0.0) {
    // A force along x whose sign depends on the half of the box along the last axis. When LAMMPS
    // computes the force, particles may be a little outside of the box.
    const int last = fluid.box.dimensions - 1;
    const char axis = cells::kAxisNames[last];
    script += fmt::format("variable push atom \"{0}*mass*(2*({1}/{2}-floor({1}/{2})<0.5)-1)\"\n",
                          fluid.poiseuille, axis, fluid.box.size[last]);
    add(script, "fix push all addforce v_push 0 0",
        fmt::format("along x in the lower half of {}, against x in the upper half", axis));
  }
  if (fluid.box.dimensions == 2) script += "fix plane all enforce2d\n";
}

void addThermo(std::string& script, const dpd::Fluid& fluid) {
  // Along periodic axes the mean velocity of all particles is constant, unless the fluid has drag.
  int conserved = 0;
  for (int axis = 0; axis < fluid.box.dimensions; ++axis) conserved += fluid.box.isPeriodic(axis);
  if (fluid.drag > 0.0) conserved = 0;
  script += "\nthermo_style custom step time temp press pe ke\n";
  add(script, "thermo_modify norm no", "energies of all particles, not per particle");
  add(script, fmt::format("compute_modify thermo_temp extra/dof {}", conserved),
      fluid.drag > 0.0 ? "drag does not conserve momentum"
                       : "momentum is conserved along periodic axes");
}

void addOutput(std::string& script, const LammpsRun& run) {
  script += fmt::format(
      "thermo ${{rows}}\n"
      "dump particles all custom ${{frames}} {}.lammpstrj id type x y z vx vy vz\n"
      "dump_modify particles sort id\n"
      "run ${{steps}}\n",
      run.name);
}

void requireMdpd(const dpd::Fluid& fluid) {
  if (fluid.manyBody.kernel != dpd::DensityKernel::Lucy) {
    throw InputError("many_body.kernel",
                     "LAMMPS (mdpd/rhosum) sums densities by another kernel than warren; set lucy");
  }
  if (fluid.box.dimensions == 2) {
    throw InputError("box.dimensions", "must be 3 for LAMMPS (mdpd/rhosum), got 2");
  }
  for (const dpd::Species& species : fluid.species) {
    if (species.mass == 1.0) continue;
    throw InputError("species " + species.name,
                     fmt::format("the mass must be 1 for LAMMPS (mdpd/rhosum), which weights "
                                 "densities by it, got {}",
                                 species.mass));
  }
  if (fluid.hasExponents()) {
    throw InputError("weight_exponent",
                     "must be 1 for LAMMPS, whose pair style mdpd has no other exponent");
  }
  if (fluid.hasMolecules()) {
    throw InputError("fluid.law", "many-body fluids with molecules are not exported to LAMMPS");
  }
}

constexpr PairStyle kPairStyles[] = {{"dpd", "DPD-BASIC", addSimplePairs, nullptr},
                                     {"mdpd", "DPD-MESO", addManyBodyPairs, requireMdpd}};

/// Returns the pair style of a law. Throws InputError if LAMMPS has no pair style for the force
/// law.
const PairStyle& styleOf(const dpd::PairLaw& law) {
  std::vector<std::string> exported;
  for (const PairStyle& style : kPairStyles) {
    if (style.name == law.lammpsStyle) return style;
    for (const dpd::PairLaw& each : dpd::kPairLaws) {
      if (style.name == each.lammpsStyle) exported.emplace_back(each.name);
    }
  }
  throw InputError("fluid.law", fmt::format("must be {} for LAMMPS, got {}",
                                            fmt::join(exported, " or "), law.name));
}

}  // namespace

void requireLammpsStyle(const dpd::PairLaw& law) { styleOf(law); }

namespace {

/// Adds the commands that define the fluid, which come before the run.
void addFluid(std::string& script, const dpd::Fluid& fluid, const std::string& name) {
  const PairStyle& style = styleOf(dpd::lawOf(fluid));
  if (style.require != nullptr) style.require(fluid);
  addBoxAndParticles(script, fluid, name);
  addMolecules(script, fluid);
  style.addPairs(script, fluid);
  addNeighbours(script);
  addMotion(script, fluid);
  addThermo(script, fluid);
}

/// Adds the runs from each due step to the next. They write the state at each due step to a file.
void addDueSteps(std::string& script, const dpd::Fluid& fluid, const LammpsLeg& leg) {
  const char* const back = fluid.box.dimensions == 2 ? "vz" : "v_backz";
  const char* const on = fluid.box.dimensions == 2 ? "NULL" : "v_onz";
  script += fmt::format("\nreset_timestep {}\n", leg.firstStep);
  for (const char axis : {'x', 'y', 'z'}) {
    script += fmt::format(
        "variable kick{0} atom 0.5*dt*f{0}/mass\n"
        "variable back{0} atom v{0}-v_kick{0}\n"
        "variable on{0} atom v{0}+v_kick{0}\n",
        axis);
  }
  script += fmt::format(
      "fix progress all print {} \"$(step)\" file {} screen no title \"\"\n"
      "thermo {}\n"
      "run 0 post no\n",
      leg.reportEvery, kLammpsProgress, leg.reportEvery);
  add(script, fmt::format("velocity all set v_onx v_ony {}", on), "velocities from n - 1/2 to n");
  script += fmt::format(
      "\nvariable due file {}\n"
      "label states\n"
      "run ${{due}} upto pre no post no\n"
      "write_dump all custom {}${{due}} id type x y z v_backx v_backy {} modify format "
      "float %.9g\n"
      "print \"${{due}}\" append {} screen no\n"
      "next due\n"
      "jump SELF states\n",
      kLammpsDue, kLammpsState, back, kLammpsWritten);
}

}  // namespace

std::string lammpsScript(const dpd::Fluid& fluid, const LammpsRun& run) {
  std::string script = preface(fluid, run, styleOf(dpd::lawOf(fluid)).package);
  addFluid(script, fluid, run.name);
  addOutput(script, run);
  return script;
}

std::string lammpsLegScript(const dpd::Fluid& fluid, const LammpsLeg& leg) {
  // Each leg has a different seed. With the same seed, a leg would repeat the random numbers of the
  // leg before.
  dpd::Fluid withSeed = fluid;
  withSeed.seed += static_cast<std::uint32_t>(static_cast<std::uint64_t>(leg.firstStep) *
                                              std::uint64_t{2'654'435'761});
  std::string script =
      "# Written by gpubuck run --on lammps, which reads the states that this script writes.\n";
  addFluid(script, withSeed, kLammpsStart);
  addDueSteps(script, fluid, leg);
  return script;
}

std::vector<LammpsStyle> lammpsStyles(const dpd::Fluid& fluid) {
  const std::string_view package = styleOf(dpd::lawOf(fluid)).package;
  std::vector<LammpsStyle> styles;
  std::istringstream lines(lammpsLegScript(fluid, {}));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string command, name;
    words >> command;
    const std::size_t end = command.find("_style");
    if (end == std::string::npos || command == "thermo_style") continue;
    const std::string kind = command.substr(0, end);
    const bool isOfBeads = kind == "bond" || kind == "angle";
    // The names of styles come first, then numbers.
    while (words >> name && std::isalpha(static_cast<unsigned char>(name.front())) != 0) {
      styles.push_back(
          {kind, name,
           isOfBeads || name == "molecular" ? "MOLECULE or EXTRA-MOLECULE" : std::string(package)});
    }
  }
  return styles;
}

}  // namespace gpubuck::formats
