#include "file/input_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "file/npy.h"
#include "file/output_file.h"
#include "file/temporary_folder.h"
#include "formats/readers.h"
#include "support/errors.h"

namespace gpubuck::formats {
namespace {

using test::messageOf;
using test::names;

const Reader kReaders[] = {kBucketIdsReader, kPointsReader, kXyzReader, kLammpsReader};

struct Input : ::testing::Test {
  test::TemporaryFolder folder;
};

TEST_F(Input, PathWithNul_IsRefused) {
  const std::string path = folder / "there";
  std::ofstream(path) << "1\n";
  const std::string beyond = path + std::string("\0.txt", 5);
  const test::Facts facts{path + "\\x00.txt", "NUL"};
  for (const Reader& reader : kReaders) {
    SCOPED_TRACE(reader.name);
    EXPECT_TRUE(names(messageOf<InputError>([&] { reader.read(beyond); }), facts));
  }
  EXPECT_TRUE(names(messageOf<InputError>([&] { file::writeFile(beyond, "2\n", ""); }), facts));
  std::string held;
  std::getline(std::ifstream(path), held);
  EXPECT_EQ(held, "1");
}

TEST_F(Input, EndlessFilesAndFolders_AreRefused) {
  for (const Reader& reader : kReaders) {
    SCOPED_TRACE(reader.name);
    EXPECT_TRUE(names(messageOf<InputError>([&] { reader.read("/dev/zero"); }, folder),
                      {"/dev/zero:1", "1048576", "longer"}));
    EXPECT_TRUE(names(messageOf<InputError>([&] { reader.read("/proc"); }, folder),
                      {"/proc", "Is a directory"}));
    EXPECT_TRUE(names(messageOf<InputError>([&] { reader.read("/dev/null"); }, folder),
                      {"/dev/null", "empty"}));
  }
}

TEST_F(Input, PipeWithoutWriter_IsRefused) {
  const std::string path = folder / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  for (const Reader& reader : kReaders) {
    SCOPED_TRACE(reader.name);
    EXPECT_TRUE(names(messageOf<InputError>([&] { reader.read(path); }, folder),
                      {"pipe", "opened", "1 s"}));
  }
}

TEST_F(Input, Pipe_IsReadToItsEnd) {
  const std::string path = folder / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  using namespace std::chrono_literals;
  // The writer opens the pipe late, and writes slowly.
  std::thread writer([&] {
    std::this_thread::sleep_for(50ms);
    std::ofstream pipe(path);
    std::this_thread::sleep_for(50ms);
    pipe << "1\n" << std::flush;
    std::this_thread::sleep_for(50ms);
    pipe << "2\n";
  });
  EXPECT_EQ(readBucketIds(path, 10), (std::vector<std::uint32_t>{1, 2}));
  writer.join();
}

TEST_F(Input, PipeClosedWithoutData_IsAnEmptyFile) {
  const std::string path = folder / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream pipe(path); });
  EXPECT_TRUE(
      names(messageOf<InputError>([&] { readBucketIds(path, 10); }, folder), {"pipe", "empty"}));
  writer.join();
}

TEST_F(Input, LinesOfFile_AreNotLimited) {
  std::string text;
  for (int k = 0; k < 1001; ++k) text += "1\n";
  file::InputFile file(folder.put("file", text));
  file::LineReader lines(file, 1000);
  std::string_view line;
  int read = 0;
  while (lines.next(line)) ++read;
  EXPECT_EQ(read, 1001);
}

// Memory must not be allocated because of a length that a file merely claims.
TEST_F(Input, Memory_IsAllocatedAsDataArrive) {
  const auto peakMegabytes = [] {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
      std::int64_t kilobytes = 0;
      if (word == "VmHWM:" && status >> kilobytes) return kilobytes / 1024;
    }
    return std::int64_t{-1};
  };
  const auto riseOf = [&](const auto& read) {
    std::ofstream("/proc/self/clear_refs") << "5";  // resets the peak
    const std::int64_t before = peakMegabytes();
    EXPECT_GT(before, 0);
    EXPECT_THROW(read(), InputError);
    return peakMegabytes() - before;
  };
  const std::string points = folder.put("p.npy", file::npyHead("f8", {16'777'215, 3}) + "12345678");
  EXPECT_LT(riseOf([&] { readPoints(points); }), 64);
  const std::string ids = folder.put("ids.npy", file::npyHead("i8", {16'777'215}) + "12345678");
  EXPECT_LT(riseOf([&] { readBucketIds(ids, 10); }), 64);
  const std::string frame = folder.put("f.xyz", "16777215\n\na 1 2 3\n");
  EXPECT_LT(riseOf([&] { readExtendedXyz(frame, fluidInBox()); }), 64);
  EXPECT_LT(riseOf([&] { readPoints(frame); }), 64);
  const std::string atoms = folder.put(
      "a.data", "t\n16777215 atoms\n0 8 xlo xhi\n0 8 ylo yhi\n0 8 zlo zhi\nAtoms\n\n1 1 1 1 1\n");
  EXPECT_LT(riseOf([&] { readLammpsData(atoms, fluidInBox()); }), 64);
}

TEST_F(Input, Message_IsShortForAnyContents) {
  const std::string zeros(1'000'000, '0');
  EXPECT_TRUE(
      names(messageOf<InputError>(
                [&] { readBucketIds(folder.put("ids.txt", "1\n" + zeros + "10\n"), 10); }, folder),
            {"ids.txt:2", "bucket id", "10"}));
  std::string shape = "(1";
  for (int i = 0; i < 10'000; ++i) shape += ", 1";
  const std::string dictionary =
      "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + "), }";
  std::string head = "\x93NUMPY\x01";
  head += '\0';
  head += static_cast<char>(dictionary.size() % 256);
  head += static_cast<char>(dictionary.size() / 256);
  const std::string path = folder.put("p.npy", head + dictionary + "12345678");
  EXPECT_TRUE(names(messageOf<InputError>([&] { readPoints(path); }, folder),
                    {"p.npy", "10001 dimensions", "64"}));
  EXPECT_TRUE(names(messageOf<InputError>([&] { readBucketIds(path, 10); }, folder),
                    {"p.npy", "10001 dimensions", "64"}));
}

// The reader may search the comment line of a frame once, but not again for each point.
TEST_F(Input, LongComment_TakesNoTimePerPoint) {
  std::string frame = "20000\n" + std::string(1'000'000, ' ') + "\n";
  for (int i = 0; i < 20'000; ++i) frame += "a 1 2 3\n";
  EXPECT_EQ(readPoints(folder.put("p.xyz", frame)).positions.size(), 20'000U);
}

TEST(InQuotes, TruncatesBetweenCharacters) {
  EXPECT_EQ(file::inQuotes("short"), "'short'");
  EXPECT_EQ(file::inQuotes(std::string(40, 'x')), "'" + std::string(40, 'x') + "'");
  EXPECT_EQ(file::inQuotes(std::string(41, 'x')), "'" + std::string(40, 'x') + "...'");
  EXPECT_EQ(file::inQuotes(std::string(39, 'x') + "\u00e9y"), "'" + std::string(39, 'x') + "...'");
}

}  // namespace
}  // namespace gpubuck::formats
