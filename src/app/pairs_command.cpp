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
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "base/error.h"
#include "base/number.h"
#include "base/progress.h"
#include "base/terminal.h"
#include "base/text.h"
#include "cells/box.h"
#include "file/output_file.h"
#include "formats/pairs.h"
#include "formats/trajectory.h"
#include "gl/debug.h"
#include "pairs/pair_search.h"
#include "pairs/processor_search.h"
#include "sort/algorithms.h"

namespace gpubuck::app {
namespace {

struct PairsOptions {
  GpuOptions gpu;
  std::string points;
  std::string others;
  std::string radius;
  std::string box;
  std::string cell;
  std::string periodic;
  std::string method = "cells27";
  sort::Algorithm algorithm = sort::Algorithm::Auto;
  std::string out;
  std::string neighbours;
  std::string clusters;
  bool full = false;
  bool shifts = false;
  bool distance = false;
  bool vectors = false;
  bool strict = false;
  bool json = false;
  bool overwrite = false;
  bool namesCells = false;  ///< --search, --half-cells or --algorithm is given
  bool halfCells = false;
};

/// The pairs, and the members of the JSON output that describe the search.
struct FoundPairs {
  pairs::PairTable table;
  nlohmann::ordered_json how;
};

/// The arguments of a search.
struct PairQuery {
  pairs::PeriodicImages::Points points;
  std::optional<pairs::PeriodicImages::Points> others;
  const pairs::Cell& cell;
  const pairs::PairQuantities& quantities;
  const pairs::Report& report;
  bool wantsPotential = false;  ///< whether to count potential pairs
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

/// Returns the sides that --periodic names.
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

/// Throws InputError if a point is outside of the box along an open side.
void requireInside(const pairs::Cell& box, const formats::Points& points) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(points.dimensions); ++k) {
    if (box.periodic[k]) continue;
    const double side = box.vectors[k][k];
    const auto outside = std::ranges::find_if(
        points.positions, [&](const auto& r) { return r[k] < 0.0 || r[k] > side; });
    if (outside == points.positions.end()) continue;
    const char name = cells::kAxisNames[k];
    throw InputError(
        points.where(outside - points.positions.begin()),
        fmt::format("{} {} is outside of the box, 0 <= {} <= {}", name, (*outside)[k], name, side));
  }
}

/// Returns the box of --box as a cell, which begins at the origin.
pairs::Cell boxFrom(const PairsOptions& options, const formats::Points& points) {
  const std::vector<double> sides = numbersFrom("--box", options.box);
  if (std::ssize(sides) != points.dimensions) {
    throw InputError(
        "--box", fmt::format("{} has {} sides, the points of {} have {} coordinates", options.box,
                             sides.size(), options.points, points.dimensions));
  }
  for (std::size_t k = 0; k < sides.size(); ++k) {
    if (sides[k] > 0.0) continue;
    throw InputError("box size", fmt::format("{} along {} is not a positive length", sides[k],
                                             cells::kAxisNames[k]));
  }
  const pairs::Cell box =
      pairs::Cell::rectangular({sides[0], sides[1], points.dimensions == 3 ? sides[2] : 1.0},
                               periodicSides(options.periodic, points.dimensions));
  requireInside(box, points);
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

/// Returns the first of these that is given: the box of --box, the cell of --cell, the cell of the
/// file. If none is given, returns open space.
pairs::Cell spaceFrom(const PairsOptions& options, const formats::Points& points) {
  if (!options.box.empty() && !options.cell.empty()) {
    throw InputError("--cell", "cannot be combined with --box");
  }
  if (!options.box.empty()) return boxFrom(options, points);
  if (options.cell.empty() && !points.cell) {
    if (options.periodic.empty() || options.periodic == "none") return {};
    throw InputError("--periodic", fmt::format("{} needs --box or --cell", options.periodic));
  }
  pairs::Cell cell = options.cell.empty() ? *points.cell : cellFrom(options, points);
  if (!options.periodic.empty()) {
    cell.periodic = periodicSides(options.periodic, points.dimensions);
  }
  return cell;
}

/// Returns the points of --others, or an empty optional without this option.
std::optional<formats::Points> othersFrom(const PairsOptions& options,
                                          const formats::Points& points, const pairs::Cell& cell) {
  if (options.others.empty()) return {};
  formats::Points others = formats::readPoints(options.others);
  if (others.dimensions != points.dimensions) {
    throw InputError(
        "--others",
        fmt::format("the points of {} have {} coordinates, those of {} have {}", options.others,
                    others.dimensions, options.points, points.dimensions));
  }
  if (!options.box.empty()) requireInside(cell, others);
  return others;
}

/// Throws InputError for a file that is neither .csv nor .npy. Makes the folder of the file.
void requireTable(const char* option, const std::string& path) {
  if (!path.ends_with(".csv") && !path.ends_with(".npy")) {
    throw InputError(option, fmt::format("{} ends with neither .csv nor .npy", path));
  }
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  file::prepareOutputDirectory(folder.empty() ? "." : folder);
}

/// Checks all output paths before the work begins.
void prepareOutput(const PairsOptions& options) {
  const bool writesPairs = !options.out.empty();
  const bool writes = writesPairs || !options.neighbours.empty();
  const auto requireFile = [&](const char* option, bool isGiven, const char* what) {
    if (!isGiven || writes) return;
    throw InputError(option, fmt::format("needs --out or --neighbours to write the {} to", what));
  };
  requireFile("--distance", options.distance, "distances");
  requireFile("--shifts", options.shifts, "shifts");
  requireFile("--vectors", options.vectors, "vectors");
  if (options.full && !writesPairs) {
    throw InputError("--full", "needs --out to write the pairs to");
  }
  if (options.full && !options.others.empty()) {
    throw InputError("--full", "cannot be combined with --others: i is then always in POINTS");
  }
  if (!options.clusters.empty() && !options.others.empty()) {
    throw InputError("--clusters", "cannot be combined with --others");
  }
  const auto requireOther = [&](const char* option, const std::filesystem::path& output) {
    file::requireMayWrite(option, output, {options.points, options.others}, options.overwrite);
  };
  if (!options.neighbours.empty()) {
    file::prepareOutputDirectory(options.neighbours);
    for (const char* name :
         {"offsets.npy", "ids.npy", "shifts.npy", "distances.npy", "vectors.npy"}) {
      requireOther("--neighbours", std::filesystem::path(options.neighbours) / name);
    }
  }
  if (!options.clusters.empty()) {
    requireOther("--clusters", options.clusters);
    requireTable("--clusters", options.clusters);
  }
  if (options.out.empty()) return;
  requireOther("--out", options.out);
  if (options.shifts) requireOther("--shifts", formats::besidePairs(options.out, "shifts"));
  if (options.distance) requireOther("--distance", formats::besidePairs(options.out, "distances"));
  if (options.vectors) requireOther("--vectors", formats::besidePairs(options.out, "vectors"));
  requireTable("--out", options.out);
}

/// Returns the quantities of a pair that the options ask for.
pairs::PairQuantities writtenBy(const PairsOptions& options) {
  return {.first = false,
          .shifts = options.shifts,
          .distances = options.distance,
          .vectors = options.vectors};
}

void writeFiles(const PairsOptions& options, const formats::PairsToWrite& pairs) {
  if (!options.neighbours.empty()) formats::writeNeighbours(options.neighbours, pairs);
  if (options.out.ends_with(".csv")) formats::writePairsCsv(options.out, pairs);
  if (options.out.ends_with(".npy")) formats::writePairsNpy(options.out, pairs);
}

std::int64_t largestOf(const pairs::Clusters& clusters) {
  return clusters.sizes.empty() ? 0 : clusters.sizes.front();
}

FoundPairs foundOnGpu(const Gpu& gpu, const pairs::PairSettings& settings, const PairQuery& query) {
  pairs::PairSearch search(gpu.device, settings);
  pairs::PairTable table =
      search.find(query.points, query.others, query.cell, query.quantities, query.report);
  gl::throwOnError("pairs");
  const texel::Engine engine = gpu.device.engine();
  const sort::Algorithm algorithm =
      sort::resolve(settings.sort.algorithm, engine, sort::ResultKind::Ranges);
  return {std::move(table),
          {{"decided_in_double", search.ambiguous()},
           {"potential_pairs", query.wantsPotential ? search.potential() : 0},
           {"search", cells::methodWord(settings.method)},
           {"half_cells", settings.halfCells},
           {"algorithm", sort::nameOf(algorithm)},
           {"engine", texel::engineName(engine)}}};
}

/// Finds the pairs. Chooses between the processor and the GPU as NeighbourList of the library does,
/// unless options ask for a GPU.
FoundPairs foundPairs(const PairsOptions& options, const pairs::PairSettings& settings,
                      const PairQuery& query) {
  const auto places = std::ssize(query.points) + (query.others ? std::ssize(*query.others) : 0);
  const bool asksForGpu = options.gpu.asksForGpu() || options.namesCells;
  if (asksForGpu || !pairs::isForProcessor(places)) {
    std::unique_ptr<gl::Context> context;
    try {
      context = gl::Context::createHeadless({.gpu = options.gpu.gpu});
    } catch (const RunError&) {
      if (asksForGpu) throw;
    }
    // Without OpenGL the processor searches any number of points.
    if (asksForGpu ||
        (context && !pairs::isForProcessor(places, gl::queryCapabilities().software))) {
      return foundOnGpu(Gpu(std::move(context), options.gpu, places), settings, query);
    }
  }
  return {pairs::ProcessorSearch(settings).find(query.points, query.others, query.cell,
                                                query.quantities, query.report),
          {{"engine", "processor"}}};
}

void run(const PairsOptions& options) {
  const cells::Method method = cells::methodNamed("--search", options.method);
  const bool isBetween = !options.others.empty();
  const bool isFull = options.full || !options.neighbours.empty() || isBetween;
  const pairs::PairSettings settings{
      .radius = numberFrom("--radius", options.radius),
      .within = options.strict ? pairs::Within::LessThan : pairs::Within::UpTo,
      .kind = isFull ? pairs::ListKind::Full : pairs::ListKind::Half,
      .halfCells = options.halfCells,
      .method = method,
      .sort = {.algorithm = options.algorithm}};
  pairs::requireRadius(settings.radius);
  Status status(fmt::format("reading {}", options.points));
  const formats::Points points = formats::readPoints(options.points);
  const pairs::Cell cell = spaceFrom(options, points);
  pairs::Lattice{cell};  // the constructor throws for a cell without volume
  const std::optional<formats::Points> others = othersFrom(options, points, cell);
  prepareOutput(options);

  const auto count = std::ssize(points.positions);
  status.show("finding the pairs of " + counted(count, "point"));
  const pairs::Report report = [&](const pairs::SearchProgress& progress) {
    const std::string work = progress.pairs ? "listing " + counted(*progress.pairs, "pair")
                                            : "counting the pairs of " + counted(count, "point");
    status.show(fmt::format("{}: {:.0f} %", work, 100.0 * progress.share));
  };
  const pairs::PairQuantities written = writtenBy(options);
  pairs::PairQuantities wanted = written;
  // A point's pairs with its own images come in twos, with opposite shifts. Only the shift decides
  // which of the two is in the half list.
  const bool onlyHalf = isFull && !options.full && !isBetween;
  wanted.shifts |= onlyHalf && !options.out.empty() && cell.periodic != std::array<bool, 3>{};
  std::optional<pairs::PeriodicImages::Points> between;
  if (others) between = others->positions;
  const FoundPairs found = foundPairs(
      options, settings, {points.positions, between, cell, wanted, report, options.json});
  const pairs::PairTable& table = found.table;
  const pairs::NeighbourCounts counts = pairs::countsOf(table, settings.kind, isBetween);
  status.show("writing " + counted(counts.pairs, "pair"));
  std::optional<pairs::Clusters> clusters;
  if (!options.clusters.empty()) {
    clusters = pairs::clustersOf(std::ssize(points.positions), table);
    formats::writeClusters(options.clusters, *clusters);
  }
  writeFiles(options, {.table = table, .written = written, .onlyHalf = onlyHalf});
  formats::tellLeftOut(points.leftOut);
  if (others) formats::tellLeftOut(others->leftOut);
  const pairs::PairTable::Milliseconds& took = table.milliseconds;
  const double ms = took.search + took.download + took.write;
  if (!options.json) {
    const std::string rows =
        options.full ? fmt::format(" both ways ({})", counted(table.size(), "row")) : "";
    print("{}, {}{}, {} to {} per point ({:.3f} on average), {:.3f} ms\n", counted(count, "point"),
          counted(counts.pairs, "pair"), rows, counts.least, counted(counts.most, "neighbour"),
          counts.mean, ms);
    if (clusters) {
      print("{}, the largest of {}\n", counted(std::ssize(clusters->sizes), "cluster"),
            counted(largestOf(*clusters), "point"));
    }
    return;
  }
  nlohmann::ordered_json result{{"n", count},
                                {"pairs", counts.pairs},
                                {"min_neighbours", counts.least},
                                {"mean_neighbours", counts.mean},
                                {"max_neighbours", counts.most},
                                {"ms", ms},
                                {"prepare_ms", took.prepare + took.upload},
                                {"radius", settings.radius}};
  result.update(found.how);
  if (result.contains("potential_pairs") && counts.pairs > 0) {
    result["potential_per_pair"] =
        result["potential_pairs"].get<double>() / static_cast<double>(counts.pairs);
  }
  if (clusters) {
    result["clusters"] = clusters->sizes.size();
    result["largest_cluster"] = largestOf(*clusters);
  }
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
  command->add_option("--others", options->others,
                      "Find the pairs of a point i of POINTS and a point j of this file, in the "
                      "cell of POINTS");
  command->add_option("--radius", options->radius, "Find pairs at this distance or less")
      ->required();
  command->add_option("--box", options->box,
                      "LX,LY,LZ: sides of the box around the points, from the origin");
  command->add_option("--cell", options->cell,
                      "AX,AY,AZ,BX,BY,BZ,CX,CY,CZ: sides of a periodic cell of any shape, as "
                      "vectors; every image counts. Default: Lattice of an .xyz file");
  command->add_option(
      "--periodic", options->periodic,
      "Sides that are periodic: xyz, xy, ..., none; z is the third side. Default: "
      "none with --box, all with --cell; with a file's Lattice, the sides of its pbc");
  command->add_flag("--strict", options->strict,
                    "Leave out pairs whose distance equals the radius, as ASE does");
  command
      ->add_option("--search", options->method,
                   fmt::format("Cells that are searched on a GPU: {}", cells::kMethodWords))
      ->capture_default_str();
  command->add_flag(
      "--half-cells", options->halfCells,
      "Search only half of the cells on a GPU, 14 of 27, and test each distance once");
  addWordOption(
      *command, "--algorithm", options->algorithm, sort::kAlgorithmNames,
      "Algorithm that sorts points into cells on a GPU; auto: bitonic on the engine paper, "
      "counting on fast; bucket: the algorithm of the paper, whose lists are then put in order");
  command->add_option("--out", options->out,
                      "Write the pairs i,j (from 0, i < j, sorted) to this .csv or .npy file");
  command->add_flag("--full", options->full, "Write each pair both ways: i,j and j,i");
  command->add_flag("--shifts", options->shifts,
                    "Also write the shift of the image of j, in sides of the cell: as columns "
                    "s0,s1,s2, or to PAIRS-shifts.npy");
  command->add_flag("--distance", options->distance,
                    "Also write distances: as a column, or to PAIRS-distances.npy");
  command->add_flag("--vectors", options->vectors,
                    "Also write the vectors from i to j: as columns dx,dy,dz, or to "
                    "PAIRS-vectors.npy");
  command->add_option("--neighbours", options->neighbours,
                      "Write each point's neighbours to this folder: offsets.npy, ids.npy and, if "
                      "requested, shifts.npy, distances.npy and vectors.npy");
  command->add_option("--clusters", options->clusters,
                      "Write the cluster of each point to this .csv or .npy file: points that "
                      "pairs connect are in one cluster; cluster 0 is the largest");
  addOverwriteOption(*command, options->overwrite);
  command->add_flag("--json", options->json, "Print one JSON object");
  addSearchGpuOptions(*command, options->gpu);
  command->callback([options, command] {
    options->namesCells =
        options->halfCells || command->count("--search") > 0 || command->count("--algorithm") > 0;
    run(*options);
  });
}

}  // namespace gpubuck::app
