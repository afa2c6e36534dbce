#include <windows.h>

#include <filesystem>
#include <string>

namespace gpubuck {

std::wstring wideText(const char* begin, const char* end) {
  const int size = static_cast<int>(end - begin);
  // A text never has more units in UTF-16 than bytes in UTF-8.
  std::wstring text(static_cast<std::size_t>(size), L'\0');
  text.resize(
      static_cast<std::size_t>(MultiByteToWideChar(CP_UTF8, 0, begin, size, text.data(), size)));
  return text;
}

}  // namespace gpubuck
