#include "texel/flag_counter.h"

#include <algorithm>

#include "base/number.h"
#include "gl/api.h"

namespace gpubuck::texel {
namespace {

/// Elements or counts per invocation.
constexpr std::int64_t kBlock = 32;

std::int64_t blocks(std::int64_t count) {
  return std::max<std::int64_t>(divideUp(count, kBlock), 1);
}

/// Fragments on either engine, since in Mesa 22.3 a compute program that ran last outlives its
/// deletion.
MapPassInfo countsInfo(const char* name) {
  return {.name = name, .outputs = {{"o_count", Format::UInt4}}, .launch = Launch::Fragment};
}

}  // namespace

FlagCounter::FlagCounter(const Device& device, std::int64_t elements, std::int64_t parts,
                         std::int64_t slots)
    : piecesPerPart_(blocks(divideUp(elements, std::max<std::int64_t>(parts, 1)))),
      countFlags_(device, countsInfo("texel/count_flags")),
      addCounts_(device, countsInfo("texel/add_counts")),
      parts_(device, "parts to count", parts),
      pieces_(device, "counts of pieces", parts * piecesPerPart_),
      spare_(device, "sums of counts", parts * blocks(piecesPerPart_)),
      slots_(device, "counts", slots) {}

void FlagCounter::count(const IdArray& ids, std::span<const Range> parts, std::int64_t firstSlot) {
  if (!std::ranges::equal(parts, uploaded_)) {
    uploaded_.assign(parts.begin(), parts.end());
    std::vector<glm::uvec4> texels(static_cast<std::size_t>(parts_.count()));
    std::ranges::transform(parts, texels.begin(), [](const Range& part) {
      return glm::uvec4(part.first, part.count, 0, 0);
    });
    parts_.upload(texels);
  }
  const auto pieces = static_cast<int>(piecesPerPart_);
  // Mesa 22.3 keeps a program that follows a compute program, until another compute program is
  // used.
  glUseProgram(0);
  countFlags_.run(std::ssize(parts) * piecesPerPart_,
                  {{"u_ids", ids}, {"u_parts", parts_}, {"u_pieces", pieces}},
                  {{"o_count", pieces_}});
  UInt4Array *from = &pieces_, *to = &spare_;
  for (std::int64_t perPart = piecesPerPart_, sums = 0; sums != 1; perPart = sums) {
    sums = blocks(perPart);
    const std::int64_t first = sums == 1 ? firstSlot : 0;
    addCounts_.run(Range{first, std::ssize(parts) * sums},
                   {{"u_counts", *from},
                    {"u_pieces", static_cast<int>(perPart)},
                    {"u_sums", static_cast<int>(sums)},
                    {"u_firstSlot", static_cast<int>(first)}},
                   {{"o_count", sums == 1 ? slots_ : *to}});
    std::swap(from, to);
  }
}

std::vector<std::int64_t> FlagCounter::read(std::int64_t count) const {
  std::vector<std::int64_t> counts;
  for (const glm::uvec4& slot : slots_.front(count)) counts.push_back(slot.x);
  return counts;
}

std::int64_t FlagCounter::countAll(const IdArray& ids) {
  const Range all{0, ids.count()};
  count(ids, {&all, 1});
  return read(1).front();
}

}  // namespace gpubuck::texel
