#include "sort/radix_sort.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.h"

namespace gpubuck::sort {
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
