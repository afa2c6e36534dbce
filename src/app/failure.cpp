#include "app/failure.h"

#include <new>

namespace gpubuck::app {

Error asError(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    return error;
  } catch (const std::bad_alloc&) {
    return RunError("main memory", "not enough; fewer particles or points need less");
  } catch (const std::exception& error) {
    return RunError("internal error", error.what());
  }
}

}  // namespace gpubuck::app
