// The functions that the module calls (package/gpubuck.js). Arrays are passed as addresses. Results
// are put into the object Module.reply under their names. An error is put there as its text and a
// number that is 1 if an argument is wrong.
#include <emscripten.h>
#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "base/id.h"
#include "gpubuck/gpubuck.h"

// clang-format off
EM_JS(void, giveText, (const char* name, const char* text), {
  Module.reply[UTF8ToString(name)] = UTF8ToString(text);
})
EM_JS(void, giveNumber, (const char* name, double value), {
  Module.reply[UTF8ToString(name)] = value;
})
EM_JS(void, giveInt32, (const char* name, const std::int32_t* first, int count), {
  Module.reply[UTF8ToString(name)] = HEAP32.slice(first >>> 2, (first >>> 2) + count);
})
EM_JS(void, giveUint32, (const char* name, const std::uint32_t* first, int count), {
  Module.reply[UTF8ToString(name)] = HEAPU32.slice(first >>> 2, (first >>> 2) + count);
})
EM_JS(void, giveFloat32, (const char* name, const float* first, int count), {
  Module.reply[UTF8ToString(name)] = HEAPF32.slice(first >>> 2, (first >>> 2) + count);
})
EM_JS(void, giveTexture, (const char* name, unsigned texture), {
  Module.reply[UTF8ToString(name)] = GL.textures[texture];
})
// Puts a measured number or vector into the reply. If k is -1, the value belongs to the whole
// fluid, otherwise to species k.
EM_JS(void, giveMeasured, (int k, const char* name, const double* first, int count), {
  const all = Module.reply.species || (Module.reply.species = []);
  const of = k < 0 ? Module.reply : all[k] || (all[k] = {});
  const values = Array.from(HEAPF64.subarray(first >>> 3, (first >>> 3) + count));
  of[UTF8ToString(name)] = count === 1 ? values[0] : values;
})
EM_JS(void, giveFloat64, (const char* name, const double* first, int count), {
  Module.reply[UTF8ToString(name)] = HEAPF64.slice(first >>> 3, (first >>> 3) + count);
})
// clang-format on

namespace {

using namespace gpubuck;

void giveInts(const char* name, const std::vector<std::int32_t>& values) {
  giveInt32(name, values.data(), static_cast<int>(values.size()));
}

void giveDoubles(const char* name, const std::vector<double>& values) {
  giveFloat64(name, values.data(), static_cast<int>(values.size()));
}

void giveWhole(const char* name, const std::vector<std::uint32_t>& values) {
  giveUint32(name, values.data(), static_cast<int>(values.size()));
}

void givePoint(const char* name, const Point& point) {
  const std::string start(name);
  giveNumber((start + "X").c_str(), point[0]);
  giveNumber((start + "Y").c_str(), point[1]);
  giveNumber((start + "Z").c_str(), point[2]);
}

void givePoints(const char* name, const std::vector<Point>& points) {
  std::vector<float> values;
  values.reserve(3 * points.size());
  for (const Point& point : points) {
    for (const double each : point) values.push_back(static_cast<float>(each));
  }
  giveFloat32(name, values.data(), static_cast<int>(values.size()));
}

/// Returns "pressureTotal" for "pressure_total".
std::string camelCase(const std::string& name) {
  std::string result;
  for (std::size_t k = 0; k < name.size(); ++k) {
    result += name[k] == '_' ? static_cast<char>(std::toupper(name[++k])) : name[k];
  }
  return result;
}

void giveValue(int species, const std::string& name, const Point& vector) {
  giveMeasured(species, name.c_str(), vector.data(), 3);
}

void giveValue(int species, const std::string& name, double value) {
  giveMeasured(species, name.c_str(), &value, 1);
}

void giveValue(int species, const std::string& name, std::optional<double> value) {
  if (value) giveValue(species, name, *value);
}

template <typename Of, std::size_t Count>
void giveObservables(int species, const Observable<Of> (&table)[Count], const Of& from) {
  for (const Observable<Of>& row : table) {
    visitValue(row, from,
               [&](const auto& value) { giveValue(species, camelCase(row.name), value); });
  }
}

/// Runs a call. If it throws, puts the error into the reply.
template <typename Work>
void reply(const Work& work) {
  const auto fail = [](const std::string& why, bool isInput) {
    giveText("error", why.c_str());
    giveNumber("isInput", isInput ? 1.0 : 0.0);
  };
  try {
    work();
  } catch (const InputError& error) {
    fail(error.what(), true);
  } catch (const std::bad_alloc&) {
    fail("memory: the browser gives this page no more", false);
  } catch (const std::exception& error) {
    fail(error.what(), false);
  }
}

/// Converts rows of two or three numbers to points.
std::vector<Point> pointsFrom(const double* numbers, int count, int dimensions) {
  std::vector<Point> points;
  points.reserve(static_cast<std::size_t>(count));
  for (const double* row = numbers; count-- > 0; row += dimensions) {
    points.push_back({row[0], row[1], dimensions == 3 ? row[2] : 0.0});
  }
  return points;
}

/// Makes a cell of the numbers of its three vectors, which are followed by three numbers: for each
/// vector 1 if it is periodic, otherwise 0.
Cell cellFrom(const double* numbers) {
  Cell cell;
  for (std::size_t k = 0; k < 3; ++k) {
    cell.vectors[k] = {numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2]};
    cell.periodic[k] = numbers[9 + k] != 0.0;
  }
  return cell;
}

/// Puts the numbers of points into the reply as unsigned numbers. They are 0 or more, so their bits
/// are the same in both types.
void givePointNumbers(const char* name, const std::int32_t* first, std::int64_t count) {
  giveUint32(name, reinterpret_cast<const std::uint32_t*>(first), static_cast<int>(count));
}

/// Puts the columns that the table has into the reply.
void giveTable(const PairTable& table, const PairQuantities& quantities) {
  const auto rows = static_cast<int>(table.size());
  if (quantities.first) givePointNumbers("first", table.first.data(), rows);
  givePointNumbers("second", table.second.data(), rows);
  if (!table.offsets.empty()) giveWhole("offsets", {table.offsets.begin(), table.offsets.end()});
  if (quantities.shifts) {
    giveInt32("shifts", reinterpret_cast<const std::int32_t*>(table.shifts.data()), 3 * rows);
  }
  if (quantities.distances) giveFloat64("distances", table.distances.data(), rows);
  if (quantities.vectors) {
    giveFloat64("vectors", reinterpret_cast<const double*>(table.vectors.data()), 3 * rows);
  }
}

/// The radius of a search or, if points have types, a radius per pair of types.
class Radii {
 public:
  /// `types` and `otherTypes` are the types of the points of both sets, or null.
  Radii(const double* lengths, int count, const std::int32_t* types, const std::int32_t* otherTypes,
        Within within)
      : radius_(*lengths), types_(types), otherTypes_(otherTypes), within_(within) {
    if (types != nullptr) cutoffs_.emplace(std::vector<double>(lengths, lengths + count));
  }

  double largest() const { return cutoffs_ ? cutoffs_->largest() : radius_; }
  /// Returns the columns that a search must have so that select() can select from its table.
  PairQuantities searched(PairQuantities quantities) const {
    if (cutoffs_) quantities.first = quantities.vectors = true;
    return quantities;
  }
  /// Returns the rows of the table whose points are near enough for their types. `points` and
  /// `others` are the numbers of points in both sets.
  PairTable select(PairTable&& table, int points, int others) const {
    if (!cutoffs_) return std::move(table);
    return cutoffs_->select(std::move(table), {types_, static_cast<std::size_t>(points)},
                            {otherTypes_, static_cast<std::size_t>(others)}, within_);
  }

 private:
  double radius_;
  const std::int32_t* types_;
  const std::int32_t* otherTypes_;
  Within within_;
  std::optional<TypeCutoffs> cutoffs_{};
};

std::vector<std::string> linesOf(const char* text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace

extern "C" {

/// Makes a Context of the current WebGL context, which belongs to the page if `shared` is true.
EMSCRIPTEN_KEEPALIVE Context* openContext(bool shared) {
  Context* made = nullptr;
  reply([&] {
    made = new Context(shared ? Context::adopt() : Context::headless());
    giveText("description", made->description().c_str());
  });
  return made;
}

EMSCRIPTEN_KEEPALIVE void closeContext(Context* context) {
  reply([&] { delete context; });
}

EMSCRIPTEN_KEEPALIVE void sortIntoLists(const Context* context, const std::uint32_t* bucketOf,
                                        int elements, double buckets, const char* algorithm) {
  reply([&] {
    const std::span all(bucketOf, static_cast<std::size_t>(elements));
    const auto count = static_cast<std::int64_t>(buckets);
    const Lists lists =
        gpubuck::sortIntoLists(*context, all, count, {.algorithm = algorithmNamed(algorithm)});
    giveInts("head", lists.head);
    giveInts("next", lists.next);
  });
}

/// Sorts, and re-sorts to `movedTo` unless it is null. The reply has a line per phase (the name of
/// the phase, and 1 if it belongs to a re-sort), and the arrays of all phases, one phase after the
/// other.
EMSCRIPTEN_KEEPALIVE void traceSort(const Context* context, const std::uint32_t* bucketOf,
                                    const std::uint32_t* movedTo, int elements, double buckets,
                                    int subBuffers, bool inTurns, double threshold) {
  reply([&] {
    const auto count = static_cast<std::size_t>(elements);
    const auto phases =
        gpubuck::traceSort(*context, {bucketOf, count}, static_cast<std::int64_t>(buckets),
                           {.subBuffers = subBuffers,
                            .partition = inTurns ? Partition::Turns : Partition::Contiguous,
                            .threshold = threshold},
                           {movedTo, movedTo == nullptr ? 0 : count});
    std::string names;
    std::vector<std::int32_t> points, heads, nexts, placed;
    const auto append = [](std::vector<std::int32_t>& all, const auto& more) {
      all.insert(all.end(), more.begin(), more.end());
    };
    for (const SortPhase& phase : phases) {
      names += fmt::format("{} {}\n", phase.name, phase.isResort ? 1 : 0);
      points.push_back(static_cast<std::int32_t>(phase.points));
      append(heads, phase.lists.head);
      append(nexts, phase.lists.next);
      append(placed, phase.placed);
    }
    giveText("names", names.c_str());
    giveInts("points", points);
    giveInts("heads", heads);
    giveInts("nexts", nexts);
    giveInts("placed", placed);
  });
}

EMSCRIPTEN_KEEPALIVE void sortIntoRanges(const Context* context, const std::uint32_t* bucketOf,
                                         int elements, double buckets, const char* algorithm) {
  reply([&] {
    const Ranges ranges = gpubuck::sortIntoRanges(
        *context, std::span(bucketOf, static_cast<std::size_t>(elements)),
        static_cast<std::int64_t>(buckets), {.algorithm = algorithmNamed(algorithm)});
    giveWhole("order", {ranges.order.begin(), ranges.order.end()});
    giveWhole("start", {ranges.start.begin(), ranges.start.end()});
  });
}

/// Finds the pairs within a set of points or, unless `others` is null, between the points and the
/// others. `radii`, `types` and `otherTypes` are as in Radii. `cell` has the numbers of cellFrom,
/// or is null without a cell. The reply has the columns of a PairTable or, if `clusters` is true,
/// of the Clusters of these pairs.
EMSCRIPTEN_KEEPALIVE void findPairs(const Context* context, const double* numbers, int count,
                                    const double* others, int otherCount, int dimensions,
                                    const double* radii, int radiusCount, const std::int32_t* types,
                                    const std::int32_t* otherTypes, const double* cell, bool full,
                                    bool sorted, bool strict, bool first, bool shifts,
                                    bool distances, bool vectors, bool clusters, bool halfCells,
                                    const char* search, const char* algorithm) {
  reply([&] {
    const Radii near(radii, radiusCount, types, otherTypes,
                     strict ? Within::LessThan : Within::UpTo);
    NeighbourList list(*context, near.largest(),
                       {.full = full,
                        .order = sorted ? PairOrder::ByBoth : PairOrder::Any,
                        .within = strict ? Within::LessThan : Within::UpTo,
                        .search = search,
                        .halfCells = halfCells,
                        .sort = {.algorithm = algorithmNamed(algorithm)}});
    const Cell sides = cell == nullptr ? Cell{} : cellFrom(cell);
    const std::vector<Point> points = pointsFrom(numbers, count, dimensions);
    const PairQuantities quantities{
        .first = first, .shifts = shifts, .distances = distances, .vectors = vectors};
    const PairQuantities searched = near.searched(quantities);
    const PairTable table = near.select(
        others == nullptr
            ? list.find(points, sides, searched)
            : list.findBetween(points, pointsFrom(others, otherCount, dimensions), sides, searched),
        count, others == nullptr ? count : otherCount);
    if (clusters) {
      const Clusters found = clustersOf(count, table);
      giveInts("ofPoint", found.ofPoint);
      return giveWhole("sizes", {found.sizes.begin(), found.sizes.end()});
    }
    giveTable(table, quantities);
  });
}

/// Finds the pairs within each of several systems. `starts` has the first point of each of
/// `systems` systems, followed by the number of all points. `cells` has the numbers of cellFrom for
/// each system. `radii`, `types` and `otherTypes` are as in Radii. Replies with the columns of a
/// PairTable.
EMSCRIPTEN_KEEPALIVE void findPairsInSystems(
    const double* numbers, int count, const std::int32_t* starts, const double* cells, int systems,
    const double* radii, int radiusCount, const std::int32_t* types, const std::int32_t* otherTypes,
    bool full, bool sorted, bool strict, bool shifts, bool distances, bool vectors) {
  reply([&] {
    const Within within = strict ? Within::LessThan : Within::UpTo;
    const Radii near(radii, radiusCount, types, otherTypes, within);
    NeighbourList list(
        near.largest(),
        {.full = full, .order = sorted ? PairOrder::ByBoth : PairOrder::Any, .within = within});
    std::vector<Cell> sides;
    for (int b = 0; b < systems; ++b) sides.push_back(cellFrom(cells + 12 * b));
    const PairQuantities quantities{.shifts = shifts, .distances = distances, .vectors = vectors};
    PairTable table = list.findInSystems(pointsFrom(numbers, count, 3),
                                         std::vector<std::int64_t>(starts, starts + systems + 1),
                                         sides, near.searched(quantities));
    giveTable(near.select(std::move(table), count, count), quantities);
  });
}

/// Creates a fluid. `overrides` has one KEY=VALUE per line. The other arguments are the initial
/// particles. If `count` is 0, the scenario makes the particles. `velocities` may be null.
EMSCRIPTEN_KEEPALIVE Fluid* openFluid(const Context* context, const char* scenario,
                                      const char* overrides, const double* positions,
                                      const double* velocities, const std::int32_t* species,
                                      int count) {
  Fluid* made = nullptr;
  reply([&] {
    Particles start;
    if (count > 0) {
      start.positions = pointsFrom(positions, count, 3);
      if (velocities != nullptr) start.velocities = pointsFrom(velocities, count, 3);
      start.species.assign(species, species + count);
    }
    made = new Fluid(Fluid::fromText(*context, scenario, linesOf(overrides), start));
  });
  return made;
}

EMSCRIPTEN_KEEPALIVE void closeFluid(Fluid* fluid) {
  reply([&] { delete fluid; });
}

EMSCRIPTEN_KEEPALIVE void stepFluid(Fluid* fluid, double steps) {
  reply([&] { fluid->step(static_cast<std::int64_t>(steps)); });
}

EMSCRIPTEN_KEEPALIVE void setFluid(Fluid* fluid, const char* overrides) {
  reply([&] { fluid->set(linesOf(overrides)); });
}

/// The reply has the properties of a fluid that are known without asking the GPU.
EMSCRIPTEN_KEEPALIVE void describeFluid(const Fluid* fluid) {
  reply([&] {
    giveNumber("count", static_cast<double>(fluid->count()));
    giveNumber("stepNumber", static_cast<double>(fluid->stepNumber()));
    giveNumber("time", fluid->time());
    const Box box = fluid->box();
    giveNumber("dimensions", box.dimensions);
    givePoint("size", box.size);
    givePoint("periodic", {box.periodic[0] ? 1.0 : 0.0, box.periodic[1] ? 1.0 : 0.0,
                           box.periodic[2] ? 1.0 : 0.0});
    std::string names, masses;
    for (const Species& each : fluid->species()) {
      names += each.name + '\n';
      masses += fmt::format("{}\n", each.mass);
    }
    giveText("names", names.c_str());
    giveText("masses", masses.c_str());
  });
}

EMSCRIPTEN_KEEPALIVE void writeFluid(const Fluid* fluid) {
  reply([&] { giveText("scenario", fluid->scenario().c_str()); });
}

EMSCRIPTEN_KEEPALIVE void measureFluid(Fluid* fluid) {
  reply([&] {
    const Measurement now = fluid->measure();
    giveObservables(-1, kObservables, now);
    for (std::size_t k = 0; k < now.species.size(); ++k) {
      giveObservables(static_cast<int>(k), kSpeciesObservables, now.species[k]);
    }
  });
}

/// The reply has k, the S(k) of all particles, and the S(k) of each species.
EMSCRIPTEN_KEEPALIVE void measureStructureFactor(Fluid* fluid) {
  reply([&] {
    const StructureFactor now = fluid->structureFactor();
    giveDoubles("k", now.k);
    giveDoubles("total", now.total);
    std::vector<double> species;
    for (const std::vector<double>& each : now.species) {
      species.insert(species.end(), each.begin(), each.end());
    }
    giveDoubles("species", species);
  });
}

/// The reply has the area of each species' surface and its three eigenvalues mu, which are NaN
/// without a surface.
EMSCRIPTEN_KEEPALIVE void measureSurfaceOrder(Fluid* fluid) {
  reply([&] {
    const SurfaceOrder now = fluid->surfaceOrder();
    std::vector<double> areas, mu;
    for (const Surface& each : now.species) {
      areas.push_back(each.area);
      const double none = std::numeric_limits<double>::quiet_NaN();
      for (const double value : each.mu.value_or(std::array{none, none, none})) mu.push_back(value);
    }
    giveDoubles("areas", areas);
    giveDoubles("mu", mu);
  });
}

EMSCRIPTEN_KEEPALIVE void measureStressProfile(Fluid* fluid) {
  reply([&] {
    const StressProfile now = fluid->stressProfile();
    giveDoubles("position", now.position);
    giveDoubles("normal", now.normal);
    giveDoubles("tangential", now.tangential);
  });
}

EMSCRIPTEN_KEEPALIVE void readFluid(Fluid* fluid) {
  reply([&] {
    const Particles particles = fluid->particles();
    givePoints("positions", particles.positions);
    givePoints("velocities", particles.velocities);
    giveInts("species", {particles.species.begin(), particles.species.end()});
  });
}

/// The reply has the texture of the present positions, as an object of WebGL.
EMSCRIPTEN_KEEPALIVE void positionsOnGpu(Fluid* fluid) {
  reply([&] {
    const PositionTexture found = fluid->positionTexture();
    giveTexture("texture", found.name);
    giveNumber("width", found.width);
  });
}

}  // extern "C"
