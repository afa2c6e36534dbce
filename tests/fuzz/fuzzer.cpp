// The program that libFuzzer drives: gpubuck_fuzz TARGET [LIBFUZZER-OPTION...] [FILE|FOLDER...].
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "fuzz/target.h"

namespace {

// To make a finding smaller, libFuzzer starts this program again without TARGET. The new process
// reads the name of its target from this environment variable.
constexpr const char* kVariable = "GPUBUCK_FUZZ_TARGET";

const gpubuck::fuzz::Target* find(const char* name) {
  using gpubuck::fuzz::kTargets;
  const auto hasName = [&](const auto& target) {
    return name != nullptr && std::string_view(target.name) == name;
  };
  const auto found = std::ranges::find_if(kTargets, hasName);
  return found == kTargets.end() ? nullptr : &*found;
}

const gpubuck::fuzz::Target* target = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  target = *argc > 1 ? find((*argv)[1]) : nullptr;
  if (target != nullptr) {
    setenv(kVariable, target->name, 1);
    std::rotate(*argv + 1, *argv + 2, *argv + *argc);
    *argc -= 1;
  } else {
    target = find(std::getenv(kVariable));
  }
  if (target != nullptr) return 0;
  std::fputs("usage: gpubuck_fuzz TARGET [LIBFUZZER-OPTION...] [FILE|FOLDER...], TARGET one of",
             stderr);
  for (const auto& each : gpubuck::fuzz::kTargets) std::fprintf(stderr, " %s", each.name);
  std::fputs("\n", stderr);
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  target->test({reinterpret_cast<const char*>(data), size});
  return 0;
}
