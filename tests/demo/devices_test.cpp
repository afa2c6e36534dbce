// The effects that tools leave in the fluid, such as a fountain, and their rings.
#include "demo/ui/tools/devices.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "demo/tools_fixture.h"
#include "demo/ui/actions/undo.h"
#include "demo/view/fluid_view.h"

namespace gpubuck::demo {
namespace {

TEST_F(ToolsTest, Fountain_StaysUntilItIsClickedOrUndone) {
  const glm::dvec2 place(170.0, 110.0);
  setTool(state_, "fountain");
  state_.tool.reach = 1.0;
  picture(place, {down(place)});
  picture(place, {up(place)});
  const auto effects = [&] { return session_.simulation().fluid().effects; };
  ASSERT_EQ(effects().size(), 1U);
  const dpd::Effect jet = effects()[0];
  EXPECT_EQ(jet.kind, dpd::EffectKind::Accelerate);
  EXPECT_EQ(jet.shape.radius, 1.0);
  EXPECT_EQ(jet.direction, glm::dvec3(0.0, 0.0, 1.0));
  EXPECT_EQ(jet.strength, 0.5 * state_.tool.strength);
  EXPECT_EQ(jet.period, 0.0);
  // The pointer is over the middle of the jet. Along the line of sight, the jet is in the middle of
  // the box.
  const Seen seen = seenAt(cameraOf(state_, kArea), jet.shape.centre, kArea);
  EXPECT_NEAR(seen.place.x, place.x, 0.01);
  EXPECT_NEAR(seen.place.y, place.y, 0.01);
  EXPECT_LT(glm::distance(jet.shape.centre, session_.scenario().fluid.box.size / 2.0), 1.0);

  picture(place, {down(place)});
  EXPECT_TRUE(effects().empty());
  picture({250.0, 110.0});
  EXPECT_TRUE(effects().empty()) << "the stroke has removed it";
  picture({250.0, 110.0}, {up({250.0, 110.0})});
  takeBack(state_);
  EXPECT_EQ(effects(), std::vector{jet});
  takeBack(state_);
  EXPECT_TRUE(effects().empty());
}

class DevicesTest : public ToolsTest {
 protected:
  const std::vector<dpd::Effect>& effects() { return session_.scenario().fluid.effects; }
  void click(PointerTool tool, const glm::dvec2& place, int button = kLeftButton) {
    setTool(state_, tool);
    picture(place, {down(place, button)});
    picture(place, {up(place, button)});
    picture({310.0, 10.0});
  }
  std::string lastNotice() {
    return journal_.notices().empty() ? "" : journal_.notices().back().text;
  }
};

TEST_F(DevicesTest, RightClickOrErase_RemovesWhatIsThere) {
  const glm::dvec2 place(160.0, 120.0);
  setReach(state_, 1.0);
  for (const bool erases : {false, true}) {
    click("fountain", place);
    ASSERT_EQ(effects().size(), 1U);
    EXPECT_NE(lastNotice().find("right click or Erase"), std::string::npos) << lastNotice();
    const std::int64_t count = session_.simulation().count();
    const glm::dvec2 away(20.0, 220.0);
    click(erases ? kCameraTool : "stir", away, kRightButton);
    EXPECT_EQ(effects().size(), 1U) << "a right click elsewhere";
    click(erases ? kEraseTool : kCameraTool, place, erases ? kLeftButton : kRightButton);
    EXPECT_TRUE(effects().empty()) << erases;
    EXPECT_EQ(session_.simulation().count(), count) << "the fluid there stays";
    EXPECT_EQ(lastNotice(), "removed: Fountain (Ctrl+Z brings it back)");
    EXPECT_EQ(view(), session_.scenario().view.camera);
  }
}

// Both accelerate the fluid, but the jet of the wave maker has a period.
TEST_F(DevicesTest, FountainAndWaveMaker_KeepEachOther) {
  setReach(state_, 0.6);
  const glm::dvec2 left(120.0, 120.0), middle(160.0, 120.0), right(200.0, 120.0);
  const auto tools = [&] {
    std::vector<std::string> words;
    for (const dpd::Effect& effect : effects()) words.push_back(toolOf(effect)->word());
    return words;
  };
  click("fountain", left);
  click("waves", right);
  EXPECT_EQ(tools(), (std::vector<std::string>{"fountain", "waves"}));
  EXPECT_TRUE(lastNotice().starts_with("Wave maker: ")) << lastNotice();
  click("fountain", middle);
  click("waves", right);
  EXPECT_EQ(tools(), std::vector<std::string>{"fountain"}) << "a click on its ring removes it";
}

TEST_F(DevicesTest, Ring_HasItsOwnToolsColourAndName) {
  setReach(state_, 1.0);
  const glm::dvec2 place(160.0, 120.0);
  click("waves", place);
  ASSERT_EQ(effects().size(), 1U);
  EXPECT_EQ(toolOf(effects()[0])->tool, "waves");
  const auto isNamed = [] {
    const ImGuiWindow* const label = ImGui::FindWindowByName("device");
    return label != nullptr && label->Active;
  };
  setTool(state_, kCameraTool);
  picture(place);
  EXPECT_TRUE(isNamed());
  const ImU32 own = toImGui(rowOf("waves").colour, 0.9F);
  const auto hasColour = [&] {
    return std::ranges::any_of(ImGui::GetBackgroundDrawList()->VtxBuffer,
                               [&](const ImDrawVert& corner) { return corner.col == own; });
  };
  for (const ToolRow& row : toolRows()) {
    setTool(state_, row.tool);
    picture({310.0, 10.0});
    EXPECT_TRUE(hasColour()) << row.label;
    EXPECT_FALSE(isNamed()) << row.label;
  }
}

TEST_F(DevicesTest, DeviceWithoutFluid_SaysSo) {
  setReach(state_, 0.6);
  const glm::dvec2 place(160.0, 120.0);
  session_.empty({glm::dvec3(3.0, -1.0, 2.0), {0.0, 1.0, 0.0}, 2.4});
  ASSERT_LT(session_.simulation().count(), 300);
  click("fountain", place);
  EXPECT_NE(lastNotice().find("no fluid"), std::string::npos) << lastNotice();
}

TEST_F(DevicesTest, DrainAndRestart_SayWhatStays) {
  setReach(state_, 1.0);
  click("drain", {160.0, 120.0});
  EXPECT_NE(lastNotice().find("number of particles stays"), std::string::npos) << lastNotice();
  journal_.notice("old", "message");
  restart(state_);
  state_.runPending();
  ASSERT_EQ(effects().size(), 1U);
  ASSERT_EQ(journal_.notices().size(), 1U) << "older ones are gone";
  EXPECT_TRUE(lastNotice().starts_with("kept: Drain")) << lastNotice();
  state_.opened = session_.scenario();
  restart(state_);
  state_.runPending();
  EXPECT_EQ(lastNotice(), "") << "a scenario's own are no news";
}

TEST_F(ToolsTest, WaveMakerAndLamp_FollowTheDragAndKeepEachOther) {
  const glm::dvec2 place(150.0, 110.0), later(190.0, 110.0);
  scenario::Scenario falling = session_.scenario();
  falling.fluid.gravity = {0.0, 0.0, -0.5};
  session_.change(falling);
  state_.tool.reach = 1.0;
  const auto drag = [&](PointerTool tool) {
    setTool(state_, tool);
    picture(place, {down(place)});
    picture(later);
    picture(later, {up(later)});
  };
  drag("waves");
  drag("lamp");
  const auto effect = [&](std::size_t k) { return session_.simulation().fluid().effects.at(k); };
  EXPECT_NEAR(effect(0).period, std::sqrt(2.0 * std::numbers::pi * 4.0 / 0.5), 1e-9)
      << "of waves on deep fluid that are four times as long as the reach";
  EXPECT_NEAR(effect(0).direction.z, 0.0, 1e-12) << "to the side";
  EXPECT_NEAR(effect(0).strength, 0.5 * state_.tool.strength, 1e-9);
  EXPECT_EQ(effect(1).kind, dpd::EffectKind::Heat);
  EXPECT_GT(effect(1).strength, 0.0);
  EXPECT_EQ(effect(1).shape.centre, effect(0).shape.centre);
  EXPECT_NEAR(seenAt(cameraOf(state_, kArea), effect(1).shape.centre, kArea).place.x, later.x,
              0.01);

  scenario::Scenario bright = session_.scenario();
  bright.fluid.effects[1].strength *= 3.0;
  session_.change(bright);
  drag("lamp");  // the drag begins outside of the lamp, but carries the lamp
  EXPECT_EQ(session_.simulation().fluid().effects, bright.fluid.effects) << "it only moves";

  // The lamp of a scenario may turn particles into another species instead.
  bright.fluid.effects[1].kind = dpd::EffectKind::Turn;
  bright.fluid.effects[1].shape.radius = 0.5;
  session_.change(bright);
  drag("lamp");
  EXPECT_EQ(effect(1).kind, dpd::EffectKind::Turn);
  EXPECT_EQ(effect(1).shape.radius, 1.0);
  EXPECT_EQ(session_.simulation().fluid().effects.size(), 2U);
}

TEST_F(ToolsTest, Drain_EmptiesIntoTheJetOrFromTheTop) {
  const glm::dvec2 place(150.0, 110.0), later(190.0, 110.0);
  const auto effects = [&] { return session_.simulation().fluid().effects; };
  const auto click = [&](PointerTool tool, const glm::dvec2& at) {
    setTool(state_, tool);
    picture(at, {down(at)});
    picture(at, {up(at)});
  };
  state_.tool.reach = 1.0;
  click("drain", place);
  EXPECT_EQ(effects().at(0).shape.radius, 1.0);
  EXPECT_EQ(effects()[0].outlet, glm::dvec3(3.0, 2.5, 3.0)) << "high up, as a whole";
  EXPECT_NEAR(seenAt(cameraOf(state_, kArea), effects()[0].shape.centre, kArea).place.x, place.x,
              0.01);
  click("drain", place);
  EXPECT_TRUE(effects().empty()) << "a click on it has removed it";
  click("fountain", later);
  click("drain", place);
  EXPECT_EQ(effects().at(1).outlet, effects()[0].shape.centre);
  const std::int64_t count = session_.simulation().count();
  session_.advance(20, 10.0, {});
  EXPECT_EQ(session_.simulation().count(), count);
  takeBack(state_);
  ASSERT_EQ(effects().size(), 1U);
  EXPECT_EQ(effects()[0].kind, dpd::EffectKind::Accelerate);
}

}  // namespace
}  // namespace gpubuck::demo
