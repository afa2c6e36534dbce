#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "bench/bench.h"
#include "bench/inputs.h"
#include "bench/radix_fixture.h"
#include "texel/compute_limits.h"

namespace gpubuck::bench {
namespace {

using sort::RadixRanking;
using sort::RadixSettings;

constexpr std::int64_t kMostKeys = 1 << 23;
constexpr std::size_t kBest = 10;
constexpr std::size_t kRefined = 3;

// Bits, threads and items together determine the shared memory, so all of their combinations are
// tried. The other parameters are tried one by one, starting from the best combination.
constexpr int kLeastRadixBits = 3;
constexpr int kMostRadixBits = 10;
constexpr std::array<int, 4> kThreads{64, 128, 256, 512};
constexpr std::array<int, 5> kItems{4, 8, 12, 16, 24};
constexpr std::array<int, 7> kGroups{64, 128, 256, 512, 1024, 4096, 16384};
constexpr std::array<int, 5> kScanSplits{16, 64, 256, 512, 2048};

/// For each entry of a search: enough to tell it from the others.
constexpr Effort kGlance{.samples = 5, .seconds = 0.2};
/// How long entries are tried, in units of a benchmark: compiling them takes time.
constexpr double kGlances = 12.0;

struct Tried {
  RadixSettings settings;  ///< resolved
  double milliseconds = 0.0;
};

class Tuner {
 public:
  Tuner(const Setup& setup, std::span<const std::uint32_t> keys, bool withOrder)
      : device_(setup.deviceFor(texel::Engine::Fast, 0)),
        keys_(keys),
        withOrder_(withOrder),
        end_(Clock::now() + std::chrono::duration<double>(kGlances * setup.effort.seconds)) {}

  /// Times settings that were not timed yet; those that do not fit into shared memory, or for which
  /// there is no time, only count.
  void tryOut(const RadixSettings& wanted) {
    const auto fitting = fit(wanted);
    if (!fitting) {
      ++misfits_;
      return;
    }
    for (const Tried& tried : tried_) {
      if (tried.settings == *fitting) return;
    }
    if (!tried_.empty() && Clock::now() > end_) {
      ++late_;
      return;
    }
    RadixFixture fixture(device_, *fitting, keys_, withOrder_);
    tried_.push_back({*fitting, benchmark({fixture.sortJob()}, kGlance)[0].spread.median});
  }

  void sortByTime() {
    std::sort(tried_.begin(), tried_.end(),
              [](const Tried& a, const Tried& b) { return a.milliseconds < b.milliseconds; });
  }

  std::optional<RadixSettings> fit(const RadixSettings& wanted) const {
    try {
      return sort::resolve(wanted, {.count = std::ssize(keys_), .withOrder = withOrder_}, limits_);
    } catch (const InputError&) {
      return {};
    }
  }

  std::unique_ptr<RadixFixture> fixture(const RadixSettings& settings) const {
    return std::make_unique<RadixFixture>(device_, settings, keys_, withOrder_);
  }
  const std::vector<Tried>& tried() const { return tried_; }
  int misfits() const { return misfits_; }
  int late() const { return late_; }

 private:
  using Clock = std::chrono::steady_clock;

  texel::DeviceOptions device_;
  texel::ComputeLimits limits_ = texel::queryComputeLimits();
  std::span<const std::uint32_t> keys_;
  bool withOrder_;
  std::chrono::time_point<Clock, std::chrono::duration<double>> end_;
  std::vector<Tried> tried_;
  int misfits_ = 0;
  int late_ = 0;
};

/// The sizes of digits of which no smaller one takes as few passes.
std::vector<int> radixBits(int keyBits) {
  std::vector<int> bits;
  for (int r = std::min(kMostRadixBits, keyBits); r >= std::min(kLeastRadixBits, keyBits); --r) {
    const int passes = (keyBits + r - 1) / r;
    const int least = (keyBits + passes - 1) / passes;
    if (bits.empty() || bits.back() != least) bits.push_back(least);
  }
  return bits;
}

void tryAll(Tuner& tuner, int keyBits) {
  tuner.tryOut({.keyBits = keyBits});
  for (const int r : radixBits(keyBits)) {
    for (const int threads : kThreads) {
      for (const int items : kItems) {
        tuner.tryOut({.keyBits = keyBits,
                      .radixBits = r,
                      .threadsPerGroup = threads,
                      .itemsPerThread = items});
      }
    }
  }
  tuner.sortByTime();
  const std::vector<Tried> best(
      tuner.tried().begin(),
      tuner.tried().begin() + std::min<std::ptrdiff_t>(kRefined, std::ssize(tuner.tried())));
  for (const Tried& start : best) {
    // The split was chosen for another number of groups: choose it again.
    RadixSettings settings = start.settings;
    settings.scanSplit = 0;
    for (const int groups : kGroups) {
      settings.groups = groups;
      tuner.tryOut(settings);
    }
    settings = start.settings;
    for (const int split : kScanSplits) {
      settings.scanSplit = split;
      tuner.tryOut(settings);
    }
    settings = start.settings;
    for (const auto ranking : {RadixRanking::Masks, RadixRanking::Counters}) {
      settings.ranking = ranking;
      for (const bool transpose : {true, false}) {
        settings.transpose = transpose;
        tuner.tryOut(settings);
      }
      settings.transpose = true;
    }
  }
  tuner.sortByTime();
}

/// The best again, side by side with the default.
void compare(const Setup& setup, const Tuner& tuner, const RadixSettings& usual, Report& report) {
  std::vector<RadixSettings> finalists;
  for (const Tried& tried : tuner.tried()) {
    if (finalists.size() < kBest) finalists.push_back(tried.settings);
  }
  if (std::find(finalists.begin(), finalists.end(), usual) == finalists.end()) {
    finalists.push_back(usual);
  }
  std::vector<std::unique_ptr<RadixFixture>> fixtures;
  std::vector<Job> jobs;
  for (const RadixSettings& settings : finalists) {
    fixtures.push_back(tuner.fixture(settings));
    jobs.push_back(fixtures.back()->sortJob());
  }
  const auto measured = benchmark(jobs, setup.effort);
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < finalists.size(); ++k) order.push_back(k);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return measured[a].spread.median < measured[b].spread.median;
  });
  double usualMs = 0.0;
  for (std::size_t place = 0; place < order.size(); ++place) {
    const std::size_t k = order[place];
    Row row = fixtures[k]->describe("radix-tune", measured[k]);
    row.more["place"] = place + 1;
    row.more["default"] = finalists[k] == usual ? "yes" : "no";
    if (finalists[k] == usual) usualMs = measured[k].spread.median;
    report.add(std::move(row));
  }
  const auto& tried = tuner.tried();
  const auto place =
      std::find_if(tried.begin(), tried.end(), [&](const Tried& t) { return t.settings == usual; });
  report.note(fmt::format(
      "{} settings tried; {} more do not fit this driver, and there was no time for {} "
      "(--seconds). "
      "The default was at place {} in this first pass. Side by side it takes {:.1f} % longer than "
      "the best.",
      tried.size(), tuner.misfits(), tuner.late(), place - tried.begin() + 1,
      100.0 * (usualMs / measured[order.front()].spread.median - 1.0)));
}

}  // namespace

void radixTune(const Setup& setup, Report& report) {
  requireFast(setup);
  const std::int64_t count = std::min(kMostKeys, setup.largest);
  const auto keys = randomKeys(count, setup.keyBits);
  for (const bool withOrder : {false, true}) {
    report.begin(fmt::format("The best settings found for {} keys of {} bits, {}.", count,
                             setup.keyBits, withOrder ? "with the permutation" : "keys alone"),
                 {{"place", "place"},
                  {"default", "default"},
                  {"radix_bits", "r"},
                  {"passes", "passes"},
                  {"threads_per_group", "threads"},
                  {"items_per_thread", "items"},
                  {"groups", "groups"},
                  {"scan_split", "split"},
                  {"ranking", "ranking"},
                  {"transpose", "transpose"},
                  {"histogram_ms", "histogram"},
                  {"scan_ms", "scan"},
                  {"reorder_ms", "reorder"},
                  {"median_ms", "ms"},
                  {"min_ms", "least"}});
    Tuner tuner(setup, keys, withOrder);
    tryAll(tuner, setup.keyBits);
    compare(setup, tuner, tuner.fit({.keyBits = setup.keyBits}).value(), report);
  }
}

}  // namespace gpubuck::bench
