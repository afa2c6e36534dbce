#include "demo/ui/panels/gallery.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/embedded.h"
#include "base/number.h"
#include "demo/ui/actions/actions.h"
#include "demo/ui/demo_state.h"
#include "demo/ui/panels/panels.h"
#include "demo/widgets/form.h"
#include "demo/widgets/text.h"
#include "demo/widgets/theme.h"
#include "file/pictures.h"
#include "render/canvas.h"
#include "scenario/built_in.h"

namespace gpubuck::demo {

namespace {

constexpr const char* kSections[] = {"Liquids", "Molecules", "The fluids of the paper"};

}  // namespace

const std::vector<GalleryEntry>& gallery() {
  using enum GallerySection;
  static const std::vector<GalleryEntry> all{
      {"dam-break", "Dam break", Liquids, "tip the box over (G, then drag)", 150},
      {"double-dam", "Double dam", Liquids, "drag the ball through the waves", 300},
      {"lava-lamp", "Lava lamp", Liquids, "put the lamp elsewhere (Heat lamp)", 600},
      {"wave-tank", "Wave tank", Liquids, "add a wave of your own (Push)", 300},
      {"keyhole", "Keyhole", Liquids, "tip the water through the hole (G)"},
      {"liquid-drop", "Liquid drop", Liquids, "drag it to pull it apart", 200},
      {"falling-drop", "Falling drop", Liquids, "catch it (Pull)", 150},
      {"merging-drops", "Merging drops", Liquids, "part them again (Push)", 80},
      {"breaking-cylinder", "Breaking cylinder", Liquids, "join the drops (Pull)", 1'200},
      {"oscillating-drop", "Oscillating drop", Liquids, "keep it swinging (Stir)"},
      {"drop-on-wall", "Drop on wall", Liquids, "make it run (G)", 400},
      {"honey-coil", "Honey coil", Liquids, "stir the honey (Stir)", 2'400},
      {"snow-globe", "Snow globe", Liquids, "shake it (G)"},
      {"micelles", "Micelles", Molecules, "melt them (Heat)", 12'000},
      {"membrane", "Membrane", Molecules, "poke a hole into it (Push)", 12'000},
      {"vesicle", "Vesicle", Molecules, "cut it open (Look, Cut across)", 30'000},
      {"soap", "Soap", Molecules, "stir it and watch it form again (Stir)", 30'000},
      {"lamellae", "Lamellae", Molecules, "heat them until they mix (Heat)", 12'000},
      {"polymer", "Polymer", Molecules, "pull at the chains (Pull)", 400},
      {"rayleigh-taylor-16k", "Rayleigh-Taylor 16k", Paper, "colour it by cell (Look)", 1'000},
      {"phase-separation-16k", "Phase separation 16k", Paper, "mix it again (Stir)", 600},
      {"rayleigh-taylor", "Rayleigh-Taylor", Paper, "turn gravity round (Physics)", 1'200},
      {"phase-separation", "Phase separation", Paper, "hide one of the two species (Look)", 800},
      {"phase-separation-2d", "Phase separation 2D", Paper, "draw with Paint", 800},
      {"rayleigh-taylor-multi-mode", "Rayleigh-Taylor multi-mode", Paper, "add a wave (Pull)",
       1'200},
      {"rayleigh-taylor-single-mode", "Rayleigh-Taylor single-mode", Paper,
       "take another wavelength (Physics)", 1'500},
      {"equilibrium", "Equilibrium", Paper, "choose 2007 (Algorithm), then press S"},
  };
  return all;
}

Image pictureOf(const std::string& scenarioName, bool isLight) {
  // A page has no pictures for the light theme, so that it loads faster.
  const auto& light = embedded::files("light_pictures");
  const auto& pictures = isLight && !light.empty() ? light : embedded::files("pictures");
  const auto found = pictures.find(scenarioName + ".jpg");
  if (found != pictures.end()) return file::readJpeg(found->second, found->first);
  return {kPictureWidth, kPictureHeight,
          std::vector<std::uint8_t>(std::size_t{3} * kPictureWidth * kPictureHeight)};
}

std::string titleOf(const std::string& scenarioName) {
  const auto entry = std::ranges::find(gallery(), scenarioName, &GalleryEntry::name);
  return entry != gallery().end() ? entry->title : scenarioName;
}

const GalleryEntry& entryAfter(const std::string& scenarioName, int offset) {
  const auto& all = gallery();
  const auto count = static_cast<std::ptrdiff_t>(all.size());
  const auto present = std::ranges::find(all, scenarioName, &GalleryEntry::name) - all.begin();
  const std::ptrdiff_t next = present + offset - (present == count && offset > 0 ? 1 : 0);
  return all[static_cast<std::size_t>((next % count + count) % count)];
}

void openNext(Workspace& state, int offset) {
  openScenario(state, entryAfter(state.session.scenario().name, offset).name);
}

namespace {

// In em.
constexpr float kLeastWidth = 14.0F, kUsualWidth = 22.0F, kTextHeight = 8.8F, kGap = 0.7F;
// A card names the step from which on there is something to see, if this step is not soon reached.
constexpr std::int64_t kLongWait = 1'000;
constexpr float kAspect = float(kPictureHeight) / float(kPictureWidth);

/// The text of a card, and its picture at the size shown.
struct Card {
  std::string name, title, sentence, attempt, particles, moment;
  gl::Texture picture;
};

class GalleryPanel {
 public:
  void draw(DemoState& state) {
    const float em = ImGui::GetFontSize();
    const float room = ImGui::GetContentRegionAvail().x + kGap * em;
    const auto fit = [&](float width) { return static_cast<int>(room / ((width + kGap) * em)); };
    columns_ = std::max(fit(kUsualWidth), std::clamp(fit(kLeastWidth), 1, 2));
    // The cards fill the row. Their width changes in steps, so that the pictures are rarely scaled
    // again when the window is resized.
    const float fitting = room / static_cast<float>(columns_) - kGap * em;
    make(std::max(kLeastWidth, std::floor(2.0F * fitting / em) / 2.0F) * em, isLightTheme());
    const std::vector<Spot> all = spots();
    for (std::size_t k = 0; k < cards_.size(); ++k) {
      if (beginsSection(k)) title(kSections[static_cast<std::size_t>(gallery()[k].section)]);
      if (all[k].column > 0) ImGui::SameLine(0.0F, kGap * em);
      drawCard(state, k);
    }
    isScrolling_ = false;
  }

  /// Moves to another card (arrow keys, Home and End), or opens the card at place_ (Enter). The
  /// first move begins at the card of the present scenario, if it has a card.
  bool takeKey(DemoState& state, const std::string& key) {
    if (key == "Enter") {
      if (!place_) return false;
      openCard(state, gallery()[*place_].name);
      return true;
    }
    const auto last = static_cast<int>(gallery().size()) - 1;
    const auto& name = state.session.scenario().name;
    const auto present = std::ranges::find(gallery(), name, &GalleryEntry::name);
    const int from = place_                       ? static_cast<int>(*place_)
                     : present == gallery().end() ? -1
                                                  : static_cast<int>(present - gallery().begin());
    const std::map<std::string, int> places{
        {"←", from - 1},       {"→", from + 1}, {"↑", inRow(from, -1)},
        {"↓", inRow(from, 1)}, {"Home", 0},     {"End", last}};
    const auto place = places.find(key);
    if (place == places.end()) return false;
    place_ = static_cast<std::size_t>(std::clamp(place->second, 0, last));
    isScrolling_ = true;
    return true;
  }

 private:
  struct Spot {
    int row, column;
  };

  static bool beginsSection(std::size_t k) {
    return k == 0 || gallery()[k].section != gallery()[k - 1].section;
  }

  /// Returns the place of each card. A section begins with a new row, and its last row may be
  /// shorter than its other rows.
  std::vector<Spot> spots() const {
    std::vector<Spot> all;
    Spot next{-1, 0};
    for (std::size_t k = 0; k < gallery().size(); ++k) {
      if (beginsSection(k) || next.column == columns_) next = {next.row + 1, 0};
      all.push_back(next);
      ++next.column;
    }
    return all;
  }

  /// Returns the card that is `rows` rows below card `from`, or `from` if there is no such row.
  int inRow(int from, int rows) const {
    if (from < 0) return 0;
    const std::vector<Spot> all = spots();
    const Spot start = all[static_cast<std::size_t>(from)];
    int found = from;
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (all[k].row == start.row + rows && all[k].column <= start.column) {
        found = static_cast<int>(k);
      }
    }
    return found;
  }

  /// Scales the pictures once for each width and theme.
  void make(float width, bool isLight) {
    if (width == width_ && isLight == isLight_) return;
    width_ = width;
    isLight_ = isLight;
    cards_.clear();
    const int across = static_cast<int>(width), down = static_cast<int>(width * kAspect);
    for (const GalleryEntry& entry : gallery()) {
      const scenario::Scenario shown = scenario::builtIn(entry.name);
      cards_.push_back(
          {entry.name, entry.title, shown.description, "Try: " + entry.attempt,
           groupDigits(scenario::particleCount(shown)) + " particles",
           entry.developed >= kLongWait ? "; best from step " + groupDigits(entry.developed) : "",
           render::textureOf(fitted(pictureOf(entry.name, isLight), across, down))});
    }
  }

  void openCard(DemoState& state, const std::string& name) {
    openScenario(state, name);
    setPlaying(state, true);
    panelNamed(state, "gallery").open = false;
    place_.reset();
  }

  void drawCard(DemoState& state, std::size_t number) {
    const Card& card = cards_[number];
    const bool isAtPlace = place_ == number;
    const float em = ImGui::GetFontSize(), margin = 0.4F * em;
    const float pictureHeight = static_cast<float>(card.picture.height());
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size(width_, pictureHeight + kTextHeight * em);
    ImGui::PushID(card.name.c_str());
    const bool pressed = ImGui::InvisibleButton("card", size);
    ImGui::PopID();
    markWidget("gallery/" + card.name);
    if (isAtPlace && isScrolling_) ImGui::SetScrollHereY();
    ImDrawList& canvas = *ImGui::GetWindowDrawList();
    const ImVec2 end(corner.x + size.x, corner.y + size.y);
    const float rounding = ImGui::GetStyle().FrameRounding;
    canvas.AddRectFilled(
        corner, end,
        ImGui::GetColorU32(ImGui::IsItemHovered() || isAtPlace ? ImGuiCol_FrameBgHovered
                                                               : ImGuiCol_FrameBg),
        rounding);
    canvas.AddImage(reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(card.picture.id())),
                    corner, {corner.x + size.x, corner.y + pictureHeight});
    const auto write = [&](float y, ImGuiCol colour, const std::string& text) {
      canvas.AddText({corner.x + margin, y}, ImGui::GetColorU32(colour), text.c_str());
    };
    const float y = corner.y + pictureHeight + margin;
    write(y, ImGuiCol_Text, card.title);
    write(y + 1.3F * em, ImGuiCol_TextDisabled, wrapped(card.sentence, width_ - 2.0F * margin));
    const std::string attempt = wrapped(card.attempt, width_ - 2.0F * margin);
    write(end.y - margin - 1.3F * em - ImGui::CalcTextSize(attempt.c_str()).y, ImGuiCol_Text,
          attempt);
    const bool hasRoom = textWidth(card.particles + card.moment) <= width_ - 2.0F * margin;
    write(end.y - margin - em, ImGuiCol_TextDisabled,
          hasRoom ? card.particles + card.moment : card.particles);
    if (state.session.scenario().name == card.name) {
      canvas.AddRect(corner, end, ImGui::GetColorU32(ImGuiCol_CheckMark), rounding, 0, 2.0F);
    }
    if (isAtPlace) {
      canvas.AddRect(corner, end, ImGui::GetColorU32(ImGuiCol_Text), rounding, 0, 2.0F);
    }
    if (pressed) openCard(state, card.name);
  }

  float width_ = 0.0F;
  bool isLight_ = false;  ///< whether the pictures are for the light theme
  int columns_ = 1;
  std::optional<std::size_t> place_;  ///< the card that the keys have moved to
  bool isScrolling_ = false;          ///< whether the next draw() scrolls to the card at place_
  std::vector<Card> cards_;
};

}  // namespace

Panel galleryPanel() {
  const auto contents = std::make_shared<GalleryPanel>();
  Panel panel{.name = "gallery",
              .title = "Gallery",
              .place = PanelPlace::Floating,
              .draw = [contents](DemoState& state) { contents->draw(state); },
              .keys = "F2",
              .width = 200.0F,  // wider than any window
              .height = 48.0F,
              .fills = true};
  panel.takeKey = [contents](DemoState& state, const std::string& key) {
    return contents->takeKey(state, key);
  };
  return panel;
}

}  // namespace gpubuck::demo
