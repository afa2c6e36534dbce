#include "gpubuck/sort.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "base/id.h"
#include "library/context_state.h"
#include "sort/algorithms.h"
#include "sort/bucket_sort.h"
#include "sort/sort.h"
#include "texel/array.h"

namespace gpubuck {
namespace {

void requireSortable(std::span<const std::uint32_t> bucketOf, std::int64_t buckets) {
  if (buckets < 1 || buckets > kMaxCount) {
    throw InputError("buckets", fmt::format("{} is not within 1..{}", buckets, kMaxCount));
  }
  if (std::ssize(bucketOf) > kMaxCount) {
    throw InputError("elements", fmt::format("{} are more than the {} that 24-bit ids can name",
                                             bucketOf.size(), kMaxCount));
  }
  const auto wrong = std::find_if(bucketOf.begin(), bucketOf.end(),
                                  [&](std::uint32_t bucket) { return bucket >= buckets; });
  if (wrong != bucketOf.end()) {
    throw InputError(fmt::format("element {}", wrong - bucketOf.begin()),
                     fmt::format("bucket {} is not within 0..{}", *wrong, buckets - 1));
  }
}

static_assert(Lists::kEnd == -1);

template <typename Decode>
std::vector<std::int32_t> decoded(const std::vector<texel::IdTexel>& texels, Decode decode) {
  std::vector<std::int32_t> numbers(texels.size());
  std::ranges::transform(texels, numbers.begin(), decode);
  return numbers;
}

/// Sorts of up to this many elements and buckets are kept for the next call. A larger sort takes
/// longer than making its textures, so that keeping them would save little time, and the textures
/// take too much memory (30 MB for 262,144 elements and buckets).
constexpr std::int64_t kMostKept = 1 << 16;

/// A sort for a certain size, with its device and the array that it sorts.
struct SizedSort {
  SizedSort(const library::ContextState& context, const SortSettings& settings,
            std::int64_t elements, std::int64_t buckets)
      : device(context.makeDevice(std::max(elements, buckets))),
        mapping(device, "bucket of each element", elements),
        sort(sort::makeSort(device, settings, elements, buckets)) {}

  texel::Device device;
  texel::IdArray mapping;
  std::unique_ptr<sort::Sort> sort;
};

/// Sorts, and returns the result of `read` for the sorted data. Calls of the same size and settings
/// reuse the same sort with its textures, framebuffers and programs.
template <typename Read>
auto sortAndRead(const Context& context, std::span<const std::uint32_t> bucketOf,
                 std::int64_t buckets, const SortSettings& settings, const char* what,
                 const Read& read) {
  library::ContextState& state = *context.state();
  const library::Call call(state);
  const std::int64_t elements = std::ssize(bucketOf);
  std::string name =
      fmt::format("sort {} {} {} {} {} {}", elements, buckets, static_cast<int>(settings.algorithm),
                  settings.subBuffers, static_cast<int>(settings.partition), settings.threshold);
  for (const sort::RadixParameter& each : sort::kRadixParameters) {
    name += fmt::format(" {}", settings.radix.*each.member);
  }
  auto sized = std::static_pointer_cast<SizedSort>(state.takeKept(name));
  if (!sized) sized = std::make_shared<SizedSort>(state, settings, elements, buckets);
  sized->mapping.upload(bucketOf);
  sized->sort->sort(sized->mapping);
  auto result = read(*sized->sort);
  call.finish(what);
  if (std::max(elements, buckets) <= kMostKept) state.keep(name, std::move(sized));
  return result;
}

const char* nameOf(sort::Phase phase) {
  switch (phase) {
    case sort::Phase::Cleared:
      return "cleared";
    case sort::Phase::Unlinked:
      return "unlinked";
    case sort::Phase::Relinked:
      return "relinked";
    case sort::Phase::Scattered:
      return "scattered";
    case sort::Phase::Linked:
      return "linked";
  }
  return "";
}

SortPhase phaseFrom(const sort::Observation& seen, bool isResort) {
  SortPhase phase;
  phase.name = nameOf(seen.phase);
  phase.isResort = isResort;
  if (seen.phase == sort::Phase::Scattered) {
    for (const sort::Drawn& drawn : seen.round) phase.points += drawn.points;
  }
  const std::vector<texel::IdTexel> next = seen.lists.next.download();
  phase.lists = {decoded(seen.lists.head.download(), texel::decodeSignedId),
                 decoded(next, texel::decodeSignedId)};
  for (const texel::IdTexel texel : next) phase.placed.push_back(texel::hasFlag(texel));
  return phase;
}

}  // namespace

Algorithm algorithmNamed(const std::string& name) {
  if (const auto* row = findName(sort::kAlgorithmNames, name)) return row->value;
  throw InputError("algorithm", fmt::format("'{}' is not one of {}", name,
                                            fmt::join(namesOf(sort::kAlgorithmNames), ", ")));
}

void setRadixParameter(SortSettings& settings, const std::string& name, int value) {
  const auto found = std::ranges::find(sort::kRadixParameters, name, &sort::RadixParameter::name);
  if (found == sort::kRadixParameters.end()) {
    std::vector<std::string> names;
    for (const sort::RadixParameter& each : sort::kRadixParameters) names.emplace_back(each.name);
    throw InputError("radix", fmt::format("'{}' is not one of {}", name, fmt::join(names, ", ")));
  }
  if (value < found->least || value > found->most) {
    throw InputError(name, fmt::format("{} is not in {}..{}", value, found->least, found->most));
  }
  settings.radix.*found->member = value;
}

Lists sortIntoLists(const Context& context, std::span<const std::uint32_t> bucketOf,
                    std::int64_t buckets, const SortSettings& settings) {
  requireSortable(bucketOf, buckets);
  sort::Settings resolved = settings;
  resolved.algorithm = sort::resolveForLists(settings.algorithm, context.state()->engine(),
                                             sort::longestList(bucketOf, buckets), buckets);
  return sortAndRead(context, bucketOf, buckets, resolved, "sort into lists",
                     [](const sort::Sort& sort) {
                       const sort::LinkedRanges lists = sort::downloadLists(sort);
                       return Lists{decoded(lists.head, texel::decodeSignedId),
                                    decoded(lists.next, texel::decodeSignedId)};
                     });
}

Ranges sortIntoRanges(const Context& context, std::span<const std::uint32_t> bucketOf,
                      std::int64_t buckets, const SortSettings& settings) {
  requireSortable(bucketOf, buckets);
  sort::Settings resolved = settings;
  resolved.algorithm =
      sort::resolve(settings.algorithm, context.state()->engine(), sort::ResultKind::Ranges);
  if (!sort::makesRanges(resolved.algorithm)) {
    throw InputError(
        "sort algorithm",
        "Bucket and Atomic make only lists; Bitonic, ABiSort, Counting and Radix make ranges");
  }
  return sortAndRead(context, bucketOf, buckets, resolved, "sort into ranges",
                     [](const sort::Sort& sort) {
                       return Ranges{decoded(sort.ranges()->order.download(), texel::decodeId),
                                     decoded(sort.ranges()->start.download(), texel::decodeId)};
                     });
}

std::vector<SortPhase> traceSort(const Context& context, std::span<const std::uint32_t> bucketOf,
                                 std::int64_t buckets, const SortSettings& settings,
                                 std::span<const std::uint32_t> movedTo) {
  requireSortable(bucketOf, buckets);
  requireSortable(movedTo, buckets);
  if (!movedTo.empty() && movedTo.size() != bucketOf.size()) {
    throw InputError("moved to",
                     fmt::format("{} buckets for {} elements", movedTo.size(), bucketOf.size()));
  }
  sort::requireValid(settings);
  const std::int64_t elements = std::ssize(bucketOf);
  const library::Call call(*context.state());
  const texel::Device device = context.state()->makeDevice(std::max(elements, buckets));
  const texel::IdArray before(device, "bucket of each element", bucketOf);
  std::vector<SortPhase> phases;
  bool isResort = false;
  sort::BucketSort sort(device, settings, elements, buckets);
  sort.observe([&](const sort::Observation& seen) { phases.push_back(phaseFrom(seen, isResort)); });
  sort.sort(before);
  if (!movedTo.empty()) {
    isResort = true;
    sort.resort(before, texel::IdArray(device, "later bucket of each element", movedTo));
  }
  call.finish("trace of a sort");
  return phases;
}

}  // namespace gpubuck
