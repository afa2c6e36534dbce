// The panels: the values they show and accept.
#include <chrono>
#include <set>
#include <string>

#include "demo/panels_fixture.h"
#include "demo/ui/actions/shortcuts.h"
#include "demo/ui/actions/view_actions.h"

namespace gpubuck::demo {
namespace {

TEST_F(PanelsTest, RunningFluid_KeepsTheLayoutOfMeasurements) {
  drawn_ = PanelPlace::Measurements;
  state_.session.measure();
  session_.advance(1, 1.0, {});
  frames(2);
  std::set<int> tops;
  auto now = Clock::now();
  for (int k = 0; k < 120; ++k) {
    session_.advance(k % 3, 1.0, {});  // every third call makes no step
    if (k % 20 == 0) session_.measure();
    now += std::chrono::seconds(2);
    session_.telemetry().update(session_.device().profiler(), 192, now);
    frame();
    tops.insert(places_.at("plots/temperature").y);
  }
  EXPECT_EQ(tops.size(), 1u);
}

TEST_F(PanelsTest, EachObservable_HasAPlot) {
  drawn_ = PanelPlace::Measurements;
  scenario::Scenario falling = running();
  falling.fluid.gravity.y = -0.1;
  falling.fluid.law = dpd::PairLawKind::ManyBody;
  state_.session.start(falling);
  state_.session.measure();
  frames(2);
  // Plots show these values by other names, such as "energy", or several of them together.
  const std::set<std::string> composed{
      "step",           "time",        "pressure_total", "potential_energy", "kinetic_energy",
      "gravity_energy", "bond_energy", "angle_energy",   "end_to_end",       "radius_of_gyration"};
  for (const auto& row : dpd::kObservables) {
    if (composed.contains(row.name)) continue;
    EXPECT_TRUE(places_.contains(fmt::format("plots/{}/fold", row.name))) << row.name;
  }
  for (const auto& row : dpd::kSpeciesObservables) {
    EXPECT_TRUE(places_.contains(fmt::format("plots/species/{}/fold", row.name))) << row.name;
  }
  EXPECT_TRUE(places_.contains("plots/energy/fold"));
  EXPECT_TRUE(places_.contains("plots/mixing_width")) << "open at first";
  EXPECT_FALSE(places_.contains("plots/pressure_tensor")) << "folded at first";
  click("plots/pressure_tensor/fold");
  frames(2);
  EXPECT_TRUE(places_.contains("plots/pressure_tensor"));
}

TEST_F(PanelsTest, StructureFactor_IsMeasuredWhileItsPlotIsExpanded) {
  drawn_ = PanelPlace::Measurements;
  state_.session.measure();
  frames(2);
  EXPECT_FALSE(state_.session.telemetry().structureFactor());
  click("plots/structure_factor/fold");
  EXPECT_FALSE(places_.contains("plots/structure_factor")) << "not measured yet";
  state_.session.advance(3, 1e9, {});
  state_.session.measure();
  frames(2);
  ASSERT_TRUE(state_.session.telemetry().structureFactor());
  EXPECT_EQ(state_.session.telemetry().structureFactor()->step, 3);
  EXPECT_TRUE(places_.contains("plots/structure_factor"));
  state_.session.start(state_.session.scenario());
  EXPECT_FALSE(state_.session.telemetry().structureFactor()) << "of another fluid";
  state_.session.measure();
  ASSERT_TRUE(state_.session.telemetry().structureFactor());
  click("plots/structure_factor/fold");
  state_.session.advance(3, 1e9, {});
  state_.session.measure();
  EXPECT_EQ(state_.session.telemetry().structureFactor()->step, 0);
}

TEST_F(PanelsTest, TypedNumber_CountsOnceWhenComplete) {
  type("physics/dt", "0.004", GLFW_KEY_ENTER);
  EXPECT_EQ(running().fluid.dt, 0.004);
  // None of "0", "0.", "0.0" and "0.00" is a valid time step, and the fluid must not try any of
  // these partial inputs.
  EXPECT_EQ(errors(), 0U);
}

TEST_F(PanelsTest, TypedNumberOutOfRange_IsRefusedWithMessage) {
  type("physics/kT", "-1", GLFW_KEY_ENTER);
  EXPECT_EQ(running().fluid.kT, 1.0);
  EXPECT_EQ(errors(), 1U);
  type("sort/sub-buffers", "5000000000", GLFW_KEY_ENTER, false);
  EXPECT_EQ(running().step.sort.subBuffers, 8);
  EXPECT_EQ(errors(), 2U);
}

TEST_F(PanelsTest, Bonds_AreSwitchedForMoleculesOnly) {
  click("view/bonds/shown");
  EXPECT_EQ(running().view.bondRadius, 0.5) << "there are none";
  session_.start(scenario::parseScenario(chainsInSolvent(), "chains.toml", {}));
  setDefaults(state_);
  click("view/bonds/shown");
  EXPECT_EQ(running().view.bondRadius, 0.0);
  click("view/bonds", 0.9F);
  EXPECT_EQ(running().view.bondRadius, 0.0) << "switched off";
  click("view/bonds/shown");
  EXPECT_EQ(running().view.bondRadius, 0.5);
  click("view/bonds", 0.9F);
  EXPECT_GT(running().view.bondRadius, 0.6);
  state_.look.style = render::ParticleStyle::Surface;
  click("view/bonds/shown");
  EXPECT_GT(running().view.bondRadius, 0.6) << "a surface has none";
}

// A control that moves away under the pointer is missed by the next click.
TEST_F(PanelsTest, StyleAndQuality_LeaveTheControlsBelowInPlace) {
  frames(2);
  const int radius = places_.at("view/radius").y, azimuth = places_.at("view/azimuth").y;
  for (const auto& style : styleOptions()) {
    for (const bool keepsRate : {false, true}) {
      setStyle(state_, style.value);
      state_.look.keepsRate = keepsRate;
      frames(2);
      EXPECT_EQ(places_.at("view/radius").y, radius) << style.word;
      EXPECT_EQ(places_.at("view/azimuth").y, azimuth) << style.word << ' ' << keepsRate;
    }
  }
}

TEST_F(PanelsTest, DoubleClick_ResetsToTheScenario) {
  state_.opened = running();
  state_.opened.fluid.gravity = {0.25, 0.5, 0.75};
  const auto clickTwice = [&](const std::string& widget, float share) {
    click(widget, share);
    frames(5);
    for (const bool down : {true, false, true, true, false, false}) {
      ImGui::GetIO().MouseDown[0] = down;
      frame();
    }
  };
  click("physics/gravity/x", 0.9F);
  EXPECT_GT(running().fluid.gravity.x, 0.5);
  clickTwice("physics/gravity/y", 0.9F);
  EXPECT_EQ(running().fluid.gravity.y, 0.5);
  EXPECT_GT(running().fluid.gravity.x, 0.5) << "the other entry stays";
  state_.look.cut = {.across = Cut::Across::X, .place = 0.25};
  clickTwice("view/cut-place", 0.8F);
  EXPECT_EQ(state_.look.cut.place, 0.5);

  // A double click into the field only selects its text. A double click on its label restores the
  // scenario's value.
  state_.opened.step.sort.subBuffers = 5;
  clickTwice("sort/sub-buffers", 0.5F);
  EXPECT_EQ(running().step.sort.subBuffers, 8);
  press(GLFW_KEY_ESCAPE);
  const float perEm = ImGui::GetFontSize() / static_cast<float>(places_["sort/sub-buffers"].width);
  clickTwice("sort/sub-buffers", 1.0F + 5.0F * perEm);
  EXPECT_EQ(running().step.sort.subBuffers, 5);
}

TEST_F(PanelsTest, Escape_KeepsTheNumber) {
  scenario::Scenario changed = running();
  changed.fluid.kT = 1.23456789;
  session_.change(changed);
  type("physics/kT", "3", GLFW_KEY_ESCAPE);
  EXPECT_EQ(running().fluid.kT, 1.23456789);
}

TEST_F(PanelsTest, Pair_CanBeChangedFromBothSides) {
  type("physics/pair/one-two/gamma", "9", GLFW_KEY_ENTER);
  for (const auto& [k, l] : {std::pair{0, 1}, std::pair{1, 0}}) {
    EXPECT_EQ(running().fluid.pair(k, l).gamma, 9.0);
  }
  EXPECT_EQ(running().fluid.pair(1, 1).gamma, 4.5);
}

TEST_F(PanelsTest, KindsOfMolecules_CanBeChangedWhileTheFluidRuns) {
  scenario::Scenario bonded = running();
  bonded.fluid.bondKinds = {{"link"}};
  bonded.fluid.angleKinds = {{"bend"}};
  bonded.molecules = {{"chain", "one3", 4}};
  restartWith(state_, bonded);
  type("physics/bond/link/length", "0.4", GLFW_KEY_ENTER);
  type("physics/angle/bend/k", "7", GLFW_KEY_ENTER);
  EXPECT_EQ(session_.simulation().fluid().bondKinds[0].length, 0.4);
  EXPECT_EQ(session_.simulation().fluid().angleKinds[0].k, 7.0);
  session_.advance(1, 1.0, {});
}

TEST_F(PanelsTest, Draft_TakesEffectOnRestartWithWholeShares) {
  session_.advance(1, 1.0, {});
  type("physics/start/density", "4", GLFW_KEY_ENTER);
  type("physics/start/species/one/fraction", "0.5", GLFW_KEY_ENTER);
  EXPECT_EQ(session_.simulation().count(), 192);
  click("physics/start/apply");
  EXPECT_EQ(session_.simulation().count(), 256);
  EXPECT_EQ(session_.simulation().stepNumber(), 0);
  EXPECT_EQ(running().fluid.species[0].fraction, 0.5);
  EXPECT_EQ(running().fluid.species[1].fraction, 0.5);
}

TEST_F(PanelsTest, FailureInAStroke_LeavesTheRestartFree) {
  state_.opened = running();
  EXPECT_THROW(session_.advance(100, 100.0, {.gravity = glm::dvec3(0.0, 0.0, -1e30)}), RunError);
  EXPECT_NE(whyNotAsOpened(state_), "") << "without a tool the scenario's own values fail again";
  session_.start(running());
  const dpd::Effect pull{.kind = dpd::EffectKind::Pull,
                         .tube = dpd::Tube{{2.0, 2.0, 0.0}, {0.0, 0.0, 1.0}, 2.0},
                         .strength = 1e7};
  EXPECT_THROW(session_.advance(100, 100.0, {.effect = pull}), RunError);
  ASSERT_NE(session_.failure(), "");
  EXPECT_EQ(whyNotAsOpened(state_), "");
  restart(state_);
  frame();
  EXPECT_EQ(session_.failure(), "");
  EXPECT_EQ(session_.simulation().stepNumber(), 0);
}

// A region in a corner, for which neither a density nor a bond is set.
constexpr const char* kCorner =
    "[box]\nsize = [12, 5, 8]\nboundary = [\"reflecting\", \"periodic\", \"reflecting\"]\n"
    "[[region]]\nshape = \"box\"\nhigh = [4, 5, 6]\n";

TEST_F(PanelsTest, Regions_KeepWhatTheyLeaveUnsetOnRestart) {
  session_.start(scenario::parseScenario(kCorner, "corner.toml", {}));
  setDefaults(state_);
  const std::int64_t count = session_.simulation().count();
  ASSERT_EQ(count, 360);
  type("physics/start/species/particle/mass", "2", GLFW_KEY_ENTER);
  click("physics/start/apply");
  EXPECT_EQ(errors(), 0U);
  EXPECT_EQ(running().fluid.species[0].mass, 2.0);
  EXPECT_EQ(session_.simulation().count(), count);
  EXPECT_FALSE(running().regions[0].density);
  EXPECT_FALSE(running().regions[0].bond);
  type("physics/start/density", "4", GLFW_KEY_ENTER);
  click("physics/start/apply");
  EXPECT_EQ(session_.simulation().count(), count / 3 * 4) << "it has the fluid's density";
  scenario::Scenario own = running();
  own.regions[0].density = 3.0;
  session_.start(own);
  type("physics/start/density", "5", GLFW_KEY_ENTER);
  click("physics/start/apply");
  EXPECT_EQ(running().fluid.density, 4.0) << "greyed out: the region has its own";
}

TEST_F(PanelsTest, AnyRestart_TakesTheDraft) {
  type("physics/start/density", "4", GLFW_KEY_ENTER);
  edit([](auto& changed) { changed.fluid.kT = 1.5; });
  runShortcut(state_, {GLFW_KEY_R, 0});
  frame();
  EXPECT_EQ(session_.simulation().count(), 256);
  EXPECT_EQ(running().fluid.kT, 1.5) << "values that need no restart are those of the fluid";
  EXPECT_FALSE(state_.startDraft.isChanged(running()));
  type("physics/start/size/x", "5", GLFW_KEY_ENTER);
  type("run/seed", "9", GLFW_KEY_ENTER, false);
  click("run/restart");
  EXPECT_EQ(running().fluid.box.size.x, 5.0);
  EXPECT_EQ(running().fluid.seed, 9U);
  undo(state_);
  frame();
  EXPECT_EQ(running().fluid.box.size.x, 4.0);
  EXPECT_FALSE(state_.startDraft.isChanged(running())) << "the draft is that of the fluid again";
  type("physics/start/density", "5", GLFW_KEY_ENTER);
  openScenario(state_, running(), "the same");
  frame();
  EXPECT_FALSE(state_.startDraft.isChanged(running())) << "another fluid has its own values";
}

TEST_F(PanelsTest, Sphere_HoldsTheFluidOrSaysWhyNot) {
  session_.start(scenario::parseScenario(kCorner, "corner.toml", {}));
  setDefaults(state_);
  click("physics/start/vessel", 0.1F);
  const std::vector<dpd::Solid> solids = state_.startDraft.of(running()).fluid.solids;
  ASSERT_EQ(solids.size(), 1U);
  EXPECT_EQ(solids[0].kind, dpd::SolidKind::Vessel);
  EXPECT_EQ(solids[0].shape.radius, 2.0) << "the periodic side leaves 1 between images";
  EXPECT_EQ(solids[0].shape.centre, glm::dvec3(2.0, 2.5, 3.0)) << "in the fluid";
  click("physics/start/apply");
  EXPECT_EQ(errors(), 0U);
  EXPECT_EQ(running().fluid.solids, solids);
  EXPECT_NEAR(double(session_.simulation().count()), 3.0 * 4.0 / 3.0 * 3.1416 * 8.0, 3.0);

  scenario::Scenario two = scenario::parseScenario(kCorner, "corner.toml", {});
  two.regions.push_back(two.regions[0]);
  two.regions[1].shape.low = {8.0, 0.0, 0.0};
  two.regions[1].shape.high = {12.0, 5.0, 6.0};
  session_.start(two);
  setDefaults(state_);
  click("physics/start/vessel", 0.1F);
  EXPECT_TRUE(state_.startDraft.of(running()).fluid.solids.empty());
  ASSERT_EQ(errors(), 1U);
  EXPECT_TRUE(journal_.notices().back().text.starts_with("Fluid in a sphere: region."));
}

TEST_F(PanelsTest, InvalidDraft_IsRefusedAndDiscardForgets) {
  type("physics/start/size/x", "2", GLFW_KEY_ENTER);
  click("physics/start/apply");
  EXPECT_EQ(errors(), 1U);
  EXPECT_EQ(running().fluid.box.size.x, 4.0);
  click("physics/start/discard");
  const int generation = session_.generation();
  click("physics/start/apply");  // greyed out
  EXPECT_EQ(session_.generation(), generation);
  EXPECT_EQ(errors(), 1U);
}

TEST_F(PanelsTest, List_IsChosenFromByKeyboard) {
  click("sort/partition");
  frames(2);
  press(GLFW_KEY_DOWN);
  press(GLFW_KEY_ENTER);
  frames(2);
  EXPECT_EQ(running().step.sort.partition, sort::Partition::Turns) << "after contiguous";
  EXPECT_TRUE(state_.playback.playing);
}

TEST_F(PanelsTest, Automatic_IsAStyleToChoose) {
  setDefaults(state_);
  click("view/points");
  EXPECT_EQ(state_.look.style, render::ParticleStyle::Points);
  click("view/automatic");
  EXPECT_EQ(state_.look.style, render::ParticleStyle::Spheres);
  EXPECT_TRUE(state_.look.isStyleAutomatic);
  click("view/spheres");
  EXPECT_FALSE(state_.look.isStyleAutomatic);
}

TEST_F(PanelsTest, PlayAndPause_HaveOneWidth) {
  frames(2);
  const WidgetPlace step = places_.at("run/step");
  state_.playback.playing = !state_.playback.playing;
  frames(2);
  EXPECT_EQ(places_.at("run/step"), step) << "its neighbour stays";
}

TEST_F(PanelsTest, Seed_IsADraftUntilRestart) {
  type("run/seed", "4294967295", GLFW_KEY_ENTER, false);
  EXPECT_EQ(running().fluid.seed, 1U);
  click("run/seed/restart");
  EXPECT_EQ(running().fluid.seed, 4294967295U);
}

TEST_F(PanelsTest, HiddenSpeciesAndColours_CanBeChosenByMouse) {
  click("view/species/two", 0.1F);
  EXPECT_EQ(running().view.hidden, std::vector<int>{1});
  click("view/species/two", 0.1F);
  EXPECT_TRUE(running().view.hidden.empty());
  click("view/colour");
  click("view/colour/list-depth");
  EXPECT_EQ(state_.look.colouring, render::Colouring::ListDepth);
}

TEST_F(PanelsTest, FullShare_IsDividedAmongSpecies) {
  type("physics/start/species/one/fraction", "1", GLFW_KEY_ENTER);
  type("physics/start/species/one/fraction", "0.5", GLFW_KEY_ENTER);
  click("physics/start/apply");
  EXPECT_EQ(errors(), 0U);
  EXPECT_EQ(running().fluid.species[1].fraction, 0.5);
}

TEST_F(PanelsTest, NarrowPanels_CutNothingOff) {
  state_.session.measure();
  for (const PanelPlace place : {PanelPlace::Controls, PanelPlace::Measurements}) {
    drawn_ = place;
    for (const float width : {306.0F, 346.0F, 376.0F}) {  // phones
      ImGui::GetIO().DisplaySize.x = width;
      frames(3);
      const ImGuiWindow& window = *ImGui::FindWindowByName("panels");
      EXPECT_LE(window.ContentSize.x, width - 2.0F * window.WindowPadding.x) << drawnText();
    }
  }
}

TEST_F(PanelsTest, Lines_BreakBetweenWordsOnly) {
  frame();
  const std::string text = "Makes 1,048,576 particles; now there are 16,384 of them.\nAnd more.";
  for (float width = 90.0F; width < 500.0F; width += 7.0F) {
    std::string lines = wrapped(text, width);
    EXPECT_NE(lines.find("1,048,576"), std::string::npos) << lines;
    for (char& each : lines) each = each == '\n' ? ' ' : each;
    std::string joined = text;
    for (char& each : joined) each = each == '\n' ? ' ' : each;
    EXPECT_EQ(lines, joined);
  }
  const std::string path = "/a/very/long/path/without/any/blank/in/it/that/goes/on.toml";
  std::string broken = wrapped(path, 80.0F);
  EXPECT_GT(std::ranges::count(broken, '\n'), 2);
  std::erase(broken, '\n');
  EXPECT_EQ(broken, path);
}

}  // namespace
}  // namespace gpubuck::demo
