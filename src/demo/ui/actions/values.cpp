#include "demo/ui/actions/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "scenario/schema.h"

namespace gpubuck::demo {
namespace {

using scenario::Scenario;

bool isSame(const Scenario& one, const Scenario& other) {
  return scenario::differences(one, other).empty();
}

/// Returns the label of a key, for [[pair]] and [[species]] with the names of the species.
std::string nameOf(const scenario::Key& key, std::size_t entry, const Scenario& scenario) {
  const std::string& name = key.about.label.empty() ? key.path : key.about.label;
  const auto& species = scenario.fluid.species;
  if (key.table() == "pair.*") {
    return fmt::format("{} of {} and {}", name, species[entry / species.size()].name,
                       species[entry % species.size()].name);
  }
  return key.table() == "species.*" ? fmt::format("{} {}", name, species[entry].name) : name;
}

NamedValue named(const scenario::Difference& difference, const Scenario& scenario) {
  for (const scenario::Key& key : scenario::schema()) {
    for (const std::size_t entry : scenario::entriesOf(key, scenario)) {
      if (key.pathOf(scenario, entry) != difference.key) continue;
      return {nameOf(key, entry, scenario), difference.second};
    }
  }
  return {difference.key, difference.second};
}

}  // namespace

Values valuesOf(const DemoState& state) {
  Values values{state, state.session.scenario(), state.opened, state.savePath,
                state.session.engine()};
  values.scenario.fluid.solids.clear();
  values.playback.playing = false;
  return values;
}

void setValues(DemoState& state, const Values& values) {
  FluidSession& session = state.session;
  // An algorithm that only one engine has needs that engine while it is set, and so does a method.
  if (values.engine == texel::Engine::Fast && session.engine() != values.engine) {
    Scenario open = session.scenario();
    if (open.step.method == dpd::StepMethod::Year2007) {
      open.step = dpd::withMethod(open.step, dpd::StepMethod::Today);
      session.change(open);
    }
    session.setEngine(values.engine);
  }
  Scenario wanted = values.scenario;
  wanted.fluid.solids = session.scenario().fluid.solids;
  if (!isSame(session.scenario(), wanted)) {
    session.setView(wanted.view);
    if (!isSame(session.scenario(), wanted)) session.change(wanted);
  }
  if (session.engine() != values.engine) session.setEngine(values.engine);
  state.opened = values.opened;
  state.savePath = values.savePath;
  const bool isPlaying = state.playback.playing;
  static_cast<Settings&>(state) = values;
  state.playback.playing = isPlaying;
}

std::vector<NamedValue> differences(const Values& first, const Values& second) {
  std::vector<NamedValue> all;
  const dpd::Camera& camera = second.scenario.view.camera;
  Scenario seenAlike = first.scenario;
  seenAlike.view.camera = camera;
  for (const scenario::Difference& each : scenario::differences(seenAlike, second.scenario)) {
    NamedValue value = named(each, second.scenario);
    if (std::ranges::find(all, value.name, &NamedValue::name) == all.end()) {
      all.push_back(std::move(value));
    }
  }
  if (first.scenario.view.camera != camera) all.push_back({"Camera", ""});
  if (first.engine != second.engine) all.push_back({"Engine", texel::engineName(second.engine)});
  for (const Setting& row : settings()) {
    if (!row.isSame(first, second)) all.push_back({row.label, row.text(second)});
  }
  return all;
}

}  // namespace gpubuck::demo
