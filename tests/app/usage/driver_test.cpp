// The advice given when OpenGL does not work is also in docs/troubleshooting.md.
#include <algorithm>
#include <fstream>
#include <sstream>

#include "app/command.h"
#include "file/temporary_folder.h"
#include "gl/context.h"

namespace gpubuck::test {
namespace {

/// Runs the command with these variables in its environment.
Outcome with(const std::vector<std::string>& variables, const std::vector<std::string>& words) {
  return runGpubuck(words, {.environment = variables});
}

std::string heading(const gl::Advice& advice) {
  return std::string("(docs/troubleshooting.md, \"") + advice.heading + "\")";
}

TEST(Driver, EveryAdvice_IsInThePage) {
  std::ostringstream file;
  file << std::ifstream(GPUBUCK_SOURCE_DIR "/docs/troubleshooting.md").rdbuf();
  std::string page = file.str();
  const auto has = [&](const std::string& text) { return page.find(text) != std::string::npos; };
  ASSERT_FALSE(gl::kAllAdvice.empty());
  for (const gl::Advice& advice : gl::kAllAdvice) {
    EXPECT_TRUE(has(std::string("\n## ") + advice.heading + "\n")) << advice.heading;
  }
  std::ranges::replace(page, '\n', ' ');  // the page may break a text into lines anywhere
  for (const gl::Advice& advice : gl::kAllAdvice) {
    EXPECT_TRUE(has(std::string(" helps: ") + advice.text + ". ")) << advice.text;
    if (advice.onWindows == nullptr) continue;
    EXPECT_TRUE(has(std::string("On Windows: ") + advice.onWindows + ". ")) << advice.onWindows;
  }
}

TEST(Driver, DisturbingVariables_AreNamed) {
  for (const std::string variable :
       {"MESA_GL_VERSION_OVERRIDE=2.1", "MESA_GLSL_VERSION_OVERRIDE=120",
        "__EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent", "LIBGL_DRIVERS_PATH=/nonexistent"}) {
    EXPECT_TRUE(refused(with({variable}, {"info"}), 1,
                        {"OpenGL 3.3", "EGL", variable, "unset", heading(gl::kEnvironment)}))
        << variable;
  }
  EXPECT_TRUE(
      refused(with({"MESA_GL_VERSION_OVERRIDE=2.1"}, {"info"}), 1, {"OpenGL 3.3", "OpenGL 2.1"}));
}

TEST(Driver, UnknownGpuNumber_IsReported) {
  EXPECT_TRUE(refused(runGpubuck({"info", "--gpu", "99"}), 2,
                      {"--gpu", "0", "gpubuck info", heading(gl::kGpuNumber)}));
}

TEST(Driver, WindowWithoutDisplay_IsReported) {
  for (const std::string display : {"DISPLAY=:987", "DISPLAY="}) {
    const Outcome outcome = with({display, "WAYLAND_DISPLAY="}, {"demo"});
    EXPECT_TRUE(refused(outcome, 1, {"window system", "gpubuck run", heading(gl::kNoDisplay)}))
        << display;
  }
}

}  // namespace
}  // namespace gpubuck::test
