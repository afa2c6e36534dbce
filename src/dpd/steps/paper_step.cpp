#include "dpd/steps/paper_step.h"

#include <utility>

#include "dpd/steps/molecule_forces.h"

namespace gpubuck::dpd {
namespace {

texel::MapPassInfo passInfo(bool withVelocity) {
  texel::MapPassInfo info{
      .name = "dpd/neighbour_copies",
      .outputs = {{"o_position", texel::Format::Vec4}, {"o_predicted", texel::Format::Vec4}}};
  if (withVelocity) {
    info.outputs.push_back({"o_velocity", texel::Format::Vec4});
    info.prologue += "#define NOISE_STATE\n";
  }
  return info;
}

}  // namespace

std::string neighbourTexturesPrologue(const texel::Device& device, const Fluid& fluid,
                                      const cells::CellGrid& grid, Traversal traversal) {
  const std::string common = cells::gridPrologue(grid) + cells::coarsePositionPrologue(grid) +
                             "#include \"dpd/sum_in_order.glsl\"\n" + fluidPrologue(device, fluid);
  const std::string walk =
      traversal == Traversal::Lists
          ? std::string("#include \"dpd/neighbour_lists.glsl\"\n") +
                cells::searchPrologue(sort::ResultKind::Lists)
          : "#include \"dpd/neighbour_textures.glsl\"\n" + nearFirstPrologue(device);
  return common + walk + densityPrologue(fluid) + moleculesPrologue(fluid);
}

NeighbourCopies::NeighbourCopies(const texel::Device& device, const Fluid& fluid,
                                 const cells::CellIndex& cells)
    : ranges_(device, cells),
      pass_(device, passInfo(hasStates(fluid.noise))),
      position_(device, "positions by cell", cells.mapping().count()),
      predicted_(device, "predicted by cell", cells.mapping().count()) {
  const std::int64_t particles = cells.mapping().count();
  if (hasStates(fluid.noise)) velocity_.emplace(device, "velocities by cell", particles);
  if (!device.isSoftware()) coarse_.emplace(device, cells.grid(), particles);
}

const texel::IdArray& NeighbourCopies::findOrder(const cells::CellIndex& cells) {
  ranges_.find(cells);
  return ranges_.order(cells);
}

void NeighbourCopies::make(const ParticleArrays& particles, const cells::CellIndex& cells) {
  std::vector<texel::Input> inputs{{"u_position", particles.position},
                                   {"u_predicted", particles.predicted},
                                   {"u_order", findOrder(cells)}};
  std::vector<texel::Output> outputs{{"o_position", position_}, {"o_predicted", predicted_}};
  if (velocity_) {
    inputs.emplace_back("u_velocity", particles.velocity);
    outputs.emplace_back("o_velocity", *velocity_);
  }
  pass_.run(position_.count(), inputs, outputs);
  if (coarse_) coarse_->find(position_);
}

std::vector<texel::Input> NeighbourCopies::inputs(const cells::CellIndex& cells) const {
  std::vector<texel::Input> result{{"u_start", ranges_.start(cells)},
                                   {"u_order", ranges_.order(cells)},
                                   {"u_neighbourPosition", position_},
                                   {"u_neighbourPredicted", predicted_}};
  if (velocity_) result.emplace_back("u_neighbourVelocity", *velocity_);
  if (coarse_) result.emplace_back("u_coarse", coarse_->fours());
  return result;
}

/// Writes the changed particles to the arrays of the next step, and exchanges these arrays with the
/// present arrays.
class PaperStep::Change : public ParticleChange {
 public:
  Change(PaperStep& step, const texel::MapPassInfo& info)
      : step_(&step), outputs_(info.outputs), pass_(*step.device_, info) {}

  texel::Pass& pass() override { return pass_; }

  void run() override {
    std::vector<texel::Output> outputs;
    for (const auto& [name, format] : outputs_) {
      outputs.emplace_back(name.c_str(), step_->next_.array(name));
    }
    pass_.run(step_->particles_, step_->now_.inputs(), outputs);
    for (const auto& [name, format] : outputs_) {
      std::swap(step_->now_.array(name), step_->next_.array(name));
    }
    step_->copiesAreCurrent_ = false;
    step_->particlesMoved();
  }

 private:
  PaperStep* step_;
  std::vector<texel::MapPassInfo::Variable> outputs_;
  texel::MapPass pass_;
};

PaperStep::PaperStep(const texel::Device& device, const Fluid& fluid, const StepSettings& settings,
                     const cells::CellGrid& grid, std::int64_t particles)
    : Step(device, grid, particles),
      settings_(settings),
      now_(device, particles, ""),
      next_(device, particles, " (next)"),
      cells_(device, grid, settings.sort, particles),
      reorder_(device),
      forceMove_(device, fluid, grid, settings.traversal) {
  if (settings.traversal == Traversal::Copies) {
    copies_.emplace(device, fluid, cells_);
  } else if (settings.reorderEvery > 0) {
    order_.emplace(device, cells_);
  }
  setDensity(fluid);
}

std::string PaperStep::particlesPrologue() const {
  return "#include \"dpd/particle_textures.glsl\"\n";
}

std::string PaperStep::neighboursPrologue(const Fluid& fluid) const {
  return neighbourTexturesPrologue(*device_, fluid, grid(), settings_.traversal);
}

std::vector<texel::Input> PaperStep::plainNeighbours() {
  sort();
  if (!copies_) return cells_.inputs(now_.inputs());
  if (!copiesAreCurrent_) copies_->make(now_, cells_);
  copiesAreCurrent_ = true;
  std::vector<texel::Input> inputs = copies_->inputs(cells_);
  const std::vector<texel::Input> own = now_.inputs();
  inputs.insert(inputs.end(), own.begin(), own.end());
  return inputs;
}

void PaperStep::take(const ParticleState& state) {
  now_.upload(state);
  particlesMoved();
  cells_.reset();
  copiesAreCurrent_ = false;
}

void PaperStep::restoreLists(const cells::ListState& lists) {
  cells_.restore(lists);
  copiesAreCurrent_ = false;
}

void PaperStep::sort() {
  if (cells_.isCurrent()) return;
  if (settings_.mode == SortMode::Resort) {
    cells_.resort(now_.position);
  } else {
    cells_.sort(now_.position);
  }
  copiesAreCurrent_ = false;
}

const texel::IdArray& PaperStep::findOrder() {
  if (copies_) return copies_->findOrder(cells_);
  order_->find(cells_);
  return order_->order(cells_);
}

void PaperStep::reorder() {
  reorder_.run(now_, findOrder(), next_);
  std::swap(now_, next_);
  cells_.reset();
  particlesMoved();
}

void PaperStep::begin(std::int64_t step, const std::vector<Solid>& solids) {
  forceMove_.setSolids(solids);
  sort();
  if (settings_.reorderEvery == 0 || step % settings_.reorderEvery != 0) return;
  reorder();
  sort();
}

void PaperStep::run(const Clock& clock, int blockStep, const texel::Range& range) {
  forceMove_.run(clock, blockStep, range, neighbours(), next_);
}

void PaperStep::finish() {
  std::swap(now_, next_);
  cells_.invalidate();
  particlesMoved();
}

std::unique_ptr<ParticleChange> PaperStep::makeChange(const texel::MapPassInfo& info) {
  texel::MapPassInfo here = info;
  here.prologue = particlesPrologue() + here.prologue;
  return std::make_unique<Change>(*this, here);
}

const cells::CellIndex& PaperStep::cells() {
  sort();
  return cells_;
}

const sort::Statistics* PaperStep::sortStatistics() const {
  return cells_.algorithm().statistics();
}

}  // namespace gpubuck::dpd
