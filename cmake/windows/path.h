// Included by every C++ source of a build for Windows: std::filesystem::path takes std::string for
// UTF-8. The standard library of GCC 12 converts each byte by itself unless the C library has an
// UTF-8 locale, which msvcrt.dll has not.
#pragma once

#ifdef __cplusplus
#include <filesystem>

namespace gpubuck {

/// Returns text of UTF-8 as UTF-16; each byte that is not UTF-8 becomes U+FFFD, which no file has
/// in its name.
std::wstring wideText(const char* begin, const char* end);

}  // namespace gpubuck

template <>
inline auto std::filesystem::path::_S_convert<char>(const char* begin, const char* end) {
  return gpubuck::wideText(begin, end);
}
#endif
