// H5MD files as [initial] file of scenarios; not in builds without HDF5.
#include "h5md/h5md.h"

namespace gpubuck::library {
namespace {

/// Provides the reader when the library is loaded.
[[maybe_unused]] const bool kReadsH5md = [] {
  h5md::provideReader();
  return true;
}();

}  // namespace
}  // namespace gpubuck::library
