#include "render/surface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <random>
#include <vector>

#include "render/canvas.h"
#include "render/scene.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

constexpr int kSheetWidth = 48, kSheetHeight = 32;
constexpr std::array<glm::vec3, 2> kRedAndBlue{glm::vec3(0.9f, 0.1f, 0.1f), {0.1f, 0.1f, 0.9f}};

/// Sees kSheetWidth x kSheetHeight units, one per texel, at distances 0..100.
Camera flatCamera() {
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

/// Two levels with noise, and holes.
Sheet randomSheet(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  Sheet sheet = Sheet::of([&](int x, int) {
    if (uniform(random) < 0.2) return 0.0;
    return (x < kSheetWidth / 2 ? 30.0 : 60.0) + 4.0 * uniform(random);
  });
  for (std::size_t k = 0; k < sheet.colour.size(); ++k) {
    const auto byte = [&] { return std::floor(256.0 * uniform(random)) / 255.0; };
    sheet.colour[k] = {byte(), byte(), byte(), sheet.distance[k] > 0.0 ? 1.0 : 0.0};
  }
  return sheet;
}

/// What surface_smooth.frag says, in double. One texel per unit of length.
Sheet smoothedOnCpu(const Sheet& sheet, glm::ivec2 direction,
                    const SurfaceSmoothing::Settings& settings) {
  constexpr double kSlope = 4.0;
  const double range = settings.range;
  Sheet result = sheet;
  for (int y = 0; y < kSheetHeight; ++y) {
    for (int x = 0; x < kSheetWidth; ++x) {
      const double centre = sheet.distance[Sheet::at(x, y)];
      const glm::dvec4 colour = sheet.colour[Sheet::at(x, y)];
      if (centre <= 0.0 && !settings.fills) continue;
      const int taps = settings.fills ? 24 : 11;
      const double reach = settings.reach, stride = std::max(1.0, reach / taps);
      double sum = centre, weights = 1.0, found = 0.0, foundWeights = 0.0, coverage = colour.a,
             coverages = 1.0;
      glm::dvec4 colours = centre > 0.0 ? glm::dvec4(glm::dvec3(colour), 1.0) : glm::dvec4(0.0);
      for (int k = 1; k <= taps && k <= reach; ++k) {
        const double weight = std::exp(-3.0 * std::pow(k * stride / reach, 2.0));
        const glm::ivec2 offset = direction * static_cast<int>(std::round(k * stride));
        const std::size_t fore = Sheet::at(x + offset.x, y + offset.y);
        const std::size_t back = Sheet::at(x - offset.x, y - offset.y);
        for (const std::size_t other : {fore, back}) {
          const double there = sheet.distance[other];
          coverage += weight * sheet.colour[other].a;
          coverages += weight;
          if (there <= 0.0) continue;
          found += weight * there;
          foundWeights += weight;
          if (centre > 0.0 && std::abs(there - centre) >= kSlope * range) continue;
          colours += weight * glm::dvec4(glm::dvec3(sheet.colour[other]), 1.0);
        }
        const double one = sheet.distance[fore], two = sheet.distance[back];
        const double farthest = centre + kSlope * range;
        const bool isEdge = one <= 0.0 || two <= 0.0 || one > farthest || two > farthest;
        const double mean = isEdge ? farthest : (one + two) / 2.0;
        const double nearest = std::min(one > 0.0 ? one : centre, two > 0.0 ? two : centre);
        const double apart =
            std::max((centre - mean) / range, (centre - nearest) / range - kSlope + 1.0);
        const double t = std::clamp(apart - 1.0, 0.0, 1.0);
        const double counts = weight * (1.0 - t * t * (3.0 - 2.0 * t));
        sum += counts * 2.0 * std::clamp(mean, centre - range, centre + range);
        weights += counts * 2.0;
      }
      if (centre <= 0.0) sum = found, weights = foundWeights;
      result.distance[Sheet::at(x, y)] = weights > 0.0 ? sum / weights : 0.0;
      if (!settings.fills) continue;
      result.colour[Sheet::at(x, y)] =
          glm::dvec4(glm::dvec3(colours) / std::max(colours.a, 1e-6), coverage / coverages);
    }
  }
  return result;
}

class SurfaceTest : public test::GpuTest {
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

// The shader's exp and its sums are of 24 bits, on numbers below 100 with up to 49 terms; a colour
// is rounded to a byte.
TEST_F(SurfaceTest, IsSmoothedAsOnTheProcessor) {
  SurfaceSmoothing pass(device_);
  const Sheet sheet = randomSheet(3);
  const SurfaceLayer layer = upload(sheet);
  const SurfaceLayer result = makeLayer();
  for (const bool alongX : {true, false}) {
    for (const SurfaceSmoothing::Settings& settings : {SurfaceSmoothing::Settings{7.3f, 2.0f, true},
                                                       {7.3f, 2.0f},
                                                       {30.3f, 5.0f},
                                                       {0.5f, 1.0f}}) {
      bind(result);
      pass.draw(layer, flatCamera(), alongX, settings);
      const Sheet wanted =
          smoothedOnCpu(sheet, alongX ? glm::ivec2(1, 0) : glm::ivec2(0, 1), settings);
      const std::vector<float> distance = read(result.distance);
      const std::vector<glm::dvec4> colour = readColours(result.colour);
      for (std::size_t k = 0; k < distance.size(); ++k) {
        ASSERT_NEAR(distance[k], wanted.distance[k], 1e-3) << k << ' ' << settings.reach;
        for (int c = 0; c < 4; ++c) ASSERT_NEAR(colour[k][c], wanted.colour[k][c], 0.52 / 255.0);
      }
    }
  }
}

TEST_F(SurfaceTest, SmoothingKeepsPlanesHoweverSteepAndWhatIsFarApart) {
  SurfaceSmoothing pass(device_);
  const SurfaceLayer result = makeLayer();
  const auto smoothed = [&](const Sheet& sheet) {
    bind(result);
    pass.draw(upload(sheet), flatCamera(), true, {6.0f, 3.0f});
    return read(result.distance);
  };
  const auto slope = [](int x, int) { return 20.0 + 1.5 * x; };
  const std::vector<float> plane = smoothed(Sheet::of(slope));
  for (int x = 8; x < kSheetWidth - 8; ++x) {
    EXPECT_NEAR(plane[Sheet::at(x, 9)], slope(x, 9), 1e-4) << x;
  }
  // A wall in front of another: none bends towards the other by more than the range.
  const auto walls = [](int x, int) { return x < 24 ? 20.0 : 80.0; };
  const std::vector<float> apart = smoothed(Sheet::of(walls));
  for (int x = 0; x < kSheetWidth; ++x) {
    EXPECT_NEAR(apart[Sheet::at(x, 9)], walls(x, 9), x < 24 ? 3.0 : 1e-4) << x;
  }
}

// Chords of the lines through the middles of the texels. A sum of half floats, of 11 bits.
TEST_F(SurfaceTest, ParticlesMakeTheNearestDistanceAndTheThickness) {
  const std::vector<glm::vec4> places{{10.0f, 12.0f, -30.0f, 0.0f},
                                      {13.0f, 13.0f, -38.0f, 1.0f},
                                      {30.3f, 20.7f, -50.0f, 1.0f},
                                      {33.0f, 6.0f, -20.0f, 0.0f}};
  constexpr double kRadius = 5.0;
  search::Box box;
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
      double nearest = 0.0, sum = 0.0;
      int species = -1;
      bool atRim = false;
      for (const glm::vec4& place : places) {
        const double across = std::hypot(x + 0.5 - place.x, y + 0.5 - place.y);
        atRim |= std::abs(across - kRadius) < 1e-3;
        if (across >= kRadius) continue;
        const double half = std::sqrt(kRadius * kRadius - across * across);
        sum += 2.0 * half;
        if (species < 0 || -place.z - half < nearest) {
          nearest = -place.z - half;
          species = static_cast<int>(place.w);
        }
      }
      if (atRim) continue;
      const std::size_t k = Sheet::at(x, y);
      ASSERT_NEAR(distance[k], nearest, 2e-3) << x << ' ' << y;
      ASSERT_NEAR(chords[k], sum, 0.02) << x << ' ' << y;
      ASSERT_EQ(colour[k].a, species < 0 ? 0.0 : 1.0);
      if (species >= 0) {
        ASSERT_EQ(colour[k].r > colour[k].b, species == 0) << x << ' ' << y;
      }
      covered += species >= 0 ? 1 : 0;
    }
  }
  EXPECT_GT(covered, 200);
}

TEST_F(SurfaceTest, BlursAsOnTheProcessor) {
  SurfaceBlur pass(device_);
  const Sheet sheet = randomSheet(11);
  const SurfaceLayer layer = upload(sheet);
  const gl::Texture result("test blur", GL_R32F, kSheetWidth, kSheetHeight);
  constexpr double kReach = 5.4;
  for (const bool alongX : {true, false}) {
    bind(result);
    pass.draw(layer.distance, alongX, kReach);
    const std::vector<float> blurred = read(result);
    for (int y = 0; y < kSheetHeight; ++y) {
      for (int x = 0; x < kSheetWidth; ++x) {
        double sum = 0.0, weights = 0.0;
        for (int k = -6; k <= 6; ++k) {
          const double weight = std::exp(-2.0 * k * k / (kReach * kReach));
          sum += weight * sheet.distance[alongX ? Sheet::at(x + k, y) : Sheet::at(x, y + k)];
          weights += weight;
        }
        ASSERT_NEAR(blurred[Sheet::at(x, y)], sum / weights, 1e-3) << x << ' ' << y;
      }
    }
  }
}

// A bowl of known normals, without a rim, in front of a plain background: all that shading adds up,
// in double. Of the normal remains the error of a difference across a texel, which is 0 for a
// parabola with its neighbours on both sides; the shader takes the one side that is less steep,
// half a texel off.
TEST_F(SurfaceTest, IsShadedByItsNormalsAndThickness) {
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
  const Samples behind{{"test behind", GL_RGBA8, kSheetWidth, kSheetHeight},
                       {"test behind depth", GL_DEPTH_COMPONENT24, kSheetWidth, kSheetHeight}};
  const std::array<const gl::Texture*, 1> behindColour{&behind.colour};
  framebuffer_.bind(behindColour, &behind.depth);
  const glm::dvec3 wall(0.6, 0.7, 0.2);
  glClearColor(float(wall.r), float(wall.g), float(wall.b), 1.0f);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  const gl::Texture picture("test picture", GL_RGBA8, kSheetWidth, kSheetHeight);
  const gl::Texture depth("test depth", GL_DEPTH_COMPONENT24, kSheetWidth, kSheetHeight);
  bind(picture, &depth);
  pass.draw(upload(sheet), thickness, behind, flatCamera(), glm::vec3(background), 2.0f, kClear);
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

class SurfacePictureTest : public test::GpuTest {
 protected:
  /// A block of particles, of species 0 on the left and 1 on the right, in the middle of a box.
  texel::Vec4Array block() {
    std::vector<glm::vec4> all;
    for (int k = 0; k < 12 * 12 * 12; ++k) {
      const glm::vec3 cell(k % 12, k / 12 % 12, k / 144);
      all.emplace_back(glm::vec3(3.5f) + 0.8f * cell, cell.x < 6.0f ? 0.0f : 1.0f);
    }
    return {device_, "position", all};
  }
  Image draw(Scene& scene, const texel::Vec4Array& position, const SceneLook& look) {
    const Canvas canvas(120, 90);
    scene.draw(position, look, {0, 0, 120, 90}, canvas.framebuffer());
    return canvas.read();
  }
  static glm::ivec3 at(const Image& image, int x, int y) {
    const std::uint8_t* rgb = image.rgb.data() + 3 * (y * image.width + x);
    return {rgb[0], rgb[1], rgb[2]};
  }
  SceneLook look() const {
    SceneLook look;
    look.view = {0, 0, 1};
    look.style = ParticleStyle::Surface;
    look.outline = false;
    look.background = glm::vec3(0.1f);
    return look;
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
  search::Box box_{.size = {16, 16, 16}};
};

TEST_F(SurfacePictureTest, ShowsTheColoursOfTheVisibleSpecies) {
  const texel::Vec4Array position = block();
  for (const int sampling : {1, 2}) {
    for (const int grain : {1, 2}) {
      Scene scene(device_, box_, kRedAndBlue, sampling);
      SceneLook both = look();
      both.surfaceGrain = grain;
      const Image image = draw(scene, position, both);
      EXPECT_GT(at(image, 50, 45).r, 2 * at(image, 50, 45).b);
      EXPECT_GT(at(image, 70, 45).b, 2 * at(image, 70, 45).r);
      EXPECT_EQ(at(image, 5, 5), at(image, 115, 85)) << "the background";
      EXPECT_EQ(draw(scene, position, both).rgb, image.rgb);
      SceneLook one = both;
      one.view.hidden = {0};
      const Image half = draw(scene, position, one);
      EXPECT_EQ(at(half, 45, 45), at(half, 5, 5));
      EXPECT_GT(at(half, 70, 45).b, 2 * at(half, 70, 45).r);
    }
  }
}

// Spheres leave a pattern of bright and dark on the front of the block, a surface does not.
TEST_F(SurfacePictureTest, IsSmootherThanItsSpheres) {
  const texel::Vec4Array position = block();
  Scene scene(device_, box_, kRedAndBlue, 1);
  const auto roughness = [&](ParticleStyle style) {
    SceneLook looks = look();
    looks.style = style;
    looks.occlusion = false;
    const Image image = draw(scene, position, looks);
    int sum = 0;
    const auto blue = [&](int x, int y) { return at(image, x, y).b; };
    for (int y = 35; y < 52; ++y) {
      for (int x = 66; x < 74; ++x) {
        sum += std::abs(blue(x + 1, y) - 2 * blue(x, y) + blue(x - 1, y));
      }
    }
    return sum;
  };
  EXPECT_LT(10 * roughness(ParticleStyle::Surface), roughness(ParticleStyle::Spheres));
}

TEST_F(SurfacePictureTest, NoFluidIsNoSurface) {
  Scene scene(device_, box_, kRedAndBlue, 2);
  const texel::Vec4Array nothing(device_, "position", std::vector<glm::vec4>{});
  const Image image = draw(scene, nothing, look());
  for (std::size_t k = 3; k < image.rgb.size(); ++k) ASSERT_EQ(image.rgb[k], image.rgb[k - 3]);
}

}  // namespace
}  // namespace gpubuck::render
