// The panels of the window. The table in makePanels() (panels.cpp) has their names for --panels,
// titles, places, contents, keys and sizes. To add a panel, add a row to this table and a file with
// the panel's contents.
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
  std::string keys{};  ///< keyName()s of the keys that open and close the panel, "F1 or H"
  float width = 0.0F, height = 0.0F;  ///< initial size of a floating panel, in em
  /// Takes a key (keyName()) while the panel is open. Returns whether the panel uses the key. Empty
  /// for a panel that uses no keys.
  std::function<bool(DemoState&, const std::string& key)> takeKey{};
  bool hasHead = false;  ///< the upper part of the panel stays in place while the rest scrolls
  bool fills = false;    ///< a floating panel that fills the place of the fluid above the notices
  bool isShown = false;  ///< a floating panel was open in the last picture
  bool comesToTop = false;          ///< its side panel scrolls to this section if it is far down
  glm::vec2 low{0.0F}, high{0.0F};  ///< corners of a floating panel when it was open last
  glm::vec2 screen{0.0F};           ///< size of the window when the panel was open last
  /// For a floating panel that was narrowed for another: the name of the other panel, and the size
  /// of this panel before and since.
  std::string narrowedFor{};
  glm::vec2 before{0.0F}, narrowed{0.0F};

  /// Returns the mark of the panel's header or check box, for markWidget().
  std::string mark() const {
    return (place == PanelPlace::Measurements ? "measurements/" : "controls/") + name;
  }
};

/// Returns the panels in their initial state: sections from top to bottom, floating panels from the
/// lowest to the topmost.
std::vector<Panel> makePanels();

/// The panels, and the parts of the window that are shown.
struct Layout {
  std::vector<Panel> panels = makePanels();
  bool showsGui = true, showsControls = true, showsMeasurements = true;
  /// True if the measurements are shown instead of the controls when there is no room for both.
  bool measurementsInFront = false;
  bool hasBar = true;    ///< whether the slim layout has its bar (demo/ui/panels/bar.h)
  std::string drawer{};  ///< name of the open drawer, or empty

  /// Returns whether drawers open next to the fluid, as in the slim layout and in the tour.
  bool hasDrawers() const { return showsGui && !showsControls && !showsMeasurements; }
};

/// Creates the contents of a panel whose contents have a state: an object of the class `Contents`,
/// which has draw(DemoState&).
template <typename Contents>
DrawPanel drawing() {
  return [contents = std::make_shared<Contents>()](DemoState& state) { contents->draw(state); };
}

/// Opens the panels with these names (--panels), and scrolls each side panel to its first section
/// in `names`. "all" shows both side panels, and "none" hides everything but the fluid.
void openPanels(Layout& layout, const std::vector<std::string>& names);

/// Draws a bar for each scatter of a sort: the points that its occlusion queries counted, in the
/// colours of the sub-buffers. The bar of round `present`, if any, is red.
void drawScatters(const std::string& id, const sort::Statistics& sort,
                  const sort::Settings& settings, int present = 0);

Panel& panelNamed(Layout& layout, const std::string& name);

/// Shows or hides the controls or the measurements. If there is no room for both and the other side
/// is in front, brings this side to the front instead.
void flipSide(Layout& layout, PanelPlace place);

/// Draws all panels of the present ImGui frame: in the slim layout the bar and its drawer,
/// otherwise the controls on the left and the measurements on the right. In both layouts, also
/// draws the heading, the messages and the floating panels over the fluid. `pixels` is the size of
/// the window's framebuffer. Returns the place of the fluid, to the right of the toolbar.
PictureArea drawPanels(DemoState& state, const glm::ivec2& pixels);

}  // namespace gpubuck::demo
