#include "pairs/resident/resident_limits.h"

#include <fmt/format.h>

#include <bit>

#include "base/error.h"
#include "pairs/pair_rule.h"

namespace gpubuck::pairs {
namespace {

/// Returns the numbers of shaders/pairs/resident/limits.glsl.
std::vector<double> limitsFor(const TypeCutoffs& cutoffs, Within within) {
  const std::vector<double> most = cutoffs.mostSquared(within);
  std::vector<double> numbers;
  for (std::size_t k = 0; k < most.size(); ++k) {
    numbers.push_back(cutoffs.lengths()[k] / cutoffs.largest());
    numbers.push_back(most[k]);
  }
  return numbers;
}

}  // namespace

std::string doubleConstant(const char* name, double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return fmt::format("double {} = packDouble2x32(uvec2({:#x}u, {:#x}u));\n", name,
                     bits & 0xFFFFFFFF, bits >> 32);
}

ResidentLimits::ResidentLimits(const PairSettings& settings,
                               const std::optional<TypeCutoffs>& cutoffs)
    : settings_(settings),
      cutoffs_(cutoffs),
      limits_("cut-offs of types", cutoffs ? 4 * std::ssize(cutoffs->lengths()) : 0) {
  if (!cutoffs) return;
  const std::vector<double> numbers = limitsFor(*cutoffs, settings.within);
  limits_.uploadFront(std::span<const double>(numbers));
}

std::string ResidentLimits::prologue() const {
  return doubleConstant("kMostSquared", PairRule::mostSquared(settings_.radius, settings_.within)) +
         (cutoffs_ ? "#define TYPED\n" : "");
}

void ResidentLimits::addBlocks(std::vector<texel::Block>& reads) const {
  if (cutoffs_) reads.insert(reads.end(), {{"b_limits", "double"}, "b_types"});
}

void ResidentLimits::addInputs(std::vector<texel::Input>& inputs) const {
  if (!types_) return;
  inputs.insert(inputs.end(), {{"b_limits", limits_},
                               {"b_types", *types_},
                               {"u_types", static_cast<int>(cutoffs_->types())}});
}

void ResidentLimits::takeTypes(std::span<const std::int32_t> types, std::int64_t points) {
  const std::int64_t needed = cutoffs_ ? points : 0;
  if (std::ssize(types) != needed) {
    throw InputError("types", fmt::format("are {}, not {}: {}", types.size(), needed,
                                          cutoffs_ ? "one per point" : "there is one cut-off"));
  }
  if (!cutoffs_) return;
  cutoffs_->requireTypes("types", types);
  if (!types_ || types_->count() < points) types_.emplace("types of points", points + points / 4);
  types_->uploadFront(types);
}

}  // namespace gpubuck::pairs
