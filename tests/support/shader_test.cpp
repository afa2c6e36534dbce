#include "support/shader_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "base/error.h"
#include "support/gpu_test.h"
#include "support/shader_folder.h"
#include "texel/array.h"
#include "texel/map_pass.h"

namespace gpubuck::test {
namespace {

// The constants of tests/support/expect.glsl.
enum class Type : std::uint32_t { Int = 1, Uint = 2, Float = 3, Bool = 4 };
enum class State : std::uint32_t { Passed = 1, Failed = 2, Counted = 3 };

const std::regex& testHead() {
  static const std::regex kHead(R"(\bTEST\s*\(\s*([A-Za-z]\w*)\s*\))");
  return kHead;
}

/// Returns the text with its comments replaced by spaces; line ends are kept.
std::string withoutComments(const std::string& text) {
  std::string result = text;
  const auto blank = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      if (result[i] != '\n') result[i] = ' ';
    }
  };
  for (std::size_t i = 0; i + 1 < result.size(); ++i) {
    if (result.compare(i, 2, "//") == 0) {
      blank(i, std::min(result.find('\n', i), result.size()));
    } else if (result.compare(i, 2, "/*") == 0) {
      const std::size_t end = result.find("*/", i + 2);
      blank(i, end == std::string::npos ? result.size() : end + 2);
    }
  }
  return result;
}

int lineOf(const std::string& text, std::size_t position) {
  return 1 + static_cast<int>(std::count(
                 text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
}

/// Returns the place of the bracket that closes the first `open` from `position` on, or npos.
std::size_t closingBracket(const std::string& text, std::size_t position, char open, char close) {
  int depth = 0;
  for (std::size_t i = position; i < text.size(); ++i) {
    if (text[i] == open) ++depth;
    if (text[i] == close && --depth == 0) return i;
  }
  return std::string::npos;
}

std::string lineText(const std::string& text, int line) {
  std::istringstream lines(text);
  std::string result;
  for (int number = 0; number < line; ++number) std::getline(lines, result);
  const std::size_t start = result.find_first_not_of(' ');
  return start == std::string::npos ? std::string() : result.substr(start);
}

std::string valueText(Type type, std::uint32_t bits) {
  switch (type) {
    case Type::Int:
      return fmt::format("{}", static_cast<std::int32_t>(bits));
    case Type::Uint:
      return fmt::format("{}u (0x{:08x})", bits, bits);
    case Type::Float:
      return fmt::format("{:.9g} (0x{:08x})", std::bit_cast<float>(bits), bits);
    case Type::Bool:
      return bits != 0 ? "true" : "false";
  }
  return fmt::format("0x{:08x} of unknown type", bits);
}

/// Returns the records that the test wrote: element 0 has the number of assertions, element k is
/// the record of assertion k - 1.
std::vector<glm::uvec4> runOnGpu(texel::Engine engine, const std::string& path,
                                 const std::string& text, const ShaderTest& test) {
  const ShaderFolder folder;
  folder.write("test/expect.glsl", readFile(GPUBUCK_SOURCE_DIR "/tests/support/expect.glsl"));
  folder.write(path, std::regex_replace(text, testHead(), "void test_$1()"));
  folder.write("test/run.glsl", fmt::format("#include \"test/expect.glsl\"\n"
                                            "#include \"{}\"\n"
                                            "void run(int i) {{\n"
                                            "  beginTest(i);\n"
                                            "  test_{}();\n"
                                            "  o_record = endTest(i);\n"
                                            "}}\n",
                                            path, test.name));
  const texel::Device device = makeDevice(engine, kTestTextureWidth, folder.library());
  texel::UInt4Array records(device, "records of " + test.name, kMaxAssertions + 1);
  records.fill(glm::uvec4(0));
  texel::MapPass pass(device, {.name = "test/run",
                               .outputs = {{"o_record", texel::Format::UInt4}},
                               .prologue = {},
                               .launch = {}});
  pass.run(records.count(), {}, {{"o_record", records}});
  return records.download();
}

class ShaderTestCase : public GpuTest {
 public:
  ShaderTestCase(texel::Engine engine, std::string path, std::string text, ShaderTest test)
      : engine_(engine), path_(std::move(path)), text_(std::move(text)), test_(std::move(test)) {}

  void TestBody() override {
    for (const auto& [line, message] : runShaderTest(engine_, path_, text_, test_)) {
      ADD_FAILURE_AT(path_.c_str(), line) << message;
    }
  }

 private:
  texel::Engine engine_;
  std::string path_;
  std::string text_;
  ShaderTest test_;
};

}  // namespace

std::vector<ShaderTest> findShaderTests(const std::string& path, const std::string& text) {
  const std::string code = withoutComments(text);
  std::vector<ShaderTest> tests;
  std::set<std::string> names;
  for (std::sregex_iterator head(code.begin(), code.end(), testHead()), end; head != end; ++head) {
    const auto begin = static_cast<std::size_t>(head->position());
    ShaderTest test{.name = (*head)[1].str(), .line = lineOf(code, begin), .assertions = {}};
    const std::string here = fmt::format("{}:{}", path, test.line);
    if (!names.insert(test.name).second) throw RunError(here, "a second TEST " + test.name);
    const std::size_t close = closingBracket(code, begin, '{', '}');
    if (close == std::string::npos) throw RunError(here, test.name + " has no closing brace");
    for (std::size_t at = code.find("EXPECT_", begin); at < close;
         at = code.find("EXPECT_", at + 1)) {
      const std::size_t last = std::min(close, closingBracket(code, at, '(', ')'));
      test.assertions.push_back({lineOf(code, at), lineOf(code, last)});
    }
    tests.push_back(std::move(test));
  }
  if (tests.empty()) throw RunError(path, "has no TEST");
  return tests;
}

std::vector<ShaderTestFailure> runShaderTest(texel::Engine engine, const std::string& path,
                                             const std::string& text, const ShaderTest& test) {
  const std::vector<glm::uvec4> records = runOnGpu(engine, path, text, test);
  if (records[0].z != 256u * static_cast<std::uint32_t>(State::Counted)) {
    return {{test.line, test.name + " did not run"}};
  }
  const std::uint32_t made = records[0].x;
  if (made == 0) return {{test.line, test.name + " makes no assertion"}};
  if (made > kMaxAssertions) {
    return {{test.line, fmt::format("{} makes {} assertions, the kit has room for {}", test.name,
                                    made, kMaxAssertions)}};
  }
  std::vector<ShaderTestFailure> failures;
  std::set<int> reached;
  for (std::uint32_t k = 1; k <= made; ++k) {
    const glm::uvec4& record = records[k];
    const int line = static_cast<int>(record.w) % gl::kLinesPerFile;
    reached.insert(line);
    const auto state = static_cast<State>(record.z >> 8);
    if (state == State::Passed) continue;
    if (state != State::Failed) {
      failures.push_back({test.line, fmt::format("assertion {} was not recorded", k)});
      continue;
    }
    const auto type = static_cast<Type>(record.z & 255u);
    failures.push_back(
        {line, fmt::format("{}\n  first value  {}\n  second value {}", lineText(text, line),
                           valueText(type, record.x), valueText(type, record.y))});
  }
  for (const auto& [first, last] : test.assertions) {
    const auto ran = reached.lower_bound(first);
    if (ran == reached.end() || *ran > last) {
      failures.push_back({first, "this assertion never ran: " + lineText(text, first)});
    }
  }
  return failures;
}

void registerShaderTests(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().filename().string().ends_with("_test.glsl")) files.push_back(entry.path());
  }
  if (files.empty()) throw RunError(folder, "has no *_test.glsl");
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path& file : files) {
    const std::string text = readFile(file);
    const std::string suite = file.stem().string();
    const std::string path = "tests/shaders/" + file.filename().string();
    for (const ShaderTest& test : findShaderTests(path, text)) {
      for (const texel::Engine engine : testedEngines()) {
        const std::string name = test.name + "/" + ::testing::PrintToString(engine);
        ::testing::RegisterTest(
            suite.c_str(), name.c_str(), nullptr, nullptr, file.string().c_str(), test.line,
            [=]() -> GpuTest* { return new ShaderTestCase(engine, path, text, test); });
      }
    }
  }
}

}  // namespace gpubuck::test
