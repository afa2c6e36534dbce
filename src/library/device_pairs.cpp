#include "gpubuck/device_pairs.h"

#include <fmt/format.h>

#include <array>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "cuda/device.h"
#include "library/device_machine.h"
#include "pairs/pair_settings.h"
#include "pairs/resident/resident_search.h"

namespace gpubuck {
namespace {

void requireTypes(const char* name, const DevicePoints& points) {
  if (points.types.empty() || std::ssize(points.types) == points.count) return;
  throw InputError(name,
                   fmt::format("have {} types for {} points", points.types.size(), points.count));
}

/// Returns the `starts` of a single system that has the points of both sets. Throws InputError if
/// the sets do not match.
std::array<std::int64_t, 2> startsOf(const DevicePoints& points,
                                     const std::optional<DevicePoints>& others) {
  if (!others) return {0, points.count};
  if (others->isDouble != points.isDouble) {
    throw InputError("others", "hold numbers of another type than the points");
  }
  requireTypes("others", *others);
  return {0, points.count + others->count};
}

/// Returns the number of the device whose memory has the points. If there are no points, returns
/// the number of the device on which `allocate` allocates, or 0 without `allocate`.
int deviceOf(const DevicePoints& points, const std::optional<DevicePoints>& others,
             const DeviceAllocate& allocate) {
  const bool hasOthers = others && others->count > 0;
  if (points.count == 0 && !hasOthers) {
    return allocate ? cuda::Device::numberOf(allocate('u', 1, {1}).address) : 0;
  }
  const int other = hasOthers ? cuda::Device::numberOf(others->address) : 0;
  if (points.count == 0) return other;
  const int device = cuda::Device::numberOf(points.address);
  if (hasOthers && other != device) {
    throw RunError("others",
                   fmt::format("are on CUDA device {}, but the points are on {}; move them "
                               "there",
                               other, device));
  }
  return device;
}

DeviceColumn columnOf(pairs::ResidentMemory&& memory) {
  return {memory.address, std::move(memory.owner)};
}

}  // namespace

struct DeviceNeighbourList::Search {
  Search(const pairs::PairSettings& settings, const pairs::ResidentOptions& options)
      : keepsLists(options.skin > 0.0), search(settings, options) {}

  bool keepsLists;
  std::mutex mutex{};
  std::optional<std::uint64_t> stream{};  ///< stream of the last search
  pairs::ResidentSearch search;

  /// Calls `use` with the machine and the input for a request, and returns the result of `use`.
  template <typename Use>
  auto use(const DevicePoints& points, const std::optional<DevicePoints>& others,
           std::span<const std::int64_t> starts, std::span<const Cell> cells,
           const DeviceRequest& request, const Use& use) {
    requireTypes("points", points);
    if (request.capacity && *request.capacity < 0) {
      throw InputError("capacity", fmt::format("must be 0 or more, got {}", *request.capacity));
    }
    const std::lock_guard lock(mutex);
    library::DeviceMachine machine(deviceOf(points, others, request.allocate), request.stream,
                                   request.allocate);
    // A kept list may still be in use on another stream.
    if (keepsLists && stream != request.stream) machine.waitForAll();
    stream = request.stream;
    std::vector<std::int32_t> types(points.types.begin(), points.types.end());
    pairs::ResidentInput input{.points = {points.address, points.count},
                               .isDouble = points.isDouble,
                               .starts = starts,
                               .cells = cells};
    if (others) {
      types.insert(types.end(), others->types.begin(), others->types.end());
      input.others = {others->address, others->count};
    }
    input.types = types;
    auto result = use(machine, input);
    result.device = machine.device();
    if (!request.stream) machine.waitForAll();
    return result;
  }

  DevicePairs find(const DevicePoints& points, const std::optional<DevicePoints>& others,
                   std::span<const std::int64_t> starts, std::span<const Cell> cells,
                   const DeviceRequest& request) {
    return use(points, others, starts, cells, request, [&](auto& machine, const auto& input) {
      pairs::ResidentTable table = search.find(machine, input,
                                               {.quantities = request.quantities,
                                                .offsets = request.offsets,
                                                .isWide = request.isWide,
                                                .capacity = request.capacity});
      return DevicePairs{.rows = table.rows,
                         .ids = columnOf(std::move(table.ids)),
                         .shifts = columnOf(std::move(table.shifts)),
                         .distances = columnOf(std::move(table.distances)),
                         .vectors = columnOf(std::move(table.vectors)),
                         .offsets = columnOf(std::move(table.offsets)),
                         .found = columnOf(std::move(table.found))};
    });
  }
};

DeviceNeighbourList::DeviceNeighbourList(double cutoff, const NeighbourListOptions& options)
    : search_(std::make_unique<Search>(
          pairs::PairSettings{.radius = cutoff,
                              .within = options.within,
                              .kind = options.full ? pairs::ListKind::Full : pairs::ListKind::Half,
                              .order = options.order},
          pairs::ResidentOptions{.skin = options.skin})) {}
DeviceNeighbourList::DeviceNeighbourList(const TypeCutoffs& cutoffs,
                                         const NeighbourListOptions& options)
    : search_(std::make_unique<Search>(
          pairs::PairSettings{.radius = cutoffs.largest(),
                              .within = options.within,
                              .kind = options.full ? pairs::ListKind::Full : pairs::ListKind::Half,
                              .order = options.order},
          pairs::ResidentOptions{.cutoffs = cutoffs, .skin = options.skin})) {}
DeviceNeighbourList::DeviceNeighbourList(DeviceNeighbourList&& other) noexcept = default;
DeviceNeighbourList& DeviceNeighbourList::operator=(DeviceNeighbourList&& other) noexcept = default;
DeviceNeighbourList::~DeviceNeighbourList() = default;

DevicePairs DeviceNeighbourList::find(const DevicePoints& points,
                                      std::span<const std::int64_t> starts,
                                      std::span<const Cell> cells, const DeviceRequest& request) {
  pairs::requireStarts(points.count, starts, std::ssize(cells));
  return search_->find(points, {}, starts, cells, request);
}

DevicePairs DeviceNeighbourList::findBetween(const DevicePoints& points, const DevicePoints& others,
                                             const Cell& cell, const DeviceRequest& request) {
  const std::optional<DevicePoints> second = others;
  return search_->find(points, second, startsOf(points, second), std::span(&cell, 1), request);
}

DeviceMatrix DeviceNeighbourList::findMatrix(const DevicePoints& points,
                                             const std::optional<DevicePoints>& others,
                                             const Cell& cell, std::int32_t fill,
                                             const DeviceRequest& request) {
  return search_->use(points, others, startsOf(points, others), std::span(&cell, 1), request,
                      [&](auto& machine, const auto& input) {
                        pairs::ResidentMatrix matrix =
                            search_->search.findMatrix(machine, input, fill);
                        return DeviceMatrix{.most = matrix.most,
                                            .ids = columnOf(std::move(matrix.ids)),
                                            .shifts = columnOf(std::move(matrix.shifts)),
                                            .counts = columnOf(std::move(matrix.counts))};
                      });
}

std::int64_t DeviceNeighbourList::searches() const { return search_->search.searches(); }

}  // namespace gpubuck
