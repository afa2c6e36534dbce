// The input of `gpubuck sort`: the bucket of every element.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gpubuck::formats {

/// Reads one decimal bucket id per line, or a .npy array of integers with one dimension (recognised
/// by its first byte); `-` is standard input. Lines may end with LF or CR LF; the last line may
/// lack its end. Throws InputError, which names the wrong line (from 1) or element (from 0), for an
/// id that is negative, not below `buckets` or not a number, for a blank line, for more than
/// kMaxCount elements, and for an empty file. A .npy array of shape (0,) means zero elements; an
/// empty file does not, since it is far more often left by a program that failed.
std::vector<std::uint32_t> readBucketIds(const std::string& pathOrDash, std::int64_t buckets);

}  // namespace gpubuck::formats
