// NumPy's .npy arrays (format versions 1.0 to 3.0, numpy.lib.format).
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "io/input_file.h"

namespace gpubuck::io {

/// Whether the input is such an array, by its first byte, which stays unread.
bool isNpy(InputFile& file);

struct NpyIntegers {
  std::vector<std::int64_t> values;  ///< row by row
  std::vector<std::int64_t> shape;   ///< empty for a scalar
};

/// Reads an array of any integer type and byte order. Throws InputError when the input is not a
/// .npy file, holds another type, is in Fortran order with more than one dimension, is truncated,
/// goes on after its last element, has a value beyond 64 signed bits, or has more than
/// `maxElements` (checked before memory is allocated).
NpyIntegers readNpyIntegers(InputFile& file, std::int64_t maxElements = kMaxCount);

struct NpyReals {
  std::vector<double> values;       ///< row by row
  std::vector<std::int64_t> shape;  ///< empty for a scalar
};

/// The same for float32 and float64; values may be infinite or NaN.
NpyReals readNpyReals(InputFile& file, std::int64_t maxElements);

/// A shape as numpy writes it: "(4, 3)", "(4,)".
std::string shapeText(const std::vector<std::int64_t>& shape);

/// The header of an array in C order and the machine's byte order, for a file that is written in
/// parts; `type` is numpy's without the order: "i4".
std::string npyHead(std::string_view type, const std::vector<std::int64_t>& shape);

/// Writes the array in C order and the machine's byte order. Throws RunError when the disk refuses,
/// std::invalid_argument when the shape does not hold exactly the values.
void writeNpy(const std::filesystem::path& path, std::span<const std::int32_t> values,
              const std::vector<std::int64_t>& shape);
void writeNpy(const std::filesystem::path& path, std::span<const std::int64_t> values,
              const std::vector<std::int64_t>& shape);
void writeNpy(const std::filesystem::path& path, std::span<const float> values,
              const std::vector<std::int64_t>& shape);
void writeNpy(const std::filesystem::path& path, std::span<const double> values,
              const std::vector<std::int64_t>& shape);

}  // namespace gpubuck::io
