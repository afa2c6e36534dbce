#include "texel/sum.h"

#include <cmath>
#include <limits>

namespace gpubuck::texel {
namespace {

/// Elements one invocation adds; the shaders take it from their prologue.
constexpr std::int64_t kBlock = 64;

std::int64_t blocks(std::int64_t count) { return (count + kBlock - 1) / kBlock; }

MapPassInfo info(const std::string& name, std::vector<std::string> inputs, std::string prologue) {
  return {.name = name,
          .inputs = std::move(inputs),
          .outputs = {{"o_x", Format::UInt4},
                      {"o_y", Format::UInt4},
                      {"o_z", Format::UInt4},
                      {"o_w", Format::UInt4}},
          .prologue = "const int kBlock = " + std::to_string(kBlock) + ";\n" + std::move(prologue)};
}

std::vector<Array> wideArrays(const Device& device, std::int64_t capacity) {
  std::vector<Array> arrays;
  for (const char* label : {"sum x", "sum y", "sum z", "sum w"}) {
    arrays.emplace_back(device, label, Format::UInt4, blocks(capacity));
  }
  return arrays;
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
    : sumFloats_(device, info("texel/sum_floats", {"u_values"}, "")),
      sumGroup_(device, info("texel/sum_floats", {"u_values", "u_groups"}, "#define GROUPS\n")),
      sumWide_(device, info("texel/sum_wide", {"u_x", "u_y", "u_z", "u_w"}, "")),
      partials_(wideArrays(device, capacity)),
      spare_(wideArrays(device, capacity)) {}

std::array<double, 4> Sum::operator()(const Array& values, std::int64_t count) {
  sumFloats_.set("u_elements", static_cast<int>(count));
  sumFloats_.run(blocks(count), {&values},
                 {&partials_[0], &partials_[1], &partials_[2], &partials_[3]});
  return finish(blocks(count));
}

std::array<double, 4> Sum::operator()(const Array& values, std::int64_t count, const Array& groups,
                                      int group) {
  sumGroup_.set("u_elements", static_cast<int>(count));
  sumGroup_.set("u_group", group);
  sumGroup_.run(blocks(count), {&values, &groups},
                {&partials_[0], &partials_[1], &partials_[2], &partials_[3]});
  return finish(blocks(count));
}

std::array<double, 4> Sum::finish(std::int64_t partials) {
  if (partials == 0) return {};
  for (; partials > 1; partials = blocks(partials)) {
    sumWide_.set("u_elements", static_cast<int>(partials));
    sumWide_.run(blocks(partials), {&partials_[0], &partials_[1], &partials_[2], &partials_[3]},
                 {&spare_[0], &spare_[1], &spare_[2], &spare_[3]});
    std::swap(partials_, spare_);
  }
  std::array<double, 4> sums{};
  for (std::size_t channel = 0; channel < 4; ++channel) {
    sums[channel] = fromWide(partials_[channel].first());
  }
  return sums;
}

}  // namespace gpubuck::texel
