// The panels of the window. Their places, keys, help, --panels and the boxes in the controls all
// follow from the table in panels.cpp: a panel is a row there and a file with its contents.
#pragma once

#include <functional>
#include <glm/vec2.hpp>
#include <memory>
#include <string>
#include <vector>

#include "render/scene.h"

namespace gpubuck::demo {

struct DemoState;

/// Draws the contents of a panel into the present ImGui window.
using DrawPanel = std::function<void(DemoState&)>;

enum class PanelPlace {
  Controls,      ///< a section of the controls, which folds
  Measurements,  ///< a section of the measurements
  Floating       ///< a window over the fluid, with a box in the controls that opens it
};

struct Panel {
  std::string name;  ///< for --panels, and in its mark: "controls/NAME", "measurements/NAME"
  std::string title;
  PanelPlace place;
  DrawPanel draw;
  bool open = false;
  std::string keys{};                 ///< that open and close it: keyName()s, "F1 or H"
  float width = 0.0F, height = 0.0F;  ///< of a floating one at first, in em
  bool isShown = false;               ///< a floating one that was open in the last picture
  bool comesToTop = false;            ///< a section that its side scrolls to if it is far down
  glm::vec2 low{0.0F}, high{0.0F};    ///< its corners then, or when it was open last

  /// Of its header or box, for markWidget().
  std::string mark() const {
    return (place == PanelPlace::Measurements ? "measurements/" : "controls/") + name;
  }
};

/// New panels as they are at the start: sections from top to bottom, floating ones from the lowest
/// to the one on top.
std::vector<Panel> makePanels();

/// Contents with a state of their own: an object with draw(DemoState&).
template <typename Contents>
DrawPanel drawing() {
  return [contents = std::make_shared<Contents>()](DemoState& state) { contents->draw(state); };
}

/// Opens those of --panels; where sections of a side are among them, the first of these comes to
/// its top. "none" hides everything but the fluid.
void openPanels(DemoState& state, const std::vector<std::string>& names);

Panel& panelNamed(DemoState& state, const std::string& name);

/// Shows or hides the controls or the measurements; where there is room for one of them only, first
/// brings them to the front.
void flipSide(DemoState& state, PanelPlace place);

/// Where the heading over the fluid, its name and speed, ends, from the top of the window, em.
inline constexpr float kHeadingEnd = 5.6F;

/// A rectangle of the window in pixels of its framebuffer, from the bottom left corner.
using PictureArea = render::Viewport;

/// Draws all panels of the present ImGui frame: controls on the left, measurements on the right,
/// the fluid between them with its name and speed above and messages below; further panels float.
/// `pixels`: the size of the window's framebuffer. Returns the place of the fluid, right of
/// the bar of tools.
PictureArea drawPanels(DemoState& state, const glm::ivec2& pixels);

}  // namespace gpubuck::demo
