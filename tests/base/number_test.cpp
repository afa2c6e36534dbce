#include "base/number.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string_view>

namespace gpubuck {
namespace {

TEST(Number, Digits_AreGroupedByThousands) {
  EXPECT_EQ(groupDigits(0), "0");
  EXPECT_EQ(groupDigits(999), "999");
  EXPECT_EQ(groupDigits(1000), "1,000");
  EXPECT_EQ(groupDigits(16777215), "16,777,215");
  EXPECT_EQ(groupDigits(-123456), "-123,456");
}

TEST(Number, Seconds_AreRoundedUpToSecondsOrMinutes) {
  EXPECT_EQ(secondsText(0.2), "1 s");
  EXPECT_EQ(secondsText(12.0), "12 s");
  EXPECT_EQ(secondsText(89.5), "90 s");
  EXPECT_EQ(secondsText(90.0), "2 minutes");
  EXPECT_EQ(secondsText(121.0), "3 minutes");
}

TEST(Number, OwnParser_ReadsLikeTheStandardLibrary) {
  constexpr std::array kTexts{"0",
                              "-0",
                              "1",
                              "-1.5",
                              "1e3",
                              "1E-3",
                              ".5",
                              "5.",
                              "1e400",
                              "-1e400",
                              "1e-400",
                              "3.4e38",
                              "3.5e38",
                              "1e-40",
                              "5e-324",
                              "0.1",
                              "16777217",
                              "1e+2",
                              "0.30000000000000004",
                              "",
                              "+1",
                              " 1",
                              "1 ",
                              "--1",
                              "1e",
                              "1e+",
                              "0x10",
                              "inf",
                              "nan",
                              "-inf",
                              "1,5",
                              ".",
                              "-",
                              "e5",
                              "1.2.3",
                              "1-1",
                              "infinity",
                              "1\t",
                              "\n1",
                              "1p3"};
  const auto expectAlike = [&]<typename T>(T) {
    int numbers = 0;
    for (const char* const text : kTexts) {
      const std::optional<T> read = numberIn<T>(text);
      EXPECT_EQ(realNumberIn<T>(text), read) << '"' << text << '"';
      numbers += read ? 1 : 0;
    }
    EXPECT_GT(numbers, 10);
    EXPECT_LT(numbers, 25);
  };
  expectAlike(double{});
  expectAlike(float{});
  // A view that ends within a longer text.
  EXPECT_EQ(numberIn<double>(std::string_view("1.25").substr(0, 3)), 1.2);
}

}  // namespace
}  // namespace gpubuck
