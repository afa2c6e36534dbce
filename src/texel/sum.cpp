#include "texel/sum.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/number.h"
#include "gl/api.h"

namespace gpubuck::texel {
namespace {

/// Number of floats, or of sums of floats, per invocation.
constexpr std::int64_t kFloats = 16;
constexpr std::int64_t kSums = 64;
constexpr std::array<const char*, 4> kOutputs{"o_x", "o_y", "o_z", "o_w"};
constexpr std::array<const char*, 4> kInputs{"u_x", "u_y", "u_z", "u_w"};

MapPassInfo floatsInfo(const std::string& prologue = {}) {
  MapPassInfo info{.name = "texel/sum_floats", .prologue = prologue};
  for (const char* output : kOutputs) info.outputs.push_back({output, Format::UInt4});
  return info;
}

MapPassInfo wideInfo(const std::string& prologue = {}) {
  return {.name = "texel/sum_wide", .outputs = {{"o_sum", Format::UInt4}}, .prologue = prologue};
}

}  // namespace

double fromWide(const glm::uvec4& wide) {
  if (wide.w == 0x80000000U) return std::numeric_limits<double>::quiet_NaN();
  const bool negative = (wide.w & 0x80000000U) != 0;
  const auto word = [&](glm::uint value) {
    return static_cast<long double>(negative ? ~value : value);
  };
  long double magnitude = word(wide.w) * 0x1p32L + word(wide.z) + word(wide.y) * 0x1p-32L;
  magnitude += (word(wide.x) + (negative ? 1.0L : 0.0L)) * 0x1p-64L;
  return static_cast<double>(negative ? -magnitude : magnitude);
}

void PartsArray::upload(std::span<const Range> parts) {
  if (std::ranges::equal(parts, uploaded_)) return;
  uploaded_.assign(parts.begin(), parts.end());
  std::vector<glm::uvec4> texels(static_cast<std::size_t>(array_.count()));
  std::ranges::transform(parts, texels.begin(), [](const Range& part) {
    return glm::uvec4(part.first, part.count, 0, 0);
  });
  array_.upload(texels);
}

Sum::Sum(const Device& device, std::int64_t capacity, std::int64_t most, std::int64_t parts)
    : sumFloats_(device, floatsInfo()),
      sumGroup_(device, floatsInfo("#define GROUPS\n")),
      sumChannels_(device, wideInfo("#define CHANNELS\n")),
      sumWide_(device, wideInfo()),
      parts_(device, parts) {
  const std::int64_t sums = most * parts * divideUp(capacity, kFloats);
  for (const char* output : kOutputs) partials_.emplace_back(device, output, sums);
  const std::int64_t rows = std::ssize(kOutputs) * most * parts;
  const std::int64_t perRow = divideUp(divideUp(capacity, kFloats), kSums);
  blocks_.emplace_back(device, "sums of blocks", rows * perRow);
  blocks_.emplace_back(device, "sums of blocks", rows * divideUp(perRow, kSums));
}

std::vector<std::array<double, 4>> Sum::operator()(const std::vector<Summand>& summands,
                                                   std::int64_t count) {
  const Range all{0, count};
  return (*this)(summands, {&all, 1});
}

std::vector<std::array<double, 4>> Sum::operator()(const std::vector<Summand>& summands,
                                                   std::span<const Range> parts) {
  std::vector<std::array<double, 4>> sums(parts.size() * summands.size());
  std::int64_t most = 0;
  for (const Range& part : parts) most = std::max(most, part.count);
  if (most == 0) return sums;
  const std::int64_t perRow = divideUp(most, kFloats);
  std::vector<Output> outputs;
  for (std::size_t c = 0; c < kOutputs.size(); ++c) outputs.push_back({kOutputs[c], partials_[c]});
  parts_.upload(parts);
  const std::int64_t rows = std::ssize(parts);
  for (std::int64_t k = 0; k < std::ssize(summands); ++k) {
    const Summand& summand = summands[static_cast<std::size_t>(k)];
    std::vector<Input> inputs{{"u_values", *summand.values},
                              {"u_parts", parts_.array()},
                              {"u_firstRow", static_cast<int>(k * rows)},
                              {"u_sums", static_cast<int>(perRow)}};
    if (summand.groups) {
      inputs.insert(inputs.end(), {{"u_groups", *summand.groups}, {"u_group", summand.group}});
    }
    (summand.groups ? sumGroup_ : sumFloats_)
        .run({perRow * k * rows, perRow * rows}, inputs, outputs);
  }
  const std::vector<glm::uvec4> totals = totalsOf(std::ssize(sums), perRow);
  for (std::size_t k = 0; k < summands.size(); ++k) {
    for (std::size_t part = 0; part < parts.size(); ++part) {
      for (std::size_t c = 0; c < kOutputs.size(); ++c) {
        sums[part * summands.size() + k][c] =
            fromWide(totals[c * sums.size() + k * parts.size() + part]);
      }
    }
  }
  return sums;
}

std::vector<glm::uvec4> Sum::totalsOf(std::int64_t summands, std::int64_t perRow) {
  const std::int64_t rows = summands * std::ssize(partials_);
  const auto add = [&](MapPass& pass, std::vector<Input> inputs, UInt4Array& to) {
    const std::int64_t left = divideUp(perRow, kSums);
    inputs.insert(inputs.end(),
                  {{"u_elements", static_cast<int>(perRow)}, {"u_sums", static_cast<int>(left)}});
    pass.run({0, rows * left}, inputs, {{"o_sum", to}});
    perRow = left;
  };
  std::vector<Input> channels{{"u_rows", static_cast<int>(summands)}};
  for (std::size_t c = 0; c < kInputs.size(); ++c) channels.push_back({kInputs[c], partials_[c]});
  add(sumChannels_, channels, blocks_[0]);
  std::size_t from = 0;
  while (perRow > 1) {
    add(sumWide_, {{"u_values", blocks_[from]}}, blocks_[1 - from]);
    from = 1 - from;
  }
  return blocks_[from].front(rows);
}

std::array<double, 4> Sum::operator()(const Vec4Array& values, std::int64_t count) {
  return (*this)({{&values}}, count).front();
}

namespace {

/// Number of elements, or of counts, per invocation.
constexpr std::int64_t kBlock = 32;

std::int64_t blocks(std::int64_t count) {
  return std::max<std::int64_t>(divideUp(count, kBlock), 1);
}

/// The passes run as fragments on either engine, since Mesa 22.3 keeps a deleted compute program
/// alive if it was the last program to run.
MapPassInfo countsInfo(const char* name) {
  return {.name = name, .outputs = {{"o_count", Format::UInt4}}, .launch = Launch::Fragment};
}

}  // namespace

FlagCounter::FlagCounter(const Device& device, std::int64_t elements, std::int64_t parts,
                         std::int64_t slots)
    : piecesPerPart_(blocks(divideUp(elements, std::max<std::int64_t>(parts, 1)))),
      countFlags_(device, countsInfo("texel/count_flags")),
      addCounts_(device, countsInfo("texel/add_counts")),
      parts_(device, parts),
      pieces_(device, "counts of pieces", parts * piecesPerPart_),
      spare_(device, "sums of counts", parts * blocks(piecesPerPart_)),
      slots_(device, "counts", slots) {}

void FlagCounter::count(const IdArray& ids, std::span<const Range> parts, std::int64_t firstSlot) {
  parts_.upload(parts);
  const auto pieces = static_cast<int>(piecesPerPart_);
  // If a program is used after a compute program and then deleted, Mesa 22.3 frees the deleted
  // program only when another compute program is used.
  glUseProgram(0);
  countFlags_.run(std::ssize(parts) * piecesPerPart_,
                  {{"u_ids", ids}, {"u_parts", parts_.array()}, {"u_pieces", pieces}},
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
