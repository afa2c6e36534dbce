// The panels of the window. The table in panels.cpp defines their places, keys, help, names for
// --panels and check boxes: to add a panel, add a row there and a file with its contents.
#pragma once

#include <functional>
#include <glm/vec2.hpp>
#include <memory>
#include <string>
#include <vector>

#include "demo/view/fluid_view.h"
#include "sort/rounds.h"
#include "sort/settings.h"

namespace gpubuck::demo {

struct DemoState;

/// Draws the contents of a panel into the present ImGui window.
using DrawPanel = std::function<void(DemoState&)>;

enum class PanelPlace {
  Controls,      ///< a collapsible section of the controls
  Measurements,  ///< a collapsible section of the measurements
  Floating       ///< a window over the fluid, opened by a check box in the controls
};

struct Panel {
  std::string name;  ///< name for --panels, and in the panel's mark: "controls/NAME",
                     ///< "measurements/NAME"
  std::string title;
  PanelPlace place;
  DrawPanel draw;
  bool open = false;
  std::string keys{};                 ///< keyName()s that open and close it, "F1 or H"
  float width = 0.0F, height = 0.0F;  ///< initial size of a floating panel, in em
  /// Takes a key (keyName()) while the panel is open. Returns whether the panel has a use for this
  /// key. Empty for a panel without keys of its own.
  std::function<bool(DemoState&, const std::string& key)> takeKey{};
  bool hasHead = false;             ///< the head of the panel stays in place while its contents
                                    ///< scroll
  bool isShown = false;             ///< a floating panel was open in the last picture
  bool comesToTop = false;          ///< the side scrolls to this section if it is far down
  glm::vec2 low{0.0F}, high{0.0F};  ///< corners of a floating panel when it was open last
  glm::vec2 screen{0.0F};           ///< size of the window then

  /// Returns the mark of the panel's header or check box, for markWidget().
  std::string mark() const {
    return (place == PanelPlace::Measurements ? "measurements/" : "controls/") + name;
  }
};

/// Returns the panels in their initial state: sections from top to bottom, floating panels from the
/// lowest to the topmost.
std::vector<Panel> makePanels();

/// The panels, and which parts of the window are shown.
struct Layout {
  std::vector<Panel> panels = makePanels();
  bool showsGui = true, showsControls = true, showsMeasurements = true;
  bool measurementsInFront = false;  ///< shown instead of the controls if both do not fit
  bool hasBar = true;                ///< in the slim layout (demo/ui/panels/bar.h)
  std::string drawer{};              ///< name of the open drawer of the bar, or empty
};

/// Creates contents with a state: an object of a class with draw(DemoState&).
template <typename Contents>
DrawPanel drawing() {
  return [contents = std::make_shared<Contents>()](DemoState& state) { contents->draw(state); };
}

/// Opens the panels named by --panels, and scrolls each side to the first of its sections among
/// them. "all" shows both sides, "none" hides everything but the fluid.
void openPanels(Layout& layout, const std::vector<std::string>& names);

/// Draws the points of each scatter of a sort as a bar in the colours of their sub-buffers, as its
/// occlusion queries counted them.
void drawScatters(const std::string& id, const sort::Statistics& sort,
                  const sort::Settings& settings);

Panel& panelNamed(Layout& layout, const std::string& name);

/// Shows or hides the controls or the measurements. If both do not fit and the other side is in
/// front, brings this side to the front instead.
void flipSide(Layout& layout, PanelPlace place);

/// Draws all panels of the present ImGui frame: in the slim layout the bar and its drawer, else
/// controls on the left, measurements on the right; and between them the heading, the messages and
/// the floating panels. `pixels` is the size of the window's framebuffer. Returns the place of the
/// fluid, to the right of the toolbar.
PictureArea drawPanels(DemoState& state, const glm::ivec2& pixels);

}  // namespace gpubuck::demo
