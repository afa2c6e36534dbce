// A search of stretches, which are ranges of successive places in memory. It first notes the near
// positions and then visits them: each near position is visited once, with the image of its
// stretch, for any number of notes and any place in memory.
#include <fmt/format.h>

#include <array>

#include "base/id.h"
#include "support/gpu_test.h"
#include "support/shader_folder.h"
#include "texel/map_pass.h"

namespace gpubuck::cells {
namespace {

/// Each invocation visits kStretches stretches of up to 99 places each. The last stretch ends at
/// place u_end. About every fourth place is near.
constexpr const char* kVisit = R"(
uniform int u_end;
uint hashOf(uint place) {
  uint hash = place * 2654435761u;
  return (hash ^ (hash >> 15u)) * 2246822519u;
}
uvec4 g_visited = uvec4(0u);
void visitNeighbour(int j, vec3 image) {
  uvec3 side = uvec3(ivec3(sign(image)) + 1);
  uint code = side.x + 3u * side.y + 9u * side.z;
  bool isWhole = abs(image) == abs(sign(image)) * kBoxSize;
  g_visited += uvec4(1u, uint(j), hashOf(uint(j)) * (code + 1u), isWhole ? 0u : 1u);
}
uint nearTogether(int place, vec3 image) {
  return (hashOf(uint(place)) >> 20u & 3u) == 0u ? 1u : 0u;
}
void run(int i) {
  do {
    for (int k = 0; k < kStretches; ++k) {
      int number = i * kStretches + k;
      int end = u_end - 101 * (kStretches - 1 - k);
      vec3 image = vec3(ivec3(number % 3, number / 3 % 3, number / 9 % 3) - 1) * kBoxSize;
      visitStretch(end - 1 - number % 40, ivec2(end - number % 100, end), image);
    }
  } while (visitNoted());
  o_visited = g_visited;
}
)";

constexpr int kStretches = 40;  // so many that not all near places can be noted at once
constexpr std::int64_t kCount = 100;

std::uint32_t hashOf(std::uint32_t place) {
  std::uint32_t hash = place * 2654435761u;
  hash = (hash ^ (hash >> 15)) * 2246822519u;
  return hash;
}

class NearFirstVisitTest : public test::FilledTest {
 protected:
  NearFirstVisitTest() { folder_.write("test/near_first.glsl", kVisit); }

  void expectVisited(bool software, int end) {
    SCOPED_TRACE(fmt::format("up to place {}{}", end, software ? ", on a software renderer" : ""));
    texel::MapPass pass(
        device_,
        {.name = "test/near_first",
         .outputs = {{"o_visited", texel::Format::UInt4}},
         .prologue = fmt::format("{}const int kStretches = {};\n"
                                 "const int kNearTogether = 1;\nconst int kNearAlignment = 1;\n"
                                 "const vec3 kBoxSize = vec3(3.0, 5.0, 7.0);\n"
                                 "#include \"cells/near_first_{}.glsl\"\n",
                                 software ? "#define SOFTWARE\n" : "", kStretches,
                                 software ? "in_software" : "on_gpu")});
    texel::UInt4Array visited(device_, "visited", kCount);
    test::fillWithSentinel(visited);
    pass.run(kCount, {{"u_end", end}}, {{"o_visited", visited}});
    std::vector<glm::uvec4> expected(static_cast<std::size_t>(kCount), glm::uvec4(0u));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      for (int k = 0; k < kStretches; ++k) {
        const int number = static_cast<int>(i) * kStretches + k;
        const int last = end - 101 * (kStretches - 1 - k);
        const auto code = static_cast<std::uint32_t>(number % 27);
        for (int place = last - number % 100; place < last; ++place) {
          const auto j = static_cast<std::uint32_t>(place);
          if ((hashOf(j) >> 20 & 3u) != 0u || place == last - 1 - number % 40) continue;
          expected[i] += glm::uvec4(1u, j, hashOf(j) * (code + 1u), 0u);
        }
      }
    }
    test::expectSameTexels(expected, visited.download());
    test::expectSentinelFrom(visited, kCount);
  }

  test::ShaderFolder folder_;
  texel::Device device_ = test::makeDevice(GetParam(), test::kTestTextureWidth, folder_.library());
};
INSTANTIATE_TEST_SUITE_P(Fillings, NearFirstVisitTest, ::testing::ValuesIn(test::testedFillings()),
                         test::fillingName);

// The stretches lie at small places, around 2^16, 2^22 and 2^23, and up to the last place that an
// id can name. A note holds a place in 24 bits, below the bits of the image.
TEST_P(NearFirstVisitTest, NearPositions_AreVisitedOnceWithTheirImage) {
  for (const bool software : {true, false}) {
    for (const int end :
         {5000, 65'600, (1 << 22) + 50, (1 << 23) + 50, static_cast<int>(kMaxCount)}) {
      expectVisited(software, end);
    }
  }
}

}  // namespace
}  // namespace gpubuck::cells
