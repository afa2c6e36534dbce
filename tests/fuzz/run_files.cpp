#include <filesystem>

#include "fuzz/target.h"
#include "fuzz/targets.h"
#include "run/run_folder.h"

namespace gpubuck::fuzz {

void runFiles(std::string_view input) {
  const std::string folder = pathOf("run");
  // Rethrows errors as the command reports them.
  const auto inFolder = [&](const auto& work) {
    const run::RunFolder run(folder);
    try {
      work(run);
    } catch (const Error& error) {
      throw run.named(error);
    }
  };
  const auto cut = [&](const char* name, std::string_view bytes) {
    std::filesystem::create_directories(folder);
    const std::string relative = std::string("run/") + name;
    const std::string path = fileOf(relative, bytes);
    taken({path}, [&] {
      inFolder([](const run::RunFolder& run) { run.stepsLeft({}); });
      return true;
    });
    const auto isCut = taken({path}, [&] {
      inFolder([](const run::RunFolder& run) { run.cutFrom(5); });
      return true;
    });
    const std::string left = bytesOf(relative);
    std::filesystem::remove(path);
    require(isCut ? bytes.starts_with(left) : left == bytes,
            "a file loses only its end, and nothing if it is refused");
    return isCut ? left : std::string();
  };
  for (const char* name : {"observables.csv", "trajectory.xyz"}) {
    const std::string left = cut(name, input);
    if (!left.empty()) require(cut(name, left) == left, "nothing is left to be cut away");
  }
}

}  // namespace gpubuck::fuzz
