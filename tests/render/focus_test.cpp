// The highlighted surroundings of a particle, compared with the cells that the search visits.
#include <algorithm>
#include <array>
#include <random>

#include "cells/neighbourhood_info.h"
#include "render/canvas.h"
#include "render/scene.h"
#include "scene_target.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

const std::array<glm::vec3, 1> kBlue{glm::vec3(0.1f, 0.1f, 0.9f)};
constexpr Viewport kView{0, 0, 160, 120};

struct FocusTest : test::GpuTest {
  texel::Device device_ = test::makeDevice(texel::Engine::Paper);

  /// Returns the colour of a particle that is drawn alone, or white if it is not drawn.
  glm::vec3 colourOf(Scene& scene, const cells::Box& box, const glm::vec3& at,
                     const SceneLook& look) {
    const std::vector<glm::vec4> alone{glm::vec4(at, 0.0f)};
    const texel::Vec4Array position(device_, "position", alone);
    SceneTarget target(kView.width, kView.height);
    target.begin();
    scene.draw(position, look, kView, target.framebuffer());
    target.read();
    const Camera camera = sceneCamera(box, look.view.camera, kView);
    const glm::vec4 clip = camera.projection * camera.view * glm::vec4(at, 1.0f);
    return target.at(static_cast<int>(0.5f * (1.0f + clip.x / clip.w) * kView.width),
                     static_cast<int>(0.5f * (1.0f + clip.y / clip.w) * kView.height));
  }
};

TEST_F(FocusTest, UnvisitedCells_AreFaintOrHiddenAndNeighboursTinted) {
  std::mt19937 random(9);
  const auto uniform = [&](double high) {
    return static_cast<float>(std::uniform_real_distribution<double>(0.0, high)(random));
  };
  std::array<int, 3> seen{};  // near, walked, others
  for (const char* word : {"cells27", "cells-per-cutoff=2", "octant=2"}) {
    for (const int dimensions : {2, 3}) {
      cells::Box box{{4.4, 5.0, 4.0}};
      box.dimensions = dimensions;
      box.boundary[1] = cells::Boundary::Reflecting;
      const cells::CellGrid grid = cells::makeCellGrid(box, 1.0, cells::parseMethod(word).value());
      cells::WalkCells walk(device_, grid);
      Scene scene(device_, box, kBlue, 1);
      for (int k = 0; k < 40; ++k) {
        const auto place = [&] {
          return glm::vec3(uniform(4.4), uniform(5.0), dimensions == 3 ? uniform(4.0) : 0.0f);
        };
        SceneLook look;
        look.view.camera = {.azimuth = 20.0, .elevation = dimensions == 3 ? 30.0 : 90.0};
        look.style = ParticleStyle::Points;  // points are not shaded
        look.outline = false;
        Focus focus{.place = place(),
                    .cutoff = 1.0f,
                    .cellEdge = glm::vec3(grid.edge),
                    .colour = glm::vec3(1.0f, 0.8f, 0.0f)};
        for (int axis = 0; axis < dimensions; ++axis) {
          if (box.isPeriodic(axis)) focus.period[axis] = static_cast<float>(box.size[axis]);
        }
        const glm::vec3 other = place();
        const glm::vec3 plain = colourOf(scene, box, other, look);
        look.focus = focus;
        const glm::vec3 drawn = colourOf(scene, box, other, look);
        look.focus.hidesRest = true;
        const bool isHidden = colourOf(scene, box, other, look) == glm::vec3(1.0f);

        const std::vector<glm::vec4> both{glm::vec4(focus.place, 0.0f), glm::vec4(other, 0.0f)};
        const texel::Vec4Array position(device_, "position", both);
        const std::int64_t cell = walk.run(position, 1).own;
        const bool isWalked = std::ranges::count(walk.run(position, 0).cells, cell) > 0;
        const glm::dvec3 apart = box.nearestImage(glm::dvec3(other) - glm::dvec3(focus.place));
        const bool isNear = glm::dot(apart, apart) < 1.0;
        EXPECT_EQ(isHidden, !isWalked) << word << ' ' << dimensions;
        if (isNear) {
          EXPECT_GT(drawn.r, 0.6f);
          EXPECT_LT(drawn.b, 0.7f);
        } else if (isWalked) {
          EXPECT_EQ(drawn, plain);
        } else {
          EXPECT_GT(drawn.r, plain.r + 0.2f) << "towards white";
          EXPECT_GT(drawn.b, 0.9f);
        }
        ++seen[isNear ? 0 : isWalked ? 1 : 2];
      }
    }
  }
  for (const int count : seen) EXPECT_GT(count, 10);
}

TEST_F(FocusTest, Neighbours_AreTintedAcrossPeriodicSidesOnly) {
  for (const int dimensions : {2, 3}) {
    for (int across = 0; across < dimensions; ++across) {
      for (const bool isPeriodic : {true, false}) {
        SCOPED_TRACE(::testing::Message() << dimensions << " dimensions, across "
                                          << cells::kAxisNames[across] << ' ' << isPeriodic);
        cells::Box box{{4.4, 5.0, 4.0}};
        box.dimensions = dimensions;
        glm::vec3 middle(box.size / 2.0);
        if (dimensions == 2) middle.z = 0.0f;
        const auto size = static_cast<float>(box.size[across]);
        Focus focus{.place = middle, .cutoff = 1.0f, .colour = glm::vec3(1.0f, 0.8f, 0.0f)};
        focus.cellEdge = glm::vec3(cells::makeCellGrid(box, 1.0).edge);
        focus.place[across] = 0.25f;
        if (isPeriodic) focus.period[across] = size;
        glm::vec3 other = middle;
        other[across] = size - 0.25f;
        Scene scene(device_, box, kBlue, 1);
        SceneLook look;
        look.view.camera = {.azimuth = 20.0, .elevation = dimensions == 3 ? 30.0 : 90.0};
        look.style = ParticleStyle::Points;
        look.outline = false;
        look.focus = focus;
        const glm::vec3 drawn = colourOf(scene, box, other, look);
        EXPECT_EQ(drawn.b < 0.7f, isPeriodic) << drawn.r << ' ' << drawn.g << ' ' << drawn.b;
      }
    }
  }
}

}  // namespace
}  // namespace gpubuck::render
