// The passes of the bucket sort one by one: what each computes, and that it writes nothing else.
#include "sort/sort_fixture.h"
#include "texel/map_pass.h"
#include "texel/scatter_pass.h"

namespace gpubuck::sort {
namespace {

using reference::kNull;
using test::idTexel;
using test::randomMapping;
using texel::Format;

constexpr int kElements = 100;  // a row of test devices and a part of the next
constexpr int kBuckets = 70;

texel::IdArray arrayOf(const texel::Device& device, const std::vector<texel::IdTexel>& texels) {
  texel::IdArray array(device, "input", static_cast<std::int64_t>(texels.size()));
  test::fillWithSentinel(array);
  array.upload(texels);
  return array;
}

texel::IdArray target(const texel::Device& device, std::int64_t count) {
  texel::IdArray array(device, "output", count);
  test::fillWithSentinel(array);
  return array;
}

class SortPassesTest : public test::EngineTest {
 protected:
  texel::MapPass pass(const std::string& name, const std::string& output) {
    return {device_, {.name = name, .outputs = {{output, Format::Id}}}};
  }

  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, SortPassesTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(SortPassesTest, UpdateNextKnowsEveryCase) {
  texel::MapPass update = pass("sort/update_next", "o_next");
  const texel::IdArray mapping = arrayOf(device_, test::idTexels({0, 0, 1, 1, 2, 0}));
  const texel::IdArray head = arrayOf(device_, {idTexel(1), idTexel(kNull), idTexel(4)});
  const texel::IdArray next = arrayOf(device_, {idTexel(kNull, 0), idTexel(5, 0), idTexel(kNull, 0),
                                                idTexel(65'536), idTexel(kNull), idTexel(1, 0)});
  texel::IdArray out = target(device_, 6);
  update.run(6, {{"u_mapping", mapping}, {"u_head", head}, {"u_next", next}}, {{"o_next", out}});
  test::expectSameTexels(
      {
          idTexel(1, 0),      // another holds the head: points at it, still unvisited
          idTexel(5),         // holds the head: keeps its next, now visited
          idTexel(kNull, 0),  // an empty head
          idTexel(65'536),    // visited, not the head: as it was
          idTexel(kNull),     // visited and the head: as it was
          idTexel(1, 0),      // already points at the head
      },
      out.download());
  test::expectSentinelFrom(out, 6);
}

TEST_P(SortPassesTest, UpdateNextFollowsListingOne) {
  texel::MapPass update = pass("sort/update_next", "o_next");
  const std::vector<int> bucketOf = randomMapping(kElements, 0, kBuckets - 1);
  const texel::IdArray mapping = arrayOf(device_, test::idTexels(bucketOf));
  reference::BucketLists before{
      {}, std::vector<int>(kElements, kNull), std::vector<bool>(kElements, false)};
  const auto iterations = reference::listingOne(bucketOf, kBuckets);
  ASSERT_GT(iterations.size(), 2u);
  for (const reference::BucketLists& after : iterations) {
    const texel::IdArray head = arrayOf(device_, test::idTexels(after.head));
    const texel::IdArray next = arrayOf(device_, test::nextTexels(before));
    texel::IdArray out = target(device_, kElements);
    update.run(kElements, {{"u_mapping", mapping}, {"u_head", head}, {"u_next", next}},
               {{"o_next", out}});
    test::expectSameTexels(test::nextTexels(after), out.download());
    test::expectSentinelFrom(out, kElements);
    before = after;
  }
}

/// Old lists, the mapping they were sorted by, and a new mapping.
struct Move {
  std::vector<int> before = randomMapping(kElements, 0, 9, 1);
  std::vector<int> after = before;
  reference::BucketLists lists = reference::bucketSort(before, kBuckets, {.subBuffers = 1}).lists;

  explicit Move(int stride) {
    for (std::size_t i = 0; i < after.size(); i += static_cast<std::size_t>(stride)) {
      after[i] = (after[i] + 40) % kBuckets;
    }
  }
  /// The next texture with the flags of what moved cleared.
  std::vector<texel::IdTexel> marked() const {
    std::vector<texel::IdTexel> texels;
    for (std::size_t i = 0; i < before.size(); ++i) {
      texels.push_back(idTexel(lists.next[i], before[i] != after[i] ? 0 : 255));
    }
    return texels;
  }
};

TEST_P(SortPassesTest, UnlinkSkipsWhatMoved) {
  texel::MapPass unlinkHeads = pass("sort/unlink_heads", "o_head");
  texel::MapPass unlinkNext = pass("sort/unlink_next", "o_next");
  // All, every second, every third, ..., one element.
  for (const int stride : {1, 2, 3, 17, kElements}) {
    const Move move(stride);
    const texel::IdArray head = arrayOf(device_, test::idTexels(move.lists.head));
    const texel::IdArray next = arrayOf(device_, move.marked());
    texel::IdArray newHead = target(device_, kBuckets);
    texel::IdArray newNext = target(device_, kElements);
    unlinkHeads.run(kBuckets, {{"u_head", head}, {"u_next", next}}, {{"o_head", newHead}});
    unlinkNext.run(kElements, {{"u_next", next}}, {{"o_next", newNext}});
    const auto expected = reference::unlinkMoved(move.lists, move.before, move.after);
    test::expectSameTexels(test::idTexels(expected.head), newHead.download());
    test::expectSameTexels(test::nextTexels(expected), newNext.download());
    test::expectSentinelFrom(newHead, kBuckets);
    test::expectSentinelFrom(newNext, kElements);
  }
}

// The flag of a mapping texel is no part of the bucket.
TEST_P(SortPassesTest, MarkMovedClearsOnlyTheFlagsOfWhatMovedAndCountsThem) {
  texel::MapPass mark(device_, {.name = "sort/mark_moved",
                                .outputs = {{"o_next", Format::Id}},
                                .launch = texel::Launch::Fragment,
                                .flagOnly = true});
  const gl::Query query(GL_SAMPLES_PASSED);
  for (const int stride : {1, 2, 17, kElements}) {
    const Move move(stride);
    const texel::IdArray before = arrayOf(device_, test::idTexels(move.before, 0));
    const texel::IdArray after = arrayOf(device_, test::idTexels(move.after, 255));
    texel::IdArray next = arrayOf(device_, test::nextTexels(move.lists));
    query.begin();
    mark.run(kElements, {{"u_old_mapping", before}, {"u_mapping", after}}, {{"o_next", next}});
    query.end();
    test::expectSameTexels(move.marked(), next.download());
    EXPECT_EQ(query.result(), test::countMoved(move.before, move.after));
    test::expectSentinelFrom(next, kElements);
  }
  // Buckets that differ in one of their three bytes.
  const texel::IdArray one = arrayOf(device_, test::idTexels({0x010101, 0x010101, 0x010101}));
  const texel::IdArray other = arrayOf(device_, test::idTexels({0x010102, 0x010201, 0x020101}));
  texel::IdArray next = arrayOf(device_, test::idTexels({1, 2, 3}));
  mark.run(3, {{"u_old_mapping", one}, {"u_mapping", other}}, {{"o_next", next}});
  test::expectSameTexels(test::idTexels({1, 2, 3}, 0), next.download());
}

// Elements 10 .. 89 in two batches, every third already visited. The last one drawn stays.
TEST_P(SortPassesTest, ScatterHeadsKeepsTheLastOfEachBucket) {
  const std::vector<int> bucketOf = randomMapping(kElements, 0, kBuckets - 1);
  reference::BucketLists lists{{}, std::vector<int>(kElements, kNull), {}};
  for (int i = 0; i < kElements; ++i) lists.visited.push_back(i % 3 == 0);
  const texel::IdArray mapping = arrayOf(device_, test::idTexels(bucketOf, 0));
  const texel::IdArray next = arrayOf(device_, test::nextTexels(lists));
  // Two rows of 64 texels, all of which copyTo copies.
  const gl::Buffer attribute("mapping", 2 * test::kTestTextureWidth * sizeof(texel::IdTexel),
                             nullptr, GL_STREAM_COPY);
  mapping.copyTo(attribute);
  std::vector<std::uint32_t> falling;
  for (int i = 0; i < kElements; ++i) {
    falling.push_back(static_cast<std::uint32_t>(kElements - 1 - i));
  }
  const gl::Buffer order("order", falling.size() * sizeof(std::uint32_t), falling.data(),
                         GL_STATIC_DRAW);
  texel::ScatterPass byAttribute(device_, "sort/scatter_heads", "#define BUCKET_ATTRIBUTE\n");
  texel::ScatterPass byFetch(device_, "sort/scatter_heads");

  for (const gl::Buffer* drawOrder : {static_cast<const gl::Buffer*>(nullptr), &order}) {
    std::vector<texel::IdTexel> expected(kBuckets, test::kIdSentinel);
    std::array<std::uint64_t, 2> drawn{};
    for (int place = 10; place < 90; ++place) {
      const int i = drawOrder != nullptr ? kElements - 1 - place : place;
      if (lists.visited[static_cast<std::size_t>(i)]) continue;
      expected[static_cast<std::size_t>(bucketOf[static_cast<std::size_t>(i)])] = idTexel(i);
      ++drawn[place < 30 ? 0 : 1];
    }
    for (const bool fetch : {false, true}) {
      const std::array<gl::Query, 2> queries{gl::Query(GL_SAMPLES_PASSED),
                                             gl::Query(GL_SAMPLES_PASSED)};
      const std::array<texel::PointBatch, 2> batches{texel::PointBatch{10, 20, &queries[0]},
                                                     texel::PointBatch{30, 60, &queries[1]}};
      texel::IdArray head = target(device_, kBuckets);
      if (fetch) {
        byFetch.run({batches, nullptr, drawOrder}, {{"u_next", next}, {"u_mapping", mapping}},
                    head);
      } else {
        byAttribute.run({batches, &attribute, drawOrder}, {{"u_next", next}}, head);
      }
      test::expectSameTexels(expected, head.download());
      test::expectSentinelFrom(head, kBuckets);
      EXPECT_EQ(queries[0].result(), drawn[0]);
      EXPECT_EQ(queries[1].result(), drawn[1]);
    }
  }
}

}  // namespace
}  // namespace gpubuck::sort
