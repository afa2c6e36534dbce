// The picture of the fluid without a window: its viewpoints, and the changes after which it is
// drawn again.
#include "demo/view/fluid_view.h"
#include "demo/view/legend.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <utility>

#include "demo/demo_test.h"
#include "demo/two_fluids.h"
#include "demo/ui/actions/shortcuts.h"
#include "demo/ui/actions/undo.h"
#include "demo/ui/actions/view_actions.h"
#include "demo/view/quality.h"
#include "file/temporary_folder.h"
#include "render/colour_map.h"
#include "scenario/built_in.h"

namespace gpubuck::demo {
namespace {

class FluidViewTest : public DemoTest {
 protected:
  FluidViewTest() : DemoTest("[box]\nsize = [4, 4, 4]") {}

  void start(const std::string& box = "size = [6, 5, 4]") {
    const std::string text = "[box]\n" + box + '\n' + twoFluids(0.5, 50.0);
    session_.start(scenario::parseScenario(text, "view.toml", {}));
    setDefaults(state_);
  }
  const dpd::Camera& camera() const { return session_.scenario().view.camera; }
  bool draw() { return view_.draw(state_, state_.look, {0, 0, 300, 200}, 12.0); }

  FluidView view_;
};

TEST_F(FluidViewTest, HasFourViewpoints) {
  start();
  dpd::View moved = session_.scenario().view;
  moved.camera.zoom = 3.0;
  moved.camera.panX = 0.2;
  moved.hidden = {1};
  setView(state_, moved);
  runShortcut(state_, {GLFW_KEY_3, GLFW_MOD_SHIFT});
  const dpd::View top{.camera = {.azimuth = 0.0, .elevation = 90.0}, .hidden = {1}};
  EXPECT_EQ(session_.scenario().view, top);
  runShortcut(state_, {GLFW_KEY_2, GLFW_MOD_SHIFT});
  EXPECT_EQ(camera().azimuth, 90.0);
  EXPECT_EQ(camera().elevation, 0.0);
  EXPECT_TRUE(journal_.notices().empty());
}

TEST_F(FluidViewTest, LookChosenByHand_SurvivesTheNextScenario) {
  start();
  setStyle(state_, render::ParticleStyle::Surface);
  setColouring(state_, render::Colouring::Speed);
  state_.look.outline = state_.look.axes = false;
  state_.look.smooth = !state_.look.smooth;
  state_.look.cut.across = Cut::Across::X;
  const Look chosen = state_.look;
  start("size = [4, 4, 4]");
  EXPECT_EQ(state_.look.style, chosen.style);
  EXPECT_EQ(state_.look.colouring, chosen.colouring);
  EXPECT_FALSE(state_.look.outline || state_.look.axes);
  EXPECT_TRUE(state_.look.legend);
  EXPECT_EQ(state_.look.smooth, chosen.smooth);
  EXPECT_EQ(state_.look.cut.across, Cut::Across::Nothing) << "a cut belongs to its box";
}

TEST_F(FluidViewTest, AutomaticLook_FollowsTheFluid) {
  start();
  const bool hasShadows = state_.look.shadows;
  start("size = [6, 5]\ndimensions = 2");
  EXPECT_FALSE(state_.look.shadows) << "a flat box has none";
  start();
  EXPECT_EQ(state_.look.shadows, hasShadows);
  EXPECT_TRUE(state_.look.isStyleAutomatic);
  setStyle(state_, render::ParticleStyle::Points);
  EXPECT_FALSE(state_.look.isStyleAutomatic);
  start();
  EXPECT_EQ(state_.look.style, render::ParticleStyle::Points);
  setAutomaticStyle(state_);
  EXPECT_EQ(state_.look.style, render::ParticleStyle::Spheres);
}

TEST(AutomaticStyle, IsASurfaceForLiquids) {
  using enum render::ParticleStyle;
  const auto styleOf = [](const char* name, std::int64_t particles, bool isSoftware) {
    return automaticStyle(scenario::builtIn(name), particles, isSoftware);
  };
  EXPECT_EQ(styleOf("dam-break", 12'960, false), Surface);
  EXPECT_EQ(styleOf("dam-break", 12'960, true), Surface);
  EXPECT_EQ(styleOf("phase-separation", 16'384, false), Spheres) << "fills its box";
  EXPECT_EQ(styleOf("lava-lamp", 10'368, true), Surface) << "its water is hidden";
  EXPECT_EQ(styleOf("wave-tank", 9'500, true), Surface) << "its bonds hold balls together";
  EXPECT_EQ(styleOf("membrane", 4'200, false), Spheres) << "bonds would be hidden";
  EXPECT_EQ(styleOf("dam-break", 5'000'000, false), Points);
  EXPECT_EQ(styleOf("dam-break", 200'000, true), Points);
}

TEST_F(FluidViewTest, StillPicture_IsRefinedToFullQuality) {
  start();
  state_.look.smooth = state_.look.occlusion = state_.look.keepsRate = true;
  RateKeeper keeper;
  const Clock::time_point begun = Clock::now();
  const auto drawAt = [&](int milliseconds, bool asChosen = false) {
    return keeper.draw(state_, view_, {0, 0, 300, 200}, 12.0, asChosen,
                       begun + std::chrono::milliseconds(milliseconds));
  };
  EXPECT_TRUE(drawAt(0));
  const auto full = view_.read().rgb;
  EXPECT_FALSE(keeper.isRefining()) << "there is nothing to refine";
  for (int k = 0; k < 100; ++k) state_.quality.note(1.0, 0.1 * k);
  ASSERT_GT(state_.quality.present(), 0);
  EXPECT_TRUE(drawAt(10));
  const auto reduced = view_.read().rgb;
  EXPECT_TRUE(reduced != full);
  EXPECT_FALSE(drawAt(20));
  EXPECT_TRUE(keeper.isRefining());
  EXPECT_FALSE(drawAt(150));
  EXPECT_TRUE(drawAt(300));
  EXPECT_TRUE(view_.read().rgb == full);
  EXPECT_FALSE(keeper.isRefining());
  EXPECT_FALSE(drawAt(400));
  // After a movement, the picture is drawn quickly at first.
  setCamera(state_, {.azimuth = camera().azimuth + 1.0});
  EXPECT_TRUE(drawAt(410));
  const auto moved = view_.read().rgb;
  // A screenshot is in full quality at once.
  EXPECT_TRUE(drawAt(420, true));
  const auto taken = view_.read().rgb;
  EXPECT_TRUE(moved != taken);
  EXPECT_FALSE(draw()) << "it has the chosen look";
  EXPECT_TRUE(FluidPictures().take(state_, view_, {300, 200}).rgb == taken);
}

// Without a GPU a moving surface is coarse, whether or not the quality is automatic.
TEST_F(FluidViewTest, CoarseSurface_IsRefinedOnceItIsStill) {
  start();
  EXPECT_EQ(state_.look.surfaceGrain, gl::isSoftware() ? 2 : 1);
  state_.look.surfaceGrain = 2;
  RateKeeper keeper;
  const Clock::time_point begun = Clock::now();
  const auto drawAt = [&](int milliseconds) {
    keeper.draw(state_, view_, {0, 0, 300, 200}, 12.0, false,
                begun + std::chrono::milliseconds(milliseconds));
    return view_.read().rgb;
  };
  for (const auto style : {render::ParticleStyle::Surface, render::ParticleStyle::Spheres}) {
    setStyle(state_, style);
    state_.look.keepsRate = false;
    FluidView fresh;
    fresh.draw(state_, fullLook(state_.look), {0, 0, 300, 200}, 12.0);
    const auto full = fresh.read().rgb;
    const bool isSurface = style == render::ParticleStyle::Surface;
    EXPECT_EQ(drawAt(0) == full, !isSurface);
    EXPECT_EQ(drawAt(10) == full, !isSurface);
    EXPECT_TRUE(drawAt(300) == full);
    EXPECT_EQ(lookLossText(fullLook(state_.look), state_.look).empty(), !isSurface);
    const auto taken = FluidPictures().take(state_, view_, {300, 200}).rgb;
    EXPECT_TRUE(taken == full);
  }
}

TEST_F(FluidViewTest, FlatBox_IsSeenFromAboveOnly) {
  start("dimensions = 2\nsize = [6, 5]");
  const dpd::Camera before = camera();
  lookFrom(state_, kViewpoints.front());
  EXPECT_EQ(camera(), before);
  ASSERT_EQ(journal_.notices().size(), 1u);
  EXPECT_EQ(journal_.notices().front().text, "no view from the front: the box has two dimensions");
  for (const Viewpoint& each : kViewpoints) {
    EXPECT_EQ(whyNotFrom(state_, each).empty(), each.word == "top");
  }
}

TEST_F(FluidViewTest, Change_DrawsAgain) {
  start();
  EXPECT_TRUE(draw());
  EXPECT_FALSE(draw());
  const Image before = view_.read();
  for (bool Look::*flag : {&Look::axes, &Look::scaleBar, &Look::legend, &Look::outline}) {
    state_.look.*flag = false;
    EXPECT_TRUE(draw());
    EXPECT_NE(view_.read().rgb, before.rgb);
    state_.look.*flag = true;
    EXPECT_TRUE(draw());
    EXPECT_EQ(view_.read().rgb, before.rgb);
  }
}

TEST_F(FluidViewTest, Legend_ShowsNamesWithoutHyphens) {
  start();
  scenario::Scenario named = session_.scenario();
  named.fluid.species[1].name = "hot-wax";
  session_.start(named);
  EXPECT_EQ(colourLegend(state_).swatches.at(1).meaning, "hot wax");
}

TEST_F(FluidViewTest, Legend_ExplainsTheColours) {
  start();
  ASSERT_EQ(colourLegend(state_).swatches.size(), 2u);
  EXPECT_EQ(colourLegend(state_).swatches[1].meaning, "two");
  dpd::View view = session_.scenario().view;
  view.hidden = {0};
  setView(state_, view);
  ASSERT_EQ(colourLegend(state_).swatches.size(), 2u);
  EXPECT_EQ(colourLegend(state_).swatches[0].meaning, "two");
  EXPECT_EQ(colourLegend(state_).swatches[1].meaning, "one, hidden");
  state_.look.colouring = render::Colouring::Speed;
  state_.look.colourScale = 2.5;
  EXPECT_EQ(colourLegend(state_).ramp->atLast, "2.5 or faster");
  EXPECT_EQ(colourLegend(state_).ramp->atFirst, "at rest");
  // The ends of an automatic scale are percentiles.
  state_.look.colourScale = 0.0;
  state_.automaticRange.update(session_, state_.look);
  ASSERT_GT(colourRange(state_).low, 0.0F);
  EXPECT_TRUE(colourLegend(state_).ramp->atFirst.ends_with(" or slower"))
      << colourLegend(state_).ramp->atFirst;
  state_.look.colouring = render::Colouring::Cell;
  EXPECT_TRUE(colourLegend(state_).empty());
}

// Points have the same colour in any light.
TEST_F(FluidViewTest, LegendColours_EqualParticleColours) {
  for (const bool own : {false, true}) {
    std::string text = "[box]\nsize = [6, 5, 4]\n" + twoFluids(0.5, 50.0);
    if (own) text.insert(text.find("name = \"two\""), "colour = \"#20c040\"\n");
    session_.start(scenario::parseScenario(text, "view.toml", {}));
    setDefaults(state_);
    state_.look = {.style = render::ParticleStyle::Points,
                   .occlusion = false,
                   .shadows = false,
                   .smooth = false,
                   .outline = false,
                   .axes = false,
                   .scaleBar = false,
                   .legend = false};
    ASSERT_EQ(colourLegend(state_).swatches.size(), 2u);
    for (int shown = 0; shown < 2; ++shown) {
      dpd::View view = session_.scenario().view;
      view.hidden = {1 - shown};
      setView(state_, view);
      const render::Legend legend = colourLegend(state_);
      ASSERT_EQ(legend.swatches.size(), 2u);
      EXPECT_EQ(legend.swatches[0].meaning, shown == 0 ? "one" : "two");
      draw();
      const Image image = view_.read();
      std::map<std::array<int, 3>, int> counts;
      for (std::size_t k = 0; k + 2 < image.rgb.size(); k += 3) {
        ++counts[{image.rgb[k], image.rgb[k + 1], image.rgb[k + 2]}];
      }
      counts.erase(std::ranges::max_element(counts, {}, [](auto& each) { return each.second; }));
      ASSERT_FALSE(counts.empty());
      // The background is nearly grey, and distance dims the points, so the points with the
      // strongest colour are in front.
      const auto strongest = std::ranges::max_element(counts, {}, [](const auto& each) {
        const auto [least, most] = std::ranges::minmax(each.first);
        return most - least;
      });
      const glm::vec3 expected = 255.0f * legend.swatches[0].colour;
      const auto& found = strongest->first;
      const glm::vec3 drawn(found[0], found[1], found[2]);
      EXPECT_LT(glm::distance(glm::normalize(drawn), glm::normalize(expected)), 0.12f)
          << shown << own << ": " << drawn.x << ' ' << drawn.y << ' ' << drawn.z;
    }
  }
}

// After a step that did not record cells, it is not known which particles have moved.
TEST_F(FluidViewTest, Legend_ShowsUnknownMoves) {
  start();
  state_.look.colouring = render::Colouring::Moved;
  for (const auto engine : test::testedEngines()) {
    session_.setEngine(engine);
    EXPECT_EQ(colourLegend(state_).swatches.size(), 1u);
    session_.noteCells(true);
    session_.advance(1, 10.0, {});
    ASSERT_EQ(colourLegend(state_).swatches.size(), 2u);
    EXPECT_EQ(colourLegend(state_).swatches[0].colour, render::kSignalColour);
    EXPECT_TRUE(draw());
  }
}

TEST_F(FluidViewTest, SpeedColours_UseTheWholeRange) {
  start();
  state_.look.colouring = render::Colouring::Speed;
  EXPECT_TRUE(draw());
  std::vector<float> speeds;
  for (const glm::vec4& velocity : session_.simulation().velocity().download()) {
    speeds.push_back(glm::length(glm::vec3(velocity)));
  }
  EXPECT_EQ(colourRange(state_), percentileRange(speeds));
  const auto share = [&](float least, float most) {
    const auto isWithin = [&](float speed) { return speed >= least && speed <= most; };
    return double(std::ranges::count_if(speeds, isWithin)) / double(speeds.size());
  };
  const auto [low, high] = colourRange(state_);
  EXPECT_GE(share(low, high), 0.94);
  EXPECT_GT(share(high / 1.2F, 2.0F * high), 0.015) << "few colours are left";
  EXPECT_FALSE(draw()) << "it is the same for the same state";
  state_.look.colourScale = 2.5;
  EXPECT_EQ(colourRange(state_), (ColourRange{0.0F, 2.5F})) << "by hand";
}

TEST(ColourRangeTest, Percentiles_AreRoundedOutwards) {
  EXPECT_EQ(percentileRange({}), (ColourRange{0.0F, 1.0F}));
  std::vector<float> values(1000);
  for (int k = 0; k < 1000; ++k) values[static_cast<std::size_t>(k)] = 3.0F + 0.001F * float(k);
  values[7] = 1e9F;  // a few extremes
  values[8] = 0.0F;
  values[9] = std::numeric_limits<float>::quiet_NaN();
  const auto [low, high] = percentileRange(values);
  EXPECT_FLOAT_EQ(high, 4.0F) << "98 % are below 3.98";
  EXPECT_FLOAT_EQ(low, 3.0F);
  EXPECT_FLOAT_EQ(percentileRange({4.0F}).high, 4.0F);
  EXPECT_FLOAT_EQ(percentileRange({4.0F}).low, 3.75F);
}

TEST_F(FluidViewTest, Bonds_AreDrawnUntilSwitchedOff) {
  session_.start(scenario::parseScenario(chainsInSolvent(), "chains.toml", {}));
  setDefaults(state_);
  const auto switchTo = [&](double radius) {
    dpd::View view = session_.scenario().view;
    view.bondRadius = radius;
    setView(state_, view);
    watchChanges(state_);
  };
  const auto picture = [&] {
    EXPECT_TRUE(draw());
    return view_.read().rgb;
  };
  dpd::View small = session_.scenario().view;
  small.particleRadius = 0.4;  // so small that the spheres do not hide the bonds
  setView(state_, small);
  watchChanges(state_);
  const auto bonded = picture();
  ++state_.gesture;
  switchTo(0.0);
  const auto plain = picture();
  EXPECT_NE(plain, bonded);
  EXPECT_EQ(undoName(state_), "Bond radius");
  undo(state_);
  state_.runPending();
  EXPECT_EQ(picture(), bonded);

  // Bonds follow the particles. The next fluid has bonds of its own.
  session_.advance(3, 1.0, {});
  const auto later = picture();
  EXPECT_NE(later, bonded);
  FluidView fresh;
  EXPECT_TRUE(fresh.draw(state_, state_.look, {0, 0, 300, 200}, 12.0));
  EXPECT_EQ(fresh.read().rgb, later);
  start();
  EXPECT_EQ(picture(), [&] {
    FluidView other;
    other.draw(state_, state_.look, {0, 0, 300, 200}, 12.0);
    return other.read().rgb;
  }());
}

// The side of a cut on which a point of the box lies follows from its coordinates and from its
// distance from the eye.
TEST_F(FluidViewTest, Cut_KeepsOneSideOfItsPlane) {
  cells::Box box;
  box.size = {6, 5, 4};
  const render::Camera camera = render::fitCamera(box, {40, 25, 1.3}, 1.5);
  using enum Cut::Across;
  EXPECT_EQ(cutPlane({}, box, camera), render::SceneLook{}.cut);
  for (const Cut::Across across : {X, Y, Z, View}) {
    for (const bool keepsFar : {false, true}) {
      const glm::vec4 plane = cutPlane({across, 0.3, keepsFar}, box, camera);
      for (int k = 0; k < 1000; ++k) {
        const glm::dvec3 share(0.05 + 0.1 * (k % 10), 0.05 + 0.1 * (k / 10 % 10),
                               0.05 + 0.1 * (k / 100));
        const glm::dvec4 point(share * box.size, 1.0);
        const double distance = -(glm::dmat4(camera.view) * point).z;
        const double along =
            across == View ? (distance - camera.nearDepth) / (camera.farDepth - camera.nearDepth)
                           : share[static_cast<int>(across) - 1];
        if (std::abs(along - 0.3) < 1e-4) continue;
        ASSERT_EQ(glm::dot(plane, glm::vec4(point)) >= 0.0f, (along > 0.3) == keepsFar) << k;
      }
    }
  }
}

TEST_F(FluidViewTest, PictureFiles_CanHaveTheirOwnSize) {
  start();
  draw();
  FluidPictures pictures;
  const Image inWindow = pictures.take(state_, view_, {300, 200});
  EXPECT_EQ(inWindow.rgb, view_.read().rgb);
  state_.capture.size = PictureSize::Own;
  state_.capture.ownWidth = 640;
  state_.capture.ownHeight = 480;
  const Image own = pictures.take(state_, view_, {300, 200});
  EXPECT_EQ(own.width, 640);
  EXPECT_EQ(own.height, 480);
  EXPECT_TRUE(own.holdsItsPixels());
  EXPECT_EQ(view_.read().rgb, inWindow.rgb) << "the window goes on with its own";
  EXPECT_EQ(pictures.take(state_, view_, {300, 200}).rgb, own.rgb);
  for (const auto& [size, height] : {std::pair{PictureSize::FullHd, 1080},
                                     {PictureSize::QuadHd, 1440},
                                     {PictureSize::UltraHd, 2160},
                                     {PictureSize::Window, 200}}) {
    state_.capture.size = size;
    EXPECT_EQ(pictureSize(state_.capture, {300, 200}).y, height);
  }
}

RC_GTEST_PROP(Turntable, TurnsOnceInEqualSteps, ()) {
  const int frames = *rc::gen::inRange(1, 2000);
  Turntable turntable;
  RC_ASSERT(!turntable.turning());
  turntable.start(frames);
  double last = 0.0;
  for (int k = 0; k < frames; ++k) {
    RC_ASSERT(turntable.turning());
    RC_ASSERT(!turntable.isDone());
    const double step = turntable.angle() - last;
    RC_ASSERT(std::abs(step - (k == 0 ? 0.0 : 360.0 / frames)) < 1e-9);
    last = turntable.angle();
    turntable.frameTaken();
  }
  RC_ASSERT(turntable.isDone());
  turntable.stop();
  RC_ASSERT(turntable.angle() == 0.0);
}

TEST_F(FluidViewTest, Turn_EndsWhereItBeganWithFilm) {
  const test::TemporaryFolder folder;
  Recorder recorder(folder.path());
  DemoState state{session_, journal_, recorder};
  start();
  state.playback.playing = true;
  state.capture.framesPerSecond = 10;
  state.capture.turnSeconds = 1.2;
  dpd::View view = session_.scenario().view;
  view.camera.azimuth = 20.0;
  session_.setView(view);
  toggleTurntable(state);
  state.runPending();
  ASSERT_TRUE(recorder.recording());
  EXPECT_EQ(state.capture.turntable.frames(), 12);
  EXPECT_FALSE(state.playback.playing) << "the fluid is paused";
  recorder.append(Image{4, 4, std::vector<std::uint8_t>(48, 100)});
  for (int k = 0; k < 3; ++k) state.capture.turntable.frameTaken();
  EXPECT_EQ(shownView(state).camera.azimuth, 110.0);
  EXPECT_EQ(camera().azimuth, 20.0);
  toggleTurntable(state);
  state.runPending();
  EXPECT_FALSE(state.capture.turntable.turning());
  EXPECT_FALSE(recorder.recording());
  EXPECT_TRUE(state.playback.playing);
  EXPECT_EQ(shownView(state).camera.azimuth, 20.0);
  finishFilm(state, 60.0);
  EXPECT_NE(journal_.notices().back().text.find("-turn-0001.mp4, 1 frame"), std::string::npos)
      << journal_.notices().back().text;
}

}  // namespace
}  // namespace gpubuck::demo
