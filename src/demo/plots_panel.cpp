// What is measured in the fluid, over time: temperature, pressure, energy and momentum, and the
// width of the mixing layer or the size of the domains where the fluid has them.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <span>

#include "demo/options.h"
#include "demo/plot.h"
#include "demo/plot_axis.h"

namespace gpubuck::demo {
namespace {

using Measurements = std::span<const dpd::Observables>;

struct Axis {
  std::string name;
  std::vector<double> x;  ///< of each measurement
};

constexpr const char* kUnits =
    "Reduced units: lengths in r_c, the cut-off radius of the forces; masses in m, that of the "
    "lightest particle; energies in ε, the k_B T of a thermostat set to 1; times in τ = "
    "r_c √(m/ε).";

bool beginPlot(const std::string& id, const char* title, const std::string& value,
               const std::string& help) {
  return foldingTitle(id, title, value, help + "\n\n" + kUnits);
}

template <typename Value>
Series series(const char* name, Measurements measurements, Value value) {
  Series result{name, {}};
  result.values.reserve(measurements.size());
  for (const dpd::Observables& observables : measurements) {
    result.values.push_back(value(observables));
  }
  return result;
}

void drawLines(const char* id, const Axis& axis, std::vector<Series> lines,
               const std::optional<Reference>& reference = {}) {
  drawLinePlot({id, axis.name, axis.x, std::move(lines), reference});
}

double particles(const dpd::Observables& observables) {
  std::int64_t count = 0;
  for (const dpd::SpeciesObservables& species : observables.species) count += species.count;
  return static_cast<double>(count);
}

double energyOf(const dpd::Observables& o) {
  return o.potentialEnergy + o.kineticEnergy + o.gravityEnergy;
}

std::string withUnit(double value, const std::string& unit) {
  return fmt::format("{:.4g} {}", value, unit);
}

void drawTemperature(Measurements shown, const Axis& axis, double kT) {
  if (!beginPlot(
          "plots/temperature", "Temperature", withUnit(shown.back().temperature, "ε"),
          "Kinetic energy of the particles as k_B T, by 2 E / (D N). The dashed line is what "
          "the thermostat aims at: friction and noise of the pairs together hold it there. "
          "Mean flow counts as well, so a falling fluid reads higher.")) {
    return;
  }
  drawLines("plots/temperature", axis,
            {series("k_BT", shown, [](const auto& o) { return o.temperature; })},
            Reference{"thermostat", kT});
}

void drawPressure(Measurements shown, const Axis& axis, int dimensions) {
  if (!beginPlot("plots/pressure", "Pressure",
                 withUnit(shown.back().pressure, dimensions == 3 ? "ε/r_c³" : "ε/r_c²"),
                 "Of the motion and the repulsion of the particles (virial). The total adds what "
                 "friction and noise contribute: on average nothing, but it fluctuates more.")) {
    return;
  }
  drawLines("plots/pressure", axis,
            {series("pressure", shown, [](const auto& o) { return o.pressure; }),
             series("total", shown, [](const auto& o) { return o.pressureTotal; })});
}

void drawEnergy(Measurements shown, const Axis& axis) {
  const dpd::Observables& last = shown.back();
  if (!beginPlot("plots/energy", "Energy a particle",
                 withUnit(energyOf(last) / particles(last), "ε"),
                 "Potential energy of the repulsion, kinetic energy, energy in the field of "
                 "gravity, and their sum, divided by the number of particles. The thermostat gives "
                 "and takes energy, so the sum need not stay constant.")) {
    return;
  }
  std::vector<Series> lines{
      series("sum", shown, [](const auto& o) { return energyOf(o) / particles(o); }),
      series("potential", shown, [](const auto& o) { return o.potentialEnergy / particles(o); }),
      series("kinetic", shown, [](const auto& o) { return o.kineticEnergy / particles(o); })};
  if (std::any_of(shown.begin(), shown.end(), [](const auto& o) { return o.gravityEnergy != 0; })) {
    lines.push_back(
        series("gravity", shown, [](const auto& o) { return o.gravityEnergy / particles(o); }));
  }
  drawLines("plots/energy", axis, std::move(lines));
}

void drawMomentum(Measurements shown, const Axis& axis, int dimensions) {
  const dpd::Observables& last = shown.back();
  if (!beginPlot("plots/momentum", "Momentum a particle",
                 withUnit(glm::length(last.momentum) / particles(last), "m r_c/τ"),
                 "The sum of all momenta divided by the number of particles; at the right its "
                 "length. Pair forces are equal and opposite, so only walls and gravity change it: "
                 "in a periodic box without gravity it stays at the rounding of the numbers.")) {
    return;
  }
  std::vector<Series> components;
  for (int k = 0; k < dimensions; ++k) {
    constexpr std::array kNames{"x", "y", "z"};
    components.push_back(series(kNames[static_cast<std::size_t>(k)], shown,
                                [k](const auto& o) { return o.momentum[k] / particles(o); }));
  }
  drawLines("plots/momentum", axis, std::move(components));
}

void drawMixing(Measurements shown, const Axis& axis) {
  const std::optional<double> width = shown.back().mixingWidth;
  if (!width) return;
  if (!beginPlot("plots/mixing", "Width of the mixing layer", withUnit(*width, "r_c"),
                 "How far the two fluids have grown into each other along gravity: 6 times the "
                 "integral of f (1 - f), f the share of one of them in each layer of cells.")) {
    return;
  }
  drawLines(
      "plots/mixing", axis,
      {series("width", shown, [](const auto& o) { return o.mixingWidth.value_or(std::nan("")); })});
}

void drawDomains(Measurements shown, const Axis& axis) {
  // A value may be absent for a while: the plot is there once there has been one.
  Series sizes =
      series("size", shown, [](const auto& o) { return o.domainSize.value_or(std::nan("")); });
  if (!rangeOf(sizes.values)) return;
  const double last = sizes.values.back();
  if (!beginPlot("plots/domains", "Size of the domains",
                 std::isfinite(last) ? withUnit(last, "r_c") : "-",
                 "How large the regions of one species are: the first distance at which the "
                 "composition is no longer correlated with itself.")) {
    return;
  }
  drawLines("plots/domains", axis, {std::move(sizes)});
}

/// The share of the time that the user wants to see, up to now.
double chooseShare() {
  static const Options<float> kShares{
      {1.0F, "all", "Everything since the fluid began."},
      {0.5F, "half",
       "The second half of the time: without the first moments the axes show finer differences."},
      {0.1F, "tenth", "The last tenth of the time."}};
  float& share = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("plots/span"), 1.0F);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Time shown");
  ImGui::SameLine();
  radioButtons("plots/span", kShares, share);
  return share;
}

/// What the plots are drawn over: time, or steps where a changed time step has turned time back.
Axis axisOf(const std::vector<dpd::Observables>& measurements) {
  Axis axis{"time", {}};
  for (const dpd::Observables& observables : measurements) axis.x.push_back(observables.time);
  if (std::is_sorted(axis.x.begin(), axis.x.end())) return axis;
  axis = {"step", {}};
  for (const dpd::Observables& observables : measurements) {
    axis.x.push_back(static_cast<double>(observables.step));
  }
  return axis;
}

}  // namespace

void drawPlotsPanel(DemoState& state) {
  const std::vector<dpd::Observables>& all = state.session.telemetry().measurements();
  if (all.empty()) {
    dimParagraph(state.playback.measureEvery > 0
                     ? fmt::format("Nothing measured yet: the fluid is measured every {} steps.",
                                   state.playback.measureEvery)
                     : std::string("The fluid is not measured: the interval is 0 steps."));
    return;
  }
  Axis axis = axisOf(all);
  const double begin = axis.x.back() - chooseShare() * (axis.x.back() - axis.x.front());
  const auto first = std::lower_bound(axis.x.begin(), axis.x.end(), begin);
  const auto skipped = static_cast<std::size_t>(first - axis.x.begin());
  axis.x.erase(axis.x.begin(), first);
  const Measurements shown = Measurements(all).subspan(skipped);

  const dpd::Fluid& fluid = state.session.scenario().fluid;
  drawTemperature(shown, axis, fluid.kT);
  drawPressure(shown, axis, fluid.box.dimensions);
  drawEnergy(shown, axis);
  drawMomentum(shown, axis, fluid.box.dimensions);
  drawMixing(shown, axis);
  drawDomains(shown, axis);
}

}  // namespace gpubuck::demo
