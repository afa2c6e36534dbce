// A particle is picked by a click, stays picked through steps and changes of the engine, and is
// described by a text.
#include "demo/view/picking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "demo/demo_test.h"
#include "demo/ui/actions/tool_actions.h"
#include "demo/ui/tools/pointer.h"
#include "demo/view/legend.h"
#include "demo/view/pick_marks.h"
#include "demo/widgets/theme.h"
#include "dpd/model/particle_state.h"

namespace gpubuck::demo {
namespace {

const PictureArea kPickedArea{0, 0, 400, 300};

class PickingTest : public DemoGuiTest {
 protected:
  PickingTest()
      : DemoGuiTest("[box]\nsize = [6, 5, 4]\n[sort]\nreorder_every = 4\n", {400.0F, 300.0F}) {
    state_.playback.playing = false;
  }
  Picking& picking() { return state_.picking; }
  std::optional<std::uint32_t> pickedId() {
    const ParticleFacts* facts = picking().picked();
    return facts == nullptr ? std::nullopt : std::optional(facts->id);
  }
  /// Draws one picture of the window.
  void picture(const glm::dvec2& pointer, const std::vector<gl::ButtonEvent>& buttons = {}) {
    ImGuiIO& io = ImGui::GetIO();
    io.DeltaTime = 0.1F;
    io.MousePos = {static_cast<float>(pointer.x), static_cast<float>(pointer.y)};
    followPicked(state_);
    ImGui::NewFrame();
    pointer_.update(state_, kPickedArea, buttons);
    pickAtPointer(state_, view_, view_.draw(state_, state_.look, kPickedArea, 12.0));
    drawPickMarks(state_, kPickedArea);
    drawPickedCard(state_, kPickedArea, WorkArea(), false, panelNamed(state_, "textures").open);
    ImGui::Render();
    state_.runPending();
  }
  /// Presses the button at one place and releases it at another.
  void drag(const glm::dvec2& from, const glm::dvec2& to) {
    picture(from, {{.button = 0, .down = true, .place = from}});
    picture(to, {{.button = 0, .place = to}});
  }
  void step(int steps) {
    for (int k = 0; k < steps; ++k) session_.advance(1, 10.0, {});
    followPicked(state_);
  }
  /// Expects that the facts describe the particle with this id.
  void expectFactsOf(std::uint32_t id) {
    const ParticleFacts* facts = picking().picked();
    ASSERT_NE(facts, nullptr);
    EXPECT_EQ(facts->id, id);
    dpd::Simulation& fluid = session_.simulation();
    const dpd::ParticleState state = fluid.downloadState();
    const auto found = std::ranges::find(state.predicted, static_cast<float>(id),
                                         [](const glm::vec4& of) { return of.w; });
    const auto element = static_cast<std::size_t>(found - state.predicted.begin());
    EXPECT_EQ(facts->element, static_cast<std::int64_t>(element));
    EXPECT_EQ(facts->place, glm::vec3(state.position[element]));
    EXPECT_EQ(facts->velocity, glm::vec3(state.velocity[element]));
    EXPECT_EQ(facts->species, dpd::speciesOf(state.position[element]));
    const cells::ListState lists = fluid.downloadLists();
    EXPECT_EQ(facts->walk.own, lists.mapping[element]);
    EXPECT_EQ(facts->around.listed, std::ranges::count(lists.mapping, lists.mapping[element]));
    ASSERT_EQ(std::ssize(facts->listed), facts->around.listed);
    const auto place = static_cast<std::size_t>(facts->around.place - 1);
    ASSERT_LT(place, facts->listed.size());
    EXPECT_EQ(facts->listed[place].element, facts->element);
    EXPECT_EQ(facts->listed[place].place, facts->place);
    if (facts->inRanges) return;
    EXPECT_EQ(lists.head[lists.mapping[element]], facts->listed.front().element);
    for (std::size_t k = 1; k < facts->listed.size(); ++k) {
      EXPECT_EQ(lists.next[static_cast<std::size_t>(facts->listed[k - 1].element)],
                facts->listed[k].element);
    }
  }

  Pointer pointer_;
  FluidView view_;
};

TEST_F(PickingTest, Click_PicksAndDragDoesNot) {
  const glm::dvec2 place(210.0, 140.0);
  picture(place);
  EXPECT_EQ(pickedId(), std::nullopt);
  const dpd::View before = session_.scenario().view;
  drag(place, place + glm::dvec2(2.0, 1.0));
  ASSERT_NE(pickedId(), std::nullopt);
  EXPECT_EQ(session_.scenario().view, before) << "a hand that shakes does not turn the box";
  const Seen seen = seenAt(cameraOf(state_, kPickedArea), picking().picked()->place, kPickedArea);
  const double radius =
      render::sphereRadius(session_.scenario().fluid.box, session_.simulation().count());
  EXPECT_LT(glm::distance(seen.place, place), radius * seen.pixelsPerLength + 0.5);
  expectFactsOf(*pickedId());

  const auto id = pickedId();
  drag(place, place + glm::dvec2(60.0, 0.0));
  EXPECT_EQ(pickedId(), id);
  EXPECT_NE(session_.scenario().view, before);
  setTool(state_, kPullTool);
  drag(place, place);
  EXPECT_EQ(pickedId(), id) << "only the camera picks";
  setTool(state_, kCameraTool);
  drag({3.0, 3.0}, {3.0, 3.0});
  EXPECT_EQ(pickedId(), std::nullopt) << "a click outside the fluid deselects";
}

// Without the disc, the neighbours in the ring look like the picked particle.
TEST_F(PickingTest, PickedParticle_HasItsOwnColour) {
  const auto hasDisc = [&] {
    picture({3.0, 3.0});
    const ImU32 tint = toImGui(kPickColour, 0.5F);
    return std::ranges::any_of(ImGui::GetBackgroundDrawList()->VtxBuffer,
                               [&](const ImDrawVert& corner) { return corner.col == tint; });
  };
  EXPECT_FALSE(hasDisc());
  pickParticle(state_, 100);
  EXPECT_TRUE(hasDisc());
}

TEST_F(PickingTest, SurvivesStepsReorderingsAndRestarts) {
  pickParticle(state_, 100);
  const auto id = pickedId();
  ASSERT_EQ(id, std::optional(100U));
  std::int64_t moves = 0;
  for (int k = 0; moves < 2; ++k) {
    ASSERT_LT(k, 100) << "it is to lie at other places in memory";
    const std::int64_t before = picking().picked()->element;
    step(2);
    expectFactsOf(*id);
    moves += picking().picked()->element != before ? 1 : 0;
  }
  restart(state_);
  state_.runPending();
  followPicked(state_);
  expectFactsOf(*id);
}

TEST_F(PickingTest, OnTheFastEngine_HasAPlaceInARange) {
  pickParticle(state_, 17);
  step(5);
  setEngine(state_, texel::Engine::Fast);
  state_.runPending();
  step(7);
  expectFactsOf(17);
  EXPECT_TRUE(picking().picked()->inRanges);
  const auto& facts = *picking().picked();
  EXPECT_EQ(facts.rangeBegin,
            texel::decodeId(session_.simulation().cells().arrays()[0]->at(facts.walk.own)));
}

TEST_F(PickingTest, AnotherFluid_IsDeselected) {
  pickParticle(state_, 17);
  openScenario(state_, "equilibrium");
  state_.runPending();
  followPicked(state_);
  EXPECT_EQ(pickedId(), std::nullopt);
  EXPECT_EQ(picking().focus(session_.simulation().grid()), render::Focus{});
}

// Particles get other ids when some are erased, and undo gives them their previous ids.
TEST_F(PickingTest, ErasingOthers_KeepsThePick) {
  const dpd::Tube middle{.origin = {3.0, 3.0, 0.0}, .direction = {0.0, 0.0, 1.0}, .radius = 1.0};
  // The last particle inside of the tube, and the last particle outside. Many particles before them
  // are erased.
  std::optional<std::int64_t> inside, outside;
  const std::vector<glm::vec4> places = session_.simulation().position().download();
  for (std::size_t i = 0; i < places.size(); ++i) {
    (middle.contains(glm::dvec3(places[i])) ? inside : outside) = static_cast<std::int64_t>(i);
  }
  pickParticle(state_, *inside);
  const auto kept = session_.keep();
  session_.empty(middle);
  followPicked(state_);
  EXPECT_EQ(pickedId(), std::nullopt);
  session_.goTo(*kept);
  pickParticle(state_, *outside);
  const std::uint32_t id = *pickedId();
  const glm::vec3 place = picking().picked()->place;
  session_.empty(middle);
  followPicked(state_);
  ASSERT_NE(picking().picked(), nullptr);
  EXPECT_LT(*pickedId(), id);
  EXPECT_EQ(picking().picked()->place, place);
  expectFactsOf(*pickedId());
  session_.goTo(*kept);
  followPicked(state_);
  EXPECT_EQ(pickedId(), std::optional(id));
  EXPECT_EQ(picking().picked()->place, place);
  session_.empty(middle);
  followPicked(state_);
  ASSERT_NE(picking().picked(), nullptr) << "erased once more";
  EXPECT_EQ(picking().picked()->place, place);
  session_.goTo(*kept);
  followPicked(state_);
  session_.empty(middle);
  session_.empty({.origin = {1.0, 1.0, 0.0}, .direction = {0.0, 0.0, 1.0}, .radius = 0.5});
  followPicked(state_);
  EXPECT_EQ(pickedId(), std::nullopt) << "where it is now is not known";
}

TEST_F(PickingTest, AddingOthers_KeepsThePick) {
  const dpd::Tube tube{.origin = {3.0, 3.0, 0.0}, .direction = {0.0, 0.0, 1.0}, .radius = 1.5};
  for (const auto engine : {texel::Engine::Paper, texel::Engine::Fast}) {
    setEngine(state_, engine);
    state_.runPending();
    pickParticle(state_, 123);
    step(3);
    session_.empty(tube);  // makes room
    followPicked(state_);
    pickParticle(state_, session_.simulation().count() - 1);
    step(2);
    ASSERT_NE(picking().picked(), nullptr);
    const std::uint32_t id = *pickedId();
    const glm::vec3 place = picking().picked()->place;
    ASSERT_GT(session_.fillUp(tube, 0), 5);
    followPicked(state_);
    ASSERT_EQ(pickedId(), std::optional(id));
    expectFactsOf(id);
    EXPECT_EQ(picking().picked()->place, place);
    step(3);
    expectFactsOf(id);
  }
}

TEST_F(PickingTest, Wheel_ZoomsAtThePointerOrSetsTheReach) {
  ImGuiIO& io = ImGui::GetIO();
  const auto turn = [&](const glm::dvec2& place, float notches, bool ctrl = false,
                        const std::vector<gl::ButtonEvent>& buttons = {}) {
    io.DeltaTime = 0.1F;
    io.MousePos = {static_cast<float>(place.x), static_cast<float>(place.y)};
    ImGui::NewFrame();
    io.MouseWheel = notches;
    io.KeyCtrl = ctrl;
    pointer_.update(state_, kPickedArea, buttons);
    io.KeyCtrl = false;
    ImGui::Render();
  };
  const auto view = [&] { return session_.scenario().view.camera; };
  const glm::dvec2 place(300.0, 60.0), size(400.0, 300.0), fromMiddle(100.0, 90.0);
  turn(place, 0.0F);
  dpd::Camera before = view();
  turn(place, 2.0F);
  EXPECT_NEAR(view().zoom, 1.21 * before.zoom, 1e-9);
  EXPECT_EQ(view(), zoom(before, 2.0, fromMiddle, size)) << "the point under the pointer stays";
  turn(place, -2.0F);
  EXPECT_NEAR(view().zoom, before.zoom, 1e-9);
  EXPECT_NEAR(view().panX, before.panX, 1e-9);
  before = view();
  turn({500.0, 60.0}, 1.0F);
  EXPECT_EQ(view(), before) << "outside the fluid";
  for (int k = 0; k < 100; ++k) turn(place, 1.0F);
  const glm::dvec3& sides = session_.scenario().fluid.box.size;
  const double nearest = std::max({sides.x, sides.y, sides.z}) / 2.0;
  EXPECT_NEAR(view().zoom, nearest, 1e-9) << "nearer, a particle would fill the picture";
  turn(place, -1.0F);
  EXPECT_NEAR(view().zoom, nearest / 1.1, 1e-9);
  setCamera(state_, before);

  setTool(state_, kPullTool);
  const double reach = state_.tool.reach;
  turn(place, 1.0F);
  EXPECT_NEAR(state_.tool.reach, 1.1 * reach, 1e-9);
  EXPECT_EQ(view(), before);
  turn(place, -1.0F);
  EXPECT_NEAR(state_.tool.reach, reach, 1e-9);
  turn(place, 1.0F, true);
  EXPECT_EQ(state_.tool.reach, reach);
  EXPECT_EQ(view(), zoom(before, 1.0, fromMiddle, size));

  setTool(state_, kCameraTool);
  before = view();
  turn(place, 1.0F, false, {{.button = 0, .down = true, .place = place}});
  EXPECT_EQ(view(), before) << "while the box is turned";
  turn(place, 0.0F, false, {{.button = 0, .place = place}});
}

TEST_F(PickingTest, RestingPointerOverPausedFluid_QueriesOnce) {
  using std::chrono::milliseconds;
  const Clock::time_point start{};
  const glm::dvec2 place(0.1, 0.2);
  Picking& picking = this->picking();
  picking.point(place - 0.01, true, start - milliseconds(1000));
  picking.point(place - 0.01, true, start - milliseconds(500));
  EXPECT_EQ(picking.takeRest(), std::nullopt) << "nobody has moved it";
  EXPECT_FALSE(picking.isWaiting());
  picking.point(place, true, start);
  EXPECT_TRUE(picking.isWaiting());
  EXPECT_EQ(picking.takeRest(), std::nullopt);
  picking.point(place, true, start + milliseconds(300));
  EXPECT_EQ(picking.takeRest(), std::nullopt);
  picking.point(place + 0.01, true, start + milliseconds(350));
  picking.point(place + 0.01, true, start + milliseconds(600));
  EXPECT_EQ(picking.takeRest(), std::nullopt) << "it has moved";
  picking.point(place + 0.01, true, start + milliseconds(800));
  EXPECT_EQ(picking.takeRest(), std::optional(place + 0.01));
  EXPECT_EQ(picking.takeRest(), std::nullopt);
  EXPECT_FALSE(picking.isWaiting());
  picking.hover(session_, 5);
  ASSERT_NE(picking.hovered(), nullptr);
  EXPECT_EQ(picking.hovered()->id, 5U);
  picking.noteNewPicture(start + milliseconds(900));
  EXPECT_EQ(picking.hovered(), nullptr) << "something else may lie there";
  picking.point(place + 0.01, true, start + milliseconds(1400));
  EXPECT_NE(picking.takeRest(), std::nullopt);
  picking.hover(session_, 5);
  EXPECT_NE(picking.hovered(), nullptr);
  picking.point(place + 0.01, false, start + milliseconds(1500));
  EXPECT_EQ(picking.hovered(), nullptr) << "the fluid runs";
  EXPECT_EQ(pickedId(), std::nullopt);
}

TEST_F(PickingTest, Camera_MovesNearToIt) {
  picture({0.0, 0.0});
  pickParticle(state_, 40);
  picking().zooms = true;
  picture({0.0, 0.0});
  const Seen seen = seenAt(cameraOf(state_, kPickedArea), picking().picked()->place, kPickedArea);
  EXPECT_NEAR(seen.place.x, 200.0, 0.5);
  EXPECT_NEAR(seen.place.y, 150.0, 0.5);
  EXPECT_NEAR(seen.pixelsPerLength * 3.0, 150.0, 1.0);
}

// A surface would hide the picked particle and its neighbours.
TEST_F(PickingTest, Surface_IsDrawnAsSpheresWhilePicked) {
  const auto draw = [&](render::ParticleStyle style) {
    state_.look.style = style;
    view_.draw(state_, state_.look, kPickedArea, 12.0);
    return view_.read().rgb;
  };
  const auto surface = draw(render::ParticleStyle::Surface);
  const auto entries = [&] { return colourLegend(state_).swatches.size(); };
  ASSERT_EQ(entries(), 1U);
  pickParticle(state_, 40);
  EXPECT_EQ(draw(render::ParticleStyle::Surface), draw(render::ParticleStyle::Spheres));
  state_.look.style = render::ParticleStyle::Surface;
  EXPECT_EQ(colourLegend(state_).swatches.back().meaning, "neighbours: within the cut-off");
  EXPECT_EQ(entries(), 2U);
  pickParticle(state_, std::nullopt);
  EXPECT_EQ(draw(render::ParticleStyle::Surface), surface);
}

TEST_F(PickingTest, ListOfACell_IsMarkedOnlyIfTheCellIsLargeEnough) {
  pickParticle(state_, 40);
  const auto hasMarks = [&](double zoom) {
    dpd::View view = session_.scenario().view;
    view.camera.zoom = zoom;
    setView(state_, view);
    picture({0.0, 0.0});
    constexpr ImU32 kRim = IM_COL32(15, 17, 22, 255);  // the rim of the marks
    const auto& vertices = ImGui::GetBackgroundDrawList()->VtxBuffer;
    return std::ranges::any_of(vertices, [&](const ImDrawVert& each) { return each.col == kRim; });
  };
  EXPECT_TRUE(hasMarks(2.0));
  EXPECT_FALSE(hasMarks(0.2)) << "the marks would overlap";
}

// Pale edges would vanish on the light theme.
TEST_F(PickingTest, EdgesOfCells_AreDarkOnTheLightTheme) {
  pickParticle(state_, 40);
  const auto hasPaleEdges = [&](bool isLight) {
    setThemeColours(ImGui::GetStyle(), isLight);
    picture({0.0, 0.0});
    const auto& vertices = ImGui::GetBackgroundDrawList()->VtxBuffer;
    const ImU32 pale = toImGui(kWalkedColour, 0.4F);
    return std::ranges::any_of(vertices, [&](const ImDrawVert& each) { return each.col == pale; });
  };
  EXPECT_TRUE(hasPaleEdges(false));
  EXPECT_FALSE(hasPaleEdges(true));
}

TEST(PickingText, Places_AreOrdinals) {
  const auto text = [](std::int64_t place) {
    return placeText({.place = place, .listed = 200}, false);
  };
  EXPECT_EQ(text(1), "1st of 200 in its list");
  EXPECT_EQ(text(2), "2nd of 200 in its list");
  EXPECT_EQ(text(3), "3rd of 200 in its list");
  EXPECT_EQ(text(11), "11th of 200 in its list");
  EXPECT_EQ(text(112), "112th of 200 in its list");
  EXPECT_EQ(text(121), "121st of 200 in its list");
  EXPECT_EQ(placeText({.place = 4, .listed = 5}, true), "4th of 5 in its cell's range");
}

TEST(PickingText, Searches_GiveTheirNumberOfCells) {
  cells::CellGrid grid;
  EXPECT_EQ(cellsAround(grid), 27);
  grid.method.cellsPerCutoff = 2;
  EXPECT_EQ(cellsAround(grid), 125);
  grid.method.kind = cells::Method::Kind::Octant;
  EXPECT_EQ(cellsAround(grid), 8);
  grid.box.dimensions = 2;
  EXPECT_EQ(cellsAround(grid), 4);
}

}  // namespace
}  // namespace gpubuck::demo
