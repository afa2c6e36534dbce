// The start of the window: its OpenGL, and the option --kiosk.
#include "gui/window_rig.h"

namespace gpubuck::test {
namespace {

struct WindowStart : WindowRig {};

// NVIDIA's drivers make contexts of exactly the version that a program asks for. The window must
// therefore ask for a new version, since the fast engine needs OpenGL 4.3.
TEST_F(WindowStart, NewestOpenGl_IsAskedFor) {
  // A library that is preloaded comes before the sanitizer's library.
  open({.variables = {{"LD_PRELOAD", GPUBUCK_EXACT_VERSION},
                      {"ASAN_OPTIONS", "verify_asan_link_order=0"}}});
  EXPECT_TRUE(latest("opengl").starts_with("4.")) << latest("opengl");
}

TEST_F(WindowStart, Kiosk_EndsAtAKeyPress) {
  open({.options = {"--kiosk"}, .paused = false});
  EXPECT_FALSE(hasBeenShown("controls/run"));
  key("n");  // this key only ends the kiosk
  EXPECT_EQ(answer("kiosk"), "ends");
  key("space");
  EXPECT_EQ(answer("playing"), "no");
  EXPECT_TRUE(hasBeenShown("controls/run"));
  EXPECT_EQ(latest("single step"), "");
  // Undo does not take back the kiosk's turn of the camera, nor playing and pausing by the space
  // bar.
  key("ctrl+z");
  EXPECT_EQ(answer("undo"), "nothing to undo");
}

}  // namespace
}  // namespace gpubuck::test
