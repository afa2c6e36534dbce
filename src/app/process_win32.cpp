#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <cstdio>
#include <cstdlib>

#include "app/process.h"

// Keeps the C library from replacing patterns such as * in the command line by names of files.
extern "C" int _dowildcard;
int _dowildcard = 0;

namespace gpubuck::app {

void prepareProcess() {
  // Output has the same bytes as on Linux, without carriage returns.
  for (std::FILE* stream : {stdin, stdout, stderr}) _setmode(_fileno(stream), _O_BINARY);
  SetConsoleOutputCP(CP_UTF8);
  // A console obeys escape sequences only on request.
  const HANDLE console = GetStdHandle(STD_ERROR_HANDLE);
  DWORD mode = 0;
  if (GetConsoleMode(console, &mode) != 0) {
    SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  }
}

std::filesystem::path settingsFolder() {
  const wchar_t* const folder = _wgetenv(L"APPDATA");
  return folder != nullptr ? folder : std::filesystem::path();
}

}  // namespace gpubuck::app
