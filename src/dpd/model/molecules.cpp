#include "dpd/model/molecules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <glm/geometric.hpp>
#include <limits>

#include "base/disjoint_sets.h"
#include "base/error.h"

namespace gpubuck::dpd {
namespace {

template <typename Link>
void requireLinks(const std::vector<Link>& links, const char* what, std::size_t kinds,
                  std::size_t particles) {
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Link& link = links[i];
    const auto fail = [&](const std::string& why) {
      throw InputError(fmt::format("{} {} of particles {}", what, i, fmt::join(link.ids, ", ")),
                       why);
    };
    if (link.kind < 0 || static_cast<std::size_t>(link.kind) >= kinds) {
      fail(fmt::format("is of kind {}; the number of kinds in the fluid is {}", link.kind, kinds));
    }
    for (auto id = link.ids.begin(); id != link.ids.end(); ++id) {
      if (*id >= particles) {
        fail(fmt::format("there is no particle {}, the last one is {}", *id,
                         static_cast<std::int64_t>(particles) - 1));
      }
      if (std::count(link.ids.begin(), id, *id) > 0) fail("has the same particle twice");
    }
  }
}

}  // namespace

double longestBond(const BondKind& kind, const cells::Box& box) {
  double longest = std::numeric_limits<double>::infinity();
  if (kind.form == BondForm::Fene) longest = kind.length + kind.reach;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (box.isPeriodic(axis)) longest = std::min(longest, 0.45 * box.size[axis]);
  }
  return longest;
}

double shortestBond(const BondKind& kind) {
  return kind.form == BondForm::Fene ? kind.length - kind.reach
                                     : -std::numeric_limits<double>::infinity();
}

std::string whyNotLengths(const std::vector<Bond>& bonds, const std::vector<BondKind>& kinds,
                          const cells::Box& box, const std::vector<glm::vec3>& places,
                          double margin) {
  for (const Bond& bond : bonds) {
    const BondKind& kind = kinds[static_cast<std::size_t>(bond.kind)];
    const glm::dvec3 one(places[bond.ids[0]]), other(places[bond.ids[1]]);
    const double length = glm::length(box.nearestImage(one - other));
    const double least = shortestBond(kind), most = longestBond(kind, box);
    if (length < (1.0 - margin) * most && length > (1.0 + margin) * least) continue;
    return fmt::format(
        "the bond '{}' of particles {} and {} is {:.4g} long, expected {}less than "
        "{:.4g}",
        kind.name, bond.ids[0], bond.ids[1], length,
        least >= 0.0 ? fmt::format("more than {:.4g} and ", least) : "", most);
  }
  return {};
}

void requireMolecules(const Molecules& molecules, std::size_t bondKinds, std::size_t angleKinds,
                      std::size_t particles) {
  requireLinks(molecules.bonds, "bond", bondKinds, particles);
  requireLinks(molecules.angles, "angle", angleKinds, particles);
}

std::vector<std::uint32_t> moleculeOfEach(const Molecules& molecules, std::size_t particles) {
  DisjointSets sets(particles);
  for (const auto& [kind, ids] : molecules.bonds) sets.join(ids[0], ids[1]);
  for (const auto& [kind, ids] : molecules.angles) {
    sets.join(ids[0], ids[1]);
    sets.join(ids[1], ids[2]);
  }
  std::vector<std::uint32_t> moleculeOf(particles);
  for (std::uint32_t id = 0; id < particles; ++id) moleculeOf[id] = sets.find(id);
  return moleculeOf;
}

std::vector<std::uint32_t> idsWithout(const std::vector<bool>& isTaken) {
  std::vector<std::uint32_t> ids(isTaken.size());
  std::uint32_t next = 0;
  for (std::size_t id = 0; id < isTaken.size(); ++id) {
    ids[id] = next;
    if (!isTaken[id]) ++next;
  }
  return ids;
}

Molecules without(const Molecules& molecules, const std::vector<bool>& isTaken) {
  const std::vector<std::uint32_t> idAfter = idsWithout(isTaken);
  const auto kept = [&](auto links) {
    std::erase_if(links, [&](const auto& link) { return isTaken[link.ids[0]]; });
    for (auto& link : links) {
      for (std::uint32_t& id : link.ids) id = idAfter[id];
    }
    return links;
  };
  return {kept(molecules.bonds), kept(molecules.angles)};
}

}  // namespace gpubuck::dpd
