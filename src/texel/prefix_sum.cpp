#include "texel/prefix_sum.h"

#include <string>

#include "base/number.h"

namespace gpubuck::texel {
namespace {

constexpr std::int64_t kBlock = 8;

std::string prologue() { return "const int kBlock = " + std::to_string(kBlock) + ";\n"; }

}  // namespace

PrefixSum::PrefixSum(const Device& device, std::int64_t count)
    : count_(count),
      up_(device, {.name = "texel/prefix_sum_up",
                   .outputs = {{"o_total", Format::UInt4}},
                   .prologue = prologue()}),
      down_(device, {.name = "texel/prefix_sum_down",
                     .outputs = {{"o_end", Format::UInt4}},
                     .prologue = prologue()}) {
  do {
    count = divideUp(count, kBlock);
    totals_.emplace_back(device, "prefix sum totals", count);
    if (count > 1) blockEnds_.emplace_back(device, "prefix sum ends", count);
  } while (count > 1);
}

void PrefixSum::run(const UInt4Array& values, UInt4Array& ends) {
  const auto valuesOf = [&](std::size_t level) -> const UInt4Array& {
    return level == 0 ? values : totals_[level - 1];
  };
  for (std::size_t level = 0; level < totals_.size(); ++level) {
    const std::int64_t count = level == 0 ? count_ : totals_[level - 1].count();
    up_.run(totals_[level].count(),
            {{"u_values", valuesOf(level)}, {"u_elements", static_cast<int>(count)}},
            {{"o_total", totals_[level]}});
  }
  for (std::size_t level = totals_.size(); level-- > 0;) {
    // The last level is one block, whose end is never read.
    const UInt4Array& blockEnds = level < blockEnds_.size() ? blockEnds_[level] : totals_[level];
    UInt4Array& target = level == 0 ? ends : blockEnds_[level - 1];
    down_.run(level == 0 ? count_ : target.count(),
              {{"u_values", valuesOf(level)}, {"u_blockEnds", blockEnds}}, {{"o_end", target}});
  }
}

PrefixSum::Totals PrefixSum::totals() const {
  if (count_ == 0) return {};
  const glm::uvec4 total = totals_.back().first();
  return {std::uint64_t{total.y} << 32 | total.x, std::uint64_t{total.w} << 32 | total.z};
}

}  // namespace gpubuck::texel
