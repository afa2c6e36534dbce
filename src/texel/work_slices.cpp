#include "texel/work_slices.h"

#include <utility>

namespace gpubuck::texel {

void SliceLength::adapt(double seconds, double wanted, std::int64_t most) {
  constexpr std::int64_t kLeast = 32;
  if (seconds < wanted / 2.0) elements_ = std::min(2 * elements_, most);
  if (seconds > wanted * 1.5) elements_ = std::max(elements_ / 2, kLeast);
}

std::shared_ptr<const WorkSlices> sliceWork(const Device& device, WorkSlices slices) {
  auto shared = std::make_shared<const WorkSlices>(std::move(slices));
  device.sliceBy(shared);
  return shared;
}

void inSlices(const Device& device, Range range, const std::function<void(const Range&)>& run) {
  if (const auto slices = device.slices()) {
    const std::int64_t elements = slices->elements;
    for (; range.count > elements; range.first += elements, range.count -= elements) {
      run({range.first, elements});
      slices->between();
    }
  }
  run(range);
}

void betweenSlices(const Device& device) {
  if (const auto slices = device.slices()) slices->between();
}

}  // namespace gpubuck::texel
