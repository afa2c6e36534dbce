// The radix sort: random lists and particles in cells, with the default settings and with the
// settings of the paper (Helluy, sort/radix_sort.h).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "bench/bench.h"
#include "bench/fixtures.h"
#include "bench/inputs.h"
#include "sort/radix_sort.h"
#include "texel/device.h"

namespace gpubuck::bench {
namespace {

using sort::RadixRanking;
using sort::RadixSettings;
using Keys = std::span<const std::uint32_t>;
using Clock = std::chrono::steady_clock;

constexpr int kKeyBits = 30;

/// Times of the stages histogram, scan and reorder, and of the whole sort, in milliseconds; 0 if
/// the paper does not give the time.
using PapersTimes = std::array<double, 4>;

/// The times of tables 4, 5 and 6 of the paper for a random list of this many keys.
struct RandomList {
  std::int64_t keys;
  PapersTimes gtx470{}, hd5850{};
};
constexpr std::array<RandomList, 3> kRandomLists{
    {{1 << 20, {1.62918, 2.6759, 4.97818, 10.5166}, {6.72714, 4.45624, 20.6589, 34.3175}},
     {1 << 23, {11.3786, 2.67386, 45.9702, 68.8457}, {29.1938, 2.66404, 73.4005, 126.958}},
     {1 << 25, {44.2984, 2.67251, 190.379, 272.388}, {115.329, 2.63945, 287.846, 512.948}}}};

/// In the paper, each item of a group takes one key at a time; here, each item takes this number of
/// keys, since a group sorts tiles.
constexpr int kPapersItems = 8;
/// Returns our settings for the paper's "quasi-optimal" parameters b, r, I, G, s of table 3. The
/// GeForce 320M has groups of 16 items; here a group has at least 32 items.
RadixSettings papersSettings(int radixBits, int threadsPerGroup, int keyBits = kKeyBits) {
  return {.keyBits = keyBits,
          .radixBits = radixBits,
          .threadsPerGroup = threadsPerGroup,
          .itemsPerThread = kPapersItems,
          .groups = 128,
          .scanSplit = 512,
          .ranking = RadixRanking::Counters,
          .transpose = true};
}

/// Table 7: times on a GTX 470 for 2 and for 6 passes.
constexpr std::int64_t kParticles = 1 << 23;
constexpr PapersTimes kTwoPasses{0.0, 0.0, 0.0, 45.02};
constexpr PapersTimes kSixPasses{0.0, 0.0, 0.0, 67.9951};
constexpr int kGridBits = 10;

/// Returns "subgroups", "masks" or "counters". `ranking` must not be Auto.
const char* rankingWord(RadixRanking ranking) {
  if (ranking == RadixRanking::Subgroups) return "subgroups";
  return ranking == RadixRanking::Masks ? "masks" : "counters";
}

/// A radix sort of one list of keys, ready to be timed.
class RadixFixture : public Fixture {
 public:
  RadixFixture(const Setup& setup, const RadixSettings& settings, Keys keys, bool withOrder)
      : Fixture(setup.deviceFor(texel::Engine::Fast, 0)),
        keys_("keys", std::ssize(keys)),
        sorter_(device_, settings, {.count = std::ssize(keys), .withOrder = withOrder}),
        withOrder_(withOrder),
        memory_(memorySinceBegin()) {
    keys_.upload(keys);
  }

  Job sortJob() {
    return job([this] { sorter_.sort(keys_); });
  }

  /// Adds the settings, the passes, and the times of the stages under the names that the paper
  /// gives them.
  void describe(Row& row) const override {
    const RadixSettings& used = sorter_.settings();
    const auto stageMs = [&](const char* name) {
      const auto stage = std::ranges::find(row.stages, name, &Stage::name);
      return stage == row.stages.end() ? 0.0 : stage->milliseconds;
    };
    row.algorithm = "radix";
    row.n = keys_.count();
    row.memory = memory_;
    row.more = {{"with_order", withOrder_},
                {"key_bits", used.keyBits},
                {"radix_bits", used.radixBits},
                {"passes", sort::radixPasses(used)},
                {"threads_per_group", used.threadsPerGroup},
                {"items_per_thread", used.itemsPerThread},
                {"groups", used.groups},
                {"scan_split", used.scanSplit},
                {"ranking", rankingWord(used.ranking)},
                {"transpose", used.ranking == RadixRanking::Counters && used.transpose},
                {"histogram_ms", stageMs("sort/radix_count")},
                {"scan_ms", stageMs("texel/part_scan")},
                {"reorder_ms", stageMs("sort/radix_scatter")}};
  }

 private:
  texel::UIntBuffer keys_;
  sort::RadixSorter sorter_;
  bool withOrder_;
  std::int64_t memory_;
};

/// Sorts the same keys by all settings side by side.
std::vector<Row> timeSettings(const Setup& setup, const std::vector<RadixSettings>& all, Keys keys,
                              bool withOrder) {
  std::deque<RadixFixture> fixtures;
  std::vector<Job> jobs;
  for (const RadixSettings& settings : all) {
    jobs.push_back(fixtures.emplace_back(setup, settings, keys, withOrder).sortJob());
  }
  return benchmark(jobs, setup.effort);
}

/// Settings, and the times of the paper for them.
struct RadixEntry {
  const char* parameters;  ///< name of the GPU that the paper chose the settings for, or "default"
  RadixSettings settings;
  PapersTimes papersTimes{};
};

/// Adds a row for each entry. The speedup of row k is relative to `rivalOf(k, rows)`.
template <typename RivalOf>
void addEntries(const Setup& setup, const std::vector<RadixEntry>& entries, Keys keys,
                bool withOrder, const char* list, const RivalOf& rivalOf, Report& report) {
  std::vector<RadixSettings> settings;
  for (const RadixEntry& entry : entries) settings.push_back(entry.settings);
  const std::vector<Row> rows = timeSettings(setup, settings, keys, withOrder);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    Row row = rows[k];
    row.more["list"] = list;
    row.more["parameters"] = entries[k].parameters;
    row.more["speedup"] = rivalOf(k, rows) / row.spread.median;
    constexpr std::array kNames{"paper_histogram_ms", "paper_scan_ms", "paper_reorder_ms",
                                "paper_ms"};
    for (std::size_t stage = 0; stage < kNames.size(); ++stage) {
      row.more[kNames[stage]] = published(entries[k].papersTimes[stage]);
    }
    report.add(std::move(row));
  }
}

/// Times std::sort of the keys on this machine, kLeastSamples times.
Row sortOnCpu(Keys keys) {
  std::vector<double> samples;
  for (int run = 0; run < kLeastSamples; ++run) {
    std::vector<std::uint32_t> sorted(keys.begin(), keys.end());
    const Clock::time_point start = Clock::now();
    std::sort(sorted.begin(), sorted.end());
    samples.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    if (!std::is_sorted(sorted.begin(), sorted.end())) throw RunError("std::sort", "did not sort");
  }
  return {.algorithm = "std::sort",
          .engine = "cpu",
          .n = std::ssize(keys),
          .spread = spreadOf(samples),
          .more = {{"list", "random"}, {"speedup", 1.0}}};
}

void addRandomList(const Setup& setup, const RandomList& list, Report& report) {
  const auto keys = randomKeys(list.keys, kKeyBits);
  Row cpu = sortOnCpu(keys);
  addEntries(
      setup,
      {{"default", {.keyBits = kKeyBits}},
       {"GTX 470", papersSettings(5, 128), list.gtx470},
       {"HD 5850", papersSettings(6, 32), list.hd5850}},
      keys, false, "random", [&](std::size_t, const auto&) { return cpu.spread.median; }, report);
  report.add(std::move(cpu));
}

/// Throws RunError if the fast engine is not among the engines to be measured.
void requireFast(const Setup& setup) {
  if (std::ranges::count(setup.engines, texel::Engine::Fast) == 0) {
    throw RunError("radix sort", "needs the fast engine, which needs OpenGL 4.3");
  }
}

}  // namespace

void radix(const Setup& setup, Report& report) {
  requireFast(setup);
  const std::vector<std::string> columns{"n: keys",       "algorithm",
                                         "parameters",    "radix_bits: r",
                                         "passes",        "threads_per_group: threads",
                                         "ranking",       "histogram_ms: histogram",
                                         "scan_ms: scan", "reorder_ms: reorder",
                                         "median_ms: ms", "min_ms: least",
                                         "speedup",       "paper_ms"};
  report.begin("radix",
               "Tables 4 to 6: random lists of 30-bit keys, without values. \"speedup\" is "
               "relative to std::sort on one core here. \"paper ms\" is the paper's time, with "
               "transpositions, on the GPU in the column \"parameters\".",
               columns);
  if (setup.largest < kRandomLists.front().keys) addRandomList(setup, {setup.largest}, report);
  for (const RandomList& list : kRandomLists) {
    if (list.keys <= setup.largest) addRandomList(setup, list, report);
  }
  report.begin("radix",
               "Table 7: particles that were in the order of 32 x 32 cells, and then moved by up "
               "to one cell; sorted with the permutation. Keys of 10 bits take 2 passes, keys of "
               "30 bits take 6. \"speedup\" is relative to 6 passes.",
               columns);
  const std::int64_t count = std::min(kParticles, setup.largest);
  const bool isPapers = count == kParticles;
  addEntries(
      setup,
      {{"GTX 470", papersSettings(5, 128, kGridBits), isPapers ? kTwoPasses : PapersTimes{}},
       {"GTX 470", papersSettings(5, 128), isPapers ? kSixPasses : PapersTimes{}},
       {"default", {.keyBits = kGridBits}},
       {"default", {.keyBits = kKeyBits, .radixBits = 5}}},
      weaklyDisorderedCells(count), true, "weakly disordered",
      // Rows 0 and 2 have 2 passes, rows 1 and 3 have 6 passes.
      [](std::size_t k, const auto& rows) { return rows[k | 1].spread.median; }, report);
}

}  // namespace gpubuck::bench
