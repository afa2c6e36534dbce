#include "scenario/dl_meso/dl_meso.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "base/enum_names.h"
#include "base/error.h"
#include "base/id.h"
#include "base/terminal.h"
#include "file/presence.h"
#include "formats/particles.h"
#include "scenario/dl_meso/field.h"
#include "scenario/dl_meso/molecule_reader.h"

namespace gpubuck::scenario::dl_meso {
namespace {

/// A directive of CONTROL: the first letters of its first word, and its name in messages.
struct Directive {
  std::string_view stem;
  const char* name;
};

/// Directives of output, time limits, memory and equilibration, which do not change the forces.
constexpr std::array<Directive, 12> kUnused{{{"bound", "boundary halo"},
                                             {"equi", "equilibration steps"},
                                             {"scale", "scale temperature"},
                                             {"traj", "trajectory"},
                                             {"stat", "stats"},
                                             {"stack", "stack size"},
                                             {"print", "print"},
                                             {"zden", "zden"},
                                             {"job", "job time"},
                                             {"close", "close time"},
                                             {"dens", "densvar"},
                                             {"l_scr", "l_scr"}}};

constexpr const char* kRead =
    "volume, temperature, cutoff, manybody cutoff, timestep, steps, ensemble nvt, seed, finish";

class ControlReader {
 public:
  ControlReader(const std::string& path, Scenario& scenario)
      : lines_(path), scenario_(scenario), fluid_(scenario.fluid) {}

  std::vector<std::string> read(bool hasBox) {
    lines_.title();
    fluid_.integrator = dpd::Integrator::VelocityVerlet;
    fluid_.lambda = kLambda;
    while (true) {
      lines_.require("finish");
      if (lines_.is("finish")) break;
      readDirective();
    }
    for (const char* name : {"volume", "temperature", "timestep"}) {
      if (read_.contains(name) || (hasBox && name == std::string_view("volume"))) continue;
      lines_.failFile(fmt::format("has no {}", name));
    }
    const bool isMany = fluid_.law == dpd::PairLawKind::ManyBody;
    if (isMany && !read_.contains(kManyBody)) {
      lines_.failFile(fmt::format("has no {}, which mdpd needs", kManyBody));
    }
    return std::move(unused_);
  }

 private:
  /// DL_MESO's `mdvv` computes friction from the velocities at the half step, as LAMMPS does.
  static constexpr double kLambda = 0.5;
  static constexpr const char* kManyBody = "manybody cutoff";

  void readDirective() {
    if (lines_.is("vol")) return readVolume();
    if (lines_.is("temp")) return readReal("temperature", 1, "fluid.kT", fluid_.kT);
    if (lines_.is("timest")) return readReal("timestep", 1, "integrator.dt", fluid_.dt);
    if (lines_.is("steps")) return readSteps();
    if (lines_.is("cut")) return readCutOff();
    if (lines_.is("many") && lines_.is("cut", 1)) return readDensityRadius();
    if (lines_.is("ensem")) return readEnsemble();
    if (lines_.is("seed")) return readSeed();
    for (const auto& [stem, name] : kUnused) {
      if (lines_.is(stem)) return note(name);
    }
    std::vector<std::string> names;
    for (const Directive& each : kUnused) names.emplace_back(each.name);
    lines_.fail(fmt::format("unknown directive {}; known: {}; and without effect: {}",
                            file::inQuotes(lines_.word(0)), kRead, fmt::join(names, ", ")));
  }

  /// Notes that a directive has been read. Fails if the directive comes twice.
  void begin(const std::string& name, std::size_t words) {
    if (!read_.insert(name).second) lines_.fail(fmt::format("a second {}", name));
    lines_.requireWords(words, words, name);
  }

  void note(const std::string& unused) {
    if (std::ranges::count(unused_, unused) == 0) unused_.push_back(unused);
  }

  void readReal(const std::string& name, std::size_t word, const std::string& key, double& value) {
    begin(name, word + 1);
    value = lines_.real(word, key, scenario_);
  }

  /// Reads the size of the box: one number is the volume of a cube, three numbers are the sides.
  void readVolume() {
    begin("volume", lines_.count() == 4 ? 4 : 2);
    for (int axis = 0; axis < 3; ++axis) {
      const bool isCube = lines_.count() == 2;
      const auto word = isCube ? std::size_t{1} : static_cast<std::size_t>(axis) + 1;
      const double given = lines_.real(word, "box.size", scenario_);
      fluid_.box.size[axis] = isCube ? std::cbrt(given) : given;
    }
  }

  void readSteps() {
    begin("steps", 2);
    const std::int64_t steps =
        lines_.whole(1, "number of steps", 0, std::numeric_limits<std::int64_t>::max());
    note(fmt::format("steps {} (give --steps)", steps));
  }

  /// Reads the largest cut-off, which must be at least the cut-off of the pairs.
  void readCutOff() {
    begin("cutoff", 2);
    const double cutOff = lines_.real(1);
    if (cutOff < 1.0) {
      lines_.fail(
          fmt::format("cutoff: must be at least 1, the r_c of all pairs, got {}", lines_.word(1)));
    }
    if (cutOff > 1.0) note(fmt::format("cutoff {} (all forces end at 1)", cutOff));
  }

  void readDensityRadius() {
    if (fluid_.law != dpd::PairLawKind::ManyBody) return note(kManyBody);
    readReal(kManyBody, 2, "many_body.density_radius", fluid_.manyBody.densityRadius);
  }

  void readEnsemble() {
    begin("ensemble", lines_.count() == 2 ? 2 : 3);
    if (!lines_.is("nvt", 1)) {
      lines_.fail(fmt::format("ensemble {}: must be nvt", lines_.word(1)));
    }
    if (lines_.count() == 2 || lines_.is("mdvv", 2)) return;
    if (!lines_.is("dpdvv", 2)) {
      lines_.fail(fmt::format("ensemble nvt {} is not one of mdvv, dpdvv", lines_.word(2)));
    }
    // Friction depends on the velocity at the whole step, which dpdvv computes again and
    // leapfrog-ab2 predicts.
    fluid_.integrator = dpd::Integrator::LeapfrogAb2;
    note("the second computation of the friction by dpdvv (leapfrog-ab2 predicts the velocity)");
  }

  void readSeed() {
    begin("seed", 2);
    fluid_.seed = static_cast<std::uint32_t>(
        lines_.whole(1, "seed", 0, std::numeric_limits<std::uint32_t>::max()));
  }

  Lines lines_;
  Scenario& scenario_;
  dpd::Fluid& fluid_;
  std::set<std::string> read_;
  std::vector<std::string> unused_;
};

}  // namespace

std::vector<std::string> readControl(const std::string& path, bool hasBox, Scenario& scenario) {
  return ControlReader(path, scenario).read(hasBox);
}

namespace {

namespace fs = std::filesystem;

/// Returns "FILE: without effect here: ...", or an empty string.
std::string unusedText(const std::string& path, const std::vector<std::string>& parts) {
  return parts.empty() ? ""
                       : fmt::format("{}: without effect here: {}", path, fmt::join(parts, ", "));
}

/// Sets the density, and for each species the share from which the number of its particles follows.
void setNumbers(const Field& field, Scenario& scenario) {
  dpd::Fluid& fluid = scenario.fluid;
  const std::int64_t unbonded =
      std::accumulate(field.unbonded.begin(), field.unbonded.end(), std::int64_t{0});
  for (std::size_t k = 0; k < fluid.species.size(); ++k) {
    fluid.species[k].fraction =
        unbonded > 0 ? static_cast<double>(field.unbonded[k]) / static_cast<double>(unbonded)
        : k == 0     ? 1.0
                     : 0.0;
  }
  fluid.density = static_cast<double>(unbonded + field.beads) / fluid.box.volume();
}

}  // namespace

bool isInput(const fs::path& path) {
  return path.filename() == "FIELD" || (file::isFolder(path) && file::isThere(path / "FIELD"));
}

Input readInput(const fs::path& path) {
  const fs::path fieldPath = path.filename() == "FIELD" ? path : path / "FIELD";
  const fs::path folder = fieldPath.parent_path();
  Input input{.field = fieldPath.string()};
  Field field = readField(input.field);
  Scenario& scenario = input.scenario = std::move(field.scenario);
  const fs::path control = folder / "CONTROL", config = folder / "CONFIG";
  if (!file::isThere(control)) {
    throw InputError(control.string(),
                     "missing; FIELD needs the box, temperature and time step of this file");
  }
  bool hasBox = false;
  if (file::isThere(config)) {
    if (!scenario.molecules.empty()) {
      throw InputError(
          config.string(),
          "places of molecules are not read from it; delete it to place molecules at random");
    }
    const auto box = formats::boxOfDlMesoConfig(config.string());
    hasBox = box.has_value();
    if (hasBox) scenario.fluid.box.size = *box;
    scenario.initial.kind = InitialKind::File;
    scenario.initial.file = fs::absolute(config).lexically_normal().string();
  }
  const std::vector<std::string> unused = readControl(control.string(), hasBox, scenario);
  setNumbers(field, scenario);
  const fs::path whole = fs::absolute(fieldPath).lexically_normal();
  const std::string name = whole.parent_path().filename().string();
  scenario.name = printable(name.empty() ? "FIELD" : name);
  scenario.description = printable(scenario.description);
  scenario.initial.order.resize(scenario.fluid.species.size());
  std::iota(scenario.initial.order.begin(), scenario.initial.order.end(), 0);
  const std::string ofField = unusedText(input.field, field.unused);
  const std::string ofControl = unusedText(control.string(), unused);
  input.unused = ofField + (ofField.empty() || ofControl.empty() ? "" : "; ") + ofControl;
  return input;
}

}  // namespace gpubuck::scenario::dl_meso
