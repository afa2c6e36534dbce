// The programs of a context, each compiled once.
#pragma once

#include <list>
#include <string>
#include <vector>

#include "gl/program.h"

namespace gpubuck::gl {

/// Compiles programs of the same stages once, whatever becomes of those who use them. Its context
/// must be current where it compiles and where it dies.
class ProgramCache {
 public:
  /// How many programs are kept that nobody uses now; those used least recently are deleted first.
  /// The size of a box is a constant in shaders, so a caller may ask for new ones without end.
  static constexpr std::size_t kMaxUnused = 256;

  /// A program of these stages with all uniforms 0. Throws RunError as Program does.
  Program get(const std::string& label, const std::vector<Stage>& stages);

 private:
  struct Entry {
    std::string source;  ///< kind, version and text of all stages
    Program program;     ///< never used itself
  };

  void dropUnused();

  std::list<Entry> entries_;  ///< the one asked for last in front
};

}  // namespace gpubuck::gl
