// The slim layout: the fluid fills the window, with one bar over it and drawers for panels that the
// bar opens. The window has it while neither the controls nor the measurements are shown.
#pragma once

#include <string>
#include <vector>

#include "demo/widgets/layout.h"

namespace gpubuck::demo {

struct DemoState;
struct Layout;  // demo/ui/panels/panels.h

/// A part of the window that a button of the bar opens: some panels at the right of the fluid.
struct Drawer {
  std::string name;  ///< in the mark of its button, "bar/NAME"
  std::string key;   ///< keyName() of the key that opens and closes it
  std::string label, help;
  std::vector<std::string> panels;  ///< their names
};

/// Returns all drawers, in the order of their buttons.
const std::vector<Drawer>& drawers();

/// Returns whether the window has the slim layout.
bool isSlim(const Layout& layout);
/// Changes between the slim layout and all panels. Shows the panels if all is hidden.
void flipLayout(Layout& layout);

/// Opens a drawer, or closes it. In the full layout its panels unfold in their place.
void flipDrawer(Layout& layout, const std::string& name);

/// Draws the bar along the top of the window.
void drawBar(DemoState& state);
/// Draws the open drawer, if any, and takes its place off the work area.
void drawDrawer(DemoState& state, WorkArea& free);

}  // namespace gpubuck::demo
