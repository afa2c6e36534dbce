#include "scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <numeric>

#include "base/error.h"
#include "base/id.h"
#include "scenario/pair_coefficients.h"
#include "scenario/toml_document.h"
#include "scenario/words.h"
#include "search/cell_grid.h"

namespace gpubuck::scenario {
namespace {

double positive(TomlSection& section, const std::string& key, std::optional<double> fallback) {
  const double value = section.number(key, fallback);
  if (value <= 0.0) section.fail(key, fmt::format("{} is not above 0", value));
  return value;
}

double within(TomlSection& section, const std::string& key, double least, double most,
              double fallback) {
  const double value = section.number(key, fallback);
  if (value < least || value > most) {
    section.fail(key, fmt::format("{} is not in {}..{}", value, least, most));
  }
  return value;
}

search::Method readSearch(TomlSection section) {
  const std::string word = section.string("kind", search::methodWord({}));
  const std::optional<search::Method> method = search::parseMethod(word);
  if (!method) {
    section.fail("kind", fmt::format("'{}' is not one of {}", word, search::kMethodWords));
  }
  section.refuseUnknownKeys();
  return *method;
}

search::Box readBox(TomlSection section, const search::Method& method) {
  search::Box box;
  box.dimensions = static_cast<int>(section.integer("dimensions", 2, 3, 3));
  const auto axes = static_cast<std::size_t>(box.dimensions);
  const std::vector<double> size = section.numbers("size", axes);
  const std::vector<std::string> boundary =
      section.strings("boundary", std::vector<std::string>(axes, "periodic"));
  if (boundary.size() != axes) {
    section.fail("boundary", fmt::format("expected {} entries, found {}", axes, boundary.size()));
  }
  for (std::size_t i = 0; i < axes; ++i) {
    const auto word = kBoundaryWords.find(boundary[i]);
    if (word == kBoundaryWords.end()) {
      section.fail("boundary", i,
                   fmt::format("'{}' is not one of periodic, reflecting", boundary[i]));
    }
    box.boundary[i] = word->second;
    if (size[i] <= 0.0) section.fail("size", i, fmt::format("{} is not above 0", size[i]));
    box.size[static_cast<int>(i)] = size[i];
    const int least = search::leastPeriodicCells(method);
    if (word->second == search::Boundary::Periodic &&
        search::cellsAlong(size[i], 1.0, method) < least) {
      section.fail("size", i,
                   fmt::format("{} is under {} {} of edge {}, the least of a periodic side for {}",
                               size[i], least, least == 1 ? "cell" : "cells",
                               search::leastEdge(method, 1.0), search::methodWord(method)));
    }
  }
  double cells = 1.0;
  for (const double side : size) cells *= std::max(1.0, search::cellsAlong(side, 1.0, method));
  if (cells > static_cast<double>(kMaxCount)) {
    section.fail("size", fmt::format("{} cells, the most is {}", cells, kMaxCount));
  }
  section.refuseUnknownKeys();
  return box;
}

bool isGoodName(const std::string& name) {
  return !name.empty() && name.size() <= 32 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  });
}

bool isGoodColour(const std::string& colour) {
  return colour.size() == 7 && colour[0] == '#' &&
         colour.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
}

std::vector<dpd::Species> readSpecies(TomlSection& root) {
  std::vector<dpd::Species> all;
  double sum = 0.0;
  for (TomlSection& section : root.sections("species")) {
    dpd::Species species;
    species.name = section.string("name");
    if (!isGoodName(species.name)) {
      section.fail("name",
                   fmt::format("'{}' is not 1 to 32 of a-z, A-Z, 0-9, - and _", species.name));
    }
    const bool isTaken = std::any_of(all.begin(), all.end(),
                                     [&](const auto& other) { return other.name == species.name; });
    if (isTaken) section.fail("name", fmt::format("'{}' is the name of two species", species.name));
    species.mass = positive(section, "mass", 1.0);
    species.fraction = positive(section, "fraction", 1.0);
    species.colour = section.string("colour", "");
    if (section.has("colour") && !isGoodColour(species.colour)) {
      section.fail("colour", fmt::format("'{}' is not of the form #rrggbb", species.colour));
    }
    section.refuseUnknownKeys();
    sum += species.fraction;
    all.push_back(species);
  }
  if (all.empty())
    all.push_back({"particle", 1.0, 1.0, ""});
  else if (std::abs(sum - 1.0) > 1e-6)
    root.fail("species", fmt::format("the fractions add up to {}, not 1", sum));
  if (all.size() > static_cast<std::size_t>(dpd::kMaxSpecies)) {
    root.fail("species", fmt::format("{} species, the most is {}", all.size(), dpd::kMaxSpecies));
  }
  return all;
}

void readIntegrator(TomlSection section, dpd::Fluid& fluid) {
  fluid.integrator = section.choice("kind", kIntegratorWords, "leapfrog-ab2");
  fluid.dt = positive(section, "dt", 0.01);
  // Without velocity-verlet the key is unknown: it would have no effect.
  if (fluid.integrator == dpd::Integrator::VelocityVerlet) {
    fluid.lambda = within(section, "lambda", 0.0, 1.0, fluid.lambda);
  }
  section.refuseUnknownKeys();
}

dpd::Fluid readFluid(TomlSection& root, const search::Method& method) {
  dpd::Fluid fluid;
  fluid.box = readBox(root.section("box"), method);
  fluid.species = readSpecies(root);

  TomlSection section = root.section("fluid");
  fluid.density = positive(section, "density", 3.0);
  const double particles = fluid.density * fluid.box.volume();
  if (particles < 0.5 || particles >= static_cast<double>(kMaxCount) + 0.5) {
    section.fail("density", fmt::format("{} makes {} particles, expected 1..{}", fluid.density,
                                        std::round(particles), kMaxCount));
  }
  const auto axes = static_cast<std::size_t>(fluid.box.dimensions);
  const std::vector<double> gravity = section.numbers("gravity", axes, std::vector<double>(axes));
  for (std::size_t i = 0; i < axes; ++i) fluid.gravity[static_cast<int>(i)] = gravity[i];
  fluid.poiseuille = section.number("poiseuille", 0.0);
  fluid.drag = section.number("drag", 0.0);
  if (fluid.drag < 0.0) section.fail("drag", fmt::format("{} is below 0", fluid.drag));
  readPairs(root, section, fluid);
  readIntegrator(root.section("integrator"), fluid);

  TomlSection noise = root.section("noise");
  fluid.noise = noise.choice("kind", kNoiseWords, "karpinski");
  fluid.seed = static_cast<std::uint32_t>(
      noise.integer("seed", 0, std::numeric_limits<std::uint32_t>::max(), 1));
  noise.refuseUnknownKeys();
  if (fluid.drag > 0.0 && fluid.noise == dpd::NoiseKind::KarpinskiSequence) {
    section.fail("drag", "the noise karpinski-sequence has none for single particles");
  }
  section.refuseUnknownKeys();
  return fluid;
}

dpd::StepSettings readStep(TomlSection section) {
  dpd::StepSettings settings;
  sort::Settings& sort = settings.sort;
  sort.algorithm = section.choice("algorithm", kAlgorithmWords, "auto");
  settings.mode = section.choice("mode", kModeWords, "resort");
  sort.subBuffers = static_cast<int>(section.integer("sub_buffers", 1, kMaxCount, sort.subBuffers));
  sort.threshold = within(section, "threshold", 0.0, 1.0, sort.threshold);
  sort.partition = section.choice("partition", kPartitionWords, "contiguous");
  sort.pointSource = section.choice("point_source", kPointSourceWords, "pixel-buffer");
  settings.reorderEvery = static_cast<int>(
      section.integer("reorder_every", 0, std::numeric_limits<int>::max(), settings.reorderEvery));
  section.refuseUnknownKeys();
  return settings;
}

/// The species that the array `key` names, each at most once.
std::vector<int> readSpeciesList(TomlSection& section, const std::string& key,
                                 const dpd::Fluid& fluid,
                                 const std::vector<std::string>& fallback) {
  std::vector<int> list;
  const std::vector<std::string> names = section.strings(key, fallback);
  for (std::size_t entry = 0; entry < names.size(); ++entry) {
    const auto found =
        std::find_if(fluid.species.begin(), fluid.species.end(),
                     [&](const auto& species) { return species.name == names[entry]; });
    const int index = static_cast<int>(found - fluid.species.begin());
    if (found == fluid.species.end()) {
      section.fail(key, entry, fmt::format("there is no species '{}'", names[entry]));
    }
    if (std::count(list.begin(), list.end(), index) > 0) {
      section.fail(key, entry, fmt::format("'{}' stands here twice", names[entry]));
    }
    list.push_back(index);
  }
  return list;
}

std::array<int, 2> readSpectrum(TomlSection& section) {
  const std::vector<double> ends = section.numbers("spectrum", 2);
  for (std::size_t i = 0; i < 2; ++i) {
    if (ends[i] != std::floor(ends[i]) || ends[i] < 1.0 || ends[i] > 100.0) {
      section.fail("spectrum", i, fmt::format("{} is not a whole number in 1..100", ends[i]));
    }
  }
  if (ends[1] < ends[0]) {
    section.fail("spectrum", 1, fmt::format("{} is less than {}", ends[1], ends[0]));
  }
  return {static_cast<int>(ends[0]), static_cast<int>(ends[1])};
}

Initial readInitial(TomlSection section, const dpd::Fluid& fluid,
                    const std::filesystem::path& folder) {
  Initial initial;
  initial.kind = section.choice("state", kInitialWords, "random");
  const std::string file = section.string("file", "");
  if (initial.kind == InitialKind::File) {
    if (file.empty()) section.fail("file", "missing, and state is \"file\"");
    initial.file = std::filesystem::absolute(folder / file).lexically_normal().string();
  }
  const int dimensions = fluid.box.dimensions;
  initial.axis = section.choice("axis", kAxisWords, dimensions == 3 ? "z" : "y");
  if (initial.axis >= dimensions) section.fail("axis", "'z' is no axis in two dimensions");

  std::vector<std::string> names;
  for (const dpd::Species& species : fluid.species) names.push_back(species.name);
  initial.order = readSpeciesList(section, "order", fluid, names);
  if (initial.order.size() != names.size()) {
    section.fail("order", fmt::format("{} of {} species", initial.order.size(), names.size()));
  }
  initial.perturbation = section.number("perturbation", 0.0);
  const std::size_t others = static_cast<std::size_t>(dimensions) - 1;
  const std::vector<double> modes =
      section.numbers("modes", others, std::vector<double>(others, 1.0));
  for (std::size_t i = 0; i < others; ++i) {
    if (modes[i] != std::floor(modes[i]) || modes[i] < 0.0 || modes[i] > 1000.0) {
      section.fail("modes", i, fmt::format("{} is not a whole number in 0..1000", modes[i]));
    }
    initial.modes[i] = static_cast<int>(modes[i]);
  }
  if (section.has("spectrum")) initial.spectrum = readSpectrum(section);
  section.refuseUnknownKeys();
  return initial;
}

View readView(TomlSection section, const dpd::Fluid& fluid) {
  const bool isFlat = fluid.box.dimensions == 2;
  View view;
  view.azimuth = within(section, "azimuth", -360.0, 360.0, isFlat ? 0.0 : view.azimuth);
  view.elevation = within(section, "elevation", -90.0, 90.0, isFlat ? 90.0 : view.elevation);
  view.zoom = positive(section, "zoom", view.zoom);
  const std::vector<double> pan = section.numbers("pan", 2, std::vector<double>{0.0, 0.0});
  view.panX = pan[0];
  view.panY = pan[1];
  view.sliceAxis = section.choice("slice_axis", kSliceAxisWords, "none");
  view.sliceCentre = within(section, "slice_centre", 0.0, 1.0, view.sliceCentre);
  view.sliceThickness = positive(section, "slice_thickness", view.sliceThickness);
  view.hidden = readSpeciesList(section, "hide", fluid, {});
  section.refuseUnknownKeys();
  return view;
}

}  // namespace

Scenario parseScenario(const std::string& text, const std::string& source,
                       const std::filesystem::path& folder,
                       const std::vector<std::string>& overrides) {
  const TomlDocument document(text, source, overrides);
  TomlSection root(document);
  Scenario scenario;
  scenario.name = root.string("name", std::filesystem::path(source).stem().string());
  scenario.description = root.string("description", "");
  scenario.search = readSearch(root.section("search"));
  scenario.fluid = readFluid(root, scenario.search);
  scenario.step = readStep(root.section("sort"));
  scenario.initial = readInitial(root.section("initial"), scenario.fluid, folder);
  scenario.view = readView(root.section("view"), scenario.fluid);
  root.refuseUnknownKeys();
  return scenario;
}

Scenario loadScenario(const std::filesystem::path& path,
                      const std::vector<std::string>& overrides) {
  if (std::filesystem::is_directory(path)) throw InputError(path.string(), "is a folder");
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw InputError(path.string(), fmt::format("cannot be read: {}", std::strerror(errno)));
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return parseScenario(text, path.string(), path.parent_path(), overrides);
}

std::int64_t particleCount(const dpd::Fluid& fluid) {
  return std::llround(fluid.density * fluid.box.volume());
}

std::vector<std::int64_t> speciesCounts(const dpd::Fluid& fluid) {
  const std::int64_t total = particleCount(fluid);
  double sum = 0.0;
  for (const dpd::Species& species : fluid.species) sum += species.fraction;
  std::vector<std::int64_t> counts;
  std::vector<double> remainders;
  for (const dpd::Species& species : fluid.species) {
    const double share = species.fraction / sum * static_cast<double>(total);
    counts.push_back(static_cast<std::int64_t>(share));
    remainders.push_back(share - std::floor(share));
  }
  std::int64_t left = total - std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  for (; left > 0; --left) {
    const auto largest = std::max_element(remainders.begin(), remainders.end());
    counts[static_cast<std::size_t>(largest - remainders.begin())] += 1;
    *largest = -1.0;
  }
  return counts;
}

}  // namespace gpubuck::scenario
