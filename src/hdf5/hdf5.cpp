#include "hdf5/hdf5.h"

#include <fmt/format.h>

#include <string_view>

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

/// The cause of the last call of HDF5 that failed.
thread_local std::string lastError;

/// HDF5 calls it at once when a call fails: objects that end afterwards make it forget why.
herr_t noteError(hid_t errors, void*) {
  lastError.clear();
  const auto first = [](unsigned depth, const H5E_error2_t* error, void*) -> herr_t {
    if (depth == 0 && error->desc != nullptr) lastError = error->desc;
    return 0;
  };
  return H5Ewalk2(errors, H5E_WALK_UPWARD, first, nullptr);
}

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
    const htri_t isThere = H5Lexists(file.getId(), part.c_str(), H5P_DEFAULT);
    if (isThere == 0) return false;
    if (isThere < 0 || H5Lget_info(file.getId(), part.c_str(), &link, H5P_DEFAULT) < 0) {
      throw H5::FileIException("H5Lexists", "failed");
    }
    if (link.type != H5L_TYPE_HARD) {
      throw InputError(name,
                       fmt::format("{} is a link; what a file does not itself hold is not read",
                                   printable(part)));
    }
    if (end != std::string::npos && file.childObjType(part) != H5O_TYPE_GROUP) return false;
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

NotedErrors::NotedErrors() { H5Eset_auto2(H5E_DEFAULT, noteError, nullptr); }

// With a function HDF5 also prints, as the process ends, that a failed read has left an object.
NotedErrors::~NotedErrors() { H5::Exception::dontPrint(); }

std::string reason() {
  if (lastError.empty()) return "HDF5 gives no reason";
  // Of a call of the system that failed HDF5 also tells time, addresses and counts.
  constexpr std::string_view kOfSystem = "error message = '";
  const std::size_t at = lastError.find(kOfSystem);
  if (at == std::string::npos) return lastError;
  const std::string text = lastError.substr(at + kOfSystem.size());
  return text.substr(0, text.find('\''));
}

}  // namespace gpubuck::hdf5
