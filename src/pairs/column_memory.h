// The memory of the columns of a PairTable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace gpubuck::pairs {

/// Maximum number of bytes of all freed columns that are kept for later columns.
inline constexpr std::size_t kMostKept = std::size_t{32} << 20;

/// Returns the number of bytes of the freed columns that are kept now.
///
/// A program that searches at every step frees columns and then allocates columns of about the same
/// size. If the system took back the pages of the freed columns and cleared pages for the new
/// columns, this would take as long as a search among 1,000 points.
std::size_t keptColumnBytes();

/// Returns the bytes of main memory that are free, or nothing if the system does not say so. If
/// these are less than `wanted`, the kept columns are freed first.
std::optional<std::int64_t> freeMemoryFor(std::int64_t wanted);

}  // namespace gpubuck::pairs
