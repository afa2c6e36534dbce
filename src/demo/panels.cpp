#include "demo/panels.h"

#include "demo/demo.h"
#include "demo/physics_panel.h"
#include "demo/shortcuts.h"

namespace gpubuck::demo {

// In NAME_panel.cpp each. They are declared here, where alone they are used, so that a panel is its
// own file and a row below.
DrawPanel runPanel();
void drawSortPanel(DemoState& state);
void drawViewPanel(DemoState& state);
void drawRecordingPanel(DemoState& state);
DrawPanel statisticsPanel();
void drawPlotsPanel(DemoState& state);
DrawPanel explainedPanel();
DrawPanel texturesPanel();

std::vector<Panel> makePanels() {
  using enum PanelPlace;
  constexpr bool kOpen = true, kClosed = false;
  return {
      {"run", "Run", Controls, runPanel(), kOpen},
      {"sort", "Sort", Controls, drawSortPanel, kOpen},
      {"view", "View", Controls, drawViewPanel},
      {"physics", "Physics", Controls, drawing<PhysicsPanel>()},
      {"recording", "Pictures and films", Controls, drawRecordingPanel},
      {"statistics", "Speed and sort", Measurements, statisticsPanel(), kOpen},
      {"plots", "Plots", Measurements, drawPlotsPanel, kOpen},
      {"explained", "The algorithm explained", Floating, explainedPanel(), kClosed, "A", 50.0F,
       44.0F},
      {"textures", "Textures of the fluid", Floating, texturesPanel(), kClosed, "T", 44.0F, 44.0F},
      {"help", "Keys and mouse", Floating, drawHelp, kClosed, "F1 or H", 36.0F, 52.0F},
  };
}

std::vector<std::string> panelNames() {
  std::vector<std::string> names;
  for (const Panel& panel : makePanels()) names.push_back(panel.name);
  return names;
}

}  // namespace gpubuck::demo
