// Small surfaces in main memory and on the GPU, for tests of the passes that work on them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <glm/gtc/matrix_transform.hpp>
#include <vector>

#include "render/surface.h"
#include "support/gpu_test.h"

namespace gpubuck::render {

inline constexpr int kSheetWidth = 48, kSheetHeight = 32;

/// Sees kSheetWidth x kSheetHeight units, one per texel, at distances 0..100.
inline Camera flatCamera() {
  Camera camera;
  camera.projection = glm::ortho(0.0f, float{kSheetWidth}, 0.0f, float{kSheetHeight}, 0.0f, 100.0f);
  camera.farDepth = 100.0f;
  return camera;
}

/// A surface in main memory, row by row from the bottom.
struct Sheet {
  std::vector<double> distance = std::vector<double>(kSheetWidth * kSheetHeight);
  std::vector<glm::dvec4> colour =
      std::vector<glm::dvec4>(kSheetWidth * kSheetHeight, glm::dvec4(1.0));

  static std::size_t at(int x, int y) {
    return static_cast<std::size_t>(std::clamp(y, 0, kSheetHeight - 1) * kSheetWidth +
                                    std::clamp(x, 0, kSheetWidth - 1));
  }
  static Sheet of(const std::function<double(int, int)>& distanceAt) {
    Sheet sheet;
    for (int y = 0; y < kSheetHeight; ++y) {
      for (int x = 0; x < kSheetWidth; ++x) sheet.distance[at(x, y)] = distanceAt(x, y);
    }
    return sheet;
  }
};

class SheetTest : public test::GpuTest {
 protected:
  static SurfaceLayer makeLayer() {
    return {{"test colour", GL_RGBA8, kSheetWidth, kSheetHeight},
            {"test distance", GL_R32F, kSheetWidth, kSheetHeight}};
  }
  static SurfaceLayer upload(const Sheet& sheet) {
    std::vector<float> distance(sheet.distance.begin(), sheet.distance.end());
    std::vector<std::uint8_t> bytes;
    for (const glm::dvec4& colour : sheet.colour) {
      for (int k = 0; k < 4; ++k) bytes.push_back(std::uint8_t(std::lround(255.0 * colour[k])));
    }
    SurfaceLayer layer = makeLayer();
    glBindTexture(GL_TEXTURE_2D, layer.colour.id());
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, kSheetWidth, kSheetHeight, GL_RGBA, GL_UNSIGNED_BYTE,
                    bytes.data());
    glBindTexture(GL_TEXTURE_2D, layer.distance.id());
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, kSheetWidth, kSheetHeight, GL_RED, GL_FLOAT,
                    distance.data());
    return layer;
  }
  void bind(const SurfaceLayer& layer, const gl::Texture* depth = nullptr) {
    const std::array<const gl::Texture*, 2> textures{&layer.colour, &layer.distance};
    framebuffer_.bind(textures, depth);
    glViewport(0, 0, kSheetWidth, kSheetHeight);
    glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    glClear(GL_COLOR_BUFFER_BIT | (depth != nullptr ? GL_DEPTH_BUFFER_BIT : 0));
  }
  void bind(const gl::Texture& colour, const gl::Texture* depth = nullptr) {
    const std::array<const gl::Texture*, 1> textures{&colour};
    framebuffer_.bind(textures, depth);
    glViewport(0, 0, colour.width(), colour.height());
    glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    glClear(GL_COLOR_BUFFER_BIT | (depth != nullptr ? GL_DEPTH_BUFFER_BIT : 0));
  }
  /// Red of each texel.
  std::vector<float> read(const gl::Texture& numbers) {
    bindToRead(numbers);
    std::vector<glm::vec4> all(std::size_t(numbers.width()) * std::size_t(numbers.height()));
    glReadPixels(0, 0, numbers.width(), numbers.height(), GL_RGBA, GL_FLOAT, all.data());
    std::vector<float> red;
    for (const glm::vec4& each : all) red.push_back(each.r);
    return red;
  }
  std::vector<glm::dvec4> readColours(const gl::Texture& colour) {
    bindToRead(colour);
    std::vector<std::uint8_t> bytes(4 * std::size_t(colour.width()) * std::size_t(colour.height()));
    glReadPixels(0, 0, colour.width(), colour.height(), GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
    std::vector<glm::dvec4> all;
    for (std::size_t k = 0; k < bytes.size(); k += 4) {
      all.push_back(glm::dvec4(bytes[k], bytes[k + 1], bytes[k + 2], bytes[k + 3]) / 255.0);
    }
    return all;
  }
  texel::Vec4Array particles(const std::vector<glm::vec4>& values) {
    return {device_, "position", values};
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
  gl::Framebuffer framebuffer_{"surface test"};

 private:
  void bindToRead(const gl::Texture& colour) {
    const std::array<const gl::Texture*, 1> textures{&colour};
    framebuffer_.bind(textures);
  }
};

}  // namespace gpubuck::render
