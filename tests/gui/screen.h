// A display for one test, and pictures of its contents.
#pragma once

#include <filesystem>
#include <glm/vec2.hpp>
#include <memory>
#include <string>

#include "base/image.h"
#include "gui/program.h"

namespace gpubuck::test {

/// An X server that shows nothing on a screen, and has no mouse and no window manager.
class Screen {
 public:
  static constexpr glm::ivec2 kSize{1400, 1000};

  /// Starts the server with a free display number. Its messages go to files in `folder`. Throws
  /// RunError.
  explicit Screen(const std::filesystem::path& folder);
  ~Screen();

  /// The value of DISPLAY.
  const std::string& name() const { return name_; }

  /// Returns the number of the first visible window whose title begins with `title`, or 0.
  unsigned long findWindow(const std::string& title) const;
  /// Returns the size of a window in pixels, or 0 x 0 if the window is gone.
  glm::ivec2 sizeOf(unsigned long window) const;
  /// Returns a picture of a part of a window: the rectangle of this size at the top left corner.
  Image pictureOf(unsigned long window, const glm::ivec2& size) const;
  /// Sends the message of a window manager whose user clicks the close button of the window.
  void askToClose(unsigned long window) const;

 private:
  struct Connection;

  std::string name_;
  std::unique_ptr<Program> server_;
  std::unique_ptr<Connection> connection_;
};

/// Returns the picture in a PNG file. Throws RunError if the file is not a PNG.
Image readPng(const std::filesystem::path& path);

}  // namespace gpubuck::test
