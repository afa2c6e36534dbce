// Advice for users if OpenGL does not work. An error ends with its text, and
// docs/troubleshooting.md has more under the same heading.
#pragma once

#include <array>
#include <string>

namespace gpubuck::gl {

struct Advice {
  const char* heading;
  const char* text;
};

inline constexpr Advice kInstallEgl{
    "No EGL driver",
    "install libegl1, libegl-mesa0 and libgl1-mesa-dri (Debian, Ubuntu) or libglvnd-egl, "
    "mesa-libEGL and mesa-dri-drivers (Fedora), or the driver of your GPU with its EGL part"};
inline constexpr Advice kDriverFails{
    "The driver does not start",
    "update libegl-mesa0 and libgl1-mesa-dri (Debian, Ubuntu) or mesa-libEGL and mesa-dri-drivers "
    "(Fedora), or the driver of your GPU, all of one version; a GPU also needs access to /dev/dri, "
    "through the groups video and render"};
inline constexpr Advice kTooOld{
    "OpenGL is older than 3.3",
    "update the driver: libgl1-mesa-dri (Debian, Ubuntu) or mesa-dri-drivers (Fedora), or that of "
    "your GPU; or take another device of `gpubuck info` (in Python: gpubuck.info()) by its number"};
inline constexpr Advice kEnvironment{"Variables that choose a driver",
                                     "unset what chooses or restricts the driver"};
inline constexpr Advice kGpuNumber{
    "The number of a GPU",
    "leave the number out, or take one that `gpubuck info` lists (in "
    "Python: gpubuck.info())"};
inline constexpr Advice kNoDisplay{
    "No display for the window",
    "log in to a desktop, or set DISPLAY or WAYLAND_DISPLAY to its display (ssh -X does); without "
    "a display use gpubuck run, which needs none"};
inline constexpr Advice kGlew{
    "The functions of OpenGL are missing",
    "update libglew2.2 (Debian, Ubuntu) or libGLEW (Fedora) and the driver"};

inline constexpr std::array kAllAdvice{kInstallEgl, kDriverFails, kTooOld, kEnvironment,
                                       kGpuNumber,  kNoDisplay,   kGlew};

/// Returns "WHY; ADVICE (docs/troubleshooting.md, HEADING)".
std::string advised(const std::string& why, const Advice& advice);

/// Returns the environment variables that are set and steer OpenGL drivers, as "NAME=VALUE,
/// NAME=VALUE", or an empty string.
std::string driverVariables();

}  // namespace gpubuck::gl
