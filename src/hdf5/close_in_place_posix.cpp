#include "hdf5/close_in_place.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace gpubuck::hdf5 {

int closeInPlace(int descriptor) {
  const int own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  int error = own < 0 ? errno : 0;
  const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (null >= 0 && null != descriptor) {  // they are equal if the descriptor was closed before
    dup2(null, descriptor);
    ::close(null);
  }
  if (own >= 0 && ::close(own) < 0) error = errno;
  return error;
}

}  // namespace gpubuck::hdf5
