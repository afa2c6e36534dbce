#include "hdf5/hdf5.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/terminal.h"

namespace gpubuck::hdf5 {
namespace {

// Instead of copying an image several times, HDF5 is given the bytes themselves each time that it
// asks for memory for them.
void* giveImage(size_t, H5FD_file_image_op_t, void* bytes) {
  return static_cast<std::string*>(bytes)->data();
}
void* keepImage(void* to, const void*, size_t, H5FD_file_image_op_t, void*) { return to; }
void* refuseToGrow(void*, size_t, H5FD_file_image_op_t, void*) { return nullptr; }
herr_t keepMemory(void*, H5FD_file_image_op_t, void*) { return 0; }
void* sameBytes(void* bytes) { return bytes; }
herr_t keepBytes(void*) { return 0; }

}  // namespace

void openInMemory(H5::H5File& file, std::string& bytes) {
  H5FD_file_image_callbacks_t callbacks{giveImage, keepImage, refuseToGrow, keepMemory,
                                        sameBytes, keepBytes, &bytes};
  H5::FileAccPropList inMemory;
  constexpr std::size_t kGrowth = std::size_t{1} << 20;
  inMemory.setCore(kGrowth, false);
  if (H5Pset_file_image_callbacks(inMemory.getId(), &callbacks) < 0 ||
      H5Pset_file_image(inMemory.getId(), bytes.data(), bytes.size()) < 0) {
    throw H5::FileIException("H5Pset_file_image", "failed");
  }
  file.openFile("memory", H5F_ACC_RDONLY, inMemory);
}

bool exists(const H5::H5File& file, const std::string& path, const std::string& name) {
  // HDF5 fails if a part before the last is missing, and follows links before it.
  for (std::size_t end = 0; end != std::string::npos;) {
    end = path.find('/', end + 1);
    const std::string part = path.substr(0, end);
    H5L_info_t link{};
    if (H5Lexists(file.getId(), part.c_str(), H5P_DEFAULT) <= 0 ||
        H5Lget_info(file.getId(), part.c_str(), &link, H5P_DEFAULT) < 0) {
      return false;
    }
    if (link.type == H5L_TYPE_HARD) continue;
    throw InputError(name, fmt::format("{} is a link; what a file does not itself hold is not read",
                                       printable(part)));
  }
  return true;
}

H5::DataSet openDataSet(const H5::H5File& file, const std::string& path, const std::string& name) {
  if (!exists(file, path, name) || file.childObjType(path) != H5O_TYPE_DATASET) {
    throw InputError(name, fmt::format("has no dataset {}", printable(path)));
  }
  H5::DataSet dataSet = file.openDataSet(path);
  const H5::DSetCreatPropList how = dataSet.getCreatePlist();
  if (how.getExternalCount() > 0 || how.getLayout() == H5D_VIRTUAL) {
    throw InputError(name, fmt::format("the numbers of {} are in other files, which are not read",
                                       printable(path)));
  }
  return dataSet;
}

H5::StrType textType(std::size_t size) {
  H5::StrType type(H5::PredType::C_S1, size);
  type.setStrpad(H5T_STR_NULLPAD);
  return type;
}

H5::DSetCreatPropList timeless() {
  H5::DSetCreatPropList properties;
  H5Pset_obj_track_times(properties.getId(), false);
  return properties;
}

std::string reason() {
  std::string reason = "HDF5 gives no reason";
  const auto first = [](unsigned depth, const H5E_error2_t* error, void* out) -> herr_t {
    if (depth == 0 && error->desc != nullptr) *static_cast<std::string*>(out) = error->desc;
    return 0;
  };
  H5::Exception::walkErrorStack(H5E_WALK_UPWARD, first, &reason);
  return reason;
}

}  // namespace gpubuck::hdf5
