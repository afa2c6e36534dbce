#include "texel/sum.h"

#include <limits>

#include "base/number.h"

namespace gpubuck::texel {
namespace {

/// Elements one invocation adds; the shaders take it from their prologue.
constexpr std::int64_t kBlock = 64;

std::int64_t blocks(std::int64_t count) { return divideUp(count, kBlock); }

MapPassInfo info(const std::string& name, const std::string& prologue = {}) {
  return {.name = name,
          .outputs = {{"o_x", Format::UInt4},
                      {"o_y", Format::UInt4},
                      {"o_z", Format::UInt4},
                      {"o_w", Format::UInt4}},
          .prologue = "const int kBlock = " + std::to_string(kBlock) + ";\n" + prologue};
}

std::vector<UInt4Array> wideArrays(const Device& device, std::int64_t capacity) {
  std::vector<UInt4Array> arrays;
  for (const char* label : {"sum x", "sum y", "sum z", "sum w"}) {
    arrays.emplace_back(device, label, blocks(capacity));
  }
  return arrays;
}

std::vector<Output> outputs(std::vector<UInt4Array>& wide) {
  return {{"o_x", wide[0]}, {"o_y", wide[1]}, {"o_z", wide[2]}, {"o_w", wide[3]}};
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

Sum::Sum(const Device& device, std::int64_t capacity)
    : sumFloats_(device, info("texel/sum_floats")),
      sumGroup_(device, info("texel/sum_floats", "#define GROUPS\n")),
      sumWide_(device, info("texel/sum_wide")),
      partials_(wideArrays(device, capacity)),
      spare_(wideArrays(device, capacity)) {}

std::array<double, 4> Sum::operator()(const Vec4Array& values, std::int64_t count) {
  sumFloats_.run(blocks(count), {{"u_values", values}, {"u_elements", static_cast<int>(count)}},
                 outputs(partials_));
  return finish(blocks(count));
}

std::array<double, 4> Sum::operator()(const Vec4Array& values, std::int64_t count,
                                      const Vec4Array& groups, int group) {
  sumGroup_.run(blocks(count),
                {{"u_values", values},
                 {"u_elements", static_cast<int>(count)},
                 {"u_groups", groups},
                 {"u_group", group}},
                outputs(partials_));
  return finish(blocks(count));
}

std::array<double, 4> Sum::finish(std::int64_t partials) {
  if (partials == 0) return {};
  for (; partials > 1; partials = blocks(partials)) {
    sumWide_.run(blocks(partials),
                 {{"u_x", partials_[0]},
                  {"u_y", partials_[1]},
                  {"u_z", partials_[2]},
                  {"u_w", partials_[3]},
                  {"u_elements", static_cast<int>(partials)}},
                 outputs(spare_));
    std::swap(partials_, spare_);
  }
  std::array<double, 4> sums{};
  for (std::size_t channel = 0; channel < 4; ++channel) {
    sums[channel] = fromWide(partials_[channel].first());
  }
  return sums;
}

}  // namespace gpubuck::texel
