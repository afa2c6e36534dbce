#include "formats/h5md.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "file/open_file.h"
#include "hdf5/hdf5.h"

namespace gpubuck::formats::h5md {
namespace {

void writeText(const H5::H5Object& object, const char* name, const std::string& text) {
  const H5::StrType type = hdf5::textType(text.size());
  object.createAttribute(name, type, H5::DataSpace(H5S_SCALAR)).write(type, text);
}

/// Writes a dataset that is the same in all frames.
template <typename T>
void writeFixed(const H5::Group& group, const char* name, const std::vector<T>& values) {
  const hsize_t count = values.size();
  const H5::DataSpace space(1, &count);
  group.createDataSet(name, hdf5::storedType<T>(), space, hdf5::timeless())
      .write(values.data(), hdf5::nativeType<T>());
}

/// Writes a dataset of species or kinds as an enumeration of their names.
template <typename Named>
void writeNamed(const H5::Group& group, const char* name, const std::vector<Named>& all,
                const std::vector<std::int32_t>& values) {
  H5::EnumType names(hdf5::nativeType<std::int32_t>());
  for (std::int32_t k = 0; k < std::ssize(all); ++k) {
    names.insert(all[static_cast<std::size_t>(k)].name, &k);
  }
  const hsize_t count = values.size();
  group.createDataSet(name, names, H5::DataSpace(1, &count), hdf5::timeless())
      .write(values.data(), names);
}

/// A dataset to which each frame adds `shape` numbers.
template <typename T>
class Growing {
 public:
  Growing(const H5::Group& group, const char* name, const std::vector<hsize_t>& shape) : shape_{0} {
    shape_.insert(shape_.end(), shape.begin(), shape.end());
    std::vector<hsize_t> most = shape_, chunk = shape_;
    most[0] = H5S_UNLIMITED;
    // A chunk is at most a megabyte: HDF5 keeps that much of a dataset in memory. Small datasets
    // have many frames in a chunk.
    constexpr hsize_t kMost = 1 << 18, kFrames = 1024;
    const bool isSmall = shape.size() < 2 || shape[0] < 16;
    chunk[0] = isSmall ? kFrames / std::max<hsize_t>(1, shape.empty() ? 1 : shape[0]) : 1;
    if (!shape.empty()) chunk[1] = std::min(chunk[1], kMost / 3);
    H5::DSetCreatPropList properties = hdf5::timeless();
    properties.setChunk(static_cast<int>(chunk.size()), chunk.data());
    const H5::DataSpace space(static_cast<int>(shape_.size()), shape_.data(), most.data());
    set_ = group.createDataSet(name, hdf5::storedType<T>(), space, properties);
  }

  void append(const T* values) {
    std::vector<hsize_t> start(shape_.size(), 0), count = shape_;
    start[0] = shape_[0]++;
    count[0] = 1;
    set_.extend(shape_.data());
    const H5::DataSpace inMemory(static_cast<int>(count.size()), count.data());
    const H5::DataSpace inFile = set_.getSpace();
    inFile.selectHyperslab(H5S_SELECT_SET, count.data(), start.data());
    set_.write(values, hdf5::nativeType<T>(), inMemory, inFile);
  }

 private:
  std::vector<hsize_t> shape_;  ///< the first number is the number of frames
  H5::DataSet set_;
};

class Writer : public formats::TrajectoryWriter {
 public:
  Writer(const std::filesystem::path& path, const dpd::Fluid& fluid,
         const dpd::Molecules& molecules)
      : path_(path), fluid_(fluid), molecules_(molecules) {
    // If the file cannot be written, or the disk is nearly full, this probe throws with the
    // system's reason.
    file::FileWriter probe(path);
    probe.write(std::string(kMargin, '\0'));
    probe.close();
    attempt([&] {
      file_ = H5::H5File(path.string(), H5F_ACC_TRUNC, H5::FileCreatPropList::DEFAULT,
                         hdf5::fileDriver(&error_));
      reserve(0);
      describe();
    });
  }

  ~Writer() override {
    try {
      close();
    } catch (const H5::Exception&) {
      // A destructor cannot report errors. Only sync() completes the file and reports errors.
    }
  }

  void append(const formats::Frame& frame) override {
    attempt([&] {
      constexpr hsize_t kMoving = 2 * sizeof(glm::vec3);
      constexpr hsize_t kFixed = 2 * sizeof(std::int32_t) + sizeof(double);  // species, id, mass
      constexpr hsize_t kBond = 3 * sizeof(std::int32_t), kAngle = 4 * sizeof(std::int32_t);
      hsize_t bytes = kMoving * frame.particles.count();
      if (!position_) {
        bytes += kFixed * frame.particles.count() + kBond * molecules_.bonds.size() +
                 kAngle * molecules_.angles.size();
      }
      reserve(bytes);
      if (!position_) begin(frame.particles);
      const glm::dvec3& size = fluid_.box.size;
      const std::array<double, 9> edges{size.x, 0, 0, 0, size.y, 0, 0, 0, size.z};
      step_->append(&frame.step);
      time_->append(&frame.time);
      edges_->append(edges.data());
      position_->append(&frame.particles.position.data()->x);
      if (velocity_) velocity_->append(&frame.particles.velocity.data()->x);
    });
  }

  void sync() override {
    attempt([&] {
      file_.flush(H5F_SCOPE_GLOBAL);
      const hsize_t size = file_.getFileSize();
      close();
      if (error_ == 0) file::resizeFile(path_, size);  // frees the reserved but unused space
    });
  }

 private:
  /// Upper bound of the data that HDF5 buffers in memory, in bytes.
  static constexpr hsize_t kMargin = hsize_t{4} << 20;

  /// Reserves disk space for `bytes` more bytes, so that a full disk is noticed before they are
  /// written.
  void reserve(hsize_t bytes) {
    const hsize_t needed = file_.getFileSize() + bytes + kMargin;
    if (needed <= reserved_) return;
    void* handle = nullptr;
    file_.getVFDHandle(&handle);
    const hsize_t room = needed + kMargin - reserved_;
    const int error =
        file::reserve(*static_cast<const int*>(handle), static_cast<std::int64_t>(reserved_),
                      static_cast<std::int64_t>(reserved_ + room));
    if (error != 0) fail(error);
    reserved_ += room;
  }

  [[noreturn]] void fail(int error) const {
    throw RunError(path_.string(),
                   fmt::format("cannot be written: {}", std::generic_category().message(error)));
  }

  void close() {
    step_.reset(), time_.reset(), edges_.reset(), position_.reset(), velocity_.reset();
    file_.close();
  }

  template <typename Action>
  void attempt(const Action& action) {
    const hdf5::NotedErrors noted;
    try {
      action();
    } catch (const H5::Exception&) {
      if (error_ == 0) {
        throw RunError(path_.string(), fmt::format("cannot be written: {}", hdf5::reason()));
      }
    }
    if (error_ != 0) fail(error_);
  }

  /// Writes the group with the format's version and the program that made the file.
  void describe() {
    const H5::Group root = file_.createGroup("h5md");
    const std::array<int, 2> version{1, 1};
    const hsize_t two = 2;
    root.createAttribute("version", hdf5::storedType<int>(), H5::DataSpace(1, &two))
        .write(hdf5::nativeType<int>(), version.data());
    writeText(root.createGroup("author"), "name", "unknown");
    const H5::Group creator = root.createGroup("creator");
    writeText(creator, "name", "gpubuck");
    writeText(creator, "version", GPUBUCK_VERSION);
  }

  /// Creates the groups and datasets that depend on the particles.
  void begin(const dpd::Particles& particles) {
    file_.createGroup("particles");
    const H5::Group all = file_.createGroup("particles/all");
    const H5::Group box = all.createGroup("box"), edges = box.createGroup("edges");
    const H5::Group position = all.createGroup("position");
    const int dimensions = 3;
    box.createAttribute("dimension", hdf5::storedType<int>(), H5::DataSpace(H5S_SCALAR))
        .write(hdf5::nativeType<int>(), &dimensions);
    writeBoundary(box);

    const hsize_t count = particles.count();
    step_.emplace(position, "step", std::vector<hsize_t>{});
    time_.emplace(position, "time", std::vector<hsize_t>{});
    position_.emplace(position, "value", std::vector<hsize_t>{count, 3});
    edges_.emplace(edges, "value", std::vector<hsize_t>{3, 3});
    shareTimes("particles/all/box/edges");
    if (!particles.velocity.empty()) {
      const H5::Group velocity = all.createGroup("velocity");
      velocity_.emplace(velocity, "value", std::vector<hsize_t>{count, 3});
      shareTimes("particles/all/velocity");
    }
    writeSpecies(all, particles.species);
    if (molecules_.empty()) return;
    file_.createGroup("connectivity");
    file_.createGroup("parameters");
    writeLinks("connectivity/bonds", "parameters/bond_kind", fluid_.bondKinds, molecules_.bonds);
    writeLinks("connectivity/angles", "parameters/angle_kind", fluid_.angleKinds,
               molecules_.angles);
  }

  /// Writes "periodic" or "none" for each axis.
  void writeBoundary(const H5::Group& box) const {
    constexpr std::size_t kLongest = 8;
    std::string words;
    for (const bool is : formats::periodicAxes(fluid_.box)) {
      words += is ? "periodic" : "none";
      words.resize((words.size() + kLongest - 1) / kLongest * kLongest, '\0');
    }
    const H5::StrType type = hdf5::textType(kLongest);
    const hsize_t three = 3;
    box.createAttribute("boundary", type, H5::DataSpace(1, &three)).write(type, words.data());
  }

  /// Makes another element use the step and time of the positions.
  void shareTimes(const std::string& element) {
    for (const char* name : {"/step", "/time"}) {
      file_.link(H5L_TYPE_HARD, std::string("particles/all/position") + name, element + name);
    }
  }

  void writeSpecies(const H5::Group& all, const std::vector<int>& species) {
    writeNamed(all, "species", fluid_.species, species);
    std::vector<double> masses;
    for (const int k : species) {
      masses.push_back(fluid_.species[static_cast<std::size_t>(k)].mass);
    }
    std::vector<std::int32_t> ids(species.size());
    std::iota(ids.begin(), ids.end(), 0);
    writeFixed(all, "mass", masses);
    writeFixed(all, "id", ids);
  }

  /// Writes the ids of bonds or angles, and their kinds.
  template <typename Kind, typename Link>
  void writeLinks(const char* name, const char* kindName, const std::vector<Kind>& kinds,
                  const std::vector<Link>& links) {
    if (links.empty()) return;
    const std::array<hsize_t, 2> shape{links.size(), links.front().ids.size()};
    std::vector<std::int32_t> ids, kindOf;
    for (const Link& link : links) {
      ids.insert(ids.end(), link.ids.begin(), link.ids.end());
      kindOf.push_back(link.kind);
    }
    const H5::DataSet set = file_.createDataSet(name, hdf5::storedType<std::int32_t>(),
                                                H5::DataSpace(2, shape.data()), hdf5::timeless());
    set.write(ids.data(), hdf5::nativeType<std::int32_t>());
    hobj_ref_t particles{};
    file_.reference(&particles, "particles/all");
    const H5::PredType& reference = H5::PredType::STD_REF_OBJ;
    set.createAttribute("particles_group", reference, H5::DataSpace(H5S_SCALAR))
        .write(reference, &particles);
    writeNamed(file_, kindName, kinds, kindOf);
  }

  std::filesystem::path path_;
  dpd::Fluid fluid_;
  dpd::Molecules molecules_;
  int error_ = 0;  ///< the system's first error in writing or closing the file
  H5::H5File file_;
  hsize_t reserved_ = 0;  ///< size of the file for which disk space is reserved, in bytes
  std::optional<Growing<std::int64_t>> step_;
  std::optional<Growing<double>> time_, edges_;
  std::optional<Growing<float>> position_, velocity_;
};

}  // namespace

std::unique_ptr<formats::TrajectoryWriter> makeWriter(const std::filesystem::path& path,
                                                      const dpd::Fluid& fluid,
                                                      const dpd::Molecules& molecules,
                                                      file::Opening, Keep) {
  return std::make_unique<Writer>(path, fluid, molecules);
}

}  // namespace gpubuck::formats::h5md
