#include "hdf5/hdf5.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <memory>
#include <string_view>

#include "base/error.h"
#include "base/terminal.h"
#include "hdf5/close_in_place.h"

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

namespace gpubuck::hdf5 {
namespace {

// When HDF5 requests memory for its copy of the bytes, these functions return the bytes themselves,
// so that nothing is copied.
void* giveImage(size_t, H5FD_file_image_op_t, void* bytes) {
  return static_cast<std::string*>(bytes)->data();
}
void* keepImage(void* to, const void*, size_t, H5FD_file_image_op_t, void*) { return to; }
void* refuseToGrow(void*, size_t, H5FD_file_image_op_t, void*) { return nullptr; }
herr_t keepMemory(void*, H5FD_file_image_op_t, void*) { return 0; }
void* sameBytes(void* bytes) { return bytes; }
herr_t keepBytes(void*) { return 0; }

/// The reason why the last failed call of HDF5 failed.
thread_local std::string lastError;

/// Keeps the reason for an error. HDF5 calls this function as soon as a call fails. The reason must
/// be kept now, since HDF5 forgets it when objects are destroyed afterwards.
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
  // Checks the path part by part. On a whole path, HDF5 would fail if a part before the last is
  // missing, and would follow a link in such a part.
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
      throw InputError(
          name, fmt::format("{} is a link; only data within the file are read", printable(part)));
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

// If a function for errors were still set at the end of the process, HDF5 would print that a failed
// read has left an object.
NotedErrors::~NotedErrors() { H5::Exception::dontPrint(); }

std::string reason() {
  if (lastError.empty()) return "HDF5 gives no reason";
  // For a failed system call, HDF5 also reports time, addresses and counts. Only the system's
  // message is returned.
  constexpr std::string_view kOfSystem = "error message = '";
  const std::size_t at = lastError.find(kOfSystem);
  if (at == std::string::npos) return lastError;
  const std::string text = lastError.substr(at + kOfSystem.size());
  return text.substr(0, text.find('\''));
}

namespace {

/// A file that the standard driver of HDF5 has opened. HDF5 identifies it by the address of `base`.
struct File {
  H5FD_t base{};
  H5FD_t* plain = nullptr;
  int* error = nullptr;

  bool hasFailed() const { return error != nullptr && *error != 0; }
  void note(int failure) const {
    if (error != nullptr && *error == 0) *error = failure;
  }
};

const File& fileOf(const H5FD_t* base) { return *reinterpret_cast<const File*>(base); }

/// Returns the file as the standard driver of HDF5 knows it.
H5FD_t* plain(const H5FD_t* file) { return fileOf(file).plain; }

/// An object of this class restores the errors of HDF5 when it is destroyed. A call of the standard
/// driver of HDF5 forgets earlier errors.
class KeptErrors {
 public:
  KeptErrors() : errors_(H5Eget_num(H5E_DEFAULT) > 0 ? H5Eget_current_stack() : H5I_INVALID_HID) {}
  ~KeptErrors() {
    if (errors_ != H5I_INVALID_HID) H5Eset_current_stack(errors_);
  }
  KeptErrors(const KeptErrors&) = delete;
  KeptErrors& operator=(const KeptErrors&) = delete;

 private:
  hid_t errors_;
};

H5FD_t* openFile(const char* name, unsigned flags, hid_t access, haddr_t mostAddress) {
  const KeptErrors kept;
  auto file = std::make_unique<File>();
  file->error = *static_cast<int* const*>(H5Pget_driver_info(access));
  const hid_t plainAccess = H5Pcreate(H5P_FILE_ACCESS);
  if (plainAccess >= 0 && H5Pset_fapl_sec2(plainAccess) >= 0) {
    file->plain = H5FDopen(name, flags, plainAccess, mostAddress);
  }
  const KeptErrors opened;
  H5Pclose(plainAccess);
  return file->plain != nullptr ? &file.release()->base : nullptr;
}

// If the standard driver failed to close a file, HDF5 would never free the file, and would not
// terminate.
herr_t closeFile(H5FD_t* base) {
  const KeptErrors kept;
  const std::unique_ptr<File> file(reinterpret_cast<File*>(base));
  void* descriptor = nullptr;
  int error = 0;
  if (H5FDget_vfd_handle(file->plain, H5P_FILE_ACCESS_DEFAULT, &descriptor) >= 0) {
    error = closeInPlace(*static_cast<const int*>(descriptor));
  }
  if (H5FDclose(file->plain) < 0 && error == 0) error = EIO;
  file->note(error);
  return 0;
}

int compare(const H5FD_t* one, const H5FD_t* other) {
  const KeptErrors kept;
  return H5FDcmp(plain(one), plain(other));
}

herr_t query(const H5FD_t* file, unsigned long* flags) {
  const KeptErrors kept;
  return file != nullptr ? H5FDquery(plain(file), flags) : H5FDdriver_query(H5FD_SEC2, flags);
}

haddr_t allocatedEnd(const H5FD_t* file, H5FD_mem_t type) {
  const KeptErrors kept;
  return H5FDget_eoa(plain(file), type);
}

herr_t setAllocatedEnd(H5FD_t* file, H5FD_mem_t type, haddr_t end) {
  const KeptErrors kept;
  return H5FDset_eoa(plain(file), type, end);
}

haddr_t end(const H5FD_t* file, H5FD_mem_t type) {
  const KeptErrors kept;
  return H5FDget_eof(plain(file), type);
}

herr_t handle(H5FD_t* file, hid_t access, void** handle) {
  const KeptErrors kept;
  return H5FDget_vfd_handle(plain(file), access, handle);
}

herr_t read(H5FD_t* file, H5FD_mem_t type, hid_t how, haddr_t at, size_t size, void* to) {
  const KeptErrors kept;
  return H5FDread(plain(file), type, how, at, size, to);
}

/// Changes a file, unless an earlier change of the file has failed.
template <typename Call>
herr_t change(const H5FD_t* file, const Call& call) {
  if (fileOf(file).hasFailed()) return 0;
  const KeptErrors kept;
  errno = 0;
  if (call() < 0) fileOf(file).note(errno != 0 ? errno : EIO);
  return 0;
}

herr_t write(H5FD_t* file, H5FD_mem_t type, hid_t how, haddr_t at, size_t size, const void* from) {
  return change(file, [&] { return H5FDwrite(plain(file), type, how, at, size, from); });
}

herr_t truncate(H5FD_t* file, hid_t how, hbool_t isClosing) {
  return change(file, [&] { return H5FDtruncate(plain(file), how, isClosing); });
}

herr_t lock(H5FD_t* file, hbool_t isWriter) {
  const KeptErrors kept;
  return H5FDlock(plain(file), isWriter);
}

herr_t unlock(H5FD_t* file) {
  const KeptErrors kept;
  H5FDunlock(plain(file));
  return 0;  // if this fails, the end of the process unlocks the file
}

H5FD_class_t makeDriver() {
  H5FD_class_t driver{};
#if H5_VERSION_GE(1, 13, 0)
  driver.version = H5FD_CLASS_VERSION;
  // Values from 512 on need no registration.
  driver.value = static_cast<H5FD_class_value_t>(512);
#endif
  driver.name = "gpubuck";
  driver.maxaddr = (haddr_t{1} << 63) - 1;
  driver.fc_degree = H5F_CLOSE_WEAK;
  driver.fapl_size = sizeof(int*);
  driver.open = openFile;
  driver.close = closeFile;
  driver.cmp = compare;
  driver.query = query;
  driver.get_eoa = allocatedEnd;
  driver.set_eoa = setAllocatedEnd;
  driver.get_eof = end;
  driver.get_handle = handle;
  driver.read = read;
  driver.write = write;
  driver.truncate = truncate;
  driver.lock = lock;
  driver.unlock = unlock;
  // This is the map of HDF5's standard driver, so that files have the same bytes as with that
  // driver.
  const H5FD_mem_t freeSpace[] = H5FD_FLMAP_DICHOTOMY;
  std::copy(std::begin(freeSpace), std::end(freeSpace), std::begin(driver.fl_map));
  return driver;
}

}  // namespace

H5::FileAccPropList fileDriver(int* error) {
  static const H5FD_class_t kDriver = makeDriver();
  static const hid_t kId = H5FDregister(&kDriver);
  H5::FileAccPropList access;
  access.setDriver(kId, &error);
  return access;
}

}  // namespace gpubuck::hdf5
