#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "bench/bench.h"
#include "bench/inputs.h"
#include "bench/radix_fixture.h"

namespace gpubuck::bench {
namespace {

constexpr int kKeyBits = 30;

/// Tables 4, 5 and 6 of the paper, seconds; 0: not given.
struct PapersTimes {
  double histogram, scan, reorder, total;
};
struct RandomList {
  std::int64_t keys;
  PapersTimes gtx470, hd5850;
};
constexpr std::array<RandomList, 3> kRandomLists{{{1 << 20,
                                                   {0.00162918, 0.0026759, 0.00497818, 0.0105166},
                                                   {0.00672714, 0.00445624, 0.0206589, 0.0343175}},
                                                  {1 << 23,
                                                   {0.0113786, 0.00267386, 0.0459702, 0.0688457},
                                                   {0.0291938, 0.00266404, 0.0734005, 0.126958}},
                                                  {1 << 25,
                                                   {0.0442984, 0.00267251, 0.190379, 0.272388},
                                                   {0.115329, 0.00263945, 0.287846, 0.512948}}}};

/// Table 3: quasi-optimal parameters b, r, I, G, s. A group there has one key per item at a time;
/// here kPapersItems, as the tiles it sorts. The GeForce 320M has groups of 16, less than the 32
/// that there must be here.
constexpr int kPapersItems = 8;
sort::RadixSettings papersSettings(int radixBits, int threadsPerGroup) {
  return {.keyBits = kKeyBits,
          .radixBits = radixBits,
          .threadsPerGroup = threadsPerGroup,
          .itemsPerThread = kPapersItems,
          .groups = 128,
          .scanSplit = 512,
          .ranking = sort::RadixRanking::Counters,
          .transpose = true};
}

struct Entry {
  const char* parameters;  ///< whose they are
  sort::RadixSettings settings;
  std::optional<PapersTimes> papersTimes;
};

/// Table 7, milliseconds on a GTX 470 for 2 and for 6 passes.
constexpr std::int64_t kParticles = 1 << 23;
constexpr double kGtx470TwoPasses = 45.02;
constexpr double kGtx470SixPasses = 67.9951;
constexpr int kGridSide = 32;
constexpr int kGridBits = 10;

/// The cells of particles that were in the order of their cells and then moved by up to a cell.
std::vector<std::uint32_t> weaklyDisordered(std::int64_t count) {
  struct Particle {
    std::array<double, 2> position, velocity;
  };
  constexpr std::array<std::uint32_t, 4> kBases{2, 3, 5, 7};
  const auto cellOf = [](const std::array<double, 2>& position) {
    const auto along = [](double x) { return static_cast<std::uint32_t>(x * kGridSide); };
    return kGridSide * along(position[0]) + along(position[1]);
  };
  std::vector<Particle> particles(static_cast<std::size_t>(count));
  for (std::size_t j = 0; j < particles.size(); ++j) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      particles[j].position[axis] = vanDerCorput(kBases[axis], j);
      particles[j].velocity[axis] = vanDerCorput(kBases[axis + 2], j);
    }
  }
  std::stable_sort(particles.begin(), particles.end(), [&](const Particle& a, const Particle& b) {
    return cellOf(a.position) < cellOf(b.position);
  });
  std::vector<std::uint32_t> cells;
  cells.reserve(particles.size());
  for (Particle& particle : particles) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      double& x = particle.position[axis];
      x += particle.velocity[axis] / kGridSide;
      x -= std::floor(x);
    }
    cells.push_back(cellOf(particle.position));
  }
  return cells;
}

/// std::sort of the keys on this machine, kLeastSamples times.
Row sortOnCpu(std::span<const std::uint32_t> keys) {
  using CpuClock = std::chrono::steady_clock;
  std::vector<double> samples;
  for (int run = 0; run < kLeastSamples; ++run) {
    std::vector<std::uint32_t> sorted(keys.begin(), keys.end());
    const CpuClock::time_point start = CpuClock::now();
    std::sort(sorted.begin(), sorted.end());
    samples.push_back(std::chrono::duration<double, std::milli>(CpuClock::now() - start).count());
    if (!std::is_sorted(sorted.begin(), sorted.end())) throw RunError("std::sort", "did not sort");
  }
  return {.name = "radix",
          .algorithm = "std::sort",
          .engine = "cpu",
          .n = std::ssize(keys),
          .measured = {spreadOf(samples), {}},
          .memory = 0};
}

void addPapers(Row& row, const std::optional<PapersTimes>& times) {
  const auto add = [&](const char* name, double PapersTimes::*seconds) {
    row.more[name] = times ? nlohmann::ordered_json((*times).*seconds * 1e3) : nullptr;
  };
  add("paper_histogram_ms", &PapersTimes::histogram);
  add("paper_scan_ms", &PapersTimes::scan);
  add("paper_reorder_ms", &PapersTimes::reorder);
  add("paper_ms", &PapersTimes::total);
}

void randomList(const Setup& setup, const RandomList& list, bool isPapers, Report& report) {
  const auto keys = randomKeys(list.keys, kKeyBits);
  const auto times = [&](const PapersTimes& papersTimes) {
    return isPapers ? std::optional(papersTimes) : std::nullopt;
  };
  const std::array<Entry, 3> entries{{{"default", {.keyBits = kKeyBits}, {}},
                                      {"GTX 470", papersSettings(5, 128), times(list.gtx470)},
                                      {"HD 5850", papersSettings(6, 32), times(list.hd5850)}}};
  std::vector<std::unique_ptr<RadixFixture>> fixtures;
  std::vector<Job> jobs;
  for (const Entry& entry : entries) {
    fixtures.push_back(std::make_unique<RadixFixture>(setup.deviceFor(texel::Engine::Fast, 0),
                                                      entry.settings, keys, false));
    jobs.push_back(fixtures.back()->sortJob());
  }
  const auto measured = benchmark(jobs, setup.effort);
  Row cpu = sortOnCpu(keys);
  const double cpuMs = cpu.measured.spread.median;
  for (std::size_t k = 0; k < fixtures.size(); ++k) {
    Row row = fixtures[k]->describe("radix", measured[k]);
    row.more["list"] = "random";
    row.more["parameters"] = entries[k].parameters;
    row.more["speedup"] = cpuMs / measured[k].spread.median;
    addPapers(row, entries[k].papersTimes);
    report.add(std::move(row));
  }
  cpu.more["list"] = "random";
  cpu.more["speedup"] = 1.0;
  report.add(std::move(cpu));
}

void particleInCell(const Setup& setup, std::int64_t count, Report& report) {
  const auto cells = weaklyDisordered(count);
  struct Variant {
    const char* parameters;
    sort::RadixSettings settings;
    std::optional<double> papersMs;
  };
  const auto times = [&](double milliseconds) {
    return count == kParticles ? std::optional(milliseconds) : std::nullopt;
  };
  sort::RadixSettings two = papersSettings(5, 128);
  two.keyBits = kGridBits;
  const std::array<Variant, 4> variants{
      {{"GTX 470", two, times(kGtx470TwoPasses)},
       {"GTX 470", papersSettings(5, 128), times(kGtx470SixPasses)},
       {"default", {.keyBits = kGridBits}, {}},
       {"default", {.keyBits = kKeyBits, .radixBits = 5}, {}}}};
  std::vector<std::unique_ptr<RadixFixture>> fixtures;
  std::vector<Job> jobs;
  for (const Variant& variant : variants) {
    fixtures.push_back(std::make_unique<RadixFixture>(setup.deviceFor(texel::Engine::Fast, 0),
                                                      variant.settings, cells, true));
    jobs.push_back(fixtures.back()->sortJob());
  }
  const auto measured = benchmark(jobs, setup.effort);
  for (std::size_t k = 0; k < fixtures.size(); ++k) {
    Row row = fixtures[k]->describe("radix", measured[k]);
    row.more["list"] = "weakly disordered";
    row.more["parameters"] = variants[k].parameters;
    // The pairs of rows are 2 passes, 6 passes.
    row.more["speedup"] = measured[k | 1].spread.median / measured[k].spread.median;
    addPapers(row, {});
    if (variants[k].papersMs) row.more["paper_ms"] = *variants[k].papersMs;
    report.add(std::move(row));
  }
}

}  // namespace

void radix(const Setup& setup, Report& report) {
  requireFast(setup);
  const std::vector<Report::Column> columns{{"n", "keys"},
                                            {"algorithm", "algorithm"},
                                            {"parameters", "parameters"},
                                            {"radix_bits", "r"},
                                            {"passes", "passes"},
                                            {"threads_per_group", "threads"},
                                            {"ranking", "ranking"},
                                            {"histogram_ms", "histogram"},
                                            {"scan_ms", "scan"},
                                            {"reorder_ms", "reorder"},
                                            {"median_ms", "ms"},
                                            {"min_ms", "least"},
                                            {"speedup", "speedup"},
                                            {"paper_ms", "paper ms"}};
  report.begin(
      "Tables 4 to 6: random lists of 30-bit keys, without values. \"speedup\" is over std::sort "
      "on one core here; \"paper ms\" is on the GPU whose parameters these are, including its "
      "transpositions.",
      columns);
  if (setup.largest < kRandomLists.front().keys) {
    randomList(setup, {.keys = setup.largest, .gtx470 = {}, .hd5850 = {}}, false, report);
  }
  for (const RandomList& list : kRandomLists) {
    if (list.keys <= setup.largest) randomList(setup, list, true, report);
  }
  report.begin(
      "Table 7: particles in the order of 32 x 32 cells that then moved by up to one cell, with "
      "the "
      "permutation, keys of 10 bits in 2 passes and of 30 bits in 6. \"speedup\" is over the 6 "
      "passes.",
      columns);
  particleInCell(setup, std::min(kParticles, setup.largest), report);
}

}  // namespace gpubuck::bench
