// The discrete Fourier transform of an array on the GPU.
#pragma once

#include <array>

#include "texel/map_pass.h"

namespace gpubuck::texel {

/// Transforms complex numbers on a regular grid by Stockham's algorithm, with log2(n) passes
/// (shaders/texel/fourier_stage.glsl) for n elements along an axis. The relative error, as the root
/// of the mean square over all elements, is about 2^-24 per pass.
class FourierTransform {
 public:
  /// Prepares for grids of these sizes, each a power of two. Throws RunError for other sizes, and
  /// if there is too little GPU memory.
  FourierTransform(const Device& device, const std::array<int, 3>& sizes);

  /// Replaces each element v(m) by the sum over all n of v(n) exp(-2 pi i (m_x n_x / N_x + m_y n_y
  /// / N_y + m_z n_z / N_z)), where N are the sizes. v(n_x, n_y, n_z) is element n_x + N_x (n_y +
  /// N_y n_z) of `values`. The xy and the zw of an element are two complex numbers, which are
  /// transformed separately.
  void operator()(Vec4Array& values);

 private:
  std::array<int, 3> sizes_;
  MapPass stage_;
  Vec4Array turns_;  ///< exp(-2 pi i m / M), where M is the largest size
  bool holdsTurns_ = false;
  Vec4Array spare_;
};

}  // namespace gpubuck::texel
