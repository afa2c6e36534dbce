// Files with the largest allowed number of elements, and endless files. With sanitizers these tests
// take minutes.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "base/id.h"
#include "file/input_file.h"
#include "file/temporary_folder.h"
#include "formats/readers.h"
#include "support/errors.h"
#include "support/long_tests.h"

namespace gpubuck::formats {
namespace {

using test::messageOf;
using test::names;

struct Limits : ::testing::Test {
  test::TemporaryFolder folder;
};

TEST_F(Limits, BucketIds_MostAreReadAndOneMoreRefused) {
  std::string text(2 * kMaxCount, '\n');
  for (std::size_t i = 0; i < text.size(); i += 2) text[i] = '0';
  const auto read = [&] { return readBucketIds(folder.put("cells.txt", text), 8); };
  EXPECT_EQ(static_cast<std::int64_t>(read().size()), kMaxCount);
  text += "0";
  EXPECT_TRUE(
      names(messageOf<InputError>(read, folder), {"cells.txt:16777216", "16777215 elements"}));
}

/// Writes `head` to a pipe, and then `text` again and again until the reader closes the pipe.
class EndlessPipe {
 public:
  EndlessPipe(const std::string& path, const std::string& head, const std::string& text) {
    std::signal(SIGPIPE, SIG_IGN);
    EXPECT_EQ(mkfifo(path.c_str(), 0600), 0);
    writer_ = std::thread([=] {
      std::string many;
      while (many.size() < 60'000) many += text;
      std::ofstream pipe(path);
      pipe << head;
      while (pipe << many) continue;
    });
  }
  ~EndlessPipe() { writer_.join(); }
  EndlessPipe(const EndlessPipe&) = delete;
  EndlessPipe& operator=(const EndlessPipe&) = delete;

 private:
  std::thread writer_;
};

TEST_F(Limits, LinesOfPipe_AreLimited) {
  const EndlessPipe pipe(folder / "pipe", "", "1\n");
  file::InputFile file(folder / "pipe");
  file::LineReader lines(file, 1000);
  std::string_view line;
  for (int k = 0; k < 1000; ++k) ASSERT_TRUE(lines.next(line));
  EXPECT_TRUE(names(messageOf<InputError>([&] { lines.next(line); }, folder),
                    {"pipe:1001", "1000", "lines"}));
}

// Each input repeats a text endlessly. The first copy of the text is valid input. By default the
// test has only inputs that are refused within a second. With GPUBUCK_LONG_TESTS=1 it also has
// inputs whose refusal takes half a minute.
TEST_F(Limits, EndlessPipe_IsRefusedByEachReader) {
  struct Endless {
    Reader reader;
    const char *head, *text;
    test::Facts facts;
  };
  const test::Facts lines{"33555430", "lines"};
  std::vector<Endless> pipes{{kPointsReader, "0,0\n", "\n", lines},
                             {kLammpsReader, "title\n", "\n# more to come\n", lines}};
  if (test::longTests()) {
    pipes.insert(
        pipes.end(),
        {{kBucketIdsReader, "", "1\n", {"16777215", "elements"}},
         {kPointsReader, "", "0,0\n", {"16777215", "points"}},
         {kPointsReader, "x,y,z\n", "1e0,2,3\n", {"16777215", "points"}},
         {kXyzReader, "", "1\n\na 0 0 0\n", lines},
         {kLammpsReader, "t\n", "1 atoms\n", lines},
         {kLammpsReader, "t\n1 atoms\n0 8 xlo xhi\n0 8 ylo yhi\n0 8 zlo zhi\nMasses\n\n", "1 1\n",
          lines},
         {kLammpsReader, "t\n1 atoms\n0 8 xlo xhi\n0 8 ylo yhi\n0 8 zlo zhi\nDihedrals\n\n",
          "1 1 1 2 3 4\n", lines}});
  }
  for (const auto& [reader, head, text, facts] : pipes) {
    SCOPED_TRACE(fmt::format("{}, {}", reader.name, text));
    const EndlessPipe pipe(folder / "pipe", head, text);
    EXPECT_TRUE(names(messageOf<InputError>([&] { reader.read(folder / "pipe"); }, folder), facts));
    std::filesystem::remove(folder / "pipe");
  }
  if (!test::longTests()) return;
  const EndlessPipe pipe(folder / "pipe.xyz", "", "2\n\na 0 0 0\nb 1 1 1\n");
  EXPECT_TRUE(
      names(messageOf<InputError>([&] { readPoints(folder / "pipe.xyz"); }, folder), lines));
}

}  // namespace
}  // namespace gpubuck::formats
