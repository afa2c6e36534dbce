#include "texel/fourier_transform.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "base/error.h"

namespace gpubuck::texel {
namespace {

std::array<int, 3> requirePowersOfTwo(const std::array<int, 3>& sizes) {
  for (const int size : sizes) {
    if (size > 0 && std::has_single_bit(static_cast<unsigned>(size))) continue;
    throw RunError("Fourier transform", fmt::format("size {} is not a power of two", size));
  }
  return sizes;
}

/// Computes the twiddle factors on the CPU in double precision, since sines differ from GPU to GPU
/// and may be wrong by 2^-11.
std::vector<glm::vec4> turns(std::int64_t count) {
  std::vector<glm::vec4> all;
  for (std::int64_t m = 0; m < count; ++m) {
    const double angle =
        -2.0 * std::numbers::pi * static_cast<double>(m) / static_cast<double>(count);
    all.emplace_back(std::cos(angle), std::sin(angle), 0.0F, 0.0F);
  }
  return all;
}

}  // namespace

FourierTransform::FourierTransform(const Device& device, const std::array<int, 3>& sizes)
    : sizes_(requirePowersOfTwo(sizes)),
      stage_(device, {.name = "texel/fourier_stage", .outputs = {{"o_values", Format::Vec4}}}),
      turns_(device, "turns", *std::ranges::max_element(sizes)),
      spare_(device, "Fourier transform",
             static_cast<std::int64_t>(sizes[0]) * sizes[1] * sizes[2]) {}

void FourierTransform::operator()(Vec4Array& values) {
  if (!std::exchange(holdsTurns_, true)) turns_.upload(turns(turns_.count()));
  int stride = 1;
  for (const int size : sizes_) {
    for (int half = 1; half < size; half *= 2) {
      stage_.run(spare_.count(),
                 {{"u_values", values},
                  {"u_turns", turns_},
                  {"u_stride", stride},
                  {"u_size", size},
                  {"u_half", half},
                  {"u_turnStep", static_cast<int>(turns_.count()) / (2 * half)}},
                 {{"o_values", spare_}});
      std::swap(values, spare_);
    }
    stride *= size;
  }
}

}  // namespace gpubuck::texel
