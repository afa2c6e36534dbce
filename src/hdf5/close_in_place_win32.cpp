#include "hdf5/close_in_place.h"

#include <fcntl.h>
#include <io.h>

#include <cerrno>

namespace gpubuck::hdf5 {

int closeInPlace(int descriptor) {
  const int own = _dup(descriptor);
  int error = own < 0 ? errno : 0;
  const int null = _open("NUL", _O_RDONLY | _O_NOINHERIT);
  if (null >= 0 && null != descriptor) {
    _dup2(null, descriptor);
    _close(null);
  }
  if (own >= 0 && _close(own) < 0) error = errno;
  return error;
}

}  // namespace gpubuck::hdf5
