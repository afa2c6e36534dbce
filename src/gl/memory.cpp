#include "gl/memory.h"

#include <atomic>

namespace gpubuck::gl {
namespace {

std::atomic<std::int64_t> allocated{0};

}  // namespace

std::int64_t allocatedBytes() { return allocated; }

Allocation::Allocation(std::int64_t bytes) : bytes_(bytes) { allocated += bytes; }
Allocation::~Allocation() { allocated -= bytes_; }

}  // namespace gpubuck::gl
