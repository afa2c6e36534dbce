// The order in which events of keyboard and mouse act.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "gl/window.h"

namespace gpubuck::demo {

/// Events that have not acted yet, in their order. A picture shows at most one press of the mouse
/// or of a key that edits text or moves the keyboard focus: the events after it wait for the next
/// picture, which knows the widget that they go to. So a click or a key counts however short it is,
/// and however slow the pictures are.
class InputQueue {
 public:
  void add(std::vector<gl::Input> inputs);
  /// Takes the next event that may act before the next picture. `typing` tells whether the keyboard
  /// belonged to a widget in the last picture; without one keys are shortcuts, which do not wait
  /// for each other.
  std::optional<gl::Input> next(bool typing);
  /// To be called after each picture.
  void endPicture();
  /// Drops all events but those that end a press.
  void clear();

  bool isEmpty() const { return waiting_.empty(); }
  /// Returns the place of the pointer for the next picture: the place of the mouse event in it,
  /// else `present`.
  std::optional<glm::dvec2> pointer(const std::optional<glm::dvec2>& present) const;

 private:
  /// Returns whether the event waits for the next picture.
  bool waits(const gl::Input& input, bool typing) const;
  void take(const gl::Input& input, bool typing);

  std::deque<gl::Input> waiting_;
  // The events taken for the next picture:
  bool hasPress_ = false;  ///< an event that others wait for
  bool hasText_ = false;
  std::optional<int> spoken_;        ///< the key whose character may still be taken
  std::vector<int> keysUp_;          ///< keys that went up
  std::optional<glm::dvec2> place_;  ///< of the last event of the mouse
};

}  // namespace gpubuck::demo
