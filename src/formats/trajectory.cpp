#include "formats/trajectory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/terminal.h"
#include "base/text.h"
#include "file/npy.h"
#include "file/output_file.h"

namespace gpubuck::formats {

bool TrajectoryReader::next(Frame& frame) {
  if (!readNext(frame)) {
    if (frames_ == 0) throw InputError(path_, "has no frames");
    return false;
  }
  ++frames_;
  const std::vector<int>& species = frame.particles.species;
  if (frames_ == 1) species_ = species;
  const auto [here, first] = std::ranges::mismatch(species, species_);
  if (here == species.end() && first == species_.end()) return true;
  if (species.size() != species_.size()) {
    throw InputError(path_, fmt::format("frame {} has {}, but the first one has {}", frames_,
                                        counted(std::ssize(species), "particle"), species_.size()));
  }
  throw InputError(path_, fmt::format("frame {}: particle {} has another species than in frame 1",
                                      frames_, here - species.begin()));
}

std::array<bool, 3> periodicAxes(const cells::Box& box) {
  return {box.isPeriodic(0), box.isPeriodic(1), box.dimensions == 3 && box.isPeriodic(2)};
}

std::string leftOutText(const std::string& path, std::int64_t frame, std::uint64_t bytes) {
  return fmt::format("{}: ends within frame {}: the last {} bytes are left out", path, frame,
                     bytes);
}

void tellLeftOut(const std::string& text) {
  if (!text.empty()) tell(fmt::format("gpubuck: {}\n", printable(text)));
}

namespace {

void writeArray(const std::filesystem::path& path, const dpd::Particles& particles) {
  std::vector<file::NpyField> fields{{"id", "i4"}, {"species", "i4"}, {"position", "f4", 3}};
  const bool hasVelocity = !particles.velocity.empty();
  if (hasVelocity) fields.push_back({"velocity", "f4", 3});
  file::FileWriter file(path);
  const auto write = [&]<typename T>(const T& value) {
    file.write({reinterpret_cast<const char*>(&value), sizeof value});
  };
  file.write(file::npyHead(fields, static_cast<std::int64_t>(particles.count())));
  for (std::size_t i = 0; i < particles.count(); ++i) {
    write(static_cast<std::int32_t>(i));
    write(static_cast<std::int32_t>(particles.species[i]));
    write(particles.position[i]);
    if (hasVelocity) write(particles.velocity[i]);
  }
  file.close();
}

class NpyWriter : public TrajectoryWriter {
 public:
  explicit NpyWriter(std::filesystem::path path) : path_(std::move(path)) {}

  void append(const Frame& frame) override { last_ = frame.particles; }
  void sync() override { writeArray(path_, last_); }

 private:
  std::filesystem::path path_;
  dpd::Particles last_;
};

}  // namespace

std::unique_ptr<TrajectoryWriter> makeNpyWriter(const std::filesystem::path& path,
                                                const dpd::Fluid&, const dpd::Molecules&,
                                                file::Opening, Keep) {
  return std::make_unique<NpyWriter>(path);
}

}  // namespace gpubuck::formats
