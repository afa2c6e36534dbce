#include "demo/shows/tour.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <glm/common.hpp>
#include <memory>
#include <utility>

#include "base/number.h"
#include "base/text.h"
#include "cells/neighbourhood_info.h"
#include "demo/ui/actions/actions.h"
#include "demo/ui/actions/tool_actions.h"
#include "demo/ui/actions/view_actions.h"
#include "demo/ui/demo_state.h"
#include "demo/view/fluid_view.h"
#include "demo/view/legend.h"
#include "demo/view/pick_marks.h"
#include "demo/widgets/form.h"
#include "demo/widgets/text.h"

namespace gpubuck::demo {
namespace {

constexpr const char* kTourFluid =
    "gpubuck:rayleigh-taylor-16k?method=2007&sort.mode=sort&sort.sub_buffers=1";
constexpr float kTextWidth = 26.0F;  // em
// Heights in the tour's panel, em: the least height of a panel, the height of the counts with their
// chart, and the height of the check box.
constexpr float kLeastPanel = 16.0F, kCountsHeight = 14.0F, kCheckBox = 2.5F;
// Size of the text of the buttons, in units of the usual size.
constexpr float kButtonGrowth = 1.2F;
// The cell that is lit. It is in front and near a corner, so that it is seen together with the
// edges of the box. Its depth does not matter: the box is periodic and three cells thick, so the
// block of cells around a cell is the same at any depth.
constexpr glm::ivec3 kLitCell{5, 0, 4};
// Radius of the particles in scenes with small particles, in units of the scenario's radius.
// Particles of this size do not hide the particles farther away that the scene is about.
constexpr double kSmall = 0.6;
// After the last round, the complete picture stays for the time of this many rounds. Then the
// rounds begin again.
constexpr int kRestingRounds = 3;

/// Sizes of text in units of the usual size.
struct Growth {
  float text;   ///< size of the scene's text
  float below;  ///< size in the counts, the panel or the card below the text
};

/// Returns the size of titles, or less if the column has no room for it.
Growth growthOf(const TourScene& scene) {
  const float em = ImGui::GetFontSize();
  const float below = scene.counts           ? kCountsHeight
                      : scene.picks          ? kCardHeight
                      : !scene.panel.empty() ? kLeastPanel
                                             : 0.0F;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  constexpr float kStep = 0.05F;
  const float widest = scene.picks ? room.x / (kCardWidth * em) : titleRatio();
  for (float times = titleRatio(); times > 1.0F; times -= kStep) {
    const float text = ImGui::CalcTextSize(wrapped(scene.text, room.x / times).c_str()).y;
    const Growth growth{times, std::max(1.0F, std::min(times, widest))};
    if (times * text + (growth.below * below + kCheckBox) * em < room.y) return growth;
  }
  return {1.0F, 1.0F};
}

/// Draws the number of points that the shown sort drew in the present round, or in all rounds, and
/// a bar for each round. `inOnePart` is the number of points that a sort without sub-buffers drew
/// in all rounds; 0 if it is not to be shown.
void drawCounts(const DemoState& state, const TourScene& scene, std::int64_t inOnePart,
                float growth) {
  const sort::Statistics shown = shownSort(state);
  if (shown.rounds.empty()) return;
  const int round = scene.rounds == 0 ? 0 : state.look.rounds;
  const SceneCount count = countOf(shown, round);
  ImGui::Spacing();
  title(groupDigits(count.points));
  beginGrowth(growth);
  paragraph(inOnePart == 0 ? count.words
                           : fmt::format("{}, instead of {} in one part", count.words,
                                         groupDigits(inOnePart)));
  drawScatters("tour/scatters", shown, state.session.scenario().step.sort, round);
  endGrowth();
}

/// Draws the panel of a scene below the scene's text, where the panel does not cover the fluid.
void drawPanelOf(DemoState& state, const std::string& name, float growth) {
  Panel& panel = panelNamed(state, name);
  if (panel.open) return;  // the user has opened the panel
  beginGrowth(growth);
  const float least = kLeastPanel * ImGui::GetFontSize();
  ImGui::BeginChild(name.c_str(), {0.0F, std::max(ImGui::GetContentRegionAvail().y, least)});
  panel.draw(state);
  ImGui::EndChild();
  endGrowth();
}

void pickMiddle(DemoState& state) { pickParticle(state, state.session.simulation().count() / 2); }

/// Says what to do after a click that met no particle.
void drawPickingHint(DemoState& state) {
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_CheckMark));
  paragraph("No particle is picked now.");
  ImGui::PopStyleColor();
  if (button({"tour/pick", "Pick one", "Picks the particle with which the scene began."})) {
    pickMiddle(state);
  }
}

}  // namespace

const std::vector<TourScene>& tourScenes() {
  using enum render::Colouring;
  static const std::vector<TourScene> all{
      {.title = "Cells",
       .text =
           "A particle feels only the particles nearer than 1, the cut-off. The box is cut into "
           "cells whose sides are at least that long, so that all partners of a particle are in "
           "its own cell and the cells around: the partners of the particles in the yellow cell "
           "are in this cell and in the blue cells. A step needs a list of the particles in each "
           "cell, hundreds of times per second, on hardware that can only draw.",
       .colouring = Cell,
       .zoom = 3.0,
       .plays = true,
       .lights = true,
       .isSmall = true},
      {.title = "Mapping",
       .text =
           "The lists are in textures. The first is the mapping. It has a texel per particle. "
           "Red, green and blue of the texel are the three bytes of the number of the "
           "particle's cell. This box has only 5,460 cells, so red is bright, green is dark, and "
           "blue is 0. A fragment shader writes all texels in one draw. Here each cell has a "
           "colour. The panel shows the mapping as it is on the GPU now.",
       .colouring = Cell,
       .plays = true,
       .panel = "textures"},
      {.title = "Scatter",
       .text = "Each particle is drawn as a point onto the texel of its cell in the texture "
               "\"head\", in the colour that is its own number. Many points fall on one texel, "
               "and the last one overwrites all others. So one particle per cell stays, here in "
               "red.",
       .colouring = Round,
       .zoom = 2.2,
       .rounds = 1,
       .counts = true},
      {.title = "Update",
       .text = "A second shader lets each particle read the head of its cell. A particle that "
               "finds its own number there is in the list, and is marked as visited. All other "
               "particles write the number that they found into the texture \"next\". If one of "
               "them stays in the next round, the particle whose number it wrote follows it in "
               "the list.",
       .colouring = Round,
       .zoom = 2.2,
       .rounds = 2,
       .counts = true},
      {.title = "Rounds",
       .text = "The particles that are in no list yet are drawn again, and each round adds a "
               "particle to each list that is not complete. An occlusion query counts the points "
               "that were drawn; when it counts 0, all lists are complete. This is one sort in "
               "slow motion: the particles and the bar of the present round are red, and the "
               "particles of earlier rounds have other colours.",
       .colouring = Round,
       .isSmall = true,
       .rounds = 1,
       .inRounds = true,
       .counts = true},
      {.title = "Sub-buffers",
       .text =
           "To draw all waiting points in each round is a waste, since only one per cell stays. "
           "So the particles are drawn in parts, called sub-buffers, one after the other: fewer "
           "points fall on one texel, and far fewer are drawn in all. The lists are as long as "
           "before. "
           "Each bar shows the points that the queries of a round counted, in the colours of the "
           "parts.",
       .colouring = Round,
       .plays = true,
       .subBuffers = 16,
       .counts = true},
      {.title = "Re-sort",
       .text =
           "A time step later most particles are still in their cells. Only the red particles "
           "have moved to another cell. They are taken out of their lists, which close the gaps, "
           "and scattered again; all others stay where they are. This is the paper's re-sort, "
           "and the reason why it is quick.",
       .colouring = Moved,
       .plays = true,
       .resorts = true,
       .subBuffers = 16,
       .counts = true},
      {.title = "Search",
       .text = "To find the neighbours of the particle in the ring, a shader walks along the "
               "lists of the particle's cell and of those cells around that are nearer than 1, and "
               "takes the particles nearer than 1. The walk begins in the texture \"head\" and "
               "follows the texture \"next\". This is done for all particles in each step, and the "
               "forces between neighbours make the fluid. Click another particle to see its "
               "neighbours.",
       .isSmall = true,
       .resorts = true,
       .subBuffers = 16,
       .picks = true}};
  return all;
}

SceneCount countOf(const sort::Statistics& sort, int round) {
  if (round == 0) {
    return {sort.pointsDrawn,
            fmt::format("points drawn in {} to sort {} {}", counted(sort.iterations, "round"),
                        groupDigits(sort.moved), plural(sort.moved, "particle"))};
  }
  if (round > sort.iterations) return {0, "points are left: all lists are complete"};
  std::int64_t points = 0;
  for (const sort::Drawn& drawn : sort.rounds[static_cast<std::size_t>(round - 1)]) {
    points += drawn.points;
  }
  return {points, fmt::format("points drawn in round {} of {}, counted by its occlusion query",
                              round, sort.iterations)};
}

std::unique_ptr<Show> makeTour() { return std::make_unique<Tour>(); }

void Tour::begin(DemoState& state) {
  if (isPlaying_) return;
  isPlaying_ = isDue_ = true;
  fluid_.clear();
  scene_ = 0;
  before_ = state;
  showedControls_ = state.showsControls;
  showedMeasurements_ = state.showsMeasurements;
  state.showsGui = true;
  state.showsControls = state.showsMeasurements = false;
  state.hasBar = false;
  state.drawer.clear();
  state.show("first steps").end(state);
  setTool(state, kCameraTool);  // which picks particles
  state.journal.event("tour", "begins");
  attempt(state, [this, &state] { origin_ = keepMoment(state, "tour"); });
  openScenario(state, kTourFluid);
}

void Tour::end(DemoState& state) {
  if (!isPlaying_) return;
  isPlaying_ = false;
  pickParticle(state, std::nullopt);
  state.picking.zooms = state.picking.hidesRest = false;
  state.look = before_.look;
  state.playback = before_.playback;
  state.showsControls = showedControls_;
  state.showsMeasurements = showedMeasurements_;
  state.hasBar = true;
  state.drawer.clear();
  setView(state, state.opened.view);
  resetCamera(state);
  state.journal.event("tour", "ends");
  if (!origin_) return;
  // Theme and size of type suit the room and the audience, not the fluid.
  origin_->values.isLight = state.isLight;
  origin_->values.hasLargeType = state.hasLargeType;
  const bool isTours = state.session.scenario().name == fluid_;
  attempt(state, [&state, origin = *std::exchange(origin_, {}), isTours] {
    if (isTours) returnTo(state, origin, "end of the tour");
    state.session.history().release(origin.id);
  });
}

void Tour::go(DemoState& state, int scenes) {
  const auto last = static_cast<int>(tourScenes().size()) - 1;
  const int wanted = static_cast<int>(scene_) + scenes;
  if (wanted > last) {
    end(state);
    return;
  }
  scene_ = static_cast<std::size_t>(std::max(wanted, 0));
  show(state);
}

void Tour::show(DemoState& state) {
  const TourScene& scene = tourScenes()[scene_];
  shown_ = 0.0;
  scenario::Scenario changed = state.session.scenario();
  changed.step.mode = scene.resorts ? dpd::SortMode::Resort : dpd::SortMode::Sort;
  changed.step.sort.subBuffers = scene.subBuffers;
  // A scene that explains the same sort as the previous scene shows that sort and its numbers.
  const bool isSameSort =
      !state.playback.playing && isStill_ && changed.step == state.session.scenario().step;
  change(state, changed);
  setPlaying(state, scene.plays);
  isStill_ = !scene.plays;
  // The last step's sort may have been made for another scene, so one step is made, with new lists.
  if (isStill_ && !isSameSort) state.singleSteps.push_back(state.gesture);
  state.look.style = render::ParticleStyle::Spheres;
  state.look.colouring = scene.colouring;
  state.look.colourScale = 0.0;
  state.look.rounds = scene.rounds;
  for (Panel& panel : state.panels) {
    if (panel.place == PanelPlace::Floating) panel.open = false;
  }
  state.picking.zooms = state.picking.hidesRest = scene.picks;
  pickParticle(state, std::nullopt);
  if (scene.picks) pickMiddle(state);
  dpd::View view = state.opened.view;
  view.camera.zoom *= scene.zoom;
  state.look.litCell = -1;
  if (scene.lights) {
    const cells::CellGrid& grid = state.session.simulation().grid();
    const glm::ivec3 at = glm::min(kLitCell, grid.cells / 2);
    state.look.litCell = cells::numberOf(grid, at);
    view.camera = centredOn(state, view.camera, (glm::dvec3(at) + 0.5) * grid.edge);
  }
  if (scene.isSmall) view.particleRadius *= kSmall;
  if (scene.picks) view.camera = state.session.scenario().view.camera;
  setView(state, view);
  state.journal.event("tour", fmt::format("{} {}", scene_ + 1, scene.title));
}

void Tour::update(DemoState& state, double seconds) {
  if (!isPlaying_) return;
  if (isDue_) {
    if (state.pendingFluid || !state.pending.empty()) return;
    isDue_ = false;
    fluid_ = state.session.scenario().name;
    show(state);
  }
  shown_ += seconds;
  const TourScene& scene = tourScenes()[scene_];
  if (!scene.counts) return;
  const sort::Statistics sort = shownSort(state);
  if (scene.subBuffers == 1) inOnePart_ = sort.pointsDrawn;
  if (!scene.inRounds) return;
  state.animated = true;
  const int rounds = sort.iterations;
  const int round = static_cast<int>(shown_ / kSecondsPerRound) % (rounds + kRestingRounds);
  state.look.rounds = std::min(round, rounds) + 1;
}

float Tour::draw(DemoState& state, WorkArea& free) {
  const TourScene& scene = tourScenes()[scene_];
  const std::size_t count = tourScenes().size();
  free.place(WorkArea::Side::Right, kTextWidth, 0.0F);
  ImGui::Begin("tour", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoFocusOnAppearing |
                   ImGuiWindowFlags_NoBringToFrontOnFocus);
  // The buttons are at the same place in all scenes.
  beginGrowth(std::min(kButtonGrowth, titleRatio()));
  if (button({"tour/back", "Back", "PgUp.", scene_ == 0 ? "this is the first scene" : ""})) {
    go(state, -1);
  }
  ImGui::SameLine();
  if (button({"tour/next", scene_ + 1 == count ? "Done" : "Next", "PgDn."})) go(state, 1);
  ImGui::SameLine();
  if (button({"tour/end", "End (Esc)", "Ends the tour, and returns to your fluid."})) end(state);
  textAtRight(fmt::format("{} of {}", scene_ + 1, count));
  endGrowth();
  ImGui::Spacing();
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_CheckMark));
  title(scene.title);
  ImGui::PopStyleColor();
  const Growth growth = growthOf(scene);
  beginGrowth(growth.text);
  paragraph(scene.text);
  markWidget("tour/text");
  if (scene.picks && state.picking.picked() == nullptr) drawPickingHint(state);
  endGrowth();
  if (scene.counts) {
    const bool compares = scene.subBuffers > 1 && !scene.resorts;
    drawCounts(state, scene, compares ? inOnePart_ : 0, growth.below);
  }
  ImGui::Spacing();
  settingWidget(state, "view/large-type");
  free.endSide(ImGui::GetCursorScreenPos().y, growth.below);
  if (!scene.panel.empty()) drawPanelOf(state, scene.panel, growth.below);
  ImGui::End();
  return free.bottom();
}

}  // namespace gpubuck::demo
