#include "demo/widgets/gui.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/embedded.h"
#include "demo/widgets/form.h"
#include "demo/widgets/theme.h"

namespace gpubuck::demo {

namespace {

constexpr float kFontSize = 14.0F;  // pixels at scale 1
constexpr float kTitleSize = 1.5F;  // size of titles in units of other text
// Characters of the panels beyond Latin: Greek letters, sub- and superscripts, arrows, signs.
constexpr ImWchar kCharacters[] = {0x0020, 0x00FF, 0x0370, 0x03FF, 0x2010, 0x2027,
                                   0x2070, 0x209F, 0x2190, 0x21FF, 0x2200, 0x22FF,
                                   0x25A0, 0x25FF, 0x2713, 0x2717, 0};

void setStyle(ImGuiStyle& style, bool isLight) {
  setThemeColours(style, isLight);
  style.WindowRounding = 4.0F;
  style.FrameRounding = 3.0F;
  style.GrabRounding = 3.0F;
  style.WindowBorderSize = 0.0F;
}

}  // namespace

float typeFor(const glm::vec2& size) {
  // render::annotationTextSize() makes legends follow the window in the same way.
  constexpr float kHeight = 900.0F, kWidthShare = 0.75F, kMost = 2.0F;
  const float times = std::min(size.y, kWidthShare * size.x) / kHeight;
  // Each new size makes a new texture of all characters.
  return std::clamp(std::round(10.0F * times) / 10.0F, 1.0F, kMost);
}

Gui::Gui(gl::Window& window) : window_(window) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // writes no file
  ImGui_ImplGlfw_InitForOpenGL(window.handle(),
                               false);  // take() calls the callbacks
  pressedAt_.fill(-1e9);
  const bool isEs = gl::queryCapabilities().version.starts_with("OpenGL ES");
  ImGui_ImplOpenGL3_Init(isEs ? "#version 300 es" : "#version 330 core");
  scaleTo(window.contentScale());
}

Gui::~Gui() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void Gui::scaleTo(float scale) {
  if (scale == scale_) return;
  scale_ = scale;
  const std::string_view face = embedded::files("fonts").at("DejaVuSans.ttf");
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  // ImGui only reads the data of the font, because it does not own the data.
  auto* bytes = const_cast<char*>(face.data());
  ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
  fonts.Clear();
  for (const float size : {kFontSize, kTitleSize * kFontSize}) {
    fonts.AddFontFromMemoryTTF(bytes, static_cast<int>(face.size()), std::round(size * scale_),
                               &config, kCharacters);
  }
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();

  ImGui::GetStyle() = ImGuiStyle();
  setStyle(ImGui::GetStyle(), isLight_);
  ImGui::GetStyle().ScaleAllSizes(scale_);
}

void Gui::setTheme(bool isLight) {
  if (std::exchange(isLight_, isLight) == isLight) return;
  setThemeColours(ImGui::GetStyle(), isLight);
}

void Gui::take(const gl::Input& input) {
  GLFWwindow* const window = window_.handle();
  if (const auto* const key = std::get_if<gl::KeyPress>(&input.event)) {
    const int action = key->up ? GLFW_RELEASE : key->held ? GLFW_REPEAT : GLFW_PRESS;
    ImGui_ImplGlfw_KeyCallback(window, key->key, key->code, action, key->modifiers);
  } else if (const auto* const character = std::get_if<gl::Character>(&input.event)) {
    ImGui_ImplGlfw_CharCallback(window, character->code);
  } else if (const auto* const button = std::get_if<gl::ButtonEvent>(&input.event)) {
    press(*button, input);
  } else if (const auto* const wheel = std::get_if<gl::WheelTurn>(&input.event)) {
    ImGui_ImplGlfw_ScrollCallback(window, wheel->notches.x, wheel->notches.y);
  } else if (const auto* const presence = std::get_if<gl::Presence>(&input.event)) {
    const auto note = presence->ofPointer ? ImGui_ImplGlfw_CursorEnterCallback
                                          : ImGui_ImplGlfw_WindowFocusCallback;
    note(window, presence->isHere ? GLFW_TRUE : GLFW_FALSE);
  }
}

void Gui::press(const gl::ButtonEvent& event, const gl::Input& input) {
  if (event.button < 0 || event.button >= kButtons) return;
  const auto button = static_cast<std::size_t>(event.button);
  isDown_[button] = event.down;
  if (event.down) {
    sinceLastPress_[button] = std::max(0.0, input.since - pressedAt_[button]);
    pressedAt_[button] = input.until;
  }
#if IMGUI_VERSION_NUM >= 18700
  ImGui_ImplGlfw_MouseButtonCallback(window_.handle(), event.button,
                                     event.down ? GLFW_PRESS : GLFW_RELEASE, event.modifiers);
#endif
}

bool Gui::hasWaitingInput() const {
#if IMGUI_VERSION_NUM >= 18700
  return !ImGui::GetCurrentContext()->InputEventsQueue.empty();
#else
  return false;
#endif
}

void Gui::beginFrame(const std::optional<glm::dvec2>& pointer) {
  const float scale = window_.contentScale();
  const float usual = followsWindow_ ? typeFor(glm::vec2(window_.framebufferSize()) / scale) : 1.0F;
  scaleTo(scale * usual * (isLarge_ ? kLargeType : 1.0F));
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  // The backend has set pointer and buttons to their present state, but the frame handles an
  // earlier event.
  ImGuiIO& io = ImGui::GetIO();
  if (pointer && ImGui::IsMousePosValid(&io.MousePos)) {
    io.MousePos = ImVec2(static_cast<float>(pointer->x), static_cast<float>(pointer->y));
  }
#if IMGUI_VERSION_NUM < 18700
  std::ranges::copy(isDown_, io.MouseDown);
#endif
  // Dear ImGui measures the time between presses by its frames, which may be too far apart for a
  // double-click.
  const double now = ImGui::GetTime() + io.DeltaTime;
  for (std::size_t k = 0; k < kButtons; ++k) {
    if (const auto since = std::exchange(sinceLastPress_[k], {})) {
      io.MouseClickedTime[k] = now - *since;
    }
  }
  navigatePopups();
  ImGui::NewFrame();
}

void Gui::endFrame() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

double Gui::textSize() const {
  return ImGui::GetFontSize() * ImGui::GetIO().DisplayFramebufferScale.y;
}

bool Gui::takesKeys() const {
  constexpr ImGuiPopupFlags kAny = ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel;
  // ImGuiIO::WantTextInput is out of date: it is still true if Enter or Esc ended a text field in
  // the last picture.
  const bool isTyping =
      ImGui::GetCurrentContext()->WantTextInputNextFrame == 1 && ImGui::IsAnyItemActive();
  return isTyping || ImGui::IsPopupOpen("", kAny);
}

namespace {

constexpr int kCommand = GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER;

bool isModifier(const gl::KeyPress& press) {
  return press.key >= GLFW_KEY_LEFT_SHIFT && press.key <= GLFW_KEY_RIGHT_SUPER;
}

bool isShift(const gl::KeyPress& press) {
  return press.key == GLFW_KEY_LEFT_SHIFT || press.key == GLFW_KEY_RIGHT_SHIFT;
}

/// Returns whether the key only types a character. GLFW numbers such keys as ASCII does; the space
/// bar also presses buttons.
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
