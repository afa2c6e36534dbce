#include "library/calls.h"

#include <algorithm>

#include "support/sorts.h"

namespace gpubuck::test {
namespace {

constexpr std::int64_t kBuckets = 40;

/// Returns the bucket of each of 300 elements. The textures for 300 elements have several rows.
/// Buckets from 30 on stay empty.
std::vector<std::uint32_t> bucketsOfElements() {
  std::vector<std::uint32_t> buckets(300);
  std::uint32_t state = 7;
  for (std::uint32_t& bucket : buckets) {
    state = state * 1664525U + 1013904223U;
    bucket = (state >> 16) % 30U;
  }
  return buckets;
}

std::vector<Point> points() {
  std::vector<Point> all(200);
  std::uint32_t state = 11;
  for (Point& point : all) {
    for (double& x : point) {
      state = state * 1664525U + 1013904223U;
      x = 6.0 * static_cast<double>(state >> 8) / 16777216.0;
    }
  }
  return all;
}

template <typename Numbers>
void append(std::vector<double>& all, const Numbers& numbers) {
  all.insert(all.end(), numbers.begin(), numbers.end());
}

void appendLists(std::vector<double>& all, const Lists& lists) {
  for (const std::int32_t head : lists.head) {
    std::vector<std::int32_t> list;
    // A faulty list may be endless. It is cut off when it has one entry more than there are
    // elements.
    for (std::int32_t i = head; i != Lists::kEnd && list.size() <= lists.next.size();
         i = lists.next[static_cast<std::size_t>(i)]) {
      list.push_back(i);
    }
    std::sort(list.begin(), list.end());
    all.push_back(static_cast<double>(list.size()));
    append(all, list);
  }
}

}  // namespace

std::vector<double> callEverything(const Context& context, const AfterCall& afterCall) {
  std::vector<double> all;
  const texel::Engine engine =
      context.engine() == Engine::Fast ? texel::Engine::Fast : texel::Engine::Paper;
  const std::vector<std::uint32_t> bucketOf = bucketsOfElements();

  std::vector<SortSettings> listSorts{
      {.algorithm = Algorithm::Auto},
      {.algorithm = Algorithm::Bucket, .subBuffers = 3, .partition = Partition::Contiguous}};
  for (const Algorithm algorithm : test::sortsOf(engine)) {
    listSorts.push_back({.algorithm = algorithm});
  }
  for (const SortSettings& settings : listSorts) {
    appendLists(all, sortIntoLists(context, bucketOf, kBuckets, settings));
    afterCall("sortIntoLists");
  }

  std::vector<Algorithm> rangeSorts = test::sortsOf(engine, sort::ResultKind::Ranges);
  rangeSorts.push_back(Algorithm::Auto);
  for (const Algorithm algorithm : rangeSorts) {
    const Ranges ranges = sortIntoRanges(context, bucketOf, kBuckets, {.algorithm = algorithm});
    append(all, ranges.order);
    append(all, ranges.start);
    afterCall("sortIntoRanges");
  }

  for (const Cell& where : {Cell{}, Cell::rectangular({6.0, 6.0, 6.0}, {true, true, false})}) {
    for (const char* search : {"cells27", "octant=2"}) {
      NeighbourList list(context, 1.0, {.search = search});
      afterCall("NeighbourList");
      const PairTable table = list.find(points(), where);
      append(all, table.offsets);
      append(all, table.second);
      append(all, table.distances);
      afterCall("NeighbourList::find");
    }
    afterCall("NeighbourList::~NeighbourList");
  }

  {
    Fluid fluid = Fluid::fromText(
        context, "box.size = [4, 4, 4]\nsort.algorithm = \"bucket\"\nsort.reorder_every = 3\n");
    afterCall("Fluid::fromText");
    fluid.step(5);
    afterCall("Fluid::step");
    const Measurement seen = fluid.measure();
    append(all, std::vector<double>{seen.time, seen.temperature, seen.pressure,
                                    seen.potentialEnergy, seen.kineticEnergy});
    afterCall("Fluid::measure");
    for (const Point& r : fluid.particles().positions) append(all, r);
    afterCall("Fluid::particles");
    append(all, fluid.render(160, 90).rgb);
    afterCall("Fluid::render");
    fluid.set({"fluid.kT=1.5", "search.kind=octant=2"});
    afterCall("Fluid::set");
    fluid.step(2);
    for (const Point& r : fluid.particles().positions) append(all, r);
  }
  afterCall("Fluid::~Fluid");
  {
    // Surfaces and glass are drawn by blending.
    Fluid fluid = Fluid::fromText(context,
                                  "frames.style = \"surface\"\nbox.size = [6, 6, 6]\n"
                                  "[[solid]]\nkind = \"vessel\"\nshape = \"sphere\"\n"
                                  "centre = [3, 3, 3]\nradius = 2.5\n");
    append(all, fluid.render(160, 90).rgb);
    afterCall("Fluid::render of a surface");
  }
  return all;
}

}  // namespace gpubuck::test
