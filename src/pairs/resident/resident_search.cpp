#include "pairs/resident/resident_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/id.h"
#include "base/number.h"
#include "pairs/resident/resident_verlet.h"
#include "pairs/verlet_pairs.h"
#include "sort/algorithms.h"
#include "texel/array.h"
#include "texel/prefix_sum.h"

namespace gpubuck::pairs {
namespace {

/// Points and turns of lattices up to this many cut-offs from the origin have places with errors
/// below 2^-49 x 1e8 = 2e-7 cut-offs, since each is a sum of fewer than 16 products.
constexpr double kFarthest = 1e8;
constexpr std::int64_t kRoomStep = 1024;
constexpr std::uint32_t kNoPoint = 0xFFFFFFFF;

texel::Block pointsBlock(const ResidentFormats& formats) {
  return {"b_points", formats.isDoubleIn ? "double" : "float"};
}

std::string perCutoff(const PairSettings& settings) {
  return doubleConstant("kPerCutoff", 1.0 / settings.radius);
}

/// A pass that walks the cells around points.
texel::MapPassInfo walkInfo(const char* name, const PairSettings& settings,
                            const ResidentLimits& limits, const ResidentFormats& formats,
                            std::vector<texel::Block> writes) {
  std::vector<texel::Block> reads{pointsBlock(formats), {"b_lattices", "double"},
                                  {"b_near", "uvec4"},  {"b_place", "double"},
                                  {"b_turns", "int"},   "b_system"};
  limits.addBlocks(reads);
  return {.name = name,
          .reads = std::move(reads),
          .writes = std::move(writes),
          .prologue = perCutoff(settings) + limits.prologue() +
                      (settings.kind == ListKind::Half ? "#define HALF_LIST\n" : ""),
          .work = texel::Work::Uneven};
}

/// Returns a little more than `count`, the same for similar counts, so that few changes need new
/// objects on the GPU.
std::int64_t residentRoom(std::int64_t count) {
  const auto step = static_cast<std::int64_t>(
      std::bit_ceil(static_cast<std::uint64_t>(std::max(count / 16, kRoomStep))));
  return std::min(divideUp(count, step) * step, kMaxCount);
}

/// Returns whether `room` for `count` is neither too little nor much too large.
bool fits(std::int64_t room, std::int64_t count) {
  return count <= room && room <= 2 * residentRoom(count);
}

}  // namespace

struct ResidentSearch::Room {
  Room(const texel::Device& device, std::int64_t points, std::int64_t cells, std::int64_t systems)
      : points(points),
        cells(cells),
        systems(systems),
        starts("system starts", systems + 1),
        lattices("lattices", 2 * static_cast<std::int64_t>(ResidentLattices::kRecord) * systems),
        place("wrapped points", 6 * points),
        near("points by cell", 4 * points),
        turns("turns", 3 * points),
        system("systems", points),
        far("far point", 1),
        count("pair counts", points),
        cell(device, "cells", points),
        lengths(device, "row lengths", points),
        ends(device, "row ends", points),
        prefixSum(device, points),
        sort(sort::makeSort(device,
                            {.algorithm = sort::resolve(sort::Algorithm::Auto, device.engine(),
                                                        sort::ResultKind::Ranges)},
                            points, cells)) {}

  std::int64_t points;
  std::int64_t cells;
  std::int64_t systems;
  texel::UIntBuffer starts;
  texel::UIntBuffer lattices;
  texel::UIntBuffer place;
  texel::UIntBuffer near;
  texel::UIntBuffer turns;
  texel::UIntBuffer system;
  texel::UIntBuffer far;
  texel::UIntBuffer count;
  texel::IdArray cell;
  texel::UInt4Array lengths;
  texel::UInt4Array ends;
  texel::PrefixSum prefixSum;
  std::unique_ptr<sort::Sort> sort;
};

struct ResidentSearch::Slots {
  explicit Slots(std::int64_t rows)
      : rows(rows),
        first("pair points", rows),
        hits("pair hits", 2 * rows),
        unsorted("unsorted pair slots", 4 * rows),
        slots("pair slots", 4 * rows) {}

  std::int64_t rows;
  texel::UIntBuffer first;
  texel::UIntBuffer hits;
  texel::UIntBuffer unsorted;
  texel::UIntBuffer slots;
};

ResidentSearch::ResidentSearch(const texel::Device& device, const PairSettings& settings,
                               const ResidentFormats& formats, const ResidentOptions& options)
    : device_(&device),
      settings_(withSkin(settings, options.skin)),
      mostRows_(options.mostRows),
      limits_(settings_, options.skin > 0.0 ? std::nullopt : options.cutoffs),
      verlet_(options.skin > 0.0
                  ? std::make_unique<ResidentVerlet>(device, settings, options.skin,
                                                     options.cutoffs, pointsBlock(formats))
                  : nullptr),
      place_(device, {.name = "pairs/resident/place",
                      .outputs = {{"o_cell", texel::Format::Id}},
                      .reads = {pointsBlock(formats), "b_starts", {"b_lattices", "double"}},
                      .writes = {{"b_place", "double"}, {"b_turns", "int"}, "b_system", "b_far"},
                      .prologue = doubleConstant("kFarthest", kFarthest * settings_.radius)}),
      gather_(device, {.name = "pairs/resident/gather",
                       .reads = {{"b_place", "double"}},
                       .writes = {{"b_near", "uvec4"}},
                       .prologue = perCutoff(settings_)}),
      count_(device, walkInfo("pairs/resident/count", settings_, limits_, formats, {"b_count"})),
      lengths_(device, {.name = "pairs/resident/lengths",
                        .outputs = {{"o_length", texel::Format::UInt4}},
                        .reads = {"b_count"}}),
      store_(device, walkInfo("pairs/resident/store", settings_, limits_, formats,
                              {"b_first", {"b_hits", "uvec2"}})),
      shifts_(device, {.name = "pairs/resident/shifts",
                       .reads = {"b_first",
                                 {"b_hits", "uvec2"},
                                 "b_system",
                                 {"b_lattices", "double"},
                                 {"b_turns", "int"}},
                       .writes = {{"b_slots", "uvec4"}}}),
      sort_(device, {.name = "pairs/resident/sort",
                     .reads = {"b_first", {"b_slots", "uvec4"}},
                     .writes = {{"b_sorted", "uvec4"}}}),
      ids_(device, {.name = "pairs/resident/ids",
                    .reads = {"b_first", {"b_slots", "uvec4"}},
                    .writes = {"b_i", "b_j", "b_shifts"}}),
      vectors_(device, {.name = "pairs/resident/vectors",
                        .reads = {"b_first",
                                  {"b_slots", "uvec4"},
                                  "b_system",
                                  pointsBlock(formats),
                                  {"b_lattices", "double"}},
                        .writes = {{"b_vectors", formats.isDoubleOut ? "double" : "float"},
                                   {"b_distances", formats.isDoubleOut ? "double" : "float"}},
                        .prologue = fmt::format("#define LENGTH {}\n",
                                                formats.isDoubleOut ? "double" : "float")}),
      offsets_(device, {.name = "pairs/resident/offsets", .writes = {{"b_offsets", "uvec2"}}}) {}

ResidentSearch::~ResidentSearch() = default;

void ResidentSearch::makeRoom(std::int64_t points, std::int64_t cells, std::int64_t systems) {
  const std::int64_t unused = divideUp(residentRoom(points), 4);  // for points that fill the room
  const bool isRoomy = room_ && fits(room_->points, points) && fits(room_->cells, cells + unused) &&
                       fits(room_->systems, systems);
  if (isRoomy) return;
  room_.reset();
  device_->requireFits("points", points);
  device_->requireFits("cells of the points", cells + unused + 1);
  room_ = std::make_unique<Room>(*device_, residentRoom(points), residentRoom(cells + unused),
                                 residentRoom(systems));
}

std::int64_t ResidentSearch::find(const texel::UIntBuffer& points,
                                  std::span<const std::int64_t> starts,
                                  std::span<const Cell> systems, const ResidentSets& sets) {
  points_ = &points;
  placedCount_ = starts.back();
  pointCount_ = sets.points.value_or(placedCount_);
  firstOther_ = sets.points.value_or(0);
  (verlet_ ? verlet_->limits() : limits_).takeTypes(sets.types, placedCount_);
  if (!verlet_) {
    search(starts, systems);
  } else {
    if (sets.points) requireNoSkin(verlet_->skin());
    if (!verlet_->covers(points, starts, systems)) {
      verlet_->forget();
      search(starts, systems);
      keep(starts, systems);
    }
    if (pointCount_ > 0) {
      verlet_->count(keptInputs(), room_->count);
      countRows();
    }
  }
  return parts_.empty() ? 0 : parts_.back().firstRow + parts_.back().rows;
}

void ResidentSearch::search(std::span<const std::int64_t> starts, std::span<const Cell> systems) {
  ++searches_;
  parts_.clear();
  longestPart_ = 0;
  const ResidentLattices lattices(systems, starts, settings_.radius);
  if (pointCount_ == 0) return;
  makeRoom(placedCount_, lattices.cells, std::ssize(systems));
  Room& room = *room_;
  const std::vector<std::uint32_t> firstPoints(starts.begin(), starts.end());
  room.starts.uploadFront(std::span<const std::uint32_t>(firstPoints));
  room.lattices.uploadFront(std::span<const double>(lattices.records));
  room.far.uploadFront(std::span(&kNoPoint, 1));
  place_.run(room.points,
             {{"b_points", *points_},
              {"b_starts", room.starts},
              {"b_lattices", room.lattices},
              {"u_systems", static_cast<int>(systems.size())},
              {"u_points", static_cast<int>(placedCount_)},
              {"u_firstUnused", static_cast<int>(lattices.cells)}},
             {{"o_cell", room.cell},
              {"b_place", room.place},
              {"b_turns", room.turns},
              {"b_system", room.system},
              {"b_far", room.far}});
  room.sort->sort(room.cell);
  gather_.run(placedCount_, {{"u_order", room.sort->ranges()->order}, {"b_place", room.place}},
              {{"b_near", room.near}});
  count_.run(placedCount_, walkInputs(), {{"b_count", room.count}});
  countRows();
  requireNear(starts);
}

void ResidentSearch::countRows() {
  Room& room = *room_;
  lengths_.run(room.points, {{"b_count", room.count}, {"u_points", static_cast<int>(pointCount_)}},
               {{"o_length", room.lengths}});
  room.prefixSum.run(room.lengths, room.ends);
  divide();
}

void ResidentSearch::keep(std::span<const std::int64_t> starts, std::span<const Cell> systems) {
  if (pointCount_ == 0) return;
  writeOffsets(verlet_->begin(*points_, starts, systems));
  makeSlots();
  for (const ResidentPart& part : parts_) storeSlots(part, verlet_->roomFor(part));
  verlet_->end();
}

void ResidentSearch::requireNear(std::span<const std::int64_t> starts) const {
  const std::uint32_t point = room_->far.download().front();
  if (point == kNoPoint) return;
  const auto system = std::ranges::upper_bound(starts, std::int64_t{point}) - starts.begin() - 1;
  throw InputError(
      firstOther_ > 0 && point >= firstOther_ ? fmt::format("other point {}", point - firstOther_)
                                              : fmt::format("point {} of system {}", point, system),
      fmt::format("is not finite, or farther than {:g} from the origin or its cell, which is the "
                  "limit of a search on the GPU with this cut-off",
                  kFarthest * settings_.radius));
}

std::vector<texel::Input> ResidentSearch::walkInputs() const {
  const Room& room = *room_;
  std::vector<texel::Input> inputs{{"b_points", *points_},
                                   {"b_lattices", room.lattices},
                                   {"b_near", room.near},
                                   {"b_place", room.place},
                                   {"b_turns", room.turns},
                                   {"b_system", room.system},
                                   {"u_start", room.sort->ranges()->start},
                                   {"u_cell", room.cell},
                                   {"u_points", static_cast<int>(pointCount_)},
                                   {"u_firstOther", static_cast<int>(firstOther_)}};
  limits_.addInputs(inputs);
  return inputs;
}

std::vector<texel::Input> ResidentSearch::keptInputs() const {
  return {{"b_points", *points_},
          {"b_lattices", room_->lattices},
          {"b_system", room_->system},
          {"u_end", room_->ends}};
}

void ResidentSearch::divide() {
  parts_.clear();
  longestPart_ = 0;
  const auto rows = static_cast<std::int64_t>(room_->prefixSum.totals()[0]);
  if (rows == 0) return;
  const auto add = [&](const ResidentPart& part) {
    if (part.rows == 0) return;
    parts_.push_back(part);
    longestPart_ = std::max(longestPart_, part.rows);
  };
  if (rows <= mostRows_) {
    add({{0, pointCount_}, 0, rows});
    return;
  }
  const std::vector<glm::uvec4> ends = room_->ends.front(pointCount_);
  const auto endOf = [&](std::int64_t point) {
    if (point < 0) return std::int64_t{0};
    const glm::uvec4& end = ends[static_cast<std::size_t>(point)];
    return static_cast<std::int64_t>(std::uint64_t{end.y} << 32 | end.x);
  };
  for (std::int64_t first = 0; first < pointCount_;) {
    const std::int64_t firstRow = endOf(first - 1);
    std::int64_t end = first + 1;
    while (end < pointCount_ && endOf(end) - firstRow <= mostRows_) ++end;
    add({{first, end - first}, firstRow, endOf(end - 1) - firstRow});
    first = end;
  }
}

void ResidentSearch::makeSlots() {
  if (slots_ && fits(slots_->rows, longestPart_)) return;
  slots_.reset();
  slots_ = std::make_unique<Slots>(std::max(residentRoom(longestPart_), longestPart_));
}

void ResidentSearch::read(const Columns& to, const Take& take) {
  makeSlots();
  for (const ResidentPart& part : parts_) {
    store(part, to);
    take(part);
  }
}

void ResidentSearch::storeSlots(const ResidentPart& part, texel::UIntBuffer& to) {
  Room& room = *room_;
  const auto firstRow = static_cast<GLuint>(part.firstRow);  // the low word, as in the shaders
  std::vector<texel::Input> inputs = walkInputs();
  inputs.insert(inputs.end(),
                {{"u_end", room.ends},
                 {"u_firstPoint", static_cast<int>(part.points.first)},
                 {"u_endPoint", static_cast<int>(part.points.first + part.points.count)},
                 {"u_firstRow", firstRow}});
  store_.run(placedCount_, inputs, {{"b_first", slots_->first}, {"b_hits", slots_->hits}});
  const bool isSorted = settings_.order == PairOrder::ByBoth;
  texel::UIntBuffer& slots = isSorted ? slots_->unsorted : to;
  shifts_.run(part.rows,
              {{"b_first", slots_->first},
               {"b_hits", slots_->hits},
               {"b_system", room.system},
               {"b_lattices", room.lattices},
               {"b_turns", room.turns}},
              {{"b_slots", slots}});
  if (!isSorted) return;
  sort_.run(part.rows,
            {{"b_first", slots_->first},
             {"b_slots", slots},
             {"u_end", room.ends},
             {"u_firstRow", firstRow}},
            {{"b_sorted", to}});
}

void ResidentSearch::store(const ResidentPart& part, const Columns& to) {
  const texel::UIntBuffer& slots = slots_->slots;
  if (verlet_) {
    verlet_->store(keptInputs(), part, slots_->first, slots_->slots);
  } else {
    storeSlots(part, slots_->slots);
  }
  ids_.run(part.rows,
           {{"b_first", slots_->first},
            {"b_slots", slots},
            {"u_firstOther", static_cast<int>(firstOther_)},
            {"u_words", to.isWide ? 2 : 1}},
           {{"b_i", to.first}, {"b_j", to.second}, {"b_shifts", to.shifts}});
  if (to.distances == nullptr) return;
  vectors_.run(part.rows,
               {{"b_first", slots_->first},
                {"b_slots", slots},
                {"b_system", room_->system},
                {"b_points", *points_},
                {"b_lattices", room_->lattices}},
               {{"b_vectors", *to.vectors}, {"b_distances", *to.distances}});
}

void ResidentSearch::writeOffsets(texel::UIntBuffer& to) {
  if (!room_) makeRoom(1, 1, 1);  // without points there is one offset, which is 0
  offsets_.run(pointCount_ + 1, {{"u_end", room_->ends}}, {{"b_offsets", to}});
}

}  // namespace gpubuck::pairs
