#include "demo/widgets/input_queue.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <utility>

namespace gpubuck::demo {
namespace {

constexpr int kCommand = GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER;

bool isModifier(const gl::KeyPress& press) {
  return press.key >= GLFW_KEY_LEFT_SHIFT && press.key <= GLFW_KEY_RIGHT_SUPER;
}

bool isShift(const gl::KeyPress& press) {
  return press.key == GLFW_KEY_LEFT_SHIFT || press.key == GLFW_KEY_RIGHT_SHIFT;
}

/// Returns whether the key does nothing but type a character. GLFW numbers such keys as ASCII does;
/// the space bar also presses buttons.
bool onlyTypes(const gl::KeyPress& press) {
  return (press.modifiers & kCommand) == 0 && press.key > GLFW_KEY_SPACE && press.key < 0x80;
}

}  // namespace

void InputQueue::add(std::vector<gl::Input> inputs) {
  for (gl::Input& input : inputs) waiting_.push_back(std::move(input));
}

bool InputQueue::waits(const gl::Input& input, bool typing) const {
  if (const auto* const press = std::get_if<gl::KeyPress>(&input.event)) {
    if (press->held) return false;
    if (press->up) return hasPress_;
    if (isModifier(*press)) return hasPress_ || (hasText_ && !isShift(*press));
    if (!typing || onlyTypes(*press)) return hasPress_;
    return hasPress_ || hasText_ || std::ranges::find(keysUp_, press->key) != keysUp_.end();
  }
  if (std::holds_alternative<gl::Character>(input.event)) return hasPress_ && !spoken_;
  if (std::holds_alternative<gl::ButtonEvent>(input.event)) return hasPress_ || hasText_ || place_;
  return hasPress_;
}

void InputQueue::take(const gl::Input& input, bool typing) {
  if (const auto* const press = std::get_if<gl::KeyPress>(&input.event)) {
    if (press->held || isModifier(*press)) return;
    spoken_.reset();
    if (press->up) {
      keysUp_.push_back(press->key);
    } else if (onlyTypes(*press)) {
      hasText_ = true;
    } else if (typing || (press->modifiers & kCommand) != 0) {
      hasPress_ = true;
      spoken_ = press->key;
    }
  } else if (std::holds_alternative<gl::Character>(input.event)) {
    hasText_ = true;
    spoken_.reset();
  } else if (const auto* const button = std::get_if<gl::ButtonEvent>(&input.event)) {
    hasPress_ = true;
    place_ = button->place;
  } else if (const auto* const wheel = std::get_if<gl::WheelTurn>(&input.event)) {
    place_ = wheel->place;
  }
}

std::optional<gl::Input> InputQueue::next(bool typing) {
  if (waiting_.empty() || waits(waiting_.front(), typing)) return {};
  gl::Input input = std::move(waiting_.front());
  waiting_.pop_front();
  take(input, typing);
  return input;
}

void InputQueue::endPicture() {
  hasPress_ = hasText_ = false;
  spoken_.reset();
  keysUp_.clear();
  place_.reset();
}

void InputQueue::clear() {
  std::erase_if(waiting_, [](const gl::Input& input) {
    if (const auto* const press = std::get_if<gl::KeyPress>(&input.event)) return !press->up;
    if (const auto* const button = std::get_if<gl::ButtonEvent>(&input.event)) return button->down;
    return !std::holds_alternative<gl::Presence>(input.event);
  });
}

std::optional<glm::dvec2> InputQueue::pointer(const std::optional<glm::dvec2>& present) const {
  return place_ ? place_ : present;
}

}  // namespace gpubuck::demo
