#include "sort/radix_sort.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>

#include "base/error.h"

namespace gpubuck::sort {
namespace {

// The automatic number of groups, which is enough for every multiprocessor but leaves few counts to
// sum.
constexpr int kMostGroups = 4096;
// From this number of keys on, every multiprocessor has a large tile, or many tiles.
constexpr std::int64_t kBusy = std::int64_t{1} << 20;
constexpr std::int64_t kLarge = std::int64_t{1} << 22;
// The automatic number of parts is at most this number, since every group of the scatter adds up
// the sums of all parts.
constexpr int kMostScanParts = 1024;

void requireWithin(const char* name, std::int64_t value, std::int64_t low, std::int64_t high) {
  if (value < low || value > high) {
    throw InputError(std::string("radix sort"),
                     fmt::format("{} {} is not within {}..{}", name, value, low, high));
  }
}

RadixRanking chooseRanking(RadixRanking wanted, const texel::ComputeLimits& limits) {
  if (wanted == RadixRanking::Subgroups && !limits.subgroups32) {
    throw RunError("radix sort", "this driver has no subgroups of 32 invocations");
  }
  if (wanted != RadixRanking::Auto) return wanted;
  return limits.subgroups32 ? RadixRanking::Subgroups : RadixRanking::Masks;
}

/// Chooses small groups with long tiles, since on a software renderer a barrier costs as much as
/// the work between two barriers. Small groups were the fastest there (docs/performance.md), and
/// leave room for digits of 9 bits.
void chooseSmallGroups(RadixSettings& settings) {
  settings.threadsPerGroup = 128;
  settings.itemsPerThread = 16;
  if (settings.groups == 0) settings.groups = 128;
}

/// Returns the bits per pass. Digits have equal lengths, and there are as few passes as shared
/// memory allows with the other choices.
int chooseRadixBits(int keyBits, RadixRanking ranking, bool hasSmallGroups) {
  const bool isRoomy = ranking == RadixRanking::Subgroups || hasSmallGroups;
  const int most = isRoomy ? 9 : ranking == RadixRanking::Masks ? 8 : 4;
  const auto passes = divideUp(keyBits, most);
  return static_cast<int>(divideUp(keyBits, passes));
}

int radix(const RadixSettings& settings) { return 1 << settings.radixBits; }

int tile(const RadixSettings& settings) {
  return settings.threadsPerGroup * settings.itemsPerThread;
}

int columns(const RadixSettings& settings) {
  return settings.ranking == RadixRanking::Counters ? settings.threadsPerGroup
                                                    : settings.threadsPerGroup / 32;
}

std::int64_t tilesPerGroup(const RadixSettings& settings, std::int64_t count) {
  return std::max<std::int64_t>(1, divideUp(divideUp(count, tile(settings)), settings.groups));
}

std::int64_t usedGroups(const RadixSettings& settings, std::int64_t count) {
  return divideUp(count, tilesPerGroup(settings, count) * tile(settings));
}

std::int64_t countWords(const RadixSettings& settings, std::int64_t count) {
  return radix(settings) * usedGroups(settings, count);
}

std::int64_t poolWords(const RadixSettings& settings) {
  const std::int64_t counts = static_cast<std::int64_t>(radix(settings)) * columns(settings);
  return texel::paddedWords(std::max<std::int64_t>({tile(settings), counts, settings.scanSplit}));
}

/// Returns the shared memory that radix_scatter.glsl needs, which is more than the other two
/// shaders need.
std::int64_t sharedBytes(const RadixSettings& settings) {
  std::int64_t words = poolWords(settings) + settings.threadsPerGroup + 2 * radix(settings) + 1;
  if (settings.ranking == RadixRanking::Masks) words += radix(settings) * columns(settings);
  return words * 4;
}

std::vector<std::string> extensionsOf(const RadixSettings& settings) {
  if (settings.ranking != RadixRanking::Subgroups) return {};
  return texel::subgroupExtensions();
}

std::string prologueOf(const RadixSettings& settings) {
  std::string text = fmt::format(
      "const uint kRadixBits = {}u;\nconst uint kItems = {}u;\nconst uint kColumns = {}u;\nconst "
      "uint kPoolSize = {}u;\n",
      settings.radixBits, settings.itemsPerThread, columns(settings), poolWords(settings));
  switch (settings.ranking) {
    case RadixRanking::Subgroups:
      return text + "#define SUBGROUPS\n#define RANK_BY_SUBGROUPS\n";
    case RadixRanking::Counters:
      text += "#define RANK_BY_COUNTERS\n";
      return settings.transpose ? text + "#define TRANSPOSE\n" : text;
    default:
      return text + "#define RANK_BY_MASKS\n";
  }
}

texel::PartScanInfo scanInfo(const RadixSettings& settings, std::int64_t count) {
  return {.length = countWords(settings, count),
          .parts = settings.scanSplit,
          .threadsPerGroup = settings.threadsPerGroup,
          .subgroups = settings.ranking == RadixRanking::Subgroups};
}

std::vector<texel::UIntBuffer> buffers(const char* label, std::int64_t count, int number) {
  std::vector<texel::UIntBuffer> result;
  for (int k = 0; k < number; ++k) result.emplace_back(label, count);
  return result;
}

/// Chooses the settings that were fastest for many pairs on an H200 (docs/performance.md), if there
/// is enough shared memory.
void chooseTile(RadixSettings& settings, const RadixTask& task,
                const texel::ComputeLimits& limits) {
  RadixSettings large = settings;
  if (settings.radixBits > 8 && task.count >= kBusy) {
    large.threadsPerGroup = 512;
    large.itemsPerThread = 16;
  } else if (task.count >= kLarge) {
    large.threadsPerGroup = 384;
    large.itemsPerThread = 12;
  }
  if (task.withOrder && limits.groupSize >= large.threadsPerGroup &&
      sharedBytes(large) <= limits.sharedBytes) {
    settings = large;
  }
}

}  // namespace

RadixSettings resolve(const RadixSettings& settings, const RadixTask& task,
                      const texel::ComputeLimits& limits) {
  RadixSettings result = settings;
  result.ranking = chooseRanking(settings.ranking, limits);
  if (result.keyBits == 0) result.keyBits = task.fromIds ? 24 : 32;
  requireWithin("key bits", result.keyBits, 1, 32);
  const bool isOpen = settings.threadsPerGroup == 0 && settings.itemsPerThread == 0;
  const bool isSmall = isOpen && limits.software && result.ranking == RadixRanking::Masks;
  if (result.radixBits == 0) {
    result.radixBits = chooseRadixBits(result.keyBits, result.ranking, isSmall);
  }
  requireWithin("radix bits", result.radixBits, 1, 16);
  if (isSmall) {
    chooseSmallGroups(result);
  } else if (isOpen) {
    chooseTile(result, task, limits);
  }
  if (result.threadsPerGroup == 0) result.threadsPerGroup = 256;
  requireWithin("threads per group", result.threadsPerGroup, 32, limits.groupSize);
  if (result.threadsPerGroup % 32 != 0) {
    throw InputError("radix sort", fmt::format("threads per group {} is not a multiple of 32",
                                               result.threadsPerGroup));
  }
  if (result.itemsPerThread == 0) {
    // Large tiles write longer runs. Small tiles distribute the keys over more multiprocessors if
    // there are few keys.
    result.itemsPerThread = static_cast<int>(
        std::clamp<std::int64_t>(task.count / (256 * result.threadsPerGroup), 4, 16));
  }
  requireWithin("items per thread", result.itemsPerThread, 1, 64);
  if (result.groups == 0) result.groups = kMostGroups;
  requireWithin("groups", result.groups, 1, texel::kMaxGroups);
  if (result.scanSplit == 0) {
    result.scanSplit = static_cast<int>(std::clamp<std::int64_t>(
        divideUp(countWords(result, task.count), texel::PartScan::kItems * result.threadsPerGroup),
        1, kMostScanParts));
  }
  requireWithin("scan split", result.scanSplit, 1, 4096);
  if (sharedBytes(result) > limits.sharedBytes) {
    throw InputError(
        "radix sort",
        fmt::format(
            "radix bits {} with {} threads per group and {} items per thread need {} bytes of "
            "shared memory, this driver has {}",
            result.radixBits, result.threadsPerGroup, result.itemsPerThread, sharedBytes(result),
            limits.sharedBytes));
  }
  return result;
}

int radixPasses(const RadixSettings& resolved) {
  return static_cast<int>(divideUp(resolved.keyBits, resolved.radixBits));
}

RadixSorter::RadixSorter(const texel::Device& device, const RadixSettings& settings,
                         const RadixTask& task)
    : task_(task),
      settings_(resolve(settings, task, device.computeLimits("radix sort"))),
      tilesPerGroup_(tilesPerGroup(settings_, task.count)),
      groups_(usedGroups(settings_, task.count)),
      scan_(device, scanInfo(settings_, task.count)),
      first_(makeKernels(device, true)),
      counts_("radix counts", countWords(settings_, task.count)),
      partSums_("radix part sums", settings_.scanSplit),
      keys_(buffers("radix keys", task.count, std::min(radixPasses(settings_), 2))),
      order_(buffers("radix order", task.count,
                     task.withOrder ? std::min(radixPasses(settings_), 2) : 0)) {
  if (radixPasses(settings_) > 1) later_.emplace(makeKernels(device, false));
}

RadixSorter::Kernels RadixSorter::makeKernels(const texel::Device& device, bool first) const {
  texel::BufferPassInfo count{.name = "sort/radix_count",
                              .groupSize = settings_.threadsPerGroup,
                              .writes = {"b_counts"},
                              .extensions = {},
                              .prologue = prologueOf(settings_)};
  texel::BufferPassInfo scatter{.name = "sort/radix_scatter",
                                .groupSize = settings_.threadsPerGroup,
                                .reads = {"b_counts", "b_partSums"},
                                .writes = {"b_sortedKeys"},
                                .extensions = extensionsOf(settings_),
                                .prologue = prologueOf(settings_)};
  for (texel::BufferPassInfo* info : {&count, &scatter}) {
    if (first && task_.fromIds) {
      info->prologue += "#define KEYS_IN_TEXELS\n";
    } else {
      info->reads.emplace_back("b_keys");
    }
  }
  if (task_.withOrder) {
    scatter.prologue += "#define WITH_ORDER\n";
    scatter.writes.emplace_back("b_sortedOrder");
    if (!first) scatter.reads.emplace_back("b_order");
  }
  if (first) scatter.prologue += "#define FIRST_PASS\n";
  Kernels kernels{texel::BufferPass(device, count), texel::BufferPass(device, scatter)};
  for (texel::BufferPass* kernel : {&kernels.count, &kernels.scatter}) {
    kernel->set("u_count", static_cast<GLuint>(task_.count));
    kernel->set("u_tilesPerGroup", static_cast<GLuint>(tilesPerGroup_));
  }
  kernels.scatter.set("u_parts", static_cast<GLuint>(settings_.scanSplit));
  kernels.scatter.set("u_partLength", static_cast<GLuint>(scan_.partLength()));
  return kernels;
}

void RadixSorter::sort(const texel::UIntBuffer& keys) {
  if (task_.fromIds || keys.count() != task_.count) {
    throw RunError("radix sort", fmt::format("buffer {} of {} keys does not fit the task",
                                             keys.label(), keys.count()));
  }
  sortFrom({.keys = &keys});
}

void RadixSorter::sort(const texel::IdArray& ids) {
  if (!task_.fromIds || ids.count() != task_.count) {
    throw RunError("radix sort", fmt::format("array {} of {} texels does not fit the task",
                                             ids.label(), ids.count()));
  }
  sortFrom({.ids = &ids});
}

void RadixSorter::sortFrom(Source source) {
  if (task_.count == 0) return;
  const int passes = radixPasses(settings_);
  for (int pass = 0; pass < passes; ++pass) {
    const auto target = static_cast<std::size_t>(pass % 2);
    runPass(pass == 0 ? first_ : *later_, pass, source, target);
    source = {.keys = &keys_[target], .order = task_.withOrder ? &order_[target] : nullptr};
    result_ = target;
  }
}

void RadixSorter::runPass(Kernels& kernels, int pass, const Source& source, std::size_t target) {
  const int shift = pass * settings_.radixBits;
  const int bits = std::min(settings_.radixBits, settings_.keyBits - shift);
  for (texel::BufferPass* kernel : {&kernels.count, &kernels.scatter}) {
    kernel->set("u_shift", static_cast<GLuint>(shift));
    kernel->set("u_mask", (GLuint{1} << bits) - 1);
  }
  std::vector<texel::Input> inputs;
  if (source.ids != nullptr) inputs.emplace_back("u_keys", *source.ids);
  if (source.keys != nullptr) inputs.emplace_back("b_keys", *source.keys);
  kernels.count.run(groups_, inputs, {{"b_counts", counts_}});
  scan_.run(counts_, partSums_);
  inputs.emplace_back("b_counts", counts_);
  inputs.emplace_back("b_partSums", partSums_);
  if (source.order != nullptr) inputs.emplace_back("b_order", *source.order);
  std::vector<texel::Output> outputs{{"b_sortedKeys", keys_[target]}};
  if (task_.withOrder) outputs.emplace_back("b_sortedOrder", order_[target]);
  kernels.scatter.run(groups_, inputs, outputs);
}

namespace {

constexpr std::int64_t kGroupSize = 256;

RadixSettings withKeyBits(RadixSettings settings, std::int64_t buckets) {
  const auto last = static_cast<std::uint64_t>(std::max<std::int64_t>(buckets, 1) - 1);
  const int needed = std::max(1, static_cast<int>(std::bit_width(last)));
  if (settings.keyBits == 0) settings.keyBits = needed;
  if (settings.keyBits < needed) {
    throw InputError("radix sort", fmt::format("key bits {} cannot distinguish {} buckets",
                                               settings.keyBits, buckets));
  }
  return settings;
}

}  // namespace

RadixSort::RadixSort(const texel::Device& device, std::int64_t elements, std::int64_t buckets,
                     const RadixSettings& settings)
    : Sort(BucketRanges(device, elements, buckets)),
      sorter_(device, withKeyBits(settings, buckets),
              {.count = elements, .withOrder = true, .fromIds = true}),
      makeRanges_(device, {.name = "sort/radix_ranges",
                           .groupSize = kGroupSize,
                           .reads = {"b_keys", "b_order"},
                           .images = {"u_order", "u_start"}}),
      elements_(elements),
      buckets_(buckets) {}

void RadixSort::sort(const texel::IdArray& mapping) {
  sorter_.sort(mapping);
  makeRanges_.run(std::min(divideUp(elements_ + 1, kGroupSize), texel::kMaxGroups),
                  {{"b_keys", sorter_.keys()},
                   {"b_order", sorter_.order()},
                   {"u_count", static_cast<GLuint>(elements_)},
                   {"u_buckets", static_cast<GLuint>(buckets_)}},
                  {{"u_order", ranges()->order}, {"u_start", ranges()->start}});
}

}  // namespace gpubuck::sort
