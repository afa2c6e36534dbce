#include "demo/form.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "demo/tooltip.h"
#include "demo/widget_map.h"

namespace gpubuck::demo {
namespace {

constexpr float kWidgetWidth = 11.0F;  // em; labels stand to the right

/// A number on its way from the keyboard: ImGui gives every keystroke, and only the whole number is
/// meant. One widget has the keyboard at a time.
template <typename T>
struct Typed {
  ImGuiID id = 0;
  T value{};
};

/// What `draw(value)`, a widget that returns whether it changed the value, makes of it.
template <typename T, typename Draw>
std::optional<T> finished(const Field& field, T value, Draw draw) {
  static Typed<T> typed;
  const ImGuiID id = ImGui::GetID(field.mark.c_str());
  T shown = typed.id == id ? typed.value : value;
  const bool changed = draw(shown);
  if (changed && ImGui::IsMouseDown(ImGuiMouseButton_Left)) return shown;
  if (changed) typed = {id, shown};
  if (typed.id != id || ImGui::IsItemActive()) return {};
  typed.id = 0;
  // Escape brings back the text there was, which may have fewer digits than the value.
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)) || typed.value == value) return {};
  return typed.value;
}

template <typename T>
std::optional<T> accepted(DemoState& state, const Field& field, std::optional<T> value,
                          const scenario::Limits& limits) {
  if (!value) return {};
  const std::string why = limits.whyNot(static_cast<double>(*value));
  if (why.empty()) return value;
  state.journal.error(fmt::format("{}: {}", field.label, why));
  return {};
}

/// Greyed out for as long as it lives, where there is a reason.
class Greyed {
 public:
  explicit Greyed(const std::string& whyNot) { ImGui::BeginDisabled(!whyNot.empty()); }
  ~Greyed() { ImGui::EndDisabled(); }
  Greyed(const Greyed&) = delete;
  Greyed& operator=(const Greyed&) = delete;
};

std::string idOf(const Field& field) { return field.label + "###" + field.mark; }
std::string hiddenIdOf(const Field& field) { return "##" + field.mark; }

void explain(const Field& field) { tooltip(field.whyNot.empty() ? field.help : field.whyNot); }

/// After every widget.
void end(const Field& field) {
  markWidget(field.mark.c_str());
  explain(field);
}

void labelBeside(const Field& field) {
  if (field.label.empty()) return;
  ImGui::SameLine(0.0F, ImGui::GetStyle().ItemInnerSpacing.x);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(field.label.c_str());
  explain(field);
}

bool stepButton(const Field& field, const char* sign, const char* name, const std::string& help) {
  const float size = ImGui::GetFrameHeight();
  ImGui::SameLine(0.0F, ImGui::GetStyle().ItemInnerSpacing.x);
  ImGui::PushButtonRepeat(true);
  const bool pressed =
      ImGui::Button(fmt::format("{}##{}/{}", sign, field.mark, name).c_str(), {size, size});
  ImGui::PopButtonRepeat();
  end({fmt::format("{}/{}", field.mark, name), {}, help, field.whyNot});
  return pressed;
}

}  // namespace

std::optional<double> slider(DemoState& state, const Field& field, const scenario::Span& span,
                             const scenario::Limits& limits, double value) {
  const Greyed greyed(field.whyNot);
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * kWidgetWidth);
  const auto draw = [&](double& shown) {
    return ImGui::SliderScalar(hiddenIdOf(field).c_str(), ImGuiDataType_Double, &shown, &span.low,
                               &span.high, span.format,
                               span.isLogarithmic ? ImGuiSliderFlags_Logarithmic : 0);
  };
  const std::optional<double> given = finished(field, value, draw);
  end(field);
  labelBeside(field);
  return accepted(state, field, given, limits);
}

std::optional<std::int64_t> integer(DemoState& state, const Field& field,
                                    const scenario::Limits& limits, std::int64_t value,
                                    std::int64_t step) {
  const Greyed greyed(field.whyNot);
  const float buttons = 2.0F * (ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x);
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * kWidgetWidth - buttons);
  const auto draw = [&](std::int64_t& shown) {
    return ImGui::InputScalar(hiddenIdOf(field).c_str(), ImGuiDataType_S64, &shown);
  };
  std::optional<std::int64_t> given = finished(field, value, draw);
  end(field);
  if (stepButton(field, "-", "less", fmt::format("{} less", step))) given = value - step;
  if (stepButton(field, "+", "more", fmt::format("{} more", step))) given = value + step;
  labelBeside(field);
  return accepted(state, field, given, limits);
}

bool button(const Field& field) {
  const Greyed greyed(field.whyNot);
  const bool pressed = ImGui::Button(idOf(field).c_str());
  end(field);
  return pressed;
}

bool radioButton(const Field& field, bool chosen) {
  const Greyed greyed(field.whyNot);
  const bool pressed = ImGui::RadioButton(idOf(field).c_str(), chosen);
  end(field);
  return pressed && !chosen;
}

bool checkbox(const Field& field, bool on) {
  const Greyed greyed(field.whyNot);
  const bool toggled = ImGui::Checkbox(idOf(field).c_str(), &on);
  end(field);
  return toggled;
}

bool textLine(const Field& field, const std::string& hint, std::string& text) {
  const Greyed greyed(field.whyNot);
  const bool entered = ImGui::InputTextWithHint(hiddenIdOf(field).c_str(), hint.c_str(), &text,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  end(field);
  return entered;
}

std::optional<std::size_t> combo(const Field& field, const std::vector<Choice>& choices,
                                 std::size_t present, const std::string& presentText) {
  const Greyed greyed(field.whyNot);
  std::optional<std::size_t> chosen;
  if (!field.label.empty()) ImGui::SetNextItemWidth(ImGui::GetFontSize() * kWidgetWidth);
  const bool open = ImGui::BeginCombo(hiddenIdOf(field).c_str(), presentText.c_str(),
                                      ImGuiComboFlags_HeightLargest);
  if (open) {
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const Choice& choice = choices[i];
      const Field entry{field.mark + "/" + choice.word,
                        choice.label.empty() ? choice.word : choice.label, choice.help,
                        choice.whyNot};
      const Greyed greyedEntry(entry.whyNot);
      if (ImGui::Selectable(idOf(entry).c_str(), i == present)) chosen = i;
      end(entry);
    }
    ImGui::EndCombo();
  }
  // The items of the list have become the last ones; without it the combo is.
  if (!open) end(field);
  labelBeside(field);
  return chosen;
}

void heading(const char* text) {
  ImGui::Dummy({0.0F, 0.2F * ImGui::GetFontSize()});
  ImGui::TextColored(ImGui::GetStyleColorVec4(ImGuiCol_CheckMark), "%s", text);
  ImGui::Separator();
}

void paragraph(const std::string& text) {
  ImGui::PushTextWrapPos(0.0F);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
}

void dimParagraph(const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  paragraph(text);
  ImGui::PopStyleColor();
}

void textAtRight(const std::string& text) {
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(text.c_str()).x);
  ImGui::TextUnformatted(text.c_str());
}

}  // namespace gpubuck::demo
