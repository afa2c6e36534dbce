#include "run/lammps_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstddef>
#include <sstream>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "file/child_process.h"
#include "formats/lammps.h"

namespace gpubuck::run {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds kTimeToAnswer{60};
constexpr std::size_t kLongestAnswer = std::size_t{1} << 20;
constexpr const char* kAdvice =
    "tools/build-lammps builds a LAMMPS for all fluids, and --lmp names another LAMMPS";

/// Reads the answer to -h, in which lists of styles begin with lines such as "* Pair styles:".
void readAnswer(const std::string& answer, LammpsProgram& lammps) {
  constexpr std::string_view kBeforeVersion = "Massively Parallel Simulator - ";
  std::istringstream lines(answer);
  std::string kind;  // kind of the styles in the list that is being read
  for (std::string line; std::getline(lines, line);) {
    if (const std::size_t at = line.find(kBeforeVersion); at != std::string::npos) {
      lammps.version = line.substr(at + kBeforeVersion.size());
    }
    if (line.starts_with("MPI v")) lammps.hasMpi = line.find("STUBS") == std::string::npos;
    std::istringstream words(line);
    std::string word;
    if (line.starts_with("* ")) {
      kind.clear();
      std::string styles;
      words >> word >> word >> styles;
      if (!styles.starts_with("styles")) continue;
      kind = word;
      std::ranges::transform(kind, kind.begin(),
                             [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      continue;
    }
    while (!kind.empty() && words >> word) lammps.styles.insert(kind + " " + word);
  }
}

/// Returns the first style that a fluid needs and LAMMPS lacks, in words, or an empty string.
std::string missingStyle(const LammpsProgram& lammps, const dpd::Fluid& fluid) {
  for (const formats::LammpsStyle& style : formats::lammpsStyles(fluid)) {
    if (lammps.styles.contains(style.kind + " " + style.name)) continue;
    return fmt::format("{} style {}, of its package {}", style.kind, style.name, style.package);
  }
  return {};
}

}  // namespace

LammpsProgram askLammps(const fs::path& program) {
  LammpsProgram lammps{fs::absolute(program)};
  file::ChildProcess child(lammps.path, {"-h"});
  child.endInput();
  if (child.exitCode(kTimeToAnswer) != 0) {
    throw RunError(program.string(), "does not answer to -h as LAMMPS does");
  }
  readAnswer(child.messages(kLongestAnswer), lammps);
  if (lammps.styles.empty()) {
    throw RunError(program.string(), "lists no styles in answer to -h: it is not LAMMPS");
  }
  return lammps;
}

LammpsProgram findLammps(const std::string& given, const dpd::Fluid& fluid, bool needsMpi) {
  std::vector<fs::path> candidates;
  std::error_code ignored;
  if (!given.empty()) {
    if (!fs::is_regular_file(given, ignored)) throw InputError("--lmp", given + " is not a file");
    candidates.emplace_back(given);
  } else {
    for (const fs::path& each : {file::ChildProcess::find("lmp"), fs::path("build/lammps/lmp")}) {
      if (fs::is_regular_file(each, ignored)) candidates.push_back(each);
    }
  }
  std::string why;
  for (const fs::path& each : candidates) {
    LammpsProgram lammps = askLammps(each);
    const std::string missing = missingStyle(lammps, fluid);
    if (missing.empty() && (lammps.hasMpi || !needsMpi)) return lammps;
    if (!why.empty()) continue;
    why = missing.empty() ? "is built without MPI, and can only run as a single process"
                          : fmt::format("lacks {}", missing);
  }
  if (candidates.empty()) throw RunError("lmp", fmt::format("not found on PATH; {}", kAdvice));
  throw RunError(candidates.front().string(), fmt::format("{}; {}", why, kAdvice));
}

}  // namespace gpubuck::run
