// The passes of the bucket sort one by one: their results, and a check that they write nothing
// else.
#include "sort/single_pass_sort.h"
#include "sort/sort_fixture.h"
#include "texel/map_pass.h"
#include "texel/scatter_pass.h"

namespace gpubuck::sort {
namespace {

using reference::kNull;
using test::idTexel;
using test::randomMapping;
using texel::Format;

constexpr int kElements = 100;  // one row of test devices and a part of the next row
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

class SortPassesTest : public test::FilledTest {
 protected:
  texel::MapPass pass(const std::string& name, const std::string& output) {
    return {device_, {.name = name, .outputs = {{output, Format::Id}}}};
  }

  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Fillings, SortPassesTest, ::testing::ValuesIn(test::testedFillings()),
                         test::fillingName);

TEST_P(SortPassesTest, UpdateNext_CoversEveryCase) {
  texel::MapPass update = pass("sort/update_next", "o_next");
  const texel::IdArray mapping = arrayOf(device_, test::idTexels({0, 0, 1, 1, 2, 0}));
  const texel::IdArray head = arrayOf(device_, {idTexel(1), idTexel(kNull), idTexel(4)});
  const texel::IdArray next = arrayOf(device_, {idTexel(kNull, 0), idTexel(5, 0), idTexel(kNull, 0),
                                                idTexel(65'536), idTexel(kNull), idTexel(1, 0)});
  texel::IdArray out = target(device_, 6);
  update.run(6, {{"u_mapping", mapping}, {"u_head", head}, {"u_next", next}}, {{"o_next", out}});
  test::expectSameTexels(
      {
          idTexel(1, 0),      // not the head: points at the head, still unvisited
          idTexel(5),         // the head: keeps its next, now visited
          idTexel(kNull, 0),  // an empty head
          idTexel(65'536),    // visited, not the head: unchanged
          idTexel(kNull),     // visited and the head: unchanged
          idTexel(1, 0),      // already points at the head
      },
      out.download());
  test::expectSentinelFrom(out, 6);
}

TEST_P(SortPassesTest, UpdateNext_MatchesListingOne) {
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

/// Lists, the mapping by which they were sorted, and a new mapping.
struct Move {
  std::vector<int> before = randomMapping(kElements, 0, 9, 1);
  std::vector<int> after = before;
  reference::BucketLists lists = reference::bucketSort(before, kBuckets, {.subBuffers = 1}).lists;

  explicit Move(int stride) {
    for (std::size_t i = 0; i < after.size(); i += static_cast<std::size_t>(stride)) {
      after[i] = (after[i] + 40) % kBuckets;
    }
  }
  /// Returns the texels of `next` after the flags of moved elements are cleared.
  std::vector<texel::IdTexel> marked() const {
    std::vector<texel::IdTexel> texels;
    for (std::size_t i = 0; i < before.size(); ++i) {
      texels.push_back(idTexel(lists.next[i], before[i] != after[i] ? 0 : 255));
    }
    return texels;
  }
};

TEST_P(SortPassesTest, Unlink_SkipsMovedElements) {
  texel::MapPass unlinkHeads = pass("sort/unlink_heads", "o_head");
  texel::MapPass unlinkNext = pass("sort/unlink_next", "o_next");
  // Marks all elements, every second element, every third element, ..., or one element.
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

// The flag of a mapping's texel is not part of the bucket.
TEST_P(SortPassesTest, MarkMoved_ClearsAndCountsFlagsOfMoved) {
  texel::MapPass mark(device_, {.name = "sort/mark_moved",
                                .outputs = {{"o_next", Format::Id}},
                                .launch = texel::Launch::Fragment,
                                .flagOnly = true});
  const gl::Query query = test::makeSampleQuery();
  for (const int stride : {1, 2, 17, kElements}) {
    const Move move(stride);
    const texel::IdArray before = arrayOf(device_, test::idTexels(move.before, 0));
    const texel::IdArray after = arrayOf(device_, test::idTexels(move.after, 255));
    texel::IdArray next = arrayOf(device_, test::nextTexels(move.lists));
    query.begin();
    mark.run(kElements, {{"u_old_mapping", before}, {"u_mapping", after}}, {{"o_next", next}});
    query.end();
    test::expectSameTexels(move.marked(), next.download());
    EXPECT_EQ(query.result(), test::asTold(test::countMoved(move.before, move.after)));
    test::expectSentinelFrom(next, kElements);
  }
  // Each pair of buckets differs in one of their three bytes.
  const texel::IdArray one = arrayOf(device_, test::idTexels({0x010101, 0x010101, 0x010101}));
  const texel::IdArray other = arrayOf(device_, test::idTexels({0x010102, 0x010201, 0x020101}));
  texel::IdArray next = arrayOf(device_, test::idTexels({1, 2, 3}));
  mark.run(3, {{"u_old_mapping", one}, {"u_mapping", other}}, {{"o_next", next}});
  test::expectSameTexels(test::idTexels({1, 2, 3}, 0), next.download());
}

/// Returns the buckets of 100 elements in runs of 1, 2, 3, ... elements. All elements of a run have
/// the same bucket, one of 10.
std::vector<int> bucketsInRuns() {
  std::vector<int> bucketOf;
  for (int length = 1; bucketOf.size() < kElements; ++length) {
    bucketOf.insert(bucketOf.end(), static_cast<std::size_t>(length), 60 + length % 10);
  }
  bucketOf.resize(kElements);
  return bucketOf;
}

/// The outputs of sort/link_runs: next, and for each element its bucket and the length of the run
/// that ends at the element.
struct Runs {
  std::vector<texel::IdTexel> next, runs;

  explicit Runs(const std::vector<int>& bucketOf) {
    std::uint32_t length = 0;
    for (std::size_t i = 0; i < bucketOf.size(); ++i) {
      ++length;
      const bool ends = i + 1 == bucketOf.size() || bucketOf[i + 1] != bucketOf[i] || i % 64 == 63;
      next.push_back(ends ? idTexel(kNull, 0) : idTexel(static_cast<int>(i) + 1));
      runs.push_back(idTexel(bucketOf[i], ends ? length : 0));
      if (ends) length = 0;
    }
  }
  bool endsAt(std::size_t i) const { return runs[i] >> 24 != 0; }
  int firstOf(std::size_t i) const { return static_cast<int>(i + 1 - (runs[i] >> 24)); }
};

TEST_P(SortPassesTest, LinkRuns_LeavesTheLastOfARunUnvisited) {
  texel::MapPass link(device_, {.name = "sort/link_runs",
                                .outputs = {{"o_next", Format::Id}, {"o_run", Format::Id}},
                                .prologue = "const int kLongestRun = 64;\n"});
  for (const std::vector<int>& bucketOf :
       {bucketsInRuns(), std::vector<int>(kElements, 3), randomMapping(kElements, 0, 5)}) {
    const Runs expected(bucketOf);
    const texel::IdArray mapping = arrayOf(device_, test::idTexels(bucketOf));
    texel::IdArray next = target(device_, kElements);
    texel::IdArray runs = target(device_, kElements);
    link.run(kElements, {{"u_mapping", mapping}, {"u_elements", kElements}},
             {{"o_next", next}, {"o_run", runs}});
    test::expectSameTexels(expected.next, next.download());
    test::expectSameTexels(expected.runs, runs.download());
    test::expectSentinelFrom(next, kElements);
    test::expectSentinelFrom(runs, kElements);
  }
}

// The turn has elements 20 .. 79 of 100. Elements within a run, and elements outside of the turn,
// are unchanged.
TEST_P(SortPassesTest, Turn_LinksAndPlacesItsRunsOnly) {
  const auto pass = [&](const char* name, bool flagOnly) {
    return texel::MapPass(device_, {.name = name,
                                    .outputs = {{"o_next", Format::Id}},
                                    .launch = texel::Launch::Fragment,
                                    .flagOnly = flagOnly});
  };
  const Runs runs(bucketsInRuns());
  const texel::Range turn{20, 60};
  std::vector<texel::IdTexel> heads(kBuckets, idTexel(kNull));
  for (int bucket = 60; bucket < kBuckets; bucket += 2) {
    heads[static_cast<std::size_t>(bucket)] = idTexel(70'000 + bucket);
  }
  // The runs that end at 27 and 54 have won their buckets, whose heads are the first elements of
  // these runs. So has a run outside of the turn.
  for (const std::size_t i : {std::size_t{27}, std::size_t{54}, std::size_t{2}}) {
    ASSERT_TRUE(runs.endsAt(i)) << i;
    heads[runs.runs[i] & kNullId] = idTexel(runs.firstOf(i));
  }
  const texel::IdArray runArray = arrayOf(device_, runs.runs);
  const texel::IdArray head = arrayOf(device_, heads);
  std::vector<texel::IdTexel> linked = runs.next;
  for (std::size_t i = 20; i < 80; ++i) {
    if (runs.endsAt(i)) linked[i] = idTexel(static_cast<int>(heads[runs.runs[i] & kNullId]), 0);
  }
  texel::IdArray next = arrayOf(device_, runs.next);
  pass("sort/link_turn", false)
      .run(turn, {{"u_runs", runArray}, {"u_head", head}}, {{"o_next", next}});
  test::expectSameTexels(linked, next.download());

  const gl::Query placed = test::makeSampleQuery();
  texel::MapPass place = pass("sort/place_turn", true);
  placed.begin();
  place.run(turn, {{"u_runs", runArray}, {"u_head", head}}, {{"o_next", next}});
  placed.end();
  for (const std::size_t i : {std::size_t{27}, std::size_t{54}}) linked[i] |= 0xFF000000u;
  test::expectSameTexels(linked, next.download());
  EXPECT_EQ(placed.result(), test::asTold(2u));
  test::expectSentinelFrom(next, kElements);
}

TEST_P(SortPassesTest, GatherUnvisited_FindsAllUnvisited) {
  HistoPyramid counts(device_, kElements);
  const std::vector<texel::MapPassInfo::Variable> outputs{
      {"o_element", Format::Id}, {"o_run", Format::Id}, {"o_next", Format::Id}};
  texel::MapPass ofRuns(device_, {.name = "sort/gather_unvisited",
                                  .outputs = outputs,
                                  .prologue = counts.prologue() + "#define RUNS\n"});
  texel::MapPass ofElements(
      device_,
      {.name = "sort/gather_unvisited", .outputs = outputs, .prologue = counts.prologue()});
  texel::ScatterPass putBack(device_, "sort/put_back");
  const std::vector<int> bucketOf = randomMapping(kElements, 0, kBuckets - 1);
  std::vector<texel::IdTexel> buckets = test::idTexels(bucketOf, 7);
  std::vector<texel::IdTexel> heads;
  for (int bucket = 0; bucket < kBuckets; ++bucket) heads.push_back(idTexel(90'000 + bucket));
  const texel::IdArray head = arrayOf(device_, heads);
  const texel::IdArray bucketArray = arrayOf(device_, buckets);
  // Marks all elements, every second element, ..., or only the first and the last element, which
  // are in incomplete blocks.
  for (const int stride : {1, 2, 5, 17, kElements - 1}) {
    std::vector<texel::IdTexel> next(kElements, idTexel(5));
    std::vector<int> left;
    for (int i = 0; i < kElements; i += stride) {
      next[static_cast<std::size_t>(i)] = idTexel(5, 0);
      left.push_back(i);
    }
    texel::IdArray nextArray = arrayOf(device_, next);
    counts.count(nextArray);
    EXPECT_EQ(counts.total(), std::ssize(left));
    const auto size = static_cast<std::int64_t>(left.size());
    for (texel::MapPass* gather : {&ofRuns, &ofElements}) {
      texel::IdArray element = target(device_, size), run = target(device_, size),
                     leftNext = target(device_, size);
      std::vector<texel::Input> inputs = counts.inputs();
      inputs.insert(inputs.end(), {{"u_buckets", bucketArray}, {"u_head", head}});
      gather->run(size, inputs, {{"o_element", element}, {"o_run", run}, {"o_next", leftNext}});
      std::vector<texel::IdTexel> runs, nexts;
      for (const int i : left) {
        const int bucket = bucketOf[static_cast<std::size_t>(i)];
        runs.push_back(idTexel(bucket, gather == &ofRuns ? 7 : 1));
        nexts.push_back(idTexel(90'000 + bucket, 0));
      }
      test::expectSameTexels(test::idTexels(left), element.download());
      test::expectSameTexels(runs, run.download());
      test::expectSameTexels(nexts, leftNext.download());
      test::expectSentinelFrom(leftNext, size);
      if (gather != &ofElements) continue;
      const std::array<texel::PointBatch, 1> all{{{0, size, nullptr}}};
      putBack.run({.batches = all}, {{"u_element", element}, {"u_gathered_next", leftNext}},
                  nextArray);
      for (std::size_t k = 0; k < left.size(); ++k) {
        next[static_cast<std::size_t>(left[k])] = nexts[k];
      }
      test::expectSameTexels(next, nextArray.download());
      test::expectSentinelFrom(nextArray, kElements);
    }
  }
}

// Elements 10 .. 89 are drawn in two batches. Every third element has already been visited. The
// last point drawn stays.
TEST_P(SortPassesTest, ScatterHeads_KeepsTheLastOfEachBucket) {
  const std::vector<int> bucketOf = randomMapping(kElements, 0, kBuckets - 1);
  reference::BucketLists lists{{}, std::vector<int>(kElements, kNull), {}};
  for (int i = 0; i < kElements; ++i) lists.visited.push_back(i % 3 == 0);
  const texel::IdArray mapping = arrayOf(device_, test::idTexels(bucketOf, 0));
  const texel::IdArray next = arrayOf(device_, test::nextTexels(lists));
  // copyTo copies all of two rows of 64 texels.
  const gl::Buffer attribute("mapping", 2 * test::kTestTextureWidth * sizeof(texel::IdTexel),
                             nullptr, GL_STREAM_COPY);
  mapping.copyTo(attribute);
  texel::ScatterPass scatter(device_, "sort/scatter_heads");
  std::vector<texel::IdTexel> expected(kBuckets, test::idSentinel());
  std::array<std::uint64_t, 2> drawn{};
  for (int i = 10; i < 90; ++i) {
    if (lists.visited[static_cast<std::size_t>(i)]) continue;
    expected[static_cast<std::size_t>(bucketOf[static_cast<std::size_t>(i)])] = idTexel(i);
    ++drawn[i < 30 ? 0 : 1];
  }
  const std::array<gl::Query, 2> queries{test::makeSampleQuery(), test::makeSampleQuery()};
  const std::array<texel::PointBatch, 2> batches{texel::PointBatch{10, 20, &queries[0]},
                                                 texel::PointBatch{30, 60, &queries[1]}};
  texel::IdArray head = target(device_, kBuckets);
  scatter.run({batches, &attribute}, {{"u_next", next}}, head);
  test::expectSameTexels(expected, head.download());
  test::expectSentinelFrom(head, kBuckets);
  EXPECT_EQ(queries[0].result(), test::asTold(drawn[0]));
  EXPECT_EQ(queries[1].result(), test::asTold(drawn[1]));
}

}  // namespace
}  // namespace gpubuck::sort
