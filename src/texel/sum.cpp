#include "texel/sum.h"

#include <limits>

#include "base/number.h"

namespace gpubuck::texel {
namespace {

/// Elements per invocation.
constexpr std::int64_t kBlock = 32;
constexpr std::int64_t kChannels = 4;

std::int64_t blocks(std::int64_t count) { return divideUp(count, kBlock); }

MapPassInfo info(const std::string& name, const std::string& prologue = {}) {
  return {.name = name, .outputs = {{"o_sum", Format::UInt4}}, .prologue = prologue};
}

}  // namespace

double fromWide(const glm::uvec4& wide) {
  if (wide.w == 0x80000000U) return std::numeric_limits<double>::quiet_NaN();
  const bool negative = (wide.w & 0x80000000U) != 0;
  const auto word = [&](glm::uint value) {
    return static_cast<long double>(negative ? ~value : value);
  };
  long double magnitude = word(wide.w) * 0x1p32L + word(wide.z) + word(wide.y) * 0x1p-32L;
  magnitude += (word(wide.x) + (negative ? 1.0L : 0.0L)) * 0x1p-64L;
  return static_cast<double>(negative ? -magnitude : magnitude);
}

Sum::Sum(const Device& device, std::int64_t capacity, std::int64_t most)
    : sumFloats_(device, info("texel/sum_floats")),
      sumGroup_(device, info("texel/sum_floats", "#define GROUPS\n")),
      sumWide_(device, info("texel/sum_wide")),
      partials_(device, "sum", kChannels * most * blocks(capacity)),
      spare_(device, "sum of blocks", kChannels * most * blocks(blocks(capacity))),
      totals_(device, "totals", kChannels * most) {}

std::vector<std::array<double, 4>> Sum::operator()(const std::vector<Summand>& summands,
                                                   std::int64_t count) {
  std::vector<std::array<double, 4>> sums(summands.size());
  if (count == 0) return sums;
  std::int64_t perRow = blocks(count);
  for (std::int64_t k = 0; k < std::ssize(summands); ++k) {
    const Summand& summand = summands[static_cast<std::size_t>(k)];
    std::vector<Input> inputs{{"u_values", *summand.values},
                              {"u_elements", static_cast<int>(count)},
                              {"u_sums", static_cast<int>(perRow)}};
    if (summand.groups) {
      inputs.insert(inputs.end(), {{"u_groups", *summand.groups}, {"u_group", summand.group}});
    }
    MapPass& pass = summand.groups ? sumGroup_ : sumFloats_;
    pass.run({kChannels * perRow * k, kChannels * perRow}, inputs, {{"o_sum", partials_}});
  }
  const std::int64_t rows = kChannels * std::ssize(summands);
  UInt4Array *from = &partials_, *to = &spare_;
  do {
    const std::int64_t sumsPerRow = blocks(perRow);
    UInt4Array& target = sumsPerRow == 1 ? totals_ : *to;
    sumWide_.run(rows * sumsPerRow,
                 {{"u_values", *from},
                  {"u_elements", static_cast<int>(perRow)},
                  {"u_sums", static_cast<int>(sumsPerRow)}},
                 {{"o_sum", target}});
    std::swap(from, to);
    perRow = sumsPerRow;
  } while (perRow > 1);
  const std::vector<glm::uvec4> totals = totals_.front(rows);
  for (std::size_t row = 0; row < totals.size(); ++row) {
    sums[row / kChannels][row % kChannels] = fromWide(totals[row]);
  }
  return sums;
}

std::array<double, 4> Sum::operator()(const Vec4Array& values, std::int64_t count) {
  return (*this)({{&values}}, count).front();
}

}  // namespace gpubuck::texel
