#include "demo/recorder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>

#include "io/temporary_folder.h"

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
  /// Ends the film; its files as "NAME:FRAMES" in their order, which all must exist.
  std::vector<std::string> stop() {
    std::vector<std::string> names;
    for (const Film& film : recorder.stopFilm()) {
      EXPECT_EQ(film.path.parent_path(), folder / "out");
      EXPECT_GT(std::filesystem::file_size(film.path), 0u);
      names.push_back(film.path.filename().string() + ":" + std::to_string(film.frames));
    }
    return names;
  }
  std::size_t files() const {
    const std::filesystem::directory_iterator all(folder / "out");
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }
  using Names = std::vector<std::string>;
};

TEST_F(Recording, ScreenshotsAreNumbered) {
  EXPECT_EQ(recorder.saveScreenshot(grey(4, 3), "shot"), folder / "out/shot-0001.png");
  EXPECT_EQ(recorder.saveScreenshot(grey(4, 3), "shot"), folder / "out/shot-0002.png");
  EXPECT_EQ(recorder.saveScreenshot(grey(4, 3), "other"), folder / "out/other-0001.png");
  EXPECT_EQ(files(), 3u);
  EXPECT_TRUE(folder.get("out/shot-0002.png").starts_with("\x89PNG"));
  EXPECT_EQ(messageOf<RunError>([&] { recorder.saveScreenshot({}, "shot"); }, folder),
            "screenshot: the window has no pixels");
}

TEST_F(Recording, ANameNeverLeavesTheFolder) {
  EXPECT_EQ(recorder.saveScreenshot(grey(4, 4), "../../x"), folder / "out/-.-..-x-0001.png");
  EXPECT_EQ(recorder.saveScreenshot(grey(4, 4), "/etc/x"), folder / "out/-etc-x-0001.png");
  recorder.startFilm("../x\x1b", 30);
  append(4, 4, 2);
  EXPECT_EQ(stop(), (std::vector<std::string>{"-.-x--0001.mp4:2"}));
}

TEST_F(Recording, AFilmIsOneFile) {
  EXPECT_FALSE(recorder.recording());
  for (const char* expected : {"film-0001.mp4:5", "film-0002.mp4:5"}) {
    recorder.startFilm("film", 30);
    EXPECT_TRUE(recorder.recording());
    EXPECT_EQ(recorder.frames(), 0);
    append(32, 16, 3);
    recorder.append({});  // iconified
    append(32, 16, 2);
    EXPECT_EQ(recorder.frames(), 5);
    EXPECT_EQ(stop(), Names{expected});
    EXPECT_FALSE(recorder.recording());
  }
  EXPECT_EQ(files(), 2u);
  EXPECT_EQ(stop(), Names{}) << "each is told once";
}

TEST_F(Recording, AFilmOfOneFrameOrNone) {
  recorder.startFilm("film", 30);
  EXPECT_EQ(stop(), Names{});
  recorder.startFilm("film", 30);
  append(32, 16, 1);
  EXPECT_EQ(recorder.frames(), 1);
  EXPECT_EQ(stop(), Names{"film-0001.mp4:1"});
  EXPECT_EQ(files(), 1u);
}

TEST_F(Recording, AResizedWindowGoesOnInANewFile) {
  recorder.startFilm("film", 30);
  append(32, 16, 3);
  append(33, 16, 1);  // while the corner is dragged
  append(33, 17, 1);
  append(40, 20, 4);
  recorder.saveScreenshot(grey(40, 20), "film");
  EXPECT_TRUE(recorder.recording());
  append(32, 20, 2);
  EXPECT_EQ(recorder.frames(), 9);
  EXPECT_EQ(stop(), (Names{"film-0001.mp4:3", "film-0002.mp4:4", "film-0003.mp4:2"}));
  EXPECT_EQ(files(), 4u) << "no file is left of the sizes that did not last";
}

TEST_F(Recording, AnErrorEndsItAndKeepsWhatIsComplete) {
  recorder.startFilm("film", 30);
  append(32, 16, 2);
  append(40, 20, 1);
  std::filesystem::create_directories(folder / "bin");
  folder.put("bin/ffmpeg", "#!/bin/sh\necho 'the cause' >&2\nexit 1\n");
  std::filesystem::permissions(folder / "bin/ffmpeg", std::filesystem::perms::owner_all);
  setenv("PATH", (folder / "bin:" + path).c_str(), 1);
  EXPECT_EQ(messageOf<RunError>([&] { append(40, 20, 10000); }, folder),
            "out/film-0002.mp4: ffmpeg failed: the cause");
  EXPECT_FALSE(recorder.recording());
  EXPECT_EQ(files(), 1u) << "nothing is left of the second file";
  EXPECT_EQ(stop(), Names{"film-0001.mp4:2"});

  // Whether the program has ended by the second frame or only by the end, the error is the same.
  recorder.startFilm("film", 30);
  const auto twoFrames = [&] {
    append(32, 16, 2);
    recorder.stopFilm();
  };
  EXPECT_EQ(messageOf<RunError>(twoFrames, folder), "out/film-0002.mp4: ffmpeg failed: the cause");
  EXPECT_FALSE(recorder.recording());
  EXPECT_EQ(stop(), Names{});
}

TEST_F(Recording, CannotStartWithoutFfmpegOrFolder) {
  setenv("PATH", (folder / "none").c_str(), 1);
  EXPECT_EQ(messageOf<RunError>([&] { recorder.startFilm("film", 30); }, folder),
            "film: " + io::FilmWriter::whyNot());
  EXPECT_FALSE(recorder.recording());
  setenv("PATH", path.c_str(), 1);

  folder.put("file", "");
  Recorder nowhere(folder / "file");
  EXPECT_EQ(messageOf<Error>([&] { nowhere.startFilm("film", 30); }, folder),
            "file: cannot be made an output folder: Not a directory");
  EXPECT_EQ(messageOf<Error>([&] { nowhere.saveScreenshot(grey(4, 3), "shot"); }, folder),
            "file: cannot be made an output folder: Not a directory");
  EXPECT_FALSE(nowhere.recording());
}

TEST_F(Recording, MisuseIsALogicError) {
  EXPECT_THROW(recorder.append(grey(4, 4)), std::logic_error);
  EXPECT_THROW(recorder.startFilm("film", 0), std::invalid_argument);
  recorder.startFilm("film", 30);
  EXPECT_THROW(recorder.startFilm("film", 30), std::logic_error);
}

}  // namespace
}  // namespace gpubuck::demo
