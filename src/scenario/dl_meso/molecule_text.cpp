#include "scenario/dl_meso/molecule_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "scenario/molecule_plan.h"

namespace gpubuck::scenario {
namespace {

constexpr int kNoBead = -1;

/// The molecule as a tree of beads. One child of a bead may continue the chain of this bead; the
/// other children begin branches. The child with the largest subtree continues the chain, so that
/// brackets are nested at most log2(number of beads) deep.
class BeadTree {
 public:
  explicit BeadTree(const BeadGraph& molecule)
      : molecule_(molecule), count_(molecule.species.size()) {
    partners_.resize(count_);
    for (const auto& [one, other] : molecule.bonds) {
      partners_[at(one)].push_back(other);
      partners_[at(other)].push_back(one);
    }
    for (std::vector<int>& each : partners_) std::ranges::sort(each);
    findRing();
    hang();
  }

  /// Returns why the molecule has no text, or an empty string.
  std::string fault() const {
    if (order_.size() < count_) {
      const auto lost = std::ranges::find(isHung_, false) - isHung_.begin();
      return fmt::format("no bonds connect its beads {} and {}", root() + 1, lost + 1);
    }
    return molecule_.bonds.size() > count_ ? "it has more than one ring" : "";
  }

  /// Writes the text. With `isSpaced`, the name of every bead is written, with spaces in between,
  /// so that the text is less ambiguous.
  MoleculeText write(const std::vector<std::string>& species, bool isSpaced) const {
    MoleculeText result;
    if (!ring_.empty()) result.text = "ring ";
    writeChain(root(), species, isSpaced, result);
    return result;
  }

 private:
  static std::size_t at(int bead) { return static_cast<std::size_t>(bead); }
  int root() const { return ring_.empty() ? 0 : ring_.front(); }

  /// Finds the ring: repeatedly removes beads with only one bond; the remaining beads are the ring.
  void findRing() {
    std::vector<std::size_t> bonds;
    for (const std::vector<int>& each : partners_) bonds.push_back(each.size());
    std::vector<int> ends;
    for (std::size_t bead = 0; bead < count_; ++bead) {
      if (bonds[bead] == 1) ends.push_back(static_cast<int>(bead));
    }
    std::vector<bool> isLeft(count_, true);
    for (std::size_t next = 0; next < ends.size(); ++next) {
      isLeft[at(ends[next])] = false;
      for (const int partner : partners_[at(ends[next])]) {
        if (isLeft[at(partner)] && --bonds[at(partner)] == 1) ends.push_back(partner);
      }
    }
    if (molecule_.bonds.size() != count_) return;
    int bead = kNoBead;
    for (std::size_t k = 0; k < count_ && bead == kNoBead; ++k) {
      if (isLeft[k] && bonds[k] == 2) bead = static_cast<int>(k);
    }
    while (bead != kNoBead) {
      ring_.push_back(bead);
      isLeft[at(bead)] = false;
      const auto next = std::ranges::find_if(partners_[at(bead)],
                                             [&](int partner) { return isLeft[at(partner)]; });
      bead = next == partners_[at(bead)].end() ? kNoBead : *next;
    }
  }

  /// Finds the children of all beads and the child that continues the chain.
  void hang() {
    children_.resize(count_);
    size_.assign(count_, 1);
    isHung_.assign(count_, false);
    next_.assign(count_, kNoBead);
    std::vector<int> parent(count_, kNoBead);
    for (std::size_t k = 0; k + 1 < ring_.size(); ++k) next_[at(ring_[k])] = ring_[k + 1];
    isOfRing_.assign(count_, false);
    for (const int bead : ring_) isOfRing_[at(bead)] = true;
    order_.push_back(root());
    isHung_[at(root())] = true;
    for (std::size_t k = 0; k < order_.size(); ++k) {
      const int bead = order_[k];
      for (const int child : partners_[at(bead)]) {
        if (isHung_[at(child)]) continue;
        // Goes around the ring in one direction only.
        if (isOfRing_[at(bead)] && isOfRing_[at(child)] && child != next_[at(bead)]) continue;
        isHung_[at(child)] = true;
        parent[at(child)] = bead;
        children_[at(bead)].push_back(child);
        order_.push_back(child);
      }
    }
    for (auto bead = order_.rbegin(); bead != order_.rend(); ++bead) {
      if (parent[at(*bead)] != kNoBead) size_[at(parent[at(*bead)])] += size_[at(*bead)];
    }
    for (std::size_t bead = 0; bead < count_; ++bead) {
      if (isOfRing_[bead]) continue;
      for (const int child : children_[bead]) {
        if (next_[bead] == kNoBead || size_[at(child)] >= size_[at(next_[bead])]) {
          next_[bead] = child;
        }
      }
    }
  }

  void writeChain(int bead, const std::vector<std::string>& species, bool isSpaced,
                  MoleculeText& result) const {
    const auto name = [&](int of) -> const std::string& {
      return species[at(molecule_.species[at(of)])];
    };
    while (bead != kNoBead) {
      std::size_t repeated = 0;
      const int first = bead;
      // Counts successive beads of one species without branches between them.
      while (true) {
        result.order.push_back(bead);
        ++repeated;
        const int next = next_[at(bead)];
        const bool goesOn = children_[at(bead)].size() == 1 && next != kNoBead && !isSpaced &&
                            molecule_.species[at(next)] == molecule_.species[at(first)];
        if (!goesOn) break;
        bead = next;
      }
      if (isSpaced && !result.text.empty() && result.text.back() != ' ') result.text += " ";
      result.text += name(first);
      if (repeated > 1) result.text += fmt::format("{}", repeated);
      bead = writeBranches(bead, species, isSpaced, result);
    }
  }

  /// Writes the branches of a bead; equal branches become one bracket. Returns the bead that
  /// continues the chain.
  int writeBranches(int bead, const std::vector<std::string>& species, bool isSpaced,
                    MoleculeText& result) const {
    std::vector<int> branches = children_[at(bead)];
    const int next = next_[at(bead)];
    std::erase(branches, next);
    if (branches.empty()) return next;
    std::string last;
    std::size_t repeated = 0;
    const auto flush = [&] {
      if (repeated == 0) return;
      result.text += fmt::format("({})", last);
      if (repeated > 1) result.text += fmt::format("{}", repeated);
      last.clear(), repeated = 0;
    };
    const auto textOfBranch = [&](int child) {
      MoleculeText branch{.order = std::move(result.order)};
      writeChain(child, species, isSpaced, branch);
      result.order = std::move(branch.order);
      return branch.text;
    };
    for (const int child : branches) {
      const std::string text = textOfBranch(child);
      if (text != last) flush();
      last = text;
      ++repeated;
    }
    const bool mayBeEqual =
        next != kNoBead && !isOfRing_[at(bead)] && size_[at(next)] == size_[at(branches.back())];
    if (!mayBeEqual) {
      flush();
      return next;
    }
    const std::string rest = textOfBranch(next);
    const bool isSame = rest == last;
    if (isSame) ++repeated;
    flush();
    if (!isSame) result.text += (isSpaced ? " " : "") + rest;
    return kNoBead;
  }

  const BeadGraph& molecule_;
  std::size_t count_;
  std::vector<std::vector<int>> partners_, children_;
  std::vector<int> ring_;   ///< beads along the ring; empty for a molecule without a ring
  std::vector<int> order_;  ///< all beads, parents before their children
  std::vector<int> next_;   ///< for each bead, the child that continues its chain, or kNoBead
  std::vector<std::size_t> size_;  ///< number of beads in the subtree of each bead, including this
                                   ///< bead
  std::vector<bool> isHung_, isOfRing_;
};

using Links = std::set<std::array<int, 2>>;

Links linksOf(const std::vector<std::array<int, 2>>& bonds, const std::vector<int>& order) {
  Links links;
  for (const auto& [one, other] : bonds) {
    const int left = order[static_cast<std::size_t>(one)];
    const int right = order[static_cast<std::size_t>(other)];
    links.insert({std::min(left, right), std::max(left, right)});
  }
  return links;
}

/// Returns whether readBeads() makes this molecule from the text.
bool isTextOf(const MoleculeText& text, const BeadGraph& molecule,
              const std::vector<std::string>& species) {
  const Beads beads = readBeads(text.text, species);
  if (!beads.fault.empty() || beads.species.size() != molecule.species.size()) return false;
  for (std::size_t k = 0; k < beads.species.size(); ++k) {
    if (beads.species[k] != molecule.species[static_cast<std::size_t>(text.order[k])]) return false;
  }
  std::vector<int> same;
  for (std::size_t k = 0; k < beads.species.size(); ++k) same.push_back(static_cast<int>(k));
  return linksOf(beads.bonds, text.order) == linksOf(molecule.bonds, same);
}

}  // namespace

MoleculeText textOf(const BeadGraph& molecule, const std::vector<std::string>& species) {
  if (molecule.species.empty()) return {.fault = "it has no beads"};
  const BeadTree tree(molecule);
  if (std::string fault = tree.fault(); !fault.empty()) return {.fault = std::move(fault)};
  for (const bool isSpaced : {false, true}) {
    MoleculeText text = tree.write(species, isSpaced);
    if (isTextOf(text, molecule, species)) return text;
  }
  return {.fault = "the names of its species cannot be told apart in a text"};
}

}  // namespace gpubuck::scenario
