#include "demo/widgets/form.h"

#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace gpubuck::demo {
namespace {

constexpr float kWidgetWidth = 11.0F;  // em, unless the panel is narrower

// Static, since there is only one window.
WidgetListener widgetListener;
std::map<std::string, WidgetPlace> widgetPlaces;

/// Mark of the field whose label or slider has just been double-clicked.
std::string clickedTwice;

/// Returns the width of a widget with a label next to it.
float widgetWidth() {
  return std::min(ImGui::GetFontSize() * kWidgetWidth, ImGui::GetContentRegionAvail().x);
}

/// Returns the place of a value on a slider, from 0 at the left to 1 at the right.
double shareOf(const scenario::Span& span, double value) {
  // A logarithmic span from 0 begins at this share of its end.
  constexpr double kLeastDecade = 1e-3;
  if (!span.isLogarithmic) return (value - span.low) / (span.high - span.low);
  const double low = std::max(span.low, kLeastDecade * span.high);
  return std::log(std::max(value, low) / low) / std::log(span.high / low);
}

/// Draws the value of a slider into the half of the slider without the knob. The slider is ImGui's
/// last item.
void drawBesideKnob(const scenario::Span& span, double value) {
  char text[64];
  ImGui::DataTypeFormatString(text, sizeof(text), ImGuiDataType_Double, &value, span.format);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const float margin = ImGui::GetStyle().ItemInnerSpacing.x;
  const ImVec2 size = ImGui::CalcTextSize(text);
  const bool isRight = shareOf(span, value) < 0.5;
  ImGui::GetWindowDrawList()->AddText({isRight ? high.x - margin - size.x : low.x + margin,
                                       low.y + 0.5F * (high.y - low.y - size.y)},
                                      ImGui::GetColorU32(ImGuiCol_Text), text);
}

/// Draws the surroundings of the widget of a field: label, mark and tooltip. While an object of
/// this class lives, widgets are greyed out if Field::whyNot says so.
class Drawn {
 public:
  explicit Drawn(const Field& field) : field_(field) {
    ImGui::BeginDisabled(!field.whyNot.empty());
  }
  ~Drawn() { ImGui::EndDisabled(); }
  Drawn(const Drawn&) = delete;
  Drawn& operator=(const Drawn&) = delete;

  void mark() const {
    markWidget(field_.mark);
    explain();
  }
  /// Draws the label above the widget if it does not fit to the right of the widget. Call it before
  /// the widget, and labelBeside() after the widget.
  void labelAbove() {
    const float room = ImGui::GetContentRegionAvail().x;
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    isAbove_ = !field_.label.empty() && widgetWidth() + gap + textWidth(field_.label) > room;
    if (isAbove_) drawLabel(wrapped(field_.label, room));
  }
  void labelBeside() const {
    if (field_.label.empty() || isAbove_) return;
    ImGui::SameLine(0.0F, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::AlignTextToFramePadding();
    drawLabel(field_.label);
  }
  /// Notes a double-click on ImGui's last item: the label, or a slider.
  void noteClicks() const {
    if (field_.whyNot.empty() && ImGui::IsItemHovered() &&
        ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      clickedTwice = field_.mark;
    }
  }

 private:
  void drawLabel(const std::string& text) const {
    ImGui::TextUnformatted(text.c_str());
    explain();
    noteClicks();
  }
  void explain() const { tooltip(field_.whyNot.empty() ? field_.help : field_.whyNot); }

  const Field& field_;
  bool isAbove_ = false;
};

/// Draws a widget that has its label on itself, such as a button, by `draw(id)`. Returns the result
/// of `draw`.
template <typename Draw>
bool labelled(const Field& field, Draw draw) {
  const Drawn drawn(field);
  const bool result = draw((field.label + "###" + field.mark).c_str());
  drawn.mark();
  return result;
}

bool takeClicks(const Field& field) {
  if (clickedTwice != field.mark) return false;
  clickedTwice.clear();
  ImGui::ClearActiveID();  // otherwise the slider would continue to follow the pointer
  return true;
}

std::string hiddenId(const Field& field) { return "##" + field.mark; }

/// Sets a number that is within the limits, or shows why it is refused.
template <typename T>
bool accept(Form& form, const Field& field, const scenario::Limits& limits, T given, T& value,
            const std::string& whyLimits = {}) {
  const std::string why = limits.whyNot(static_cast<double>(given));
  if (why.empty()) value = given;
  if (!why.empty()) {
    form.journal.error(
        fmt::format("{}: {}{}{}", field.label, why, whyLimits.empty() ? "" : "; ", whyLimits));
  }
  return why.empty();
}

/// Draws a widget by `draw(value)`, which returns whether the widget has changed the value. Returns
/// the value that the user has entered, if any. While the user types a number, ImGui reports each
/// keystroke, but only the complete number counts. The unfinished number is kept here:
/// ImGui::IsItemDeactivatedAfterEdit() reports the end of typing without the number, and also after
/// Escape.
template <typename T, typename Draw>
std::optional<T> finished(const Field& field, T value, Draw draw) {
  // Static, since only one widget has the keyboard at a time.
  static ImGuiID typedId = 0;
  static T typed{};
  const ImGuiID id = ImGui::GetID(field.mark.c_str());
  T shown = typedId == id ? typed : value;
  const bool changed = draw(shown);
  if (changed && ImGui::IsMouseDown(ImGuiMouseButton_Left)) return shown;
  if (changed) {
    typedId = id;
    typed = shown;
  }
  if (typedId != id || ImGui::IsItemActive()) return {};
  typedId = 0;
  // Escape restores the previous text, which may have fewer digits than the value.
  if (escapePressed() || typed == value) return {};
  return typed;
}

/// Draws a widget for a value of a key, or a widget for each entry of an array. `own` is the value
/// in the scenario as it was opened.
template <typename T>
bool edit(Form& form, const scenario::Key& key, const scenario::About& about, const Field& field,
          const KeyUse& use, T& value, const T& own) {
  if constexpr (std::is_same_v<T, double>) {
    Field withOwn = field;
    withOwn.own = own;
    withOwn.help += fmt::format("\n\nDouble-click to reset to {:.6g}, the scenario's value.", own);
    return slider(form, withOwn, about.span, about.limits, value);
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    Field withOwn = field;
    withOwn.own = static_cast<double>(own);
    withOwn.help +=
        fmt::format("\n\nDouble-click the name to reset to {}, the scenario's value.", own);
    if (!use.bound) return integer(form, withOwn, about.limits, value, use.step);
    return integer(form, withOwn, use.bound->limits, value, use.step, use.bound->why);
  } else if constexpr (std::is_same_v<T, std::string>) {
    Options<std::string> words;
    for (const scenario::Word& word : key.words) {
      const std::string whyNot = use.whyNotWord ? use.whyNotWord(word.name) : field.whyNot;
      const std::string name = use.nameOfWord ? use.nameOfWord(word.name) : "";
      words.push_back({word.name, word.name, word.help, whyNot, name});
    }
    bool changed = false;
    if (use.buttons) {
      ImGui::TextUnformatted(field.label.c_str());
      Drawn(field).noteClicks();
      changed = radioButtons(field.mark, words, value);
    } else {
      changed = combo(field, words, value, value);
    }
    const auto option = std::ranges::find(words, own, &Option<std::string>::value);
    if (!takeClicks(field) || option == words.end() || !option->whyNot.empty()) return changed;
    return std::exchange(value, own) != own;
  } else {
    bool changed = false;
    int axis = 0;
    for (std::size_t k = 0; k < value.size(); ++k) {
      if (axis == use.skippedAxis) ++axis;
      const std::string name(1, cells::kAxisNames[axis++]);
      const Field part{field.mark + "/" + name, field.label + " " + name, field.help, field.whyNot};
      changed |= edit(form, key, about, part, use, value[k], own[k]);
    }
    return changed;
  }
}

/// Returns the value that the scenario had when it was opened, or `present` if it had no such
/// entry.
scenario::Value ownValue(const Form& form, const scenario::Key& key, std::size_t entry,
                         const scenario::Value& present) {
  const std::vector<std::size_t> entries = scenario::entriesOf(key, form.opened);
  if (std::ranges::find(entries, entry) == entries.end()) return present;
  scenario::Value own = key.get(form.opened, entry);
  const auto size = [](const scenario::Value& value) {
    return std::visit(
        [](const auto& held) -> std::size_t {
          if constexpr (scenario::kIsList<std::decay_t<decltype(held)>>) return held.size();
          return 0;
        },
        value);
  };
  return size(own) == size(present) ? own : present;
}

}  // namespace

void markWidget(const std::string& mark) {
  if (!widgetListener || !ImGui::IsItemVisible()) return;
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 size = ImGui::GetItemRectSize();
  const WidgetPlace place{static_cast<int>(low.x), static_cast<int>(low.y),
                          static_cast<int>(size.x), static_cast<int>(size.y)};
  const auto [entry, added] = widgetPlaces.emplace(mark, place);
  if (!added && entry->second == place) return;
  entry->second = place;
  widgetListener(mark, place);
}

void listenToWidgets(WidgetListener listener) {
  widgetListener = std::move(listener);
  widgetPlaces.clear();
}

void navigatePopups() {
  constexpr ImGuiPopupFlags kAny = ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel;
  ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
  flags &= ~ImGuiConfigFlags_NavEnableKeyboard;
  if (!ImGui::IsPopupOpen("", kAny)) return;
  flags |= ImGuiConfigFlags_NavEnableKeyboard;
#if IMGUI_VERSION_NUM < 18700
  // In this version of Dear ImGui, only the space bar presses buttons.
  const bool isEnter = ImGui::IsKeyDown(ImGui::GetKeyIndex(ImGuiKey_Enter));
  if (isEnter) ImGui::GetIO().NavInputs[ImGuiNavInput_Activate] = 1.0F;
#endif
}

ImU32 toImGui(const glm::vec3& colour, float alpha) {
  return ImGui::ColorConvertFloat4ToU32({colour.r, colour.g, colour.b, alpha});
}

bool escapePressed() { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false); }

bool slider(Form& form, const Field& field, const scenario::Span& span,
            const scenario::Limits& limits, double& value) {
  Drawn drawn(field);
  drawn.labelAbove();
  ImGui::SetNextItemWidth(widgetWidth());
  const std::string id = hiddenId(field);
  const bool isTyped = ImGui::TempInputIsActive(ImGui::GetID(id.c_str()));
  // Dear ImGui writes the value in the middle, where the knob may be.
  if (!isTyped) ImGui::PushStyleColor(ImGuiCol_Text, {0.0F, 0.0F, 0.0F, 0.0F});
  const auto given = finished(field, value, [&](double& shown) {
    return ImGui::SliderScalar(id.c_str(), ImGuiDataType_Double, &shown, &span.low, &span.high,
                               span.format, span.isLogarithmic ? ImGuiSliderFlags_Logarithmic : 0);
  });
  if (!isTyped) ImGui::PopStyleColor();
  if (!isTyped) drawBesideKnob(span, given.value_or(value));
  drawn.mark();
  drawn.noteClicks();
  drawn.labelBeside();
  if (field.own && takeClicks(field)) {
    value = *field.own;
    return true;
  }
  return given && accept(form, field, limits, *given, value);
}

bool integer(Form& form, const Field& field, const scenario::Limits& limits, std::int64_t& value,
             std::int64_t step, const std::string& whyLimits) {
  Drawn drawn(field);
  drawn.labelAbove();
  const float size = ImGui::GetFrameHeight();
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  ImGui::SetNextItemWidth(widgetWidth() - 2.0F * (size + gap));
  auto given = finished(field, value, [&](std::int64_t& shown) {
    return ImGui::InputScalar(hiddenId(field).c_str(), ImGuiDataType_S64, &shown);
  });
  drawn.mark();
  const auto stepButton = [&](const char* sign, const std::string& word, std::int64_t change) {
    const Field part{field.mark + "/" + word, sign, fmt::format("{} {}", step, word), field.whyNot};
    ImGui::SameLine(0.0F, gap);
    if (labelled(part, [&](const char* id) { return ImGui::Button(id, {size, size}); })) {
      given = value + change;
    }
  };
  ImGui::PushButtonRepeat(true);
  stepButton("-", "less", -step);
  stepButton("+", "more", step);
  ImGui::PopButtonRepeat();
  drawn.labelBeside();
  if (field.own && takeClicks(field)) given = static_cast<std::int64_t>(*field.own);
  return given && accept(form, field, limits, *given, value, whyLimits);
}

bool checkbox(const Field& field, bool& on) {
  return labelled(field, [&](const char* id) { return ImGui::Checkbox(id, &on); });
}

bool textLine(const Field& field, const std::string& hint, std::string& text) {
  const Drawn drawn(field);
  const bool entered = ImGui::InputTextWithHint(hiddenId(field).c_str(), hint.c_str(), &text,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  drawn.mark();
  return entered;
}

bool button(const Field& field, const std::string& widest) {
  const float width =
      widest.empty() ? 0.0F : textWidth(widest) + 2.0F * ImGui::GetStyle().FramePadding.x;
  return labelled(field, [&](const char* id) { return ImGui::Button(id, {width, 0.0F}); });
}

bool radioButton(const Field& field, bool chosen) {
  return labelled(field, [&](const char* id) { return ImGui::RadioButton(id, chosen); }) && !chosen;
}

std::optional<std::size_t> combo(const Field& field, const std::vector<Field>& entries,
                                 std::size_t present, const std::string& shown) {
  Drawn drawn(field);
  std::optional<std::size_t> chosen;
  drawn.labelAbove();
  if (!field.label.empty()) ImGui::SetNextItemWidth(widgetWidth());
  if (ImGui::BeginCombo(hiddenId(field).c_str(), shown.c_str(), ImGuiComboFlags_HeightLargest)) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const auto select = [&](const char* id) { return ImGui::Selectable(id, i == present); };
      if (labelled(entries[i], select)) chosen = i;
      if (i == present) ImGui::SetItemDefaultFocus();
    }
    if (escapePressed()) ImGui::CloseCurrentPopup();
    ImGui::EndCombo();
  } else {
    drawn.mark();  // if the list is open, its entries are ImGui's last items
  }
  drawn.labelBeside();
  return chosen;
}

void valueRow(const char* mark, const char* name, const std::string& value, const char* help) {
  ImGui::TextUnformatted(name);
  markWidget(mark);
  tooltip(help);
  textAtRight(value);
}

void valueBeside(const std::string& mark, const std::string& value, const std::string& help,
                 const std::string& widest) {
  const float right = ImGui::GetContentRegionMax().x;
  const float used = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x;
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float begin = right - textWidth(value);
  if (used + gap + textWidth(widest) <= right) {
    ImGui::SameLine(begin);
  } else {
    ImGui::SetCursorPosX(begin);
  }
  ImGui::TextUnformatted(value.c_str());
  markWidget(mark);
  tooltip(help);
}

bool keyWidget(Form& form, scenario::Scenario& scenario, const std::string& path,
               const std::string& mark, const KeyUse& use) {
  const scenario::Key& key = scenario::keyAt(path);
  const scenario::About& about = key.aboutIn(scenario);
  const std::string unit = about.unit.empty() ? "" : " Unit: " + about.unit + ".";
  const Field field{mark, about.label + use.suffix, about.help + unit + use.help, use.whyNot};
  scenario::Value value = key.get(scenario, use.entry);
  const scenario::Value own = ownValue(form, key, use.entry, value);
  const bool changed = std::visit(
      [&](auto& held) {
        return edit(form, key, about, field, use, held,
                    std::get<std::decay_t<decltype(held)>>(own));
      },
      value);
  if (changed) key.set(scenario, use.entry, value);
  return changed;
}

}  // namespace gpubuck::demo
