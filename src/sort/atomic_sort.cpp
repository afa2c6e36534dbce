#include "sort/atomic_sort.h"

namespace gpubuck::sort {

AtomicSort::AtomicSort(const texel::Device& device, std::int64_t elements, std::int64_t buckets)
    : Sort(BucketLists(device, elements, buckets)),
      // Not Array::fill, which draws: that is 20 times slower where few multiprocessors draw.
      emptyHeads_(device, {.name = "sort/empty_heads",
                           .inputs = {},
                           .outputs = {{"o_head", texel::Format::Id}},
                           .launch = texel::Launch::Compute}),
      insertAtomic_(device, {.name = "sort/insert_atomic",
                             .inputs = {"u_mapping"},
                             .outputs = {{"o_next", texel::Format::Id}},
                             .atomics = {"u_head"},
                             .prologue = "",
                             .launch = texel::Launch::Compute}) {}

void AtomicSort::sort(const texel::Array& mapping) {
  BucketLists& buckets = *lists();
  emptyHeads_.run(buckets.head.count(), {}, {&buckets.head});
  insertAtomic_.run(mapping.count(), {&mapping}, {&buckets.next}, {&buckets.head});
}

}  // namespace gpubuck::sort
