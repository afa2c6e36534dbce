#include "demo/actions/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "demo/actions/actions.h"
#include "demo/tools/tools.h"
#include "scenario/schema.h"

namespace gpubuck::demo {
namespace {

using scenario::Scenario;

/// A value that is no key of the scenario.
struct Row {
  const char* name;
  std::function<std::string(const Values&)> text;
};

std::string number(double value) { return fmt::format("{:.4g}", value); }
std::string yesOrNo(bool value) { return value ? "yes" : "no"; }

const std::vector<Row>& rows() {
  static const std::vector<Row> all{
      {"Engine", [](const Values& v) { return std::string(texel::engineName(v.engine)); }},
      {"Colours", [](const Values& v) { return optionOf(kColourings, v.look.colouring).text(); }},
      {"Colours' scale", [](const Values& v) { return number(v.look.colourScale); }},
      {"Radius", [](const Values& v) { return number(v.look.radiusScale); }},
      {"Particles", [](const Values& v) { return optionOf(kStyles, v.look.style).text(); }},
      {"Soft shading", [](const Values& v) { return yesOrNo(v.look.occlusion); }},
      {"Shadows", [](const Values& v) { return yesOrNo(v.look.shadows); }},
      {"Smooth edges", [](const Values& v) { return yesOrNo(v.look.smooth); }},
      {"Outline of the box", [](const Values& v) { return yesOrNo(v.look.outline); }},
      {"Cut", [](const Values& v) { return optionOf(kCuts, v.look.cut.across).text(); }},
      {"Cut at", [](const Values& v) { return number(v.look.cut.place); }},
      {"Other side of the cut", [](const Values& v) { return yesOrNo(v.look.cut.keepsFar); }},
      {"Quality for 30 pictures per second",
       [](const Values& v) { return yesOrNo(v.look.keepsRate); }},
      {"Axes", [](const Values& v) { return yesOrNo(v.look.axes); }},
      {"Scale bar", [](const Values& v) { return yesOrNo(v.look.scaleBar); }},
      {"Legend", [](const Values& v) { return yesOrNo(v.look.legend); }},
      {"Steps per picture",
       [](const Values& v) { return fmt::format("{}", v.playback.stepsPerFrame); }},
      {"Lowest rate", [](const Values& v) { return number(v.playback.lowestFrameRate); }},
      {"Measure every", [](const Values& v) { return fmt::format("{}", v.playback.measureEvery); }},
      {"Tool", [](const Values& v) { return rowOf(v.tool.chosen).word; }},
      {"Species of the tool", [](const Values& v) { return fmt::format("{}", v.tool.species); }},
      {"Reach", [](const Values& v) { return number(v.tool.reach); }},
      {"Strength", [](const Values& v) { return number(v.tool.strength); }}};
  return all;
}

bool isSame(const Scenario& one, const Scenario& other) {
  return scenario::differences(one, other).empty();
}

/// A key of [[pair]] or [[species]] with whose it is.
std::string nameOf(const scenario::Key& key, std::size_t entry, const Scenario& scenario) {
  const std::string& name = key.about.label.empty() ? key.path : key.about.label;
  const auto& species = scenario.fluid.species;
  if (key.table() == "pair.*") {
    return fmt::format("{} of {} and {}", name, species[entry / species.size()].name,
                       species[entry % species.size()].name);
  }
  return key.table() == "species.*" ? fmt::format("{} {}", name, species[entry].name) : name;
}

bool isOfCamera(const std::string& path) {
  return path == "view.azimuth" || path == "view.elevation" || path == "view.roll" ||
         path == "view.zoom" || path == "view.pan";
}

NamedValue named(const scenario::Difference& difference, const Scenario& scenario) {
  if (isOfCamera(difference.key)) return {"Camera", ""};
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
  Values values{state.session.scenario(), state.opened, state.savePath, state.session.engine(),
                state.playback,           state.look,   state.tool};
  values.scenario.fluid.obstacle = {};
  values.playback.playing = false;
  return values;
}

void setValues(DemoState& state, const Values& values) {
  FluidSession& session = state.session;
  // An algorithm of one engine alone comes and goes with it.
  if (values.engine == texel::Engine::Fast && session.engine() != values.engine) {
    session.setEngine(values.engine);
  }
  Scenario wanted = values.scenario;
  wanted.fluid.obstacle = session.scenario().fluid.obstacle;
  if (!isSame(session.scenario(), wanted)) {
    session.setView(wanted.view);
    if (!isSame(session.scenario(), wanted)) session.change(wanted);
  }
  if (session.engine() != values.engine) session.setEngine(values.engine);
  state.opened = values.opened;
  state.savePath = values.savePath;
  const bool isPlaying = state.playback.playing;
  state.playback = values.playback;
  state.playback.playing = isPlaying;
  state.look = values.look;
  state.tool = values.tool;
}

std::vector<NamedValue> differences(const Values& first, const Values& second) {
  std::vector<NamedValue> all;
  for (const scenario::Difference& each : scenario::differences(first.scenario, second.scenario)) {
    NamedValue value = named(each, second.scenario);
    if (std::ranges::find(all, value.name, &NamedValue::name) == all.end()) {
      all.push_back(std::move(value));
    }
  }
  for (const Row& row : rows()) {
    const std::string text = row.text(second);
    if (row.text(first) != text) all.push_back({row.name, text});
  }
  // What has no row.
  if (all.empty() && first.look != second.look) all.push_back({"Look", ""});
  if (all.empty() && first.playback != second.playback) all.push_back({"Playback", ""});
  if (all.empty() && first.tool != second.tool) all.push_back({"Tool", ""});
  return all;
}

}  // namespace gpubuck::demo
