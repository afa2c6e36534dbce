// The tools of the pointer, used in a frame of ImGui on a picture of a running fluid.
#include "demo/ui/tools/tools.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec4.hpp>

#include "demo/tools_fixture.h"
#include "demo/ui/actions/shortcuts.h"
#include "demo/ui/actions/undo.h"
#include "demo/view/fluid_view.h"
#include "demo/view/legend.h"
#include "scenario/built_in.h"

namespace gpubuck::demo {
namespace {

TEST_F(ToolsTest, Stroke_ActsAlongLineOfSightUntilRelease) {
  const dpd::Camera before = view();
  const glm::dvec2 place(200.0, 90.0);
  setTool(state_, "stir");
  picture(place);
  EXPECT_EQ(state_.stroke, "");
  EXPECT_FALSE(pointer_.forces().effect);
  picture(place, {down(place)});
  EXPECT_EQ(state_.stroke, "stir");
  ASSERT_TRUE(pointer_.forces().effect);
  EXPECT_EQ(pointer_.forces().effect->kind, dpd::EffectKind::Stir);
  EXPECT_EQ(pointer_.forces().effect->tube->radius, state_.tool.reach);
  // Every point of the line is seen at the pointer. The camera's matrices are floats: about 10
  // roundings by 2^-24 of 320 pixels.
  const dpd::Effect& effect = *pointer_.forces().effect;
  const render::Camera camera =
      render::fitCamera(session_.scenario().fluid.box, view(), 320.0 / 240.0,
                        0.5 + 0.03 * 6.0);  // as render::Scene
  for (const double along : {0.0, 4.0, 9.0}) {
    const glm::vec4 clip =
        camera.projection * camera.view *
        glm::vec4(glm::vec3(effect.tube->origin + along * effect.tube->direction), 1.0F);
    EXPECT_NEAR(160.0 * (1.0 + clip.x / clip.w), place.x, 0.01);
    EXPECT_NEAR(120.0 * (1.0 - clip.y / clip.w), place.y, 0.01);
  }
  picture({250.0, 90.0});
  EXPECT_EQ(state_.stroke, "stir") << "it goes on with the pointer";
  picture({250.0, 90.0}, {up({250.0, 90.0})});
  EXPECT_EQ(state_.stroke, "");
  EXPECT_FALSE(pointer_.forces().effect);
  EXPECT_EQ(view(), before) << "the camera is unchanged";
}

TEST_F(ToolsTest, Shift_PullsAndPushesWithAnyTool) {
  const glm::dvec2 place(160.0, 120.0);
  for (const PointerTool chosen : {kCameraTool, PointerTool("stir")}) {
    setTool(state_, chosen);
    picture(place, {down(place, kLeftButton, true)});
    EXPECT_EQ(state_.stroke, "pull");
    EXPECT_GT(pointer_.forces().effect->strength, 0.0);
    picture(place, {up(place)});
    picture(place, {down(place, kRightButton, true)});
    EXPECT_EQ(state_.stroke, "push");
    EXPECT_LT(pointer_.forces().effect->strength, 0.0);
    EXPECT_EQ(pointer_.forces().effect->kind, dpd::EffectKind::Pull);
    picture(place, {up(place, kRightButton)});
  }
}

TEST_F(ToolsTest, Hand_PullsTheRunningFluidAndTurnsTheBoxElsewhere) {
  const glm::dvec2 middle(160.0, 120.0), corner(4.0, 4.0), moved(30.0, 0.0);
  const auto drag = [&](const glm::dvec2& from) {
    const dpd::Camera before = view();
    picture(from, {down(from)});
    EXPECT_EQ(state_.stroke, "") << "it may become a click";
    picture(from + moved);
    const std::string stroke = state_.stroke;
    EXPECT_EQ(pointer_.forces().effect.has_value(), !stroke.empty());
    picture(from + moved, {up(from + moved)});
    EXPECT_EQ(state_.stroke, "");
    EXPECT_EQ(view() == before, !stroke.empty());
    return stroke;
  };
  EXPECT_EQ(state_.tool.chosen, kCameraTool);
  EXPECT_EQ(drag(middle), "pull");
  EXPECT_EQ(state_.tool.chosen, kCameraTool);
  EXPECT_EQ(drag(corner), "");
  state_.playback.playing = false;
  EXPECT_EQ(drag(middle), "") << "a force on a paused fluid would do nothing";
  state_.playback.playing = true;
  dpd::View hidden = session_.scenario().view;
  hidden.hidden = {0};
  setView(state_, hidden);
  EXPECT_EQ(drag(middle), "") << "the fluid is hidden";
}

TEST_F(ToolsTest, Wheel_SetsTheReachOrZoomsWithControl) {
  const glm::dvec2 place(160.0, 120.0);
  picture(place, {}, 1.0F);
  EXPECT_NEAR(view().zoom, 1.1, 1e-12);
  setTool(state_, kPushTool);
  const double reach = state_.tool.reach;
  picture(place, {}, 2.0F);
  EXPECT_NEAR(state_.tool.reach, 1.21 * reach, 1e-9);
  EXPECT_NEAR(view().zoom, 1.1, 1e-12);
  ImGui::GetIO().KeyCtrl = true;
  picture(place, {}, -1.0F);
  ImGui::GetIO().KeyCtrl = false;
  EXPECT_NEAR(view().zoom, 1.0, 1e-12);
  EXPECT_NEAR(state_.tool.reach, 1.21 * reach, 1e-9);
  for (int k = 0; k < 30; ++k) picture(place, {}, -9.0F);
  EXPECT_EQ(state_.tool.reach, limitsOf("tool/reach").least);
}

TEST_F(ToolsTest, CameraTool_CarriesAPressedSphere) {
  setSphere(state_, 1.2);
  state_.runPending();
  ASSERT_EQ(session_.simulation().solids().size(), 1u);
  const dpd::Camera before = view();
  const glm::dvec2 middle(160.0, 120.0);  // the middle of the box is seen here
  picture(middle, {down(middle)});
  EXPECT_EQ(state_.stroke, "sphere");
  picture(middle + glm::dvec2(12.0, 0.0));
  ASSERT_TRUE(pointer_.forces().body);
  session_.advance(20, 10.0, pointer_.forces());
  EXPECT_GT(sphere().shape.centre.x, 3.1) << "x is to the right here";
  picture(middle + glm::dvec2(12.0, 0.0), {up(middle + glm::dvec2(12.0, 0.0))});
  EXPECT_EQ(state_.stroke, "");
  EXPECT_FALSE(pointer_.forces().body) << "it has arrived";
  EXPECT_EQ(sphere().velocity, glm::dvec3(0.0));
  EXPECT_EQ(view(), before);
  const glm::dvec2 beside(20.0, 20.0);
  picture(beside, {down(beside)});
  picture(beside + glm::dvec2(30.0, 0.0));
  picture(beside + glm::dvec2(30.0, 0.0), {up(beside + glm::dvec2(30.0, 0.0))});
  EXPECT_NE(view(), before) << "a drag outside the sphere turns the box";
}

// All sides are periodic.
TEST_F(ToolsTest, CarriedSphere_StaysWholeInTheBox) {
  setSphere(state_, 1.2);
  state_.runPending();
  const glm::dvec2 middle(160.0, 120.0);
  picture(middle, {down(middle)});
  for (const glm::dvec2& place :
       {glm::dvec2(310.0, 120.0), glm::dvec2(5.0, 120.0), glm::dvec2(160.0, 5.0)}) {
    picture(place);
    for (int step = 0; step < 40; ++step) {
      session_.advance(1, 10.0, pointer_.forces());
      const glm::dvec3 centre = sphere().shape.centre;
      for (int axis = 0; axis < 3; ++axis) {
        ASSERT_GE(centre[axis], 1.2 - 1e-9) << place.x << ' ' << place.y << " step " << step;
        ASSERT_LE(centre[axis], session_.scenario().fluid.box.size[axis] - 1.2 + 1e-9)
            << place.x << ' ' << place.y << " step " << step;
      }
    }
  }
  picture(middle, {up(middle)});
}

// The sphere moves more slowly than the pointer.
TEST_F(ToolsTest, CarriedSphere_ShowsItsTarget) {
  setSphere(state_, 1.0);
  state_.runPending();
  const glm::dvec2 middle(160.0, 120.0), end(210.0, 112.0);
  picture(middle, {down(middle)});
  const Seen seen =
      seenAt(cameraOf(state_, kArea), session_.scenario().fluid.box.size / 2.0, kArea);
  const auto outlines = [&](const glm::dvec2& place) {
    return std::ranges::count_if(
        ImGui::GetBackgroundDrawList()->VtxBuffer, [&](const ImDrawVert& corner) {
          const double radius = glm::distance(place, glm::dvec2(corner.pos.x, corner.pos.y));
          return std::abs(radius - seen.pixelsPerLength) < 4.0;
        });
  };
  const glm::dvec2 target = seen.place + end - middle;
  EXPECT_GT(outlines(seen.place), 90) << "the sphere";
  EXPECT_LT(outlines(target), 100);
  picture(end);
  EXPECT_GT(outlines(seen.place), 90);
  EXPECT_GT(outlines(target), 300);
  picture(end, {up(end)});
  EXPECT_GT(outlines(target), 300) << "until the sphere arrives";
  for (int step = 0; step < 20; ++step) {
    session_.advance(1, 10.0, pointer_.forces());
    picture({5.0, 5.0});
  }
  EXPECT_EQ(outlines(target), 0);
}

TEST_F(ToolsTest, ReleasedSphere_TravelsToItsTarget) {
  setSphere(state_, 1.0);
  state_.runPending();
  const glm::dvec2 middle(160.0, 120.0), end(210.0, 112.0);
  const cells::Box& box = session_.scenario().fluid.box;
  const glm::dvec2 before = seenAt(cameraOf(state_, kArea), box.size / 2.0, kArea).place;
  picture(middle, {down(middle)});
  picture(end, {up(end)});
  EXPECT_EQ(state_.stroke, "");
  for (int step = 0; step < 40; ++step) {
    picture({5.0, 5.0});
    session_.advance(1, 10.0, pointer_.forces());
  }
  picture({5.0, 5.0});
  const glm::dvec2 moved =
      seenAt(cameraOf(state_, kArea), sphere().shape.centre, kArea).place - before;
  EXPECT_NEAR(moved.x, end.x - middle.x, 0.01);
  EXPECT_NEAR(moved.y, end.y - middle.y, 0.01);
  EXPECT_EQ(sphere().velocity, glm::dvec3(0.0));
  EXPECT_FALSE(pointer_.forces().body);
}

TEST_F(ToolsTest, EraseOrAddStroke_IsOneUndoStep) {
  const glm::dvec2 middle(160.0, 120.0);
  const std::int64_t before = session_.simulation().count();
  state_.tool.reach = 1.0;
  setTool(state_, kEraseTool);
  picture(middle, {down(middle)});
  picture(middle);
  const std::int64_t left = session_.simulation().count();
  EXPECT_LT(left, before - 10);
  picture(middle, {up(middle)});
  setTool(state_, kAddTool);
  picture(middle, {down(middle)});
  picture(middle, {up(middle)});
  const std::int64_t filled = session_.simulation().count();
  EXPECT_GT(filled, left + 10);
  EXPECT_LT(filled, before + 20);
  takeBack(state_);
  EXPECT_EQ(session_.simulation().count(), left);
  takeBack(state_);  // the tool
  takeBack(state_);
  EXPECT_EQ(session_.simulation().count(), before);
}

TEST_F(ToolsTest, ImpossibleAddOrErase_IsReported) {
  setTool(state_, kEraseTool);
  state_.tool.reach = 1e3;
  const glm::dvec2 middle(160.0, 120.0);
  picture(middle, {down(middle)});
  picture(middle, {up(middle)});
  EXPECT_EQ(session_.simulation().count(), 1);
  picture(middle, {down(middle)});
  picture(middle, {up(middle)});
  EXPECT_EQ(journal_.notices().back().text, "nothing erased: the last particle cannot be erased");
}

TEST_F(ToolsTest, HeatAndCold_ReachTheirTemperatures) {
  const dpd::Tube tube{{3.0, 2.5, 2.0}, {0.0, 0.0, 1.0}, 2.0};
  const PointerForces hot = pointerForces(state_, "heat", tube);
  ASSERT_TRUE(hot.effect);
  EXPECT_EQ(hot.effect->kT, state_.tool.strength * session_.scenario().fluid.kT);
  const PointerForces cold = pointerForces(state_, "cool", tube);
  ASSERT_TRUE(cold.effect);
  EXPECT_EQ(cold.effect->kT, 0.0);
  EXPECT_GT(cold.effect->strength, 0.0);
  EXPECT_EQ(pointerForces(state_, "paint", tube).effect->into, 0);
}

// A stronger tool scatters a fluid over its whole box within a second.
TEST_F(ToolsTest, DefaultStrength_KeepsTheFluidTogether) {
  struct Case {
    PointerTool tool;
    double strength, kT;
  };
  for (const Case& each :
       {Case{kPullTool, 12.0, 0.0}, Case{kPushTool, -12.0, 0.0}, Case{"stir", 2.0, 0.0},
        Case{"heat", 10.0, 12.0}, Case{"cool", 9.6, 0.0}, Case{"fountain", 6.0, 0.0},
        Case{"waves", 6.0, 0.0}, Case{"lamp", 12.0, 0.0}}) {
    const dpd::Effect effect = rowOf(each.tool).effect(state_);
    EXPECT_NEAR(effect.strength, each.strength, 1e-9) << each.tool;
    EXPECT_NEAR(effect.kT, each.kT, 1e-9) << each.tool;
  }
}

// A stroke that paints a species in its own colour, or that cannot paint, looks like a mistake.
TEST_F(ToolsTest, Paint_ChangesColoursOrSaysWhyNot) {
  EXPECT_EQ(state_.tool.species, 1) << "most of a fluid is often of the first species";
  EXPECT_EQ(toolSpecies(state_), 0) << "there is only one";
  const auto said = [&] {
    return journal_.notices().empty() ? "" : journal_.notices().back().text;
  };
  setTool(state_, "heat");
  EXPECT_EQ(said(), "");
  setTool(state_, kPaintTool);
  EXPECT_EQ(said(), "Paint: no effect here, because there is only one species");
  journal_.notice("later", "message");
  const glm::dvec2 middle(160.0, 120.0);
  picture(middle, {down(middle)});
  picture(middle, {up(middle)});
  EXPECT_EQ(said(), "Paint: no effect here, because there is only one species");
  EXPECT_EQ(journal_.notices().size(), 2U) << "a message is not shown twice at once";
}

TEST_F(ToolsTest, Tools_AreChosenByBarAndKeys) {
  for (const ToolRow& row : toolRows()) {
    setTool(state_, kCameraTool);
    for (int k = 0; k < 3; ++k) picture({-10.0, -10.0}, {}, 0.0F, true);
    const std::string mark = "tool/" + row.word();
    press(mark);
    EXPECT_EQ(state_.tool.chosen, row.tool) << row.word();
    setTool(state_, kCameraTool);
    constexpr int kShift = 1;
    const int modifiers = row.key.starts_with("Shift+") ? kShift : 0;
    EXPECT_TRUE(runShortcut(state_, {row.key.back(), modifiers})) << row.key;
    EXPECT_EQ(state_.tool.chosen, row.tool) << row.word();
  }
}

TEST_F(ToolsTest, ChosenTool_IsNoStepOfUndo) {
  watchChanges(state_);
  const std::string before = undoName(state_);
  setTool(state_, "heat");
  watchChanges(state_);
  EXPECT_EQ(undoName(state_), before);
  setReach(state_, 1.5);
  watchChanges(state_);
  setTool(state_, "cool");
  takeBack(state_);
  EXPECT_NE(state_.tool.reach, 1.5);
  EXPECT_EQ(state_.tool.chosen, "cool") << "undo leaves the tool in the hand";
}

// If the tool stayed chosen without having an effect on the next fluid, the first drag would do
// nothing. The user may have forgotten a tool that places something.
TEST_F(ToolsTest, UselessTool_IsPutAwayByAnotherFluid) {
  const auto open = [&](const char* name) {
    session_.start(scenario::builtIn(name));
    setDefaults(state_);
  };
  struct Case {
    const char* scenario;
    PointerTool tool, kept;
  };
  for (const Case& each :
       {Case{"equilibrium", kTiltTool, kCameraTool}, Case{"dam-break", kTiltTool, kTiltTool},
        Case{"equilibrium", kPaintTool, kCameraTool},
        Case{"phase-separation-16k", kPaintTool, kPaintTool}, Case{"equilibrium", "heat", "heat"},
        Case{"dam-break", "drain", kCameraTool}}) {
    setTool(state_, each.tool);
    open(each.scenario);
    EXPECT_EQ(state_.tool.chosen, each.kept) << each.scenario << ' ' << each.tool;
    const bool isUseless = !whyNoTool(session_.scenario().fluid, each.tool).empty();
    EXPECT_EQ(isUseless || rowOf(each.tool).stays(), each.tool != each.kept);
  }
}

// If one label were above its slider and the next to the right of its slider, it would look like a
// mistake.
TEST_F(ToolsTest, Labels_AreOnTheLinesOfTheirSliders) {
  setTool(state_, "heat");
  for (int k = 0; k < 3; ++k) picture({-10.0, -10.0}, {}, 0.0F, true);
  const WidgetPlace &reach = places_.at("tool/reach"), &strength = places_.at("tool/strength");
  const float row = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y;
  EXPECT_EQ(static_cast<float>(strength.y - reach.y), row);
}

TEST_F(ToolsTest, ValueOfASlider_StaysOffItsKnob) {
  setTool(state_, "stir");
  for (double reach = 0.5; reach < 20.0; reach += 1.5) {
    setReach(state_, reach);
    for (int k = 0; k < 3; ++k) picture({310.0, 600.0}, {}, 0.0F, true);
    const WidgetPlace& slider = places_.at("tool/reach");
    const auto xRange = [&](ImGuiCol colour) {
      const ImU32 wanted = ImGui::GetColorU32(colour);
      std::pair<float, float> range{1e9F, -1e9F};
      for (const ImDrawVert& corner : ImGui::FindWindowByName("tool")->DrawList->VtxBuffer) {
        const bool isThere = corner.pos.x >= static_cast<float>(slider.x) &&
                             corner.pos.x <= static_cast<float>(slider.x + slider.width) &&
                             corner.pos.y >= static_cast<float>(slider.y) &&
                             corner.pos.y <= static_cast<float>(slider.y + slider.height);
        if (corner.col != wanted || !isThere) continue;
        range = {std::min(range.first, corner.pos.x), std::max(range.second, corner.pos.x)};
      }
      return range;
    };
    const auto knob = xRange(ImGuiCol_SliderGrab), value = xRange(ImGuiCol_Text);
    ASSERT_LT(knob.first, knob.second) << reach;
    ASSERT_LT(value.first, value.second) << reach;
    EXPECT_TRUE(value.second < knob.first || value.first > knob.second) << reach;
  }
}

// Without these colours, the picture would not show the effect of heat.
TEST_F(ToolsTest, ToolsThatHeat_OfferTheColoursOfTemperature) {
  for (const ToolRow& row : toolRows()) {
    forgetPlaces();
    setTool(state_, row.tool);
    for (int k = 0; k < 3; ++k) picture({-10.0, -10.0}, {}, 0.0F, true);
    const bool isCoupled =
        row.effect != nullptr && (row.effect(state_).kind == dpd::EffectKind::Couple ||
                                  row.effect(state_).kind == dpd::EffectKind::Heat);
    EXPECT_EQ(places_.contains("tool/temperatures"), isCoupled) << row.word();
    if (!isCoupled) continue;
    for (const auto expected : {render::Colouring::Temperature, render::Colouring::Species}) {
      press("tool/temperatures");
      EXPECT_EQ(shownLook(state_).colouring, expected) << row.word();
    }
  }
}

// The next tool may have no switch for these colours on its card, so they must not stay.
TEST_F(ToolsTest, Temperatures_AreShownWhileTheirToolIsChosen) {
  FluidView view;
  const auto draw = [&](PointerTool tool) {
    setTool(state_, tool);
    picture({-10.0, -10.0});
    view.draw(state_, state_.look, {0, 0, 160, 120}, 12.0);
    return view.read().rgb;
  };
  const auto plain = draw(kPullTool);
  EXPECT_EQ(colourLegend(state_).title, "");
  state_.tool.showsTemperatures = true;
  EXPECT_EQ(draw(kPullTool), plain);
  EXPECT_NE(draw("heat"), plain);
  EXPECT_EQ(colourLegend(state_).title, "temperature, flow excluded");
  EXPECT_EQ(draw(kCameraTool), plain);
  EXPECT_EQ(state_.look.colouring, render::Colouring::Species);
}

}  // namespace
}  // namespace gpubuck::demo
