#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "base/id.h"
#include "bench/inputs.h"
#include "contest.h"
#include "gl/objects.h"
#include "oracle.h"
#include "pairs/pair_list.h"

namespace gpubuck::cuda {
namespace {

constexpr std::int64_t kPoints = 1'000'000;
constexpr double kRadius = 0.03;

/// Coordinates in [0, 1) are rounded to floats with errors up to 2^-25. The difference of two
/// coordinates then has an error of up to 2^-24, plus the rounding error of the difference itself.
/// The distance over three axes has an error of less than 2^-22.
constexpr double kFloatMargin = 0x1p-22;

/// gpubuck's pair list in GPU memory.
class PairFixture {
 public:
  PairFixture(const texel::DeviceOptions& options, const std::vector<glm::dvec3>& points,
              const cells::Method& method, sort::Algorithm algorithm)
      : device_(options),
        method_(method),
        algorithm_(algorithm),
        bytesBefore_(gl::allocatedBytes()),
        layout_(pairs::layOut(points, kRadius, method)),
        position_(device_, "points", layout_.position),
        list_(device_, layout_.layout, std::ssize(points), pairs::ListKind::Half,
              {.algorithm = algorithm}) {
    if (layout_.layout.isHashed()) tile_.emplace(device_, "tiles", layout_.tile);
    find();
    slots_.emplace("pair slots", static_cast<std::int64_t>(list_.slots()));
  }

  Contender contender(const PairOracle& oracle) {
    bench::Row row{.name = "cuda pairs",
                   .algorithm = sort::nameOf(algorithm_),
                   .engine = texel::engineName(device_.engine()),
                   .n = position_.count(),
                   .memory = gl::allocatedBytes() - bytesBefore_};
    row.more["cells_per_cutoff"] = method_.cellsPerCutoff;
    row.more["precision"] = "float";
    return {.row = std::move(row),
            .job = {.device = &device_, .run = [this] { run(); }},
            .check = [this, &oracle] { return check(oracle); }};
  }

 private:
  void find() { list_.find(position_, tile_ ? &*tile_ : nullptr); }

  void run() {
    find();
    // The number of slots is read by the CPU, which needs it to allocate memory.
    if (static_cast<std::int64_t>(list_.slots()) != slots_->count()) {
      slots_.emplace("pair slots", static_cast<std::int64_t>(list_.slots()));
    }
    list_.fill(*slots_);
  }

  std::string check(const PairOracle& oracle) const {
    const std::vector<std::uint32_t> slots = slots_->download();
    const std::vector<glm::uvec4> ends = list_.ends().download();
    const std::vector<std::uint32_t> points = list_.points().download();
    PairOracle::Witness witness(oracle);
    std::size_t slot = 0;
    for (std::uint32_t k = 0; k < ends.size(); ++k) {
      const std::uint32_t point = points.at(k) & kNullId;
      // A UIntBuffer has fewer than 2^32 slots, so the low word suffices.
      for (; slot < ends[k].x; ++slot) {
        const std::uint32_t other = slots.at(slot) & kNullId;
        if (other == kNullId) continue;
        const auto [i, j] = std::minmax(point, other);
        if ((slots[slot] & pairs::kAmbiguous) != 0) {
          witness.hearUnsure(i, j);
        } else {
          witness.hear(i, j);
        }
      }
    }
    return witness.verdict();
  }

  texel::Device device_;
  cells::Method method_;
  sort::Algorithm algorithm_;
  std::int64_t bytesBefore_;  ///< bytes in use before the members below take memory
  pairs::LaidOutPoints layout_;
  texel::Vec4Array position_;
  std::optional<texel::UInt4Array> tile_;
  pairs::PairList list_;
  std::optional<texel::UIntBuffer> slots_;
};

Contender cudaContender(PairWork& work, int cellsPerCutoff, Precision precision,
                        const PairOracle& oracle) {
  bench::Row row = cudaRow("cuda pairs", "cuda", kPoints, work);
  row.more["cells_per_cutoff"] = cellsPerCutoff;
  row.more["precision"] = precision == Precision::Float ? "float" : "double";
  return {.row = std::move(row), .work = &work, .check = [&work, &oracle, precision] {
            PairOracle::Witness witness(oracle);
            for (const auto& [i, j] : work.pairs()) witness.hear(i, j);
            return precision == Precision::Float ? witness.verdictWithinMargin()
                                                 : witness.verdict();
          }};
}

}  // namespace

void comparePairs(const bench::Setup& setup, bench::Report& report) {
  if (kPoints > setup.largest) return;
  report.begin(
      "cuda pairs",
      "All pairs of 1,000,000 points in a unit cube that are nearer than 0.03. The list is "
      "complete in GPU memory, and its length is on the CPU. gpubuck marks pairs that floats "
      "cannot decide.",
      {"algorithm", "cells_per_cutoff", "engine", "precision", "median_ms: ms", "min_ms: least",
       "gpu_ms: GPU ms", "to_cuda_float: to CUDA float", "to_cuda_double: to CUDA double",
       "check"});
  const std::vector<glm::dvec3> vectors =
      bench::uniformPoints(kPoints, bench::Order::Random, kRadius);
  std::vector<std::array<double, 3>> points;
  for (const glm::dvec3& r : vectors) points.push_back({r.x, r.y, r.z});
  const PairOracle oracle(points, kRadius, kFloatMargin);

  std::vector<std::unique_ptr<PairFixture>> fixtures;
  std::vector<std::unique_ptr<PairWork>> works;
  std::vector<Contender> contenders;
  for (const int cellsPerCutoff : {1, 2}) {
    for (const sort::Algorithm algorithm : {sort::Algorithm::Atomic, sort::Algorithm::Radix}) {
      fixtures.push_back(std::make_unique<PairFixture>(
          setup.deviceFor(texel::Engine::Fast, kPoints), vectors,
          cells::Method{.cellsPerCutoff = cellsPerCutoff}, algorithm));
      contenders.push_back(fixtures.back()->contender(oracle));
    }
  }
  for (const Precision precision : {Precision::Float, Precision::Double}) {
    for (const int cellsPerCutoff : {1, 2}) {
      works.push_back(makePairSearch(points, kRadius, cellsPerCutoff, precision));
      contenders.push_back(cudaContender(*works.back(), cellsPerCutoff, precision, oracle));
    }
  }
  std::vector<bench::Row> rows = contest(std::move(contenders), setup.effort);
  /// Returns the shorter time of CUDA's variants.
  const auto bestOf = [&](const char* precision) {
    double best = std::numeric_limits<double>::max();
    for (const bench::Row& row : rows) {
      if (row.engine == "cuda" && row.more["precision"] == precision)
        best = std::min(best, medianOf(row));
    }
    return best;
  };
  const double cudaFloat = bestOf("float");
  const double cudaDouble = bestOf("double");
  for (bench::Row& row : rows) {
    row.more["pairs"] = oracle.all().count;
    row.more["to_cuda_float"] = medianOf(row) / cudaFloat;
    row.more["to_cuda_double"] = medianOf(row) / cudaDouble;
    report.add(std::move(row));
  }
}

}  // namespace gpubuck::cuda
