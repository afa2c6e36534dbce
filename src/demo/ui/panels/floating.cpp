// The windows over the fluid: the algorithm explained, textures, gallery, help.
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>
#include <optional>
#include <vector>

#include "demo/ui/demo_state.h"
#include "demo/ui/panels/bar.h"
#include "demo/view/pick_marks.h"
#include "demo/widgets/layout.h"

namespace gpubuck::demo {
namespace {

// In em.
constexpr float kLeastPanel = 24.0F;
constexpr float kPanelGap = 0.5F;
// Distance that a panel keeps from the picked particle.
constexpr float kAroundPicked = 3.0F;

struct Rectangle {
  glm::vec2 low{0.0F}, high{0.0F};

  bool overlaps(const Rectangle& other) const {
    return glm::all(glm::lessThan(low, other.high)) && glm::all(glm::lessThan(other.low, high));
  }
};

/// Returns the lower end of a panel that fills the place of the fluid. Notices are below it.
float endOfFillingPanel(float gap) {
  const float screen = ImGui::GetIO().DisplaySize.y;
  const ImGuiWindow* const notices = ImGui::FindWindowByName("notices");
  // In the picture before the panel opens, the notices are at the top.
  const bool isBelow = notices != nullptr && notices->WasActive && notices->Pos.y > 0.5F * screen;
  return (isBelow ? notices->Pos.y : screen) - gap;
}

/// Moves the place of a panel into `room`, and reduces the size only if the panel does not fit.
Rectangle within(const Rectangle& place, const Rectangle& room) {
  const glm::vec2 size = glm::min(place.high - place.low, room.high - room.low);
  const glm::vec2 low = glm::clamp(place.low, room.low, room.high - size);
  return {low, low + size};
}

class Placement {
 public:
  Placement(DemoState& state, float left, float right, const PictureArea& area)
      : state_(state),
        em_(ImGui::GetFontSize()),
        screen_{{0.0F, isSlim(state) ? kBarEnd * em_ : 0.0F},
                {ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y}},
        left_(left + kPanelGap * em_),
        right_(right - kPanelGap * em_),
        ends_{right_} {
    // Panels may cover the panels at the side, but not the drawer: it may have their check boxes.
    if (!isSlim(state) || state.drawer.empty()) {
      ends_.push_back(screen_.high.x - kPanelGap * em_);
    }
    if (const auto picked = placeOfPicked(state, area)) {
      picked_ = {*picked - kAroundPicked * em_, *picked + kAroundPicked * em_};
    }
  }

  /// Returns the place of a panel that opens: its last place, or another place if an open panel or
  /// the picked particle is there.
  Rectangle of(const Panel& panel) const {
    const bool isKnown = panel.high.x > panel.low.x && !panel.fills;
    // A panel as wide as the window begins directly below the bar. Farther down it would leave only
    // a strip of the heading and the legend visible.
    const bool isAtBar = screen_.low.y > 0.0F && em_ * panel.width > screen_.high.x;
    const float top = isAtBar ? screen_.low.y : kHeadingEnd * em_;
    const float gap = kPanelGap * em_;
    const float bottom = panel.fills ? endOfFillingPanel(gap) : screen_.high.y - gap;
    glm::vec2 size = isKnown ? panel.high - panel.low : em_ * glm::vec2(panel.width, panel.height);
    if (panel.fills) size.y = bottom - top;
    if (isKnown) {
      const Rectangle last = kept(panel);
      if (isFree(panel, last, true)) return last;
    }
    const float low = std::max(std::min(top, bottom - size.y), screen_.low.y);
    const auto between = [&](float from, float to) {
      return Rectangle{{from, low}, {std::min(from + size.x, to), std::min(low + size.y, bottom)}};
    };
    // First tries the places that leave the picked particle visible, then all places.
    for (const bool avoidsPicked : {true, false}) {
      if (avoidsPicked && panel.fills) continue;
      for (const float end : ends_) {
        for (const float from : beginnings(panel)) {
          for (const float to : endings(panel, from, end)) {
            const Rectangle place = between(from, to);
            const bool isWide = place.high.x - place.low.x >= kLeastPanel * em_;
            if (isWide && isFree(panel, place, avoidsPicked)) return place;
          }
        }
      }
    }
    if (narrowsAnother(panel)) return of(panel);
    Rectangle place = between(left_, right_);
    place.high.x = std::max(place.high.x, place.low.x + kLeastPanel * em_);
    return within(place, screen_);
  }

  /// Returns the place of an open panel after the window has changed its size.
  Rectangle kept(const Panel& panel) const {
    const float end = panel.fills ? endOfFillingPanel(kPanelGap * em_) : panel.high.y;
    return within({panel.low, {panel.high.x, end}}, screen_);
  }

  /// Returns the place of a panel that was narrowed for another, if the other has been closed. The
  /// user may have changed the size in the meantime; then there is no such place.
  std::optional<Rectangle> widened(Panel& panel) const {
    const bool isOver = !panel.narrowedFor.empty() && !panelNamed(state_, panel.narrowedFor).open;
    if (!isOver) return {};
    panel.narrowedFor.clear();
    if (glm::distance(panel.high - panel.low, panel.narrowed) > 1.0F) return {};
    return within({panel.low, panel.low + panel.before}, screen_);
  }

  /// Closes the other panels that this place covers.
  void clear(const Panel& panel, const Rectangle& place) const {
    for (Panel& other : state_.panels) {
      if (isBeside(panel, other) && place.overlaps({other.low, other.high})) {
        other.open = other.isShown = false;
      }
    }
  }

 private:
  static bool isBeside(const Panel& panel, const Panel& other) {
    return &other != &panel && other.isShown && other.open;
  }

  /// Narrows an open panel, if there is then room for `panel` to the right of it. Returns whether
  /// a panel was narrowed.
  bool narrowsAnother(const Panel& panel) const {
    for (Panel& other : state_.panels) {
      const float end = right_ - (kPanelGap + kLeastPanel) * em_;
      const bool fits = end >= other.low.x + kLeastPanel * em_ && end < other.high.x;
      if (!isBeside(panel, other) || !fits) continue;
      other.before = other.high - other.low;
      other.high = {end, screen_.high.y - kPanelGap * em_};  // a narrow panel has more lines
      other.narrowed = other.high - other.low;
      other.narrowedFor = panel.name;
      ImGui::SetWindowSize(other.title.c_str(), {other.narrowed.x, other.narrowed.y});
      return true;
    }
    return false;
  }

  bool isFree(const Panel& panel, const Rectangle& place, bool avoidsPicked) const {
    if (avoidsPicked && picked_ && place.overlaps(*picked_)) return false;
    return std::ranges::none_of(state_.panels, [&](const Panel& other) {
      return isBeside(panel, other) && place.overlaps({other.low, other.high});
    });
  }

  /// Returns the x at which a panel may begin: the left end of the room, and places directly to the
  /// right of the picked particle and of each open panel.
  std::vector<float> beginnings(const Panel& panel) const {
    std::vector<float> all{left_};
    if (picked_) all.push_back(picked_->high.x);
    for (const Panel& other : state_.panels) {
      if (isBeside(panel, other)) all.push_back(other.high.x + kPanelGap * em_);
    }
    return all;
  }
  /// Returns the x at which a panel may end: the right end of the room, and places directly to the
  /// left of the picked particle and of each open panel.
  std::vector<float> endings(const Panel& panel, float from, float end) const {
    std::vector<float> all{end};
    if (picked_ && picked_->low.x > from) all.push_back(std::min(end, picked_->low.x));
    for (const Panel& other : state_.panels) {
      if (isBeside(panel, other) && other.low.x > from) {
        all.push_back(std::min(end, other.low.x - kPanelGap * em_));
      }
    }
    return all;
  }

  DemoState& state_;
  float em_;
  Rectangle screen_;  ///< area of the window below the bar
  float left_, right_;
  std::vector<float> ends_;  ///< right ends of the room for panels, in the order of preference
  std::optional<Rectangle> picked_;
};

void placeNext(const Rectangle& place) {
  ImGui::SetNextWindowPos({place.low.x, place.low.y});
  ImGui::SetNextWindowSize({place.high.x - place.low.x, place.high.y - place.low.y});
}

}  // namespace

void drawFloatingPanels(DemoState& state, float left, float right, const PictureArea& area) {
  const Placement placement(state, left, right, area);
  const glm::vec2 screen(ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y);
  for (Panel& panel : state.panels) {
    if (panel.place != PanelPlace::Floating) continue;
    const bool isResized = panel.screen != screen;
    if (panel.open && (!panel.isShown || (panel.fills && isResized))) {
      const Rectangle place = placement.of(panel);
      placement.clear(panel, place);
      placeNext(place);
      ImGui::SetNextWindowFocus();
    } else if (panel.open && (panel.fills || isResized)) {
      placeNext(placement.kept(panel));
    } else if (const auto wide = placement.widened(panel); panel.open && wide) {
      placeNext(*wide);
    }
    panel.screen = screen;
    panel.isShown = panel.open;
    if (!panel.open) continue;
    // A scroll bar that comes and goes would move columns and line breaks.
    const ImGuiWindowFlags flags =
        (panel.hasHead ? ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse
                       : ImGuiWindowFlags_AlwaysVerticalScrollbar) |
        (panel.fills ? ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove : ImGuiWindowFlags_None);
    if (ImGui::Begin(panel.title.c_str(), &panel.open, flags)) panel.draw(state);
    const ImVec2 corner = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    panel.low = {corner.x, corner.y};
    panel.high = panel.low + glm::vec2(size.x, size.y);
    ImGui::End();
  }
}

}  // namespace gpubuck::demo
