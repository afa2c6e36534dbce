#include "gpubuck/neighbour_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/error.h"
#include "library/context_state.h"
#include "pairs/pair_search.h"

namespace gpubuck {
namespace {

pairs::PairSettings settingsFrom(double cutoff, const NeighbourListOptions& options) {
  pairs::requireRadius(cutoff);
  pairs::PairSettings settings{.radius = cutoff,
                               .within = options.within,
                               .kind = options.full ? pairs::ListKind::Full : pairs::ListKind::Half,
                               .order = options.order,
                               .method = cells::methodNamed("search", options.search)};
  settings.sort = options.sort;
  return settings;
}

}  // namespace

struct NeighbourList::Search {
  /// The objects on the GPU.
  struct Machine {
    Machine(const library::ContextState& context, const pairs::PairSettings& settings,
            std::int64_t points)
        : largestArray(points), device(context.makeDevice(points)), search(device, settings) {}

    std::int64_t largestArray;  ///< that textures are laid out for
    texel::Device device;
    pairs::PairSearch search;
  };

  std::shared_ptr<library::ContextState> context;
  NeighbourListOptions options;
  pairs::PairSettings settings;
  std::shared_ptr<Machine> machine{};

  Search(const Context& in, double cutoff, const NeighbourListOptions& with)
      : context(in.state()), options(with), settings(settingsFrom(cutoff, with)) {}
  ~Search() { context->dispose(std::move(machine)); }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  PairTable find(std::span<const Point> points, std::optional<std::span<const Point>> others,
                 const Cell& cell, const PairQuantities& quantities,
                 const std::function<void()>& between) {
    const library::Call call(*context);
    const auto places = static_cast<std::uint64_t>(points.size() + (others ? others->size() : 0));
    // A few sizes of textures, since shaders depend on them.
    const auto largest =
        static_cast<std::int64_t>(std::bit_ceil(std::max<std::uint64_t>(places, 4096)));
    if (!machine || largest > 4 * machine->largestArray) {
      machine.reset();
      machine = std::make_shared<Machine>(*context, settings, largest);
    }
    const auto report = [&](const pairs::SearchProgress&) { between(); };
    PairTable table = between ? machine->search.find(points, others, cell, quantities, report)
                              : machine->search.find(points, others, cell, quantities);
    call.finish("neighbour list");
    return table;
  }
};

NeighbourList::NeighbourList(const Context& context, double cutoff,
                             const NeighbourListOptions& options)
    : search_(std::make_unique<Search>(context, cutoff, options)) {}
NeighbourList::NeighbourList(NeighbourList&& other) noexcept = default;
NeighbourList& NeighbourList::operator=(NeighbourList&& other) noexcept = default;
NeighbourList::~NeighbourList() = default;

PairTable NeighbourList::find(std::span<const Point> points, const Cell& cell,
                              const PairQuantities& quantities,
                              const std::function<void()>& between) {
  return search_->find(points, {}, cell, quantities, between);
}

PairTable NeighbourList::findBetween(std::span<const Point> points, std::span<const Point> others,
                                     const Cell& cell, const PairQuantities& quantities,
                                     const std::function<void()>& between) {
  return search_->find(points, others, cell, quantities, between);
}

double NeighbourList::cutoff() const { return search_->settings.radius; }
const NeighbourListOptions& NeighbourList::options() const { return search_->options; }

}  // namespace gpubuck
