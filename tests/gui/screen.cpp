#include "gui/screen.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cstring>
#include <string_view>

#include "base/error.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

namespace gpubuck::test {
namespace {

constexpr double kSecondsToStart = 60.0;

/// Returns the number of the display, which the server writes when it accepts connections. Returns
/// an empty string if the server writes none.
std::string readNumber(int pipe) {
  std::string number;
  const double end = now() + kSecondsToStart;
  while (!number.ends_with('\n')) {
    pollfd ready{pipe, POLLIN, 0};
    char byte = 0;
    if (now() > end || poll(&ready, 1, 1000) < 0) return {};
    if (ready.revents == 0) continue;
    if (read(pipe, &byte, 1) != 1) return {};
    number += byte;
  }
  number.pop_back();
  return number;
}

/// Ignores errors, since windows may disappear at any time. By default, Xlib would end the test.
int ignoreError(Display*, XErrorEvent*) { return 0; }

std::uint8_t channel(unsigned long pixel, unsigned long mask) {
  return static_cast<std::uint8_t>((pixel & mask) * 255 / mask);
}

}  // namespace

struct Screen::Connection {
  Display* display;
  explicit Connection(const std::string& name) : display(XOpenDisplay(name.c_str())) {
    if (display == nullptr) throw RunError("display " + name, "cannot be opened");
    XSetErrorHandler(ignoreError);
    // Without auto-repeat, a key that is held while a slow machine draws counts as one press.
    XAutoRepeatOff(display);
    XSync(display, False);
  }
  ~Connection() { XCloseDisplay(display); }
};

Screen::Screen(const std::filesystem::path& folder) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw RunError("pipe", std::strerror(errno));
  const std::string size = fmt::format("{}x{}x24", kSize.x, kSize.y);
  server_ = std::make_unique<Program>(
      std::vector<std::string>{"Xvfb", "-displayfd", std::to_string(ends[1]), "-screen", "0", size,
                               "-nolisten", "tcp", "-noreset"},
      Environment{.folder = folder, .name = "xvfb", .inherited = ends[1]});
  close(ends[1]);
  const std::string number = readNumber(ends[0]);
  close(ends[0]);
  if (number.empty()) throw RunError("Xvfb", "does not start: " + server_->errors());
  name_ = ":" + number;
  connection_ = std::make_unique<Connection>(name_);
}

Screen::~Screen() = default;

unsigned long Screen::findWindow(const std::string& title) const {
  Display* display = connection_->display;
  ::Window root = 0, parent = 0, *children = nullptr, found = 0;
  unsigned count = 0;
  if (XQueryTree(display, DefaultRootWindow(display), &root, &parent, &children, &count) == 0) {
    return 0;
  }
  for (unsigned i = 0; i < count; ++i) {
    char* name = nullptr;
    XWindowAttributes attributes{};
    if (XFetchName(display, children[i], &name) == 0) continue;
    const bool matches = std::string_view(name).starts_with(title);
    XFree(name);
    XGetWindowAttributes(display, children[i], &attributes);
    if (matches && attributes.map_state == IsViewable) found = children[i];
  }
  if (children != nullptr) XFree(children);
  return found;
}

glm::ivec2 Screen::sizeOf(unsigned long window) const {
  XWindowAttributes attributes{};
  if (XGetWindowAttributes(connection_->display, window, &attributes) == 0) return glm::ivec2(0);
  return {attributes.width, attributes.height};
}

Image Screen::pictureOf(unsigned long window, const glm::ivec2& size) const {
  XImage* pixels = XGetImage(connection_->display, window, 0, 0, static_cast<unsigned>(size.x),
                             static_cast<unsigned>(size.y), AllPlanes, ZPixmap);
  if (pixels == nullptr) throw RunError("picture of the window", "the display gives none");
  Image image{size.x, size.y, {}};
  for (int y = 0; y < size.y; ++y) {
    for (int x = 0; x < size.x; ++x) {
      const unsigned long pixel = XGetPixel(pixels, x, y);
      image.rgb.push_back(channel(pixel, pixels->red_mask));
      image.rgb.push_back(channel(pixel, pixels->green_mask));
      image.rgb.push_back(channel(pixel, pixels->blue_mask));
    }
  }
  XDestroyImage(pixels);
  return image;
}

void Screen::askToClose(unsigned long window) const {
  Display* display = connection_->display;
  XEvent event{};
  event.xclient.type = ClientMessage;
  event.xclient.window = window;
  event.xclient.message_type = XInternAtom(display, "WM_PROTOCOLS", False);
  event.xclient.format = 32;
  event.xclient.data.l[0] = static_cast<long>(XInternAtom(display, "WM_DELETE_WINDOW", False));
  event.xclient.data.l[1] = CurrentTime;
  XSendEvent(display, window, False, NoEventMask, &event);
  XFlush(display);
}

Image readPng(const std::filesystem::path& path) {
  Image image;
  int channels = 0;
  stbi_uc* pixels = stbi_load(path.c_str(), &image.width, &image.height, &channels, 3);
  if (pixels == nullptr) throw RunError(path.string(), stbi_failure_reason());
  image.rgb.assign(pixels, pixels + std::size_t{3} * static_cast<std::size_t>(image.width) *
                                        static_cast<std::size_t>(image.height));
  stbi_image_free(pixels);
  return image;
}

}  // namespace gpubuck::test
