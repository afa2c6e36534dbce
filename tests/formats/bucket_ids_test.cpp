#include "formats/bucket_ids.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdio>

#include "base/id.h"
#include "file/npy.h"
#include "file/temporary_folder.h"

namespace gpubuck::formats {
namespace {

using test::messageOf;
using test::names;
using Ids = std::vector<std::uint32_t>;

struct BucketIds : ::testing::Test {
  test::TemporaryFolder folder;

  Ids read(std::string_view bytes, std::int64_t buckets = 8) {
    return readBucketIds(folder.put("cells.txt", bytes), buckets);
  }
  std::string errorOf(std::string_view bytes, std::int64_t buckets = 8) {
    return messageOf<InputError>([&] { read(bytes, buckets); }, folder);
  }
};

TEST_F(BucketIds, ReadsOneIdPerLine) {
  EXPECT_EQ(read("0\n2\n3\n2\n"), (Ids{0, 2, 3, 2}));
  EXPECT_EQ(read("7"), Ids{7});
  EXPECT_EQ(read("1\r\n2\r\n"), (Ids{1, 2}));
  EXPECT_EQ(read("16777214\n", kMaxCount), Ids{16777214});
}

TEST_F(BucketIds, Error_NamesFileLineAndValue) {
  EXPECT_TRUE(names(errorOf("1\n9\n"), {"cells.txt:2", "bucket id", "9", "8"}));
  EXPECT_TRUE(names(errorOf("8\n"), {"cells.txt:1", "bucket id", "8"}));
  EXPECT_TRUE(names(errorOf("0\n0\n-1\n"), {"cells.txt:3", "-1", "negative"}));
  EXPECT_TRUE(
      names(errorOf("99999999999999999999\n"), {"cells.txt:1", "99999999999999999999", "8"}));
  EXPECT_TRUE(names(errorOf("-99999999999999999999\n"),
                    {"cells.txt:1", "-99999999999999999999", "negative"}));
  EXPECT_TRUE(names(errorOf("three\n"), {"cells.txt:1", "three", "bucket id"}));
  EXPECT_TRUE(names(errorOf("3x\n"), {"cells.txt:1", "3x", "bucket id"}));
  EXPECT_TRUE(names(errorOf("3.0\n"), {"cells.txt:1", "3.0", "bucket id"}));
  EXPECT_TRUE(names(errorOf("1 2\n"), {"cells.txt:1", "1 2", "bucket id"}));
  EXPECT_TRUE(names(errorOf("+1\n"), {"cells.txt:1", "+1", "bucket id"}));
  EXPECT_TRUE(names(errorOf(" 1\n"), {"cells.txt:1", " 1", "bucket id"}));
  EXPECT_TRUE(names(errorOf("99999999999999999999x\n"),
                    {"cells.txt:1", "99999999999999999999x", "bucket id"}));
  EXPECT_TRUE(names(errorOf("1\n\n2\n"), {"cells.txt:2", "blank"}));
  EXPECT_TRUE(names(errorOf("1\n2\n\n"), {"cells.txt:3", "blank"}));
  EXPECT_TRUE(names(errorOf("\n"), {"cells.txt:1", "blank"}));
  EXPECT_TRUE(names(errorOf(std::string(100, '7') + "\x01\n"),
                    {"cells.txt:1", std::string(40, '7') + "...", "id"}));
  EXPECT_TRUE(names(errorOf(std::string(3u << 20, '1')), {"cells.txt:1", "1048576", "longer"}));
  EXPECT_TRUE(names(errorOf(""), {"cells.txt", "empty", "(0,)"}));
  EXPECT_TRUE(names(messageOf<InputError>([&] { readBucketIds(folder / "none.txt", 8); }, folder),
                    {"none.txt", "No such file or directory"}));
}

TEST_F(BucketIds, ReadsArrays) {
  const std::int32_t ids[] = {5, 0, 7};
  file::writeNpy(folder / "ids.npy", ids, {3});
  EXPECT_EQ(readBucketIds(folder / "ids.npy", 8), (Ids{5, 0, 7}));
  EXPECT_TRUE(names(messageOf<InputError>([&] { readBucketIds(folder / "ids.npy", 6); }, folder),
                    {"ids.npy", "element 2", "bucket id", "7", "6"}));
  file::writeNpy(folder / "none.npy", std::span<const std::int32_t>{}, {0});
  EXPECT_EQ(readBucketIds(folder / "none.npy", 8), Ids{});
  file::writeNpy(folder / "square.npy", ids, {1, 3});
  EXPECT_TRUE(names(messageOf<InputError>([&] { readBucketIds(folder / "square.npy", 8); }, folder),
                    {"square.npy", "2 dimensions", "1"}));
  const std::int32_t negative[] = {-4};
  file::writeNpy(folder / "negative.npy", negative, {1});
  EXPECT_TRUE(
      names(messageOf<InputError>([&] { readBucketIds(folder / "negative.npy", 8); }, folder),
            {"negative.npy", "element 0", "-4"}));
}

TEST_F(BucketIds, Dash_IsStandardInput) {
  const auto redirect = [&](std::string_view bytes) {
    return std::freopen(folder.put("stdin.txt", bytes).c_str(), "rb", stdin) != nullptr;
  };
  ASSERT_TRUE(redirect("3\n5\n"));
  EXPECT_EQ(readBucketIds("-", 8), (Ids{3, 5}));
  ASSERT_TRUE(redirect("3\n8\n"));
  EXPECT_TRUE(names(messageOf<InputError>([] { readBucketIds("-", 8); }, folder),
                    {"stdin:2", "bucket id", "8"}));
}

// The reader has a buffer of 2 MiB. Some texts are repeated until they fill this buffer several
// times.
RC_GTEST_FIXTURE_PROP(BucketIds, Text_SurvivesARoundTrip, ()) {
  const auto ids =
      *rc::gen::nonEmpty(rc::gen::container<Ids>(rc::gen::inRange<std::uint32_t>(0, kNullId)));
  const std::string lineEnd = *rc::gen::elementOf(std::vector<std::string>{"\n", "\r\n"});
  const std::size_t length =
      *rc::gen::weightedElement<std::size_t>({{9, ids.size()}, {1, 400'000}});
  Ids expected(length);
  std::string text;
  for (std::size_t i = 0; i < length; ++i) {
    expected[i] = ids[i % ids.size()];
    text += std::to_string(expected[i]) + lineEnd;
  }
  if (*rc::gen::arbitrary<bool>()) text.resize(text.size() - lineEnd.size());
  RC_ASSERT(read(text, kMaxCount) == expected);
}

}  // namespace
}  // namespace gpubuck::formats
