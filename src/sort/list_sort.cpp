#include "sort/list_sort.h"

#include <fmt/format.h>

#include "base/error.h"
#include "sort/atomic_sort.h"
#include "sort/bucket_sort.h"
#include "sort/linked_ranges.h"

namespace gpubuck::sort {

BucketLists::BucketLists(const texel::Device& device, std::int64_t elements, std::int64_t buckets)
    : head(device, "head", texel::Format::Id, buckets),
      next(device, "next", texel::Format::Id, elements) {}

Algorithm resolve(Algorithm algorithm, texel::Engine engine) {
  if (algorithm != Algorithm::Auto) return algorithm;
  return engine == texel::Engine::Fast ? Algorithm::Atomic : Algorithm::Bucket;
}

std::string whyNot(Algorithm algorithm, const gl::Capabilities& capabilities) {
  if (algorithm == Algorithm::Bucket || algorithm == Algorithm::Bitonic) return {};
  return texel::whyNot(texel::Engine::Fast, capabilities);
}

std::unique_ptr<ListSort> makeListSort(const texel::Device& device, const Settings& settings,
                                       std::int64_t elements, std::int64_t buckets) {
  if (settings.subBuffers < 1) {
    throw InputError("sub-buffers", fmt::format("{} is below 1", settings.subBuffers));
  }
  if (!(settings.threshold >= 0.0 && settings.threshold <= 1.0)) {
    throw InputError("threshold", fmt::format("{} is not within 0..1", settings.threshold));
  }
  const Algorithm algorithm = resolve(settings.algorithm, device.engine());
  if (algorithm == Algorithm::Bucket) {
    return std::make_unique<BucketSort>(device, settings, elements, buckets);
  }
  if (makesRanges(algorithm)) {
    return std::make_unique<LinkedRanges>(device, settings, elements, buckets);
  }
  if (const std::string reason = whyNot(Algorithm::Atomic, device.capabilities());
      !reason.empty()) {
    throw RunError("sort algorithm atomic", reason);
  }
  return std::make_unique<AtomicSort>(device);
}

}  // namespace gpubuck::sort
