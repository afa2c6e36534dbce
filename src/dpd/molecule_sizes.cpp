#include "dpd/molecule_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "texel/array.h"

namespace gpubuck::dpd {
namespace {

/// The partners of each particle, in ascending order of id. Each partner is listed once.
class Partners {
 public:
  explicit Partners(const std::vector<Bond>& bonds) {
    std::uint32_t ids = 0;
    for (const Bond& bond : bonds) ids = std::max({ids, bond.ids[0] + 1, bond.ids[1] + 1});
    begin_.assign(ids + 1, 0);
    for (const Bond& bond : bonds) {
      for (const std::uint32_t id : bond.ids) ++begin_[id + 1];
    }
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    partners_.resize(2 * bonds.size());
    for (const Bond& bond : bonds) {
      for (const std::size_t end : {0, 1}) partners_[next[bond.ids[end]]++] = bond.ids[1 - end];
    }
    for (std::uint32_t id = 0; id < ids; ++id) {
      const auto first = at(begin_[id]);
      std::sort(first, at(next[id]));
      count_.push_back(static_cast<std::size_t>(std::unique(first, at(next[id])) - first));
    }
  }

  std::uint32_t ids() const { return static_cast<std::uint32_t>(count_.size()); }
  std::span<const std::uint32_t> of(std::uint32_t id) const {
    return {partners_.data() + begin_[id], count_[id]};
  }
  bool isEnd(std::uint32_t id) const { return count_[id] == 1; }

 private:
  std::vector<std::uint32_t>::iterator at(std::size_t place) {
    return partners_.begin() + static_cast<std::ptrdiff_t>(place);
  }

  std::vector<std::size_t> begin_;
  std::vector<std::size_t> count_;
  std::vector<std::uint32_t> partners_;
};

class Walker {
 public:
  explicit Walker(const Partners& partners)
      : partners_(partners), tried_(partners.ids(), 0), isVisited_(partners.ids(), false) {}

  bool isVisited(std::uint32_t id) const { return isVisited_[id]; }

  /// Adds the walk that begins at `start` to `result`.
  void walk(std::uint32_t start, MoleculeWalks& result) {
    MoleculeWalks::Walk walk{.firstStop = result.stops.size(), .isChain = true};
    std::size_t ends = 0, end = 0;
    const auto visit = [&](std::uint32_t id) {
      isVisited_[id] = true;
      path_.push_back(id);
      result.stops.push_back({id, true});
      end = result.stops.size();
      ends += partners_.isEnd(id) ? 1 : 0;
      walk.isChain = walk.isChain && partners_.of(id).size() <= 2;
    };
    visit(start);
    while (!path_.empty()) {
      const std::uint32_t here = path_.back();
      const auto partners = partners_.of(here);
      std::size_t& tried = tried_[here];
      while (tried < partners.size() && isVisited_[partners[tried]]) ++tried;
      if (tried < partners.size()) {
        visit(partners[tried]);
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) result.stops.push_back({path_.back(), false});
    }
    result.stops.resize(end);  // no need to return from the last particle
    walk.stops = end - walk.firstStop;
    walk.isChain = walk.isChain && ends == 2;
    result.walks.push_back(walk);
  }

 private:
  const Partners& partners_;
  std::vector<std::size_t> tried_;  ///< for each particle, how many partners at the begin of its
                                    ///< list have been visited
  std::vector<bool> isVisited_;
  std::vector<std::uint32_t> path_;  ///< particles from the start of the walk to the present
                                     ///< particle
};

/// Returns the particle at which the walk of each molecule begins, by the molecule's number
/// (moleculeOfEach). This is the end with the lowest id or, in a molecule without ends, the
/// particle with the lowest id.
std::vector<std::uint32_t> startOfEach(const std::vector<Bond>& bonds, const Partners& partners) {
  const std::vector<std::uint32_t> moleculeOf = moleculeOfEach({bonds, {}}, partners.ids());
  std::vector<std::uint32_t> start(partners.ids());
  std::iota(start.begin(), start.end(), 0U);
  for (std::uint32_t id = partners.ids(); id-- > 0;) {
    if (partners.isEnd(id)) start[moleculeOf[id]] = id;
  }
  return start;
}

}  // namespace

MoleculeWalks walksAlong(const std::vector<Bond>& bonds) {
  const Partners partners(bonds);
  const std::vector<std::uint32_t> start = startOfEach(bonds, partners);
  MoleculeWalks result;
  Walker walker(partners);
  for (std::uint32_t id = 0; id < partners.ids(); ++id) {
    // The loop meets the lowest id of a molecule first. This id is the number of the molecule.
    if (!walker.isVisited(id) && !partners.of(id).empty()) walker.walk(start[id], result);
  }
  return result;
}

namespace {

/// Number of stops that each walk makes in one run of the pass. A larger number could exceed the
/// limit of loops on a software renderer (shaders/texel/loops_ended.glsl) or the time limit of a
/// driver.
constexpr int kStopsPerRun = 1024;

std::int64_t longestOf(const MoleculeWalks& walks) {
  std::size_t longest = 0;
  for (const MoleculeWalks::Walk& walk : walks.walks) longest = std::max(longest, walk.stops);
  return static_cast<std::int64_t>(longest);
}

texel::MapPass sizesPass(const texel::Device& device, const Fluid& fluid,
                         const Neighbourhood& step) {
  texel::MapPass pass(
      device, {.name = "dpd/molecule_sizes",
               .outputs = {{"o_walk", texel::Format::Vec4},
                           {"o_sums", texel::Format::Vec4},
                           {"o_sizes", texel::Format::Vec4}},
               .reads = step.blocks(),
               .prologue = cells::gridPrologue(step.grid()) + step.particlesPrologue() +
                           fmt::format("const int kSpecies = {};\nconst int kStopsPerRun = {};\n",
                                       fluid.species.size(), kStopsPerRun),
               .work = texel::Work::Uneven});
  std::vector<float> masses;
  for (const Species& species : fluid.species) masses.push_back(static_cast<float>(species.mass));
  pass.set("u_mass", masses);
  return pass;
}

}  // namespace

MoleculeSizes::State::State(const texel::Device& device, std::int64_t molecules)
    : walk(device, "walks", molecules), sums(device, "sums of walks", molecules) {}

MoleculeSizes::MoleculeSizes(const texel::Device& device, const Fluid& fluid,
                             const Neighbourhood& step, const std::vector<Bond>& bonds)
    : MoleculeSizes(device, fluid, step, walksAlong(bonds)) {}

MoleculeSizes::MoleculeSizes(const texel::Device& device, const Fluid& fluid,
                             const Neighbourhood& step, MoleculeWalks walks)
    : device_(&device),
      fluid_(fluid),
      notUploaded_(std::move(walks)),
      molecules_(std::ssize(notUploaded_->walks)),
      chains_(std::ranges::count(notUploaded_->walks, true, &MoleculeWalks::Walk::isChain)),
      longest_(longestOf(*notUploaded_)),
      pass_(sizesPass(device, fluid, step)),
      firstStop_(device, "first stops", molecules_ + 1),
      stops_(device, "stops", std::ssize(notUploaded_->stops)),
      before_(device, molecules_),
      after_(device, molecules_),
      sizes_(device, "sizes of molecules", molecules_),
      sum_(device, molecules_) {}

void MoleculeSizes::setStep(const Neighbourhood& step) {
  pass_ = sizesPass(*device_, fluid_, step);
}

MoleculeSizes::Sizes MoleculeSizes::find(Step& step) {
  if (notUploaded_) {
    std::vector<texel::IdTexel> first, stops;
    for (const auto& [firstStop, count, isChain] : notUploaded_->walks) {
      first.push_back(texel::encodeId(static_cast<std::uint32_t>(firstStop), isChain));
    }
    first.push_back(texel::encodeId(static_cast<std::uint32_t>(notUploaded_->stops.size()), false));
    for (const auto& [id, isFirstVisit] : notUploaded_->stops) {
      stops.push_back(texel::encodeId(id, isFirstVisit));
    }
    firstStop_.upload(first);
    stops_.upload(stops);
    notUploaded_.reset();
  }
  std::vector<texel::Input> inputs = step.particles();
  inputs.insert(inputs.end(), {step.places(), {"u_firstStop", firstStop_}, {"u_stops", stops_}});
  for (std::int64_t from = 0; from < longest_; from += kStopsPerRun) {
    std::swap(before_, after_);
    std::vector<texel::Input> all = inputs;
    all.insert(
        all.end(),
        {{"u_walk", before_.walk}, {"u_sums", before_.sums}, {"u_from", static_cast<int>(from)}});
    pass_.run(molecules_, all,
              {{"o_walk", after_.walk}, {"o_sums", after_.sums}, {"o_sizes", sizes_}});
  }
  const std::array<double, 4> squares = sum_(sizes_, molecules_);
  Sizes sizes{.radiusOfGyration = std::sqrt(squares[1] / static_cast<double>(molecules_))};
  if (chains_ > 0) sizes.endToEnd = std::sqrt(squares[0] / static_cast<double>(chains_));
  return sizes;
}

}  // namespace gpubuck::dpd
