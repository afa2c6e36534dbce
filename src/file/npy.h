// NumPy's .npy arrays (format versions 1.0 to 3.0, numpy.lib.format).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/id.h"
#include "file/input_file.h"
#include "file/output_file.h"

namespace gpubuck::file {

using NpyShape = std::vector<std::int64_t>;

template <typename T>
struct NpyArray {
  std::vector<T> values;  ///< row by row
  NpyShape shape;         ///< empty for a scalar
};
using NpyIntegers = NpyArray<std::int64_t>;
using NpyReals = NpyArray<double>;

/// Returns whether the input is a .npy array. Looks only at the first byte, which stays unread.
bool isNpy(InputFile& file);

/// Reads an array of any integer type and byte order. Throws InputError when the input is not a
/// .npy file, is truncated, or has bytes after its last element. Also throws InputError for a type
/// that is not an integer, Fortran order with more than one dimension, a value beyond 64 signed
/// bits, and more than `maxElements` elements. Memory is allocated as data arrive, whatever size
/// the header claims.
NpyIntegers readNpyIntegers(InputFile& file, std::int64_t maxElements = kMaxCount);
/// Reads an array of float32 or float64 in the same way; values may be infinite or NaN.
NpyReals readNpyReals(InputFile& file, std::int64_t maxElements);

/// Returns a shape as numpy writes it: "(4, 3)", "(4,)".
std::string shapeText(const NpyShape& shape);

/// Returns the header of an array in C order and the machine's byte order, for a file that is
/// written in parts. `type` is numpy's type without the byte order, such as "i4".
std::string npyHead(std::string_view type, const NpyShape& shape);

/// A field of the records of a structured array: its name, its type as for npyHead(), and the count
/// of its numbers.
struct NpyField {
  std::string_view name, type;
  int count = 1;
};

/// Returns the header of an array of `count` records, whose fields follow each other without gaps.
std::string npyHead(std::span<const NpyField> fields, std::int64_t count);

/// Writes an array in C order and the machine's byte order from its bytes. Throws RunError if the
/// disk refuses, and std::invalid_argument unless the shape has exactly as many elements as there
/// are values.
void writeNpyBytes(FileWriter& file, std::string_view type, std::span<const std::byte> bytes,
                   const NpyShape& shape);

/// Writes a vector, span or array of numbers.
template <std::ranges::contiguous_range Values>
void writeNpy(FileWriter& file, const Values& values, const NpyShape& shape) {
  using T = std::ranges::range_value_t<Values>;
  static_assert(std::is_floating_point_v<T> || std::is_signed_v<T>);
  const char* const kind = std::is_floating_point_v<T> ? "f" : "i";
  writeNpyBytes(file, kind + std::to_string(sizeof(T)), std::as_bytes(std::span(values)), shape);
}

/// Writes a vector, span or array of numbers as a file of its own.
template <std::ranges::contiguous_range Values>
void writeNpy(const std::filesystem::path& path, const Values& values, const NpyShape& shape) {
  writeFile(path, [&](FileWriter& file) { writeNpy(file, values, shape); });
}

}  // namespace gpubuck::file
