// The program of the page: the window of `gpubuck demo` on a canvas. The browser asks for each
// picture. The arguments of the program come from the page's address (web/page.js):
//   [SCENARIO | --tour] [--panels=NAME] [--paused] [--log]
// SCENARIO is a path, or the part of the page's address from the ? on (scenario/built_in.h).
#include <emscripten.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "demo/demo.h"
#include "demo/ui/actions/actions.h"
#include "demo/ui/actions/tool_actions.h"
#include "demo/ui/actions/view_actions.h"
#include "demo/ui/demo_state.h"
#include "demo/ui/panels/bar.h"
#include "demo/ui/tools/tools.h"
#include "run/state_file.h"
#include "scenario/built_in.h"

namespace {

using gpubuck::demo::Demo;

std::unique_ptr<Demo> running;
std::string told;

/// Ends the program; the page shows the error in place of the fluid.
void stop(const char* why) {
  emscripten_cancel_main_loop();
  EM_ASM({ Module.failed(UTF8ToString($0)); }, why);
}

void turn() {
  try {
    if (!running->turn()) stop("The fluid has ended.");
  } catch (const std::exception& error) {
    stop(error.what());
  }
}

gpubuck::demo::DemoOptions readArguments(std::span<char*> arguments) {
  constexpr std::string_view kPanels = "--panels=";
  gpubuck::demo::DemoOptions options;
  options.onPage = true;
  options.preferences = "/preferences";
  for (const std::string_view word : arguments) {
    if (word.starts_with(kPanels)) {
      options.panels.emplace_back(word.substr(kPanels.size()));
    } else if (word == "--paused") {
      options.paused = true;
    } else if (word == "--tour") {
      options.show = "tour";
    } else if (word == "--log") {  // for tests
      options.log = "/journal";
      options.logWidgets = true;
    } else {
      options.scenario = word;
    }
  }
  return options;
}

}  // namespace

extern "C" {

/// Opens a scenario by its name, by the part of the page's address from the ? on, or by the path of
/// a file that the page has written. The fluid is open when the function returns.
EMSCRIPTEN_KEEPALIVE void openScenario(const char* nameOrPath) {
  gpubuck::demo::openScenario(running->state(), nameOrPath);
  running->state().runPending();
}

EMSCRIPTEN_KEEPALIVE void togglePanels() { gpubuck::demo::flipLayout(running->state()); }

EMSCRIPTEN_KEEPALIVE void togglePlaying() { gpubuck::demo::togglePlaying(running->state()); }

EMSCRIPTEN_KEEPALIVE bool isPlaying() { return running->state().playback.playing; }

/// Returns a line per tool of the pointer: the tool's word, a tab and the tool's label.
EMSCRIPTEN_KEEPALIVE const char* tools() {
  told.clear();
  for (const gpubuck::demo::ToolRow& row : gpubuck::demo::toolRows()) {
    told += row.word() + '\t' + row.label + '\n';
  }
  return told.c_str();
}

/// Returns the word of the present tool.
EMSCRIPTEN_KEEPALIVE const char* tool() {
  return gpubuck::demo::rowOf(running->state().tool.chosen).word().c_str();
}

/// Chooses the tool with this word from the list of tools().
EMSCRIPTEN_KEEPALIVE void setTool(const char* word) {
  for (const gpubuck::demo::ToolRow& row : gpubuck::demo::toolRows()) {
    if (row.word() == word) gpubuck::demo::setTool(running->state(), row.tool);
  }
}

/// Makes a picture of only the fluid and offers it as a download.
EMSCRIPTEN_KEEPALIVE void takePicture() { gpubuck::demo::takeScreenshot(running->state(), false); }

/// Writes the present moment as a file to this path (run/state_file.h). Returns null, or the error
/// if the moment cannot be written.
EMSCRIPTEN_KEEPALIVE const char* writeMoment(const char* path) {
  using namespace gpubuck;
  try {
    run::writeState(path, demo::presentMoment(running->state()));
  } catch (const Error& error) {
    told = error.what();
    return told.c_str();
  }
  return nullptr;
}

EMSCRIPTEN_KEEPALIVE void restartFluid() { gpubuck::demo::restart(running->state()); }

/// Returns the part of the page's address after the ? for the present fluid, or null for a fluid
/// without an address, such as a file of the user's.
EMSCRIPTEN_KEEPALIVE const char* address() {
  using namespace gpubuck;
  try {
    told = scenario::addressOf(running->state().session.scenario());
  } catch (const Error&) {
    return nullptr;
  }
  return told.c_str();
}

/// Returns why the present fluid has no address, or an empty string if it has one.
EMSCRIPTEN_KEEPALIVE const char* whyNoAddress() {
  using namespace gpubuck;
  told.clear();
  try {
    scenario::addressOf(running->state().session.scenario());
  } catch (const Error& error) {
    told = error.what();
  }
  return told.c_str();
}

}  // extern "C"

int main(int count, char** words) {
  try {
    running = std::make_unique<Demo>(
        readArguments(std::span(words, static_cast<std::size_t>(count)).subspan(1)));
  } catch (const std::exception& error) {
    EM_ASM({ Module.failed(UTF8ToString($0)); }, error.what());
    return 1;
  }
  emscripten_set_main_loop(turn, 0, false);
  return 0;
}
