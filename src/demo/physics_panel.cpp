#include "demo/physics_panel.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "base/number.h"
#include "demo/actions.h"
#include "demo/fluid_controls.h"
#include "demo/scenario_form.h"

namespace gpubuck::demo {
namespace {

/// Whether one could not become the other while it runs.
bool startDiffers(const scenario::Scenario& one, const scenario::Scenario& other) {
  const auto all = scenario::differences(one, other);
  return std::any_of(all.begin(), all.end(), [](const auto& each) { return !each.isLive; });
}

/// `running` with what cannot change while it runs taken from `draft`.
scenario::Scenario restarted(scenario::Scenario running, const scenario::Scenario& draft) {
  for (const scenario::Key& key : scenario::schema()) {
    if (key.about.isLive || !key.set) continue;
    for (const std::size_t entry : scenario::entriesOf(key, draft)) {
      key.set(running, entry, key.get(draft, entry));
    }
  }
  return running;
}

/// Gives one species its share; the others keep their proportions to each other.
void setFraction(std::vector<dpd::Species>& all, std::size_t species, double fraction) {
  const double others = 1.0 - all[species].fraction;
  for (dpd::Species& each : all) each.fraction *= (1.0 - fraction) / others;
  all[species].fraction = fraction;
}

}  // namespace

void PhysicsPanel::drawSpecies(DemoState& state) {
  std::vector<dpd::Species>& all = draft_.fluid.species;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::string mark = "physics/start/species/" + all[k].name;
    scenario::Scenario given = draft_;
    ScenarioForm share(state, given);
    if (share.draw("species.*.fraction", mark + "/fraction",
                   {.entry = k,
                    .suffix = " " + all[k].name,
                    .help = " The other species keep their proportions.",
                    .whyNot = all.size() == 1 ? "there is one species only" : ""})) {
      setFraction(all, k, given.fluid.species[k].fraction);
    }
    ScenarioForm(state, draft_)
        .draw("species.*.mass", mark + "/mass", {.entry = k, .suffix = " " + all[k].name});
  }
}

void PhysicsPanel::restartWithDraft(DemoState& state) {
  state.later([&state, changed = restarted(state.session.scenario(), draft_)] {
    restartWith(state, changed);
  });
}

void PhysicsPanel::drawStart(DemoState& state) {
  const scenario::Scenario& scenario = state.session.scenario();
  if (startDiffers(scenario, running_)) running_ = draft_ = scenario;

  heading("Needs a restart");
  ScenarioForm form(state, draft_);
  form.draw("fluid.density", "physics/start/density");
  form.draw("box.size", "physics/start/size");
  dimParagraph(fmt::format("Makes {} particles; now there are {}.",
                           groupDigits(scenario::particleCount(draft_.fluid)),
                           groupDigits(state.session.simulation().count())));

  form.draw("initial.state", "physics/start/state",
            {.whyNotWord = [&](const std::string& word) -> std::string {
              return word == "file" && scenario.initial.file.empty()
                         ? "only a scenario file can name the file of positions"
                         : "";
            }});
  const std::string notLayers = draft_.initial.kind == scenario::InitialKind::Layers
                                    ? ""
                                    : "only layers have interfaces that can be displaced";
  form.draw("initial.perturbation", "physics/start/perturbation", {.whyNot = notLayers});
  const auto [fewest, most] = scenario.initial.spectrum;
  const std::string allWaves = fmt::format(
      "the scenario asks for all waves, {} to {} of them in the longest side", fewest, most);
  form.draw("initial.modes", "physics/start/mode",
            {.whyNot = most > 0 && notLayers.empty() ? allWaves : notLayers,
             .skippedAxis = draft_.initial.axis});
  drawSpecies(state);

  const std::string unchanged =
      startDiffers(draft_, running_) ? "" : "nothing differs from the running fluid";
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
