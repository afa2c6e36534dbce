#include "texel/point_order.h"

#include <fmt/format.h>

#include <array>

#include "base/error.h"
#include "texel/array.h"
#include "texel/scatter_pass.h"

namespace gpubuck::texel {
namespace {

/// Enough points to occupy all units of a GPU that draw in parallel.
constexpr std::int64_t kPoints = 16'384;
constexpr std::int64_t kTexels = 128;

/// Point i is drawn onto texel i / `neighbours` mod kTexels.
void requireLastPoints(const Device& device, ScatterPass& pass, IdArray& target, int neighbours) {
  target.fill(encodeId(kNullId, true));
  const std::array<PointBatch, 1> all{{{0, kPoints, nullptr}}};
  pass.run({.batches = all},
           {{"u_texels", static_cast<int>(kTexels)}, {"u_neighbours", neighbours}}, target);
  std::vector<std::uint32_t> last(kTexels);
  for (std::uint32_t i = 0; i < kPoints; ++i) {
    last[i / static_cast<std::uint32_t>(neighbours) % kTexels] = i;
  }
  const std::vector<IdTexel> found = target.download();
  for (std::size_t k = 0; k < last.size(); ++k) {
    const std::uint32_t id = decodeId(found[k]);
    if (id == last[k]) continue;
    throw RunError("order of points",
                   fmt::format("{} does not keep it: of {} points on a texel, the last of which is "
                               "{}, {} stays; the bucket sort needs the last one",
                               device.capabilities().renderer, kPoints / kTexels, last[k],
                               id == kNullId ? "none" : fmt::format("{}", id)));
  }
}

}  // namespace

void requirePointOrder(const Device& device) {
  device.once("order of points", [&] {
    const Profiler::Pause pause(device.profiler());
    ScatterPass pass(device, "texel/point_order");
    IdArray target(device, "order of points", kTexels);
    for (const int neighbours : {1, 7, static_cast<int>(kPoints / kTexels)}) {
      requireLastPoints(device, pass, target, neighbours);
    }
  });
}

}  // namespace gpubuck::texel
