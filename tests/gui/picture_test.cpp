// Screenshots and films.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <fstream>

#include "gui/pictures.h"
#include "gui/window_rig.h"
#include "support/errors.h"

namespace gpubuck::test {
namespace {

namespace fs = std::filesystem;

struct WindowPicture : WindowRig {
  /// Returns width, height and number of frames of a film.
  std::string probe(const fs::path& film) const {
    return outputOf({"ffprobe", "-v", "error", "-count_frames", "-select_streams", "v",
                     "-show_entries", "stream=width,height,nb_read_frames", "-of", "csv=p=0",
                     film});
  }
  /// Makes time steps, each of which is a frame of the film.
  void steps(int count) {
    for (int i = 0; i < count; ++i) {
      key("n");
      answer("step");
    }
  }
};

TEST_F(WindowPicture, Screenshot_EqualsTheDisplay) {
  open();
  const auto displayShows = [&](const Image& image) {
    return waitUntil([&] { return steady(shown()) == steady(image); }, kPatience);
  };
  const Image whole = picture();
  EXPECT_EQ(glm::ivec2(whole.width, whole.height), glm::ivec2(1280, 900));
  EXPECT_TRUE(displayShows(whole));
  // Without panels and bar, the fluid fills the whole window.
  key("shift+Tab");
  const Image fluid = pictureOfFluid();
  EXPECT_EQ(fluid, picture());
  EXPECT_TRUE(displayShows(fluid));
  EXPECT_NE(steady(fluid), steady(whole));
}

TEST_F(WindowPicture, FluidAlone_IsItsPartOfTheWindow) {
  open();
  const Image whole = picture();
  const Image fluid = pictureOfFluid();
  EXPECT_EQ(fluid.height, whole.height);
  EXPECT_GT(fluid.width, 300);
  // The headers of the sections have the same margin in both side panels.
  const int right = place("measurements/statistics").x - place("controls/run").x;
  // The part of the fluid between the heading and the messages, right of the tools, is not covered.
  const glm::ivec2 corner{100, 100}, size{fluid.width - corner.x, 600};
  EXPECT_EQ(crop(fluid, corner, size),
            crop(whole, corner + glm::ivec2(right - fluid.width, 0), size));
}

TEST_F(WindowPicture, Buttons_TakePictures) {
  open();
  openSection("controls/recording");
  click("recording/screenshot");
  EXPECT_EQ(readPng(folder() / answer("screenshot")).width, 1280);
  click("recording/screenshot-fluid");
  EXPECT_LT(readPng(folder() / answer("screenshot")).width, 1280);
  EXPECT_EQ(files(".png").size(), 2U);
}

TEST_F(WindowPicture, UnwritableFolder_IsReported) {
  open({.output = "/proc/gpubuck"});
  key("p");
  EXPECT_TRUE(has(answer("error"), "/proc/gpubuck"));
}

TEST_F(WindowPicture, ScreenshotOption_TakesAPictureAtAStep) {
  outputOf({executable(), "demo", "equilibrium", "--set", "box.size=[6,6,6]", "--size", "640x480",
            "--screenshot", "picture.png", "--at-step", "3", "--log", "picture.log"});
  EXPECT_EQ(readPng(folder() / "picture.png").width, 640);
  EXPECT_TRUE(has(bytesOf(folder() / "picture.log"), "closed: at step 3\n"));
}

TEST_F(WindowPicture, Film_HasOneFramePerStep) {
  open();
  key("v");
  EXPECT_EQ(answer("film"), "recording");
  steps(5);
  key("v");
  const std::string film = answer("film");
  EXPECT_TRUE(has(film, "equilibrium-0001.mp4, 5 frames"));
  ASSERT_EQ(files(".mp4").size(), 1U);
  const Image fluid = pictureOfFluid();
  EXPECT_EQ(probe(files(".mp4")[0]),
            std::to_string(fluid.width) + ',' + std::to_string(fluid.height) + ",5\n");
}

TEST_F(WindowPicture, Buttons_RecordTheWholeWindow) {
  open();
  openSection("controls/recording");
  click("recording/with-panels");
  click("recording/film");
  EXPECT_EQ(answer("film"), "recording");
  steps(3);
  click("recording/film");
  EXPECT_TRUE(has(answer("film"), ", 3 frames"));
  EXPECT_EQ(probe(files(".mp4").at(0)), "1280,900,3\n");
}

TEST_F(WindowPicture, Film_SurvivesResizeHiddenPanelsAndCamera) {
  open();
  key("v");
  answer("film");
  steps(1);
  const Image fluid = pictureOfFluid();
  resize({800, 600});
  key("Tab");
  steps(1);
  drag({400, 300}, {60, 20});  // paused
  answer("view");
  settle();
  key("v");
  const std::string film = answer("film");
  EXPECT_TRUE(has(film, "equilibrium-0001.mp4, ")) << "one file";
  EXPECT_EQ(files(".mp4").size(), 1U);
  const std::string probed = probe(files(".mp4").at(0));
  const std::string size = std::to_string(fluid.width) + ',' + std::to_string(fluid.height) + ',';
  ASSERT_TRUE(probed.starts_with(size)) << probed;
  // The film has at least one frame for each of the two steps, for the other size, for the hidden
  // panels, and for the turn of the camera.
  EXPECT_GE(std::stoi(probed.substr(size.size())), 5) << probed;
}

TEST_F(WindowPicture, FluidAlone_CanHaveItsOwnSize) {
  open();
  openSection("controls/recording");
  choose("recording/size", "own");
  fill("recording/width", "320");
  fill("recording/height", "200");
  click("recording/screenshot-fluid");
  const Image own = readPng(folder() / answer("screenshot"));
  EXPECT_EQ(glm::ivec2(own.width, own.height), glm::ivec2(320, 200));
  click("recording/screenshot");
  EXPECT_EQ(readPng(folder() / answer("screenshot")).width, 1280) << "the window has its own";
  fillSlider("recording/turn-seconds", "0.3");
  click("recording/turntable");
  EXPECT_EQ(answer("turntable"), "9 frames");
  EXPECT_TRUE(has(answer("film"), "equilibrium-turn-0001.mp4, 9 frames"));
  EXPECT_EQ(probe(files(".mp4").at(0)), "320,200,9\n");
  EXPECT_EQ(step(), 0) << "the fluid is paused";
}

TEST_F(WindowPicture, ClosingTheWindow_CompletesTheFilm) {
  open();
  key("v");
  answer("film");
  steps(3);
  key("space");
  answer("playing");
  close();
  const std::string film = answer("film");
  awaitEnd();
  const std::size_t begin = film.find(", ") + 2;
  const std::string frames = film.substr(begin, film.find(" frame") - begin);
  EXPECT_GE(std::stoi(frames), 3);
  EXPECT_TRUE(has(probe(files(".mp4").at(0)), ',' + frames + '\n'));
}

TEST_F(WindowPicture, StuckFfmpeg_NeitherFreezesNorOutlivesTheWindow) {
  const fs::path ffmpeg = folder() / "bin/ffmpeg", id = folder() / "id";
  fs::create_directories(ffmpeg.parent_path());
  std::ofstream(ffmpeg) << "#!/bin/sh\necho $$ > '" << id.string() << "'\nexec sleep 1000\n";
  fs::permissions(ffmpeg, fs::perms::owner_all);
  open({.paused = false,
        .variables = {{"PATH", ffmpeg.parent_path().string() + ':' + std::getenv("PATH")}}});
  key("v");
  EXPECT_EQ(answer("film"), "recording");
  ASSERT_TRUE(waitUntil([&] { return !bytesOf(id).empty(); }, kPatience));
  for (int k = 0; k < 3; ++k) {
    key("Home");
    answer("view");
  }
  signal(SIGTERM);
  const std::string error = answer("error");
  EXPECT_TRUE(names(error, {"equilibrium-0001.mp4", "ffmpeg"}));
  EXPECT_TRUE(has(error, " lost"));
  awaitEnd();
  EXPECT_NE(kill(std::stoi(bytesOf(id)), 0), 0);
  EXPECT_EQ(files(".part").size(), 0U);
}

TEST_F(WindowPicture, WithoutFfmpeg_ShowsAMessageAndMakesNoFilm) {
  open({.variables = {{"PATH", folder().string()}}});
  key("v");
  EXPECT_TRUE(names(answer("error"), {"ffmpeg", "PATH"}));
  openSection("controls/recording");
  click("recording/film");  // greyed out
  key("n");
  EXPECT_EQ(answer("step"), "1");
  EXPECT_EQ(files(".mp4").size(), 0U);
}

}  // namespace
}  // namespace gpubuck::test
