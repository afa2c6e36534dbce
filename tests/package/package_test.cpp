// The package as a user gets it: installed to a folder of its own, its headers alone, and the
// example built against it.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

namespace gpubuck {
namespace {

namespace fs = std::filesystem;

class Package : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    fs::remove_all(folder());
    fs::create_directories(folder());
    run(fmt::format("'{}' --install '{}' --prefix '{}'", GPUBUCK_CMAKE, GPUBUCK_BUILD,
                    prefix().string()));
  }
  static void TearDownTestSuite() { fs::remove_all(folder()); }

  static fs::path folder() {
    return fs::temp_directory_path() / fmt::format("gpubuck-package-{}", getpid());
  }
  static fs::path prefix() { return folder() / "installed"; }

  /// What the command prints. The test fails, and shows it, where the command does.
  static std::string run(const std::string& command) {
    FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
    std::string output;
    std::array<char, 4096> part;
    while (const std::size_t count = std::fread(part.data(), 1, part.size(), pipe)) {
      output.append(part.data(), count);
    }
    EXPECT_EQ(pclose(pipe), 0) << command << '\n' << output;
    return output;
  }
};

TEST_F(Package, EveryHeaderCompilesAlone) {
  int headers = 0;
  for (const auto& entry : fs::directory_iterator(prefix() / "include/gpubuck")) {
    if (entry.path().extension() != ".h") continue;
    run(
        fmt::format("'{}' -std=c++20 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror "
                    "-fsyntax-only '-I{}' -include '{}' -x c++ /dev/null",
                    GPUBUCK_COMPILER, (prefix() / "include").string(), entry.path().string()));
    ++headers;
  }
  EXPECT_EQ(headers, 8);
}

TEST_F(Package, TheProgramIsThere) {
  EXPECT_EQ(run(fmt::format("'{}' --version", (prefix() / "bin/gpubuck").string())),
            GPUBUCK_VERSION "\n");
}

TEST_F(Package, TheLibraryNeedsNoHdf5) {
  const std::string needed = run(fmt::format("ldd '{}/libgpubuck.so'", GPUBUCK_BUILD));
  EXPECT_NE(needed.find("libfmt"), std::string::npos) << needed;
  EXPECT_EQ(needed.find("hdf5"), std::string::npos) << needed;
}

TEST_F(Package, TheExampleIsBuiltAgainstIt) {
  const std::string build = (folder() / "example").string();
  run(
      fmt::format("'{}' -S '{}/examples/library' -B '{}' -G '{}' '-DCMAKE_PREFIX_PATH={}' "
                  "'-DCMAKE_CXX_COMPILER={}' '-DCMAKE_CXX_FLAGS={}'",
                  GPUBUCK_CMAKE, GPUBUCK_SOURCE_DIR, build, GPUBUCK_GENERATOR, prefix().string(),
                  GPUBUCK_COMPILER, GPUBUCK_FLAGS));
  run(fmt::format("'{}' --build '{}'", GPUBUCK_CMAKE, build));
  const std::string output = run(fmt::format("'{}/tour'", build));
  for (const char* part : {"bucket 0: 1 4\nbucket 1:\nbucket 2: 0 3 5\nbucket 3: 2 6\n",
                           "375 particles at t = 3.00", "; those of particle 0: "}) {
    EXPECT_NE(output.find(part), std::string::npos) << part << " is not in\n" << output;
  }
}

}  // namespace
}  // namespace gpubuck
