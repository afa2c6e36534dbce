// gpubuck-window.exe opens the window on a double-click. It runs gpubuck.exe of its own folder with
// the subcommand demo, and passes on its own arguments, such as a scenario that was dropped on it.
// It shows an error in a box. A double-click on gpubuck.exe itself would also open a console.
#include <windows.h>

#include <filesystem>
#include <string>

namespace {

/// Returns the folder of this program.
std::filesystem::path ownFolder() {
  constexpr DWORD kLongest = 1 << 15;
  std::wstring path(kLongest, L'\0');
  path.resize(GetModuleFileNameW(nullptr, path.data(), kLongest));
  return std::filesystem::path(path).parent_path();
}

int showError(const std::wstring& text) {
  MessageBoxW(nullptr, text.c_str(), L"gpubuck", MB_OK | MB_ICONERROR);
  return 1;
}

std::wstring fromUtf8(const std::string& text) {
  std::wstring wide(text.size(), L'\0');
  const int size = static_cast<int>(text.size());
  wide.resize(static_cast<std::size_t>(
      MultiByteToWideChar(CP_UTF8, 0, text.data(), size, wide.data(), size)));
  return wide;
}

/// Returns the text that comes through the pipe until its other end is closed. The text is cut off
/// at a length that fits into a message box.
std::string readAll(HANDLE pipe) {
  constexpr std::size_t kMost = 2000;
  std::string text;
  char part[512];
  for (DWORD count = 0; ReadFile(pipe, part, sizeof part, &count, nullptr) != 0 && count > 0;) {
    if (text.size() < kMost) text.append(part, count);
  }
  return text;
}

}  // namespace

int WINAPI wWinMain(HINSTANCE, HINSTANCE, PWSTR arguments, int) {
  const std::filesystem::path program = ownFolder() / L"gpubuck.exe";
  std::wstring line = L"\"" + program.wstring() + L"\" demo " + arguments;
  SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
  HANDLE readEnd = nullptr, writeEnd = nullptr;
  if (CreatePipe(&readEnd, &writeEnd, &inherited, 0) == 0)
    return showError(L"no pipe could be made");
  SetHandleInformation(readEnd, HANDLE_FLAG_INHERIT, 0);
  STARTUPINFOW start{};
  start.cb = sizeof start;
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdOutput = start.hStdError = writeEnd;
  PROCESS_INFORMATION started{};
  // Pictures and films go to the user's folder: the folder of the program may be read-only.
  const wchar_t* const home = _wgetenv(L"USERPROFILE");
  if (CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE, CREATE_NO_WINDOW,
                     nullptr, home, &start, &started) == 0) {
    return showError(program.wstring() + L": cannot be started; unpack the whole archive first");
  }
  CloseHandle(writeEnd);
  const std::string messages = readAll(readEnd);
  WaitForSingleObject(started.hProcess, INFINITE);
  DWORD code = 0;
  GetExitCodeProcess(started.hProcess, &code);
  return code == 0 ? 0 : showError(fromUtf8(messages));
}
