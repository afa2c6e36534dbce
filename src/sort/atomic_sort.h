// Lists by image atomics on the paper's own textures: OpenGL 4.3.
#pragma once

#include "sort/sort.h"
#include "texel/map_pass.h"

namespace gpubuck::sort {

/// Every element exchanges itself with its bucket's head in one atomic operation and keeps the old
/// head as its next. There are always two passes: one empties the lists, one fills them. A re-sort
/// is a full sort, which costs less than to find the elements that moved. The order of a list is
/// undefined.
class AtomicSort final : public Sort {
 public:
  AtomicSort(const texel::Device& device, std::int64_t elements, std::int64_t buckets);

  void sort(const texel::IdArray& mapping) override;

 private:
  texel::MapPass emptyHeads_;
  texel::MapPass insertAtomic_;
};

}  // namespace gpubuck::sort
