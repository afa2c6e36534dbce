// The line that reports the progress of a job.
#include "base/progress.h"

#include <gtest/gtest.h>

namespace gpubuck {
namespace {

TEST(ProgressText, GivesShareRatesAndTimeLeft) {
  EXPECT_EQ(progressText(300, 0, 1500, 16'200, 20.0),
            "step 300 of 1500 (20 %), 15 steps/s, 0.243 M particle-steps/s, 1:20 left");
}

TEST(ProgressText, Restart_CountsFromItsFirstStep) {
  EXPECT_EQ(progressText(1100, 1000, 1400, 1'000'000, 50.0),
            "step 1100 of 1400 (25 %), 2 steps/s, 2 M particle-steps/s, 2:30 left");
}

TEST(ProgressText, LongRun_ShowsHours) {
  EXPECT_EQ(progressText(1, 0, 3724, 1'000'000, 1.0),
            "step 1 of 3724 (0 %), 1 steps/s, 1 M particle-steps/s, 1:02:03 left");
}

TEST(ProgressText, NoSteps_ShowNoRate) {
  EXPECT_EQ(progressText(7, 7, 10, 5, 3.0), "step 7 of 10 (0 %)");
  EXPECT_EQ(progressText(8, 7, 10, 5, 0.0), "step 8 of 10 (33 %)");
}

TEST(ProgressText, ZeroSteps_Are100Percent) {
  EXPECT_EQ(progressText(4, 4, 4, 5, 1.0), "step 4 of 4 (100 %)");
}

TEST(ShareText, GivesShareAndTimeLeft) {
  EXPECT_EQ(shareText(0.0, 1.0), "0 %");
  EXPECT_EQ(shareText(0.2, 25.0), "20 %, 1:40 left");
  EXPECT_EQ(shareText(1.0, 25.0), "100 %, 0:00 left");
}

TEST(Progress, IsSilentWithoutTerminal) {
  ::testing::internal::CaptureStderr();  // standard error is a file, not a terminal
  {
    Progress progress(0, 2, 10, false);
    progress.update(1);
    progress.update(2);
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace gpubuck
