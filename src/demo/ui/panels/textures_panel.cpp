#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <glm/common.hpp>
#include <glm/vector_relational.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/number.h"
#include "demo/ui/demo_state.h"
#include "demo/view/pick_marks.h"
#include "demo/widgets/clock.h"
#include "demo/widgets/form.h"
#include "render/colour_map.h"

namespace gpubuck::demo {
namespace {

constexpr std::array<int, 5> kZooms{1, 2, 4, 8, 16};

// Number of calls of draw() until the size of the panel's window fits the image of the texture, and
// the least width of the room for this image, em.
constexpr int kFittingPictures = 3;
constexpr float kLeastPicture = 31.0F;
// In a panel that is lower than this, the picture takes the place of the zoom and of the hints, em.
constexpr float kLow = 22.0F;

// Least size of the marks of a picked particle, pixels; smaller marks would not be visible.
constexpr float kLeastMark = 5.0F;

/// Returns the text for the particle at a place in the textures. Until particles are reordered, the
/// place is equal to the particle's id.
std::string particleText(FluidSession& session, std::int64_t element) {
  const std::size_t id = dpd::idOf(session.simulation().predicted().at(element));
  return static_cast<std::int64_t>(id) == element
             ? fmt::format("particle {}", id)
             : fmt::format("particle {} of texel {}", id, element);
}

/// Shows one of the textures that store the lists of the running fluid, as it is on the GPU.
/// Pointing at a texel shows its contents.
class TexturesPanel {
 public:
  void draw(Display& display) {
    if (ImGui::IsWindowAppearing()) fitting_ = kFittingPictures;
    const bool isLow = ImGui::GetContentRegionAvail().y < kLow * ImGui::GetFontSize();
    drawChoices(display.session.simulation().cells().resultKind() == sort::ResultKind::Ranges);
    const texel::IdArray& ids = chosen(display.session);
    if (!isLow) {
      drawZooms();
      dimParagraph(fmt::format("{} x {} texels, {} of them in use. Drag moves, the wheel zooms.",
                               ids.texture().width(), ids.texture().height(),
                               groupDigits(ids.count())));
    }
    if (const ParticleFacts* picked = display.picking.picked()) {
      paragraph(chainText(*picked));
    } else if (!isLow) {
      dimParagraph(
          "A click on a texel, or on a particle of the fluid, marks both the texel and the "
          "particle.");
    }
    drawPicture(display);
    if (fitting_ > 0) {
      --fitting_;
      display.animated = true;
    }
  }

 private:
  /// The textures to choose from. If the sort makes ranges, Head means the texture start, and Next
  /// the texture order.
  enum class Source { Mapping, Head, Next };

  void drawChoices(bool inRanges) {
    static const Options<Source> kTextures{
        {Source::Mapping, "mapping", "One texel per particle: the cell of the particle."},
        {Source::Head, "head",
         "One texel per cell: the first particle of its list, or NULL if the cell is empty. The "
         "sort draws points into this texture."},
        {Source::Next, "next",
         "One texel per particle: the next particle in the list of its cell, or NULL at the end."}};
    static const Options<Source> kRangeTextures{
        kTextures.front(),
        {Source::Head, "start",
         "One texel per cell: the place in the texture \"order\" at which the particles of the "
         "cell begin. The sort in use makes ranges; the algorithms bucket and atomic make lists, "
         "with the textures \"head\" and \"next\"."},
        {Source::Next, "order", "The particles, cell by cell: one texel per place."}};
    radioButtons("textures/texture", inRanges ? kRangeTextures : kTextures, source_);

    const bool hasFlag = source_ == Source::Next && !inRanges;
    using enum render::IdShading;
    const Options<render::IdShading> shadings{
        {Raw, "bytes",
         "The bytes as they are on the GPU: red, green and blue are the id, R + 256 G + 65,536 B "
         "(paper, figure 2). White is NULL."},
        {Ramp, "ids",
         "Colours from dark to light by rising id, NULL in red. Neighbours with similar colours "
         "have their data close to each other in memory.",
         "", "by id"},
        {Visited, "visited",
         "The flag in A: a grey particle is visited, so it is in its list; a red particle is not. "
         "Between two steps all particles are visited. The panel that explains the algorithm "
         "shows how the flags change.",
         hasFlag ? "" : "only the texture \"next\" has the flag"}};
    if (!hasFlag && shading_ == Visited) shading_ = Raw;
    radioButtons("textures/mode", shadings, shading_);
  }

  void drawZooms() {
    Options<int> zooms{{0, "fit", "The whole texture."}};
    for (const int zoom : kZooms) {
      zooms.push_back(
          {zoom, fmt::format("{}", zoom), fmt::format("A texel is {} pixels wide.", zoom)});
    }
    radioButtons("textures/zoom", zooms, zoom_, "Zoom");
  }

  /// Returns the chosen texture. If the lists do not belong to the present positions, sorts first.
  const texel::IdArray& chosen(FluidSession& session) const {
    const cells::CellIndex& cells = session.simulation().cells();
    if (source_ == Source::Mapping) return cells.mapping();
    return *cells.arrays()[source_ == Source::Head ? 0 : 1];
  }

  /// Redraws the picture if it is out of date.
  const gl::Texture& refresh(FluidSession& session, const texel::IdArray& ids) {
    // The picture is redrawn at intervals even if the fluid is paused: the fluid may have been
    // sorted with other settings.
    constexpr std::chrono::milliseconds kRefreshInterval{500};
    const auto now = Clock::now();
    const Drawn wanted{session.generation(), session.simulation().stepNumber(), source_, shading_};
    if (wanted == drawn_ && now - drawnAt_ < kRefreshInterval) return *picture_;
    if (!image_ || wanted.generation != drawn_.generation) image_.emplace(session.device());
    const std::int64_t count = source_ == Source::Mapping ? session.simulation().grid().count()
                                                          : session.simulation().count();
    picture_ = &image_->draw(ids, shading_, count - 1);
    drawn_ = wanted;
    drawnAt_ = now;
    return *picture_;
  }

  /// Zooms and scrolls a picture of `size` texels, shown in `room` pixels at `corner`, by the wheel
  /// and by dragging. Returns the width of a texel in pixels.
  float navigate(const glm::vec2& corner, const glm::vec2& room, const glm::vec2& size) {
    const float fit = std::min(room.x / size.x, room.y / size.y);
    // The width of a texel is a whole number of pixels if the image is not much smaller then, so
    // that all texels look the same.
    const auto scaleOf = [&](int zoom) {
      return zoom > 0 ? static_cast<float>(zoom) : fit >= 2.0F ? std::floor(fit) : fit;
    };
    float scale = scaleOf(zoom_);
    const ImGuiIO& io = ImGui::GetIO();
    wheel_ = ImGui::IsItemHovered() ? wheel_ + io.MouseWheel : 0.0F;
    const float notches = std::trunc(wheel_);
    if (notches != 0.0F) {
      wheel_ -= notches;
      const glm::vec2 pointer = glm::vec2(io.MousePos.x, io.MousePos.y) - corner;
      const glm::vec2 texel = scroll_ + pointer / scale;
      int less = 0, more = kZooms.back();  // the zooms next to the present zoom
      for (const int zoom : kZooms) {
        if (static_cast<float>(zoom) < scale) less = zoom;
        if (static_cast<float>(zoom) > scale) more = std::min(more, zoom);
      }
      const int wanted = notches > 0.0F ? more : less;
      // The least zoom shows the whole texture.
      zoom_ = static_cast<float>(wanted) > fit ? wanted : 0;
      scale = scaleOf(zoom_);
      scroll_ = texel - pointer / scale;  // keeps the texel under the pointer in place
    }
    if (ImGui::IsItemActive()) scroll_ -= glm::vec2(io.MouseDelta.x, io.MouseDelta.y) / scale;
    scroll_ = glm::max(glm::min(scroll_, size - room / scale), glm::vec2(0.0F));
    return scale;
  }

  /// Returns the list of the particle's cell as the textures link it, with the particle in
  /// brackets: "Head of cell 7 → [812] → 34 → NULL".
  static std::string chainText(const ParticleFacts& facts) {
    std::string text = facts.inRanges
                           ? fmt::format("Cell {} begins at place {} of the order:", facts.walk.own,
                                         facts.rangeBegin)
                           : fmt::format("Head of cell {}", facts.walk.own);
    for (std::size_t k = 0; k < facts.listed.size(); ++k) {
      const std::int64_t element = facts.listed[k].element;
      text += facts.inRanges ? k == 0 ? " " : ", " : " → ";
      text += element == facts.element ? fmt::format("[{}]", element) : fmt::format("{}", element);
    }
    if (std::ssize(facts.listed) < facts.around.listed) return text + " ...";
    return facts.inRanges ? text : text + " → NULL";
  }

  /// The mark of a texel that belongs to the picked particle.
  struct Mark {
    std::int64_t element;
    bool own;     ///< texel of the particle itself or of its cell
    bool listed;  ///< texel of the particle's list, not of a cell that its search visits
  };
  std::vector<Mark> marksOf(const ParticleFacts& facts) const {
    std::vector<Mark> marks;
    if (source_ == Source::Head) {
      for (const std::int64_t cell : facts.walk.cells) {
        marks.push_back({cell, cell == facts.walk.own, false});
      }
    } else {
      for (std::size_t k = 0; k < facts.listed.size(); ++k) {
        const std::int64_t element = facts.listed[k].element;
        const bool inOrder = source_ == Source::Next && facts.inRanges;
        marks.push_back({inOrder ? facts.rangeBegin + static_cast<std::int64_t>(k) : element,
                         element == facts.element, true});
      }
    }
    // The most important marks are drawn last.
    std::stable_sort(marks.begin(), marks.end(),
                     [](const Mark& one, const Mark& other) { return one.own < other.own; });
    return marks;
  }

  /// Draws the marks. `at` returns the place on the screen of a place in the texture.
  template <typename At>
  void drawMarks(const ParticleFacts& facts, int width, const At& at) const {
    ImDrawList& canvas = *ImGui::GetWindowDrawList();
    const auto middle = [&](std::int64_t element) {
      return glm::vec2(element % width, element / width) + 0.5F;
    };
    if (source_ == Source::Next && !facts.inRanges) {
      for (std::size_t k = 1; k < facts.listed.size(); ++k) {
        canvas.AddLine(at(middle(facts.listed[k - 1].element)), at(middle(facts.listed[k].element)),
                       toImGui(kPickColour, 0.8F), 1.5F);
      }
    }
    for (const Mark& mark : marksOf(facts)) {
      const glm::vec2 centre = middle(mark.element);
      const ImVec2 on = at(centre), corner = at(centre + 0.5F);
      const float half = std::max(corner.x - on.x, kLeastMark) + (mark.own ? 2.0F : 0.0F);
      const ImVec2 low{on.x - half, on.y - half}, high{on.x + half, on.y + half};
      const glm::vec3 colour = mark.own || mark.listed ? kPickColour : kWalkedColour;
      // A dark rim makes the mark visible on texels of any colour.
      canvas.AddRect(low, high, IM_COL32(0, 0, 0, 200), 0.0F, 0, mark.own ? 5.0F : 3.5F);
      canvas.AddRect(low, high, toImGui(colour), 0.0F, 0, mark.own ? 2.5F : 1.5F);
    }
  }

  /// Returns the particle that a click on a texel picks, if any.
  std::optional<std::int64_t> particleOf(const texel::IdArray& ids, std::int64_t element,
                                         bool inRanges) const {
    if (source_ == Source::Mapping || (source_ == Source::Next && !inRanges)) return element;
    if (source_ == Source::Head && inRanges) return std::nullopt;
    const std::uint32_t id = texel::decodeId(ids.at(element));
    return id == kNullId ? std::nullopt : std::optional<std::int64_t>(id);
  }

  void drawPicture(Display& display) {
    FluidSession& session = display.session;
    const texel::IdArray& ids = chosen(session);
    const gl::Texture& picture = refresh(session, ids);
    const float em = ImGui::GetFontSize();
    const ImVec2 available = ImGui::GetContentRegionAvail();
    const glm::vec2 room{std::max(available.x, 8.0F * em), std::max(available.y, 12.0F * em)};
    const glm::vec2 size{picture.width(), picture.height()};
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("textures/picture", {room.x, room.y});
    markWidget("textures/picture");
    if (ImGui::IsItemActivated()) pressed_ = ImGui::GetMousePos();
    const ImVec2 released = ImGui::GetMousePos();
    const bool clicked = ImGui::IsItemDeactivated() &&
                         std::abs(released.x - pressed_.x) + std::abs(released.y - pressed_.y) < 4;
    showPicked(display.picking, room, ids.texture().width());
    const float scale = navigate({corner.x, corner.y}, room, size);
    if (fitting_ > 0 && zoom_ == 0) fitTo(corner, scale * size);

    ImDrawList& canvas = *ImGui::GetWindowDrawList();
    const auto at = [&](const glm::vec2& texel) {
      return ImVec2{corner.x + (texel.x - scroll_.x) * scale,
                    corner.y + (texel.y - scroll_.y) * scale};
    };
    canvas.PushClipRect(corner, {corner.x + room.x, corner.y + room.y}, true);
    canvas.AddImage(reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(picture.id())),
                    at({0.0F, 0.0F}), at(size));
    if (const ParticleFacts* picked = display.picking.picked()) {
      drawMarks(*picked, ids.texture().width(), at);
    }
    const ImVec2 pointer = ImGui::GetMousePos();
    const glm::vec2 under = scroll_ + glm::vec2(pointer.x - corner.x, pointer.y - corner.y) / scale;
    if (ImGui::IsItemHovered() && under.x < size.x && under.y < size.y) {
      const glm::ivec2 texel(under);
      if (scale >= 4.0F) {
        canvas.AddRect(at(glm::vec2(texel)), at(glm::vec2(texel + 1)),
                       ImGui::GetColorU32(ImGuiCol_Text), 0.0F, 0, 2.0F);
      }
      readout(explained(session, ids, texel));
      const std::int64_t element = std::int64_t{texel.y} * ids.texture().width() + texel.x;
      const bool inRanges = session.simulation().cells().resultKind() == sort::ResultKind::Ranges;
      if (clicked && element < ids.count()) {
        pickParticle(display, particleOf(ids, element, inRanges));
      }
    }
    canvas.PopClipRect();
  }

  /// Fits the window of the panel to the image of the texture, which has `size` pixels. The window
  /// does not get wider than it is, or higher than the room below it allows.
  static void fitTo(const ImVec2& corner, const glm::vec2& size) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const ImVec2 place = ImGui::GetWindowPos();
    const float em = ImGui::GetFontSize();
    const float width = std::max(size.x, kLeastPicture * em) + 2.0F * style.WindowPadding.x;
    const float height = corner.y - place.y + std::max(size.y, 12.0F * em) + style.WindowPadding.y;
    ImGui::SetWindowSize({std::min(width, ImGui::GetWindowWidth()),
                          std::min(height, ImGui::GetIO().DisplaySize.y - place.y - 0.5F * em)});
  }

  /// Scrolls to the texel of a particle that has just been picked.
  void showPicked(const Picking& picking, const glm::vec2& room, int width) {
    if (std::exchange(picks_, picking.picks()) == picking.picks() || zoom_ == 0) return;
    if (picking.picked() == nullptr) return;
    for (const Mark& mark : marksOf(*picking.picked())) {
      if (!mark.own) continue;
      const glm::vec2 texel(mark.element % width, mark.element / width);
      const glm::vec2 shown = room / static_cast<float>(zoom_);
      if (glm::all(glm::greaterThan(texel, scroll_)) &&
          glm::all(glm::lessThan(texel, scroll_ + shown - 1.0F))) {
        continue;
      }
      scroll_ = texel - 0.5F * shown;
    }
  }

  std::string explained(FluidSession& session, const texel::IdArray& ids, const glm::ivec2& texel) {
    const cells::CellGrid& grid = session.simulation().grid();
    const std::int64_t element =
        static_cast<std::int64_t>(texel.y) * ids.texture().width() + texel.x;
    const std::string place = fmt::format("texel ({}, {})\n", texel.x, texel.y);
    if (element >= ids.count()) return place + "past the last element: unused";
    const texel::IdTexel value = ids.at(element);
    const std::uint32_t id = texel::decodeId(value);
    const std::string bytes =
        place + fmt::format("R {}  G {}  B {}  A {}\n", value & 0xFFU, value >> 8U & 0xFFU,
                            value >> 16U & 0xFFU, value >> 24U);
    const bool inRanges = session.simulation().cells().resultKind() == sort::ResultKind::Ranges;
    switch (source_) {
      case Source::Mapping:
        return bytes + particleText(session, element) + ": is in cell " + cellText(grid, id);
      case Source::Head:
        if (inRanges && element == grid.count()) {
          return bytes + fmt::format("the last cell ends before place {}", id);
        }
        return bytes + "cell " + cellText(grid, element) + ": " +
               (inRanges        ? fmt::format("begins at place {}", id)
                : id == kNullId ? "is empty (NULL)"
                                : "its list begins with " + particleText(session, id));
      case Source::Next:
        if (inRanges) return bytes + fmt::format("place {}: ", element) + particleText(session, id);
        return bytes + particleText(session, element) + ": " +
               (id == kNullId ? "is the last of its list (NULL)"
                              : "the next in its list is " + particleText(session, id)) +
               (texel::hasFlag(value) ? "; visited" : "; not visited");
    }
    return {};
  }

  Source source_ = Source::Mapping;
  render::IdShading shading_ = render::IdShading::Raw;
  int zoom_ = 0;        ///< width of a texel, pixels; 0 to fit the texture into the window
  float wheel_ = 0.0F;  ///< notches of the wheel since the last change of zoom
  ImVec2 pressed_{};    ///< place where the button went down
  int fitting_ = 0;     ///< calls of draw() left that fit the window to the image of the texture
  int picks_ = 0;       ///< number of the pick to which the picture has scrolled
  glm::vec2 scroll_{0.0F};  ///< texels hidden beyond the left and the upper side

  /// The state that the picture was drawn from.
  struct Drawn {
    int generation = -1;
    std::int64_t step = -1;
    Source source = Source::Head;
    render::IdShading shading = render::IdShading::Raw;
    bool operator==(const Drawn&) const = default;
  };
  std::optional<render::IdImage> image_;
  const gl::Texture* picture_ = nullptr;
  Drawn drawn_;
  Clock::time_point drawnAt_;
};

}  // namespace

DrawPanel texturesPanel() { return drawing<TexturesPanel>(); }

}  // namespace gpubuck::demo
