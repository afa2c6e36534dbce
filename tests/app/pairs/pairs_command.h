// Shared by the tests of `gpubuck pairs`: its runs and its points.
#pragma once

#include <gtest/gtest.h>

#include "app/command.h"
#include "file/npy.h"
#include "file/temporary_folder.h"

namespace gpubuck::test {

struct PairsCommand : ::testing::Test {
  TemporaryFolder folder;

  /// Runs `gpubuck pairs` with --overwrite, since a test may write its files again.
  static Outcome pairs(const std::string& points, std::vector<std::string> more,
                       const std::string& input = {}) {
    more.insert(more.begin(), {"pairs", points, "--overwrite"});
    return runGpubuck(more, {.input = input});
  }
  /// Writes a file with the corners of a square of side 1 and one point far away, and returns the
  /// file's path.
  std::string square() const {
    return folder.put("points.csv", "x,y,z\n0,0,0\n1,0,0\n0,1,0\n1,1,0\n9,9,9\n");
  }
};

/// Returns the text of a CSV file of `count` points at one place.
inline std::string heap(std::size_t count) {
  std::string lines = "x,y,z\n";
  for (std::size_t i = 0; i < count; ++i) lines += "1,-2,3\n";
  return lines;
}

}  // namespace gpubuck::test
