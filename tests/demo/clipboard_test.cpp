// Links in the clipboard: pasting and copying in the window.
#include <gtest/gtest.h>
#include <imgui.h>

#include "demo/demo_test.h"
#include "demo/ui/actions/undo.h"
#include "scenario/built_in.h"

namespace gpubuck::demo {
namespace {

struct Clipboard : DemoTest {
  Clipboard() : DemoTest(scenario::builtIn("equilibrium", {"box.size=[4,4,4]", "fluid.kT=1.5"})) {
    ImGui::CreateContext();
  }
  ~Clipboard() override { ImGui::DestroyContext(); }
};

TEST_F(Clipboard, RefusedLink_ChangesNothing) {
  setDefaults(state_);
  for (int k = 0; k < 3; ++k) session_.advance(1, 10.0, {});
  const std::string before = scenario::toToml(session_.scenario());
  const std::string opened = scenario::toToml(state_.opened);
  const int generation = session_.generation();
  for (const char* link : {"gpubuck:equilibrium?initial.state=file&initial.file=/etc/passwd",
                           "gpubuck:equilibrium?integrator.dt=1e-40", "gpubuck:none-such",
                           "gpubuck:equilibrium?box.size=[1,1,1]"}) {
    ImGui::SetClipboardText(link);
    const auto errors = journal_.notices().size();
    pasteLink(state_);
    state_.runPending();
    EXPECT_EQ(journal_.notices().size(), errors + 1) << link;
    EXPECT_EQ(session_.generation(), generation) << link;
    EXPECT_EQ(session_.simulation().stepNumber(), 3);
    EXPECT_EQ(scenario::toToml(session_.scenario()), before);
    EXPECT_EQ(scenario::toToml(state_.opened), opened);
    EXPECT_EQ(state_.pendingFluid, nullptr);
    EXPECT_EQ(undoName(state_), "");
  }
}

TEST_F(Clipboard, Link_SurvivesARoundTrip) {
  copyLink(state_);
  state_.runPending();
  EXPECT_STREQ(ImGui::GetClipboardText(), "gpubuck:equilibrium?box.size=[4,4,4]&fluid.kT=1.5");
  openScenario(state_, "gpubuck:equilibrium?box.size=[5,5,5]");
  state_.runPending();
  EXPECT_EQ(session_.scenario().fluid.kT, 1.0);
  pasteLink(state_);
  state_.runPending();
  EXPECT_EQ(session_.scenario().fluid.kT, 1.5);
  EXPECT_EQ(session_.scenario().fluid.box.size.x, 4.0);
  ImGui::SetClipboardText("a shopping list");
  const int generation = session_.generation();
  pasteLink(state_);
  state_.runPending();
  EXPECT_EQ(session_.generation(), generation);
}

}  // namespace
}  // namespace gpubuck::demo
