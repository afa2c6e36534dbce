// The counts of what is left, and that each element that is left is found by them.
#include "sort/left_counts.h"

#include <numeric>

#include "gl/context.h"
#include "sort/sort_fixture.h"

namespace gpubuck::sort {
namespace {

using test::idTexel;
using texel::Format;

class LeftCountsTest : public test::EngineTest {
 protected:
  /// Expects that the elements at these places, by rising number, are counted and found.
  void expectFound(std::int64_t elements, const std::vector<int>& left) {
    SCOPED_TRACE(fmt::format("{} of {} elements", left.size(), elements));
    std::vector<texel::IdTexel> texels(static_cast<std::size_t>(elements), idTexel(5));
    for (const int i : left) texels[static_cast<std::size_t>(i)] = idTexel(5, 0);
    // What lies behind the last element looks as if it were left.
    texel::IdArray next(device_, "next", elements);
    next.fill(idTexel(5, 0));
    next.upload(texels);
    LeftCounts counts(device_, elements);
    counts.count(next);
    ASSERT_EQ(counts.total(), std::ssize(left));
    texel::MapPass gather(
        device_,
        {.name = "sort/gather_left",
         .outputs = {{"o_element", Format::Id}, {"o_run", Format::Id}, {"o_next", Format::Id}},
         .prologue = counts.prologue()});
    const texel::IdArray buckets(
        device_, "buckets",
        test::idTexels(std::vector<int>(static_cast<std::size_t>(elements), 0)));
    const texel::IdArray head(device_, "head", test::idTexels({7}));
    texel::IdArray element(device_, "element", std::ssize(left));
    texel::IdArray run(device_, "run", std::ssize(left));
    texel::IdArray leftNext(device_, "left next", std::ssize(left));
    test::fillWithSentinel(element);
    std::vector<texel::Input> inputs = counts.inputs();
    inputs.insert(inputs.end(), {{"u_next", next}, {"u_buckets", buckets}, {"u_head", head}});
    gather.run(std::ssize(left), inputs,
               {{"o_element", element}, {"o_run", run}, {"o_next", leftNext}});
    test::expectSameTexels(test::idTexels(left), element.download(), device_.textureWidth());
  }

  texel::Device device_ = test::makeDevice(GetParam(), 256);
};
INSTANTIATE_TEST_SUITE_P(Engines, LeftCountsTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

// Up to five levels of blocks, and one element more or less than fills them.
TEST_P(LeftCountsTest, FindsWhatIsLeft) {
  for (const int elements :
       {1, 2, 15, 16, 17, 255, 256, 257, 4095, 4096, 4097, 70'001, 1'200'001}) {
    std::vector<int> all(static_cast<std::size_t>(elements));
    std::iota(all.begin(), all.end(), 0);
    expectFound(elements, {0});
    expectFound(elements, {elements - 1});
    expectFound(elements, all);
    std::mt19937 random(3);
    for (const int oneIn : {2, 50}) {
      std::vector<int> some;
      std::ranges::copy_if(all, std::back_inserter(some), [&](int) {
        return static_cast<int>(random() % static_cast<unsigned>(oneIn)) == 0;
      });
      expectFound(elements, some);
    }
  }
}

TEST_P(LeftCountsTest, NothingIsLeft) {
  for (const int elements : {0, 1, 256, 5000}) expectFound(elements, {});
}

// With textureGather, where there is one, and without it.
TEST_P(LeftCountsTest, BothWaysToCountAgree) {
  constexpr int kElements = 1003;
  constexpr std::int64_t kBlocks = (kElements + LeftCounts::kLeaf - 1) / LeftCounts::kLeaf;
  std::mt19937 random(4);
  std::vector<texel::IdTexel> texels;
  std::vector<int> expected(static_cast<std::size_t>(kBlocks), 0);
  for (int i = 0; i < kElements; ++i) {
    const bool isLeft = random() % 3 == 0;
    texels.push_back(idTexel(9, isLeft ? 0 : 255));
    if (isLeft) ++expected[static_cast<std::size_t>(i / LeftCounts::kLeaf)];
  }
  const texel::IdArray next(device_, "next", texels);
  texel::MapPassInfo info{.name = "sort/count_left",
                          .outputs = {{"o_count", Format::Id}},
                          .prologue = fmt::format("const int kLeaf = {};\n", LeftCounts::kLeaf)};
  for (const bool gathers : {false, true}) {
    if (gathers && !gl::features().gathers) continue;
    if (gathers) {
      info.extensions = {"GL_ARB_gpu_shader5"};
      info.prologue += "#define GATHERS\n";
    }
    texel::MapPass count(device_, info);
    texel::IdArray counts(device_, "counts", kBlocks);
    test::fillWithSentinel(counts);
    count.run(kBlocks, {{"u_next", next}, {"u_elements", kElements}}, {{"o_count", counts}});
    test::expectSameTexels(test::idTexels(expected), counts.download(), device_.textureWidth());
    test::expectSentinelFrom(counts, kBlocks);
  }
}

}  // namespace
}  // namespace gpubuck::sort
