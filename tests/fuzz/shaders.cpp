#include "fuzz/target.h"
#include "fuzz/targets.h"
#include "gl/shader_library.h"

namespace gpubuck::fuzz {

void shaders(std::string_view input) {
  const std::string text(input);
  // Included files come from the program's own shaders. A folder of the user's shaders is trusted.
  const auto source = taken({"user.glsl", "texel/", "sort/", "cells/", "dpd/"},
                            [&] { return gl::ShaderLibrary().resolve("user.glsl", text, ""); });
  if (source) require(source->files.size() >= 2, "a shader has its prologue and its file");
  const std::string log = gl::translateLog(text, {"prologue", "user.glsl"});
  require(log.empty() == text.empty(), "no message of a driver is lost");
}

}  // namespace gpubuck::fuzz
