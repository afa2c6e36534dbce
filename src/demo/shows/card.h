// The cards over the fluid: windows that grow with their text and leave it the keyboard.
#pragma once

namespace gpubuck::demo {

/// Where a card is in the window, pixels unless noted.
struct CardPlace {
  const char* name;   ///< of Dear ImGui's window
  float left, right;  ///< it is in the middle between these
  float width;        ///< at most, em
  float lowerEnd;     ///< pixels
};

/// Begins the card's window; ImGui::End() ends it.
void beginCard(const CardPlace& card);

}  // namespace gpubuck::demo
