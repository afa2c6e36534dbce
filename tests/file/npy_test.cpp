#include "file/npy.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <limits>
#include <stdexcept>

#include "file/temporary_folder.h"

namespace gpubuck::file {
namespace {

using test::messageOf;
using test::names;

struct Npy : ::testing::Test {
  test::TemporaryFolder folder;

  NpyIntegers read(const std::string& name) {
    InputFile file(folder / name);
    return readNpyIntegers(file);
  }
  std::string errorOf(std::string_view bytes) {
    folder.put("a.npy", bytes);
    return messageOf<InputError>([&] { read("a.npy"); }, folder);
  }
  /// Returns the bytes of a version 1.0 file with this header dictionary and data, as numpy.save
  /// writes it.
  static std::string file(std::string dictionary, std::string_view data) {
    dictionary.append(63 - (10 + dictionary.size()) % 64, ' ');
    dictionary += '\n';
    std::string bytes = "\x93NUMPY\x01";
    bytes += '\0';
    bytes += static_cast<char>(dictionary.size() % 256);
    bytes += static_cast<char>(dictionary.size() / 256);
    return bytes + dictionary + std::string(data);
  }
  static std::string header(const std::string& type, const std::string& shape,
                            const std::string& order = "False") {
    return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
  }
};

TEST_F(Npy, EveryIntegerTypeAndByteOrder_IsRead) {
  struct Case {
    const char* type;
    std::string_view data;
    std::vector<std::int64_t> values;
  };
  using namespace std::string_view_literals;
  const Case cases[] = {
      {"|i1", "\x01\xff"sv, {1, -1}},
      {"|u1", "\x01\xff"sv, {1, 255}},
      {"<i2", "\x02\x01\xfe\xff"sv, {258, -2}},
      {">i2", "\x01\x02\xff\xfe"sv, {258, -2}},
      {"<u2", "\x02\x01\xfe\xff"sv, {258, 65534}},
      {">u2", "\x01\x02\xff\xfe"sv, {258, 65534}},
      {"<i4", "\x04\x03\x02\x01\xff\xff\xff\xff"sv, {0x01020304, -1}},
      {">i4", "\x01\x02\x03\x04\xff\xff\xff\xff"sv, {0x01020304, -1}},
      {"<u4", "\x04\x03\x02\x01\xff\xff\xff\xff"sv, {0x01020304, 4294967295}},
      {">u4", "\x01\x02\x03\x04\xff\xff\xff\xff"sv, {0x01020304, 4294967295}},
      {"<i8",
       "\x08\x07\x06\x05\x04\x03\x02\x01\xff\xff\xff\xff\xff\xff\xff\xff"sv,
       {0x0102030405060708, -1}},
      {">i8",
       "\x01\x02\x03\x04\x05\x06\x07\x08\xff\xff\xff\xff\xff\xff\xff\xff"sv,
       {0x0102030405060708, -1}},
      {"<u8",
       "\x08\x07\x06\x05\x04\x03\x02\x01\xff\xff\xff\xff\xff\xff\xff\x7f"sv,
       {0x0102030405060708, std::numeric_limits<std::int64_t>::max()}},
      {">u8",
       "\x01\x02\x03\x04\x05\x06\x07\x08\x7f\xff\xff\xff\xff\xff\xff\xff"sv,
       {0x0102030405060708, std::numeric_limits<std::int64_t>::max()}},
  };
  for (const Case& c : cases) {
    folder.put("a.npy", file(header(c.type, "(2,)"), c.data));
    const NpyIntegers array = read("a.npy");
    EXPECT_EQ(array.values, c.values) << c.type;
    EXPECT_EQ(array.shape, std::vector<std::int64_t>{2}) << c.type;
  }
}

TEST_F(Npy, ScalarEmptyAndFortranVectors_AreRead) {
  folder.put("scalar.npy", file(header("|i1", "()"), "\x07"));
  EXPECT_EQ(read("scalar.npy").values, std::vector<std::int64_t>{7});
  EXPECT_TRUE(read("scalar.npy").shape.empty());
  folder.put("empty.npy", file(header("<i4", "(0,)"), ""));
  EXPECT_TRUE(read("empty.npy").values.empty());
  folder.put("fortran.npy", file(header("|i1", "(1,)", "True"), "\x07"));
  EXPECT_EQ(read("fortran.npy").values, std::vector<std::int64_t>{7});
}

TEST_F(Npy, BadFile_IsRefusedWithReason) {
  EXPECT_TRUE(names(errorOf(""), {"a.npy", "empty"}));
  EXPECT_TRUE(names(errorOf("0\n1\n"), {"a.npy", "\\x93NUMPY", "begin"}));
  EXPECT_TRUE(names(errorOf("\x93NUMPY\x09\x01"), {"a.npy", "version 9", "1", "3"}));
  EXPECT_TRUE(names(errorOf(file(header("<f8", "(1,)"), "12345678")),
                    {"a.npy", "<f8", "i1", "i8", "u1", "u8"}));
  EXPECT_TRUE(names(
      errorOf(file("{'descr': [('x', '<i4')], 'fortran_order': False, 'shape': (1,), }", "1234")),
      {"a.npy", "a structure", "i1", "i8", "u1", "u8"}));
  EXPECT_TRUE(names(errorOf(file(header("<i4", "(2, 2)", "True"), "0123456789abcdef")),
                    {"a.npy", "Fortran", "C", "numpy.ascontiguousarray"}));
  EXPECT_TRUE(
      names(errorOf(file(header("<i4", "(2,)"), "1234567")), {"a.npy", "truncated", "7", "8"}));
  EXPECT_TRUE(
      names(errorOf(file(header("<i4", "(2,)"), "123456789")), {"a.npy", "2 elements", "after"}));
  EXPECT_TRUE(names(errorOf(file(header("<i4", "(2,)"), "").substr(0, 40)),
                    {"a.npy", "truncated", "30", "118"}));
  EXPECT_TRUE(
      names(errorOf(file(header("<u8", "(2,)"), std::string(8, '\0') + std::string(8, '\xff'))),
            {"a.npy", "element 1", "18446744073709551615", "9223372036854775807"}));
  EXPECT_TRUE(names(errorOf(file(header("<i4", "(-2,)"), "")), {"a.npy", "shape", "(-2,"}));
  EXPECT_TRUE(
      names(errorOf(file("{'descr': '<i4', 'shape': (0,), }", "")), {"a.npy", "fortran_order"}));
  // The product of these sizes wraps around 64 bits, but the reader must not allocate memory for
  // them.
  EXPECT_TRUE(names(errorOf(file(header("|i1", "(4294967296, 4294967296)"), "")),
                    {"a.npy", "(4294967296, 4294967296)", "16777215 elements"}));
  EXPECT_TRUE(names(messageOf<InputError>([&] { read("missing.npy"); }, folder),
                    {"missing.npy", "No such file or directory"}));
}

TEST_F(Npy, Folder_IsRefused) {
  std::filesystem::create_directory(folder / "folder");
  EXPECT_TRUE(
      names(messageOf<InputError>([&] { read("folder"); }, folder), {"folder", "Is a directory"}));
}

RC_GTEST_FIXTURE_PROP(Npy, Integers_SurviveARoundTrip, (const std::vector<std::int32_t>& values)) {
  const auto rows = static_cast<std::int64_t>(values.size());
  writeNpy(folder / "a.npy", values, {rows, 1});
  const NpyIntegers array = read("a.npy");
  RC_ASSERT(array.values == std::vector<std::int64_t>(values.begin(), values.end()));
  RC_ASSERT(array.shape == (std::vector<std::int64_t>{rows, 1}));
}

TEST_F(Npy, WritesTheBytesOfNumpy) {
  if (std::endian::native != std::endian::little)
    GTEST_FAIL() << "the expected bytes are little-endian";
  const float values[] = {1.0f, -2.0f, 0.5f, 4.0f, 5.0f, 6.0f};
  writeNpy(folder / "a.npy", values, {2, 3});
  const std::string_view data(reinterpret_cast<const char*>(values), sizeof values);
  EXPECT_EQ(folder.get("a.npy"), file(header("<f4", "(2, 3)"), data));
  const std::int32_t ids[] = {-1};
  writeNpy(folder / "b.npy", ids, {1});
  EXPECT_EQ(folder.get("b.npy"), file(header("<i4", "(1,)"), "\xff\xff\xff\xff"));
}

// The length of the name decides how many of the header's last 64 bytes are padding.
TEST_F(Npy, Data_BeginAtAMultipleOf64BytesAfterTheHeader) {
  for (std::size_t length = 1; length <= 300; ++length) {
    SCOPED_TRACE(length);
    const std::string name(length, 'x');
    const NpyField field{name, "f8", 1};
    const std::string head = npyHead({&field, 1}, 1);
    EXPECT_EQ(head.size() % 64, 0u);
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(head[k]); };
    EXPECT_EQ(byte(8) + std::size_t{256} * byte(9), head.size() - 10);
    EXPECT_EQ(head.back(), '\n');
    EXPECT_LT(head.size() - head.find('}'), 2 + 64u) << "no more blanks than are needed";
  }
}

TEST_F(Npy, WrongShape_IsRefused) {
  const std::int32_t values[] = {1, 2, 3};
  EXPECT_THROW(writeNpy(folder / "a.npy", values, {2}), std::invalid_argument);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.npy"));
}

}  // namespace
}  // namespace gpubuck::file
