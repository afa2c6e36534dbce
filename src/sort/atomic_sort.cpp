#include "sort/atomic_sort.h"

namespace gpubuck::sort {

AtomicSort::AtomicSort(const texel::Device& device)
    // Not Array::fill, which draws: that is 20 times slower where few multiprocessors draw.
    : emptyHeads_(device, {.name = "sort/empty_heads",
                           .inputs = {},
                           .outputs = {{"o_head", texel::Format::Id}},
                           .launch = texel::Engine::Fast}),
      insertAtomic_(device, {.name = "sort/insert_atomic",
                             .inputs = {"u_mapping"},
                             .outputs = {{"o_next", texel::Format::Id}},
                             .atomics = {"u_head"},
                             .prologue = "",
                             .launch = texel::Engine::Fast}) {}

void AtomicSort::sort(const texel::Array& mapping, BucketLists& lists) {
  statistics_ = {};
  statistics_.moved = mapping.count();
  emptyHeads_.run(lists.head.count(), {}, {&lists.head});
  insertAtomic_.run(mapping.count(), {&mapping}, {&lists.next}, {&lists.head});
  statistics_.iterations = mapping.count() > 0 ? 1 : 0;
  statistics_.pointsDrawn = mapping.count();
}

void AtomicSort::resort(const texel::Array& /*oldMapping*/, const texel::Array& mapping,
                        BucketLists& lists) {
  sort(mapping, lists);
}

}  // namespace gpubuck::sort
