#include "formats/final_state.h"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "file/npy.h"
#include "file/output_file.h"

namespace gpubuck::formats {

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
