// The input of `gpubuck sort`: the bucket of every element.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gpubuck::formats {

/// Reads one decimal bucket id per line, or a .npy array of integers with one dimension (recognised
/// by its first byte); `-` is standard input. Lines may end with LF or CR LF, the last with
/// neither. Throws InputError naming the wrong line (from 1) or element (from 0): an id that
/// is not below `buckets`, negative, not a number, a blank line, more than kMaxCount elements, or
/// an empty file. Zero elements are an .npy array of shape (0,), since an empty file is far more
/// often left by a program that failed.
std::vector<std::uint32_t> readBucketIds(const std::string& pathOrDash, std::int64_t buckets);

}  // namespace gpubuck::formats
