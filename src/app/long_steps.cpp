#include "app/long_steps.h"

#include <algorithm>
#include <cmath>
#include <thread>

#include "gl/context.h"

namespace gpubuck::app {
namespace {

struct Work {
  double lot;          ///< pairs of a lot: some tenths of a second
  std::int64_t least;  ///< particles of a lot: fewer leave the device idle
};

Work workOf(bool isSoftware) {
  if (!isSoftware) return {.lot = 4e9, .least = 16'384};
  const double processors = std::max(std::thread::hardware_concurrency(), 1U);
  return {.lot = 1e8 * processors, .least = 1};
}

}  // namespace

std::optional<std::int64_t> particlesPerLot(const dpd::PairCost& cost, std::int64_t particles) {
  if (!dpd::isLongStep(cost, particles)) return {};
  const Work work = workOf(gl::isSoftware());
  return std::max<std::int64_t>(std::llround(work.lot / cost.candidates), work.least);
}

}  // namespace gpubuck::app
