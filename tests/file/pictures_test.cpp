#include "file/pictures.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "file/temporary_folder.h"
#include "file/two_colours.h"

namespace gpubuck::file {
namespace {

struct Jpeg : ::testing::Test {
  test::TemporaryFolder folder;
};

using JpegPeer = Jpeg;  // with ffmpeg

TEST_F(JpegPeer, HasTheColoursWritten) {
  writePng(folder / "a.png", twoHalves(64, 32, kRed, kOrange));
  outputOf("ffmpeg -nostdin -v error -i '" + (folder / "a.png") + "' -q:v 2 '" +
           (folder / "a.jpg") + "'");
  const Image image = readJpeg(folder.get("a.jpg"), "a.jpg");
  EXPECT_EQ(image.width, 64);
  EXPECT_EQ(image.height, 32);
  ASSERT_TRUE(image.holdsItsPixels());
  const std::string pixels(image.rgb.begin(), image.rgb.end());
  expectPixel(pixels, 64, 10, 5, kRed);
  expectPixel(pixels, 64, 53, 30, kOrange);
}

TEST_F(Jpeg, OtherFile_IsRefused) {
  EXPECT_THROW(readJpeg("", "a.jpg"), InputError);
  EXPECT_THROW(readJpeg("\xFF\xD8\xFF and so on", "a.jpg"), InputError);
}

TEST(Picture, IsPngAndRefusesAnotherSize) {
  const test::TemporaryFolder folder;
  Image image{2, 2, {255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9}};
  writePng(folder / "a.png", image);
  const std::string png = folder.get("a.png");
  // The file begins with the signature, the length and the name of the header, width 2, height 2, 8
  // bits, RGB (PNG, 11.2.2).
  using namespace std::string_view_literals;
  EXPECT_TRUE(png.starts_with("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x02\x08\x02\0\0\0"sv));
  writePng(folder / "b.png", image);
  EXPECT_EQ(folder.get("b.png"), png);
  EXPECT_TRUE(test::names(test::messageOf<RunError>([&] { writePng("/dev/full", image); }, folder),
                          {"/dev/full", "No space left on device"}));
  image.width = 3;
  EXPECT_THROW(writePng(folder / "c.png", image), std::invalid_argument);
}

}  // namespace
}  // namespace gpubuck::file
