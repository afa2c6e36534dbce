// The interactive window: `gpubuck demo`.
#pragma once

#include <cstdint>
#include <functional>
#include <glm/vec2.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "texel/device.h"

namespace gpubuck::demo {

struct BenchmarkReport;

struct DemoOptions {
  std::string scenario;                   ///< a name of the picker or a file; empty: kFirstScenario
  std::vector<std::string> overrides;     ///< in the form of --set
  std::optional<texel::Engine> engine{};  ///< none: run::chooseEngine() names it
  std::string shaderFolder;               ///< empty: the shaders in the binary
  glm::ivec2 size{0};                     ///< of the window, pixels; 0: depends on the screen
  bool paused = false;                    ///< start paused
  bool onPage = false;                    ///< of a browser, which has no paths of files
  std::string folder = ".";               ///< where pictures, films and scenarios go
  std::string log;                  ///< file with a line for everything that happens; empty: none
  bool logWidgets = false;          ///< also log where each widget is
  std::vector<std::string> panels;  ///< of panelNames(): open at the start, besides those that
                                    ///< always are; "none" hides all panels
  std::string screenshot;           ///< write the window's picture here at step `atStep`, and end
  std::int64_t atStep = 0;
  bool kiosk = false;  ///< play the gallery until someone takes over
  double benchmarkSeconds =
      0.0;  ///< above 0: first the benchmark (demo/shows/benchmark.h), for so long
  bool endsWithBenchmark = false;
  /// Gets what the benchmark has found, once it is complete.
  std::function<void(const BenchmarkReport&)> whenBenchmarked{};
};

/// The names of the window's panels.
std::vector<std::string> panelNames();

struct DemoState;

/// The window, for what decides when the next picture is due: a loop, or the browser.
class Demo {
 public:
  /// Opens it. Throws RunError without a display and InputError for a faulty scenario.
  explicit Demo(const DemoOptions& options);
  ~Demo();
  Demo(const Demo&) = delete;
  Demo& operator=(const Demo&) = delete;

  /// What happens between two pictures, and the next one: input, time steps, drawing. While nothing
  /// happens it waits for input for a moment, and draws nothing. False: the window has been closed.
  bool turn();
  /// Ends a film, and notes the end in the log.
  void close();

  /// The state of the window, to be changed between two turns (demo/actions/actions.h).
  DemoState& state();

 private:
  class Window;

  std::unique_ptr<Window> window_;
};

/// Opens the window and returns when it is closed. Throws as Demo.
void runDemo(const DemoOptions& options);

}  // namespace gpubuck::demo
