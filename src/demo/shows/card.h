// The cards over the fluid: windows that grow with their text and leave it the keyboard.
#pragma once

namespace gpubuck::demo {

/// Where a card is in the window, pixels unless noted.
struct CardPlace {
  const char* name;   ///< of Dear ImGui's window
  float left, right;  ///< it is in the middle between these
  float width;        ///< at most, em
  float y;            ///< of its upper end, or of its lower end with `growsUp`, pixels
  bool growsUp;
};

/// Begins the card's window; ImGui::End() ends it.
void beginCard(const CardPlace& card);

}  // namespace gpubuck::demo
