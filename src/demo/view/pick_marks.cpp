#include "demo/view/pick_marks.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <map>
#include <utility>
#include <vector>

#include "base/number.h"
#include "demo/view/legend.h"
#include "demo/widgets/form.h"
#include "demo/widgets/text.h"
#include "demo/widgets/theme.h"

namespace gpubuck::demo {
namespace {

// In em.
constexpr float kLeastRing = 0.9F, kLabels = 6.5F;
constexpr float kCardMargin = 0.5F;    // distance of the card from the sides of the work area
constexpr float kCardBottom = 8.5F;    // room for the axes below the card, in sizes of their text
constexpr float kCardDistance = 4.0F;  // distance of the card from the particle
constexpr std::size_t kMostNumbers = 16;  // in longer lists the particles are not numbered
// Widths of a cell on the screen from which on its list is drawn, and is numbered, em.
constexpr float kListFrom = 2.0F, kNumbersFrom = 4.0F;
// The edges of a cell are drawn if the cell is at least this wide on the screen, em.
constexpr float kEdgesFrom = 0.5F;
// Share of the picture that the visited cells take after zooming in.
constexpr double kZoomedShare = 0.5;

using FactRows = std::vector<std::array<std::string, 3>>;

/// Returns the rows of the table of facts; a row is a label, a value and a help.
FactRows factsOf(Display& display, const ParticleFacts& facts) {
  const dpd::Simulation& fluid = display.session.simulation();
  const cells::CellGrid& grid = fluid.grid();
  const glm::vec3& at = facts.place;
  const auto& species = fluid.fluid().species;
  const std::string place = grid.box.dimensions == 3
                                ? fmt::format("{:.2f}, {:.2f}, {:.2f}", at.x, at.y, at.z)
                                : fmt::format("{:.2f}, {:.2f}", at.x, at.y);
  return {{"species", plainName(species[static_cast<std::size_t>(facts.species)]), ""},
          {"speed", fmt::format("{:.2f}", glm::length(facts.velocity)), ""},
          {"position", place, ""},
          {"cell", cellText(grid, facts.walk.own),
           "Number of the cell, and its place along each axis."},
          {"place", placeText(facts.around, facts.inRanges),
           facts.inRanges
               ? "The sort in use stores the particles of a cell next to each other, as a range."
               : "The texture \"head\" holds the first particle of the list, and the texture "
                 "\"next\" holds the other particles."}};
}

/// Returns the rows that follow factsOf() if the particle is picked.
FactRows furtherFactsOf(Display& display, const ParticleFacts& facts) {
  dpd::Simulation& fluid = display.session.simulation();
  const auto width = static_cast<std::int64_t>(fluid.position().texture().width());
  return {
      {"walks",
       fmt::format("{} of {} cells in reach", facts.walk.cells.size(), cellsAround(fluid.grid())),
       "The cells that are searched. The others are too far away, or outside of the box."},
      {"candidates", fmt::format("{} in these cells", groupDigits(facts.around.candidates)),
       "The particles whose distance is computed."},
      {"neighbours", nearText(facts, display.session.scenario().view.hidden),
       "The particles that act on the picked particle, drawn pale unless hidden."},
      {"texel",
       fmt::format("{} ({}, {})", groupDigits(facts.element), facts.element % width,
                   facts.element / width),
       "The place of the particle in the textures. This place changes when particles are reordered "
       "by their cells; the number of the particle does not."}};
}

void drawFacts(const FactRows& rows) {
  const float em = ImGui::GetFontSize();
  for (const auto& [label, value, help] : rows) {
    ImGui::TextDisabled("%s", label.c_str());
    tooltip(help);
    ImGui::SameLine(kLabels * em);
    ImGui::TextUnformatted(value.c_str());
    tooltip(help);
  }
}

/// Draws lines over the fluid between points of the box.
class Overlay {
 public:
  Overlay(Display& display, const PictureArea& area)
      : camera_(cameraOf(display, area)), area_(area), list_(*ImGui::GetBackgroundDrawList()) {
    const ImGuiIO& io = ImGui::GetIO();
    scale_ = io.DisplayFramebufferScale.x;
    corner_ = {static_cast<float>(area.x / scale_),
               static_cast<float>(io.DisplaySize.y - (area.y + area.height) / scale_)};
    list_.PushClipRect(corner_, {corner_.x + static_cast<float>(area.width / scale_),
                                 corner_.y + static_cast<float>(area.height / scale_)});
  }
  ~Overlay() { list_.PopClipRect(); }
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  glm::vec2 at(const glm::dvec3& point) const {
    const glm::dvec2 place = seenAt(camera_, point, area_).place / scale_;
    return glm::vec2(corner_.x, corner_.y) + glm::vec2(place);
  }
  float pixels(const glm::dvec3& point, double length) const {
    return static_cast<float>(seenAt(camera_, point, area_).pixelsPerLength / scale_ * length);
  }
  void line(const glm::dvec3& from, const glm::dvec3& to, ImU32 colour, float width) const {
    const glm::vec2 a = at(from), b = at(to);
    list_.AddLine({a.x, a.y}, {b.x, b.y}, colour, width);
  }
  /// Draws a tinted disc in a ring, whose dark rim makes it visible on particles of any colour.
  void disc(const glm::dvec3& point, float radius, float width) const {
    const ImVec2 centre(at(point).x, at(point).y);
    list_.AddCircleFilled(centre, radius, toImGui(kPickColour, 0.5F));
    list_.AddCircle(centre, radius, IM_COL32(0, 0, 0, 150), 0, 2.0F * width);
    list_.AddCircle(centre, radius, toImGui(kPickColour), 0, width);
  }
  glm::dvec3 eye() const { return glm::inverse(glm::dmat4(camera_.view))[3]; }
  ImDrawList& list() const { return list_; }

 private:
  render::Camera camera_;
  PictureArea area_;
  ImDrawList& list_;
  double scale_ = 1.0;
  ImVec2 corner_;
};

/// Edges of cells. The key is the first corner of an edge, in units of cells, and the edge's axis.
/// The value is true for an edge of the particle's own cell.
using Edges = std::map<std::array<int, 4>, bool>;
void addEdges(Edges& edges, const cells::CellGrid& grid, const glm::ivec3& cell, bool own) {
  const bool isFlat = grid.box.dimensions == 2;
  for (int axis = 0; axis < grid.box.dimensions; ++axis) {
    const int one = (axis + 1) % 3, other = (axis + 2) % 3;
    for (int corner = 0; corner < 4; ++corner) {
      glm::ivec3 first = cell;
      first[one] += corner & 1;
      first[other] += corner >> 1;
      if (isFlat && first.z > 0) continue;
      edges[{first.x, first.y, first.z, axis}] |= own;
    }
  }
}

void drawCells(const Overlay& overlay, const cells::CellGrid& grid,
               const std::vector<std::int64_t>& all, std::int64_t middle) {
  Edges edges;
  for (const std::int64_t cell : all) {
    addEdges(edges, grid, cells::cellAt(grid, cell), cell == middle);
  }
  const float em = ImGui::GetFontSize();
  for (const bool own : {false, true}) {
    for (const auto& [edge, isOwn] : edges) {
      if (isOwn != own) continue;
      const glm::ivec3 first(edge[0], edge[1], edge[2]);
      glm::ivec3 last = first;
      ++last[edge[3]];
      const ImU32 colour = own ? toImGui(kPickColour) : toImGui(edgeColour(), 0.4F);
      overlay.line(glm::dvec3(first) * grid.edge, glm::dvec3(last) * grid.edge, colour,
                   (own ? 0.14F : 0.07F) * em);
    }
  }
}

/// Draws a line along the list, from its head on, and the number of each place. For a range, draws
/// only the numbers. A dark rim makes line and numbers visible on particles of any colour.
void drawList(const Overlay& overlay, const cells::CellGrid& grid, const ParticleFacts& facts) {
  const float em = ImGui::GetFontSize(), cell = overlay.pixels(facts.place, grid.edge.x);
  if (cell < kListFrom * em) return;
  const bool hasNumbers = facts.listed.size() <= kMostNumbers && cell > kNumbersFrom * em;
  const ImU32 colour = toImGui(kPickColour), dark = IM_COL32(15, 17, 22, 255);
  ImDrawList& list = overlay.list();
  const auto at = [&](std::size_t k) { return overlay.at(facts.listed[k].place); };
  for (const bool beneath : {true, false}) {
    const ImU32 shade = beneath ? dark : colour;
    const float more = beneath ? 0.09F * em : 0.0F;
    for (std::size_t k = 1; k < facts.listed.size() && !facts.inRanges; ++k) {
      const glm::vec2 from = at(k - 1), to = at(k);
      list.AddLine({from.x, from.y}, {to.x, to.y}, shade, 0.13F * em + 2.0F * more);
      const float length = glm::length(to - from);
      if (length < 2.0F * em) continue;
      // The arrow head is in the middle, away from the numbers.
      const glm::vec2 along = (to - from) / length, across(-along.y, along.x);
      const glm::vec2 tip = 0.5F * (from + to) + (0.35F * em + 2.0F * more) * along;
      const glm::vec2 back = tip - (0.7F * em + 3.0F * more) * along;
      const glm::vec2 one = back + (0.33F * em + 1.5F * more) * across;
      const glm::vec2 other = back - (0.33F * em + 1.5F * more) * across;
      list.AddTriangleFilled({tip.x, tip.y}, {one.x, one.y}, {other.x, other.y}, shade);
    }
    for (std::size_t k = 0; k < facts.listed.size(); ++k) {
      const glm::vec2 place = at(k);
      list.AddCircleFilled({place.x, place.y}, (hasNumbers ? 0.62F : 0.2F) * em + more, shade);
      if (beneath || !hasNumbers) continue;
      const std::string number = fmt::format("{}", k + 1);
      const ImVec2 size = ImGui::CalcTextSize(number.c_str());
      list.AddText({place.x - 0.5F * size.x, place.y - 0.5F * size.y}, dark, number.c_str());
    }
  }
}

/// Zooms so that the cells around a place fill about half of the picture.
void zoomTo(Display& display, const glm::dvec3& place, const PictureArea& area) {
  const cells::CellGrid& grid = display.session.simulation().grid();
  const glm::dvec2 size(area.width, area.height);
  const double edge = std::max(grid.edge.x, grid.edge.y);
  const double steps = grid.method.kind == cells::Method::Kind::Octant
                           ? 2.0
                           : 2.0 * grid.method.cellsPerCutoff + 1.0;
  dpd::Camera camera = display.session.scenario().view.camera;
  const Seen seen = seenAt(cameraOf(display, area), place, area);
  const double before = camera.zoom;
  camera.zoom = std::clamp(
      before * kZoomedShare * std::min(size.x, size.y) / (seen.pixelsPerLength * steps * edge), 1.0,
      200.0);
  // The distance from the middle of the picture, in heights of the picture.
  const glm::dvec2 away = (seen.place - 0.5 * size) / size.y;
  camera.panX = (camera.panX - away.x) * camera.zoom / before;
  camera.panY = (camera.panY + away.y) * camera.zoom / before;
  setCamera(display, camera);
}

void drawHovered(Display& display) {
  const ParticleFacts* facts = display.picking.hovered();
  const ParticleFacts* picked = display.picking.picked();
  if (facts == nullptr || (picked != nullptr && picked->id == facts->id)) return;
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(fmt::format("Particle {}", groupDigits(facts->id)).c_str());
  drawFacts(factsOf(display, *facts));
  ImGui::TextDisabled("Click to show its neighbours.");
  ImGui::EndTooltip();
}

}  // namespace

std::string cellText(const cells::CellGrid& grid, std::int64_t cell) {
  const glm::ivec3 at = cells::cellAt(grid, cell);
  return grid.box.dimensions == 3
             ? fmt::format("{} ({}, {}, {})", groupDigits(cell), at.x, at.y, at.z)
             : fmt::format("{} ({}, {})", groupDigits(cell), at.x, at.y);
}

void pickParticle(Display& display, std::optional<std::int64_t> element) {
  const bool was = display.picking.picked() != nullptr;
  display.picking.pick(display.session, element);
  const ParticleFacts* facts = display.picking.picked();
  if (facts == nullptr && !was) return;
  display.journal.event(
      "picked", facts == nullptr
                    ? "nothing"
                    : fmt::format("particle {} texel {} cell {}, {}", facts->id, facts->element,
                                  facts->walk.own, placeText(facts->around, facts->inRanges)));
}

void followPicked(Display& display) {
  const bool was = display.picking.picked() != nullptr;
  display.picking.follow(display.session, display.playback.playing);
  if (was && display.picking.picked() == nullptr) display.journal.event("picked", "nothing");
}

void pickAtPointer(Display& display, FluidView& view, bool drawnAnew) {
  if (drawnAnew) display.picking.noteNewPicture();
  if (const auto place = display.picking.takeClick()) {
    pickParticle(display, view.pick(display, *place));
    display.animated = true;  // the next picture shows the change
  }
  if (const auto place = display.picking.takeRest()) {
    display.picking.hover(display.session, view.pick(display, *place));
  }
}

void drawCellEdges(Display& display, const PictureArea& area) {
  if (display.look.colouring != render::Colouring::Cell) return;
  const cells::CellGrid& grid = display.session.simulation().grid();
  const glm::dvec3& size = grid.box.size;
  const Overlay overlay(display, area);
  const float em = ImGui::GetFontSize();
  if (const std::int64_t own = display.look.litCell; own >= 0) {
    std::vector<std::int64_t> lit = cellsTouching(grid, own);
    lit.push_back(own);
    drawCells(overlay, grid, lit, own);
    return;
  }
  if (overlay.pixels(0.5 * size, grid.edge.x) < kEdgesFrom * em) return;
  const glm::dvec3 eye = overlay.eye();
  const ImU32 colour = toImGui(edgeColour(), 0.35F);
  for (int normal = grid.box.dimensions == 2 ? 2 : 0; normal < 3; ++normal) {
    glm::dvec3 corner(0.0);
    if (grid.box.dimensions == 3) {
      if (eye[normal] >= 0.0 && eye[normal] <= size[normal]) continue;
      corner[normal] = eye[normal] < 0.0 ? 0.0 : size[normal];
    }
    for (const int across : {(normal + 1) % 3, (normal + 2) % 3}) {
      const int along = 3 - normal - across;
      for (int k = 0; k <= grid.cells[across]; ++k) {
        glm::dvec3 from = corner;
        from[across] = k * grid.edge[across];
        glm::dvec3 to = from;
        to[along] = size[along];
        overlay.line(from, to, colour, 0.05F * em);
      }
    }
  }
}

void drawPickMarks(Display& display, const PictureArea& area) {
  if (const ParticleFacts* facts = display.picking.picked()) {
    if (std::exchange(display.picking.zooms, false)) zoomTo(display, facts->place, area);
    const Overlay overlay(display, area);
    dpd::Simulation& fluid = display.session.simulation();
    double radius = display.session.scenario().view.particleRadius *
                    render::sphereRadius(fluid.fluid().room(), fluid.count());
    if (display.look.style == render::ParticleStyle::Points) radius = 0.0;
    const float em = ImGui::GetFontSize();
    const float ring = std::max(overlay.pixels(facts->place, 1.15 * radius), kLeastRing * em);
    overlay.disc(facts->place, ring, 0.2F * em);
    drawCells(overlay, fluid.grid(), facts->walk.cells, facts->walk.own);
    drawList(overlay, fluid.grid(), *facts);
  }
  drawHovered(display);
}

std::optional<glm::vec2> placeOfPicked(const Display& display, const PictureArea& area) {
  const ParticleFacts* facts = display.picking.picked();
  if (facts == nullptr) return {};
  const double scale = ImGui::GetIO().DisplayFramebufferScale.x;
  const double top = scale * ImGui::GetIO().DisplaySize.y - area.y - area.height;
  const glm::dvec2 place = seenAt(cameraOf(display, area), facts->place, area).place;
  return glm::vec2((glm::dvec2(area.x, top) + place) / scale);
}

namespace {

/// Returns the x of the card's left edge. The card moves to the other side of the work area if it
/// would cover the particle or its surroundings, unless it would cover them there, too.
float cardLeft(Display& display, const PictureArea& area, const WorkArea& free, float lowerEnd) {
  const float em = ImGui::GetFontSize(), margin = kCardMargin * em;
  // The size is the size of this picture: at first, the size of the last picture is too small.
  ImGuiWindow* const card = ImGui::FindWindowByName("picked");
  const ImVec2 size = card != nullptr ? ImGui::CalcWindowNextAutoFitSize(card) : ImVec2();
  const float lefts[] = {free.right() - margin - size.x, free.left() + margin};
  bool& isLeft = display.picking.cardAtLeft;
  const auto place = placeOfPicked(display, area);
  const auto covers = [&](float left) {
    return place->x > left - kCardDistance * em && place->x < left + size.x + kCardDistance * em &&
           place->y > lowerEnd - kCardDistance * em - size.y;
  };
  if (place && covers(lefts[isLeft]) && !covers(lefts[!isLeft])) isLeft = !isLeft;
  return lefts[isLeft];
}

}  // namespace

void drawPickedCard(Display& display, const PictureArea& area, const WorkArea& free, bool isBeside,
                    bool& showsTextures) {
  const ParticleFacts* facts = display.picking.picked();
  if (facts == nullptr) return;
  const float em = ImGui::GetFontSize(), growth = isBeside ? free.sideGrowth() : 1.0F;
  const float scale = ImGui::GetIO().DisplayFramebufferScale.x;
  const double axesText = render::annotationTextSize(area.width, area.height, scale * em) / scale;
  const float end = free.bottom() - kCardBottom * static_cast<float>(axesText);
  const float beside = std::min(free.sideEnd(), free.bottom() - kCardHeight * growth * em);
  const ImVec2 corner =
      isBeside ? ImVec2(free.right(), beside) : ImVec2(cardLeft(display, area, free, end), end);
  ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {0.0F, isBeside ? 0.0F : 1.0F});
  ImGui::SetNextWindowBgAlpha(0.85F);
  ImGui::Begin("picked", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_AlwaysAutoResize);
  if (isBeside) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  beginGrowth(growth);
  ImGui::TextColored(ImColor(legible(toImGui(kPickColour))), "Particle %s",
                     groupDigits(facts->id).c_str());
  markWidget("picked");
  FactRows rows = factsOf(display, *facts);
  for (auto& row : furtherFactsOf(display, *facts)) rows.push_back(std::move(row));
  drawFacts(rows);
  checkbox(
      {"picked/alone", "Hide others", "Shows only the particles in the cells that are searched."},
      display.picking.hidesRest);
  if (button({"picked/zoom", "Zoom in",
              "Moves the camera close to the particle; Home resets the camera."})) {
    display.picking.zooms = true;
  }
  ImGui::SameLine();
  if (button({"picked/textures", "Textures (T)",
              "Shows the textures of the fluid with the texels of this particle marked."})) {
    showsTextures = !showsTextures;
  }
  ImGui::SameLine();
  const bool closed = button({"picked/close", "Deselect (Esc)", "Or click outside the fluid."});
  endGrowth();
  ImGui::End();
  if (closed) pickParticle(display, std::nullopt);
}

}  // namespace gpubuck::demo
