// The package as a user gets it: installed to a folder, with only its headers, and the example
// built against it.
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

  /// Returns the output of a command. If the command fails, the test fails and shows the output.
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

TEST_F(Package, EveryHeader_CompilesAlone) {
  int headers = 0;
  for (const auto& entry : fs::directory_iterator(prefix() / "include/gpubuck")) {
    if (entry.path().extension() != ".h") continue;
    run(
        fmt::format("'{}' -std=c++20 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror "
                    "-fsyntax-only '-I{}' -include '{}' -x c++ /dev/null",
                    GPUBUCK_COMPILER, (prefix() / "include").string(), entry.path().string()));
    ++headers;
  }
  EXPECT_EQ(headers, 10);
}

TEST_F(Package, Program_IsInstalled) {
  EXPECT_EQ(run(fmt::format("'{}' --version", (prefix() / "bin/gpubuck").string())),
            GPUBUCK_VERSION "\n");
}

TEST_F(Package, PkgConfig_FindsTheLibrary_WhereverItIs) {
  const fs::path moved = folder() / "moved";
  fs::create_directories(moved);
  fs::copy(prefix() / "lib", moved / "lib", fs::copy_options::recursive);
  const std::string flags = run(fmt::format(
      "PKG_CONFIG_PATH='{}/lib/pkgconfig' pkg-config --cflags --libs gpubuck", moved.string()));
  EXPECT_NE(flags.find("/moved/lib/pkgconfig/../../include"), std::string::npos) << flags;
  EXPECT_NE(flags.find("-lgpubuck"), std::string::npos) << flags;
}

TEST_F(Package, Library_NeedsNoWindow) {
  const std::string needed = run(fmt::format("ldd '{}/libgpubuck.so'", GPUBUCK_BUILD));
  EXPECT_NE(needed.find("libfmt"), std::string::npos) << needed;
  EXPECT_EQ(needed.find("libglfw"), std::string::npos) << needed;
}

#ifdef GPUBUCK_PYTHON
TEST_F(Package, Python_FindsItsModule) {
  // A virtual environment at the prefix looks for modules in this folder.
  const std::string where = run(fmt::format("'{}' '{}/cmake/python_folder.py' '{}'", GPUBUCK_PYTHON,
                                            GPUBUCK_SOURCE_DIR, prefix().string()));
  EXPECT_TRUE(where.starts_with("lib/python3.")) << where;
  const std::string folder = (prefix() / where.substr(0, where.find('\n'))).string();
  EXPECT_EQ(run(fmt::format(
                "cd / && PYTHONPATH='{}' '{}' -c 'import gpubuck; "
                "print(gpubuck.sort_into_ranges([1, 0], 2).order, len(gpubuck.scenarios()) > 5, "
                "gpubuck.__file__)'",
                folder, GPUBUCK_PYTHON)),
            fmt::format("[1 0] True {}/gpubuck/__init__.py\n", folder));
  EXPECT_TRUE(fs::exists(fs::path(folder) / "gpubuck/py.typed"));
}

TEST_F(Package, Pip_InstallsTheModule) {
  run(
      fmt::format("cp -r '{0}/pyproject.toml' '{0}/CMakeLists.txt' '{0}/LICENSE' '{0}/docs' "
                  "'{0}/packaging' '{1}'",
                  GPUBUCK_SOURCE_DIR, folder().string()));
  const std::string target = (folder() / "pip").string();
  // The build needs no network, since it uses CMake, Ninja and pybind11 of the system.
  run(
      fmt::format("cd '{0}' && GPUBUCK_BUILD='{1}' '{2}' -m pip install --no-deps --no-index "
                  "--quiet --target '{3}' .",
                  folder().string(), GPUBUCK_BUILD, GPUBUCK_PYTHON, target));
  EXPECT_EQ(run(fmt::format("cd / && PYTHONPATH='{}' '{}' -c 'import gpubuck; "
                            "print(gpubuck.__version__, gpubuck.__file__)'",
                            target, GPUBUCK_PYTHON)),
            fmt::format("{} {}/gpubuck/__init__.py\n", GPUBUCK_VERSION, target));
}

TEST_F(Package, PythonOfAnotherVersion_IsRefusedInOneLine) {
  // A module for CPython 3.7 has the file name that `touch` creates here.
  const fs::path other = folder() / "other/gpubuck";
  fs::create_directories(other);
  fs::copy_file(fs::path(GPUBUCK_SOURCE_DIR) / "src/python/gpubuck/__init__.py",
                other / "__init__.py");
  run(fmt::format("touch '{}/_gpubuck.cpython-37-x86_64-linux-gnu.so'", other.string()));
  const std::string output =
      run(fmt::format("cd / && PYTHONPATH='{}' '{}' -c 'import gpubuck' 2>&1 || true",
                      other.parent_path().string(), GPUBUCK_PYTHON));
  EXPECT_NE(output.find("gpubuck was built for CPython 3.7, and this is CPython 3."),
            std::string::npos)
      << output;
}
#endif

TEST_F(Package, Example_BuildsAgainstIt) {
  const std::string build = (folder() / "example").string();
  run(
      fmt::format("'{}' -S '{}/examples/library' -B '{}' -G '{}' '-DCMAKE_PREFIX_PATH={}' "
                  "'-DCMAKE_CXX_COMPILER={}' '-DCMAKE_CXX_FLAGS={}'",
                  GPUBUCK_CMAKE, GPUBUCK_SOURCE_DIR, build, GPUBUCK_GENERATOR, prefix().string(),
                  GPUBUCK_COMPILER, GPUBUCK_FLAGS));
  run(fmt::format("'{}' --build '{}'", GPUBUCK_CMAKE, build));
  const std::string output = run(fmt::format("'{}/tour'", build));
  for (const char* part : {"bucket 0: 1 4\nbucket 1:\nbucket 2: 0 3 5\nbucket 3: 2 6\n",
                           "375 particles at t = 3.00", "; the neighbours of particle 0: "}) {
    EXPECT_NE(output.find(part), std::string::npos) << part << " is not in\n" << output;
  }
}

}  // namespace
}  // namespace gpubuck
