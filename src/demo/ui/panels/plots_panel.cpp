// The observables of the fluid (dpd::kObservables) over time.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <limits>
#include <set>
#include <span>
#include <string_view>

#include "base/text.h"
#include "demo/ui/demo_state.h"
#include "demo/widgets/form.h"
#include "demo/widgets/plot.h"

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

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double energyOf(const Observables& o) {
  return o.potentialEnergy + o.kineticEnergy + o.gravityEnergy + o.bondEnergy.value_or(0.0) +
         o.angleEnergy.value_or(0.0);
}

using Quantity = std::function<double(const Observables&)>;

struct Line {
  std::string name;
  Quantity value;  ///< NaN if not measured; a line appears with its first measured value
};

using Lines = std::vector<Line>;

struct Plot {
  std::string name, title, unit, help;
  std::vector<std::string_view> shows{};  ///< names of dpd::kObservables
  Lines lines{};
  std::optional<Reference> reference{};
  Quantity
      headline{};  ///< the value at the right of the title; if empty, the value of the first line
  bool isOpen = true;  ///< whether the plot is expanded at first
};

void draw(const Plot& plot, Measurements shown, const std::vector<double>& times) {
  const auto isMeasured = [&](const Line& line) {
    return std::ranges::any_of(shown, [&](const auto& o) { return std::isfinite(line.value(o)); });
  };
  if (std::ranges::none_of(plot.lines, isMeasured)) return;
  const double now = (plot.headline ? plot.headline : plot.lines[0].value)(shown.back());
  const std::string value = std::isfinite(now) ? fmt::format("{:.4g} {}", now, plot.unit) : "-";
  LinePlot drawn{"plots/" + plot.name, "time", times, {}, plot.reference};
  if (!foldingTitle(drawn.id, plot.title, value, plot.help + "\n\n" + kUnits, plot.isOpen)) return;
  for (const Line& line : plot.lines) {
    Series series{line.name};
    for (const Observables& observables : shown) series.values.push_back(line.value(observables));
    if (rangeOf(series.values)) drawn.series.push_back(std::move(series));
  }
  drawLinePlot(drawn);
}

/// Returns the value of a row of the table. If the value is a vector, returns its component along
/// `axis`.
template <typename Of>
double numberOf(const dpd::Observable<Of>& row, const Of& from, int axis) {
  return visitValue(row, from, [axis](const auto& value) -> double {
    if constexpr (requires { value.size(); }) {
      return value[static_cast<std::size_t>(axis)];
    } else if constexpr (requires { value.has_value(); }) {
      return value.value_or(std::nan(""));
    } else {
      return static_cast<double>(value);
    }
  });
}

/// Adds a line for a row of the table, or a line per axis if the row's value is a vector. `name` is
/// the species' name, or empty. `of` returns the part of the observables that the row reads.
template <typename Of, typename Find>
void addLines(Lines& lines, const std::string& name, const dpd::Observable<Of>& row, int dimensions,
              const Find& of) {
  const auto add = [&](const std::string& part, int axis) {
    lines.push_back({name.empty()   ? part
                     : part.empty() ? name
                                    : name + ' ' + part,
                     [&row, of, axis](const auto& o) { return numberOf(row, of(o), axis); }});
  };
  if (row.columns[0] == nullptr) return add(name.empty() ? row.name : "", 0);
  for (int axis = 0; axis < dimensions; ++axis) {
    const std::string_view column = row.columns[static_cast<std::size_t>(axis)];
    add(std::string(column.substr(column.rfind('_') + 1)), axis);
  }
}

/// Returns the title of a row: "Mixing width" for "mixing_width".
std::string titleOf(std::string name) {
  std::ranges::replace(name, '_', ' ');
  name[0] = static_cast<char>(std::toupper(name[0]));
  return name;
}

std::string unitOf(std::string unit, int dimensions) {
  const auto replace = [&unit](const std::string& power, const char* by) {
    if (const std::size_t at = unit.find(power); at != std::string::npos) {
      unit.replace(at, power.size(), by);
    }
  };
  replace("^D", dimensions == 3 ? "³" : "²");
  replace("^(D-1)", dimensions == 3 ? "²" : "");
  return unit;
}

/// Returns the plots that combine several observables or have a reference line or a headline.
std::vector<Plot> composedPlots(const dpd::Fluid& fluid) {
  const int dimensions = fluid.box.dimensions;
  Lines momenta;
  for (int axis = 0; axis < dimensions; ++axis) {
    momenta.push_back({std::string(1, cells::kAxisNames[axis]), [axis](const auto& o) {
                         return o.momentum[static_cast<std::size_t>(axis)] / particles(o);
                       }});
  }
  return {
      {"temperature",
       "Temperature, with flow",
       "ε",
       "Kinetic energy E of N particles as k_B T = 2 E / (D N). The dashed line is the "
       "thermostat's temperature, which friction and noise of the pairs together maintain. Flow "
       "counts as well, so a falling fluid shows a higher value; the colours by temperature "
       "(Look) leave flow out.",
       {"temperature"},
       Lines{{"k_BT", [](const auto& o) { return o.temperature; }}},
       Reference{"thermostat", fluid.kT}},
      {"pressure",
       "Pressure",
       unitOf("ε/r_c^D", dimensions),
       "The pressure from the motion and the repulsion of the particles (virial). The total also "
       "has the parts of friction and noise, which are 0 on average, but fluctuate.",
       {"pressure", "pressure_total"},
       Lines{{"pressure", [](const auto& o) { return o.pressure; }},
             {"total", [](const auto& o) { return o.pressureTotal; }}}},
      {"energy",
       "Energy per particle",
       "ε",
       "Potential energy of the pairs, kinetic energy, energies of gravity, bonds and angles, and "
       "the sum of all, each divided by the number of particles. The thermostat adds and "
       "removes energy, so the sum need not stay constant.",
       {"potential_energy", "kinetic_energy", "gravity_energy", "bond_energy", "angle_energy"},
       Lines{
           {"sum", [](const auto& o) { return energyOf(o) / particles(o); }},
           {"potential", [](const auto& o) { return o.potentialEnergy / particles(o); }},
           {"kinetic", [](const auto& o) { return o.kineticEnergy / particles(o); }},
           {"gravity",
            [](const auto& o) {
              return o.gravityEnergy == 0.0 ? std::nan("") : o.gravityEnergy / particles(o);
            }},
           {"bonds", [](const auto& o) { return o.bondEnergy.value_or(kNone) / particles(o); }},
           {"angles", [](const auto& o) { return o.angleEnergy.value_or(kNone) / particles(o); }}}},
      {"molecules",
       "Size of molecules",
       "r_c",
       "The root mean squares of the distance between the ends of chains, and of the radius of "
       "gyration of all molecules. Periodic sides have no influence on them.",
       {"end_to_end", "radius_of_gyration"},
       Lines{{"end to end", [](const auto& o) { return o.endToEnd.value_or(kNone); }},
             {"gyration", [](const auto& o) { return o.radiusOfGyration.value_or(kNone); }}},
       {},
       [](const auto& o) { return o.radiusOfGyration.value_or(kNone); }},
      {"momentum",
       "Momentum per particle",
       "m r_c/τ",
       "The sum of all momenta divided by the number of particles. The title shows its magnitude. "
       "Pair forces are equal and opposite, so only other forces, such as walls and gravity, "
       "change the sum. In a periodic box without such forces, only rounding errors change it.",
       {"momentum"},
       momenta,
       {},
       [](const auto& o) {
         return glm::length(glm::make_vec3(o.momentum.data())) / particles(o);
       }}};
}

/// Returns the plots of composedPlots(), then a plot for each other observable, and for each
/// observable of the species. A plot of one observable is collapsed at first if every fluid has
/// this observable.
std::vector<Plot> plotsOf(const dpd::Fluid& fluid) {
  const int dimensions = fluid.box.dimensions;
  std::vector<Plot> plots = composedPlots(fluid);
  std::set<std::string_view> shown{"step", "time"};
  for (const Plot& plot : plots) shown.insert(plot.shows.begin(), plot.shows.end());
  for (const auto& row : dpd::kObservables) {
    if (shown.contains(row.name)) continue;
    Plot plot{row.name, titleOf(row.name), unitOf(row.unit, dimensions), row.help};
    plot.isOpen = *row.only != '\0';
    addLines(plot.lines, "", row, dimensions, std::identity());
    plots.push_back(std::move(plot));
  }
  if (fluid.species.size() < 2) return plots;
  for (const auto& row : dpd::kSpeciesObservables) {
    Plot plot{fmt::format("species/{}", row.name), titleOf(row.name) + " of each species",
              unitOf(row.unit, dimensions), row.help};
    plot.isOpen = false;
    for (std::size_t k = 0; k < fluid.species.size(); ++k) {
      addLines(
          plot.lines, fluid.species[k].name, row,
          dimensions, [k](const Observables& o) -> const auto& { return o.species[k]; });
    }
    plots.push_back(std::move(plot));
  }
  return plots;
}

bool hasPeriodicAxis(const cells::Box& box) {
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (box.isPeriodic(axis)) return true;
  }
  return false;
}

/// Draws the last structure factor over k. It is measured only while its plot is expanded.
void drawStructureFactor(FluidSession& session) {
  const dpd::Fluid& fluid = session.scenario().fluid;
  if (!hasPeriodicAxis(fluid.box)) return session.measuring().setStructureFactor(false);
  const auto& measured = session.telemetry().structureFactor();
  LinePlot plot{"plots/structure_factor", "k", {}, {}, Reference{"ideal gas", 1.0}};
  const bool isOpen = foldingTitle(
      plot.id, "Structure factor", measured ? fmt::format("step {}", measured->step) : "",
      std::string(
          "S(k), the mean square of the Fourier modes of the density, divided by the number "
          "of particles, against the wave number k in 1/r_c. It is 1 for an ideal gas; a "
          "structure that repeats itself at a distance d has a peak at 2π/d.\n\n") +
          kUnits,
      false);
  session.measuring().setStructureFactor(isOpen);
  if (!isOpen) return;
  if (!measured) return dimParagraph("Shown after the next measurement.");
  plot.x = measured->k;
  plot.series.push_back({"all", measured->total});
  for (std::size_t k = 0; k < measured->species.size() && measured->species.size() > 1; ++k) {
    plot.series.push_back({fluid.species[k].name, measured->species[k]});
  }
  drawLinePlot(plot);
}

/// Lets the user choose the share of the past time that plots show. Returns this share, 1 for all
/// of the time.
double chooseShare() {
  static const Options<float> kShares{
      {1.0F, "all", "All measurements since step 0."},
      {0.5F, "half",
       "The second half of the time. Without the start the axes show finer differences."},
      {0.1F, "tenth", "The last tenth of the time."}};
  float& share = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("plots/span"), 1.0F);
  radioButtons("plots/span", kShares, share, "Time range");
  return share;
}

}  // namespace

void drawPlotsPanel(Display& display) {
  const Measurements all = display.session.telemetry().measurements();
  if (all.empty()) {
    dimParagraph(display.playback.measureEvery > 0
                     ? fmt::format("No measurement yet. The fluid is measured every {}.",
                                   counted(display.playback.measureEvery, "step"))
                     : std::string("Measurements are off: their interval is 0 steps."));
    return;
  }
  const double now = all.back().time;
  const double begin = now - chooseShare() * (now - all.front().time);
  const Measurements shown(std::ranges::lower_bound(all, begin, {}, &Observables::time), all.end());
  std::vector<double> times;
  for (const Observables& observables : shown) times.push_back(observables.time);
  for (const Plot& plot : plotsOf(display.session.scenario().fluid)) draw(plot, shown, times);
  drawStructureFactor(display.session);
}

}  // namespace gpubuck::demo
