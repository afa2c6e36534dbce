// Every C++ source of a build for Windows includes this header, with which std::filesystem::path
// takes std::string as UTF-8. Without this header, the standard library of GCC 12 would convert
// each byte by itself, since msvcrt.dll has no UTF-8 locale.
#pragma once

#ifdef __cplusplus
#include <filesystem>

namespace gpubuck {

/// Converts UTF-8 to UTF-16. Each byte that is not UTF-8 becomes U+FFFD, which occurs in no file's
/// name.
std::wstring wideText(const char* begin, const char* end);

}  // namespace gpubuck

template <>
inline auto std::filesystem::path::_S_convert<char>(const char* begin, const char* end) {
  return gpubuck::wideText(begin, end);
}
#endif
