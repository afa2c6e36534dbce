// What StateGuard notes down: how to bring state back. For its files alone.
#pragma once

#include <functional>
#include <vector>

#include "gl/api.h"

namespace gpubuck::gl {

using UndoList = std::vector<std::function<void()>>;

/// Keeps what only desktop OpenGL has, or has in another way than OpenGL ES.
void keepDesktopState(UndoList& undo);
/// Throws RunError where a query or transform feedback of desktop OpenGL is under way.
void requireNoDesktopQuery();

/// Throws RunError if a query of this target is under way.
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
/// And sets it to `neutral`.
template <typename Restore>
void keep(UndoList& undo, GLenum name, const Restore& restore, GLint neutral) {
  keep(undo, name, restore);
  restore(neutral);
}
/// The same for a number.
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
