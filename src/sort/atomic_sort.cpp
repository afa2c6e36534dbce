#include "sort/atomic_sort.h"

namespace gpubuck::sort {

AtomicSort::AtomicSort(const texel::Device& device, std::int64_t elements, std::int64_t buckets)
    : Sort(BucketLists(device, elements, buckets)),
      // Not Array::fill, which draws: that is 20 times slower on GPUs that draw with few
      // multiprocessors.
      emptyHeads_(device, {.name = "sort/empty_heads",
                           .outputs = {{"o_head", texel::Format::Id}},
                           .launch = texel::Launch::Compute}),
      insertAtomic_(device, {.name = "sort/insert_atomic",
                             .outputs = {{"o_next", texel::Format::Id}},
                             .atomics = {"u_head"},
                             .launch = texel::Launch::Compute}) {}

void AtomicSort::sort(const texel::IdArray& mapping) {
  BucketLists& buckets = *lists();
  emptyHeads_.run(buckets.head.count(), {}, {{"o_head", buckets.head}});
  insertAtomic_.run(mapping.count(), {{"u_mapping", mapping}},
                    {{"o_next", buckets.next}, {"u_head", buckets.head}});
}

}  // namespace gpubuck::sort
