#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <utility>

#include "base/error.h"
#include "gpubuck/nearest.h"
#include "gpubuck/neighbour_list.h"
#include "library/context_state.h"
#include "pairs/nearest_search.h"
#include "pairs/pair_search.h"
#include "pairs/processor_search.h"
#include "pairs/verlet_pairs.h"

namespace gpubuck {
namespace {

void requireThreads(int threads) {
  if (threads < 0) throw InputError("threads", fmt::format("must be 0 or more, got {}", threads));
}

pairs::PairSettings settingsFrom(double cutoff, const NeighbourListOptions& options) {
  pairs::requireRadius(cutoff);
  requireThreads(options.threads);
  pairs::PairSettings settings{.radius = cutoff,
                               .within = options.within,
                               .kind = options.full ? pairs::ListKind::Full : pairs::ListKind::Half,
                               .order = options.order,
                               .halfCells = options.halfCells,
                               .method = cells::methodNamed("search", options.search)};
  settings.sort = options.sort;
  pairs::requireHalfCells(settings);
  return settings;
}

}  // namespace

struct NeighbourList::Search {
  /// The objects on the GPU.
  struct Machine {
    Machine(const library::ContextState& context, const pairs::PairSettings& settings,
            std::int64_t points)
        : largestArray(points), device(context.makeDevice(points)), search(device, settings) {}

    std::int64_t largestArray;  ///< number of elements for which textures are laid out
    texel::Device device;
    pairs::PairSearch search;
  };

  std::shared_ptr<library::ContextState> context;  ///< null if the list always searches on the
                                                   ///< processor
  NeighbourListOptions options;
  pairs::PairSettings settings;
  pairs::VerletPairs verlet;
  pairs::ProcessorSearch onProcessor;
  std::shared_ptr<Machine> machine{};
  std::atomic<std::int64_t> searches = 0;
  /// The lock of the kept list. It is recursive, since `between` may run a handler that calls the
  /// same list.
  std::recursive_mutex keeping{};

  Search(std::shared_ptr<library::ContextState> in, double cutoff, const NeighbourListOptions& with)
      : context(std::move(in)),
        options(with),
        settings(settingsFrom(cutoff, with)),
        verlet(settings, with.skin, with.threads),
        onProcessor(verlet.searched(), with.threads) {}
  ~Search() {
    if (machine) context->dispose(std::move(machine));
  }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  bool isOnProcessor(std::int64_t points) const {
    return !context || context->searchesOnProcessor(points);
  }

  static pairs::Report reportTo(const std::function<void()>& between) {
    if (!between) return {};
    return [&between](const pairs::SearchProgress&) { between(); };
  }

  /// Finds the pairs of one set.
  PairTable find(std::span<const Point> points, const Cell& cell, const PairQuantities& quantities,
                 const std::function<void()>& between) {
    if (options.skin == 0.0) return search(points, {}, cell, quantities, between);
    const std::lock_guard lock(keeping);
    if (!verlet.covers(points, cell)) {
      PairTable all = search(points, {}, cell, {.distances = false, .vectors = false}, between);
      verlet.keep(points, cell, std::move(all));
    }
    return verlet.select(points, quantities);
  }

  PairTable search(std::span<const Point> points, std::optional<std::span<const Point>> others,
                   const Cell& cell, const PairQuantities& quantities,
                   const std::function<void()>& between) {
    ++searches;
    const auto places = static_cast<std::uint64_t>(points.size() + (others ? others->size() : 0));
    if (isOnProcessor(static_cast<std::int64_t>(places))) {
      return onProcessor.find(points, others, cell, quantities, reportTo(between));
    }
    const library::Call call(*context);
    // The size is rounded up to a power of two. Shaders depend on it, and each new size would need
    // another compilation.
    const auto largest =
        static_cast<std::int64_t>(std::bit_ceil(std::max<std::uint64_t>(places, 4096)));
    if (!machine || largest > 4 * machine->largestArray) {
      machine.reset();
      machine = std::make_shared<Machine>(*context, verlet.searched(), largest);
    }
    PairTable table = machine->search.find(points, others, cell, quantities, reportTo(between));
    call.finish("neighbour list");
    return table;
  }
};

NeighbourList::NeighbourList(double cutoff, const NeighbourListOptions& options)
    : search_(std::make_unique<Search>(nullptr, cutoff, options)) {}
NeighbourList::NeighbourList(const Context& context, double cutoff,
                             const NeighbourListOptions& options)
    : search_(std::make_unique<Search>(context.state(), cutoff, options)) {}
NeighbourList::NeighbourList(NeighbourList&& other) noexcept = default;
NeighbourList& NeighbourList::operator=(NeighbourList&& other) noexcept = default;
NeighbourList::~NeighbourList() = default;

PairTable NeighbourList::find(std::span<const Point> points, const Cell& cell,
                              const PairQuantities& quantities,
                              const std::function<void()>& between) {
  return search_->find(points, cell, quantities, between);
}

PairTable NeighbourList::findBetween(std::span<const Point> points, std::span<const Point> others,
                                     const Cell& cell, const PairQuantities& quantities,
                                     const std::function<void()>& between) {
  pairs::requireNoSkin(search_->options.skin);
  pairs::requireAllCells(search_->settings);
  return search_->search(points, others, cell, quantities, between);
}

PairTable NeighbourList::findInSystems(std::span<const Point> points,
                                       std::span<const std::int64_t> starts,
                                       std::span<const Cell> cells,
                                       const PairQuantities& quantities,
                                       const std::function<void()>& between) {
  pairs::requireNoSkin(search_->options.skin);
  return search_->onProcessor.findInSystems(points, starts, cells, quantities,
                                            Search::reportTo(between));
}

bool NeighbourList::isOnProcessor(std::int64_t points) const {
  return search_->isOnProcessor(points);
}

std::int64_t NeighbourList::searches() const { return search_->searches; }

double NeighbourList::cutoff() const { return search_->settings.radius; }
const NeighbourListOptions& NeighbourList::options() const { return search_->options; }

NearestTable nearest(std::span<const Point> points, std::int64_t count, const Cell& cell,
                     std::optional<std::span<const Point>> others, int threads,
                     const std::function<void()>& between) {
  requireThreads(threads);
  return pairs::findNearest(points, others, cell, {.count = count, .threads = threads}, between);
}

}  // namespace gpubuck
