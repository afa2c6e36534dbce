#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "file/input_file.h"
#include "formats/lammps.h"
#include "formats/particles.h"

namespace gpubuck::formats {
namespace {

/// The columns of a particle, in the order in which lammpsLegScript() makes LAMMPS write them.
constexpr std::size_t kId = 0, kType = 1, kPlace = 2, kVelocity = 5, kColumns = 8;

/// Reads the file of a state line by line.
class LammpsStateReader {
 public:
  LammpsStateReader(const std::string& path, const dpd::Fluid& fluid, std::size_t count)
      : file_(path), lines_(file_), fluid_(fluid), count_(count) {}

  LammpsState read() {
    LammpsState state;
    readItem("TIMESTEP");
    state.step = wholeLine();
    readItem("NUMBER OF ATOMS");
    if (const std::int64_t count = wholeLine(); std::cmp_not_equal(count, count_)) {
      lines_.fail(fmt::format("has {} particles, expected {}", count, count_));
    }
    readItem("BOX BOUNDS");
    for (int axis = 0; axis < 3; ++axis) nextLine();
    readItem("ATOMS");
    dpd::Particles& particles = state.particles;
    particles.position.resize(count_);
    particles.velocity.resize(count_);
    particles.species.resize(count_, -1);
    for (std::size_t line = 0; line < count_; ++line) {
      const std::string_view text = nextLine();
      words_ = file::splitWords(text, file::kBlanks);
      if (words_.size() != kColumns) {
        lines_.fail(fmt::format("has {} columns, expected {}", words_.size(), kColumns));
      }
      const std::size_t i =
          static_cast<std::size_t>(wholeIn(kId, std::ssize(particles.position))) - 1;
      if (particles.species[i] >= 0) lines_.fail(fmt::format("particle {} is given twice", i + 1));
      particles.species[i] = static_cast<int>(wholeIn(kType, std::ssize(fluid_.species))) - 1;
      for (int axis = 0; axis < 3; ++axis) {
        particles.position[i][axis] = place(axis);
        particles.velocity[i][axis] = number(kVelocity, axis);
      }
    }
    return state;
  }

 private:
  std::string_view nextLine() {
    std::string_view line;
    if (!lines_.next(line)) {
      throw file::EndsEarly(file_.name(),
                            fmt::format("ends early, after line {}", lines_.number()));
    }
    if (lines_.isUnended()) lines_.fail("ends within a line");
    return line;
  }
  void readItem(std::string_view name) {
    const std::string_view line = nextLine();
    if (!line.starts_with(fmt::format("ITEM: {}", name))) {
      lines_.fail(fmt::format("expected ITEM: {}, got {}", name, file::inQuotes(line)));
    }
  }
  std::int64_t wholeLine() {
    const std::string_view line = nextLine();
    const auto number = numberIn<std::int64_t>(file::trimmed(line));
    if (!number) lines_.fail(file::inQuotes(line) + " is not a whole number");
    return *number;
  }
  /// Returns a whole number within 1..most.
  std::int64_t wholeIn(std::size_t column, std::ptrdiff_t most) const {
    const auto number = numberIn<std::int64_t>(words_[column]);
    if (!number || *number < 1 || *number > most) {
      lines_.fail(fmt::format("{} must be a whole number of 1 to {}",
                              file::inQuotes(words_[column]), most));
    }
    return *number;
  }
  float number(std::size_t column, int axis) const {
    return lines_.real<float>(words_[column + static_cast<std::size_t>(axis)]);
  }
  float place(int axis) const {
    const double given = lines_.real<double>(words_[kPlace + static_cast<std::size_t>(axis)]);
    return placeAlong(fluid_.box, axis, given, 0.0,
                      [&](const std::string& why) { lines_.fail(why); });
  }

  file::InputFile file_;
  file::LineReader lines_;
  const dpd::Fluid& fluid_;
  std::size_t count_;
  std::vector<std::string_view> words_;  ///< words of the present line
};

}  // namespace

LammpsState readLammpsState(const std::string& path, const dpd::Fluid& fluid, std::size_t count) {
  return LammpsStateReader(path, fluid, count).read();
}

}  // namespace gpubuck::formats
