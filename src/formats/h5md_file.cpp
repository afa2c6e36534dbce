#include "formats/h5md_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>

#include "file/input_file.h"
#include "file/presence.h"
#include "formats/h5md.h"
#include "hdf5/hdf5.h"

namespace gpubuck::formats::h5md {
namespace {

constexpr std::string_view kCheckpointBegin = "gpubuck checkpoint";

/// The largest number of values that are read at once. It is enough for the positions of the
/// largest number of particles, and for bonds.
constexpr hsize_t kMostNumbers = hsize_t{1} << 30;

std::string beginOf(const std::string& path, std::size_t bytes) {
  file::InputFile file(path);
  std::string begin(bytes, '\0');
  begin.resize(file.read(begin.data(), bytes));
  return begin;
}

}  // namespace

bool isHdf5(const std::string& path) {
  file::requireRegularFile(path);
  return beginsAsHdf5(beginOf(path, 8));
}

H5mdFile::H5mdFile(const std::string& path) : path_(path) {
  if (!isHdf5(path)) {
    if (beginOf(path, kCheckpointBegin.size()) == kCheckpointBegin) {
      fail("is a checkpoint, not H5MD; gpubuck run --restart continues from it");
    }
    fail("is not an HDF5 file");
  }
  attempt([&] {
    file_.openFile(path_, H5F_ACC_RDONLY, hdf5::fileDriver(nullptr));
    findParticles();
  });
}

void H5mdFile::findParticles() {
  const std::vector<std::string> groups = namesIn("particles");
  if (groups.empty()) fail("has no group of particles: it is not H5MD");
  if (groups.size() > 1 && std::ranges::count(groups, std::string("all")) == 0) {
    fail(fmt::format("has {} groups of particles, none of them all: {}", groups.size(),
                     file::inQuotes(fmt::format("{}", fmt::join(groups, ", ")))));
  }
  particles_ = "particles/" + (groups.size() > 1 ? std::string("all") : groups.front());
}

bool H5mdFile::exists(const std::string& name) const { return hdf5::exists(file_, name, path_); }

bool H5mdFile::isDataset(const std::string& name) const {
  return exists(name) && file_.childObjType(name) == H5O_TYPE_DATASET;
}

std::vector<std::string> H5mdFile::namesIn(const std::string& group) const {
  if (!exists(group) || file_.childObjType(group) != H5O_TYPE_GROUP) return {};
  const H5::Group opened = file_.openGroup(group);
  std::vector<std::string> names;
  for (hsize_t k = 0; k < opened.getNumObjs(); ++k) names.push_back(opened.getObjnameByIdx(k));
  return names;
}

H5::DataSet H5mdFile::open(const std::string& name) const {
  return hdf5::openDataSet(file_, name, path_);
}

std::vector<hsize_t> H5mdFile::shape(const std::string& name) const {
  const H5::DataSpace space = open(name).getSpace();
  std::vector<hsize_t> shape(static_cast<std::size_t>(space.getSimpleExtentNdims()));
  if (!shape.empty()) space.getSimpleExtentDims(shape.data());
  return shape;
}

template <typename T>
std::vector<T> H5mdFile::elements(const H5::DataSet& set, const std::string& name,
                                  const H5::DataType& type, std::int64_t frame,
                                  bool isOfFrames) const {
  std::vector<hsize_t> count = shape(name), start(count.size(), 0);
  const H5::DataSpace inFile = set.getSpace();
  if (isOfFrames) {
    if (count.empty() || static_cast<hsize_t>(frame) >= count[0]) {
      fail(fmt::format("{} has no frame {}", name, frame + 1));
    }
    start[0] = static_cast<hsize_t>(frame), count[0] = 1;
    inFile.selectHyperslab(H5S_SELECT_SET, count.data(), start.data());
  }
  hsize_t all = 1;
  for (const hsize_t length : count) {
    if (length > kMostNumbers || (all *= length) > kMostNumbers) {
      fail(fmt::format("{} has more than {} numbers", name, kMostNumbers));
    }
  }
  std::vector<T> values(all);
  if (all == 0) return values;
  const H5::DataSpace inMemory(1, &all);
  set.read(values.data(), type, inMemory, inFile);
  return values;
}

template <typename T>
std::vector<T> H5mdFile::numbers(const std::string& name, std::int64_t frame,
                                 bool isOfFrames) const {
  const H5::DataSet set = open(name);
  const H5T_class_t kind = set.getTypeClass();
  if (kind != H5T_INTEGER && (kind != H5T_FLOAT || std::is_integral_v<T>)) {
    fail(fmt::format("{} is not of {}", name, std::is_integral_v<T> ? "integers" : "numbers"));
  }
  return elements<T>(set, name, hdf5::nativeType<T>(), frame, isOfFrames);
}

template std::vector<double> H5mdFile::numbers(const std::string&, std::int64_t, bool) const;
template std::vector<std::int64_t> H5mdFile::numbers(const std::string&, std::int64_t, bool) const;

template <typename T>
T H5mdFile::inFrame(const std::string& name, std::int64_t frame) const {
  const bool isInterval = shape(name).empty();
  const std::vector<T> values = numbers<T>(name, frame, !isInterval);
  if (values.size() != 1) fail(fmt::format("{} does not have one number per frame", name));
  if (!isInterval) return values[0];
  T offset{};
  const H5::DataSet set = open(name);
  if (set.attrExists("offset")) set.openAttribute("offset").read(hdf5::nativeType<T>(), &offset);
  const double at =
      static_cast<double>(offset) + static_cast<double>(values[0]) * static_cast<double>(frame);
  if (std::abs(at) >= 0x1p62) fail(fmt::format("{}: frame {} is at {}", name, frame + 1, at));
  return offset + values[0] * static_cast<T>(frame);
}

template double H5mdFile::inFrame(const std::string&, std::int64_t) const;
template std::int64_t H5mdFile::inFrame(const std::string&, std::int64_t) const;

bool H5mdFile::isEnumeration(const std::string& name) const {
  return open(name).getTypeClass() == H5T_ENUM;
}

std::pair<std::vector<std::string>, std::vector<std::int64_t>> H5mdFile::enumeration(
    const std::string& name) const {
  const H5::EnumType type = open(name).getEnumType();
  std::vector<std::pair<std::int64_t, std::string>> members;
  const H5::DataType base = type.getSuper();
  for (int k = 0; k < type.getNmembers(); ++k) {
    std::vector<char> value(std::max(type.getSize(), sizeof(std::int64_t)));
    type.getMemberValue(static_cast<unsigned>(k), value.data());
    base.convert(H5::PredType::NATIVE_INT64, 1, value.data(), nullptr);
    std::int64_t number = 0;
    std::memcpy(&number, value.data(), sizeof number);
    // HDF5 allocates the name, which must be freed.
    char* const text = H5Tget_member_name(type.getId(), static_cast<unsigned>(k));
    if (text == nullptr) throw H5::DataTypeIException("H5Tget_member_name", "failed");
    members.emplace_back(number, text);
    H5free_memory(text);
  }
  std::ranges::sort(members);
  std::pair<std::vector<std::string>, std::vector<std::int64_t>> result;
  for (auto& [value, text] : members) {
    result.first.push_back(std::move(text));
    result.second.push_back(value);
  }
  return result;
}

std::vector<std::int64_t> H5mdFile::enumerated(const std::string& name, std::int64_t frame,
                                               bool isOfFrames) const {
  auto [names, values] = enumeration(name);
  H5::EnumType inMemory(hdf5::nativeType<std::int64_t>());
  for (std::size_t k = 0; k < names.size(); ++k) inMemory.insert(names[k], &values[k]);
  return elements<std::int64_t>(open(name), name, inMemory, frame, isOfFrames);
}

std::vector<std::string> H5mdFile::texts(const std::string& group, const char* attribute) const {
  if (!exists(group) || file_.childObjType(group) != H5O_TYPE_GROUP) {
    fail(fmt::format("has no group {}", group));
  }
  const H5::Group opened = file_.openGroup(group);
  if (!opened.attrExists(attribute)) fail(fmt::format("{} has no attribute {}", group, attribute));
  const H5::Attribute found = opened.openAttribute(attribute);
  constexpr hssize_t kMost = 16;  // maximum number of texts in an attribute
  const hssize_t count = found.getSpace().getSimpleExtentNpoints();
  if (found.getTypeClass() != H5T_STRING || count > kMost || count < 0) {
    fail(fmt::format("{}: the attribute {} does not consist of texts", group, attribute));
  }
  const H5::StrType type = found.getStrType();
  std::vector<std::string> texts;
  if (type.isVariableStr()) {
    std::vector<char*> pointers(static_cast<std::size_t>(count), nullptr);
    found.read(type, pointers.data());
    for (const char* each : pointers) texts.emplace_back(each != nullptr ? each : "");
    H5Dvlen_reclaim(type.getId(), found.getSpace().getId(), H5P_DEFAULT, pointers.data());
    return texts;
  }
  const std::size_t size = type.getSize();
  std::string all(size * static_cast<std::size_t>(count), '\0');
  found.read(type, all.data());
  for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
    const std::string text = all.substr(k * size, size);
    texts.push_back(text.substr(0, text.find('\0')));
    texts.back().erase(texts.back().find_last_not_of(' ') + 1);
  }
  return texts;
}

}  // namespace gpubuck::formats::h5md
