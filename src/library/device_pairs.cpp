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
#include "pairs/resident/resident_search.h"

namespace gpubuck {
namespace {

constexpr std::int64_t kWord = sizeof(std::uint32_t);

void copyOnDevice(cuda::Address to, cuda::Address from, std::int64_t bytes) {
  cuda::driver().check(
      cuda::driver().memcpyDtoDAsync(to, from, static_cast<std::size_t>(bytes), nullptr),
      "copying within the device");
}

void requireDevice(const DevicePoints& points, const cuda::Device& device) {
  if (points.count == 0) return;
  const int number = cuda::Device::numberOf(points.address);
  if (number == device.number()) return;
  throw RunError("points", fmt::format("are on CUDA device {}, but OpenGL runs on CUDA device {}; "
                                       "move them there, or choose the context's GPU",
                                       number, device.number()));
}

}  // namespace

struct DeviceNeighbourList::Search {
  /// The objects on the GPU for one kind of numbers.
  struct Machine {
    Machine(const library::ContextState& context, const pairs::PairSettings& settings,
            const pairs::ResidentFormats& with, std::int64_t largest)
        : largestArray(largest),
          formats(with),
          device(context.makeDevice(largest)),
          search(device, settings, with) {}

    std::int64_t largestArray;  ///< that textures are laid out for
    pairs::ResidentFormats formats;
    texel::Device device;
    pairs::ResidentSearch search;
    cuda::GrowingBuffer points{"shared points"};
    cuda::GrowingBuffer first{"shared pairs i"};
    cuda::GrowingBuffer second{"shared pairs j"};
    cuda::GrowingBuffer shifts{"shared pair shifts"};
    cuda::GrowingBuffer distances{"shared pair distances"};
    cuda::GrowingBuffer vectors{"shared pair vectors"};
    cuda::GrowingBuffer offsets{"shared pair offsets"};
  };

  /// A column of the result: the buffer of its parts, and the place of all of it.
  struct Target {
    cuda::SharedBuffer* from;
    cuda::Address to;
    std::int64_t rowBytes;
  };

  /// The objects, whose sharing ends in the context of CUDA.
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
  std::shared_ptr<Owner> owner{};  ///< null before the first search

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
      machine = std::make_unique<Machine>(*context, settings, formats, largest);
    }
    return *machine;
  }

  void takeIn(const DevicePoints& points, cuda::SharedBuffer& to, std::int64_t bytes) const {
    if (points.count == 0) return;
    const cuda::Mapping mapping({&to});
    copyOnDevice(mapping.addressOf(to), points.address, bytes);
  }

  DeviceColumn column(bool isWanted, std::int64_t bytes) const {
    if (!isWanted) return {};
    const cuda::Device::Memory memory = owner->device.allocate(static_cast<std::size_t>(bytes));
    return {*memory, memory};
  }

  DevicePairs find(const DevicePoints& points, std::span<const std::int64_t> starts,
                   std::span<const Cell> cells, const PairQuantities& quantities, bool isWide) {
    const library::Call call(*context);
    if (!owner) owner = std::make_shared<Owner>(cuda::Device::ofOpenGl());
    const cuda::Device& device = owner->device;
    const cuda::Device::Current current(device);
    device.finish();
    requireDevice(points, device);
    Machine& machine = machineFor(
        {.isDoubleIn = points.isDouble, .isDoubleOut = points.isDouble, .isWide = isWide},
        points.count);
    const std::int64_t length = points.isDouble ? 2 : 1;  // in words
    const std::int64_t pointWords = 3 * length * points.count;
    cuda::SharedBuffer& given = machine.points.withRoom(pointWords);
    takeIn(points, given, kWord * pointWords);
    DevicePairs found;
    found.device = device.number();
    found.rows = machine.search.find(given.buffer(), starts, cells);
    readRows(machine, quantities, isWide ? 2 : 1, length, found);
    readOffsets(machine, points.count, found);
    device.finish();
    call.finish("neighbour list");
    return found;
  }

  /// Fills the columns of rows. `id` and `length`: words of the number of a point and of a length.
  void readRows(Machine& machine, const PairQuantities& quantities, std::int64_t id,
                std::int64_t length, DevicePairs& found) const {
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
    std::vector<cuda::SharedBuffer*> buffers;
    for (const Target& target : targets) buffers.push_back(target.from);
    const bool hasLengths = quantities.distances || quantities.vectors;
    machine.search.read(
        {first.buffer(), second.buffer(), shifts.buffer(),
         hasLengths ? &distances.buffer() : nullptr, hasLengths ? &vectors.buffer() : nullptr},
        [&](std::int64_t firstRow, std::int64_t count) {
          const cuda::Mapping mapping(buffers);
          for (const Target& target : targets) {
            const std::int64_t before = target.rowBytes * firstRow;
            copyOnDevice(target.to + static_cast<cuda::Address>(before),
                         mapping.addressOf(*target.from), target.rowBytes * count);
          }
        });
  }

  void readOffsets(Machine& machine, std::int64_t points, DevicePairs& found) const {
    const std::int64_t words = 2 * (points + 1);
    cuda::SharedBuffer& offsets = machine.offsets.withRoom(words);
    found.offsets = column(true, kWord * words);
    machine.search.writeOffsets(offsets.buffer());
    const cuda::Mapping mapping({&offsets});
    copyOnDevice(found.offsets.address, mapping.addressOf(offsets), kWord * words);
  }
};

DeviceNeighbourList::DeviceNeighbourList(const Context& context, double cutoff,
                                         const NeighbourListOptions& options)
    : search_(std::make_unique<Search>()) {
  pairs::requireRadius(cutoff);
  if (context.engine() != Engine::Fast) {
    throw RunError(
        "arrays on the GPU",
        fmt::format("need the engine fast, and {} runs the engine paper", context.description()));
  }
  search_->context = context.state();
  search_->settings = {.radius = cutoff,
                       .within = options.within,
                       .kind = options.full ? pairs::ListKind::Full : pairs::ListKind::Half,
                       .order = options.order};
}
DeviceNeighbourList::DeviceNeighbourList(DeviceNeighbourList&& other) noexcept = default;
DeviceNeighbourList& DeviceNeighbourList::operator=(DeviceNeighbourList&& other) noexcept = default;
DeviceNeighbourList::~DeviceNeighbourList() = default;

DevicePairs DeviceNeighbourList::find(const DevicePoints& points,
                                      std::span<const std::int64_t> starts,
                                      std::span<const Cell> cells, const PairQuantities& quantities,
                                      bool isWide) {
  pairs::requireStarts(points.count, starts, std::ssize(cells));
  return search_->find(points, starts, cells, quantities, isWide);
}

}  // namespace gpubuck
