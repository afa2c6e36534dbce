// The view of the fluid: camera, colours and slices; and the pointer that pulls particles.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "gui/pictures.h"
#include "gui/window_rig.h"

namespace gpubuck::test {
namespace {

struct WindowView : WindowRig {
  /// The numbers of the last line `view: azimuth A elevation E zoom Z pan X Y` of the log.
  struct Camera {
    double azimuth, elevation, zoom, panX, panY;
  };
  Camera camera() {
    std::istringstream text(latest("view"));
    std::string word;
    Camera now{};
    text >> word >> now.azimuth >> word >> now.elevation >> word >> now.zoom >> word >> now.panX >>
        now.panY;
    EXPECT_TRUE(text) << "no view in the log";
    return now;
  }
};

/// Returns the number of pixels that are red, bright or dark. Red is the signal colour, in which
/// moved particles are drawn.
std::int64_t redPixels(const Image& image) {
  std::int64_t count = 0;
  for (std::size_t k = 0; k + 2 < image.rgb.size(); k += 3) {
    const int red = image.rgb[k], green = image.rgb[k + 1], blue = image.rgb[k + 2];
    count += red > 60 && red > 2 * green && red > 2 * blue ? 1 : 0;
  }
  return count;
}

TEST_F(WindowView, Drag_TurnsTheBox) {
  open();
  const Image before = pictureOfFluid();
  key("Home");
  answer("view");
  const Camera home = camera();
  // The front of the box follows the pointer, so the camera moves in the other direction. A drag
  // over half of the picture's width turns the camera by a quarter of a turn.
  drag(fluid(), {100, 0});
  const Camera right = camera();
  EXPECT_NEAR(home.azimuth - right.azimuth, 180.0 * 100.0 / before.width, 0.02);
  EXPECT_EQ(right.elevation, home.elevation);
  EXPECT_NE(pictureOfFluid(), before);
  drag(fluid(), {-100, 0});
  EXPECT_NEAR(camera().azimuth, home.azimuth, 0.02);
  // If the box is dragged downwards, the camera rises and looks at the top of the box.
  drag(fluid(), {0, 60});
  EXPECT_NEAR(camera().elevation - home.elevation, 180.0 * 60.0 / before.width, 0.02);
  key("Home");
  answer("view");
  EXPECT_EQ(pictureOfFluid(), before);
}

// Both engines compute the same steps, except for the last bits of the results.
TEST_F(WindowView, MovedColouring_WorksOnBothEngines) {
  std::vector<std::int64_t> signalled;
  open({.options = {"--engine", "paper", "--set", "sort.reorder_every=2"}});
  key("5");
  for (const char* engine : {"paper", "fast"}) {
    for (const char* step : {"1", "2", "3", "4"}) {
      key("n");
      EXPECT_EQ(answer("step"), step);
      if (step[0] < '3') continue;  // the third step reorders particles, the fourth does not
      signalled.push_back(redPixels(pictureOfFluid()));
      EXPECT_GT(signalled.back(), 200) << engine;
    }
    if (signalled.size() > 2) break;
    key("r");
    answer("restart");
    key("e");
    EXPECT_EQ(answer("engine"), "fast");
  }
  ASSERT_EQ(signalled.size(), 4U);
  for (std::size_t k : {0U, 1U}) EXPECT_NEAR(signalled[k], signalled[k + 2], 20);
  EXPECT_NE(signalled[0], signalled[1]);
}

TEST_F(WindowView, RightButton_PansThePicture) {
  open();
  const Image before = pictureOfFluid();
  drag(fluid(), {90, 45}, kRightButton);
  const Camera shifted = camera();
  EXPECT_NEAR(shifted.panX, 0.1, 0.001);
  EXPECT_NEAR(shifted.panY, -0.05, 0.001);
  const Image after = pictureOfFluid();
  EXPECT_NE(after, before);
  EXPECT_EQ(pixel(after, {before.width / 2 + 90, before.height / 2 + 45}),
            pixel(before, {before.width / 2, before.height / 2}));
}

TEST_F(WindowView, Wheel_Zooms) {
  open();
  const Image before = pictureOfFluid();
  wheel(fluid(), 2);
  EXPECT_NEAR(camera().zoom, 1.21, 0.001);
  EXPECT_NE(pictureOfFluid(), before);
  wheel(fluid(), -3);
  EXPECT_NEAR(camera().zoom, 1.0 / 1.1, 0.001);
  key("Home");
  answer("view");
  EXPECT_EQ(pictureOfFluid(), before);
}

TEST_F(WindowView, ClickAfterFastPointer_DoesNotTurnTheBox) {
  open({.paused = false});  // the pointer moves and presses during one picture of the fluid
  for (int i = 0; i < 5; ++i) {
    point(fluid() - glm::ivec2(200, 200));
    pointAndPress(fluid());
    release();
  }
  key("space");
  EXPECT_EQ(answer("playing"), "no");
  EXPECT_EQ(latest("view"), "");
}

TEST_F(WindowView, PointerOverAPanel_DoesNotMoveTheCamera) {
  open();
  const Place panel = place("controls/physics");
  drag({panel.x + 100, panel.y + 80}, {60, 0});
  wheel({panel.x + 100, panel.y + 80}, 1);
  EXPECT_EQ(latest("view"), "");
}

TEST_F(WindowView, Camera_CanBeTypedAndReset) {
  open();
  const Image before = pictureOfFluid();
  openSection("controls/look");
  fillSlider("view/azimuth", "75");
  answer("view");
  EXPECT_EQ(camera().azimuth, 75.0);
  EXPECT_NE(pictureOfFluid(), before);
  click("view/reset");
  answer("view");
  EXPECT_EQ(pictureOfFluid(), before);
}

TEST_F(WindowView, EveryColouring_ChangesThePicture) {
  open();
  key("n");  // after a step, particles have moved
  answer("step");
  const std::map<std::string, std::string> colourings{
      {"1", "species"}, {"2", "speed"}, {"3", "cell"}, {"4", "list-depth"}, {"5", "moved"}};
  std::map<std::string, Image> pictures;
  for (const auto& [name, what] : colourings) {
    key(name);
    EXPECT_EQ(answer("colour by"), what);
    const Image picture = pictureOfFluid();
    for (const auto& [other, earlier] : pictures) EXPECT_NE(picture, earlier) << name << other;
    pictures[name] = picture;
  }
  openSection("controls/look");
  choose("view/colour", "speed");
  EXPECT_EQ(answer("colour by"), "speed");
  EXPECT_EQ(pictureOfFluid(), pictures["2"]);
  key("1");
  answer("colour by");
  EXPECT_EQ(pictureOfFluid(), pictures["1"]);
}

TEST_F(WindowView, Slice_ShowsPartOfTheFluid) {
  open();
  const Image before = pictureOfFluid();
  openSection("controls/look");
  choose("view/slice", "x");
  const Image slice = pictureOfFluid();
  EXPECT_NE(slice, before);
  fillSlider("view/slice-centre", "0.2");
  EXPECT_NE(pictureOfFluid(), slice);
  choose("view/slice", "none");
  EXPECT_EQ(pictureOfFluid(), before);
}

TEST_F(WindowView, StylesAndSpecies_CanBeSwitched) {
  open();
  const Image before = pictureOfFluid();
  openSection("controls/look");
  for (const char* box :
       {"view/species/fluid", "view/soft-shading", "view/shadows", "view/outline", "view/smooth"}) {
    click(box);
    EXPECT_NE(pictureOfFluid(), before) << box;
    click(box);
    EXPECT_EQ(pictureOfFluid(), before) << box;
  }
  click("view/points");
  EXPECT_NE(pictureOfFluid(), before);
  click("view/spheres");
  EXPECT_EQ(pictureOfFluid(), before);
}

TEST_F(WindowView, Pointer_PullsTheFluid) {
  open();
  const auto firstStep = [&] {
    key("r");
    answer("restart");
    key("n");
    answer("step");
  };
  /// Takes a picture while no tool is chosen, since a tool would tint the particles near its line.
  const auto plainPicture = [&] {
    click("tool/camera");
    return pictureOfFluid();
  };
  firstStep();
  const Image calm = plainPicture();
  firstStep();
  EXPECT_EQ(plainPicture(), calm) << "a restart is a repetition";
  click("tool/pull");
  EXPECT_EQ(answer("pointer"), "pull");
  point(fluid());
  EXPECT_NE(pictureOfFluid(), calm) << "what it grips is tinted";
  key("2");  // speeds, whose colours a tint would falsify
  answer("colour by");
  const Image gripped = pictureOfFluid();
  click("tool/camera");
  EXPECT_EQ(pictureOfFluid(), gripped);
  key("1");
  click("tool/pull");
  point(fluid());
  press();
  firstStep();
  release();
  EXPECT_NE(plainPicture(), calm);
  firstStep();
  EXPECT_EQ(plainPicture(), calm);
  EXPECT_EQ(latest("view"), "") << "the camera is unchanged";
}

TEST_F(WindowView, Tilt_SpringsBack) {
  open({.scenario = {"dam-break", "--set", "region.0.density=0.1"}});
  const Image level = pictureOfFluid();
  hold("g");
  EXPECT_EQ(answer("pointer"), "tilt");
  point(fluid());
  press();
  EXPECT_EQ(answer("stroke"), "tilt");
  point(fluid() + glm::ivec2(90, 5));
  EXPECT_NE(pictureOfFluid(), level);
  key("n");
  answer("step");
  release();
  EXPECT_NEAR(std::stod(answer("tilt")), 180.0 * 90.0 / level.width, 0.01);
  answer("stroke ended");
  letGo("g");
  key("ctrl+z");
  EXPECT_EQ(pictureOfFluid(), level) << "level, and as before the step";
  EXPECT_EQ(latest("view"), "") << "the camera is unchanged";
}

TEST_F(WindowView, Particle_CanBePickedInFluidAndTextures) {
  open();
  const Image before = pictureOfFluid();
  point(fluid());
  press();
  release();
  const std::string first = answer("picked");
  EXPECT_TRUE(first.starts_with("particle ")) << first;
  EXPECT_TRUE(has(first, " in its list"));
  EXPECT_TRUE(hasBeenShown("picked"));
  EXPECT_EQ(latest("view"), "") << "the camera is unchanged";
  EXPECT_NE(pictureOfFluid(), before) << "its neighbours are tinted";

  key("t");
  const auto texels = [&] {
    const Place at = place("textures/picture");
    point(fluid() + glm::ivec2(0, 400));
    return crop(picture(), {at.x, at.y}, {at.width, at.height});
  };
  for (const char* texture : {"mapping", "next", "head"}) {
    click(std::string("textures/texture/") + texture);
    const Image marked = texels();
    click("picked/close");
    EXPECT_EQ(answer("picked"), "nothing");
    EXPECT_NE(texels(), marked) << texture;
    // The first texel belongs to particle 0, or in the head texture to cell 0, whose first particle
    // may be any.
    const Place at = place("textures/picture");
    point({at.x + 3, at.y + 3});
    press();
    release();
    const std::string picked = answer("picked");
    EXPECT_TRUE(picked.starts_with("particle ")) << picked;
    EXPECT_TRUE(std::string(texture) == "head" || picked.starts_with("particle 0 texel 0"));
  }
  key("Escape");  // the textures
  key("Escape");
  EXPECT_EQ(answer("picked"), "nothing");
  EXPECT_EQ(pictureOfFluid(), before);
}

TEST_F(WindowView, ShiftAndEitherButton_StirARunningFluid) {
  open({.paused = false});
  hold("shift");
  drag(fluid(), {40, 20}, kLeftButton);
  drag(fluid(), {-40, 20}, kRightButton);
  letGo("shift");
  key("space");
  EXPECT_EQ(answer("playing"), "no");
  EXPECT_EQ(latest("view"), "");
}

}  // namespace
}  // namespace gpubuck::test
