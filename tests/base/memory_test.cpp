// The amount of free memory.
#include "base/memory.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

namespace gpubuck {
namespace {

TEST(FreeMemory, IsLessThanTheMachineHas) {
  const auto free = freeMemory();
  ASSERT_TRUE(free);
  EXPECT_GT(*free, 1'000'000);
  EXPECT_LT(*free, std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE));
}

TEST(FreeMemory, FollowsTheAddressSpaceLimit) {
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  rlimit limit = before;
  constexpr std::int64_t kMore = 100'000'000;
  limit.rlim_cur = static_cast<rlim_t>(pages * sysconf(_SC_PAGESIZE) + kMore);
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  const auto free = freeMemory();
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  ASSERT_TRUE(free);
  EXPECT_LE(*free, kMore);
  EXPECT_GT(*free, kMore / 2);
}

}  // namespace
}  // namespace gpubuck
