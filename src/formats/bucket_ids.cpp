#include "formats/bucket_ids.h"

#include <fmt/format.h>

#include "base/id.h"
#include "file/npy.h"

namespace gpubuck::formats {
namespace {

/// Returns why an id cannot be a bucket.
std::string complaint(std::string_view id, std::int64_t buckets) {
  return id.find('-') != std::string_view::npos
             ? fmt::format("bucket id {} is negative", id)
             : fmt::format("bucket id {} is not below the {} buckets", id, buckets);
}

std::vector<std::uint32_t> readText(file::InputFile& file, std::int64_t buckets) {
  std::vector<std::uint32_t> ids;
  file::LineReader lines(file);
  for (std::string_view text; lines.next(text);) {
    if (std::ssize(ids) == kMaxCount) lines.fail(fmt::format("more than {} elements", kMaxCount));
    if (text.empty()) lines.fail("blank line, expected a bucket id");
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) {
      lines.fail(file::inQuotes(text) + " is not a bucket id");
    }
    const std::optional<std::int64_t> id = numberIn<std::int64_t>(text);
    if (!id) lines.fail(complaint(file::inQuotes(text), buckets));  // beyond 64 bits
    if (*id < 0 || *id >= buckets) lines.fail(complaint(std::to_string(*id), buckets));
    ids.push_back(static_cast<std::uint32_t>(*id));
  }
  return ids;
}

std::vector<std::uint32_t> readArray(file::InputFile& file, std::int64_t buckets) {
  const file::NpyIntegers array = file::readNpyIntegers(file);
  if (array.shape.size() != 1) {
    file.fail(fmt::format("has {} dimensions, expected 1", array.shape.size()));
  }
  std::vector<std::uint32_t> ids;
  ids.reserve(array.values.size());
  for (const std::int64_t id : array.values) {
    if (id < 0 || id >= buckets) {
      file.fail(fmt::format("element {}: {}", ids.size(), complaint(std::to_string(id), buckets)));
    }
    ids.push_back(static_cast<std::uint32_t>(id));
  }
  return ids;
}

}  // namespace

std::vector<std::uint32_t> readBucketIds(const std::string& pathOrDash, std::int64_t buckets) {
  file::InputFile file(pathOrDash);
  if (file.peek() == EOF) {
    file.fail("empty file, expected bucket ids (zero elements: an .npy array of shape (0,))");
  }
  return file::isNpy(file) ? readArray(file, buckets) : readText(file, buckets);
}

}  // namespace gpubuck::formats
