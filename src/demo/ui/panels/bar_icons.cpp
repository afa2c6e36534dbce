#include "demo/ui/panels/bar_icons.h"

#include <algorithm>
#include <map>
#include <utility>

namespace gpubuck::demo {
namespace {

/// Draws the parts of an icon. In its coordinates the icon is within -1..1, with x to the right and
/// y down.
class Pen {
 public:
  Pen(const ImVec2& centre, float scale, ImU32 colour)
      : centre_(centre), scale_(scale), colour_(colour) {}

  void line(const ImVec2& from, const ImVec2& to) const {
    list().AddLine(at(from), at(to), colour_, std::max(1.2F, 0.16F * scale_));
  }
  void box(const ImVec2& low, const ImVec2& high) const {
    list().AddRectFilled(at(low), at(high), colour_, 0.1F * scale_);
  }
  void frame(const ImVec2& low, const ImVec2& high) const {
    list().AddRect(at(low), at(high), colour_, 0.15F * scale_, 0, std::max(1.2F, 0.14F * scale_));
  }
  void triangle(const ImVec2& a, const ImVec2& b, const ImVec2& c) const {
    list().AddTriangleFilled(at(a), at(b), at(c), colour_);
  }
  void disc(const ImVec2& middle, float radius) const {
    list().AddCircleFilled(at(middle), radius * scale_, colour_);
  }
  void arc(const ImVec2& middle, float radius, float from, float to) const {
    list().PathArcTo(at(middle), radius * scale_, from, to, 20);
    list().PathStroke(colour_, 0, std::max(1.2F, 0.16F * scale_));
  }

 private:
  static ImDrawList& list() { return *ImGui::GetWindowDrawList(); }
  ImVec2 at(const ImVec2& place) const {
    return {centre_.x + scale_ * place.x, centre_.y + scale_ * place.y};
  }

  ImVec2 centre_;
  float scale_;
  ImU32 colour_;
};

void drawPause(const Pen& pen) {
  pen.box({-0.65F, -0.8F}, {-0.2F, 0.8F});
  pen.box({0.2F, -0.8F}, {0.65F, 0.8F});
}
void drawPlay(const Pen& pen) { pen.triangle({-0.6F, -0.85F}, {0.85F, 0.0F}, {-0.6F, 0.85F}); }
void drawRestart(const Pen& pen) {
  pen.arc({0.0F, 0.05F}, 0.75F, -1.0F, 4.0F);
  pen.triangle({-0.05F, -0.95F}, {0.75F, -0.95F}, {0.6F, -0.2F});
}
void drawGallery(const Pen& pen) {
  for (const float x : {-0.85F, 0.1F}) {
    for (const float y : {-0.75F, 0.1F}) pen.box({x, y}, {x + 0.75F, y + 0.65F});
  }
}
void drawLook(const Pen& pen) {
  pen.arc({0.0F, 0.85F}, 1.25F, -2.45F, -0.7F);
  pen.arc({0.0F, -0.85F}, 1.25F, 0.7F, 2.45F);
  pen.disc({0.0F, 0.0F}, 0.33F);
}
void drawPhysics(const Pen& pen) {
  for (const auto& [y, x] : {std::pair(-0.6F, -0.3F), {0.0F, 0.4F}, {0.6F, -0.1F}}) {
    pen.line({-0.95F, y}, {0.95F, y});
    pen.disc({x, y}, 0.24F);
  }
}
/// Draws a cell and the list of its particles.
void drawAlgorithm(const Pen& pen) {
  pen.frame({-0.95F, -0.8F}, {-0.35F, -0.2F});
  pen.line({-0.35F, -0.5F}, {0.2F, -0.5F});
  pen.disc({0.5F, -0.5F}, 0.3F);
  pen.line({0.5F, -0.3F}, {0.5F, 0.3F});
  pen.disc({0.5F, 0.55F}, 0.3F);
  pen.frame({-0.95F, 0.25F}, {-0.35F, 0.85F});
}
void drawPanels(const Pen& pen) {
  pen.frame({-0.95F, -0.8F}, {0.95F, 0.8F});
  pen.box({-0.95F, -0.8F}, {-0.4F, 0.8F});
  pen.box({0.5F, -0.8F}, {0.95F, 0.8F});
}
/// Draws a question mark.
void drawQuestionMark(const Pen& pen) {
  pen.arc({0.0F, -0.4F}, 0.5F, -3.1F, 1.0F);
  pen.line({0.25F, 0.0F}, {0.0F, 0.4F});
  pen.disc({0.0F, 0.8F}, 0.16F);
}
void drawUndo(const Pen& pen) {
  pen.arc({0.0F, 0.2F}, 0.65F, -2.4F, 2.2F);
  pen.triangle({-0.95F, -0.1F}, {-0.75F, -0.85F}, {-0.15F, -0.3F});
}
void drawRecord(const Pen& pen) {
  pen.arc({0.0F, 0.0F}, 0.85F, 0.0F, 6.29F);
  pen.disc({0.0F, 0.0F}, 0.5F);
}
/// Draws a way with three stops.
void drawTour(const Pen& pen) {
  pen.line({-0.7F, 0.6F}, {-0.1F, -0.25F});
  pen.line({-0.1F, -0.25F}, {0.7F, -0.6F});
  pen.disc({-0.7F, 0.6F}, 0.26F);
  pen.disc({-0.1F, -0.25F}, 0.26F);
  pen.arc({0.68F, -0.6F}, 0.3F, 0.0F, 6.29F);
}
void drawMore(const Pen& pen) {
  for (const float x : {-0.7F, 0.0F, 0.7F}) pen.disc({x, 0.0F}, 0.22F);
}
void drawStop(const Pen& pen) { pen.box({-0.65F, -0.65F}, {0.65F, 0.65F}); }

}  // namespace

DrawIcon iconOf(const std::string& name) {
  static const std::map<std::string, void (*)(const Pen&)> all{
      {"pause", drawPause},         {"play", drawPlay},     {"restart", drawRestart},
      {"gallery", drawGallery},     {"look", drawLook},     {"physics", drawPhysics},
      {"algorithm", drawAlgorithm}, {"panels", drawPanels}, {"help", drawQuestionMark},
      {"undo", drawUndo},           {"record", drawRecord}, {"stop", drawStop},
      {"tour", drawTour},           {"more", drawMore}};
  return [draw = all.at(name)](const ImVec2& centre, float scale, ImU32 colour) {
    draw(Pen(centre, scale, colour));
  };
}

}  // namespace gpubuck::demo
