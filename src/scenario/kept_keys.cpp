#include "scenario/kept_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"
#include "scenario/schema.h"

namespace gpubuck::scenario {
namespace {

constexpr InLammps kWritten = InLammps::Written, kImmaterial = InLammps::Immaterial,
                   kRefused = InLammps::Refused;
constexpr std::string_view kAllTrajectories = "XYZ, GSD, H5MD", kGsdAndH5md = "GSD, H5MD";
constexpr std::string_view kParticles = "the particles of `NAME.data`",
                           kNotThere = "LAMMPS' DPD has nothing like it",
                           kSpeedAlone = "it affects only the speed";

constexpr const char* kHead =
    "# What formats keep\n\n"
    "This file is made by `gpubuck info --formats`.\n\n"
    "Scenarios as TOML (`gpubuck export toml`), links (`gpubuck:...`), states of the window "
    "(`.gpubuck`) and checkpoints keep every key of a [scenario](scenario.md). No link can be made "
    "of a scenario that is not built in, or whose particles come from a file.\n\n"
    "## Keys of a scenario\n\n"
    "`gpubuck export lammps` refuses a key that LAMMPS lacks, unless it has its default value. "
    "[Trajectories](trajectories.md) have the keys that describe particles and their box.\n\n"
    "| keys | LAMMPS | trajectories |\n|---|---|---|\n";

constexpr const char* kOfParticles =
    "\n## Properties of the particles\n\n"
    "| | LAMMPS data | XYZ | GSD | H5MD | `.npy` | state, checkpoint "
    "|\n|---|---|---|---|---|---|---|\n"
    "| position, velocity, species, id | yes | yes | yes | yes | yes | yes |\n"
    "| step and time | - | yes | yes | yes | - | yes |\n"
    "| bonds and angles | yes | - | yes | yes | - | yes |\n"
    "| state of the noise, predicted velocity, order in memory | - | - | - | - | - | yes |\n\n"
    "A fluid continues bit for bit only from a state or a checkpoint. `gpubuck convert` reports "
    "bonds and angles that its output cannot keep.\n";

}  // namespace

const std::vector<KeptKeys>& keptKeys() {
  static const std::vector<KeptKeys> kRows{
      {"name", kWritten, "the names of the files"},
      {"description", kImmaterial, "it is for people"},
      {"box.dimensions", kWritten,
       "`dimension`, `fix enforce2d`; in two dimensions the box is from -0.5 to 0.5 along z",
       kAllTrajectories},
      {"box.size", kWritten, "the box of `NAME.data`", kAllTrajectories},
      {"box.boundary", kWritten, "`boundary`, `fix wall/reflect`", kAllTrajectories},
      {"species.*.name", kWritten, "comments; atom type k + 1 is species k", kAllTrajectories},
      {"species.*.mass", kWritten, "`Masses` of `NAME.data`", kGsdAndH5md},
      {"species.*.fraction", kWritten, kParticles},
      {"species.*.colour", kImmaterial, "it is for pictures"},
      {"fluid.density", kWritten, kParticles},
      {"fluid.law", kWritten, "`pair_style`; a law without `pair_style` is refused"},
      {"fluid.kT", kWritten, "`pair_style`"},
      {"fluid.gravity", kWritten, "`fix gravity`"},
      {"fluid.poiseuille", kWritten, "`fix addforce` with an atom-style variable"},
      {"fluid.drag", kWritten, "`fix langevin`"},
      {"many_body.", kWritten, "`pair_coeff` of `mdpd`; the kernel warren is refused"},
      {"pair.", kWritten, "`pair_coeff`"},
      {"bond.*.name", kWritten, "comments; bond type k + 1 is kind k", kGsdAndH5md},
      {"bond.", kWritten, "`bond_style`, `bond_coeff`"},
      {"angle.*.name", kWritten, "comments; angle type k + 1 is kind k", kGsdAndH5md},
      {"angle.", kWritten, "`angle_style`, `angle_coeff`"},
      {"molecule.*.name", kImmaterial, "it is for people"},
      {"molecule.", kWritten, "the particles, `Bonds` and `Angles` of `NAME.data`"},
      {"integrator.dt", kWritten, "`timestep`"},
      {"integrator.", kWritten, "a comment: LAMMPS has velocity-verlet with lambda = 0.5"},
      {"noise.kind", kImmaterial, "LAMMPS has random numbers of its own"},
      {"noise.start", kImmaterial, "LAMMPS has random numbers of its own"},
      {"noise.seed", kWritten, "`pair_style`, and the particles of `NAME.data`"},
      {"sort.", kImmaterial, kSpeedAlone},
      {"search.", kImmaterial, kSpeedAlone},
      {"method", kImmaterial, kSpeedAlone},
      {"initial.", kWritten, kParticles},
      {"region.", kWritten, kParticles},
      {"view.", kImmaterial, "it is for pictures"},
      {"frames.", kImmaterial, "it is for pictures"}};
  return kRows;
}

const KeptKeys& keptKeysOf(std::string_view path) {
  static const KeptKeys kOther{"", kRefused, kNotThere};
  const auto& rows = keptKeys();
  const auto row = std::ranges::find_if(rows, [&](const KeptKeys& each) {
    return each.keys.ends_with('.') ? path.starts_with(each.keys) : path == each.keys;
  });
  return row == rows.end() ? kOther : *row;
}

namespace {

/// Returns whether LAMMPS lacks all keys of a list, such as [[solid]].
bool lacksList(const std::string& header) {
  return header.starts_with("[[") && std::ranges::none_of(schema(), [&](const Key& key) {
           return key.header() == header && keptKeysOf(key.path).lammps != kRefused;
         });
}

/// Returns the keys that LAMMPS lacks, such as `solid.*`, in Markdown.
std::string refusedKeys() {
  std::vector<std::string> keys;
  for (const Key& key : schema()) {
    if (keptKeysOf(key.path).lammps != kRefused) continue;
    const std::string name =
        lacksList(key.header()) ? key.path.substr(0, key.path.find(".*.")) + ".*" : key.path;
    if (keys.empty() || keys.back() != name) keys.push_back(name);
  }
  return fmt::format("`{}`", fmt::join(keys, "`, `"));
}

}  // namespace

void requireForLammps(const Scenario& scenario) {
  const Scenario plain = plainScenario();
  for (const Key& key : schema()) {
    if (keptKeysOf(key.path).lammps != kRefused || !key.get) continue;
    for (const std::size_t entry : entriesOf(key, scenario)) {
      if (const std::string list = key.header(); lacksList(list)) {
        const std::string path = key.pathOf(scenario, entry);
        throw InputError(path.substr(0, path.rfind('.')),
                         fmt::format("LAMMPS' DPD has nothing like a {}", list));
      }
      if (key.isWritten && !key.isWritten(scenario, entry)) continue;
      const Value value = key.get(scenario, entry);
      if (value == key.get(plain, 0)) continue;
      throw InputError(key.pathOf(scenario, entry),
                       fmt::format("must be {} for LAMMPS, whose DPD has nothing like it, got {}",
                                   literal(key.get(plain, 0)), literal(value)));
    }
  }
}

std::string formatsReference() {
  std::string text = kHead;
  for (const KeptKeys& row : keptKeys()) {
    text += fmt::format("| `{}{}` | {}{} | {} |\n", row.keys, row.keys.ends_with('.') ? "*" : "",
                        row.lammps == kWritten ? "" : "not needed: ", row.how,
                        row.trajectories.empty() ? "-" : row.trajectories);
  }
  return text + fmt::format("| {} | refused: {} | - |\n", refusedKeys(), kNotThere) + kOfParticles;
}

}  // namespace gpubuck::scenario
