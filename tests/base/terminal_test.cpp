// Text is cleaned and shortened before it reaches a terminal.
#include "base/terminal.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace gpubuck {
namespace {

TEST(Printable, PlainText_IsUnchanged) {
  for (const std::string text :
       {"", "plain, 100 %", "Größe ½ r_c³ → λ", "日本語", "😀", "\\n stays two characters"}) {
    EXPECT_EQ(printable(text), text);
  }
}

TEST(Printable, ControlCharacters_AreEscaped) {
  EXPECT_EQ(printable("a\nb\tc\rd"), "a\\nb\\tc\\x0dd");
  EXPECT_EQ(printable("\x1b[2J"), "\\x1b[2J");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\x7f"), "\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\xc2\\x9b31m")
      << "C1: a control sequence in UTF-8";
  EXPECT_EQ(printable("\u2028\u2029"), "\\xe2\\x80\\xa8\\xe2\\x80\\xa9") << "line separators";
  EXPECT_EQ(printable("\u202e"), "\\xe2\\x80\\xae") << "right-to-left override";
  EXPECT_EQ(printable("\u2066"), "\\xe2\\x81\\xa6") << "isolate";
}

TEST(Shortened, LongText_IsCutBetweenCharacters) {
  EXPECT_EQ(shortened("abcd", 4), "abcd");
  EXPECT_EQ(shortened("abcd", 3), "abc...");
  EXPECT_EQ(shortened("abcd", 0), "...");
  const std::string text = "a\u00e9\u20ac\U0001d6fe";  // characters of 1, 2, 3 and 4 bytes
  const std::vector<std::string> cut{
      "", "a", "a", "a\u00e9", "a\u00e9", "a\u00e9", "a\u00e9\u20ac"};
  for (std::size_t most = 0; most < cut.size(); ++most) {
    EXPECT_EQ(shortened(text, most), cut[most] + "...") << most;
  }
  for (std::size_t most = 6; most < 10; ++most) {
    EXPECT_EQ(shortened(text, most), "a\u00e9\u20ac...") << most;
  }
  EXPECT_EQ(shortened(text, 10), text);
}

TEST(Shortened, TextThatIsNotUtf8_KeepsItsBytes) {
  EXPECT_EQ(shortened(std::string(100, '\xb3'), 60), std::string(60, '\xb3') + "...");
  EXPECT_EQ(shortened(std::string(100, '\xb3'), 2), std::string(2, '\xb3') + "...");
}

TEST(Printable, InvalidUtf8_IsEscaped) {
  EXPECT_EQ(printable("\x9b"), "\\x9b") << "C1 as one byte";
  EXPECT_EQ(printable("\xff\xfe"), "\\xff\\xfe");
  EXPECT_EQ(printable("\xc3"), "\\xc3") << "cut off";
  EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82") << "cut off";
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf") << "longer than needed";
  EXPECT_EQ(printable("\xe0\x80\xaf"), "\\xe0\\x80\\xaf") << "longer than needed";
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a surrogate pair";
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond Unicode";
  EXPECT_EQ(printable("\xf0\x8f\xbf\xbf"), "\\xf0\\x8f\\xbf\\xbf") << "longer than needed";
}

RC_GTEST_PROP(Printable, AnyBytes_BecomeOnePrintableLine, (const std::string& bytes)) {
  const std::string line = printable(bytes);
  for (const char c : line) RC_ASSERT(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F);
  RC_ASSERT(printable(line) == line);
  RC_ASSERT(line.size() >= bytes.size());
}

}  // namespace
}  // namespace gpubuck
