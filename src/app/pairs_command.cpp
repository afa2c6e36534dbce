#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
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
#include "file/output_file.h"
#include "formats/pairs.h"
#include "formats/trajectory.h"
#include "gl/debug.h"
#include "pairs/neighbours.h"
#include "pairs/pair_search.h"
#include "sort/algorithms.h"

namespace gpubuck::app {
namespace {

struct PairsOptions {
  GpuOptions gpu;
  std::string points;
  std::string radius;
  std::string box;
  std::string cell;
  std::string periodic;
  std::string method = "cells27";
  sort::Algorithm algorithm = sort::Algorithm::Auto;
  std::string out;
  std::string neighbours;
  bool full = false;
  bool shifts = false;
  bool distance = false;
  bool strict = false;
  bool json = false;
};

double numberFrom(const std::string& option, const std::string& text) {
  const std::optional<double> value = numberIn<double>(text);
  if (!value) throw InputError(option, fmt::format("'{}' is not a number", text));
  return *value;
}

std::vector<double> numbersFrom(const std::string& option, const std::string& text) {
  std::vector<double> numbers;
  for (const std::string& word : CLI::detail::split(text, ',')) {
    numbers.push_back(numberFrom(option, word));
  }
  return numbers;
}

/// The sides that --periodic names.
std::array<bool, 3> periodicSides(const std::string& names, int dimensions) {
  std::array<bool, 3> sides{};
  if (names == "none") return sides;
  for (const char name : names) {
    const int axis = name - 'x';
    const bool isAxis = axis >= 0 && axis <= 2;
    if (!isAxis || sides[static_cast<std::size_t>(axis)]) {
      throw InputError("--periodic",
                       fmt::format("'{}' is neither a set of x, y, z nor 'none'", names));
    }
    if (axis >= dimensions) {
      throw InputError("--periodic", fmt::format("{} names z, but the points have no z", names));
    }
    sides[static_cast<std::size_t>(axis)] = true;
  }
  return sides;
}

/// Where the points are.
struct Space {
  std::optional<cells::Box> box{};
  std::optional<pairs::Cell> cell{};
};

cells::Box boxFrom(const PairsOptions& options, const formats::Points& points) {
  cells::Box box;
  box.dimensions = points.dimensions;
  const std::vector<double> sides = numbersFrom("--box", options.box);
  if (std::ssize(sides) != points.dimensions) {
    throw InputError(
        "--box", fmt::format("{} has {} sides, the points of {} have {} coordinates", options.box,
                             sides.size(), options.points, points.dimensions));
  }
  box.size = {sides[0], sides[1], points.dimensions == 3 ? sides[2] : 1.0};
  const auto periodic = periodicSides(options.periodic, points.dimensions);
  std::ranges::transform(periodic, box.boundary.begin(), [](bool isPeriodic) {
    return isPeriodic ? cells::Boundary::Periodic : cells::Boundary::Reflecting;
  });
  return box;
}

pairs::Cell cellFrom(const PairsOptions& options, const formats::Points& points) {
  const std::vector<double> numbers = numbersFrom("--cell", options.cell);
  if (numbers.size() != 9) {
    throw InputError("--cell", fmt::format("{} is {} numbers, expected 9: three for each side",
                                           options.cell, numbers.size()));
  }
  pairs::Cell cell;
  for (std::size_t k = 0; k < 9; ++k) cell.vectors[k / 3][k % 3] = numbers[k];
  cell.periodic = {true, true, points.dimensions == 3};
  return cell;
}

/// The box of --box, else the cell of --cell, else that of the file.
Space spaceFrom(const PairsOptions& options, const formats::Points& points) {
  if (!options.box.empty() && !options.cell.empty()) {
    throw InputError("--cell", "cannot be given beside --box");
  }
  if (!options.box.empty()) return {.box = boxFrom(options, points)};
  Space space{.cell = points.cell};
  if (!options.cell.empty()) space.cell = cellFrom(options, points);
  if (space.cell && !options.periodic.empty()) {
    space.cell->periodic = periodicSides(options.periodic, points.dimensions);
  }
  if (!space.cell && !options.periodic.empty() && options.periodic != "none") {
    throw InputError("--periodic",
                     fmt::format("{} needs --box or --cell, the sides it means", options.periodic));
  }
  if (space.cell) pairs::Lattice{*space.cell};  // throws for one without volume
  return space;
}

/// A box as a cell, so that images are told.
pairs::Cell cellOf(const std::optional<cells::Box>& box) {
  pairs::Cell cell;
  if (!box) return cell;
  for (std::size_t k = 0; k < 3; ++k) {
    const int axis = static_cast<int>(k);
    cell.vectors[k][k] = box->size[axis];
    cell.periodic[k] = axis < box->dimensions && box->isPeriodic(axis);
  }
  return cell;
}

/// Checks all output paths before the work begins.
void prepareOutput(const PairsOptions& options) {
  const bool writesPairs = !options.out.empty();
  const bool writes = writesPairs || !options.neighbours.empty();
  if (options.distance && !writes) {
    throw InputError("--distance", "needs --out or --neighbours to write the distances to");
  }
  if (options.shifts && !writes) {
    throw InputError("--shifts", "needs --out or --neighbours to write the shifts to");
  }
  if (options.full && !writesPairs) {
    throw InputError("--full", "needs --out to write the pairs to");
  }
  const auto requireOther = [&](const char* option, const std::filesystem::path& output) {
    file::requireNotRead(option, output, {options.points});
  };
  if (!options.neighbours.empty()) {
    for (const char* name : {"offsets.npy", "ids.npy", "shifts.npy", "distances.npy"}) {
      requireOther("--neighbours", std::filesystem::path(options.neighbours) / name);
    }
    file::prepareOutputDirectory(options.neighbours);
  }
  if (options.out.empty()) return;
  requireOther("--out", options.out);
  if (options.shifts) requireOther("--shifts", formats::besidePairs(options.out, "shifts"));
  if (options.distance) requireOther("--distance", formats::besidePairs(options.out, "distances"));
  if (!options.out.ends_with(".csv") && !options.out.ends_with(".npy")) {
    throw InputError("--out", fmt::format("{} ends with neither .csv nor .npy", options.out));
  }
  if (std::filesystem::is_directory(options.out)) throw InputError(options.out, "is a folder");
  const std::filesystem::path folder = std::filesystem::path(options.out).parent_path();
  file::prepareOutputDirectory(folder.empty() ? "." : folder);
}

/// What a search has found and how long it took, its files written.
struct Outcome {
  pairs::NeighbourCounts counts;
  std::int64_t decidedInDouble = 0;
  double prepareMs = 0.0;
  double ms = 0.0;
};

using Report = std::function<void(const pairs::SearchProgress&)>;

/// In a box, where distances are those of the nearest images, or in open space.
Outcome findInBox(const PairsOptions& options, const pairs::NeighbourSettings& settings,
                  const std::vector<glm::dvec3>& positions, const Gpu& gpu, Status& status,
                  const Report& report) {
  const auto now = std::chrono::steady_clock::now;
  const auto begin = now();
  pairs::NeighbourSearch search(gpu.device, positions, settings);
  const auto ready = now();
  const pairs::NeighbourList found = search.run(report);
  using Milliseconds = std::chrono::duration<double, std::milli>;
  const double ms = Milliseconds(now() - ready).count();
  gl::throwOnError("pairs");
  status.show(fmt::format("writing {} pairs", found.pairs()));
  const pairs::Distances* written = options.distance ? &search.distances() : nullptr;
  if (!options.neighbours.empty()) formats::writeNeighbours(options.neighbours, found, written);
  if (options.out.ends_with(".csv")) formats::writePairsCsv(options.out, found, written);
  if (options.out.ends_with(".npy")) formats::writePairsNpy(options.out, found, written);
  return {.counts = pairs::countsOf(found),
          .decidedInDouble = found.ambiguous,
          .prepareMs = Milliseconds(ready - begin).count(),
          .ms = ms};
}

/// In a cell, with the images of each pair.
Outcome findInCell(const PairsOptions& options, const pairs::NeighbourSettings& box,
                   const pairs::Cell& cell, const std::vector<glm::dvec3>& positions,
                   const Gpu& gpu, Status& status, const Report& report) {
  const bool isFull = options.full || !options.neighbours.empty();
  const pairs::PairSettings settings{
      .radius = box.radius,
      .within = options.strict ? pairs::Within::LessThan : pairs::Within::UpTo,
      .kind = isFull ? pairs::ListKind::Full : pairs::ListKind::Half,
      .method = box.method,
      .sort = box.sort};
  std::vector<std::array<double, 3>> points;
  points.reserve(positions.size());
  for (const glm::dvec3& r : positions) points.push_back({r.x, r.y, r.z});
  const bool onlyHalf = isFull && !options.full;
  const bool writesShifts = options.shifts || onlyHalf;
  pairs::PairSearch search(gpu.device, settings);
  const pairs::PairTable table = search.find(
      points, {}, cell, {.shifts = writesShifts, .distances = options.distance, .vectors = false},
      report);
  gl::throwOnError("pairs");
  const pairs::NeighbourCounts counts = pairs::countsOf(table, settings.kind);
  status.show(fmt::format("writing {} pairs", counts.pairs));
  const formats::CellPairs pairs{
      .table = table,
      .written = {.shifts = options.shifts, .distances = options.distance, .vectors = false},
      .onlyHalf = onlyHalf};
  if (!options.neighbours.empty()) formats::writeNeighbours(options.neighbours, pairs);
  if (options.out.ends_with(".csv")) formats::writePairsCsv(options.out, pairs);
  if (options.out.ends_with(".npy")) formats::writePairsNpy(options.out, pairs);
  return {.counts = counts,
          .decidedInDouble = search.ambiguous(),
          .prepareMs = table.milliseconds.prepare + table.milliseconds.upload,
          .ms = table.milliseconds.search + table.milliseconds.download + table.milliseconds.write};
}

void run(const PairsOptions& options) {
  pairs::NeighbourSettings settings;
  settings.radius = numberFrom("--radius", options.radius);
  const std::optional<cells::Method> method = cells::parseMethod(options.method);
  if (!method) {
    throw InputError("--search",
                     fmt::format("'{}' is none of {}", options.method, cells::kMethodWords));
  }
  settings.method = *method;
  settings.sort.algorithm = options.algorithm;
  settings.kind = options.neighbours.empty() ? pairs::ListKind::Half : pairs::ListKind::Full;
  pairs::requireSearchable(settings);
  Status status(fmt::format("reading {}", options.points));
  const formats::Points points = formats::readPoints(options.points);
  const Space space = spaceFrom(options, points);
  settings.box = space.box;
  pairs::requireSearchable(settings);
  if (const auto outside = pairs::findOutside(points.positions, settings.box)) {
    throw InputError(points.where(outside->point), outside->why);
  }
  prepareOutput(options);

  status.show(fmt::format("finding the pairs of {} points", points.positions.size()));
  const Gpu gpu(options.gpu, std::ssize(points.positions));
  const Report report = [&](const pairs::SearchProgress& progress) {
    const std::string work =
        progress.pairs ? fmt::format("listing {} pairs", *progress.pairs)
                       : fmt::format("counting the pairs of {} points", points.positions.size());
    status.show(fmt::format("{}: {:.0f} %", work, 100.0 * progress.share));
  };
  const bool isInCell = space.cell || options.full || options.shifts || options.strict;
  const Outcome found = isInCell
                            ? findInCell(options, settings, space.cell.value_or(cellOf(space.box)),
                                         points.positions, gpu, status, report)
                            : findInBox(options, settings, points.positions, gpu, status, report);
  formats::tellLeftOut(points.leftOut);
  const pairs::NeighbourCounts& counts = found.counts;
  if (!options.json) {
    return print(
        "{} points, {} pairs, {} to {} neighbours per point ({:.3f} on average), {:.3f} ms\n",
        points.positions.size(), counts.pairs, counts.least, counts.most, counts.mean, found.ms);
  }
  const sort::Algorithm algorithm =
      sort::resolve(settings.sort.algorithm, gpu.device.engine(), sort::Makes::Ranges);
  const nlohmann::ordered_json result{{"n", points.positions.size()},
                                      {"pairs", counts.pairs},
                                      {"min_neighbours", counts.least},
                                      {"mean_neighbours", counts.mean},
                                      {"max_neighbours", counts.most},
                                      {"ms", found.ms},
                                      {"prepare_ms", found.prepareMs},
                                      {"decided_in_double", found.decidedInDouble},
                                      {"radius", settings.radius},
                                      {"search", cells::methodWord(settings.method)},
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
  command->add_option("--cell", options->cell,
                      "AX,AY,AZ,BX,BY,BZ,CX,CY,CZ: sides of a periodic cell of any shape, as "
                      "vectors; every image counts. Default: Lattice of an .xyz file");
  command->add_option("--periodic", options->periodic,
                      "Sides that are periodic: xyz, xy, ..., none; z is the third one. Default: "
                      "none for a box, all for a cell, for a file what its pbc says");
  command->add_flag("--strict", options->strict,
                    "Leave out pairs at the radius itself, as ASE does");
  command
      ->add_option("--search", options->method,
                   fmt::format("Which cells are searched: {}", cells::kMethodWords))
      ->capture_default_str();
  addWordOption(*command, "--algorithm", options->algorithm, sort::kAlgorithmNames,
                "How points are sorted into cells; auto: into ranges, by bitonic on the engine "
                "paper and by counting on fast");
  command->add_option("--out", options->out,
                      "Write the pairs i,j (from 0, i < j, sorted) to this .csv or .npy file");
  command->add_flag("--full", options->full, "Write each pair both ways: i,j and j,i");
  command->add_flag("--shifts", options->shifts,
                    "Write which image of j it is, in sides of the cell: as columns s0,s1,s2, or "
                    "beside PAIRS.npy as PAIRS-shifts.npy");
  command->add_flag("--distance", options->distance,
                    "Write distances too: as a column, or beside PAIRS.npy as PAIRS-distances.npy");
  command->add_option("--neighbours", options->neighbours,
                      "Write each point's neighbours to this folder: offsets.npy and ids.npy");
  command->add_flag("--json", options->json, "Print one JSON object");
  addGpuOptions(*command, options->gpu);
  command->callback([options] { run(*options); });
}

}  // namespace gpubuck::app
