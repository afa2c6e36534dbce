#include "run/state_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>

#include "base/error.h"
#include "file/packed_file.h"

namespace gpubuck::run {
namespace {

static_assert(std::endian::native == std::endian::little, "the file has little-endian numbers");

constexpr std::string_view kMagic = "gpubuck state ", kFormat = "2\n";
constexpr std::size_t kBegin = kMagic.size() + kFormat.size();

/// The numbers at the beginning of a file.
struct StateTable {
  std::int64_t step = 0, sinceStep = 0;
  double dt = 0.0, sinceTime = 0.0;
  std::int64_t engine = -1;  ///< -1 if unknown, 0 paper, 1 fast
  std::uint64_t textBytes = 0;
  std::uint64_t particles = 0;
  std::uint64_t listed = 0, cells = 0;  ///< sizes of the lists, or 0
  std::uint64_t bonds = 0, angles = 0;
};
/// Calls visit(array, count) for each array of a state, with the number of its elements in a file.
template <typename State, typename Visit>
void visitStateArrays(State& state, const StateTable& table, Visit visit) {
  visit(state.particles.position, static_cast<std::size_t>(table.particles));
  visit(state.particles.velocity, static_cast<std::size_t>(table.particles));
  visit(state.particles.predicted, static_cast<std::size_t>(table.particles));
  visit(state.lists.mapping, static_cast<std::size_t>(table.listed));
  visit(state.lists.head, static_cast<std::size_t>(table.cells));
  visit(state.lists.next, static_cast<std::size_t>(table.listed));
  visit(state.particles.molecules.bonds, static_cast<std::size_t>(table.bonds));
  visit(state.particles.molecules.angles, static_cast<std::size_t>(table.angles));
}

/// Appends the first bytes of all values, then the second bytes of all values, and so on. Signs and
/// exponents of different numbers are then side by side, and compress better.
template <typename T>
void appendShuffled(std::string& bytes, const std::vector<T>& values) {
  const char* const from = reinterpret_cast<const char*>(values.data());
  for (std::size_t k = 0; k < sizeof(T); ++k) {
    for (std::size_t i = 0; i < values.size(); ++i) bytes += from[i * sizeof(T) + k];
  }
}

/// Returns `count` values that appendShuffled() has written.
template <typename T>
std::vector<T> unshuffled(const char* bytes, std::size_t count) {
  std::vector<T> values(count);
  char* const to = reinterpret_cast<char*>(values.data());
  for (std::size_t k = 0; k < sizeof(T); ++k) {
    for (std::size_t i = 0; i < count; ++i) to[i * sizeof(T) + k] = *bytes++;
  }
  return values;
}

StateTable readTable(const std::string& name, std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) throw InputError(name, "is not a state of gpubuck");
  if (!bytes.substr(kMagic.size()).starts_with(kFormat)) {
    throw InputError(name, "is a state of another version of gpubuck, expected format 2");
  }
  StateTable table;
  if (bytes.size() < kBegin + sizeof(table)) throw InputError(name, "is cut off");
  std::memcpy(&table, bytes.data() + kBegin, sizeof(table));
  return table;
}

/// Returns the number of bytes of the file that begins with this table. Throws InputError for
/// counts that no fluid has.
std::uint64_t sizeOfFile(const std::string& name, const StateTable& table) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 28;  // every array of a fluid is smaller
  std::uint64_t size = kBegin + sizeof(table) + std::min(table.textBytes, kMost);
  bool isPossible = table.textBytes <= kMost;
  RunState none;
  visitStateArrays(none, table, [&]<typename T>(const std::vector<T>&, std::size_t count) {
    isPossible = isPossible && count <= kMost;
    size += std::min<std::uint64_t>(count, kMost) * sizeof(T);
  });
  if (!isPossible)
    throw InputError(name, "is damaged: it declares more elements than a fluid can have");
  return size;
}

}  // namespace

bool isStateFile(const std::filesystem::path& path) {
  return (path.extension() == ".gz" ? path.stem() : path).extension() == kStateSuffix;
}

void writeState(const std::filesystem::path& path, const RunState& state) {
  const std::string text = scenario::toToml(state.scenario);
  StateTable table{.step = state.clock.step,
                   .sinceStep = state.clock.sinceStep,
                   .dt = state.clock.dt,
                   .sinceTime = state.clock.sinceTime,
                   .engine = state.engine ? (*state.engine == texel::Engine::Fast ? 1 : 0) : -1,
                   .textBytes = text.size(),
                   .particles = state.particles.count(),
                   .listed = state.lists.mapping.size(),
                   .cells = state.lists.head.size(),
                   .bonds = state.particles.molecules.bonds.size(),
                   .angles = state.particles.molecules.angles.size()};
  std::string bytes(kMagic);
  bytes += kFormat;
  bytes.append(reinterpret_cast<const char*>(&table), sizeof(table));
  bytes += text;
  visitStateArrays(state, table,
                   [&](const auto& values, std::size_t) { appendShuffled(bytes, values); });
  file::writePacked(path, bytes);
}

RunState readState(const std::filesystem::path& path) {
  const std::string name = path.string();
  const std::string bytes = file::readPacked(
      name, {.headBytes = kBegin + sizeof(StateTable),
             .of = [&](auto head) { return sizeOfFile(name, readTable(name, head)); }});
  const StateTable table = readTable(name, bytes);
  std::size_t at = kBegin + sizeof(table);
  const auto take = [&](std::size_t count, std::size_t size) {
    if (count > (bytes.size() - at) / size) throw InputError(name, "is cut off");
    const char* const from = bytes.data() + at;
    at += count * size;
    return from;
  };
  RunState state;
  const auto textBytes = static_cast<std::size_t>(table.textBytes);
  const std::string text(take(textBytes, 1), textBytes);
  state.scenario = scenario::parseScenario(text, name + ": scenario", {});
  visitStateArrays(state, table, [&]<typename T>(std::vector<T>& values, std::size_t count) {
    values = unshuffled<T>(take(count, sizeof(T)), count);
  });
  if (at != bytes.size()) throw InputError(name, "has bytes after its end");
  state.clock = {table.step, table.dt, table.sinceStep, table.sinceTime};
  if (table.engine < -1 || table.engine > 1) {
    throw InputError(name,
                     fmt::format("engine {} is not known, expected -1, 0 or 1", table.engine));
  }
  if (table.engine >= 0) {
    state.engine = table.engine == 1 ? texel::Engine::Fast : texel::Engine::Paper;
  }
  requireState(state, name);
  return state;
}

}  // namespace gpubuck::run
