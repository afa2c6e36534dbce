#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "base/error.h"
#include "base/number.h"
#include "base/progress.h"
#include "base/terminal.h"
#include "gl/debug.h"
#include "io/output_file.h"
#include "io/pairs.h"
#include "search/neighbours.h"
#include "sort/algorithms.h"

namespace gpubuck::app {
namespace {

struct PairsOptions {
  GpuOptions gpu;
  std::string points;
  std::string radius;
  std::string box;
  std::string periodic = "none";
  std::string method = "cells27";
  sort::Algorithm algorithm = sort::Algorithm::Auto;
  std::string out;
  std::string neighbours;
  bool distance = false;
  bool json = false;
};

double numberFrom(const std::string& option, const std::string& text) {
  const std::optional<double> value = numberIn<double>(text);
  if (!value) throw InputError(option, fmt::format("'{}' is not a number", text));
  return *value;
}

/// The box of points in `dimensions`, or none.
std::optional<search::Box> boxFrom(const PairsOptions& options, int dimensions) {
  const std::string& periodic = options.periodic;
  if (options.box.empty()) {
    if (periodic == "none") return {};
    throw InputError("--periodic",
                     fmt::format("{} needs --box, the lengths of the sides", periodic));
  }
  search::Box box;
  box.dimensions = dimensions;
  const std::vector<std::string> sides = CLI::detail::split(options.box, ',');
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const double side = numberFrom("--box", sides[i]);
    if (i < 3) box.size[static_cast<int>(i)] = side;
  }
  if (std::ssize(sides) != dimensions) {
    throw InputError("--box", fmt::format("{} has {} sides, the points of {} have {} coordinates",
                                          options.box, sides.size(), options.points, dimensions));
  }
  if (dimensions == 2) box.size.z = 1.0;
  box.boundary.fill(search::Boundary::Reflecting);
  if (periodic == "none") return box;
  for (const char name : periodic) {
    const int axis = name - 'x';
    auto& boundary = box.boundary[static_cast<std::size_t>(std::clamp(axis, 0, 2))];
    if (axis < 0 || axis > 2 || boundary == search::Boundary::Periodic) {
      throw InputError("--periodic",
                       fmt::format("'{}' is neither a set of x, y, z nor 'none'", periodic));
    }
    if (axis >= dimensions) {
      throw InputError("--periodic", fmt::format("{} names z, but the points have no z", periodic));
    }
    boundary = search::Boundary::Periodic;
  }
  return box;
}

/// Checks all output paths before the work begins.
void prepareOutput(const PairsOptions& options) {
  if (options.distance && options.out.empty() && options.neighbours.empty()) {
    throw InputError("--distance", "needs --out or --neighbours to write the distances to");
  }
  const auto requireOther = [&](const char* option, const std::filesystem::path& output) {
    io::requireNotRead(option, output, {options.points});
  };
  if (!options.neighbours.empty()) {
    for (const char* name : {"offsets.npy", "ids.npy", "distances.npy"}) {
      requireOther("--neighbours", std::filesystem::path(options.neighbours) / name);
    }
    io::prepareOutputDirectory(options.neighbours);
  }
  if (options.out.empty()) return;
  requireOther("--out", options.out);
  if (options.distance) requireOther("--distance", io::distancesPath(options.out));
  if (!options.out.ends_with(".csv") && !options.out.ends_with(".npy")) {
    throw InputError("--out", fmt::format("{} ends with neither .csv nor .npy", options.out));
  }
  if (std::filesystem::is_directory(options.out)) throw InputError(options.out, "is a folder");
  const std::filesystem::path folder = std::filesystem::path(options.out).parent_path();
  io::prepareOutputDirectory(folder.empty() ? "." : folder);
}

void save(const PairsOptions& options, const search::NeighbourList& found,
          const search::Distances& distances) {
  const search::Distances* written = options.distance ? &distances : nullptr;
  if (!options.neighbours.empty()) io::writeNeighbours(options.neighbours, found, written);
  if (options.out.ends_with(".csv")) io::writePairsCsv(options.out, found, written);
  if (options.out.ends_with(".npy")) io::writePairsNpy(options.out, found, written);
}

void run(const PairsOptions& options) {
  search::NeighbourSettings settings;
  settings.radius = numberFrom("--radius", options.radius);
  const std::optional<search::Method> method = search::parseMethod(options.method);
  if (!method) {
    throw InputError("--search",
                     fmt::format("'{}' is none of {}", options.method, search::kMethodWords));
  }
  settings.method = *method;
  settings.sort.algorithm = options.algorithm;
  settings.kind = options.neighbours.empty() ? search::ListKind::Half : search::ListKind::Full;
  search::requireSearchable(settings);
  Status status(fmt::format("reading {}", options.points));
  const io::Points points = io::readPoints(options.points);
  settings.box = boxFrom(options, points.dimensions);
  search::requireSearchable(settings);
  if (const auto outside = search::findOutside(points.positions, settings.box)) {
    throw InputError(points.where(outside->point), outside->why);
  }
  prepareOutput(options);

  status.show(fmt::format("finding the pairs of {} points", points.positions.size()));
  const Gpu gpu(options.gpu, std::ssize(points.positions));
  const auto now = std::chrono::steady_clock::now;
  const auto begin = now();
  search::NeighbourSearch search(gpu.device, points.positions, settings);
  const auto ready = now();
  const search::NeighbourList found = search.run([&](const auto& progress) {
    const std::string work =
        progress.pairs ? fmt::format("listing {} pairs", *progress.pairs)
                       : fmt::format("counting the pairs of {} points", points.positions.size());
    status.show(fmt::format("{}: {:.0f} %", work, 100.0 * progress.share));
  });
  using Milliseconds = std::chrono::duration<double, std::milli>;
  const double prepareMs = Milliseconds(ready - begin).count();
  const double ms = Milliseconds(now() - ready).count();
  gl::throwOnError("pairs");

  status.show(fmt::format("writing {} pairs", found.pairs()));
  save(options, found, search.distances());
  const search::NeighbourCounts counts = search::countsOf(found);
  if (!options.json) {
    return print(
        "{} points, {} pairs, {} to {} neighbours per point ({:.3f} on average), {:.3f} ms\n",
        points.positions.size(), counts.pairs, counts.least, counts.most, counts.mean, ms);
  }
  const sort::Algorithm algorithm =
      sort::resolve(settings.sort.algorithm, gpu.device.engine(), sort::Makes::Ranges);
  const nlohmann::ordered_json result{{"n", points.positions.size()},
                                      {"pairs", counts.pairs},
                                      {"min_neighbours", counts.least},
                                      {"mean_neighbours", counts.mean},
                                      {"max_neighbours", counts.most},
                                      {"ms", ms},
                                      {"prepare_ms", prepareMs},
                                      {"decided_in_double", found.ambiguous},
                                      {"radius", settings.radius},
                                      {"search", search::methodWord(settings.method)},
                                      {"algorithm", sort::nameOf(algorithm)},
                                      {"engine", texel::engineName(gpu.device.engine())}};
  print("{}\n", result.dump(2));
}

}  // namespace

void addPairsCommand(CLI::App& app) {
  auto options = std::make_shared<PairsOptions>();
  CLI::App* command = app.add_subcommand("pairs", "Find the pairs of points that are close");
  command
      ->add_option(
          "POINTS", options->points,
          "Points: .csv (x,y,z or x,y per line; - for standard input), .xyz, or .npy (n,3)")
      ->required();
  command->add_option("--radius", options->radius, "Find pairs at this distance or less")
      ->required();
  command->add_option("--box", options->box,
                      "LX,LY,LZ: sides of the box around the points, from the origin");
  command
      ->add_option("--periodic", options->periodic,
                   "Sides of the box that are periodic: xyz, xy, ..., none")
      ->capture_default_str();
  command
      ->add_option("--search", options->method,
                   fmt::format("Which cells are searched: {}", search::kMethodWords))
      ->capture_default_str();
  addWordOption(*command, "--algorithm", options->algorithm, sort::kAlgorithmNames,
                "How points are sorted into cells; auto: into ranges, by bitonic on the engine "
                "paper and by counting on fast");
  command->add_option("--out", options->out,
                      "Write the pairs i,j (from 0, i < j, sorted) to this .csv or .npy file");
  command->add_flag("--distance", options->distance,
                    "Write distances too: as a column, or beside PAIRS.npy as PAIRS-distances.npy");
  command->add_option("--neighbours", options->neighbours,
                      "Write each point's neighbours to this folder: offsets.npy and ids.npy");
  command->add_flag("--json", options->json, "Print one JSON object");
  addGpuOptions(*command, options->gpu);
  command->callback([options] { run(*options); });
}

}  // namespace gpubuck::app
