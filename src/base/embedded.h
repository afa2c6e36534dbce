// Files compiled into the binary (cmake/embed.cmake), keyed by their path in the folder they came
// from.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace gpubuck::embedded {

/// The folder shaders/.
const std::map<std::string, std::string_view>& shaders();

/// The typeface of captions and legends, embedded from the system's DejaVu Sans.
const std::map<std::string, std::string_view>& fonts();

/// The folder assets/scenarios/.
const std::map<std::string, std::string_view>& scenarios();

}  // namespace gpubuck::embedded
