#include "render/scene_passes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <glm/gtc/matrix_transform.hpp>
#include <utility>
#include <vector>

#include "scene_target.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

constexpr int kPixels = 32;
constexpr int kSamples = 2 * kPixels;
constexpr float kReach = 4.0f;

/// Returns a camera that sees 64 x 64 units, one per sample. The depths 0..1 are distances of
/// 0..100.
Camera orthographic() {
  Camera camera;
  camera.projection = glm::ortho(0.0f, 64.0f, 0.0f, 64.0f, 0.0f, 100.0f);
  return camera;
}

class ResolvePassTest : public test::GpuTest {
 protected:
  /// Resolves a picture whose samples have the depth `depthOf` and the grey `greyOf` (0..255).
  void resolve(const std::function<float(int, int)>& depthOf,
               const std::function<int(int, int)>& greyOf) {
    resolve(pass_, target_, depthOf, greyOf);
  }
  static void resolve(ResolvePass& pass, SceneTarget& target,
                      const std::function<float(int, int)>& depthOf,
                      const std::function<int(int, int)>& greyOf) {
    std::vector<GLuint> depth;  // OpenGL ES does not take floats here
    std::vector<unsigned char> rgba;
    for (int y = 0; y < kSamples; ++y) {
      for (int x = 0; x < kSamples; ++x) {
        depth.push_back(static_cast<GLuint>(double{depthOf(x, y)} * 0xFFFFFFFFu));
        const auto grey = static_cast<unsigned char>(greyOf(x, y));
        rgba.insert(rgba.end(), {grey, grey, grey, 255});
      }
    }
    const gl::Texture colourTexture("samples", GL_RGBA8, kSamples, kSamples);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, kSamples, kSamples, GL_RGBA, GL_UNSIGNED_BYTE,
                    rgba.data());
    const gl::Texture depthTexture("depth", GL_DEPTH_COMPONENT24, kSamples, kSamples);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, kSamples, kSamples, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT,
                    depth.data());
    target.begin();
    pass.draw(colourTexture, depthTexture, orthographic(), {.reach = kReach});
    target.read();
  }
  float greyAt(int x, int y) const { return target_.at(x, y).g * 255.0f; }

  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
  ResolvePass pass_{device_, 2, true, false};
  SceneTarget target_{kPixels, kPixels};
};

TEST_F(ResolvePassTest, Pixel_IsTheMeanOfItsSamples) {
  const auto grey = [](int x, int y) { return (3 * x + 5 * y + 7 * (x & 1) * (y & 1)) % 256; };
  resolve([](int, int) { return 1.0f; }, grey);
  for (int y = 0; y < kPixels; ++y) {
    for (int x = 0; x < kPixels; ++x) {
      const int sum = grey(2 * x, 2 * y) + grey(2 * x + 1, 2 * y) + grey(2 * x, 2 * y + 1) +
                      grey(2 * x + 1, 2 * y + 1);
      // The mean is rounded once to 8 bits. At a half, the driver chooses the direction.
      EXPECT_NEAR(greyAt(x, y), sum / 4.0f, 0.51f) << x << ' ' << y;
    }
  }
}

// On a slope, the rises of two opposite points (resolve.frag) cancel, except that the places of
// samples are rounded. The sum of both rises is at most 0.25 units, and the reach is 4 units. The
// sum is positive, and darkens the sample, in half of the pairs. u_strength reduces the darkening
// to four fifths.
TEST_F(ResolvePassTest, PlanesAndSlopes_KeepTheirLight) {
  resolve([](int, int) { return 0.5f; }, [](int, int) { return 200; });
  for (int k = 0; k < kPixels; ++k) EXPECT_EQ(greyAt(k, kPixels - 1 - k), 200.0f);
  resolve([](int x, int) { return 0.4f + 0.0025f * static_cast<float>(x); },
          [](int, int) { return 200; });
  for (int k = 4; k < kPixels - 4; ++k) EXPECT_GT(greyAt(k, k), 200.0f * (1.0f - 0.05f));
}

TEST_F(ResolvePassTest, Hollow_IsDarkAndHillIsNot) {
  const auto trench = [](float inside) {
    return [inside](int x, int) { return x >= 30 && x < 34 ? inside : 0.5f; };
  };
  const auto grey = [](int, int) { return 200; };
  resolve(trench(0.54f), grey);  // the trench is deeper by the whole reach
  EXPECT_LT(greyAt(16, 16), 140.0f);
  EXPECT_EQ(greyAt(4, 16), 200.0f);
  resolve(trench(0.46f), grey);
  EXPECT_EQ(greyAt(16, 16), 200.0f);
  EXPECT_EQ(greyAt(4, 16), 200.0f);
}

// A thing ends in a ledge: on one side of the ledge the thing is nearer to the eye, on the other
// side is open space. A sample with nearly the largest depth (0.9999) shows a place a little deeper
// than the ledge. A sample without depth (1) shows no place.
TEST_F(ResolvePassTest, SamplesWithoutDepth_AreOpenSpace) {
  const auto ledge = [](float behind) {
    return [behind](int x, int) { return x < 31 ? 0.97f : x < 34 ? 0.99f : behind; };
  };
  const auto grey = [](int, int) { return 200; };
  resolve(ledge(0.9999f), grey);
  EXPECT_LT(greyAt(16, 16), 195.0f);
  resolve(ledge(1.0f), grey);
  EXPECT_EQ(greyAt(16, 16), 200.0f);
}

TEST_F(ResolvePassTest, DistantForeground_TakesNoLight) {
  resolve([](int x, int) { return x >= 32 ? 0.1f : 0.9f; }, [](int, int) { return 200; });
  EXPECT_EQ(greyAt(15, 16), 200.0f);
}

/// A picture with one sample per pixel.
class SmoothedEdgesTest : public ResolvePassTest {
 protected:
  /// Resolves samples of these greys.
  void smooth(const std::function<int(int, int)>& greyOf) {
    resolve(
        smoothing_, large_, [](int, int) { return 0.5f; }, greyOf);
  }
  double at(int x, int y) const { return double{large_.at(x, y).g} * 255.0; }

  ResolvePass smoothing_{device_, 1, false, false};
  SceneTarget large_{kSamples, kSamples};
};

// A straight edge between greys of 60 and 200. The sample of a pixel is one of the two greys; a
// pixel that the edge cuts should be between them.
TEST_F(SmoothedEdgesTest, StraightEdges_AreCloserToTheirTrueCoverage) {
  for (const double slope : {0.09, 0.17, 0.3, 0.6, 0.95}) {
    for (const bool isSteep : {false, true}) {
      for (const bool isUpper : {false, true}) {
        const auto height = [&](double x) { return 20.3 + slope * (x - 5.0); };
        // Share of the pixel below the edge, by 16 x 16 places.
        const auto coverage = [&](int x, int y) {
          int below = 0;
          for (int k = 0; k < 256; ++k) {
            below += y + (k / 16 + 0.5) / 16.0 < height(x + (k % 16 + 0.5) / 16.0) ? 1 : 0;
          }
          return isUpper ? 1.0 - below / 256.0 : below / 256.0;
        };
        const auto greyOf = [&](int x, int y) {
          if (isSteep) std::swap(x, y);
          return (y + 0.5 < height(x + 0.5)) != isUpper ? 200 : 60;
        };
        smooth(greyOf);
        double before = 0.0, after = 0.0;
        for (int y = 1; y < kSamples - 1; ++y) {
          for (int x = 16; x < kSamples - 16; ++x) {
            const int column = isSteep ? y : x, row = isSteep ? x : y;
            if (column < 16 || column >= kSamples - 16) continue;
            const double exact = 60.0 + 140.0 * coverage(column, row);
            before += std::abs(greyOf(x, y) - exact);
            after += std::abs(at(x, y) - exact);
          }
        }
        // A nearly diagonal edge has steps of one pixel, whose length says little.
        EXPECT_LT(after, (slope < 0.7 ? 0.5 : 0.7) * before)
            << slope << ' ' << isSteep << ' ' << isUpper;
      }
    }
  }
}

TEST_F(SmoothedEdgesTest, StraightRowsAndFaintPatterns_StayAsTheyAre) {
  const auto kept = [&](const std::function<int(int, int)>& greyOf) {
    smooth(greyOf);
    for (int y = 0; y < kSamples; ++y) {
      for (int x = 0; x < kSamples; ++x)
        EXPECT_EQ(std::lround(at(x, y)), greyOf(x, y)) << x << ' ' << y;
    }
  };
  kept([](int, int y) { return y < 30 ? 40 : 220; });
  kept([](int x, int) { return x < 30 ? 220 : 40; });
  kept([](int x, int y) { return 150 + 4 * ((x + y) % 2); });
  kept([](int x, int y) { return x + y; });
}

// The picture ends within the reach of the walk along an edge.
TEST_F(SmoothedEdgesTest, EdgesAtTheSidesOfThePicture_StayBetweenTheirColours) {
  smooth([](int x, int y) { return y < 1 + x / 20 ? 30 : 230; });
  for (int y = 0; y < kSamples; ++y) {
    for (int x = 0; x < kSamples; ++x) {
      EXPECT_GE(std::lround(at(x, y)), 30);
      EXPECT_LE(std::lround(at(x, y)), 230);
    }
  }
}

}  // namespace
}  // namespace gpubuck::render
