// The values of the window: their widgets, and their labels in undo.
#include "demo/view/settings.h"

#include <imgui_internal.h>

#include "demo/panels_fixture.h"
#include "demo/ui/actions/undo.h"
#include "demo/ui/tools/tools.h"

namespace gpubuck::demo {
namespace {

class SettingsTest : public PanelsTest {
 protected:
  /// Draws controls and tools, and returns all text in the controls. The texts of tools are left
  /// out, since tools have windows of their own, and ImGui's log ends with a window.
  std::string drawnText() {
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0.0F, 0.0F});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("panels", nullptr, ImGuiWindowFlags_NoDecoration);
    ImGui::LogToBuffer();
    for (const Panel& panel : state_.panels) {
      if (panel.place == PanelPlace::Controls) panel.draw(state_);
    }
    const std::string text = ImGui::GetCurrentContext()->LogBuffer.c_str();
    ImGui::LogFinish();
    ImGui::End();
    drawToolbar(state_, WorkArea());
    ImGui::Render();
    state_.runPending();
    return text;
  }

  /// Changes the value.
  void alter(const Setting& row) {
    if (const auto* flag = std::get_if<Flag>(&row.kind)) {
      flag->at(state_) = !flag->at(state_);
    } else if (const auto* real = std::get_if<Real>(&row.kind)) {
      real->at(state_) += 1e-6;  // too small to change the digits shown
    } else {
      std::get<Whole>(row.kind).at(state_) += 1;
    }
  }
};

TEST_F(SettingsTest, PresentQuality_IsNamedOnlyWhileItIsAutomatic) {
  state_.look.style = render::ParticleStyle::Surface;
  state_.look.surfaceGrain = 2;
  for (const bool isAutomatic : {false, true}) {
    state_.look.keepsRate = isAutomatic;
    EXPECT_EQ(drawnText().find("Now: ") != std::string::npos, isAutomatic);
  }
}

TEST_F(SettingsTest, UndoLabel_EqualsTheWidgetLabel) {
  state_.look.colouring = render::Colouring::Speed;
  state_.tool.chosen = "heat";
  drawnText();
  const std::string text = drawnText();
  watchChanges(state_);
  for (const Setting& row : settings()) {
    SCOPED_TRACE(row.mark);
    if (std::holds_alternative<Choice>(row.kind)) continue;
    EXPECT_TRUE(places_.contains(row.mark));
    if (!row.mark.starts_with("tool/")) {
      EXPECT_NE(text.find(row.label), std::string::npos);
    }
    ++state_.gesture;
    alter(row);
    watchChanges(state_);
    EXPECT_EQ(undoName(state_), row.label);
  }
  for (const char* mark : {"view/colour", "view", "view/cut"}) {
    EXPECT_NE(text.find(settingAt(mark).label), std::string::npos) << mark;
  }
}

TEST_F(SettingsTest, Undo_RestoresEveryValue) {
  const Settings first = state_;
  watchChanges(state_);
  for (const Setting& row : settings()) {
    if (std::holds_alternative<Choice>(row.kind)) continue;
    SCOPED_TRACE(row.mark);
    ++state_.gesture;
    alter(row);
    EXPECT_FALSE(row.isSame(first, state_));
    watchChanges(state_);
    undo(state_);
    state_.runPending();
    EXPECT_TRUE(row.isSame(first, state_));
  }
}

TEST_F(SettingsTest, Limits_ContainTheDefaults) {
  Settings first;
  for (const Setting& row : settings()) {
    SCOPED_TRACE(row.mark);
    if (const auto* real = std::get_if<Real>(&row.kind)) {
      EXPECT_EQ(real->limits.whyNot(real->at(first)), "");
      EXPECT_EQ(real->limits.whyNot(real->span.low), "");
      EXPECT_EQ(real->limits.whyNot(real->span.high), "");
    } else if (const auto* whole = std::get_if<Whole>(&row.kind)) {
      EXPECT_EQ(whole->limits.whyNot(static_cast<double>(whole->at(first))), "");
    }
  }
}

}  // namespace
}  // namespace gpubuck::demo
