#include "sort/atomic_sort.h"

namespace gpubuck::sort {

AtomicSort::AtomicSort(const texel::Device& device)
    : insertAtomic_(device, {.name = "sort/insert_atomic",
                             .inputs = {"u_mapping"},
                             .outputs = {{"o_next", texel::Format::Id}},
                             .atomics = {"u_head"},
                             .prologue = "",
                             .launch = texel::Engine::Fast}) {}

void AtomicSort::sort(const texel::Array& mapping, BucketLists& lists) {
  statistics_ = {};
  statistics_.moved = mapping.count();
  lists.head.fill(glm::vec4(1.0F));
  insertAtomic_.run(mapping.count(), {&mapping}, {&lists.next}, {&lists.head});
  statistics_.iterations = mapping.count() > 0 ? 1 : 0;
  statistics_.pointsDrawn = mapping.count();
}

void AtomicSort::resort(const texel::Array& /*oldMapping*/, const texel::Array& mapping,
                        BucketLists& lists) {
  sort(mapping, lists);
}

}  // namespace gpubuck::sort
