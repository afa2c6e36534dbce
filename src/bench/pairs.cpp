#include "search/pair_list.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/id.h"
#include "bench/bench.h"
#include "bench/inputs.h"
#include "gl/memory.h"
#include "sort/names.h"

namespace gpubuck::bench {
namespace {

constexpr std::int64_t kPapersPoints = 1'000'000;
constexpr double kPapersRadius = 0.03;
constexpr std::int64_t kFewestPoints = 500;

/// Medians of the five runs of the article, milliseconds, by cells per cut-off.
struct Published {
  double a100, mi250x, v100, rtx4060;
};
constexpr std::array<Published, 2> kPublished{
    {{68.877, 134.363, 242.124, 118.909}, {38.492, 26.035, 52.359, 80.473}}};

constexpr const char* kFillPass = "search/store_pairs";

std::vector<search::Method> pairMethods() {
  return {{.cellsPerCutoff = 1},
          {.cellsPerCutoff = 2},
          {.cellsPerCutoff = 3},
          {.kind = search::Method::Kind::Octant}};
}

std::vector<sort::Algorithm> pairAlgorithms(texel::Engine engine) {
  if (engine == texel::Engine::Paper) return {sort::Algorithm::Bucket, sort::Algorithm::Bitonic};
  return {sort::Algorithm::Radix, sort::Algorithm::Counting, sort::Algorithm::Atomic};
}

/// The pair list of points that are on the GPU.
class PairFixture {
 public:
  PairFixture(const texel::DeviceOptions& device, sort::Algorithm algorithm,
              const search::LayoutInput& input)
      : device_(device),
        algorithm_(algorithm),
        method_(input.method),
        bytesBefore_(gl::allocatedBytes()),
        layout_(search::layOut(input)),
        list_(device_, layout_, std::ssize(input.points), search::ListKind::Half,
              {.algorithm = algorithm}),
        position_(device_, "points", layout_.position) {
    if (layout_.isHashed()) tile_.emplace(device_, "tiles", layout_.tile);
    find();
    if (makesList()) fill();
    memory_ = gl::allocatedBytes() - bytesBefore_;
  }

  /// The fast engine fills a list in GPU memory; the paper engine only counts here.
  bool makesList() const { return device_.engine() == texel::Engine::Fast; }

  /// Finds and fills; with `anew` into memory that is asked for each time.
  Job job(bool anew) {
    return {&device_, [this, anew] {
              if (anew) slots_.reset();
              find();
              if (makesList()) fill();
            }};
  }

  Row describe(const Measured& measured) const {
    Row row{.name = "pairs",
            .algorithm = nameOf(sort::kAlgorithmNames, algorithm_),
            .engine = texel::engineName(device_.engine()),
            .n = position_.count(),
            .perCell =
                static_cast<double>(position_.count()) / static_cast<double>(layout_.grid.count()),
            .measured = measured,
            .memory = memory_};
    row.more["method"] = search::methodWord(method_);
    double fillMs = 0.0;
    double findMs = 0.0;
    for (const Stage& stage : measured.stages) {
      (stage.name == kFillPass ? fillMs : findMs) += stage.milliseconds;
    }
    row.more["find_ms"] = findMs;
    row.more["fill_ms"] = makesList() ? nlohmann::ordered_json(fillMs) : nullptr;
    std::int64_t pairs = static_cast<std::int64_t>(list_.slots());
    std::int64_t ambiguous = 0;
    if (makesList()) {
      for (const std::uint32_t slot : slots_->download()) {
        if (texel::decodeId(slot) == kNullId) --pairs;
        if ((slot & search::kAmbiguous) != 0) ++ambiguous;
      }
    }
    row.more["pairs"] = pairs;
    row.more["unsure"] = makesList() ? nlohmann::ordered_json(ambiguous) : nullptr;
    addPublished(row);
    return row;
  }

 private:
  void find() { list_.find(position_, tile_ ? &*tile_ : nullptr); }

  void fill() {
    const auto slots = static_cast<std::int64_t>(list_.slots());
    if (!slots_ || slots_->count() != slots) {
      slots_.reset();
      slots_.emplace("pair slots", slots);
    }
    list_.fill(*slots_);
  }

  void addPublished(Row& row) const {
    const auto k = static_cast<std::size_t>(method_.cellsPerCutoff);
    const bool isPublished = row.n == kPapersPoints &&
                             method_.kind == search::Method::Kind::CellsPerCutoff &&
                             k <= kPublished.size();
    const auto add = [&](const char* name, double Published::*milliseconds) {
      row.more[name] =
          isPublished ? nlohmann::ordered_json(kPublished[k - 1].*milliseconds) : nullptr;
    };
    add("a100_ms", &Published::a100);
    add("mi250x_ms", &Published::mi250x);
    add("v100_ms", &Published::v100);
    add("rtx4060_laptop_ms", &Published::rtx4060);
  }

  texel::Device device_;
  sort::Algorithm algorithm_;
  search::Method method_;
  std::int64_t bytesBefore_;  // first, so that all members below count
  search::PointLayout layout_;
  search::PairList list_;
  texel::Vec4Array position_;
  std::optional<texel::UInt4Array> tile_;
  std::optional<texel::UIntBuffer> slots_;
  std::int64_t memory_ = 0;
};

}  // namespace

void pairs(const Setup& setup, Report& report) {
  const std::int64_t count = std::min(kPapersPoints, setup.largest);
  if (count < kFewestPoints) return;
  const double radius = count == kPapersPoints
                            ? kPapersRadius
                            : radiusFor(count, neighboursInCube(kPapersPoints, kPapersRadius));
  report.begin(
      "All pairs nearer than a radius, each once, in GPU memory; the points are there already. "
      "\"A100\" and \"MI250X\" are what "
      "the article measured. The paper engine only counts: it hands its lists over block by block.",
      {{"n", "points"},
       {"order", "order"},
       {"method", "            method"},
       {"algorithm", "algorithm"},
       {"engine", "engine"},
       {"memory", "memory"},
       {"pairs", "pairs"},
       {"find_ms", "find ms"},
       {"fill_ms", "fill ms"},
       {"median_ms", "ms"},
       {"min_ms", "least"},
       {"a100_ms", "A100"},
       {"mi250x_ms", "MI250X"},
       {"memory_bytes", "bytes"}});
  for (const Order order : {Order::Random, Order::Cell}) {
    const auto points = uniformPoints(count, order, radius);
    for (const search::Method& method : pairMethods()) {
      std::vector<std::unique_ptr<PairFixture>> fixtures;
      std::vector<Job> jobs;
      std::vector<std::pair<const PairFixture*, const char*>> what;
      for (const texel::Engine engine : setup.engines) {
        for (const sort::Algorithm algorithm : pairAlgorithms(engine)) {
          fixtures.push_back(std::make_unique<PairFixture>(
              setup.deviceFor(engine, count), algorithm,
              search::LayoutInput{.points = points, .radius = radius, .method = method}));
          PairFixture& fixture = *fixtures.back();
          jobs.push_back(fixture.job(false));
          what.emplace_back(&fixture, fixture.makesList() ? "kept" : "counts");
          if (!fixture.makesList()) continue;
          jobs.push_back(fixture.job(true));
          what.emplace_back(&fixture, "anew");
        }
      }
      const auto measured = benchmark(jobs, setup.effort);
      for (std::size_t k = 0; k < jobs.size(); ++k) {
        Row row = what[k].first->describe(measured[k]);
        row.more["radius"] = radius;
        row.more["order"] = orderWord(order);
        row.more["memory"] = what[k].second;
        report.add(std::move(row));
      }
    }
  }
}

}  // namespace gpubuck::bench
