// All OpenGL state that a caller may rely on: read, and set to unusual values.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gl/api.h"

namespace gpubuck::test {

/// All values of the state by their names, as the current context reports them.
using GlState = std::map<std::string, std::vector<double>>;

/// Reads the state only with glGet* and glIsEnabled: bindings of all kinds, pixel store,
/// capabilities, masks, modes and functions, also the state that only OpenGL 4.3 and compatibility
/// profiles have.
GlState readGlState();

/// Returns the entries that differ, one per line.
std::string differences(const GlState& before, const GlState& after);

/// Returns the number of objects of each kind, counting names below 2000.
std::map<std::string, int> countGlObjects();

/// Returns whether the current context has the compatibility profile.
bool hasCompatibilityProfile();

/// Sets the current context to unusual values: binds objects of its own to all targets, and sets
/// capabilities that discard or change pixels, masks that block everything, and a pixel store by
/// which pixels are read from and written to other places. Call it once per context; its objects
/// live until the end of the context.
void makeHostile();

}  // namespace gpubuck::test
