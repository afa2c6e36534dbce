#include "dpd/buffer_step.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/id.h"
#include "base/number.h"
#include "dpd/cell_arrangement.h"
#include "dpd/listed_step.h"
#include "dpd/ordered_step.h"

namespace gpubuck::dpd {
namespace {

/// Of dpd/ordered_arrange and dpd/listed_place, the passes with the most buffers.
constexpr int kStorageBlocks = 9;

std::int64_t numbersOf(const texel::ComputeLimits& limits) { return limits.bufferBytes / 4; }

std::optional<cells::CellGrid> listsFor(const texel::ComputeLimits& limits, const cells::Box& box,
                                        std::int64_t particles) {
  if (!limits.software) return {};
  return ListedStep::gridFor(limits, box, particles);
}

}  // namespace

std::int64_t mostParticles(const texel::ComputeLimits& limits) {
  return std::min<std::int64_t>(kMaxCount, numbersOf(limits) / CellArrangement::kNumbersOfParticle);
}

std::string whyNoBufferStep(const texel::ComputeLimits& limits, const cells::CellGrid& grid,
                            std::int64_t particles) {
  if (limits.storageBlocks < kStorageBlocks) {
    return fmt::format("needs {} buffers in a shader, this driver allows {}", kStorageBlocks,
                       limits.storageBlocks);
  }
  const auto tooMany = [](std::int64_t count, const char* what) {
    return fmt::format("has no room for {} {} in this driver's largest shader buffer",
                       groupDigits(count), what);
  };
  if (particles > mostParticles(limits)) return tooMany(particles, "particles");
  // Beside lists there are only the counts of the sort whose cells are measured.
  const std::int64_t counters =
      listsFor(limits, grid.box, particles) ? grid.count() + 1 : CellCounters(grid.count()).words();
  if (counters > numbersOf(limits)) return tooMany(grid.count(), "cells");
  return {};
}

std::unique_ptr<BufferStep> makeBufferStep(const texel::Device& device, const Fluid& fluid,
                                           const StepSettings& settings,
                                           const cells::CellGrid& grid, std::int64_t particles) {
  if (!hasBufferStep(device.engine(), settings)) return nullptr;
  const texel::ComputeLimits limits = device.computeLimits("step");
  if (const std::string why = whyNoBufferStep(limits, grid, particles); !why.empty()) {
    throw RunError(fmt::format("--engine {}", texel::engineName(device.engine())), why);
  }
  if (const auto lists = listsFor(limits, fluid.box, particles)) {
    return std::make_unique<ListedStep>(device, fluid, grid, *lists, particles);
  }
  return std::make_unique<OrderedStep>(device, fluid, grid, particles);
}

}  // namespace gpubuck::dpd
