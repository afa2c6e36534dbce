// Reads the input of `gpubuck sort`, which is the bucket of every element.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gpubuck::formats {

/// Reads one decimal bucket id per line, or a .npy array of integers with one dimension (recognised
/// by its first byte); `-` is standard input. Lines may end with LF or CR LF; this end may be
/// missing in the last line. Throws InputError for an id that is negative, not below `buckets` or
/// not a number, for a blank line, for more than kMaxCount elements, and for an empty file. The
/// error names the line (counted from 1) or the element (from 0). Zero elements are given as a .npy
/// array of shape (0,). An empty file is an error, since most empty files are left by programs that
/// failed.
std::vector<std::uint32_t> readBucketIds(const std::string& pathOrDash, std::int64_t buckets);

}  // namespace gpubuck::formats
