// Errors: their text and their exit code.
#include "base/error.h"

#include <gtest/gtest.h>

#include "base/id.h"

namespace gpubuck {
namespace {

template <typename Thrown>
Error caught(const Thrown& thrown) {
  try {
    throw thrown;
  } catch (const Error& error) {
    return error;
  }
}

TEST(Error, PrintsSubjectAndReasonOnOneLine) {
  EXPECT_STREQ(caught(InputError("fluid.kT", "-1 is not in 0..1000000")).what(),
               "fluid.kT: -1 is not in 0..1000000");
  EXPECT_STREQ(caught(RunError("step 12", "particle 3 is not finite")).what(),
               "step 12: particle 3 is not finite");
}

TEST(Error, ForeignWords_ArePrintable) {
  const InputError error("FIELD:3\x1b", "ensemble \x01\n\xff: must be nvt");
  EXPECT_STREQ(error.what(), "FIELD:3\\x1b: ensemble \\x01\\n\\xff: must be nvt");
  EXPECT_STREQ(error.with("\t").what(), "FIELD:3\\x1b: ensemble \\x01\\n\\xff: must be nvt\\t");
}

TEST(Error, InputError_DiffersFromRunError) {
  EXPECT_EQ(caught(InputError("a", "b")).exitCode(), 2);
  EXPECT_EQ(caught(RunError("a", "b")).exitCode(), 1);
  EXPECT_THROW(throw InputError("a", "b"), std::runtime_error);
}

TEST(Id, LargestCount_LeavesNullUnused) {
  EXPECT_EQ(kNullId, 255u + 256u * 255u + 65536u * 255u);
  EXPECT_EQ(static_cast<std::int64_t>(kNullId), kMaxCount);  // ids are 0..kMaxCount - 1
}

}  // namespace
}  // namespace gpubuck
