#include "io/npy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

#include "base/error.h"
#include "base/number.h"
#include "io/output_file.h"

namespace gpubuck::io {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr char kNativeOrder = std::endian::native == std::endian::little ? '<' : '>';

struct Header {
  std::string type;
  bool fortranOrder = false;
  std::vector<std::int64_t> shape;
};

[[noreturn]] void failHeader(const InputFile& file, const std::string& why) {
  throw InputError(file.name(), "the .npy header " + why);
}

std::string readExactly(InputFile& file, std::size_t size, const char* part) {
  std::string bytes(size, '\0');
  const std::size_t count = file.read(bytes.data(), size);
  if (count != size) {
    throw InputError(file.name(), fmt::format("truncated .npy file: {} of {} bytes of its {}",
                                              count, size, part));
  }
  return bytes;
}

/// The text after `'key':` in the Python dictionary of the header.
std::string_view valueOf(const InputFile& file, std::string_view dictionary, std::string_view key) {
  const std::string name = fmt::format("'{}':", key);
  const std::size_t at = dictionary.find(name);
  if (at == std::string_view::npos) failHeader(file, fmt::format("has no '{}'", key));
  std::string_view value = dictionary.substr(at + name.size());
  value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
  return value;
}

std::vector<std::int64_t> parseShape(const InputFile& file, std::string_view text) {
  const std::string_view tuple = text.substr(0, text.find(')'));
  bool isGood = tuple.starts_with('(') && tuple.size() < text.size();
  std::string_view rest = isGood ? tuple.substr(1) : tuple;
  std::vector<std::int64_t> shape;
  while (isGood && !rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find_first_of(", "));
    const auto side = numberIn<std::int64_t>(word);
    isGood = side && *side >= 0;
    shape.push_back(side.value_or(0));
    rest.remove_prefix(word.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(", "), rest.size()));
  }
  if (!isGood) failHeader(file, fmt::format("has the shape {}", inQuotes(tuple)));
  return shape;
}

Header readHeader(InputFile& file) {
  if (file.peek() == EOF) throw InputError(file.name(), "empty file, expected a .npy array");
  std::string start(kMagic.size(), '\0');
  start.resize(file.read(start.data(), start.size()));
  if (start != kMagic)
    throw InputError(file.name(), "is not a .npy file: it does not begin with \\x93NUMPY");
  const std::string version = readExactly(file, 2, "header");
  if (version[0] < 1 || version[0] > 3) {
    failHeader(file,
               fmt::format("is of version {}, not 1 to 3", static_cast<unsigned char>(version[0])));
  }
  const std::string length = readExactly(file, version[0] == 1 ? 2 : 4, "header");
  std::size_t size = 0;
  for (std::size_t i = length.size(); i-- > 0;) {
    size = size * 256 + static_cast<unsigned char>(length[i]);
  }
  constexpr std::size_t kLongestHeader = 65536;
  if (size > kLongestHeader) failHeader(file, fmt::format("claims {} bytes", size));
  const std::string dictionary = readExactly(file, size, "header");

  Header header;
  const std::string_view type = valueOf(file, dictionary, "descr");
  header.type = type.starts_with('\'') ? type.substr(1, type.find('\'', 1) - 1) : "a structure";
  header.fortranOrder = valueOf(file, dictionary, "fortran_order").starts_with("True");
  header.shape = parseShape(file, valueOf(file, dictionary, "shape"));
  return header;
}

/// Number of elements, or maxElements + 1 if it is larger.
std::int64_t countElements(const std::vector<std::int64_t>& shape, std::int64_t maxElements) {
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return 0;
  std::int64_t count = 1;
  for (const std::int64_t side : shape) {
    if (side > maxElements / count) return maxElements + 1;
    count *= side;
  }
  return count;
}

std::int64_t decode(const char* bytes, std::size_t size, bool isSigned, bool isLittle) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    value = value << 8 | static_cast<unsigned char>(bytes[isLittle ? size - 1 - i : i]);
  }
  const int unused = 64 - 8 * static_cast<int>(size);
  return isSigned ? static_cast<std::int64_t>(value << unused) >> unused
                  : static_cast<std::int64_t>(value);
}

/// The elements of an array as they are in the file.
struct RawArray {
  std::vector<std::int64_t> shape;
  char kind = 0;         ///< i, u, f
  std::size_t size = 0;  ///< bytes per element
  bool isLittle = true;
  std::string data;

  std::size_t count() const { return data.size() / size; }
  const char* element(std::size_t i) const { return data.data() + i * size; }
};

/// Reads an array whose elements are of a kind among `kinds` and of a size among `sizes`;
/// `expected` names those in the error.
RawArray readArray(InputFile& file, std::string_view kinds, std::string_view sizes,
                   const char* expected, std::int64_t maxElements) {
  const Header header = readHeader(file);
  const std::string& type = header.type;
  const auto isAmong = [](char c, std::string_view set) {
    return set.find(c) != std::string_view::npos;
  };
  if (type.size() != 3 || !isAmong(type[0], "<>|=") || !isAmong(type[1], kinds) ||
      !isAmong(type[2], sizes)) {
    throw InputError(file.name(), fmt::format("holds {}, expected {}", inQuotes(type), expected));
  }
  if (header.fortranOrder && header.shape.size() > 1) {
    throw InputError(file.name(),
                     "is in Fortran order, expected C order (numpy.ascontiguousarray)");
  }
  const std::int64_t count = countElements(header.shape, maxElements);
  if (count > maxElements) {
    throw InputError(file.name(), fmt::format("has the shape {}, more than {} elements",
                                              shapeText(header.shape), maxElements));
  }
  RawArray array;
  array.shape = header.shape;
  array.kind = type[1];
  array.size = static_cast<std::size_t>(type[2] - '0');
  array.isLittle = (isAmong(type[0], "<>") ? type[0] : kNativeOrder) == '<';
  array.data = readExactly(file, static_cast<std::size_t>(count) * array.size, "data");
  if (file.peek() != EOF) {
    throw InputError(file.name(), fmt::format("has bytes after its {} elements", count));
  }
  return array;
}

template <typename T>
void writeArray(const std::filesystem::path& path, std::string_view type, std::span<const T> values,
                const std::vector<std::int64_t>& shape) {
  const auto product =
      std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
  if (product != static_cast<std::int64_t>(values.size())) {
    throw std::invalid_argument(
        fmt::format("{} values do not fill an array of {} elements", values.size(), product));
  }
  writeFile(path, npyHead(type, shape),
            {reinterpret_cast<const char*>(values.data()), values.size_bytes()});
}

}  // namespace

bool isNpy(InputFile& file) { return file.peek() == static_cast<unsigned char>(kMagic[0]); }

NpyIntegers readNpyIntegers(InputFile& file, std::int64_t maxElements) {
  const RawArray raw = readArray(file, "iu", "1248", "integers (i1 to i8, u1 to u8)", maxElements);
  NpyIntegers array;
  array.shape = raw.shape;
  array.values.resize(raw.count());
  for (std::size_t i = 0; i < array.values.size(); ++i) {
    array.values[i] = decode(raw.element(i), raw.size, raw.kind == 'i', raw.isLittle);
    if (raw.kind == 'u' && array.values[i] < 0) {
      throw InputError(file.name(), fmt::format("element {}: {} is beyond {}", i,
                                                static_cast<std::uint64_t>(array.values[i]),
                                                std::numeric_limits<std::int64_t>::max()));
    }
  }
  return array;
}

NpyReals readNpyReals(InputFile& file, std::int64_t maxElements) {
  const RawArray raw = readArray(file, "f", "48", "float32 or float64 (f4, f8)", maxElements);
  NpyReals array;
  array.shape = raw.shape;
  array.values.resize(raw.count());
  for (std::size_t i = 0; i < array.values.size(); ++i) {
    const std::int64_t bits = decode(raw.element(i), raw.size, false, raw.isLittle);
    array.values[i] =
        raw.size == 4 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                      : std::bit_cast<double>(bits);
  }
  return array;
}

std::string shapeText(const std::vector<std::int64_t>& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

std::string npyHead(std::string_view type, const std::vector<std::int64_t>& shape) {
  const std::string dictionary =
      fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': {}, }}", kNativeOrder, type,
                  shapeText(shape));
  // The data begin at a multiple of 64 bytes; magic, version and length take 10, the line end 1.
  const std::size_t length = (10 + dictionary.size() + 1 + 63) / 64 * 64 - 10;
  return fmt::format("{}\x01{}{}{}{:<{}}\n", kMagic, '\0', static_cast<char>(length % 256),
                     static_cast<char>(length / 256), dictionary, length - 1);
}

void writeNpy(const std::filesystem::path& path, std::span<const std::int32_t> values,
              const std::vector<std::int64_t>& shape) {
  writeArray(path, "i4", values, shape);
}

void writeNpy(const std::filesystem::path& path, std::span<const std::int64_t> values,
              const std::vector<std::int64_t>& shape) {
  writeArray(path, "i8", values, shape);
}

void writeNpy(const std::filesystem::path& path, std::span<const float> values,
              const std::vector<std::int64_t>& shape) {
  writeArray(path, "f4", values, shape);
}

void writeNpy(const std::filesystem::path& path, std::span<const double> values,
              const std::vector<std::int64_t>& shape) {
  writeArray(path, "f8", values, shape);
}

}  // namespace gpubuck::io
