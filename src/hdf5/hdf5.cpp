#include "hdf5/hdf5.h"

namespace gpubuck::hdf5 {

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
