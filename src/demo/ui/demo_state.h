// The state of the window: the fluid that the user works on, the layout and the shows.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "demo/ui/actions/workspace.h"
#include "demo/ui/panels/file_dialog.h"
#include "demo/ui/panels/panels.h"
#include "demo/ui/panels/show.h"

namespace gpubuck::demo {

struct DemoState : Workspace, Layout {
  using Workspace::Workspace;

  FileDialog fileDialog{};
  bool toggleFullscreen = false;
  bool quit = false;
  std::vector<std::unique_ptr<Show>> shows{};

  Show& show(const std::string& name) const {
    const auto nameOf = [](const auto& each) -> const std::string& { return each->name(); };
    return **std::ranges::find(shows, name, nameOf);
  }
  /// Returns the show that has taken over the window, or null.
  Show* presentShow() const {
    const auto isIt = [](const auto& each) { return each->takesOver(); };
    const auto found = std::ranges::find_if(shows, isIt);
    return found == shows.end() ? nullptr : found->get();
  }
};

}  // namespace gpubuck::demo
