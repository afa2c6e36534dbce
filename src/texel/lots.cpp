#include "texel/lots.h"

#include <algorithm>
#include <utility>

namespace gpubuck::texel {
namespace {

thread_local const Lots* present = nullptr;

}  // namespace

Lots::Lots(std::int64_t elements, std::function<void()> between)
    : elements_(elements), between_(std::move(between)) {
  present = this;
}

Lots::~Lots() { present = nullptr; }

void Lots::run(Range range, const std::function<void(const Range&)>& run) const {
  for (; range.count > elements_; range.first += elements_, range.count -= elements_) {
    run({range.first, elements_});
    between_();
  }
  run(range);
}

void inLots(const Range& range, const std::function<void(const Range&)>& run) {
  if (present != nullptr) {
    present->run(range, run);
  } else {
    run(range);
  }
}

void betweenLots() {
  if (present != nullptr) present->between_();
}

}  // namespace gpubuck::texel
