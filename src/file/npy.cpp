#include "file/npy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "base/number.h"
#include "file/output_file.h"

namespace gpubuck::file {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr char kNativeOrder = std::endian::native == std::endian::little ? '<' : '>';

struct Header {
  std::string type;
  bool fortranOrder = false;
  NpyShape shape;
};

[[noreturn]] void failTruncated(const InputFile& file, std::size_t count, std::size_t size,
                                const char* part) {
  file.fail(fmt::format("truncated .npy file: {} of {} bytes of its {}", count, size, part));
}

std::string readHead(InputFile& file, std::size_t size) {
  std::string bytes(size, '\0');
  const std::size_t count = file.read(bytes.data(), size);
  if (count != size) failTruncated(file, count, size, "header");
  return bytes;
}

/// Returns the number in `size` bytes.
std::uint64_t decode(const char* bytes, std::size_t size, bool isLittle) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    value = value << 8 | static_cast<unsigned char>(bytes[isLittle ? size - 1 - i : i]);
  }
  return value;
}

/// Returns the text after `'key':` in the Python dictionary of the header.
std::string_view valueOf(const InputFile& file, std::string_view dictionary, std::string_view key) {
  const std::string name = fmt::format("'{}':", key);
  const std::size_t at = dictionary.find(name);
  if (at == std::string_view::npos) file.fail(fmt::format("the .npy header has no '{}'", key));
  return trimmed(dictionary.substr(at + name.size()));
}

NpyShape parseShape(const InputFile& file, std::string_view text) {
  const std::string_view tuple = text.substr(0, text.find(')'));
  bool isGood = tuple.starts_with('(') && tuple.size() < text.size();
  NpyShape shape;
  for (const std::string_view word : splitWords(tuple, "(, ")) {
    shape.push_back(numberIn<std::int64_t>(word).value_or(-1));
    isGood = isGood && shape.back() >= 0;
  }
  if (!isGood) file.fail(fmt::format("the .npy header has the shape {}", inQuotes(tuple)));
  constexpr std::size_t kMostDimensions = 64;  // NumPy's own limit
  if (shape.size() > kMostDimensions) {
    file.fail(fmt::format("has {} dimensions, more than {}", shape.size(), kMostDimensions));
  }
  return shape;
}

Header readHeader(InputFile& file) {
  if (file.peek() == EOF) file.fail("empty file, expected a .npy array");
  std::string start(kMagic.size(), '\0');
  start.resize(file.read(start.data(), start.size()));
  if (start != kMagic) file.fail("is not a .npy file: it does not begin with \\x93NUMPY");
  const std::string version = readHead(file, 2);
  if (version[0] < 1 || version[0] > 3) {
    file.fail(fmt::format("the .npy header is of version {}, not 1 to 3",
                          static_cast<unsigned char>(version[0])));
  }
  const std::string length = readHead(file, version[0] == 1 ? 2 : 4);
  const std::uint64_t size = decode(length.data(), length.size(), true);
  constexpr std::size_t kLongestHeader = 65536;
  if (size > kLongestHeader) file.fail(fmt::format("the .npy header claims {} bytes", size));
  const std::string dictionary = readHead(file, static_cast<std::size_t>(size));

  Header header;
  const std::string_view type = valueOf(file, dictionary, "descr");
  header.type = type.starts_with('\'') ? type.substr(1, type.find('\'', 1) - 1) : "a structure";
  header.fortranOrder = valueOf(file, dictionary, "fortran_order").starts_with("True");
  header.shape = parseShape(file, valueOf(file, dictionary, "shape"));
  return header;
}

/// Reads an array. `kinds` and `sizes` have the allowed letters of numpy's types, and `expected`
/// names these types in the error. `valueOf` makes a value from the bits, the kind, the number of
/// bytes and the index of an element.
template <typename T, typename Value>
NpyArray<T> readArray(InputFile& file, std::string_view kinds, std::string_view sizes,
                      const char* expected, std::int64_t maxElements, const Value& valueOf) {
  const auto& [type, fortranOrder, shape] = readHeader(file);
  const auto isAmong = [](char c, std::string_view set) {
    return set.find(c) != std::string_view::npos;
  };
  if (type.size() != 3 || !isAmong(type[0], "<>|=") || !isAmong(type[1], kinds) ||
      !isAmong(type[2], sizes)) {
    file.fail(fmt::format("holds {}, expected {}", inQuotes(type), expected));
  }
  if (fortranOrder && shape.size() > 1) {
    file.fail("is in Fortran order, expected C order (numpy.ascontiguousarray)");
  }
  // The product is computed as a double, which does not wrap around.
  const double count = std::accumulate(shape.begin(), shape.end(), 1.0, std::multiplies<>());
  if (!(count <= static_cast<double>(maxElements))) {
    file.fail(
        fmt::format("has the shape {}, more than {} elements", shapeText(shape), maxElements));
  }
  const auto size = static_cast<std::size_t>(type[2] - '0');
  const auto elements = static_cast<std::size_t>(count);
  const bool isLittle = (isAmong(type[0], "<>") ? type[0] : kNativeOrder) == '<';
  NpyArray<T> array{{}, shape};
  constexpr std::size_t kPiece = 8192;
  for (std::string piece; array.values.size() < elements;) {
    const std::size_t first = array.values.size();
    piece.resize(std::min(kPiece, elements - first) * size);
    const std::size_t got = file.read(piece.data(), piece.size());
    if (got < piece.size()) failTruncated(file, first * size + got, elements * size, "data");
    for (std::size_t at = 0; at < piece.size(); at += size) {
      array.values.push_back(
          valueOf(decode(piece.data() + at, size, isLittle), type[1], size, array.values.size()));
    }
  }
  if (file.peek() != EOF) file.fail(fmt::format("has bytes after its {} elements", elements));
  return array;
}

}  // namespace

bool isNpy(InputFile& file) { return file.peek() == static_cast<unsigned char>(kMagic[0]); }

NpyIntegers readNpyIntegers(InputFile& file, std::int64_t maxElements) {
  return readArray<std::int64_t>(
      file, "iu", "1248", "integers (i1 to i8, u1 to u8)", maxElements,
      [&](std::uint64_t bits, char kind, std::size_t size, std::size_t i) {
        constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
        if (kind == 'u' && bits > static_cast<std::uint64_t>(kLargest)) {
          file.fail(fmt::format("element {}: {} is beyond {}", i, bits, kLargest));
        }
        const int unused = kind == 'i' ? 64 - 8 * static_cast<int>(size) : 0;
        return static_cast<std::int64_t>(bits << unused) >> unused;  // extends the sign
      });
}

NpyReals readNpyReals(InputFile& file, std::int64_t maxElements) {
  return readArray<double>(
      file, "f", "48", "float32 or float64 (f4, f8)", maxElements,
      [](std::uint64_t bits, char, std::size_t size, std::size_t) {
        return size == 8 ? std::bit_cast<double>(bits)
                         : double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
      });
}

std::string shapeText(const NpyShape& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

namespace {
/// Returns the header of an array. `type` is the type as Python writes it.
std::string headOf(const std::string& type, const NpyShape& shape) {
  const std::string dictionary =
      fmt::format("{{'descr': {}, 'fortran_order': False, 'shape': {}, }}", type, shapeText(shape));
  // The data begin at a multiple of 64 bytes. Magic, version and length take 10 bytes, and the line
  // end 1 byte.
  const std::size_t length = (10 + dictionary.size() + 1 + 63) / 64 * 64 - 10;
  return fmt::format("{}\x01{}{}{}{:<{}}\n", kMagic, '\0', static_cast<char>(length % 256),
                     static_cast<char>(length / 256), dictionary, length - 1);
}
}  // namespace

std::string npyHead(std::string_view type, const NpyShape& shape) {
  return headOf(fmt::format("'{}{}'", kNativeOrder, type), shape);
}

std::string npyHead(std::span<const NpyField> fields, std::int64_t count) {
  std::vector<std::string> types;
  for (const auto& [name, type, numbers] : fields) {
    const std::string shape = numbers == 1 ? "" : fmt::format(", ({},)", numbers);
    types.push_back(fmt::format("('{}', '{}{}'{})", name, kNativeOrder, type, shape));
  }
  return headOf(fmt::format("[{}]", fmt::join(types, ", ")), {count});
}

void writeNpyBytes(FileWriter& file, std::string_view type, std::span<const std::byte> bytes,
                   const NpyShape& shape) {
  const auto expected = std::accumulate(shape.begin(), shape.end(), std::int64_t{type.back() - '0'},
                                        std::multiplies<>());
  if (expected != std::ssize(bytes)) {
    throw std::invalid_argument(fmt::format("{} bytes do not fill an array of shape {} of {}",
                                            bytes.size(), shapeText(shape), type));
  }
  file.write(npyHead(type, shape));
  file.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace gpubuck::file
