#include "gpubuck/device_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "cuda/device.h"
#include "cuda/shared_buffer.h"
#include "library/context_state.h"
#include "pairs/pair_settings.h"
#include "pairs/resident/resident_matrix.h"
#include "pairs/verlet_pairs.h"

namespace gpubuck {
namespace {

constexpr std::int64_t kWord = sizeof(std::uint32_t);

void copyOnDevice(cuda::Address to, cuda::Address from, std::int64_t bytes) {
  cuda::driver().check(
      cuda::driver().memcpyDtoDAsync(to, from, static_cast<std::size_t>(bytes), nullptr),
      "copying within the device");
}

void requireDevice(const char* name, const DevicePoints& points, const cuda::Device& device) {
  if (points.count == 0) return;
  const int number = cuda::Device::numberOf(points.address);
  if (number == device.number()) return;
  throw RunError(name, fmt::format("are on CUDA device {}, but OpenGL runs on CUDA device {}; "
                                   "move them there, or choose the context's GPU",
                                   number, device.number()));
}

void requireTypes(const char* name, const DevicePoints& points) {
  if (points.types.empty() || std::ssize(points.types) == points.count) return;
  throw InputError(name,
                   fmt::format("have {} types for {} points", points.types.size(), points.count));
}

/// Returns the starts of one system of both sets. Throws InputError for sets that do not match.
std::array<std::int64_t, 2> startsOf(const DevicePoints& points,
                                     const std::optional<DevicePoints>& others) {
  if (!others) return {0, points.count};
  if (others->isDouble != points.isDouble) {
    throw InputError("others", "hold numbers of another type than the points");
  }
  requireTypes("others", *others);
  return {0, points.count + others->count};
}

}  // namespace

struct DeviceNeighbourList::Search {
  /// The objects on the GPU for one kind of numbers.
  struct Machine {
    Machine(const library::ContextState& context, const pairs::PairSettings& settings,
            const pairs::ResidentFormats& with, const pairs::ResidentOptions& options,
            std::int64_t largest)
        : largestArray(largest),
          formats(with),
          device(context.makeDevice(largest)),
          search(device, settings, with, options) {}

    std::int64_t largestArray;  ///< that textures are laid out for
    pairs::ResidentFormats formats;
    texel::Device device;
    pairs::ResidentSearch search;
    std::optional<pairs::ResidentMatrix> matrix{};
    cuda::GrowingBuffer points{"shared points"};
    cuda::GrowingBuffer first{"shared pairs i"};
    cuda::GrowingBuffer second{"shared pairs j"};
    cuda::GrowingBuffer shifts{"shared pair shifts"};
    cuda::GrowingBuffer distances{"shared pair distances"};
    cuda::GrowingBuffer vectors{"shared pair vectors"};
    cuda::GrowingBuffer offsets{"shared pair offsets"};
    cuda::GrowingBuffer counts{"shared pair counts"};
  };

  /// The points of a search.
  struct Given {
    const DevicePoints& points;
    std::optional<DevicePoints> others;
    std::span<const std::int64_t> starts;  ///< of the points and then the others
    std::span<const Cell> cells;

    std::int64_t count() const { return points.count + (others ? others->count : 0); }
    /// Returns the words of a number.
    std::int64_t length() const { return points.isDouble ? 2 : 1; }
  };

  /// A column of the result: the buffer of its parts, and the place of all of it.
  struct Target {
    cuda::SharedBuffer* from;
    cuda::Address to;
    std::int64_t rowBytes;
  };

  /// The objects that share memory with CUDA. Its context must be current when they are destroyed.
  struct Owner {
    explicit Owner(const cuda::Device& on) : device(on) {}
    ~Owner() {
      const cuda::Device::Current current(device);
      machine.reset();
    }
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;

    cuda::Device device;
    std::unique_ptr<Machine> machine{};
  };

  std::shared_ptr<library::ContextState> context{};
  pairs::PairSettings settings{};
  pairs::ResidentOptions options{};
  std::shared_ptr<Owner> owner{};  ///< null before the first search
  std::int64_t searches = 0;

  Search() = default;
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  ~Search() {
    if (owner) context->dispose(std::move(owner));
  }

  Machine& machineFor(const pairs::ResidentFormats& formats, std::int64_t points) {
    const auto largest = static_cast<std::int64_t>(
        std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(points, 4096))));
    std::unique_ptr<Machine>& machine = owner->machine;
    if (!machine || machine->formats != formats || largest > 4 * machine->largestArray) {
      machine.reset();
      machine = std::make_unique<Machine>(*context, settings, formats, options, largest);
    }
    return *machine;
  }

  void takeIn(const Given& given, cuda::SharedBuffer& to) const {
    if (given.count() == 0) return;
    const cuda::Mapping mapping({&to});
    cuda::Address next = mapping.addressOf(to);
    const auto add = [&](const DevicePoints& points) {
      const std::int64_t bytes = 3 * kWord * given.length() * points.count;
      if (bytes > 0) copyOnDevice(next, points.address, bytes);
      next += static_cast<cuda::Address>(bytes);
    };
    add(given.points);
    if (given.others) add(*given.others);
  }

  DeviceColumn column(bool isWanted, std::int64_t bytes) const {
    if (!isWanted) return {};
    const cuda::Device::Memory memory = owner->device.allocate(static_cast<std::size_t>(bytes));
    return {*memory, memory};
  }

  /// Calls `use` with the objects of a search, when it has counted the rows, and the device.
  template <typename Use>
  auto search(const Given& given, const Use& use) {
    requireTypes("points", given.points);
    const library::Call call(*context);
    if (!owner) owner = std::make_shared<Owner>(cuda::Device::ofOpenGl());
    const cuda::Device& device = owner->device;
    const cuda::Device::Current current(device);
    device.finish();
    requireDevice("points", given.points, device);
    if (given.others) requireDevice("others", *given.others, device);
    const bool isDouble = given.points.isDouble;
    Machine& machine = machineFor({.isDoubleIn = isDouble, .isDoubleOut = isDouble}, given.count());
    cuda::SharedBuffer& buffer = machine.points.withRoom(3 * given.length() * given.count());
    takeIn(given, buffer);
    std::vector<std::int32_t> types(given.points.types.begin(), given.points.types.end());
    pairs::ResidentSets sets;
    if (given.others) {
      types.insert(types.end(), given.others->types.begin(), given.others->types.end());
      sets.points = given.points.count;
    }
    sets.types = types;
    const std::int64_t before = machine.search.searches();
    const std::int64_t rows = machine.search.find(buffer.buffer(), given.starts, given.cells, sets);
    searches += machine.search.searches() - before;
    auto result = use(machine, rows);
    result.device = device.number();
    device.finish();
    call.finish("neighbour list");
    return result;
  }

  DevicePairs find(const Given& given, const PairQuantities& quantities, bool isWide) {
    return search(given, [&](Machine& machine, std::int64_t rows) {
      DevicePairs found;
      found.rows = rows;
      // Before the rows are copied: each turn from OpenGL to CUDA takes the GPU a quarter of a ms.
      const std::int64_t count = given.points.count + 1;
      cuda::SharedBuffer& offsets = machine.offsets.withRoom(2 * count);
      machine.search.writeOffsets(offsets.buffer());
      readRows(machine, quantities, isWide, given.length(), found);
      found.offsets = column(true, 2 * kWord * count);
      copyOut({{&offsets, found.offsets.address, 2 * kWord}}, 0, count);
      return found;
    });
  }

  DeviceMatrix findMatrix(const Given& given, std::int32_t fill) {
    return search(given, [&](Machine& machine, std::int64_t) {
      const std::int64_t points = given.points.count;
      if (!machine.matrix) machine.matrix.emplace(machine.device);
      DeviceMatrix found;
      cuda::SharedBuffer& counts = machine.counts.withRoom(points);
      found.most = machine.matrix->count(machine.search, counts.buffer());
      found.counts = column(true, kWord * points);
      found.ids = column(true, kWord * points * found.most);
      found.shifts = column(true, 3 * kWord * points * found.most);
      copyOut({{&counts, found.counts.address, kWord}}, 0, points);
      const std::int64_t room = machine.matrix->partPlaces();
      cuda::SharedBuffer& ids = machine.second.withRoom(room);
      cuda::SharedBuffer& shifts = machine.shifts.withRoom(3 * room);
      machine.matrix->read(machine.search, fill, ids.buffer(), shifts.buffer(),
                           [&](const texel::Range& part) {
                             copyOut({{&ids, found.ids.address, kWord * found.most},
                                      {&shifts, found.shifts.address, 3 * kWord * found.most}},
                                     part.first, part.count);
                           });
      return found;
    });
  }

  /// Copies rows of shared buffers to their places in the columns.
  static void copyOut(const std::vector<Target>& targets, std::int64_t firstRow,
                      std::int64_t count) {
    if (count == 0) return;
    std::vector<cuda::SharedBuffer*> buffers;
    for (const Target& target : targets) buffers.push_back(target.from);
    const cuda::Mapping mapping(buffers);
    for (const Target& target : targets) {
      const std::int64_t before = target.rowBytes * firstRow;
      copyOnDevice(target.to + static_cast<cuda::Address>(before), mapping.addressOf(*target.from),
                   target.rowBytes * count);
    }
  }

  /// Fills the columns of rows. `length`: words of a length.
  void readRows(Machine& machine, const PairQuantities& quantities, bool isWide,
                std::int64_t length, DevicePairs& found) const {
    const std::int64_t id = isWide ? 2 : 1;  // words of the number of a point
    const std::int64_t rows = found.rows, room = machine.search.partRows();
    cuda::SharedBuffer& first = machine.first.withRoom(id * room);
    cuda::SharedBuffer& second = machine.second.withRoom(id * room);
    cuda::SharedBuffer& shifts = machine.shifts.withRoom(3 * room);
    cuda::SharedBuffer& distances = machine.distances.withRoom(length * room);
    cuda::SharedBuffer& vectors = machine.vectors.withRoom(3 * length * room);
    found.ids = column(true, 2 * kWord * id * rows);
    found.shifts = column(quantities.shifts, 3 * kWord * rows);
    found.distances = column(quantities.distances, kWord * length * rows);
    found.vectors = column(quantities.vectors, 3 * kWord * length * rows);

    const cuda::Address secondIds =
        found.ids.address + static_cast<cuda::Address>(kWord * id * rows);
    std::vector<Target> targets{{&first, found.ids.address, kWord * id},
                                {&second, secondIds, kWord * id}};
    const auto addIf = [&](bool isWanted, const Target& target) {
      if (isWanted) targets.push_back(target);
    };
    addIf(quantities.shifts, {&shifts, found.shifts.address, 3 * kWord});
    addIf(quantities.distances, {&distances, found.distances.address, kWord * length});
    addIf(quantities.vectors, {&vectors, found.vectors.address, 3 * kWord * length});
    const bool hasLengths = quantities.distances || quantities.vectors;
    machine.search.read(
        {first.buffer(), second.buffer(), shifts.buffer(),
         hasLengths ? &distances.buffer() : nullptr, hasLengths ? &vectors.buffer() : nullptr,
         isWide},
        [&](const pairs::ResidentPart& part) { copyOut(targets, part.firstRow, part.rows); });
  }
};

DeviceNeighbourList::DeviceNeighbourList(const Context& context, double cutoff,
                                         const NeighbourListOptions& options)
    : search_(std::make_unique<Search>()) {
  pairs::requireRadius(cutoff);
  search_->settings = {.radius = cutoff,
                       .within = options.within,
                       .kind = options.full ? pairs::ListKind::Full : pairs::ListKind::Half,
                       .order = options.order};
  search_->options.skin = options.skin;
  pairs::withSkin(search_->settings, options.skin);  // which checks it
  if (context.engine() != Engine::Fast) {
    throw RunError(
        "arrays on the GPU",
        fmt::format("need the engine fast, and {} runs the engine paper", context.description()));
  }
  search_->context = context.state();
}
DeviceNeighbourList::DeviceNeighbourList(const Context& context, const TypeCutoffs& cutoffs,
                                         const NeighbourListOptions& options)
    : DeviceNeighbourList(context, cutoffs.largest(), options) {
  search_->options.cutoffs = cutoffs;
}
DeviceNeighbourList::DeviceNeighbourList(DeviceNeighbourList&& other) noexcept = default;
DeviceNeighbourList& DeviceNeighbourList::operator=(DeviceNeighbourList&& other) noexcept = default;
DeviceNeighbourList::~DeviceNeighbourList() = default;

DevicePairs DeviceNeighbourList::find(const DevicePoints& points,
                                      std::span<const std::int64_t> starts,
                                      std::span<const Cell> cells, const PairQuantities& quantities,
                                      bool isWide) {
  pairs::requireStarts(points.count, starts, std::ssize(cells));
  return search_->find({points, {}, starts, cells}, quantities, isWide);
}

DevicePairs DeviceNeighbourList::findBetween(const DevicePoints& points, const DevicePoints& others,
                                             const Cell& cell, const PairQuantities& quantities,
                                             bool isWide) {
  const std::optional<DevicePoints> second = others;
  return search_->find({points, second, startsOf(points, second), std::span(&cell, 1)}, quantities,
                       isWide);
}

DeviceMatrix DeviceNeighbourList::findMatrix(const DevicePoints& points,
                                             const std::optional<DevicePoints>& others,
                                             const Cell& cell, std::int32_t fill) {
  return search_->findMatrix({points, others, startsOf(points, others), std::span(&cell, 1)}, fill);
}

std::int64_t DeviceNeighbourList::searches() const { return search_->searches; }

}  // namespace gpubuck
