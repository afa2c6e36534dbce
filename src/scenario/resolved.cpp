// The way back: a scenario as TOML and JSON (declared in scenario.h).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <toml++/toml.h>
#include <sstream>

#include "scenario/scenario.h"
#include "scenario/words.h"

namespace gpubuck::scenario {
namespace {

/// A string as TOML writes it, quoted and escaped.
std::string literal(const std::string& text) {
  std::ostringstream out;
  out << toml::toml_formatter(toml::value<std::string>(text), toml::format_flags::none);
  return out.str();
}

std::string literals(const std::vector<std::string>& texts) {
  std::vector<std::string> all;
  for (const std::string& text : texts) all.push_back(literal(text));
  return fmt::format("[{}]", fmt::join(all, ", "));
}

/// The first `count` components, each in the fewest digits that give the same double back.
std::string components(const glm::dvec3& vector, int count) {
  return count == 2 ? fmt::format("[{}, {}]", vector.x, vector.y)
                    : fmt::format("[{}, {}, {}]", vector.x, vector.y, vector.z);
}

std::string fluidTables(const dpd::Fluid& fluid) {
  const int axes = fluid.box.dimensions;
  std::vector<std::string> boundary;
  for (std::size_t i = 0; i < static_cast<std::size_t>(axes); ++i) {
    boundary.push_back(wordOf(kBoundaryWords, fluid.box.boundary[i]));
  }
  std::string text = fmt::format(
      "\n[box]\nsize = {}\nboundary = {}\ndimensions = {}\n"
      "\n[fluid]\ndensity = {}\nkT = {}\ngravity = {}\npoiseuille = {}\ndrag = {}\n",
      components(fluid.box.size, axes), literals(boundary), axes, fluid.density, fluid.kT,
      components(fluid.gravity, axes), fluid.poiseuille, fluid.drag);
  for (const dpd::Species& species : fluid.species) {
    text += fmt::format("\n[[species]]\nname = {}\nmass = {}\nfraction = {}\n",
                        literal(species.name), species.mass, species.fraction);
    if (!species.colour.empty()) text += fmt::format("colour = {}\n", literal(species.colour));
  }
  for (std::size_t k = 0; k < fluid.species.size(); ++k) {
    for (std::size_t l = k; l < fluid.species.size(); ++l) {
      const dpd::PairCoefficients& pair = fluid.pair(static_cast<int>(k), static_cast<int>(l));
      text += fmt::format("\n[[pair]]\nspecies = {}\na = {}\ngamma = {}\nsigma = {}\n",
                          literals({fluid.species[k].name, fluid.species[l].name}), pair.a,
                          pair.gamma, pair.sigma(fluid.kT));
    }
  }
  text += fmt::format("\n[integrator]\nkind = {}\ndt = {}\n",
                      literal(wordOf(kIntegratorWords, fluid.integrator)), fluid.dt);
  if (fluid.integrator == dpd::Integrator::VelocityVerlet) {
    text += fmt::format("lambda = {}\n", fluid.lambda);
  }
  return text + fmt::format("\n[noise]\nkind = {}\nseed = {}\n",
                            literal(wordOf(kNoiseWords, fluid.noise)), fluid.seed);
}

std::string sortTable(const dpd::StepSettings& step) {
  const sort::Settings& sort = step.sort;
  return fmt::format(
      "\n[sort]\nalgorithm = {}\nmode = {}\nsub_buffers = {}\nthreshold = {}\npartition = {}\n"
      "point_source = {}\nreorder_every = {}\n",
      literal(wordOf(kAlgorithmWords, sort.algorithm)), literal(wordOf(kModeWords, step.mode)),
      sort.subBuffers, sort.threshold, literal(wordOf(kPartitionWords, sort.partition)),
      literal(wordOf(kPointSourceWords, sort.pointSource)), step.reorderEvery);
}

std::vector<std::string> namesOf(const std::vector<int>& list, const dpd::Fluid& fluid) {
  std::vector<std::string> names;
  for (const int index : list) {
    names.push_back(fluid.species[static_cast<std::size_t>(index)].name);
  }
  return names;
}

std::string initialTable(const Initial& initial, const dpd::Fluid& fluid) {
  std::string text =
      fmt::format("\n[initial]\nstate = {}\n", literal(wordOf(kInitialWords, initial.kind)));
  if (!initial.file.empty()) text += fmt::format("file = {}\n", literal(initial.file));
  const std::string modes = fluid.box.dimensions == 2
                                ? fmt::format("[{}]", initial.modes[0])
                                : fmt::format("[{}]", fmt::join(initial.modes, ", "));
  text += fmt::format("axis = {}\norder = {}\nperturbation = {}\nmodes = {}\n",
                      literal(wordOf(kAxisWords, initial.axis)),
                      literals(namesOf(initial.order, fluid)), initial.perturbation, modes);
  if (initial.spectrum[1] > 0) {
    text += fmt::format("spectrum = [{}]\n", fmt::join(initial.spectrum, ", "));
  }
  return text;
}

std::string viewTable(const View& view, const dpd::Fluid& fluid) {
  return fmt::format(
      "\n[view]\nazimuth = {}\nelevation = {}\nzoom = {}\npan = [{}, {}]\nslice_axis = {}\n"
      "slice_centre = {}\nslice_thickness = {}\nhide = {}\n",
      view.azimuth, view.elevation, view.zoom, view.panX, view.panY,
      literal(wordOf(kSliceAxisWords, view.sliceAxis)), view.sliceCentre, view.sliceThickness,
      literals(namesOf(view.hidden, fluid)));
}

}  // namespace

std::string toToml(const Scenario& scenario) {
  return fmt::format("name = {}\ndescription = {}\n", literal(scenario.name),
                     literal(scenario.description)) +
         fluidTables(scenario.fluid) + sortTable(scenario.step) +
         fmt::format("\n[search]\nkind = {}\n", literal(search::methodWord(scenario.search))) +
         initialTable(scenario.initial, scenario.fluid) + viewTable(scenario.view, scenario.fluid);
}

std::string toJson(const Scenario& scenario) {
  std::ostringstream out;
  out << toml::json_formatter(toml::parse(toToml(scenario)));
  return out.str();
}

}  // namespace gpubuck::scenario
