#include "dpd/model/molecule_walks.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace gpubuck::dpd {
namespace {

/// The partners of each particle, each once, in ascending order of id.
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
    result.stops.resize(end);  // no need to go back from the last one
    walk.stops = end - walk.firstStop;
    walk.isChain = walk.isChain && ends == 2;
    result.walks.push_back(walk);
  }

 private:
  const Partners& partners_;
  std::vector<std::size_t> tried_;  ///< partners of each particle that are known to be visited
  std::vector<bool> isVisited_;
  std::vector<std::uint32_t> path_;  ///< from the start of the walk
};

/// Returns for each number of a molecule (moleculeOfEach) its end with the lowest id, or without
/// ends its lowest id.
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
    // The lowest id of a molecule comes first, and names its start.
    if (!walker.isVisited(id) && !partners.of(id).empty()) walker.walk(start[id], result);
  }
  return result;
}

}  // namespace gpubuck::dpd
