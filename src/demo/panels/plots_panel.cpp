// What is measured in the fluid, over time: temperature, pressure, energy and momentum, and the
// width of the mixing layer or the size of the domains where the fluid has them.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <span>

#include "demo/widgets/form.h"
#include "demo/widgets/plot.h"
#include "demo/widgets/plot_axis.h"

namespace gpubuck::demo {
namespace {

using dpd::Observables;
using Measurements = std::span<const Observables>;

constexpr const char* kUnits =
    "Reduced units: lengths in r_c, the cut-off radius of the forces; masses in m, the mass of the "
    "lightest particle; energies in ε, the k_B T of a thermostat set to 1; times in τ = "
    "r_c √(m/ε).";

double particles(const Observables& observables) {
  std::int64_t count = 0;
  for (const dpd::SpeciesObservables& species : observables.species) count += species.count;
  return static_cast<double>(count);
}

double energyOf(const Observables& o) {
  return o.potentialEnergy + o.kineticEnergy + o.gravityEnergy;
}

using Quantity = std::function<double(const Observables&)>;

struct Line {
  std::string name;
  Quantity value;  ///< NaN where there is none; the line appears with the first one
};

using Lines = std::vector<Line>;

struct Plot {
  std::string name, title, unit, help;
  Lines lines;
  std::optional<Reference> reference{};
  Quantity headline{};  ///< shown beside the title; empty: the first line
};

void draw(const Plot& plot, Measurements shown, const std::vector<double>& times) {
  LinePlot drawn{"plots/" + plot.name, "time", times, {}, plot.reference};
  for (const Line& line : plot.lines) {
    Series series{line.name};
    for (const Observables& observables : shown) series.values.push_back(line.value(observables));
    if (rangeOf(series.values)) drawn.series.push_back(std::move(series));
  }
  if (drawn.series.empty()) return;
  const double now = (plot.headline ? plot.headline : plot.lines[0].value)(shown.back());
  const std::string value = std::isfinite(now) ? fmt::format("{:.4g} {}", now, plot.unit) : "-";
  if (foldingTitle(drawn.id, plot.title, value, plot.help + "\n\n" + kUnits)) drawLinePlot(drawn);
}

std::vector<Plot> plotsOf(const dpd::Fluid& fluid) {
  const int dimensions = fluid.box.dimensions;
  Lines momenta;
  for (int axis = 0; axis < dimensions; ++axis) {
    momenta.push_back({std::string(1, cells::kAxisNames[axis]),
                       [axis](const auto& o) { return o.momentum[axis] / particles(o); }});
  }
  return {
      {"temperature", "Temperature", "ε",
       "Kinetic energy of the particles as k_B T, by 2 E / (D N). The dashed line is the "
       "thermostat's temperature, which friction and noise of the pairs together maintain. Mean "
       "flow counts as well, so a falling fluid shows a higher value.",
       Lines{{"k_BT", [](const auto& o) { return o.temperature; }}},
       Reference{"thermostat", fluid.kT}},
      {"pressure", "Pressure", dimensions == 3 ? "ε/r_c³" : "ε/r_c²",
       "From the motion and the repulsion of the particles (virial). The total adds friction and "
       "noise: nothing on average, but it fluctuates more.",
       Lines{{"pressure", [](const auto& o) { return o.pressure; }},
             {"total", [](const auto& o) { return o.pressureTotal; }}}},
      {"energy", "Energy per particle", "ε",
       "Potential energy of the repulsion, kinetic energy, energy in the field of gravity, and "
       "their sum, divided by the number of particles. The thermostat adds and removes energy, so "
       "the sum need not stay constant.",
       Lines{{"sum", [](const auto& o) { return energyOf(o) / particles(o); }},
             {"potential", [](const auto& o) { return o.potentialEnergy / particles(o); }},
             {"kinetic", [](const auto& o) { return o.kineticEnergy / particles(o); }},
             {"gravity",
              [](const auto& o) {
                return o.gravityEnergy == 0.0 ? std::nan("") : o.gravityEnergy / particles(o);
              }}}},
      {"momentum",
       "Momentum per particle",
       "m r_c/τ",
       "The sum of all momenta divided by the number of particles; its magnitude at the right. "
       "Pair forces are equal and opposite, so only walls and gravity change it: in a periodic box "
       "without gravity it stays within rounding errors.",
       momenta,
       {},
       [](const auto& o) { return glm::length(o.momentum) / particles(o); }},
      {"mixing", "Width of the mixing layer", "r_c",
       "How far the two fluids reach into each other along gravity: 6 times the integral of "
       "f (1 - f), f the share of one of them in each layer of cells.",
       Lines{{"width", [](const auto& o) { return o.mixingWidth.value_or(std::nan("")); }}}},
      {"domains", "Size of the domains", "r_c",
       "How large the regions of one species are: the first distance at which the composition is "
       "no longer correlated with itself.",
       Lines{{"size", [](const auto& o) { return o.domainSize.value_or(std::nan("")); }}}}};
}

/// The share of the time, up to now, that the user has chosen to see.
double chooseShare() {
  static const Options<float> kShares{
      {1.0F, "all", "Everything since the fluid began."},
      {0.5F, "half",
       "The second half of the time: without the first moments the axes show finer differences."},
      {0.1F, "tenth", "The last tenth of the time."}};
  float& share = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("plots/span"), 1.0F);
  radioButtons("plots/span", kShares, share, "Time shown");
  return share;
}

}  // namespace

void drawPlotsPanel(DemoState& state) {
  const Measurements all = state.session.telemetry().measurements();
  if (all.empty()) {
    dimParagraph(state.playback.measureEvery > 0
                     ? fmt::format("No measurement yet: the fluid is measured every {} steps.",
                                   state.playback.measureEvery)
                     : std::string("The fluid is not measured: the interval is 0 steps."));
    return;
  }
  const double now = all.back().time;
  const double begin = now - chooseShare() * (now - all.front().time);
  const Measurements shown(std::ranges::lower_bound(all, begin, {}, &Observables::time), all.end());
  std::vector<double> times;
  for (const Observables& observables : shown) times.push_back(observables.time);
  for (const Plot& plot : plotsOf(state.session.scenario().fluid)) draw(plot, shown, times);
}

}  // namespace gpubuck::demo
