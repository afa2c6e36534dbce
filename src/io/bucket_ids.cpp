#include "io/bucket_ids.h"

#include <fmt/format.h>

#include <system_error>

#include "base/error.h"
#include "base/id.h"
#include "base/number.h"
#include "io/npy.h"

namespace gpubuck::io {
namespace {

/// Why an id cannot be a bucket.
std::string complaint(std::string_view id, bool isNegative, std::int64_t buckets) {
  return isNegative ? fmt::format("bucket id {} is negative", id)
                    : fmt::format("bucket id {} is not below the {} buckets", id, buckets);
}

std::uint32_t parseLine(std::string_view text, std::int64_t buckets, const LineReader& lines) {
  std::int64_t id = 0;
  const std::errc error = parseNumber(text, id);
  if (error == std::errc::invalid_argument) {
    throw InputError(lines.where(), text.empty() ? std::string("blank line, expected a bucket id")
                                                 : inQuotes(text) + " is not a bucket id");
  }
  const bool isTooLong = error == std::errc::result_out_of_range;
  if (isTooLong || id < 0 || id >= buckets) {
    throw InputError(lines.where(), complaint(isTooLong ? inQuotes(text) : std::string(text),
                                              text.starts_with('-'), buckets));
  }
  return static_cast<std::uint32_t>(id);
}

std::vector<std::uint32_t> readText(InputFile& file, std::int64_t buckets) {
  std::vector<std::uint32_t> ids;
  LineReader lines(file);
  for (std::string_view text; lines.next(text);) {
    if (static_cast<std::int64_t>(ids.size()) == kMaxCount) {
      throw InputError(lines.where(), fmt::format("more than {} elements", kMaxCount));
    }
    ids.push_back(parseLine(text, buckets, lines));
  }
  return ids;
}

std::vector<std::uint32_t> readArray(InputFile& file, std::int64_t buckets) {
  const NpyIntegers array = readNpyIntegers(file);
  if (array.shape.size() != 1) {
    throw InputError(file.name(), fmt::format("has {} dimensions, expected 1", array.shape.size()));
  }
  std::vector<std::uint32_t> ids(array.values.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::int64_t id = array.values[i];
    if (id < 0 || id >= buckets) {
      throw InputError(file.name(), fmt::format("element {}: {}", i,
                                                complaint(std::to_string(id), id < 0, buckets)));
    }
    ids[i] = static_cast<std::uint32_t>(id);
  }
  return ids;
}

}  // namespace

std::vector<std::uint32_t> readBucketIds(const std::string& pathOrDash, std::int64_t buckets) {
  InputFile file(pathOrDash);
  if (file.peek() == EOF) {
    throw InputError(
        file.name(),
        "empty file, expected bucket ids (zero elements: an .npy array of shape (0,))");
  }
  return isNpy(file) ? readArray(file, buckets) : readText(file, buckets);
}

}  // namespace gpubuck::io
