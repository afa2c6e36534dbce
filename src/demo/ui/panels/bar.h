// The slim layout: the fluid fills the window, with one bar over it. The buttons of the bar open
// drawers, which hold panels. The layout of the window is slim while neither the controls nor the
// measurements are shown.
#pragma once

#include <string>
#include <vector>

#include "demo/widgets/layout.h"

namespace gpubuck::demo {

struct DemoState;
struct Layout;  // demo/ui/panels/panels.h

/// The panels that one button of the bar opens at the right of the fluid.
struct Drawer {
  std::string name;  ///< name in the mark of the button, "bar/NAME"
  std::string key;   ///< keyName() of the key that opens and closes it
  std::string label, help;
  std::vector<std::string> panels;  ///< names of the panels
};

/// Returns all drawers, in the order of their buttons.
const std::vector<Drawer>& drawers();

/// Returns whether the window has the slim layout.
bool isSlim(const Layout& layout);
/// Changes between the slim layout and all panels. If everything but the fluid is hidden, shows all
/// panels.
void flipLayout(Layout& layout);

/// Opens a drawer, or closes it. In the full layout, unfolds the drawer's panels where they are.
void flipDrawer(Layout& layout, const std::string& name);

/// Draws the bar along the top of the window.
void drawBar(DemoState& state);
/// Draws the open drawer, if any, and takes its place off the work area: at the right below the
/// bar, or at the left if there is no bar.
void drawDrawer(DemoState& state, WorkArea& free);

}  // namespace gpubuck::demo
