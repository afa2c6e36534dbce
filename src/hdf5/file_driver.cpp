#include "hdf5/file_driver.h"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <memory>

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

namespace gpubuck::hdf5 {
namespace {

/// A file that HDF5's own driver has opened. HDF5 knows it by the address of `base`.
struct File {
  H5FD_t base{};
  H5FD_t* plain = nullptr;
  int* closeError = nullptr;
};

H5FD_t* plain(const H5FD_t* file) { return reinterpret_cast<const File*>(file)->plain; }

H5FD_t* openFile(const char* name, unsigned flags, hid_t access, haddr_t mostAddress) {
  auto file = std::make_unique<File>();
  file->closeError = *static_cast<int* const*>(H5Pget_driver_info(access));
  const hid_t plainAccess = H5Pcreate(H5P_FILE_ACCESS);
  if (plainAccess >= 0 && H5Pset_fapl_sec2(plainAccess) >= 0) {
    file->plain = H5FDopen(name, flags, plainAccess, mostAddress);
  }
  H5Pclose(plainAccess);
  return file->plain != nullptr ? &file.release()->base : nullptr;
}

herr_t closeFile(H5FD_t* base) {
  const std::unique_ptr<File> file(reinterpret_cast<File*>(base));
  errno = 0;
  const bool hasFailed = H5FDclose(file->plain) < 0;
  if (hasFailed && file->closeError != nullptr) *file->closeError = errno != 0 ? errno : EIO;
  return 0;
}

int compare(const H5FD_t* one, const H5FD_t* other) { return H5FDcmp(plain(one), plain(other)); }

herr_t query(const H5FD_t* file, unsigned long* flags) {
  return file != nullptr ? H5FDquery(plain(file), flags) : H5FDdriver_query(H5FD_SEC2, flags);
}

haddr_t allocatedEnd(const H5FD_t* file, H5FD_mem_t type) { return H5FDget_eoa(plain(file), type); }

herr_t setAllocatedEnd(H5FD_t* file, H5FD_mem_t type, haddr_t end) {
  return H5FDset_eoa(plain(file), type, end);
}

haddr_t end(const H5FD_t* file, H5FD_mem_t type) { return H5FDget_eof(plain(file), type); }

herr_t handle(H5FD_t* file, hid_t access, void** handle) {
  return H5FDget_vfd_handle(plain(file), access, handle);
}

herr_t read(H5FD_t* file, H5FD_mem_t type, hid_t how, haddr_t at, size_t size, void* to) {
  return H5FDread(plain(file), type, how, at, size, to);
}

herr_t write(H5FD_t* file, H5FD_mem_t type, hid_t how, haddr_t at, size_t size, const void* from) {
  return H5FDwrite(plain(file), type, how, at, size, from);
}

herr_t truncate(H5FD_t* file, hid_t how, hbool_t isClosing) {
  return H5FDtruncate(plain(file), how, isClosing);
}

herr_t lock(H5FD_t* file, hbool_t isWriter) { return H5FDlock(plain(file), isWriter); }

herr_t unlock(H5FD_t* file) { return H5FDunlock(plain(file)); }

H5FD_class_t makeDriver() {
  H5FD_class_t driver{};
#if H5_VERSION_GE(1, 13, 0)
  driver.version = H5FD_CLASS_VERSION;
  driver.value = static_cast<H5FD_class_value_t>(512);  // of those that anyone may use
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
  const H5FD_mem_t freeSpace[] = H5FD_FLMAP_DICHOTOMY;  // as HDF5's own driver, for the same bytes
  std::copy(std::begin(freeSpace), std::end(freeSpace), std::begin(driver.fl_map));
  return driver;
}

}  // namespace

H5::FileAccPropList fileDriver(int* closeError) {
  static const H5FD_class_t kDriver = makeDriver();
  static const hid_t kId = H5FDregister(&kDriver);
  H5::FileAccPropList access;
  access.setDriver(kId, &closeError);
  return access;
}

}  // namespace gpubuck::hdf5
