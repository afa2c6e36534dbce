#include "pairs/resident/resident_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/number.h"
#include "pairs/pair_rule.h"
#include "pairs/resident/resident_inputs.h"
#include "pairs/verlet_pairs.h"

namespace gpubuck::pairs {
namespace {

/// Up to this many cut-offs from the origin, the places of points and of lattice translations have
/// errors below 2^-49 x 1e8 = 2e-7 cut-offs, since each place is a sum of fewer than 16 products.
constexpr double kFarthest = 1e8;
/// Factor that covers the rounding of the distance that the kernel `moved` finds in floats.
constexpr double kFloatMargin = 1.0 + 1e-5;
/// Assumed length of the longest row before the first search.
constexpr std::int64_t kFirstLongest = 64;
/// Memory for hits is allocated before the hits are counted only if it is small: it must hold at
/// most 1.5 times the number of rows of the last search, plus this number of hits.
constexpr std::int64_t kSpareHits = std::int64_t{1} << 22;

/// Lays out arrays one after the other in memory.
class Layout {
 public:
  explicit Layout(std::uint64_t begin = 0) : end_(begin) {}

  template <typename T>
  void take(T*& array, std::int64_t count, std::int64_t moreBytes = 0) {
    array = reinterpret_cast<T*>(end_);  // NOLINT(performance-no-int-to-ptr)
    const auto bytes = static_cast<std::int64_t>(sizeof(T)) * count + moreBytes;
    end_ += static_cast<std::uint64_t>(divideUp(bytes, kAlignment) * kAlignment);
  }
  std::uint64_t end() const { return end_; }

 private:
  static constexpr std::int64_t kAlignment = 256;

  std::uint64_t end_;
};

/// Calls `lay` once to find the size of its arrays, allocates this memory, and calls `lay` again to
/// place the arrays in it.
template <typename Lay>
ResidentMemory allocateLaid(ResidentMachine& machine, const Lay& lay) {
  Layout size;
  lay(size);
  ResidentMemory memory = machine.allocate('u', 1, {static_cast<std::int64_t>(size.end())});
  Layout place(memory.address);
  lay(place);
  return memory;
}

std::uint64_t addressOf(const void* memory) { return reinterpret_cast<std::uint64_t>(memory); }

template <typename T>
T* pointerTo(std::uint64_t address) {
  return reinterpret_cast<T*>(address);  // NOLINT(performance-no-int-to-ptr)
}

template <typename T>
void upload(ResidentMachine& machine, const T* to, std::span<const T> values) {
  machine.upload(addressOf(to), std::as_bytes(values));
}

void layPlaces(Layout& to, resident::Arguments& a, std::int64_t points,
               const ResidentLattices& lattices) {
  to.take(a.grids, std::ssize(lattices.grids));
  to.take(a.systems, std::ssize(lattices.systems));
  to.take(a.crowd, lattices.cells);
  to.take(a.cellStart, lattices.cells + 1);
  to.take(a.wrapped, points);
  to.take(a.turns, points);
  to.take(a.system, points);
  to.take(a.cell, points);
  to.take(a.rank, points);
  to.take(a.ordered, points);
  to.take(a.near, points);
}

/// Uploads grids and systems in one copy, since they follow each other in the memory of the GPU.
void uploadLattices(ResidentMachine& machine, const resident::Arguments& a,
                    const ResidentLattices& lattices) {
  const auto grids = std::as_bytes(std::span(lattices.grids));
  const auto systems = std::as_bytes(std::span(lattices.systems));
  const auto before = static_cast<std::size_t>(addressOf(a.systems) - addressOf(a.grids));
  std::vector<std::byte> both(before + systems.size());
  std::ranges::copy(grids, both.begin());
  std::ranges::copy(systems, both.end() - std::ssize(systems));
  machine.upload(addressOf(a.grids), both);
}

void clearNotes(ResidentMachine& machine, const resident::Arguments& a) {
  machine.clear(addressOf(a.notes), sizeof(resident::Notes) / sizeof(resident::Word));
}

/// Lays out the arrays of rows. `cells` is the number of cells, or 0 if no points are put into
/// cells.
void layRows(Layout& to, resident::Arguments& a, resident::Long*& totals, std::int64_t points,
             std::int64_t cells) {
  to.take(a.counts, points);
  to.take(a.starts, points + 1, sizeof(resident::Notes));
  a.notes = reinterpret_cast<resident::Notes*>(a.starts + points + 1);
  to.take(totals, std::max(points, cells) / resident::kScanBlock + 1);
}

/// Returns two numbers per pair of types (Arguments::limits).
std::vector<double> limitsOf(const TypeCutoffs& cutoffs, Within within) {
  const std::vector<double> most = cutoffs.mostSquared(within);
  std::vector<double> numbers;
  for (std::size_t k = 0; k < most.size(); ++k) {
    numbers.push_back(cutoffs.lengths()[k] / cutoffs.largest());
    numbers.push_back(most[k]);
  }
  return numbers;
}

void requireNear(const ResidentInput& input, std::uint32_t note, double radius) {
  if (note == 0) return;
  const std::int64_t point = ~note;
  const auto system = std::ranges::upper_bound(input.starts, point) - input.starts.begin() - 1;
  throw InputError(
      input.others && point >= input.points.count
          ? fmt::format("other point {}", point - input.points.count)
          : fmt::format("point {} of system {}", point, system),
      fmt::format("is not finite, or is farther from the origin or from its cell than {:g}, the "
                  "limit of a search on the GPU with this cut-off",
                  kFarthest * radius));
}

std::int64_t mayBeNeighbours(const ResidentInput& input) {
  return input.others ? input.others->count : input.points.count;
}

}  // namespace

/// The hits of all points, and the arguments of kernels that point to them.
struct ResidentSearch::Rows {
  resident::Arguments a{};
  std::int64_t count = 0;
  std::int64_t longest = 0;
  std::int64_t hits = 0;                 ///< number of hits for which memory is allocated
  std::vector<ResidentMemory> memory{};  ///< memory to which the arguments point

  std::int64_t points() const { return a.pointCount; }

  void makeHits(ResidentMachine& machine, std::int64_t room) {
    hits = room;
    memory.push_back(
        machine.allocate('u', 1, {static_cast<std::int64_t>(sizeof(resident::Hit)) * room}));
    a.hits = pointerTo<resident::Hit>(memory.back().address);
  }

  resident::Notes download(ResidentMachine& machine) {
    struct {
      resident::Long rows;
      resident::Notes notes;
    } found{};
    machine.download(std::as_writable_bytes(std::span(&found, 1)), addressOf(a.starts + points()));
    count = found.rows;
    longest = found.notes.longest;
    return found.notes;
  }
};

struct ResidentSearch::Kept {
  Rows rows;
  ResidentMemory points;
  bool isDouble;
  std::vector<std::int64_t> starts;
  std::vector<Cell> cells;
};

ResidentSearch::ResidentSearch(const PairSettings& settings, const ResidentOptions& options)
    : settings_(settings),
      options_(options),
      searched_(withSkin(settings, options.skin).radius),
      longest_(kFirstLongest) {
  requireRadius(settings.radius);
}

ResidentSearch::~ResidentSearch() = default;

void ResidentSearch::requireInput(const ResidentInput& input) const {
  const std::int64_t points = input.starts.back();
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (points > kMost) {
    throw InputError("points",
                     fmt::format("are {}; a search on the GPU takes at most {}", points, kMost));
  }
  const std::int64_t types = options_.cutoffs ? points : 0;
  if (std::ssize(input.types) != types) {
    throw InputError("types", fmt::format("are {}, not {}: {}", input.types.size(), types,
                                          options_.cutoffs ? "one per point"
                                                           : "a single cut-off needs no types"));
  }
  if (options_.cutoffs) options_.cutoffs->requireTypes("types", input.types);
  if (options_.skin > 0.0 && input.others) requireNoSkin(options_.skin);
}

void ResidentSearch::beginRows(ResidentMachine& machine, const ResidentInput& input, bool isTyped,
                               double radius, Rows& rows) const {
  resident::Arguments& a = rows.a;
  a.points = pointerTo<const void>(input.points.address);
  a.others = pointerTo<const void>(input.others ? input.others->address : input.points.address);
  a.isDouble = input.isDouble ? 1 : 0;
  a.mostSquared = PairRule::mostSquared(radius, settings_.within);
  std::vector<double> limits;
  if (isTyped) {
    limits = limitsOf(*options_.cutoffs, settings_.within);
    a.typeCount = static_cast<int>(options_.cutoffs->types());
    rows.memory.push_back(allocateLaid(machine, [&](Layout& to) {
      to.take(a.limits, std::ssize(limits));
      to.take(a.types, std::ssize(input.types));
    }));
    upload(machine, a.limits, std::span<const double>(limits));
    upload(machine, a.types, input.types);
  }
}

std::int64_t ResidentSearch::strideFor(std::int64_t points) const {
  const std::int64_t stride = longest_ + longest_ / 16 + 4;
  return points * stride <= rows_ + rows_ / 2 + kSpareHits ? stride : 0;
}

ResidentSearch::Rows ResidentSearch::search(ResidentMachine& machine, const ResidentInput& input,
                                            bool isTyped, std::optional<std::int64_t> capacity) {
  ++searches_;
  const ResidentLattices lattices(input.cells, input.starts, searched_);
  const std::int64_t points = input.points.count, placed = input.starts.back();
  Rows rows;
  resident::Arguments& a = rows.a;
  resident::Long* totals = nullptr;
  rows.memory.push_back(allocateLaid(machine, [&](Layout& to) {
    layPlaces(to, a, placed, lattices);
    layRows(to, a, totals, points, lattices.cells);
  }));
  a.pointCount = static_cast<int>(points);
  a.placedCount = static_cast<int>(placed);
  a.firstOther = input.others ? a.pointCount : 0;
  a.isHalf = settings_.kind == ListKind::Half ? 1 : 0;
  a.perCutoff = 1.0 / searched_;
  a.farthest = kFarthest * searched_;
  a.systemCount = static_cast<int>(input.cells.size());
  uploadLattices(machine, a, lattices);
  beginRows(machine, input, isTyped, searched_, rows);
  machine.arrange(a, lattices.cells, totals);
  a.stride = capacity ? 0 : strideFor(points);
  if (a.stride > 0) rows.makeHits(machine, points * a.stride);
  machine.run(ResidentKernel::findPairs, placed * machine.group(), a);
  machine.scan(a.counts, points, totals, a.starts);
  if (capacity) {
    rows.count = *capacity;
  } else {
    requireNear(input, rows.download(machine).far, searched_);
    longest_ = std::max<std::int64_t>(rows.longest, 1);
    rows_ = rows.count;
    if (rows.longest <= a.stride) return rows;
  }
  // A row is longer than assumed, or no length was assumed.
  a.stride = 0;
  a.hitStarts = a.starts;
  a.room = rows.count;
  rows.makeHits(machine, rows.count);
  machine.run(ResidentKernel::findPairs, placed * machine.group(), a);
  return rows;
}

bool ResidentSearch::covers(ResidentMachine& machine, const ResidentInput& input) const {
  if (!kept_ || kept_->isDouble != input.isDouble ||
      !std::ranges::equal(input.starts, kept_->starts) ||
      !std::ranges::equal(input.cells, kept_->cells)) {
    return false;
  }
  resident::Arguments a = kept_->rows.a;
  a.points = pointerTo<const void>(input.points.address);
  a.keptPoints = pointerTo<const void>(kept_->points.address);
  a.perSkin = 1.0 / options_.skin;
  clearNotes(machine, a);
  machine.run(ResidentKernel::moved, input.points.count, a);
  resident::Notes notes{};
  machine.download(std::as_writable_bytes(std::span(&notes, 1)), addressOf(a.notes));
  const double movedSquared = std::bit_cast<float>(notes.moved);
  const double farthest = std::bit_cast<float>(notes.farthest);
  if (!std::isfinite(movedSquared) || !std::isfinite(farthest)) return false;
  return isWithinSkin(settings_.radius, searched_,
                      kFloatMargin * std::sqrt(movedSquared) * options_.skin,
                      kFloatMargin * farthest * searched_);
}

ResidentSearch::Rows ResidentSearch::select(ResidentMachine& machine,
                                            const ResidentInput& input) const {
  Rows rows = kept_->rows;
  resident::Arguments& a = rows.a;
  a.keptHits = a.hits;
  a.keptStarts = a.starts;
  resident::Long* totals = nullptr;
  rows.memory.push_back(
      allocateLaid(machine, [&](Layout& to) { layRows(to, a, totals, input.points.count, 0); }));
  beginRows(machine, input, options_.cutoffs.has_value(), settings_.radius, rows);
  clearNotes(machine, a);
  rows.makeHits(machine, rows.hits);
  machine.run(ResidentKernel::findKept, input.points.count, a);
  machine.scan(a.counts, input.points.count, totals, a.starts);
  rows.download(machine);
  return rows;
}

ResidentSearch::Rows ResidentSearch::rowsOf(ResidentMachine& machine, const ResidentInput& input,
                                            std::optional<std::int64_t> capacity) {
  requireInput(input);
  if (options_.skin == 0.0) {
    return search(machine, input, options_.cutoffs.has_value(), capacity);
  }
  if (capacity) {
    throw InputError("capacity",
                     "cannot be combined with a skin: whether a kept list is still valid "
                     "must be known before the search");
  }
  if (!covers(machine, input)) {
    kept_.reset();
    Rows rows = search(machine, input, false, {});
    const std::int64_t numbers = 3 * input.points.count;
    const int bytes = input.isDouble ? 8 : 4;
    ResidentMemory points = machine.allocate('f', bytes, {numbers});
    machine.copy(points.address, input.points.address, numbers * bytes);
    kept_ = std::make_unique<Kept>(Kept{std::move(rows),
                                        std::move(points),
                                        input.isDouble,
                                        {input.starts.begin(), input.starts.end()},
                                        {input.cells.begin(), input.cells.end()}});
  }
  return select(machine, input);
}

ResidentTable ResidentSearch::find(ResidentMachine& machine, const ResidentInput& input,
                                   const ResidentWishes& wishes) {
  Rows found = rowsOf(machine, input, wishes.capacity);
  resident::Arguments& a = found.a;
  const std::int64_t rows = found.count;
  const int lengthBytes = input.isDouble ? 8 : 4, idBytes = wishes.isWide ? 8 : 4;
  ResidentTable table{.rows = rows};
  table.ids = machine.allocate('i', idBytes, {2, rows});
  if (wishes.quantities.shifts) table.shifts = machine.allocate('i', 4, {rows, 3});
  if (wishes.quantities.distances) table.distances = machine.allocate('f', lengthBytes, {rows});
  if (wishes.quantities.vectors) table.vectors = machine.allocate('f', lengthBytes, {rows, 3});
  a.isSorted = settings_.order == PairOrder::ByBoth ? 1 : 0;
  a.isWide = wishes.isWide ? 1 : 0;
  a.room = rows;
  a.first = pointerTo<void>(table.ids.address);
  a.second = pointerTo<void>(table.ids.address + static_cast<std::uint64_t>(idBytes * rows));
  a.shifts = pointerTo<int>(table.shifts.address);
  a.distances = pointerTo<void>(table.distances.address);
  a.vectors = pointerTo<void>(table.vectors.address);
  machine.run(ResidentKernel::columns, resident::kWriters * found.points(), a);
  if (wishes.offsets) {
    table.offsets = machine.allocate('i', 8, {found.points() + 1});
    a.offsets = pointerTo<resident::Long>(table.offsets.address);
    machine.run(ResidentKernel::offsets, found.points() + 1, a);
  }
  if (wishes.capacity) {
    a.fill = static_cast<int>(mayBeNeighbours(input));
    machine.run(ResidentKernel::pad, rows, a);
    table.found = machine.allocate('i', 8, {});
    a.found = pointerTo<resident::Long>(table.found.address);
    machine.run(ResidentKernel::summary, 1, a);
  }
  return table;
}

ResidentMatrix ResidentSearch::findMatrix(ResidentMachine& machine, const ResidentInput& input,
                                          std::int32_t fill) {
  Rows found = rowsOf(machine, input, {});
  resident::Arguments& a = found.a;
  const std::int64_t points = found.points();
  ResidentMatrix matrix{.most = found.longest};
  matrix.ids = machine.allocate('i', 4, {points, matrix.most});
  matrix.shifts = machine.allocate('i', 4, {points, matrix.most, 3});
  matrix.counts = machine.allocate('i', 4, {points});
  a.isSorted = settings_.order == PairOrder::ByBoth ? 1 : 0;
  a.fill = fill;
  a.most = matrix.most;
  a.second = pointerTo<void>(matrix.ids.address);
  a.shifts = pointerTo<int>(matrix.shifts.address);
  a.lengths = pointerTo<int>(matrix.counts.address);
  machine.run(ResidentKernel::matrix, resident::kWriters * points, a);
  machine.run(ResidentKernel::lengths, points, a);
  return matrix;
}

}  // namespace gpubuck::pairs
