// The memory of columns: freed columns are reused, within a limit.
#include "pairs/column_memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <set>
#include <thread>
#include <vector>

#include "pairs/pair_table.h"

namespace gpubuck::pairs {
namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

/// Allocates columns and writes every byte of them.
std::vector<void*> allocated(std::size_t columns, std::size_t bytes) {
  std::vector<void*> result;
  for (std::size_t k = 0; k < columns; ++k) {
    result.push_back(allocateColumn(bytes));
    std::memset(result.back(), 0xAB, bytes);
  }
  return result;
}

void freeAll(const std::vector<void*>& columns, std::size_t bytes) {
  for (void* column : columns) freeColumn(column, bytes);
}

// With sanitizers each column is really freed, so that they find accesses to it.
#ifdef GPUBUCK_SANITIZE
TEST(ColumnMemoryTest, NoFreedColumn_IsKept) {
  freeAll(allocated(1, kMegabyte), kMegabyte);
  EXPECT_EQ(keptColumnBytes(), 0);
}
#else
class ColumnMemoryTest : public ::testing::Test {
 protected:
  /// Replaces all columns that earlier tests have left by kept columns of 8 MB.
  void SetUp() override { freeAll(allocated(9, 8 * kMegabyte), 8 * kMegabyte); }
};

TEST_F(ColumnMemoryTest, ColumnOfAboutTheSameSize_HasTheMemoryOfTheFreedColumn) {
  const std::vector<void*> freed = allocated(3, 999'000);
  freeAll(freed, 999'000);
  const std::size_t kept = keptColumnBytes();
  const std::vector<void*> reused = allocated(3, 990'000);
  EXPECT_EQ(std::set(reused.begin(), reused.end()), std::set(freed.begin(), freed.end()));
  EXPECT_LE(keptColumnBytes(), kept - 3 * 999'000);
  freeAll(reused, 990'000);
  EXPECT_EQ(keptColumnBytes(), kept);
}

TEST_F(ColumnMemoryTest, LargerAndMuchSmallerColumns_HaveOtherMemory) {
  const std::vector<void*> freed = allocated(1, kMegabyte);
  freeAll(freed, kMegabyte);
  for (const std::size_t bytes : {kMegabyte + 1, kMegabyte / 2}) {
    const std::vector<void*> other = allocated(1, bytes);
    EXPECT_NE(other, freed) << bytes;
    freeAll(other, bytes);
  }
  const std::vector<void*> reused = allocated(1, kMegabyte);
  EXPECT_EQ(reused, freed);
  freeAll(reused, kMegabyte);
}

TEST_F(ColumnMemoryTest, KeptMemory_HasALimit) {
  constexpr std::size_t kKept = kMostKept / kMegabyte;
  const std::vector<void*> columns = allocated(kKept + 6, kMegabyte);
  freeAll(columns, kMegabyte);
  EXPECT_EQ(keptColumnBytes(), kMostKept);
  // The columns that were freed last are kept.
  const std::vector<void*> reused = allocated(kKept, kMegabyte);
  EXPECT_EQ(std::set(reused.begin(), reused.end()), std::set(columns.begin() + 6, columns.end()));
  freeAll(reused, kMegabyte);
}

TEST_F(ColumnMemoryTest, KeptMemory_IsFreedIfASearchNeedsMore) {
  ASSERT_GT(keptColumnBytes(), 0);
  freeMemoryFor(1);
  EXPECT_GT(keptColumnBytes(), 0);
  freeMemoryFor(std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(keptColumnBytes(), 0);
}

TEST_F(ColumnMemoryTest, SmallAndVeryLargeColumns_AreNotKept) {
  const std::size_t kept = keptColumnBytes();
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{65'535}, kMostKept + 1}) {
    freeAll(allocated(1, bytes), bytes);
    EXPECT_EQ(keptColumnBytes(), kept) << bytes;
  }
}

TEST_F(ColumnMemoryTest, LargeColumns_BeginAtALargePage) {
  for (const std::size_t bytes : {8 * kMegabyte - 1, 8 * kMegabyte, 9 * kMegabyte, kMostKept + 1}) {
    const std::vector<void*> columns = allocated(2, bytes);
    for (void* column : columns) {
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(column) % (2 * kMegabyte), 0U) << bytes;
    }
    freeAll(columns, bytes);
  }
}

// Each thread writes its number into its columns: no two threads have the same column.
TEST_F(ColumnMemoryTest, Threads_HaveColumnsOfTheirOwn) {
  std::vector<std::thread> threads;
  std::vector<int> faults(4, 0);
  for (std::size_t number = 0; number < faults.size(); ++number) {
    threads.emplace_back([&, number] {
      for (int round = 0; round < 500; ++round) {
        const std::size_t bytes = 65'536 + 8192 * static_cast<std::size_t>(round % 7);
        auto* const column = static_cast<unsigned char*>(allocateColumn(bytes));
        std::memset(column, static_cast<int>(number), bytes);
        std::this_thread::yield();
        for (std::size_t k = 0; k < bytes; k += 4096) {
          if (column[k] != number) ++faults[number];
        }
        freeColumn(column, bytes);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(faults, std::vector<int>(4, 0));
  EXPECT_LE(keptColumnBytes(), kMostKept);
}
#endif

}  // namespace
}  // namespace gpubuck::pairs
