#include "pairs/pair_search.h"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "base/id.h"
#include "base/stopwatch.h"
#include "gl/context.h"

namespace gpubuck::pairs {
namespace {

constexpr std::int64_t kLeastRoom = 1024;

}  // namespace

PairSearch::PairSearch(const texel::Device& device, const PairSettings& settings)
    : device_(&device), settings_(settings), layout_(settings.method) {
  requireRadius(settings.radius);
  requireHalfCells(settings);
}

PairTable PairSearch::find(Points points, std::optional<Points> others, const Cell& cell,
                           const PairQuantities& quantities, const Report& report) {
  if (others) requireAllCells(settings_);
  Stopwatch watch;
  const Lattice lattice(cell);
  images_.make(lattice, settings_.radius, points, others);
  device_->requireFits("points", std::ssize(images_.places()));
  const PairRule rule(lattice.sides(), settings_.radius, settings_.within);
  const PairSource source{
      .points = points, .others = others.value_or(points), .images = images_, .rule = rule};
  ListedPairs listed(std::ssize(points), settings_.order);
  ambiguous_ = 0;
  wasListed_ = false;
  PairTable::Milliseconds milliseconds;
  if (!source.points.empty() && !source.others.empty()) {
    // In a search between two sets, each pair is found only once.
    layOut(others ? ListKind::Full : settings_.halfCells ? ListKind::HalfCells : settings_.kind);
    milliseconds.prepare = watch.lap();
    upload();
    milliseconds.upload = watch.lap();
    listed = list(source, quantities, report);
    wasListed_ = true;
    milliseconds.search = list_->clock().search();
    milliseconds.download = list_->clock().download();
    milliseconds.write = watch.lap() - milliseconds.search - milliseconds.download;
  }
  const auto between = [&, pairs = pairsOf(listed.size(), settings_.kind)] {
    report({.share = 1.0, .pairs = pairs});
  };
  PairTable table = writeColumns(source, std::move(listed), quantities,
                                 report ? std::function<void()>(between) : nullptr);
  milliseconds.write += watch.lap();
  table.milliseconds = milliseconds;
  return table;
}

std::int64_t PairSearch::potential() {
  return wasListed_ ? static_cast<std::int64_t>(list_->potential()) : 0;
}

void PairSearch::makeRoom(std::int64_t places, ListKind kind) {
  const bool isRoomy = places <= room_ && room_ <= 2 * places + kLeastRoom;
  if (list_ && isRoomy && kind == kind_) return;
  list_.reset();
  position_.reset();
  tile_.reset();
  if (!isRoomy) {
    // There is room for a few more places than needed, since the number of images changes a little
    // when points move.
    room_ = std::min(std::max(kLeastRoom, places + places / 16), kMaxCount);
  }
  kind_ = kind;
  position_.emplace(*device_, "points", room_);
  if (layout_.layout().isHashed()) tile_.emplace(*device_, "tiles", room_);
  list_.emplace(*device_, layout_.layout(), room_, kind, settings_.sort);
}

void PairSearch::layOut(ListKind kind) {
  const std::vector<glm::dvec3>& places = images_.places();
  if (!layout_.fit(places, settings_.radius, images_.error())) list_.reset();
  makeRoom(std::ssize(places), kind);
  positions_.resize(static_cast<std::size_t>(room_));
  tiles_.resize(tile_ ? static_cast<std::size_t>(room_) : 0);
  layout_.place(places, positions_, tiles_);
  list_->setRoles({.centres = images_.points(),
                   .firstListed = images_.firstOther(),
                   .endListed = std::ssize(places)});
}

void PairSearch::upload() {
  position_->upload(positions_);
  if (tile_) tile_->upload(tiles_);
  gl::finish();
}

ListedPairs PairSearch::list(const PairSource& source, const PairQuantities& quantities,
                             const Report& report) {
  const auto reporter = [&](std::optional<std::int64_t> pairs) {
    const auto done = [&report, pairs](double share) { report({.share = share, .pairs = pairs}); };
    return report ? ShareDone(done) : ShareDone();
  };
  list_->find(*position_, tile_ ? &*tile_ : nullptr, reporter({}));
  PairList::Lists lists = list_->lists();
  const std::int64_t slots = lists.ends.back();
  requireRoom(slots, quantities);
  if (kind_ == ListKind::HalfCells) {
    return regroup(std::move(lists), source, reporter(pairsOf(slots, kind_)));
  }
  ListedPairs listed(std::move(lists), images_.points(), settings_.order);
  std::atomic<std::int64_t> ambiguous = 0;
  list_->read(
      listed.lists(),
      [&](std::int64_t list, std::span<const std::uint32_t> of) {
        if (const std::int64_t here = keep(list, of, source, listed)) ambiguous += here;
      },
      reporter(pairsOf(slots, kind_)));
  ambiguous_ = ambiguous;
  listed.close();
  return listed;
}

ListedPairs PairSearch::regroup(PairList::Lists&& lists, const PairSource& source,
                                const ShareDone& progress) {
  struct Found {
    std::int32_t point;
    std::int32_t place;
  };
  const bool isFull = settings_.kind == ListKind::Full;
  std::vector<Found> found(static_cast<std::size_t>(lists.ends.back()));
  std::vector<std::int64_t> ends(lists.ends.size());  // end of the kept slots of each list in
                                                      // `found`
  std::atomic<std::int64_t> ambiguous = 0;
  const auto beginOf = [&](std::size_t list) {
    return static_cast<std::size_t>(list > 0 ? lists.ends[list - 1] : 0);
  };
  list_->read(
      lists,
      [&](std::int64_t number, std::span<const std::uint32_t> slots) {
        const auto list = static_cast<std::size_t>(number);
        std::size_t next = beginOf(list);
        for (const std::uint32_t slot : slots) {
          if (texel::decodeId(slot) == kNullId) continue;
          // At least one of the two places is a point. If both are points, the pair belongs into
          // the list of the point with the lower number.
          std::int64_t point = lists.points[list], place = texel::decodeId(slot);
          if (place < point) std::swap(point, place);
          const bool isOpen = (slot & kAmbiguous) != 0;
          if (!isInList(point, place, settings_.kind)) continue;
          if (isOpen) ++ambiguous;
          if (isOpen && !isPair(point, place, source)) continue;
          found[next++] = {static_cast<std::int32_t>(point), static_cast<std::int32_t>(place)};
        }
        ends[list] = static_cast<std::int64_t>(next);
      },
      progress);
  ambiguous_ = ambiguous;
  // Calls `row(point, place)` for each row of the lists.
  const auto forEachRow = [&](const auto& row) {
    for (std::size_t list = 0; list < ends.size(); ++list) {
      for (std::size_t k = beginOf(list); k < static_cast<std::size_t>(ends[list]); ++k) {
        row(found[k].point, found[k].place);
        if (isFull && !images_.isImage(found[k].place)) row(found[k].place, found[k].point);
      }
    }
  };
  PairList::Lists grouped;
  grouped.points.resize(static_cast<std::size_t>(images_.points()));
  std::iota(grouped.points.begin(), grouped.points.end(), 0U);
  grouped.ends.resize(grouped.points.size());
  forEachRow(
      [&](std::int32_t point, std::int32_t) { ++grouped.ends[static_cast<std::size_t>(point)]; });
  std::partial_sum(grouped.ends.begin(), grouped.ends.end(), grouped.ends.begin());
  ListedPairs listed(std::move(grouped), images_.points(), settings_.order);
  std::vector<std::size_t> counts(static_cast<std::size_t>(images_.points()));
  forEachRow([&](std::int32_t point, std::int32_t place) {
    listed.roomFor(point)[counts[static_cast<std::size_t>(point)]++] = place;
  });
  for (std::size_t point = 0; point < counts.size(); ++point) {
    listed.keep(static_cast<std::int64_t>(point), counts[point]);
  }
  listed.close();
  return listed;
}

bool PairSearch::isInList(std::int64_t point, std::int64_t place, ListKind kind) const {
  return kind != ListKind::Half || !images_.isImage(place) ||
         isInHalfList(point, images_.otherAt(place), images_.shift(point, place));
}

bool PairSearch::isPair(std::int64_t point, std::int64_t place, const PairSource& source) const {
  return source.rule.isPair(source.vector(point, place, images_.shift(point, place)));
}

std::int64_t PairSearch::pairsOf(std::int64_t rows, ListKind kind) const {
  const bool isBothWays = kind == ListKind::Full && images_.firstOther() == 0;
  return isBothWays ? rows / 2 : rows;
}

void PairSearch::requireRoom(std::int64_t slots, const PairQuantities& quantities) {
  // The memory for reading is freed before the table is made, but the allocator may keep it.
  const std::int64_t reading = list_->readBytes(slots);
  constexpr std::int64_t kBytesPerList = 2 * sizeof(std::int64_t) + sizeof(std::int32_t);
  std::int64_t bytes = reading + kBytesPerList * room_;
  std::int64_t rows = slots;
  if (kind_ == ListKind::HalfCells) {
    bytes += 2 * std::int64_t{sizeof(std::int32_t)} * slots + kBytesPerList * room_;
    if (settings_.kind == ListKind::Full) rows = 2 * slots;
  }
  requireMemory(pairsOf(slots, kind_), bytes + bytesPerPair(quantities) * rows, settings_.memory);
}

std::int64_t PairSearch::keep(std::int64_t list, std::span<const std::uint32_t> slots,
                              const PairSource& source, ListedPairs& listed) const {
  if (slots.empty()) return 0;
  const std::span<std::int32_t> room = listed.roomFor(list);
  // Most lists have no flags and no empty slots, and most half lists have no images. Such lists are
  // kept unchanged.
  std::uint32_t largest = 0;
  for (const std::uint32_t slot : slots) largest = std::max(largest, slot);
  const auto end =
      static_cast<std::uint32_t>(kind_ == ListKind::Half ? images_.firstImage() : kNullId);
  if (largest < end) {
    std::ranges::copy(slots, room.begin());
    listed.keep(list, slots.size());
    return 0;
  }
  const std::int64_t point = listed.lists().points[static_cast<std::size_t>(list)];
  std::size_t kept = 0;
  std::int64_t ambiguous = 0;
  for (const std::uint32_t slot : slots) {
    const std::int64_t place = texel::decodeId(slot);
    if (place == kNullId) continue;
    const bool isOpen = (slot & kAmbiguous) != 0;
    if (!isInList(point, place, kind_)) continue;
    if (isOpen) ++ambiguous;
    if (isOpen && !isPair(point, place, source)) continue;
    room[kept++] = static_cast<std::int32_t>(place);
  }
  listed.keep(list, kept);
  return ambiguous;
}

NeighbourCounts countsOf(const PairTable& table, ListKind kind, bool isBetween) {
  const std::size_t points = table.offsets.size() - 1;
  if (points == 0) return {};
  std::vector<std::int64_t> counts(points);
  std::adjacent_difference(table.offsets.begin() + 1, table.offsets.end(), counts.begin());
  std::int64_t pairs = table.size();
  std::int64_t neighbours = pairs;
  if (!isBetween && kind == ListKind::Half) {
    for (const std::int32_t j : table.second) ++counts[static_cast<std::size_t>(j)];
    neighbours *= 2;
  } else if (!isBetween) {
    pairs /= 2;
  }
  const auto [least, most] = std::ranges::minmax(counts);
  return {pairs, least, most, static_cast<double>(neighbours) / static_cast<double>(points)};
}

}  // namespace gpubuck::pairs
