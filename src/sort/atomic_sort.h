// Lists by image atomics on the paper's own textures: OpenGL 4.3.
#pragma once

#include "sort/list_sort.h"
#include "texel/map_pass.h"

namespace gpubuck::sort {

/// Every element exchanges itself with its bucket's head in one atomic operation and keeps what was
/// there as its next. Two passes, whatever the data: one empties the lists, one fills them. The
/// order within a list is not defined.
class AtomicSort final : public ListSort {
 public:
  explicit AtomicSort(const texel::Device& device);

  void sort(const texel::Array& mapping, BucketLists& lists) override;

  /// A full sort: it costs less than finding out what moved.
  void resort(const texel::Array& oldMapping, const texel::Array& mapping,
              BucketLists& lists) override;

 private:
  texel::MapPass emptyHeads_;
  texel::MapPass insertAtomic_;
};

}  // namespace gpubuck::sort
