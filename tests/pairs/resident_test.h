// The search whose kernels run on a GPU, compared with a brute-force search over all images of all
// points. In these tests the kernels run on the processor.
#pragma once

#include <cstring>
#include <memory>
#include <optional>

#include "pairs/resident/resident_search.h"
#include "pairs/search_test.h"

namespace gpubuck::pairs {

/// Runs kernels on the processor, one item after the other. It begins with the last item, since the
/// order must not matter. New memory holds bytes other than 0.
class ProcessorMachine : public ResidentMachine {
 public:
  ResidentMemory allocate(char, int bytes, const std::vector<std::int64_t>& sizes) override {
    auto all = static_cast<std::size_t>(bytes);
    for (const std::int64_t size : sizes) all *= static_cast<std::size_t>(size);
    const auto memory = std::make_shared<std::vector<Chunk>>(
        all / sizeof(Chunk) + 1, Chunk{0x55AA55AA55AA55AA, 0x55AA55AA55AA55AA});
    return {reinterpret_cast<std::uint64_t>(memory->data()), memory};
  }
  void upload(std::uint64_t to, std::span<const std::byte> bytes) override {
    std::ranges::copy(bytes, at(to));
  }
  void download(std::span<std::byte> to, std::uint64_t from) override {
    std::copy_n(at(from), to.size(), to.data());
    ++downloads;
  }
  void copy(std::uint64_t to, std::uint64_t from, std::int64_t bytes) override {
    std::copy_n(at(from), bytes, at(to));
  }
  void clear(std::uint64_t from, std::int64_t words) override {
    std::fill_n(at(from), 4 * words, std::byte{0});
  }
  void run(ResidentKernel kernel, std::int64_t items, const resident::Arguments& a) override {
    using Kernel = void (*)(const resident::Arguments&, resident::Long);
    constexpr std::array<Kernel, 12> kKernels{
#define GPUBUCK_KERNEL(name) resident::name,
        GPUBUCK_KERNELS(GPUBUCK_KERNEL)
#undef GPUBUCK_KERNEL
    };
    for (std::int64_t k = items; k-- > 0;) kKernels[static_cast<std::size_t>(kernel)](a, k);
  }
  void scan(const resident::Word* counts, std::int64_t count, resident::Long*,
            resident::Long* starts) override {
    resident::Long sum = 0;
    for (std::int64_t k = 0; k < count; ++k) {
      starts[k] = sum;
      sum += counts[k];
    }
    starts[count] = sum;
  }
  int group() const override { return resident::kGroup; }

  int downloads = 0;

 private:
  struct alignas(16) Chunk {
    std::uint64_t words[2];
  };

  static std::byte* at(std::uint64_t address) { return reinterpret_cast<std::byte*>(address); }
};

/// Returns the first `count` numbers in memory of a ProcessorMachine.
template <typename Number>
std::vector<Number> numbersIn(const ResidentMemory& memory, std::int64_t count) {
  const auto* const first = reinterpret_cast<const Number*>(memory.address);
  return {first, first + count};
}

/// Points of several systems, and all pairs within the systems.
struct Systems {
  Places points;
  std::vector<std::int64_t> starts{0};
  std::vector<Cell> cells;
  std::vector<ImagePair> expected;

  void add(const Places& own, const Cell& cell, const PairSettings& settings) {
    std::vector<ImagePair> pairs =
        allImagePairs(own, own, true, settings.radius, cell, settings.within);
    if (settings.kind == ListKind::Half) pairs = test::halfOf(pairs);
    const auto first = static_cast<std::int32_t>(points.size());
    for (auto [i, j, s] : pairs) expected.emplace_back(first + i, first + j, s);
    points.insert(points.end(), own.begin(), own.end());
    starts.push_back(std::ssize(points));
    cells.push_back(cell);
  }
};

/// The sets and types of points in a search.
struct ResidentSets {
  /// In a search between two sets, the number of points in the first set. The points of the first
  /// set come before the points of the second set.
  std::optional<std::int64_t> points{};
  std::vector<std::int32_t> types{};
};

class ResidentSearchTest : public testing::Test {
 protected:
  static ResidentInput inputOf(const Systems& systems, const ResidentSets& sets = {}) {
    const auto count = std::ssize(systems.points), own = sets.points.value_or(count);
    const auto address = reinterpret_cast<std::uint64_t>(systems.points.data());
    ResidentInput input{.points = {address, own},
                        .starts = systems.starts,
                        .cells = systems.cells,
                        .types = sets.types};
    if (sets.points) {
      input.others = {address + sizeof(Place) * static_cast<std::uint64_t>(own), count - own};
    }
    return input;
  }

  /// Returns the table of a search as a PairTable, with ids of 32 bits and lengths in double
  /// precision.
  static PairTable tableOf(const ResidentTable& found, std::int64_t points) {
    const std::int64_t rows = found.rows;
    const auto ids = numbersIn<std::int32_t>(found.ids, 2 * rows);
    const auto distances = numbersIn<double>(found.distances, rows);
    PairTable table;
    table.first.assign(ids.begin(), ids.begin() + rows);
    table.second.assign(ids.begin() + rows, ids.end());
    table.distances.assign(distances.begin(), distances.end());
    for (const auto& shift : numbersIn<std::array<std::int32_t, 3>>(found.shifts, rows)) {
      table.shifts.push_back(shift);
    }
    for (const Place& vector : numbersIn<Place>(found.vectors, rows))
      table.vectors.push_back(vector);
    for (const std::int64_t offset : numbersIn<std::int64_t>(found.offsets, points + 1)) {
      table.offsets.push_back(offset);
    }
    return table;
  }

  PairTable tableOf(ResidentSearch& search, const Systems& systems, const ResidentSets& sets = {}) {
    return tableOf(
        search.find(machine_, inputOf(systems, sets), {.offsets = true, .isWide = false}),
        sets.points.value_or(std::ssize(systems.points)));
  }

  void expectAllImages(ResidentSearch& search, const Systems& systems,
                       const ResidentSets& sets = {}) {
    const PairTable table = tableOf(search, systems, sets);
    ASSERT_EQ(pairsOf(table), systems.expected);
    for (std::size_t b = 0; b < systems.cells.size(); ++b) {
      const auto first = static_cast<std::size_t>(systems.starts[b]);
      const auto end = static_cast<std::size_t>(systems.starts[b + 1]);
      if (first == end) continue;
      const std::int64_t lastRow = table.offsets[end];
      for (auto k = static_cast<std::size_t>(table.offsets[first]); std::cmp_less(k, lastRow);
           ++k) {
        const auto i = static_cast<std::size_t>(table.first[k]);
        const Place d = test::vectorOf(systems.points[i],
                                       systems.points[static_cast<std::size_t>(table.second[k])],
                                       table.shifts[k], systems.cells[b]);
        ASSERT_EQ(table.vectors[k], d);
        ASSERT_EQ(table.distances[k], std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
        ASSERT_LE(table.offsets[i], static_cast<std::int64_t>(k));
        ASSERT_GT(table.offsets[i + 1], static_cast<std::int64_t>(k));
      }
    }
  }

  ProcessorMachine machine_;
};

}  // namespace gpubuck::pairs
