#include "sort/algorithms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/id.h"
#include "sort/bitonic_sort.h"
#include "sort/bucket_sort.h"
#include "sort/counting_sort.h"
#include "sort/radix_sort.h"

namespace gpubuck::sort {
namespace {

/// Makes a sort by an algorithm that has no settings.
template <typename T>
std::unique_ptr<Sort> makeWithoutSettings(const texel::Device& device, const Settings& /*settings*/,
                                          std::int64_t elements, std::int64_t buckets) {
  return std::make_unique<T>(device, elements, buckets);
}

std::unique_ptr<Sort> makeBucketSort(const texel::Device& device, const Settings& settings,
                                     std::int64_t elements, std::int64_t buckets) {
  return std::make_unique<BucketSort>(device, settings, elements, buckets);
}

std::unique_ptr<Sort> makeRadixSort(const texel::Device& device, const Settings& settings,
                                    std::int64_t elements, std::int64_t buckets) {
  return std::make_unique<RadixSort>(device, elements, buckets, settings.radix);
}

using texel::Engine;

constexpr std::array kAlgorithms{
    AlgorithmInfo{
        .algorithm = Algorithm::Auto,
        .name = "auto",
        .help = "bucket on the paper engine, but bitonic if the longest list that `gpubuck sort` "
                "makes has more than 200 elements; atomic on the fast engine. A fluid on the fast "
                "engine needs no sort: its step keeps the particles in the order of their cells."},
    AlgorithmInfo{.algorithm = Algorithm::Bucket,
                  .name = "bucket",
                  .help = "The paper's sort: elements are drawn as points into the heads of their "
                          "lists, in rounds, until every element is in its list. The longest list "
                          "needs a round for each of its elements. OpenGL 3.3.",
                  .make = makeBucketSort},
    AlgorithmInfo{.algorithm = Algorithm::Atomic,
                  .name = "atomic",
                  .help = "Every element puts itself at the head of its list by one atomic "
                          "exchange, in one pass; the order within a list is random. "
                          "OpenGL 4.3.",
                  .needs = Engine::Fast,
                  .make = makeWithoutSettings<AtomicSort>},
    AlgorithmInfo{.algorithm = Algorithm::Bitonic,
                  .name = "bitonic",
                  .help = "A bitonic merge sort in map passes, into ranges: the kind of sort with "
                          "which the paper compares its method. OpenGL 3.3.",
                  .result = ResultKind::Ranges,
                  .make = makeWithoutSettings<BitonicSort>},
    AlgorithmInfo{.algorithm = Algorithm::Counting,
                  .name = "counting",
                  .help = "A counting sort in compute passes, into ranges: histogram, prefix sum, "
                          "scatter. OpenGL 4.3.",
                  .result = ResultKind::Ranges,
                  .needs = Engine::Fast,
                  .make = makeWithoutSettings<CountingSort>},
    AlgorithmInfo{.algorithm = Algorithm::Radix,
                  .name = "radix",
                  .help = "A radix sort in compute passes, into ranges. OpenGL 4.3.",
                  .result = ResultKind::Ranges,
                  .needs = Engine::Fast,
                  .make = makeRadixSort},
    AlgorithmInfo{.algorithm = Algorithm::ABiSort,
                  .name = "abisort",
                  .help = "The adaptive bitonic sort of GPU-ABiSort, on trees, in map and scatter "
                          "passes, into ranges: O(N log N), at most 8,388,608 elements, and "
                          "slower than bitonic. OpenGL 3.3.",
                  .result = ResultKind::Ranges,
                  .make = makeWithoutSettings<ABiSort>}};

}  // namespace

std::span<const AlgorithmInfo> algorithms() { return kAlgorithms; }

const AlgorithmInfo& infoOf(Algorithm algorithm) {
  return *std::ranges::find(kAlgorithms, algorithm, &AlgorithmInfo::algorithm);
}

Algorithm resolve(Algorithm algorithm, Engine engine, ResultKind kind) {
  if (algorithm != Algorithm::Auto) return algorithm;
  if (kind == ResultKind::Ranges) {
    return engine == Engine::Fast ? Algorithm::Counting : Algorithm::Bitonic;
  }
  return engine == Engine::Fast ? Algorithm::Atomic : Algorithm::Bucket;
}

std::int64_t longestList(std::span<const std::uint32_t> bucketOf, std::int64_t buckets) {
  std::vector<std::int64_t> lengths(static_cast<std::size_t>(buckets));
  for (const std::uint32_t bucket : bucketOf) ++lengths[bucket];
  return *std::ranges::max_element(lengths);
}

Algorithm resolveForLists(Algorithm algorithm, Engine engine, std::int64_t longest,
                          std::int64_t buckets) {
  const Algorithm chosen = resolve(algorithm, engine);
  // Ranges need one start more than there are buckets, and ids must be able to count the starts.
  const bool isLong = longest > kLongestDrawnList && buckets < kMaxCount;
  const bool isOpen = algorithm == Algorithm::Auto && chosen == Algorithm::Bucket;
  return isOpen && isLong ? Algorithm::Bitonic : chosen;
}

std::string whyNot(Algorithm algorithm, const gl::Capabilities& capabilities) {
  return texel::whyNot(infoOf(algorithm).needs, capabilities);
}

void requireValid(const Settings& settings) {
  if (settings.subBuffers < 1) {
    throw InputError("sub-buffers", fmt::format("{} is below 1", settings.subBuffers));
  }
  // The negated condition refuses NaN, too.
  if (!(settings.threshold >= 0.0 && settings.threshold <= 1.0)) {
    throw InputError("threshold", fmt::format("{} is not in 0..1", settings.threshold));
  }
}

std::unique_ptr<Sort> makeSort(const texel::Device& device, const Settings& settings,
                               std::int64_t elements, std::int64_t buckets) {
  requireValid(settings);
  const AlgorithmInfo& info = infoOf(resolve(settings.algorithm, device.engine()));
  if (const std::string reason = whyNot(info.algorithm, device.capabilities()); !reason.empty()) {
    throw RunError(fmt::format("sort algorithm {}", info.name), reason);
  }
  return info.make(device, settings, elements, buckets);
}

}  // namespace gpubuck::sort
