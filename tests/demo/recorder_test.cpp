#include "demo/view/films.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>

#include "file/temporary_folder.h"

namespace gpubuck::demo {
namespace {

using test::messageOf;

Image grey(int width, int height) {
  return {width, height, std::vector<std::uint8_t>(std::size_t{3} * width * height, 128)};
}

struct Recording : ::testing::Test {
  test::TemporaryFolder folder;
  Recorder recorder{folder / "out"};
  std::string path = std::getenv("PATH");

  ~Recording() override { setenv("PATH", path.c_str(), 1); }

  void append(int width, int height, int times) {
    for (int k = 0; k < times; ++k) recorder.append(grey(width, height));
  }
  /// Ends the film and returns its file as "NAME:FRAMES". The file must exist. Returns an empty
  /// string if there is no film.
  std::string stop() {
    const std::optional<Film> film = recorder.finishFilm(60.0);
    if (!film) return {};
    EXPECT_EQ(film->path.parent_path(), folder / "out");
    EXPECT_GT(std::filesystem::file_size(film->path), 0u);
    return film->path.filename().string() + ":" + std::to_string(film->frames);
  }
  std::size_t files() const {
    const std::filesystem::directory_iterator all(folder / "out");
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }
};

TEST_F(Recording, Screenshots_AreNumbered) {
  EXPECT_EQ(recorder.saveScreenshot(grey(4, 3), "shot"), folder / "out/shot-0001.png");
  EXPECT_EQ(recorder.saveScreenshot(grey(4, 3), "shot"), folder / "out/shot-0002.png");
  EXPECT_EQ(recorder.saveScreenshot(grey(4, 3), "other"), folder / "out/other-0001.png");
  EXPECT_EQ(files(), 3u);
  EXPECT_TRUE(folder.get("out/shot-0002.png").starts_with("\x89PNG"));
  EXPECT_TRUE(test::names(messageOf<RunError>([&] { recorder.saveScreenshot({}, "shot"); }, folder),
                          {"screenshot", "pixels"}));
}

TEST_F(Recording, Name_StaysInTheFolder) {
  EXPECT_EQ(recorder.saveScreenshot(grey(4, 4), "../../x"), folder / "out/-.-..-x-0001.png");
  EXPECT_EQ(recorder.saveScreenshot(grey(4, 4), "/etc/x"), folder / "out/-etc-x-0001.png");
  recorder.startFilm("../x\x1b", 30);
  append(4, 4, 2);
  EXPECT_EQ(stop(), "-.-x--0001.mp4:2");
}

TEST_F(Recording, Film_IsOneFile) {
  EXPECT_FALSE(recorder.recording());
  for (const char* expected : {"film-0001.mp4:5", "film-0002.mp4:5"}) {
    recorder.startFilm("film", 30);
    EXPECT_TRUE(recorder.recording());
    EXPECT_EQ(recorder.frames(), 0);
    append(32, 16, 3);
    recorder.append({});  // iconified
    append(32, 16, 2);
    EXPECT_EQ(recorder.frames(), 5);
    EXPECT_EQ(stop(), expected);
    EXPECT_FALSE(recorder.recording());
  }
  EXPECT_EQ(files(), 2u);
  EXPECT_EQ(stop(), "") << "each error is reported once";
}

TEST_F(Recording, FilmOfOneFrameOrNone) {
  recorder.startFilm("film", 30);
  EXPECT_EQ(stop(), "");
  recorder.startFilm("film", 30);
  append(32, 16, 1);
  EXPECT_EQ(recorder.frames(), 1);
  EXPECT_EQ(stop(), "film-0001.mp4:1");
  EXPECT_EQ(files(), 1u);
}

TEST_F(Recording, ResizedWindow_ContinuesTheSameFile) {
  recorder.startFilm("film", 30);
  append(32, 16, 3);
  append(33, 16, 1);  // the sizes while the user drags the corner
  append(33, 17, 1);
  append(40, 20, 4);
  recorder.saveScreenshot(grey(40, 20), "film");
  EXPECT_TRUE(recorder.recording());
  append(8, 20, 2);
  EXPECT_EQ(recorder.frames(), 11);
  EXPECT_EQ(stop(), "film-0001.mp4:11");
  EXPECT_EQ(files(), 2u);
}

TEST(Fitted, Picture_IsCentredAndUndistorted) {
  Image wide{4, 2, {}};
  for (int k = 0; k < 8; ++k) {
    for (int channel = 0; channel < 3; ++channel) {
      wide.rgb.push_back(static_cast<std::uint8_t>(20 * k + channel));
    }
  }
  EXPECT_EQ(fitted(wide, 4, 2).rgb, wide.rgb);
  // The fitted picture is half as large. Each of its pixels is the mean of four pixels, with a
  // black row above and below.
  const Image half = fitted(wide, 2, 3);
  ASSERT_TRUE(half.holdsItsPixels());
  EXPECT_EQ(half.rgb[0], 0);
  EXPECT_EQ(half.rgb[6], (0 + 20 + 80 + 100) / 4);
  EXPECT_EQ(half.rgb[6 + 3 + 2], (40 + 60 + 120 + 140) / 4 + 2);
  EXPECT_EQ(half.rgb[12], 0);
  const Image twice = fitted(wide, 8, 4);
  for (int x = 0; x < 8; ++x) EXPECT_EQ(twice.rgb[3 * static_cast<std::size_t>(x)], 20 * (x / 2));
  for (const auto& [width, height] : {std::pair{1, 1}, {1, 9}, {9, 1}, {640, 3}}) {
    EXPECT_TRUE(fitted(wide, width, height).holdsItsPixels());
  }
}

// On a light background a border would be a black line.
TEST(Fitted, Rounding_MakesNoBorder) {
  const Image white{432, 270, std::vector<std::uint8_t>(std::size_t{3} * 432 * 270, 255)};
  for (int width = 200; width < 300; ++width) {
    const Image scaled = fitted(white, width, static_cast<int>(width * 270.0 / 432.0));
    EXPECT_EQ(std::ranges::count(scaled.rgb, 255), std::ssize(scaled.rgb)) << width;
  }
}

TEST(Fitted, Means_AreRoundedToTheNearestByte) {
  const auto meanOf = [](std::uint8_t one, std::uint8_t other) {
    const Image two{2, 1, {one, one, one, other, other, other}};
    return fitted(two, 1, 1).rgb[0];
  };
  EXPECT_EQ(meanOf(10, 11), 11) << "a half is rounded up";
  EXPECT_EQ(meanOf(255, 254), 255);
  const Image three{3, 1, {1, 1, 1, 2, 2, 2, 2, 2, 2}};
  EXPECT_EQ(fitted(three, 1, 1).rgb[0], 2) << "5/3";
}

TEST_F(Recording, Error_EndsIt) {
  recorder.startFilm("film", 30);
  append(32, 16, 2);
  EXPECT_EQ(stop(), "film-0001.mp4:2");
  std::filesystem::create_directories(folder / "bin");
  folder.put("bin/ffmpeg", "#!/bin/sh\necho 'the cause' >&2\nexit 1\n");
  std::filesystem::permissions(folder / "bin/ffmpeg", std::filesystem::perms::owner_all);
  setenv("PATH", (folder / "bin:" + path).c_str(), 1);
  recorder.startFilm("film", 30);
  const test::Facts facts{"out/film-0002.mp4", "ffmpeg", "the cause"};
  EXPECT_TRUE(test::names(messageOf<RunError>([&] { append(40, 20, 10000); }, folder), facts));
  EXPECT_FALSE(recorder.recording());
  EXPECT_EQ(files(), 1u) << "nothing is left of the second file";
  EXPECT_EQ(stop(), "");

  // The error is the same whether ffmpeg has ended before the second frame comes or ends only after
  // the last frame.
  recorder.startFilm("film", 30);
  const auto twoFrames = [&] {
    append(32, 16, 2);
    recorder.finishFilm(60.0);
  };
  EXPECT_TRUE(test::names(messageOf<RunError>(twoFrames, folder), facts));
  EXPECT_FALSE(recorder.recording());
  EXPECT_EQ(stop(), "");
}

TEST_F(Recording, StuckFfmpeg_DoesNotBlockItsCaller) {
  std::filesystem::create_directories(folder / "bin");
  folder.put("bin/ffmpeg", "#!/bin/sh\nexec sleep 1000\n");
  std::filesystem::permissions(folder / "bin/ffmpeg", std::filesystem::perms::owner_all);
  setenv("PATH", (folder / "bin:" + path).c_str(), 1);
  recorder.startFilm("film", 30);
  EXPECT_TRUE(recorder.isReady());
  append(1024, 1024, 1);  // more bytes than a socket holds
  EXPECT_TRUE(recorder.recording());
  EXPECT_FALSE(recorder.isReady());
  EXPECT_EQ(recorder.goOn(0.01), std::nullopt);
  recorder.endFilm();
  EXPECT_TRUE(recorder.completing());
  EXPECT_EQ(recorder.goOn(0.01), std::nullopt);
  EXPECT_TRUE(test::names(messageOf<RunError>([&] { recorder.startFilm("film", 30); }, folder),
                          {"film", "last film"}));
  EXPECT_TRUE(test::names(messageOf<RunError>([&] { recorder.finishFilm(0.1); }, folder),
                          {"out/film-0001.mp4", "ffmpeg", "0.1 s", "1 frame"}));
  EXPECT_FALSE(recorder.completing());
  EXPECT_EQ(files(), 0u);
}

TEST_F(Recording, WithoutFfmpegOrFolder_CannotStart) {
  setenv("PATH", (folder / "none").c_str(), 1);
  EXPECT_EQ(messageOf<RunError>([&] { recorder.startFilm("film", 30); }, folder),
            "film: " + file::FilmWriter::whyNot());
  EXPECT_FALSE(recorder.recording());
  setenv("PATH", path.c_str(), 1);

  folder.put("file", "");
  Recorder nowhere(folder / "file");
  const test::Facts facts{"file", "Not a directory"};
  EXPECT_TRUE(test::names(messageOf<Error>([&] { nowhere.startFilm("film", 30); }, folder), facts));
  EXPECT_TRUE(test::names(
      messageOf<Error>([&] { nowhere.saveScreenshot(grey(4, 3), "shot"); }, folder), facts));
  EXPECT_FALSE(nowhere.recording());
}

TEST_F(Recording, Misuse_IsALogicError) {
  EXPECT_THROW(recorder.append(grey(4, 4)), std::logic_error);
  EXPECT_THROW(recorder.startFilm("film", 0), std::invalid_argument);
  recorder.startFilm("film", 30);
  EXPECT_THROW(recorder.startFilm("film", 30), std::logic_error);
}

}  // namespace
}  // namespace gpubuck::demo
