// Includes, line numbers and the translation of drivers' logs.
#include "gl/shader_library.h"

#include <filesystem>

#include "base/embedded.h"
#include "support/errors.h"
#include "support/shader_folder.h"

namespace gpubuck::gl {
namespace {

using test::contains;
using test::messageOf;
using test::names;
using test::ShaderFolder;

/// Returns the place of `part` in `text`. Fails unless `part` occurs exactly once.
std::size_t onlyPlace(const std::string& text, const std::string& part) {
  const std::size_t place = text.find(part);
  EXPECT_NE(place, std::string::npos) << part;
  if (place != std::string::npos) {
    EXPECT_EQ(text.find(part, place + 1), std::string::npos) << "twice: " << part;
  }
  return place;
}

/// Returns the line of `part` according to the #line directives, as FILE:LINE.
std::string positionOf(const ShaderSource& source, const std::string& part) {
  const std::string before = source.text.substr(0, onlyPlace(source.text, part));
  const std::size_t directive = before.rfind("#line ");
  if (directive == std::string::npos) return "no #line";
  const std::size_t begin = before.find('\n', directive) + 1;
  const auto number = static_cast<std::size_t>(std::stoul(before.substr(directive + 6))) +
                      static_cast<std::size_t>(std::count(
                          before.begin() + static_cast<std::ptrdiff_t>(begin), before.end(), '\n'));
  return source.files.at(number / kLinesPerFile) + ":" + std::to_string(number % kLinesPerFile);
}

// Regular expressions of the standard library would overflow the stack on lines of this length.
TEST(ShaderLibraryTest, LongLine_IsOneLine) {
  const std::string much(1'000'000, ' '), name(1'000'000, 'x');
  const ShaderSource source = ShaderLibrary().resolve("text", much + "int a;\n");
  EXPECT_TRUE(contains(source.text, "int a;"));
  const std::string message =
      messageOf<RunError>([&] { ShaderLibrary().resolve("text", "#include \"" + name + "\""); });
  EXPECT_TRUE(names(message, {"text:1", name.substr(0, 150), "shader"}));
  EXPECT_TRUE(
      names(messageOf<RunError>([] { ShaderLibrary().resolve("text", "#include \"a\033b\""); }),
            {"text:1", "a\\x1bb", "shader"}));
  EXPECT_EQ(translateLog("0:3(1):" + much + "error", {"a"}), "a:3: error\n");
}

TEST(ShaderLibraryTest, LineBeyondTheEnd_IsUnknown) {
  EXPECT_EQ(translateLog("0:99999999999999999999(1): error", {"a"}),
            "0:99999999999999999999(1): error\n");
}

TEST(ShaderLibraryTest, Device_IsRefused) {
  EXPECT_TRUE(names(messageOf<RunError>([] { ShaderLibrary("/dev").load("zero", ""); }),
                    {"zero", "/dev/zero"}));
}

TEST(ShaderLibraryTest, Includes_AreNestedAndTakenOnce) {
  const ShaderFolder folder;
  folder.write("t/main.glsl",
               "#include \"t/a.glsl\"\n  #  include \"t/b.glsl\"  // again\nint inMain;\n");
  folder.write("t/a.glsl", "int beforeB;\n#include \"t/b.glsl\"\nint afterB;\n");
  folder.write("t/b.glsl", "int inB;\n");
  const ShaderSource source = folder.library().load("t/main.glsl", "int inPrologue;\n");
  EXPECT_LT(onlyPlace(source.text, "inPrologue"), onlyPlace(source.text, "beforeB"));
  EXPECT_LT(onlyPlace(source.text, "beforeB"), onlyPlace(source.text, "inB"));
  EXPECT_LT(onlyPlace(source.text, "inB"), onlyPlace(source.text, "afterB"));
  EXPECT_LT(onlyPlace(source.text, "afterB"), onlyPlace(source.text, "inMain"));
  EXPECT_EQ(source.text.find("include"), std::string::npos);
  EXPECT_EQ(source.files, (std::vector<std::string>{"generated prologue", "t/main.glsl", "t/a.glsl",
                                                    "t/b.glsl"}));
}

TEST(ShaderLibraryTest, Lines_KeepFileAndNumber) {
  const ShaderFolder folder;
  folder.write("t/main.glsl",
               "int one;\n#include \"t/a.glsl\"\nint three;\n#include \"t/a.glsl\"\n\nint six;\n");
  folder.write("t/a.glsl", "\nint inA;\n");
  const ShaderSource source = folder.library().load("t/main.glsl", "\n\nint made;\n");
  EXPECT_EQ(positionOf(source, "int made"), "generated prologue:3");
  EXPECT_EQ(positionOf(source, "int one"), "t/main.glsl:1");
  EXPECT_EQ(positionOf(source, "int inA"), "t/a.glsl:2");
  EXPECT_EQ(positionOf(source, "int three"), "t/main.glsl:3");
  EXPECT_EQ(positionOf(source, "int six"), "t/main.glsl:6");
}

TEST(ShaderLibraryTest, MissingLineEndAndCarriageReturns_AreAccepted) {
  const ShaderFolder folder;
  folder.write("t/a.glsl", "int a;");
  const ShaderSource source =
      folder.library().resolve("text", "#include \"t/a.glsl\"\r\nint b;\r\nint c;");
  EXPECT_EQ(source.text.find('\r'), std::string::npos);
  EXPECT_EQ(positionOf(source, "int a"), "t/a.glsl:1");
  EXPECT_EQ(positionOf(source, "int b"), "text:2");
  EXPECT_EQ(positionOf(source, "int c"), "text:3");
}

TEST(ShaderLibraryTest, CommentedInclude_IsIgnored) {
  const ShaderSource source = ShaderLibrary().resolve("text", "// #include \"no/such.glsl\"\n");
  EXPECT_TRUE(contains(source.text, "// #include"));
}

TEST(ShaderLibraryTest, Cycle_IsAnErrorWithFileAndLine) {
  const ShaderFolder folder;
  folder.write("t/a.glsl", "#include \"t/b.glsl\"\n");
  folder.write("t/b.glsl", "\n\n#include \"t/a.glsl\"\n");
  EXPECT_TRUE(names(messageOf<RunError>([&] { folder.library().load("t/a.glsl"); }),
                    {"t/b.glsl:3", "t/a.glsl", "includes"}));
  folder.write("t/self.glsl", "\n#include \"t/self.glsl\"\n");
  EXPECT_TRUE(names(messageOf<RunError>([&] { folder.library().load("t/self.glsl"); }),
                    {"t/self.glsl:2", "t/self.glsl", "includes"}));
}

TEST(ShaderLibraryTest, MissingFile_IsAnErrorWithFileAndLine) {
  const ShaderFolder folder;
  folder.write("t/a.glsl", "\n#include \"t/none.glsl\"\n");
  EXPECT_TRUE(names(messageOf<RunError>([&] { folder.library().load("t/a.glsl"); }),
                    {"t/a.glsl:2", folder.path().string() + "/t/none.glsl", "shader"}));
  EXPECT_TRUE(names(messageOf<RunError>([&] { folder.library().load("t/none.glsl"); }),
                    {"t/none.glsl", "shader"}));
  EXPECT_TRUE(names(
      messageOf<RunError>([] { ShaderLibrary().resolve("text", "\n#include \"t/none.glsl\"\n"); }),
      {"text:2", "t/none.glsl", "shader"}));
}

TEST(ShaderLibraryTest, Folder_IsReadAgainForEachProgram) {
  const ShaderFolder folder;
  const ShaderLibrary library = folder.library();
  folder.write("t/a.glsl", "int first;\n");
  EXPECT_TRUE(contains(library.load("t/a.glsl").text, "first"));
  folder.write("t/a.glsl", "int second;\n");
  EXPECT_TRUE(contains(library.load("t/a.glsl").text, "second"));
}

TEST(ShaderLibraryTest, EmbeddedShaders_EqualTheSources) {
  const std::filesystem::path folder = GPUBUCK_SOURCE_DIR "/shaders";
  std::size_t compared = 0;
  for (const auto& [path, text] : embedded::files("shaders")) {
    EXPECT_EQ(text, test::readFile(folder / path)) << path;
    ++compared;
  }
  EXPECT_GT(compared, 0u);
  EXPECT_TRUE(embedded::files("shaders").contains("texel/id.glsl"));
}

TEST(TranslateLogTest, PositionOfAnyDriver_BecomesFileAndLine) {
  const std::vector<std::string> files{"prologue", "sort/a.glsl", "sort/b.glsl"};
  const auto translated = [&](const std::string& log) { return translateLog(log, files); };
  EXPECT_EQ(translated("0:200012(5): error: `x' undeclared"),  // Mesa
            "sort/b.glsl:12: error: `x' undeclared\n");
  EXPECT_EQ(translated("0(100007) : error C1503: undefined variable \"x\""),  // NVIDIA
            "sort/a.glsl:7: error C1503: undefined variable \"x\"\n");
  EXPECT_EQ(translated("ERROR: 0:100001: 'x' : undeclared identifier"),  // macOS, AMD
            "sort/a.glsl:1: 'x' : undeclared identifier\n");
  EXPECT_EQ(translated("0:3(1): warning: w"), "prologue:3: warning: w\n");
  EXPECT_EQ(translated("0:300001(1): error: e"), "unknown file:1: error: e\n");
}

TEST(TranslateLogTest, OtherLines_AreUnchanged) {
  EXPECT_EQ(translateLog("", {"a"}), "");
  EXPECT_EQ(translateLog("error: no main\n2 errors\n0:1(2): error: e\n", {"a"}),
            "error: no main\n2 errors\na:1: error: e\n");
}

}  // namespace
}  // namespace gpubuck::gl
