// Linked into every test executable. Shells without job control start background jobs with SIGINT
// ignored, and nohup starts its command with SIGHUP ignored. Child processes inherit ignored
// signals, and gpubuck keeps ignoring them (base/interruption.h). Without this reset, a test that
// ends a child process by such a signal would wait for ever.
#include <csignal>
#include <initializer_list>

namespace gpubuck::test {
namespace {

[[maybe_unused]] const bool kIsReset = [] {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  return true;
}();

}  // namespace
}  // namespace gpubuck::test
