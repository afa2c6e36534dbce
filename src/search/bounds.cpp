#include "search/bounds.h"

#include <vector>

#include "texel/map_pass.h"

namespace gpubuck::search {
namespace {

constexpr std::int64_t kBlock = 64;

}  // namespace

Bounds boundsOf(const texel::Device& device, const texel::Array& position) {
  texel::MapPass pass(device,
                      {.name = "search/bounds",
                       .inputs = {"u_low", "u_high"},
                       .outputs = {{"o_low", texel::Format::Vec4}, {"o_high", texel::Format::Vec4}},
                       .prologue = "const int kBlock = " + std::to_string(kBlock) + ";\n"});
  const texel::Array* low = &position;
  const texel::Array* high = &position;
  std::vector<texel::Array> levels;
  levels.reserve(2 * 5);  // 64^4 elements are more than there are ids; pointers stay good.
  do {
    const std::int64_t count = low->count();
    const std::int64_t blocks = (count + kBlock - 1) / kBlock;
    texel::Array& nextLow = levels.emplace_back(device, "low", texel::Format::Vec4, blocks);
    texel::Array& nextHigh = levels.emplace_back(device, "high", texel::Format::Vec4, blocks);
    pass.set("u_elements", static_cast<int>(count));
    pass.run(blocks, {low, high}, {&nextLow, &nextHigh});
    low = &nextLow;
    high = &nextHigh;
  } while (low->count() > 1);
  return {glm::dvec3(low->downloadVec4().front()), glm::dvec3(high->downloadVec4().front())};
}

}  // namespace gpubuck::search
