// Shared by the tests of `gpubuck sort`: files of bucket ids, and the lists that are read back.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "app/command.h"
#include "file/npy.h"
#include "file/temporary_folder.h"
#include "reference/bucket_lists.h"

namespace gpubuck::test {

using BucketIds = std::vector<int>;

inline std::string asText(const BucketIds& ids) {
  std::string text;
  for (const int id : ids) text += std::to_string(id) + "\n";
  return text;
}

/// Returns `count` random ids below `buckets`. The same seed gives the same ids.
inline BucketIds randomIds(std::size_t count, int buckets, unsigned seed = 1) {
  std::mt19937 random(seed);
  BucketIds ids(count);
  for (int& id : ids) id = static_cast<int>(random() % static_cast<unsigned>(buckets));
  return ids;
}

struct SortCommand : ::testing::Test {
  TemporaryFolder folder;

  /// Writes the ids to a text file and sorts them by `gpubuck sort`, which writes its lists to the
  /// folder "out". Returns the JSON object that the command prints.
  nlohmann::json sort(const BucketIds& ids, int buckets,
                      const std::vector<std::string>& more = {}) {
    return sortFile(folder.put("ids.txt", asText(ids)), buckets, more);
  }

  nlohmann::json sortFile(const std::string& path, int buckets,
                          const std::vector<std::string>& more = {},
                          const std::string& input = {}) const {
    std::vector<std::string> arguments{
        "sort",        "--cells", path,           "--buckets", std::to_string(buckets),
        "--overwrite", "--out",   folder / "out", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = runGpubuck(arguments, {.input = input});
    EXPECT_TRUE(done(outcome)) << ::testing::PrintToString(arguments);
    return jsonOf(outcome);
  }

  /// Returns the entries of head.npy or next.npy, of which there must be `count`.
  std::vector<int> list(const std::string& name, std::size_t count) const {
    file::InputFile file(folder / ("out/" + name));
    const file::NpyIntegers array = file::readNpyIntegers(file);
    EXPECT_EQ(array.shape, std::vector<std::int64_t>{static_cast<std::int64_t>(count)}) << name;
    return {array.values.begin(), array.values.end()};
  }

  /// Expects that the list of every bucket holds exactly its elements, each once.
  void expectListsOf(const BucketIds& ids, int buckets) const {
    const std::vector<int> head = list("head.npy", static_cast<std::size_t>(buckets));
    EXPECT_EQ(reference::listsError(head, list("next.npy", ids.size()), ids), "");
  }
};

}  // namespace gpubuck::test
