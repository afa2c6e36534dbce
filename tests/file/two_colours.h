// A picture in two colours, and a check that an encoded picture still has both colours.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "base/image.h"

namespace gpubuck::file {

struct Rgb {
  int red, green, blue;
};

inline constexpr Rgb kBlack{0, 0, 0}, kRed{255, 0, 0}, kOrange{230, 120, 40};

/// Returns a picture whose left half has one colour and whose right half has another. If there is
/// an odd column in the middle, it belongs to the left half.
inline Image twoHalves(int width, int height, Rgb left, Rgb right) {
  Image image{width, height, {}};
  for (int i = 0; i < width * height; ++i) {
    const Rgb colour = 2 * (i % width) < width ? left : right;
    for (const int value : {colour.red, colour.green, colour.blue}) {
      image.rgb.push_back(static_cast<std::uint8_t>(value));
    }
  }
  return image;
}

/// Returns the output of a shell command, which must succeed.
inline std::string outputOf(const std::string& command) {
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error(command);
  std::string output;
  for (int c; (c = std::getc(pipe)) != EOF;) output += static_cast<char>(c);
  EXPECT_EQ(pclose(pipe), 0) << command;
  return output;
}

/// 8-bit Y'CbCr of BT.709 rounds luma and both chroma by up to 1/2 step. The encoder may quantise a
/// flat block by one more step at most (measured with crf 20: by less than one). A step of luma is
/// 255/219 = 1.16 steps of RGB, and a step of chroma at most 2.11 steps. The tolerance is 1.5 *
/// (1.16 + 2.11) = 4.9, plus 1/2 for rounding to RGB. With the matrix of BT.601 instead, the green
/// of pure red would be wrong by 25.
inline constexpr int kTolerance = 6;

inline void expectPixel(const std::string& frames, int width, std::size_t x, std::size_t y,
                        Rgb expected) {
  const std::size_t at = 3 * (y * static_cast<std::size_t>(width) + x);
  ASSERT_LT(at + 2, frames.size());
  const auto value = [&](std::size_t k) { return static_cast<std::uint8_t>(frames[at + k]); };
  EXPECT_NEAR(value(0), expected.red, kTolerance) << x << ", " << y;
  EXPECT_NEAR(value(1), expected.green, kTolerance) << x << ", " << y;
  EXPECT_NEAR(value(2), expected.blue, kTolerance) << x << ", " << y;
}

}  // namespace gpubuck::file
