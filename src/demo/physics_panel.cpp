#include "demo/physics_panel.h"

#include <fmt/format.h>
#include <imgui.h>

#include <cmath>

#include "base/error.h"
#include "demo/actions.h"
#include "demo/fluid_controls.h"
#include "demo/form.h"
#include "render/overlay.h"

namespace gpubuck::demo {
namespace {

StartConditions startConditionsOf(const scenario::Scenario& scenario) {
  const dpd::Fluid& fluid = scenario.fluid;
  StartConditions conditions{.density = fluid.density,
                             .size = fluid.box.size,
                             .kind = scenario.initial.kind,
                             .perturbation = scenario.initial.perturbation,
                             .modes = scenario.initial.modes,
                             .fractions = {},
                             .masses = {}};
  for (const dpd::Species& species : fluid.species) {
    conditions.fractions.push_back(species.fraction);
    conditions.masses.push_back(species.mass);
  }
  return conditions;
}

scenario::Scenario with(scenario::Scenario scenario, const StartConditions& conditions) {
  dpd::Fluid& fluid = scenario.fluid;
  fluid.density = conditions.density;
  fluid.box.size = conditions.size;
  scenario.initial.kind = conditions.kind;
  scenario.initial.perturbation = conditions.perturbation;
  scenario.initial.modes = conditions.modes;
  for (std::size_t k = 0; k < fluid.species.size(); ++k) {
    fluid.species[k].fraction = conditions.fractions[k];
    fluid.species[k].mass = conditions.masses[k];
  }
  return scenario;
}

/// Gives one species its share; the others keep their proportions to each other.
void setFraction(std::vector<double>& fractions, std::size_t species, double fraction) {
  const double others = 1.0 - fractions[species];
  for (double& each : fractions) each *= (1.0 - fraction) / others;
  fractions[species] = fraction;
}

}  // namespace

void PhysicsPanel::drawInitial(DemoState& state) {
  const scenario::Scenario& scenario = state.session.scenario();
  const auto whyNot = [&](scenario::InitialKind kind) {
    return kind == scenario::InitialKind::File && scenario.initial.file.empty()
               ? std::string("only a scenario file can name the file of positions")
               : std::string();
  };
  const auto help = [](scenario::InitialKind kind) -> const char* {
    switch (kind) {
      case scenario::InitialKind::Random:
        return "Positions anywhere, species in any order.";
      case scenario::InitialKind::Lattice:
        return "A cubic lattice, species in any order.";
      case scenario::InitialKind::Layers:
        return "One layer a species, stacked along an axis.";
      case scenario::InitialKind::Mixed:
        return "The same as random: for a fluid that is to separate.";
      case scenario::InitialKind::File:
        return "From an extended XYZ file.";
    }
    return "";
  };
  const Field kind{"physics/start/state", "Positions", "Where the particles begin."};
  if (const auto chosen = combo(kind, scenario::kInitialWords, draft_.kind, help, whyNot)) {
    draft_.kind = *chosen;
  }

  const std::string notLayers = draft_.kind == scenario::InitialKind::Layers
                                    ? ""
                                    : "only layers have interfaces that can be displaced";
  const Field perturbation{
      "physics/start/perturbation", "Displacement",
      "The interfaces between the layers are raised and lowered by this length "
      "times the product of cos(2π mode x / L) over the other axes, or by random waves with this "
      "root mean square.",
      notLayers};
  const Limits lengths{
      .low = 0.0, .high = 5.0, .least = -1000.0, .most = 1000.0, .format = "%.2f r_c"};
  if (const auto given = slider(state, perturbation, lengths, draft_.perturbation)) {
    draft_.perturbation = *given;
  }
  const auto [fewest, most] = scenario.initial.spectrum;
  const std::string notOneMode =
      most > 0 && notLayers.empty()
          ? fmt::format("the scenario asks for all waves, {} to {} of them in the longest side",
                        fewest, most)
          : notLayers;
  const int others = scenario.fluid.box.dimensions - 1;
  for (int i = 0, axis = 0; i < others; ++i, ++axis) {
    if (axis == scenario.initial.axis) ++axis;
    const auto index = static_cast<std::size_t>(i);
    const Field mode{
        fmt::format("physics/start/mode/{}", i), fmt::format("Waves along {}", "xyz"[axis]),
        "How many waves the displaced interface has along this axis; 0: none.", notOneMode};
    if (const auto given = integer(state, mode, 0, 1000, draft_.modes[index])) {
      draft_.modes[index] = static_cast<int>(*given);
    }
  }
}

void PhysicsPanel::drawSpecies(DemoState& state) {
  const std::vector<dpd::Species>& all = state.session.scenario().fluid.species;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::string mark = "physics/start/species/" + all[k].name;
    const Field fraction{mark + "/fraction", "Share of " + all[k].name,
                         "Of all particles. The other species keep their proportions, so that all "
                         "shares add up to 1.",
                         all.size() == 1 ? "there is one species only" : ""};
    const Limits shares{.low = 0.05, .high = 0.95, .least = 1e-6, .most = 1.0 - 1e-6};
    if (const auto given = slider(state, fraction, shares, draft_.fractions[k])) {
      setFraction(draft_.fractions, k, *given);
    }
    const Field mass{mark + "/mass", "Mass of " + all[k].name,
                     "Of one particle; the unit is usually the mass of the lightest species."};
    const Limits masses{.low = 0.5, .high = 10.0, .least = 1e-6, .most = 1e6};
    if (const auto given = slider(state, mass, masses, draft_.masses[k])) {
      draft_.masses[k] = *given;
    }
  }
}

void PhysicsPanel::restartWithDraft(DemoState& state) {
  const scenario::Scenario changed = with(state.session.scenario(), draft_);
  state.later([&state, changed] {
    try {
      // As a file it is checked as a file is.
      restartWith(state, scenario::parseScenario(scenario::toToml(changed), "restart", {}));
    } catch (const Error& error) {
      state.journal.error(error.what());
    }
  });
}

void PhysicsPanel::drawStart(DemoState& state) {
  const scenario::Scenario& scenario = state.session.scenario();
  const StartConditions running = startConditionsOf(scenario);
  if (running != running_) running_ = draft_ = running;

  heading("Needs a restart");
  const bool isFlat = scenario.fluid.box.dimensions == 2;
  const Field density{"physics/start/density", "Density n",
                      "Particles in a unit of volume, r_c³ (of area, r_c², in two dimensions). The "
                      "coefficients of the pairs stay as they are; the pressure does not."};
  const Limits densities{.low = 1.0, .high = 10.0, .least = 1e-6, .most = 1e6};
  if (const auto given = slider(state, density, densities, draft_.density)) {
    draft_.density = *given;
  }
  for (int axis = 0; axis < scenario.fluid.box.dimensions; ++axis) {
    const Field size{fmt::format("physics/start/size/{}", "xyz"[axis]),
                     fmt::format("Box along {}", "xyz"[axis]),
                     "The length of this side; at least 3 where it is periodic."};
    const Limits lengths{
        .low = 3.0, .high = 100.0, .least = 1e-3, .most = 1e6, .format = "%.1f r_c"};
    if (const auto given = slider(state, size, lengths, draft_.size[axis])) {
      draft_.size[axis] = *given;
    }
  }
  const double volume = draft_.size.x * draft_.size.y * (isFlat ? 1.0 : draft_.size.z);
  dimParagraph(fmt::format("Makes {} particles; now there are {}.",
                           render::groupDigits(std::llround(draft_.density * volume)),
                           render::groupDigits(state.session.simulation().count())));
  drawInitial(state);
  drawSpecies(state);

  const std::string unchanged = draft_ == running_ ? "nothing differs from the running fluid" : "";
  if (button({"physics/start/apply", "Restart with these",
              "Begins at step 0 with the values above.", unchanged})) {
    restartWithDraft(state);
  }
  ImGui::SameLine();
  if (button({"physics/start/discard", "Discard", "Back to the values of the running fluid.",
              unchanged})) {
    draft_ = running_;
  }
}

void PhysicsPanel::draw(DemoState& state) {
  drawFluidControls(state);
  drawStart(state);
}

}  // namespace gpubuck::demo
