#include "file/child_process.h"

#include <fmt/format.h>
#include <windows.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <type_traits>

#include "base/error.h"
#include "file/input_file.h"

namespace gpubuck::file {
namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kTimeToDie{2000};
constexpr DWORD kPipe = 1U << 16;  ///< bytes of a pipe's buffer

struct Close {
  using pointer = HANDLE;
  void operator()(HANDLE handle) const {
    if (handle != INVALID_HANDLE_VALUE) CloseHandle(handle);
  }
};
using Handle = std::unique_ptr<std::remove_pointer_t<HANDLE>, Close>;

[[noreturn]] void failToRun(const std::string& name) {
  const std::error_code error(static_cast<int>(GetLastError()), std::system_category());
  throw RunError(name, fmt::format("cannot be run: {}", error.message()));
}

Handle checked(const std::string& name, HANDLE handle) {
  if (handle == INVALID_HANDLE_VALUE || handle == nullptr) failToRun(name);
  return Handle(handle);
}

/// Appends a word to a command line, quoted so that the C library of the program reads the same
/// word. Backslashes need to be doubled only before a quotation mark.
void appendWord(std::wstring& line, const std::wstring& word) {
  if (!line.empty()) line += L' ';
  line += L'"';
  std::size_t backslashes = 0;
  for (const wchar_t c : word) {
    if (c == L'"') line.append(backslashes + 1, L'\\');
    backslashes = c == L'\\' ? backslashes + 1 : 0;
    line += c;
  }
  line.append(backslashes, L'\\');
  line += L'"';
}

/// Returns a name that no other pipe or file of this kind has.
std::wstring uniqueName() {
  static std::atomic<int> count = 0;
  return L"gpubuck-" + std::to_wstring(GetCurrentProcessId()) + L"-" + std::to_wstring(++count);
}

/// The list of the handles that a program inherits. The program inherits no other handles.
class Inherited {
 public:
  explicit Inherited(std::array<HANDLE, 2> handles) : handles_(handles) {
    SIZE_T size = 0;
    InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
    memory_.resize(size);
    InitializeProcThreadAttributeList(list(), 1, 0, &size);
    UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(),
                              sizeof handles_, nullptr, nullptr);
  }
  ~Inherited() { DeleteProcThreadAttributeList(list()); }
  Inherited(const Inherited&) = delete;
  Inherited& operator=(const Inherited&) = delete;

  LPPROC_THREAD_ATTRIBUTE_LIST list() {
    return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory_.data());
  }

 private:
  std::array<HANDLE, 2> handles_;
  std::vector<char> memory_;
};

}  // namespace

struct ChildProcess::System {
  ~System() { forgetWrite(); }

  /// Cancels a write that has not ended.
  void forgetWrite() {
    if (pending == 0) return;
    CancelIo(input.get());
    DWORD count = 0;
    GetOverlappedResult(input.get(), &write, &count, TRUE);
    pending = 0;
  }

  std::string messagesFrom(LONGLONG begin, std::size_t most) const {
    std::string text(most, '\0');
    OVERLAPPED from{};
    from.Offset = static_cast<DWORD>(begin);
    from.OffsetHigh = static_cast<DWORD>(begin >> 32);
    DWORD count = 0;
    if (ReadFile(messages.get(), text.data(), static_cast<DWORD>(most), &count, &from) == 0) {
      count = 0;
    }
    text.resize(count);
    return text;
  }

  Handle input, messages, process, job, written;
  OVERLAPPED write{};
  std::array<std::uint8_t, kPipe> buffer{};  ///< the bytes of the write under way
  DWORD pending = 0;                         ///< number of these bytes
};

fs::path ChildProcess::find(const std::string& name) {
  const char* const path = std::getenv("PATH");
  for (const std::string_view folder : splitWords(path == nullptr ? "" : path, ";")) {
    fs::path program = fs::path(folder) / (name + ".exe");
    std::error_code ignored;
    if (fs::is_regular_file(program, ignored)) return program;
  }
  return {};
}

ChildProcess::ChildProcess(const fs::path& program, std::vector<std::string> arguments,
                           const fs::path& folder)
    : name_(program.string()), system_(std::make_unique<System>()) {
  SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
  // The program writes its messages into a file, so that it never waits for a reader.
  std::error_code ignored;
  const fs::path file = fs::temp_directory_path(ignored) / uniqueName();
  constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  system_->messages = checked(
      name_, CreateFileW(file.c_str(), GENERIC_READ | DELETE, kShared, nullptr, CREATE_ALWAYS,
                         FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr));
  const Handle itsMessages =
      checked(name_, CreateFileW(file.c_str(), FILE_APPEND_DATA, kShared, &inherited, OPEN_EXISTING,
                                 FILE_ATTRIBUTE_NORMAL, nullptr));
  // The pipe has a name, since a write to a pipe without a name has no time limit.
  const std::wstring pipe = L"\\\\.\\pipe\\" + uniqueName();
  system_->input = checked(
      name_,
      CreateNamedPipeW(pipe.c_str(),
                       PIPE_ACCESS_OUTBOUND | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                       PIPE_TYPE_BYTE | PIPE_REJECT_REMOTE_CLIENTS, 1, kPipe, kPipe, 0, nullptr));
  const Handle itsInput =
      checked(name_, CreateFileW(pipe.c_str(), GENERIC_READ, 0, &inherited, OPEN_EXISTING,
                                 FILE_ATTRIBUTE_NORMAL, nullptr));
  system_->written = checked(name_, CreateEventW(nullptr, TRUE, FALSE, nullptr));

  std::wstring line;
  appendWord(line, program.wstring());
  for (const std::string& word : arguments) appendWord(line, fs::path(word).wstring());
  Inherited handles({itsInput.get(), itsMessages.get()});
  STARTUPINFOEXW start{};
  start.StartupInfo.cb = sizeof start;
  start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  start.StartupInfo.hStdInput = itsInput.get();
  start.StartupInfo.hStdOutput = start.StartupInfo.hStdError = itsMessages.get();
  start.lpAttributeList = handles.list();
  PROCESS_INFORMATION started{};
  constexpr DWORD kHow =
      CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP | CREATE_SUSPENDED | EXTENDED_STARTUPINFO_PRESENT;
  if (CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE, kHow, nullptr,
                     folder.empty() ? nullptr : folder.c_str(), &start.StartupInfo,
                     &started) == 0) {
    failToRun(name_);
  }
  const Handle thread(started.hThread);
  system_->process.reset(started.hProcess);
  // Processes that the program starts will be in the same job.
  system_->job.reset(CreateJobObjectW(nullptr, nullptr));
  AssignProcessToJobObject(system_->job.get(), started.hProcess);
  ResumeThread(started.hThread);
}

ChildProcess::~ChildProcess() { kill(); }

void ChildProcess::endInput() {
  system_->forgetWrite();
  system_->input.reset();
}

std::optional<std::size_t> ChildProcess::write(std::span<const std::uint8_t> bytes,
                                               milliseconds wait) {
  System& system = *system_;
  if (!system.input) return {};
  const Clock::time_point end = Clock::now() + wait;
  std::size_t taken = 0;
  while (taken < bytes.size()) {
    // If the last write has not ended, its bytes come first.
    if (system.pending == 0) {
      const auto part = bytes.subspan(taken, std::min<std::size_t>(kPipe, bytes.size() - taken));
      std::ranges::copy(part, system.buffer.begin());
      system.write = {};
      system.write.hEvent = system.written.get();
      system.pending = static_cast<DWORD>(part.size());
      if (WriteFile(system.input.get(), system.buffer.data(), system.pending, nullptr,
                    &system.write) == 0 &&
          GetLastError() != ERROR_IO_PENDING) {
        system.pending = 0;
        return {};
      }
    }
    const auto left = std::chrono::ceil<milliseconds>(end - Clock::now());
    const auto most = static_cast<DWORD>(std::max<std::int64_t>(left.count(), 0));
    if (WaitForSingleObject(system.written.get(), most) != WAIT_OBJECT_0) break;
    DWORD count = 0;
    system.pending = 0;
    if (GetOverlappedResult(system.input.get(), &system.write, &count, TRUE) == 0) return {};
    taken += count;
  }
  return taken;
}

std::optional<int> ChildProcess::exitCode(milliseconds wait) {
  if (exitCode_) return exitCode_;
  if (WaitForSingleObject(system_->process.get(), static_cast<DWORD>(wait.count())) ==
      WAIT_OBJECT_0) {
    DWORD code = 0;
    GetExitCodeProcess(system_->process.get(), &code);
    exitCode_ = static_cast<int>(code);
  }
  return exitCode_;
}

void ChildProcess::kill() {
  if (!system_->process || exitCode_) return;
  endInput();
  constexpr UINT kKilled = 1;
  TerminateJobObject(system_->job.get(), kKilled);
  exitCode(kTimeToDie);
}

void ChildProcess::end(milliseconds) { kill(); }

std::string ChildProcess::messages(std::size_t most) const {
  return system_->messagesFrom(0, most);
}

std::string ChildProcess::lastMessages() const {
  LARGE_INTEGER size{};
  GetFileSizeEx(system_->messages.get(), &size);
  const auto most = static_cast<LONGLONG>(kMaxMessages);
  return system_->messagesFrom(std::max<LONGLONG>(size.QuadPart - most, 0), kMaxMessages);
}

}  // namespace gpubuck::file
