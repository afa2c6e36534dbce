#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "bench/bench.h"
#include "bench/fixtures.h"
#include "bench/inputs.h"
#include "render/canvas.h"
#include "render/scene.h"

namespace gpubuck::bench {
namespace {

constexpr std::array<std::int64_t, 4> kPictureParticles{16'384, 98'304, 1'048'576, 3'000'000};
constexpr std::array kPictureSizes{glm::ivec2(1600, 1000), glm::ivec2(2560, 1600)};
constexpr double kPictureDensity = 3.0;
constexpr glm::vec3 kPictureBackground(0.075F, 0.082F, 0.10F);

/// A look and its name in reports.
struct NamedLook {
  const char* word;
  render::SceneLook look;
};

std::vector<NamedLook> namedLooks() {
  using enum render::ParticleStyle;
  const auto look = [](render::ParticleStyle style, bool occlusion = false, bool shadows = false) {
    return render::SceneLook{.style = style,
                             .occlusion = occlusion,
                             .shadows = shadows,
                             .background = kPictureBackground};
  };
  return {{"points", look(Points)},
          {"spheres", look(Spheres)},
          {"spheres+occlusion", look(Spheres, true)},
          {"spheres+shadows", look(Spheres, false, true)},
          {"spheres+both", look(Spheres, true, true)},
          {"surface", look(Surface)},
          {"surface+shadows", look(Surface, false, true)}};
}

cells::Box boxOf(std::int64_t particles) {
  cells::Box box;
  box.size = glm::dvec3(std::cbrt(static_cast<double>(particles) / kPictureDensity));
  return box;
}

std::vector<glm::vec4> particlesIn(const cells::Box& box, std::int64_t particles) {
  std::vector<glm::vec4> all;
  all.reserve(static_cast<std::size_t>(particles));
  for (const glm::dvec3& place : uniformPoints(particles, Order::Cell, 1.0 / box.size.x)) {
    all.emplace_back(place * box.size, 0.0);
  }
  return all;
}

class PictureFixture : public Fixture {
 public:
  PictureFixture(const texel::DeviceOptions& device, std::int64_t particles, glm::ivec2 size)
      : Fixture(device),
        box_(boxOf(particles)),
        position_(device_, "position", particlesIn(box_, particles)),
        // The window chooses the same number of samples by default.
        sampling_(device_.isSoftware() ? 1 : 2),
        scene_(device_, box_, std::array{glm::vec3(0.0F, 0.45F, 0.70F)}, sampling_),
        canvas_(size.x, size.y) {}

  Job pictureJob(const NamedLook& named) {
    Job drawing = job([this, look = named.look] {
      scene_.draw(position_, look, {0, 0, canvas_.width(), canvas_.height()},
                  canvas_.framebuffer());
    });
    drawing.describe = [this, word = named.word](Row& row) {
      describe(row);
      row.algorithm = word;
    };
    return drawing;
  }

  void describe(Row& row) const override {
    row.n = position_.count();
    row.memory = memorySinceBegin();
    row.more["width"] = canvas_.width();
    row.more["height"] = canvas_.height();
    row.more["samples_per_pixel"] = sampling_ * sampling_;
    row.more["pictures_per_second"] = 1e3 / row.spread.median;
  }

 private:
  cells::Box box_;
  texel::Vec4Array position_;
  int sampling_;
  render::Scene scene_;
  render::Canvas canvas_;
};

}  // namespace

void pictures(const Setup& setup, Report& report) {
  report.begin(
      "pictures",
      "Pictures of a cube of particles at random places, density 3, by look. The memory is "
      "for all looks together.",
      {"n: particles", "algorithm: look of the fluid", "width", "height",
       "samples_per_pixel: samples", "median_ms: ms", "min_ms: least",
       "pictures_per_second: pictures per s", "memory_bytes: memory"});
  for (const std::int64_t particles : kPictureParticles) {
    if (particles > setup.largest) continue;
    for (const glm::ivec2& size : kPictureSizes) {
      // In software the larger size takes minutes and shows nothing more.
      if (gl::isSoftware() && size != kPictureSizes.front()) continue;
      PictureFixture fixture(setup.deviceFor(setup.engines.front(), particles), particles, size);
      std::vector<Job> jobs;
      for (const NamedLook& named : namedLooks()) jobs.push_back(fixture.pictureJob(named));
      for (Row& row : benchmark(jobs, setup.effort)) report.add(std::move(row));
    }
  }
}

}  // namespace gpubuck::bench
