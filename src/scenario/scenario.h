// A scenario: everything that a run needs to know, as in a TOML file. Plain data; no OpenGL.
// scenario/schema.h and docs/scenario.md describe the keys with their limits, units and defaults.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "cells/cell_grid.h"
#include "cells/shape.h"
#include "dpd/model/fluid.h"
#include "dpd/model/view.h"
#include "dpd/steps/step_settings.h"

namespace gpubuck::scenario {

enum class InitialKind {
  Random,   ///< uniformly random positions, species in random order
  Lattice,  ///< a simple lattice over the whole box, species in random order
  Layers,   ///< uniformly random positions in a layer per species
  Regions,  ///< positions in Scenario::regions (Region::places), nothing elsewhere
  File      ///< positions, species and perhaps velocities from a file
};

/// The first states of a noise that keeps a state per particle.
enum class NoiseStart { Random, Zero };

/// The initial positions of the particles.
struct Initial {
  InitialKind kind = InitialKind::Random;
  /// File: absolute path.
  std::string file;
  /// Layers: the axis along which layers are stacked (0, 1, 2), and the species of the layers from
  /// the low end of the axis on.
  int axis = 2;
  std::vector<int> order;
  /// Layers: the interfaces are displaced by the length perturbation * prod_i cos(2 pi modes_i x_i
  /// / L_i). The product is over the other axes, in the order x, y, z (in two dimensions only
  /// modes[0] counts).
  double perturbation = 0.0;
  std::array<int, 2> modes{1, 1};
  /// Layers: instead of one wave, the interfaces have all waves with a length from L / spectrum[1]
  /// to L / spectrum[0], where L is the longest side of the box across `axis`. The waves have
  /// random amplitudes and phases, and a root mean square of `perturbation`. {0, 0} stands for the
  /// wave of `modes`.
  std::array<int, 2> spectrum{0, 0};
  NoiseStart noise = NoiseStart::Random;
};

/// The placing of the particles of a region.
enum class Places {
  Random,  ///< independently of each other
  Even     ///< by a sequence that keeps particles apart (initial/initial_places.h)
};

/// A part of the box that is filled at step 0, or emptied. Where regions overlap, the last region
/// counts. The box outside of regions is empty. scenario/initial/regions.h says how many particles
/// a region gets.
struct Region {
  cells::Shape shape{};
  int species = 0;
  /// If set, the region is a body: its particles are on a lattice, and bonds of this kind connect
  /// neighbours (scenario/initial/bodies.h).
  std::optional<int> bond{};
  std::optional<double> density{};  ///< >= 0; 0 empties the region; if unset, the density of the
                                    ///< fluid
  Places places = Places::Random;

  bool operator==(const Region&) const = default;
};

/// Molecules of one kind. Their beads have the first ids, kind after kind.
struct MoleculeKind {
  std::string name;
  std::string beads;                    ///< scenario/molecule_plan.h
  std::optional<std::int64_t> count{};  ///< number of molecules, >= 0
  std::optional<double> share{};        ///< share of the beads of these molecules in all particles,
                                        ///< 0..1
  int bond = 0;                         ///< kind of the bonds
  int angle = 0;                        ///< kind of the angles; without effect if the fluid has no
                                        ///< kinds of angles
};

/// The largest number of regions of a scenario.
inline constexpr std::size_t kMaxRegions = 100;

struct Scenario {
  std::string name;         ///< default: the file's name without its extension
  std::string description;  ///< free text
  dpd::Fluid fluid;
  dpd::StepSettings step;
  cells::Method search;
  Initial initial;
  std::vector<Region> regions{};  ///< regions, for InitialKind::Regions
  std::vector<MoleculeKind> molecules{};
  dpd::View view;
};

/// Reads a scenario file, a FIELD of DL_MESO or a folder with a FIELD (scenario/dl_meso). Each
/// override is a `PATH=VALUE` of --set. Throws InputError for unknown keys, wrong types, values out
/// of range, contradictory coefficients, and boxes that the cell grid cannot hold. The error names
/// the file and line, or the override, and the key and value.
Scenario loadScenario(const std::filesystem::path& path,
                      const std::vector<std::string>& overrides = {});

/// Reads a scenario from text. `source` names the text in errors; initial.file is relative to
/// `folder`.
Scenario parseScenario(const std::string& text, const std::string& source,
                       const std::filesystem::path& folder,
                       const std::vector<std::string>& overrides = {});

/// Returns the complete scenario as TOML: all keys, also keys that have default values, and both
/// `a` and `gamma` of each pair. parseScenario makes an equal scenario of the text.
std::string toToml(const Scenario& scenario);

/// Returns the complete scenario as one JSON object, in which pairs also have sigma.
std::string toJson(const Scenario& scenario);

/// Returns the scenario that toJson() has written. Throws InputError, which begins with `source`.
Scenario fromJson(const std::string& json, const std::string& source);

/// Throws InputError if parseScenario would refuse this scenario. The error names the key.
void requireValid(const Scenario& scenario);

/// The action that a running fluid needs for a new value of a key. Each action includes the actions
/// before it in this list, so that the last of the actions counts if several keys change.
enum class Change {
  Nothing,     ///< the simulation does not depend on the key
  Values,      ///< takes effect with the next step: dpd::Simulation::setFluid
  Sort,        ///< all particles are sorted again: dpd::Simulation::setSort
  Simulation,  ///< another simulation continues from the present particles
  Restart      ///< a new start at step 0; all other actions are possible while a fluid runs
};

/// A key whose value differs between two scenarios.
struct Difference {
  std::string key;            ///< as --set names it: "fluid.kT"
  std::string first, second;  ///< the values as TOML
  Change needs;               ///< action that a running fluid needs for the new value

  bool isLive() const { return needs != Change::Restart; }
  /// Returns whether the difference follows from the motion of a solid.
  bool isMotion() const;
};

/// Returns the differences, in the order of a file. If the numbers of species differ, "species" is
/// the only difference; otherwise, if the numbers of pairs differ, "pair" is the only difference.
/// If the numbers of regions differ, one of the differences is "region", and single regions are not
/// compared. This is also the rule for solids, effects, bonds, angles and molecules.
std::vector<Difference> differences(const Scenario& one, const Scenario& other);

/// Returns the change that a fluid of the scenario `running` needs in order to continue as
/// `wanted`. run::LiveFluid carries it out. `wanted` is not validated.
Change changeBetween(const Scenario& running, const Scenario& wanted);

/// Throws InputError if a key that must not change while a fluid runs differs between `running` and
/// `changed`. The error names the first such key. Also throws InputError if `changed` is not valid.
void requireChangeable(const Scenario& running, const Scenario& changed);

/// Returns the number of particles: density times volume, rounded, or the sum over the regions
/// (scenario/initial/regions.h); 1..kMaxCount in a loaded scenario.
std::int64_t particleCount(const Scenario& scenario);

/// Returns the number of particles of each species: its beads in molecules, and its fraction of all
/// other particles. Fractions are rounded by largest remainders, so that the numbers add up
/// exactly. In a scenario with regions, the numbers are the sums over the regions.
std::vector<std::int64_t> speciesCounts(const Scenario& scenario);

/// Returns the contents of the frames of a run.
dpd::FrameSubject frameSubject(const Scenario& scenario);

}  // namespace gpubuck::scenario
