// The shared state of the window, without a window: for tests of actions, panels and the pointer.
#pragma once

#include <imgui.h>

#include <iterator>
#include <map>
#include <string>

#include "demo/shows/shows.h"
#include "demo/test_clock.h"
#include "demo/ui/actions/actions.h"
#include "demo/ui/demo_state.h"
#include "demo/widgets/form.h"
#include "support/gpu_test.h"

namespace gpubuck::demo {

/// A fluid on the paper engine, a journal and the state of a window that shows them.
class DemoTest : public test::GpuTest {
 protected:
  /// `log`: the journal's file.
  explicit DemoTest(const scenario::Scenario& scenario, const std::string& log = "")
      : session_(gl::ShaderLibrary(), texel::Engine::Paper, scenario), journal_(log) {
    state_.shows = makeShows();
  }
  /// Opens the scenario that `toml` describes.
  explicit DemoTest(const std::string& toml, const std::string& log = "")
      : DemoTest(scenario::parseScenario(toml, "test.toml", {}), log) {}

  TestClock clock_;
  FluidSession session_;
  Journal journal_;
  Recorder recorder_{::testing::TempDir() + "gpubuck-demo"};
  DemoState state_{session_, journal_, recorder_};
};

/// DemoTest with a context of Dear ImGui that draws nothing.
class DemoGuiTest : public DemoTest {
 protected:
  DemoGuiTest(const std::string& toml, const ImVec2& size, const std::string& log = "")
      : DemoTest(toml, log) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = size;
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    forgetPlaces();
  }
  ~DemoGuiTest() override {
    listenToWidgets({});
    ImGui::DestroyContext();
  }

  /// Forgets the places of all widgets. The next picture then reports only the places of its own
  /// widgets.
  void forgetPlaces() {
    places_.clear();
    listenToWidgets([this](const std::string& name, const WidgetPlace& place) {
      places_.insert_or_assign(name, place);
    });
  }
  /// Expects that no widget of the last picture lies over another.
  void expectNoOverlap() const {
    const auto apart = [](int low, int size, int otherLow, int otherSize) {
      return low + size <= otherLow || otherLow + otherSize <= low;
    };
    for (auto one = places_.begin(); one != places_.end(); ++one) {
      for (auto other = std::next(one); other != places_.end(); ++other) {
        const WidgetPlace &a = one->second, &b = other->second;
        EXPECT_TRUE(apart(a.x, a.width, b.x, b.width) || apart(a.y, a.height, b.y, b.height))
            << one->first << " and " << other->first;
      }
    }
  }

  std::map<std::string, WidgetPlace> places_;  ///< the places where widgets were last drawn
};

}  // namespace gpubuck::demo
