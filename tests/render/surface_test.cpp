// The data and the shading of a surface, compared with lines of sight in double precision.
#include "render/surface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <vector>

#include "surface_sheet.h"

namespace gpubuck::render {
namespace {

using SurfaceTest = SheetTest;

constexpr std::array<glm::vec3, 2> kRedAndBlue{glm::vec3(0.9f, 0.1f, 0.1f), {0.1f, 0.1f, 0.9f}};

// Chords of the lines through the middles of the texels. A sum of half floats, of 11 bits.
TEST_F(SurfaceTest, Particles_GiveNearestDistanceAndThickness) {
  const std::vector<glm::vec4> places{{10.0f, 12.0f, -30.0f, 0.0f},
                                      {13.0f, 13.0f, -38.0f, 1.0f},
                                      {30.3f, 20.7f, -50.0f, 1.0f},
                                      {33.0f, 6.0f, -20.0f, 0.0f}};
  constexpr double kRadius = 5.0;
  cells::Box box;
  box.size = {48, 32, 100};
  SurfaceParticles pass(device_, box, kRedAndBlue);
  SceneLook look;
  look.background = glm::vec3(0.0f);
  const SurfaceLayer layer = makeLayer();
  const gl::Texture depth("test depth", GL_DEPTH_COMPONENT24, kSheetWidth, kSheetHeight);
  const gl::Texture thickness("test thickness", GL_R16F, kSheetWidth, kSheetHeight);
  const texel::Vec4Array position = particles(places);
  bind(layer, &depth);
  pass.draw(position, flatCamera(), look, kRadius, kSheetHeight);
  bind(thickness);
  pass.addThickness(position, flatCamera(), look, kRadius, kSheetHeight);
  const std::vector<float> distance = read(layer.distance), chords = read(thickness);
  const std::vector<glm::dvec4> colour = readColours(layer.colour);
  int covered = 0;
  for (int y = 0; y < kSheetHeight; ++y) {
    for (int x = 0; x < kSheetWidth; ++x) {
      // A corner of a square lies at a 256th of a pixel, and with it what is read across the
      // square.
      double nearest = 0.0, sum = 0.0, steepest = 0.0;
      int species = -1;
      bool atRim = false;
      for (const glm::vec4& place : places) {
        const double across = std::hypot(x + 0.5 - place.x, y + 0.5 - place.y);
        atRim |= std::abs(across - kRadius) < 1e-3;
        if (across >= kRadius) continue;
        const double half = std::sqrt(kRadius * kRadius - across * across);
        sum += 2.0 * half;
        steepest = std::max(steepest, across / half / 256.0);
        if (species < 0 || -place.z - half < nearest) {
          nearest = -place.z - half;
          species = static_cast<int>(place.w);
        }
      }
      if (atRim) continue;
      const std::size_t k = Sheet::at(x, y);
      ASSERT_NEAR(distance[k], nearest, 2e-3 + steepest) << x << ' ' << y;
      ASSERT_NEAR(chords[k], sum, 0.02 + 2.0 * steepest) << x << ' ' << y;
      ASSERT_EQ(colour[k].a, species < 0 ? 0.0 : 1.0);
      if (species >= 0) {
        ASSERT_EQ(colour[k].r > colour[k].b, species == 0) << x << ' ' << y;
      }
      covered += species >= 0 ? 1 : 0;
    }
  }
  EXPECT_GT(covered, 200);
}

// A bowl of known normals, without a rim, in front of a plain background: all that shading adds up,
// in double. Of the normal remains the error of a difference across a texel, which is 0 for a
// parabola with its neighbours on both sides; the shader takes the one side that is less steep,
// half a texel off.
TEST_F(SurfaceTest, Shading_UsesNormalsAndThickness) {
  SurfaceShading pass(device_);
  constexpr double kCurve = 0.004;
  constexpr double kThickness = 6.0, kClear = 4.0;
  const glm::dvec3 colour(0.8, 0.4, 0.2), background(0.1, 0.12, 0.14), light(-0.379, 0.543, 0.749);
  const auto bowl = [&](double x, double y) {
    return 50.0 + kCurve * (std::pow(x - 24.0, 2.0) + std::pow(y - 16.0, 2.0));
  };
  Sheet sheet = Sheet::of([&](int x, int y) { return bowl(x + 0.5, y + 0.5); });
  for (glm::dvec4& each : sheet.colour) each = glm::dvec4(colour, 1.0);
  const gl::Texture thickness("test thickness", GL_R32F, 4, 4);
  const std::vector<float> thick(16, kThickness);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RED, GL_FLOAT, thick.data());
  const Samples behind{{"test rear", GL_RGBA8, kSheetWidth, kSheetHeight},
                       {"test rear depth", GL_DEPTH_COMPONENT24, kSheetWidth, kSheetHeight}};
  const std::array<const gl::Texture*, 1> behindColour{&behind.colour};
  framebuffer_.bind(behindColour, &behind.depth);
  const glm::dvec3 wall(0.6, 0.7, 0.2);
  glClearColor(float(wall.r), float(wall.g), float(wall.b), 1.0f);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  const gl::Texture picture("test picture", GL_RGBA8, kSheetWidth, kSheetHeight);
  const gl::Texture depth("test depth", GL_DEPTH_COMPONENT24, kSheetWidth, kSheetHeight);
  bind(picture, &depth);
  SceneLook look;
  look.background = background;
  pass.draw(upload(sheet), thickness, behind, flatCamera(), look, 2.0f, kClear);
  const std::vector<glm::dvec4> shaded = readColours(picture);

  const auto smoothstep = [](double low, double high, double value) {
    const double t = std::clamp((value - low) / (high - low), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
  };
  const auto studio = [&](const glm::dvec3& direction) {
    glm::dvec3 all = glm::mix(0.5 * background, glm::dvec3(0.40, 0.45, 0.52),
                              smoothstep(-0.35, 0.10, direction.y));
    all = glm::mix(all, glm::dvec3(0.72, 0.80, 0.90), smoothstep(0.05, 0.80, direction.y));
    return all + 1.2 * smoothstep(0.88, 0.94, glm::dot(direction, light));
  };
  const glm::dvec3 toEye(0.0, 0.0, 1.0);
  for (int y = 1; y < kSheetHeight - 1; ++y) {
    for (int x = 1; x < kSheetWidth - 1; ++x) {
      // The side of the lesser step: towards the middle.
      const auto offset = [](double from) { return from > 0.0 ? -0.5 : 0.5; };
      const double dx = x + 0.5 - 24.0, dy = y + 0.5 - 16.0;
      const glm::dvec3 normal = glm::normalize(
          glm::dvec3(2.0 * kCurve * (dx + offset(dx)), 2.0 * kCurve * (dy + offset(dy)), 1.0));
      const double clear = std::exp(-kThickness / kClear);
      const glm::dvec3 through = (wall + 0.25 * studio(glm::refract(-toEye, normal, 1.0 / 1.33))) *
                                 glm::mix(colour, glm::dvec3(1.0), clear);
      const glm::dvec3 body = colour * (0.42 + 0.28 * (0.5 + 0.5 * normal.y) +
                                        0.55 * std::max(glm::dot(normal, light), 0.0));
      const glm::dvec3 inside = glm::mix(body, through, 0.15 + 0.75 * clear);
      const double fresnel = 0.03 + 0.87 * std::pow(1.0 - normal.z, 5.0);
      const double gleam =
          std::pow(std::max(glm::dot(normal, glm::normalize(light + toEye)), 0.0), 90.0);
      const glm::dvec3 wanted = glm::clamp(
          glm::mix(inside, studio(glm::reflect(-toEye, normal)), fresnel) + 0.5 * gleam, 0.0, 1.0);
      for (int c = 0; c < 3; ++c) {
        ASSERT_NEAR(shaded[Sheet::at(x, y)][c], wanted[c], 2.0 / 255.0) << x << ' ' << y;
      }
    }
  }
}

}  // namespace
}  // namespace gpubuck::render
