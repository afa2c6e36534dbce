#include <vector>

#include "pairs/pair_list.h"
#include "pairs/point_layout.h"
#include "texel/device.h"

namespace gpubuck::pairs {

/// Compiles the passes of this layer for app/shader_dump.cpp: with a sort that makes lists and with
/// a sort that makes ranges, with and without hashed cells, and for every ListKind.
void compileShaders(const texel::Device& device) {
  const std::vector<glm::dvec3> near{glm::dvec3(0.0), glm::dvec3(1.0)};
  const std::vector<glm::dvec3> far{glm::dvec3(0.0), glm::dvec3(1000.0)};
  const LaidOutPoints laidOut = layOut(near, 1.0);
  for (const auto algorithm : {sort::Algorithm::Bucket, sort::Algorithm::Bitonic}) {
    const sort::Settings settings{.algorithm = algorithm};
    const PairList open(device, laidOut.layout, 2, ListKind::Half, settings);
    const PairList halfCells(device, laidOut.layout, 2, ListKind::HalfCells, settings);
    const PairList hashed(device, layOut(far, 1.0).layout, 2, ListKind::Full, settings);
  }
  // The passes that count potential pairs are compiled only when potential() is called.
  const texel::Vec4Array position(device, "points", laidOut.position);
  PairList counted(device, laidOut.layout, 2, ListKind::Half, {});
  counted.find(position, nullptr);
  counted.potential();
}

}  // namespace gpubuck::pairs
