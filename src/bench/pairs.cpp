#include "pairs/pair_list.h"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "base/id.h"
#include "bench/bench.h"
#include "bench/fixtures.h"
#include "bench/inputs.h"
#include "sort/algorithms.h"

namespace gpubuck::bench {
namespace {

constexpr std::int64_t kPapersPoints = 1'000'000;
constexpr double kPapersRadius = 0.03;
constexpr std::int64_t kFewestPoints = 500;

/// Medians of five runs in milliseconds, from "Fixed-Radius Neighbour Search Using Thrust". There
/// is a row per number of cells per cut-off, and a column per GPU.
constexpr std::array<std::array<double, 4>, 2> kPublished{
    {{68.877, 134.363, 242.124, 118.909}, {38.492, 26.035, 52.359, 80.473}}};
constexpr std::array kPublishedNames{"a100_ms", "mi250x_ms", "v100_ms", "rtx4060_laptop_ms"};

constexpr const char* kFillPass = "pairs/store_pairs";

constexpr std::array<cells::Method, 4> kPairMethods{{{.cellsPerCutoff = 1},
                                                     {.cellsPerCutoff = 2},
                                                     {.cellsPerCutoff = 3},
                                                     {.kind = cells::Method::Kind::Octant}}};

/// A sort, and a kind of list, which decides which cells around a point are searched.
struct ListChoice {
  sort::Algorithm algorithm;
  pairs::ListKind kind = pairs::ListKind::Half;
};

std::vector<ListChoice> choicesFor(texel::Engine engine, const cells::Method& method) {
  using enum sort::Algorithm;
  const bool isPaper = engine == texel::Engine::Paper;
  std::vector<ListChoice> choices = isPaper
                                        ? std::vector<ListChoice>{{Bucket}, {Bitonic}}
                                        : std::vector<ListChoice>{{Radix}, {Counting}, {Atomic}};
  if (method.kind == cells::Method::Kind::CellsPerCutoff) {
    choices.push_back({isPaper ? Bitonic : Counting, pairs::ListKind::HalfCells});
  }
  return choices;
}

/// Finds the pairs of points that are on the GPU.
class PairFixture : public Fixture {
 public:
  PairFixture(const texel::DeviceOptions& device, const ListChoice& choice,
              std::span<const glm::dvec3> points, double radius, const cells::Method& method)
      : Fixture(device),
        choice_(choice),
        method_(method),
        layout_(pairs::layOut(points, radius, method)),
        list_(device_, layout_.layout, std::ssize(points), choice.kind,
              {.algorithm = choice.algorithm}),
        position_(device_, "points", layout_.position) {
    if (layout_.layout.isHashed()) tile_.emplace(device_, "tiles", layout_.tile);
    find();
    if (makesList()) fill();
    memory_ = memorySinceBegin();
    potential_ = list_.potential();
  }

  /// Returns whether the engine fills a list in GPU memory. The fast engine does; with the paper
  /// engine the pairs are only found and counted.
  bool makesList() const { return device_.engine() == texel::Engine::Fast; }

  /// Finds the pairs and fills the list. With `anew`, each run allocates the list's memory again.
  Job listJob(bool anew) {
    return job([this, anew] {
      if (anew) slots_.reset();
      find();
      if (makesList()) fill();
    });
  }

  void describe(Row& row) const override {
    row.algorithm = sort::nameOf(choice_.algorithm);
    row.n = position_.count();
    row.perCell = static_cast<double>(row.n) / static_cast<double>(layout_.layout.grid.count());
    row.memory = memory_;
    row.more["method"] = cells::methodWord(method_);
    row.more["cells"] = choice_.kind == pairs::ListKind::HalfCells ? "half" : "all";
    double fillMs = 0.0, findMs = 0.0;
    for (const Stage& stage : row.stages) {
      (stage.name == kFillPass ? fillMs : findMs) += stage.milliseconds;
    }
    auto pairs = static_cast<std::int64_t>(list_.slots());
    std::int64_t ambiguous = 0;
    if (makesList()) {
      std::vector<std::uint32_t> slots(list_.slots());
      slots_->download(slots);
      for (const std::uint32_t slot : slots) {
        if (texel::decodeId(slot) == kNullId) --pairs;
        if ((slot & pairs::kAmbiguous) != 0) ++ambiguous;
      }
    }
    const auto ofLists = [&](nlohmann::ordered_json value) {
      return makesList() ? std::move(value) : nullptr;
    };
    row.more["find_ms"] = findMs;
    row.more["fill_ms"] = ofLists(fillMs);
    row.more["pairs"] = pairs;
    row.more["potential"] = potential_;
    row.more["potential_per_pair"] = static_cast<double>(potential_) / static_cast<double>(pairs);
    row.more["unsure"] = ofLists(ambiguous);
    const auto cells = static_cast<std::size_t>(method_.cellsPerCutoff);
    const bool isPublished = row.n == kPapersPoints &&
                             method_.kind == cells::Method::Kind::CellsPerCutoff &&
                             cells <= kPublished.size();
    for (std::size_t gpu = 0; gpu < kPublishedNames.size(); ++gpu) {
      row.more[kPublishedNames[gpu]] = published(isPublished ? kPublished[cells - 1][gpu] : 0.0);
    }
  }

 private:
  void find() { list_.find(position_, tile_ ? &*tile_ : nullptr); }

  void fill() {
    const std::int64_t slots = pairs::PairList::roomFor(static_cast<std::int64_t>(list_.slots()));
    if (!slots_ || slots_->count() != slots) {
      slots_.reset();
      slots_.emplace("pair slots", slots);
    }
    list_.fill(*slots_);
  }

  ListChoice choice_;
  cells::Method method_;
  pairs::LaidOutPoints layout_;
  pairs::PairList list_;
  texel::Vec4Array position_;
  std::optional<texel::UInt4Array> tile_;
  std::optional<texel::UIntBuffer> slots_;
  std::int64_t memory_ = 0;
  std::uint64_t potential_ = 0;
};

}  // namespace

void pairs(const Setup& setup, Report& report) {
  const std::int64_t count = std::min(kPapersPoints, setup.largest);
  if (count < kFewestPoints) return;
  const double radius = count == kPapersPoints
                            ? kPapersRadius
                            : radiusFor(count, neighboursInCube(kPapersPoints, kPapersRadius));
  report.begin(
      "pairs",
      "All pairs nearer than a radius, each once. Points and pairs are in GPU memory. \"A100\" and "
      "\"MI250X\" are the article's times. The paper engine only finds and counts the pairs, since "
      "it hands over its lists block by block. Pairs that single precision leaves undecided are "
      "counted, too. Potential pairs are the pairs whose distance is tested. If all cells around a "
      "point are searched, the distance of each pair is tested twice.",
      {"n: points", "order", "method:             method", "cells", "algorithm", "engine", "memory",
       "pairs", "potential", "potential_per_pair: per pair", "unsure: undecided", "find_ms",
       "fill_ms", "median_ms: ms", "min_ms: least", "a100_ms: A100", "mi250x_ms: MI250X",
       "memory_bytes: bytes"});
  for (const Order order : {Order::Random, Order::Cell}) {
    const auto points = uniformPoints(count, order, radius);
    for (const cells::Method& method : kPairMethods) {
      std::deque<PairFixture> fixtures;
      std::vector<Job> jobs;
      std::vector<const char*> memory;
      for (const texel::Engine engine : setup.engines) {
        for (const ListChoice& choice : choicesFor(engine, method)) {
          PairFixture& fixture =
              fixtures.emplace_back(setup.deviceFor(engine, count), choice, points, radius, method);
          jobs.push_back(fixture.listJob(false));
          memory.push_back(fixture.makesList() ? "kept" : "counts");
          if (!fixture.makesList()) continue;
          jobs.push_back(fixture.listJob(true));
          memory.push_back("anew");
        }
      }
      std::vector<Row> rows = benchmark(jobs, setup.effort);
      for (std::size_t k = 0; k < rows.size(); ++k) {
        rows[k].more["radius"] = radius;
        rows[k].more["order"] = orderWord(order);
        rows[k].more["memory"] = memory[k];
        report.add(std::move(rows[k]));
      }
    }
  }
}

}  // namespace gpubuck::bench
