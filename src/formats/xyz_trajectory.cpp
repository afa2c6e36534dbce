#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "formats/particles.h"
#include "formats/trajectory.h"
#include "formats/xyz.h"

namespace gpubuck::formats {
namespace {

/// Species k is written as the chemical element of atomic number k + 1.
constexpr std::array<std::string_view, dpd::kMaxSpecies> kSymbols{
    "H", "He", "Li", "Be", "B", "C", "N", "O", "F", "Ne", "Na", "Mg", "Al", "Si", "P", "S"};

/// Names of the property that holds velocities in files of gpubuck and of other programs.
constexpr std::array<std::string_view, 4> kVelocities{"velo", "vel", "velocities", "velocity"};
constexpr std::string_view kMomenta = "momenta";

using SpeciesByWord = std::map<std::string, int, std::less<>>;

/// Returns a map from the words in the species column of a frame to species.
SpeciesByWord speciesWords(const XyzReader& frames, const dpd::Fluid& fluid) {
  SpeciesByWord byName;
  for (const dpd::Species& species : fluid.species) {
    byName.emplace(species.name, static_cast<int>(byName.size()));
  }
  const auto names = frames.value("species_names");
  if (!names) return byName;
  SpeciesByWord bySymbol;
  const std::vector<std::string_view> words = file::splitWords(*names, " ");
  for (std::size_t k = 0; k < std::min(words.size(), kSymbols.size()); ++k) {
    const auto known = byName.find(words[k]);
    if (known != byName.end()) bySymbol.emplace(kSymbols[k], known->second);
  }
  return bySymbol;
}

/// Converts the coordinates of elements to places in a fluid's box.
class Places {
 public:
  Places(const XyzReader& frame, const cells::Box& box)
      : frame_(frame), box_(box), origin_(frame.origin()) {}

  /// Returns the place of this element.
  glm::vec3 next() const {
    const auto rounded = frame_.vector<float>("pos");
    const auto exact = frame_.vector<double>("pos");
    glm::vec3 place(0.0F);
    for (int axis = 0; axis < box_.dimensions; ++axis) {
      // This returns exactly the float that was written, if it was written with all its digits.
      const bool isInside =
          rounded[axis] >= 0.0F && rounded[axis] < static_cast<float>(box_.size[axis]);
      place[axis] = isInside && origin_[axis] == 0.0 ? rounded[axis] : along(axis, exact[axis]);
    }
    if (box_.dimensions == 2 && exact.z != origin_.z) {
      frame_.lines().fail(fmt::format("z {} is not 0 in two dimensions", exact.z - origin_.z));
    }
    return place;
  }

 private:
  float along(int axis, double coordinate) const {
    return placeAlong(box_, axis, coordinate, origin_[axis],
                      [&](const std::string& why) { frame_.lines().fail(why); });
  }

  const XyzReader& frame_;
  const cells::Box& box_;
  glm::dvec3 origin_;
};

/// Returns the property of a frame that has its velocities or momenta, or an empty text.
std::string_view velocityProperty(const XyzReader& frame) {
  const auto* const name =
      std::ranges::find_if(kVelocities, [&](std::string_view each) { return frame.has(each); });
  if (name != kVelocities.end()) return *name;
  return frame.has(kMomenta) ? kMomenta : "";
}

/// Reads the elements of a frame; `visit` is called after each.
template <typename Visit>
dpd::Particles readParticlesOf(XyzReader& frames, const dpd::Fluid& fluid, const Visit& visit) {
  const std::string_view velocity = velocityProperty(frames);
  frames.require("species", 1);
  frames.require("pos", 3);
  if (!velocity.empty()) frames.require(velocity, 3);
  const SpeciesByWord speciesOf = speciesWords(frames, fluid);
  const file::LineReader& lines = frames.lines();
  const Places places(frames, fluid.box);
  dpd::Particles particles;
  while (frames.nextElement()) {
    const std::string_view word = frames.word("species");
    const auto species = speciesOf.find(word);
    if (species == speciesOf.end()) {
      lines.fail(fmt::format("there is no species {}", file::inQuotes(word)));
    }
    particles.species.push_back(species->second);
    particles.position.push_back(places.next());
    if (!velocity.empty()) {
      glm::vec3& v = particles.velocity.emplace_back(frames.vector<float>(velocity));
      if (velocity == kMomenta) {
        const double mass = fluid.species[static_cast<std::size_t>(species->second)].mass;
        v = glm::vec3(frames.vector<double>(velocity) / mass);
      }
      if (fluid.box.dimensions == 2 && v.z != 0.0F) {
        lines.fail(fmt::format("v_z {} is not 0 in two dimensions", v.z));
      }
    }
    visit();
  }
  return particles;
}

/// Throws unless a frame's Lattice, if it has one, is this box.
void requireBox(const XyzReader& frame, const cells::Box& box) {
  const std::optional<pairs::Cell> cell = frame.cell();
  if (!cell) return;
  const auto part = [&](int axis, int other) {
    return cell->vectors[static_cast<std::size_t>(axis)][static_cast<std::size_t>(other)];
  };
  for (int axis = 0; axis < box.dimensions; ++axis) {
    for (int other = 0; other < box.dimensions; ++other) {
      if (axis == other || part(axis, other) == 0.0) continue;
      frame.lines().fail("the box is tilted, which a scenario's box cannot be");
    }
  }
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (agree(part(axis, axis), box.size[axis])) continue;
    frame.lines().fail(fmt::format("the box is {} along {}, but the fluid's is {}",
                                   part(axis, axis), cells::kAxisNames[axis], box.size[axis]));
  }
}

/// The properties of the fluid that all frames of a run repeat.
struct FrameHead {
  explicit FrameHead(const dpd::Fluid& fluid) {
    const glm::dvec3& size = fluid.box.size;
    lattice = fmt::format("{} 0 0 0 {} 0 0 0 {}", size.x, size.y, size.z);
    std::vector<char> axes;
    for (const bool is : periodicAxes(fluid.box)) axes.push_back(is ? 'T' : 'F');
    periodic = fmt::format("{}", fmt::join(axes, " "));
    for (const dpd::Species& species : fluid.species) {
      names += (names.empty() ? "" : " ") + species.name;
    }
  }
  std::string lattice, periodic, names;
};

/// Calls visit(step, frame) for each whole frame of a run's file, until visit() returns false.
/// Returns the end, in the file, of the last frame for which visit() returned true.
template <typename Visit>
std::uint64_t visitFrames(const std::filesystem::path& path, const Visit& visit) {
  std::uint64_t whole = 0;
  file::InputFile file(path.string());
  XyzReader frames(file, {.elements = "particles"});
  try {
    while (frames.nextFrame()) {
      const auto step = numberIn<std::int64_t>(frames.value("Step").value_or(""));
      if (!step) frames.lines().fail("there is no Step; frames of a run have it");
      frames.skipElements();
      if (!visit(*step, frames)) break;
      whole = frames.lines().bytes();
    }
  } catch (const file::EndsEarly&) {
    // The result is the end of the last whole frame.
  }
  return whole;
}

class XyzWriter : public TrajectoryWriter {
 public:
  XyzWriter(const std::filesystem::path& path, const dpd::Fluid& fluid, file::Opening opening)
      : file_(path, opening) {
    const FrameHead head(fluid);
    lattice_ = fmt::format("Lattice=\"{}\"", head.lattice);
    rest_ = fmt::format("species_names=\"{}\" pbc=\"{}\"", head.names, head.periodic);
  }

  void append(const Frame& frame) override {
    const dpd::Particles& particles = frame.particles;
    const bool hasVelocity = !particles.velocity.empty();
    file_.print("{}\n{} Properties=species:S:1:pos:R:3{}:id:I:1 {} Time={} Step={}\n",
                particles.count(), lattice_, hasVelocity ? ":velo:R:3" : "", rest_, frame.time,
                frame.step);
    for (std::size_t i = 0; i < particles.count(); ++i) {
      const glm::vec3& r = particles.position[i];
      file_.print("{} {} {} {} ", kSymbols[static_cast<std::size_t>(particles.species[i])], r.x,
                  r.y, r.z);
      if (hasVelocity) {
        const glm::vec3& v = particles.velocity[i];
        file_.print("{} {} {} ", v.x, v.y, v.z);
      }
      file_.print("{}\n", i);
    }
    file_.flush();
  }

  void sync() override { file_.sync(); }

 private:
  file::FileWriter file_;
  std::string lattice_, rest_;  ///< parts of a frame's second line
};

class XyzTrajectoryReader : public TrajectoryReader {
 public:
  explicit XyzTrajectoryReader(const std::string& path)
      : TrajectoryReader(path), file_(path), bytes_(file_.size()) {}

  const dpd::Fluid& fluid() const override { return fluid_; }
  double share() const override {
    const auto read = static_cast<double>(frames_.lines().bytes());
    return bytes_ == 0 ? 0.0 : std::min(1.0, read / static_cast<double>(bytes_));
  }

 private:
  bool readNext(Frame& frame) override {
    const bool isThere = frames_.readFrame([&] { readWhole(frame); });
    if (!isThere) setLeftOut(frames_.leftOut());
    return isThere;
  }

  /// Returns the value of a key that every frame of a run has.
  std::string_view required(std::string_view key) const {
    const auto value = frames_.value(key);
    if (!value) frames_.lines().fail(fmt::format("there is no {}; frames of a run have it", key));
    return *value;
  }

  void readWhole(Frame& frame) {
    const file::LineReader& lines = frames_.lines();
    const auto step = numberIn<std::int64_t>(required("Step"));
    if (!step || *step < 0) {
      lines.fail(
          fmt::format("Step {} is not a whole number, 0 or "
                      "more",
                      file::inQuotes(required("Step"))));
    }
    frame.step = *step;
    frame.time = lines.real<double>(required("Time"));
    const bool isFirst = fluid_.species.empty();
    readFluid();
    if (!frames_.has("id")) lines.fail("Properties has no id; frames of a run have it");
    std::int64_t expected = 0;
    dpd::Particles particles = readParticlesOf(frames_, fluid_, [&] {
      const auto id = numberIn<std::int64_t>(frames_.word("id"));
      if (id != expected) {
        lines.fail(fmt::format("the id is {}, expected {}: the ids of a run ascend from 0",
                               file::inQuotes(frames_.word("id")), expected));
      }
      ++expected;
    });
    frame.particles = std::move(particles);
    if (isFirst) findDimensions(frame.particles);
  }

  /// Reads the box and the species of the first frame. Fails if a later frame has another box or
  /// other species.
  void readFluid() {
    const file::LineReader& lines = frames_.lines();
    const std::array<std::string, 3> head{std::string(required("Lattice")),
                                          std::string(required("pbc")),
                                          std::string(required("species_names"))};
    if (!fluid_.species.empty()) {
      if (head != head_) lines.fail("box or species differ from the first frame");
      return;
    }
    const auto names = file::splitWords(head[2], " ");
    const pairs::Cell cell = frames_.cell().value();
    dpd::Fluid fluid;
    for (std::size_t k = 0; k < 9; ++k) {
      const double side = cell.vectors[k / 3][k % 3];
      if (k % 4 == 0 ? side <= 0.0 : side != 0.0) {
        lines.fail(fmt::format("Lattice {} is not a box along the axes", file::inQuotes(head[0])));
      }
      if (k % 4 == 0) fluid.box.size[static_cast<int>(k / 4)] = side;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (!cell.periodic[axis]) fluid.box.boundary[axis] = cells::Boundary::Reflecting;
    }
    if (names.empty() || names.size() > kSymbols.size()) {
      lines.fail(fmt::format("species_names {} is not 1 to {} names", file::inQuotes(head[2]),
                             kSymbols.size()));
    }
    for (const std::string_view name : names) {
      if (const std::string why = whyNotSpeciesName(name); !why.empty()) lines.fail(why);
      fluid.species.emplace_back().name = name;
    }
    head_ = head;
    fluid_ = std::move(fluid);
  }

  /// Finds the number of dimensions: the box has two if it is 1 wide and not periodic along z, and
  /// z and v_z of all particles are 0.
  void findDimensions(const dpd::Particles& particles) {
    const auto isFlat = [](const glm::vec3& vector) { return vector.z == 0.0f; };
    if (fluid_.box.size.z == 1.0 && !fluid_.box.isPeriodic(2) &&
        std::ranges::all_of(particles.position, isFlat) &&
        std::ranges::all_of(particles.velocity, isFlat)) {
      fluid_.box.dimensions = 2;
    }
  }

  file::InputFile file_;
  std::uint64_t bytes_;
  XyzReader frames_{file_, {.elements = "particles", .fewest = 1, .allFrames = true}};
  dpd::Fluid fluid_;
  std::array<std::string, 3> head_;  ///< Lattice, pbc and species_names of the first frame
};

}  // namespace

FileParticles readExtendedXyz(const std::string& path, const dpd::Fluid& fluid) {
  file::InputFile file(path);
  XyzReader frames(file, {.elements = "particles", .fewest = 1});
  FileParticles last;
  std::optional<InputError> fault;  // fault of the last frame; earlier faults do not matter
  while (frames.readFrame([&] {
    FileParticles here;
    std::optional<InputError> wrong;
    try {
      requireBox(frames, fluid.box);
      if (const auto cell = frames.cell()) {
        here.leftOut = otherSidesText(file.name(), fluid.box, cell->periodic);
      }
      static_cast<dpd::Particles&>(here) = readParticlesOf(frames, fluid, [] { /* no more */ });
    } catch (const file::EndsEarly&) {
      throw;
    } catch (const InputError& error) {
      wrong = error;
      frames.skipElements();
    }
    last = std::move(here);
    fault = std::move(wrong);
  })) {
  }
  if (fault) throw InputError(*fault);
  if (last.count() == 0) file.fail("empty file, expected particles");
  last.leftOut = joinedNotices({last.leftOut, frames.leftOut()});
  return last;
}

std::unique_ptr<TrajectoryWriter> makeXyzWriter(const std::filesystem::path& path,
                                                const dpd::Fluid& fluid,
                                                const dpd::Molecules& /*molecules*/,
                                                file::Opening opening, Keep /*keep*/) {
  return std::make_unique<XyzWriter>(path, fluid, opening);
}

std::unique_ptr<TrajectoryReader> makeXyzReader(const std::string& path) {
  return std::make_unique<XyzTrajectoryReader>(path);
}

std::vector<std::int64_t> stepsOfXyz(const std::filesystem::path& path, const dpd::Fluid& fluid) {
  const FrameHead expected(fluid);
  std::vector<std::int64_t> steps;
  visitFrames(path, [&](std::int64_t step, const XyzReader& frame) {
    if (frame.value("Lattice") != expected.lattice || frame.value("pbc") != expected.periodic ||
        frame.value("species_names") != expected.names) {
      frame.lines().fail("has another box or other species than this run");
    }
    steps.push_back(step);
    return true;
  });
  return steps;
}

void cutXyz(const std::filesystem::path& path, std::int64_t from) {
  const std::uint64_t kept =
      visitFrames(path, [&](std::int64_t step, const XyzReader&) { return step < from; });
  file::resizeFile(path, kept);
}

}  // namespace gpubuck::formats
