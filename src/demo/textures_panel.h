// The textures that the lists of the running fluid are made of, as they are on the GPU.
#pragma once

#include <chrono>
#include <glm/vec2.hpp>
#include <optional>

#include "demo/demo_state.h"
#include "render/id_image.h"

namespace gpubuck::demo {

class TexturesPanel {
 public:
  /// Shows the texture that the user has chosen in the rest of the window; the pointer reads a
  /// texel.
  void draw(DemoState& state);

 private:
  enum class Choice { Mapping, Head, Next };

  void drawChoices();
  void drawZoom();
  /// The texture itself. Sorts where the lists are not those of the present positions.
  const texel::Array& chosen(FluidSession& session) const;
  /// Redraws the picture where it is out of date.
  const gl::Texture& refresh(FluidSession& session, const texel::Array& ids);
  void drawPicture(FluidSession& session);
  /// Follows wheel and dragging over a picture of `size` texels shown in `room` pixels at `corner`;
  /// returns the width of a texel in pixels.
  float navigate(const glm::vec2& corner, const glm::vec2& room, const glm::vec2& size);
  void explainTexel(FluidSession& session, const texel::Array& ids, const glm::ivec2& texel);

  Choice choice_ = Choice::Head;
  render::IdShading shading_ = render::IdShading::Raw;
  int zoom_ = 0;            ///< pixels a texel is wide; 0: the texture fits
  glm::vec2 scroll_{0.0F};  ///< texels of the picture beyond the left and upper side

  /// What the picture was drawn of.
  struct Drawn {
    int generation = -1;
    std::int64_t step = -1;
    Choice choice = Choice::Head;
    render::IdShading shading = render::IdShading::Raw;
    bool operator==(const Drawn&) const = default;
  };
  std::optional<render::IdImage> image_;
  const gl::Texture* picture_ = nullptr;
  Drawn drawn_;
  std::chrono::steady_clock::time_point drawnAt_;
};

}  // namespace gpubuck::demo
