// Linked into every test executable. Shells without job control start background jobs with SIGINT
// ignored, and nohup with SIGHUP; children inherit this, and gpubuck keeps it
// (base/interruption.h). So a test that ends a child by such a signal would wait for ever.
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
