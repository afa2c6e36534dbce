// The counts of unvisited elements, by which each unvisited element can be found.
#include "sort/single_pass_sort.h"

#include <numeric>

#include "gl/context.h"
#include "sort/sort_fixture.h"

namespace gpubuck::sort {
namespace {

using test::idTexel;
using texel::Format;

class HistoPyramidTest : public test::EngineTest {
 protected:
  /// Expects that the elements at these places, in ascending order, are counted and found as
  /// unvisited.
  static void expectFound(const texel::Device& device, std::int64_t elements,
                          const std::vector<int>& left) {
    SCOPED_TRACE(fmt::format("{} of {} elements", left.size(), elements));
    std::vector<texel::IdTexel> texels(static_cast<std::size_t>(elements), idTexel(5));
    for (const int i : left) texels[static_cast<std::size_t>(i)] = idTexel(5, 0);
    // The padding after the last element looks unvisited.
    texel::IdArray next(device, "next", elements);
    next.fill(idTexel(5, 0));
    next.upload(texels);
    HistoPyramid counts(device, elements);
    counts.count(next);
    ASSERT_EQ(counts.total(), std::ssize(left));
    texel::MapPass gather(
        device,
        {.name = "sort/gather_unvisited",
         .outputs = {{"o_element", Format::Id}, {"o_run", Format::Id}, {"o_next", Format::Id}},
         .prologue = counts.prologue()});
    const texel::IdArray buckets(
        device, "buckets", test::idTexels(std::vector<int>(static_cast<std::size_t>(elements), 0)));
    const texel::IdArray head(device, "head", test::idTexels({7}));
    texel::IdArray element(device, "element", std::ssize(left));
    texel::IdArray run(device, "run", std::ssize(left));
    texel::IdArray leftNext(device, "left next", std::ssize(left));
    test::fillWithSentinel(element);
    std::vector<texel::Input> inputs = counts.inputs();
    inputs.insert(inputs.end(), {{"u_buckets", buckets}, {"u_head", head}});
    gather.run(std::ssize(left), inputs,
               {{"o_element", element}, {"o_run", run}, {"o_next", leftNext}});
    test::expectSameTexels(test::idTexels(left), element.download(), device.textureWidth());
  }

  /// Expects that unvisited elements are found if they are the first, the last, all or some
  /// elements.
  static void expectFound(const texel::Device& device, int elements) {
    std::vector<int> all(static_cast<std::size_t>(elements));
    std::iota(all.begin(), all.end(), 0);
    expectFound(device, elements, {0});
    expectFound(device, elements, {elements - 1});
    expectFound(device, elements, all);
    std::mt19937 random(3);
    for (const int oneIn : {2, 50}) {
      std::vector<int> some;
      std::ranges::copy_if(all, std::back_inserter(some), [&](int) {
        return static_cast<int>(random() % static_cast<unsigned>(oneIn)) == 0;
      });
      expectFound(device, elements, some);
    }
  }

  texel::Device device_ = test::makeDevice(GetParam(), 256);
};
INSTANTIATE_TEST_SUITE_P(Engines, HistoPyramidTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

// The numbers of elements need up to four levels of blocks. Most of them are a full tile, row or
// block of elements, or one more or less.
TEST_P(HistoPyramidTest, FindsUnvisitedElements) {
  for (const int elements : {1,   7,   8,   9,    127,  128,  129,    255,    256,    257,
                             511, 512, 513, 4095, 4096, 4097, 65'536, 65'537, 70'001, 1'200'001}) {
    expectFound(device_, elements);
  }
}

TEST_P(HistoPyramidTest, RowsShorterThanTiles) {
  for (const int width : {1, 2, 4, 8}) {
    SCOPED_TRACE(fmt::format("rows of {}", width));
    const texel::Device device = test::makeDevice(GetParam(), width);
    for (const int elements : {1, 3, 8, 9, 33, 700}) {
      expectFound(device, elements);
    }
  }
}

TEST_P(HistoPyramidTest, NothingUnvisited) {
  for (const int elements : {0, 1, 256, 5000}) expectFound(device_, elements, {});
}

// The search is made with textureGather, if supported, and without it.
TEST_P(HistoPyramidTest, BothSearches_Agree) {
  constexpr int kElements = 1003;
  constexpr int kTilesAcross = 256 / 8;
  std::mt19937 random(4);
  std::vector<texel::IdTexel> texels;
  std::vector<int> expected(2 * kTilesAcross, 0);  // four rows of texels are two rows of tiles
  for (int i = 0; i < kElements; ++i) {
    const bool isLeft = random() % 3 == 0;
    texels.push_back(idTexel(9, isLeft ? 0 : 255));
    const int tile = i / 512 * kTilesAcross + i % 256 / 8;
    const int place = i / 256 % 2 * 8 + i % 8;
    if (isLeft) expected[static_cast<std::size_t>(tile)] |= 1 << place;
  }
  const texel::IdArray next(device_, "next", texels);
  texel::MapPassInfo info{.name = "sort/find_unvisited",
                          .outputs = {{"o_unvisited", Format::Id}},
                          .prologue = fmt::format("const int kTilesAcross = {};\n", kTilesAcross)};
  for (const bool gathers : {false, true}) {
    if (gathers && !gl::features().gathers) continue;
    if (gathers) {
      info.extensions = {"GL_ARB_gpu_shader5"};
      info.prologue += "#define GATHERS\n";
    }
    texel::MapPass find(device_, info);
    texel::IdArray tiles(device_, "tiles", 2 * kTilesAcross);
    test::fillWithSentinel(tiles);
    find.run(tiles.count(), {{"u_next", next}, {"u_elements", kElements}},
             {{"o_unvisited", tiles}});
    test::expectSameTexels(test::idTexels(expected), tiles.download(), device_.textureWidth());
    test::expectSentinelFrom(tiles, tiles.count());
  }
}

}  // namespace
}  // namespace gpubuck::sort
