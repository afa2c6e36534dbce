// The functions that restore the state kept by StateGuard. Only for its files.
#pragma once

#include <functional>
#include <vector>

#include "gl/api.h"

namespace gpubuck::gl {

using UndoList = std::vector<std::function<void()>>;

/// Keeps state that only desktop OpenGL has, or that differs from OpenGL ES.
void keepDesktopState(UndoList& undo);
/// Throws RunError if a query or transform feedback of desktop OpenGL is active.
void requireNoDesktopQuery();

/// Throws RunError if a query of this target is active.
void requireNoQuery(GLenum target, const char* name);

inline GLint integer(GLenum name) {
  GLint value = 0;
  glGetIntegerv(name, &value);
  return value;
}

inline GLint integer(GLenum name, GLuint index) {
  GLint value = 0;
  glGetIntegeri_v(name, index, &value);
  return value;
}

/// Keeps an integer or name of the state, which `restore` can set.
template <typename Restore>
void keep(UndoList& undo, GLenum name, const Restore& restore) {
  undo.emplace_back([restore, value = integer(name)] { restore(value); });
}
/// Keeps it and sets it to `neutral`.
template <typename Restore>
void keep(UndoList& undo, GLenum name, const Restore& restore, GLint neutral) {
  keep(undo, name, restore);
  restore(neutral);
}
/// Does the same for a floating-point number.
template <typename Restore>
void keepFloat(UndoList& undo, GLenum name, const Restore& restore, GLfloat neutral) {
  GLfloat value = 0.0F;
  glGetFloatv(name, &value);
  undo.emplace_back([restore, value] { restore(value); });
  restore(neutral);
}

inline void disable(UndoList& undo, GLenum capability) {
  undo.emplace_back([capability, on = glIsEnabled(capability) != 0] {
    on ? glEnable(capability) : glDisable(capability);
  });
  glDisable(capability);
}

}  // namespace gpubuck::gl
