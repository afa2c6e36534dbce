#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/commands.h"
#include "app/gpu_options.h"
#include "app/option_checks.h"
#include "base/error.h"
#include "gl/debug.h"
#include "io/bucket_ids.h"
#include "io/npy.h"
#include "io/output_file.h"
#include "scenario/words.h"
#include "sort/list_sort.h"

namespace gpubuck::app {
namespace {

struct Options {
  GpuOptions gpu;
  std::string cells;
  std::int64_t buckets = 0;
  std::string resort;
  std::string algorithm = "auto";
  sort::Settings settings;
  std::string partition = "contiguous";
  std::string pointSource = "pixel-buffer";
  std::string out;
  bool json = false;
  bool trace = false;
};

sort::Settings settingsFrom(const Options& options) {
  sort::Settings settings = options.settings;
  settings.algorithm = scenario::kAlgorithmWords.at(options.algorithm);
  settings.partition = scenario::kPartitionWords.at(options.partition);
  settings.pointSource = scenario::kPointSourceWords.at(options.pointSource);
  return settings;
}

/// Ids as signed numbers, -1 for NULL.
std::vector<std::int32_t> decode(const std::vector<texel::IdTexel>& texels) {
  std::vector<std::int32_t> ids;
  ids.reserve(texels.size());
  for (texel::IdTexel texel : texels) {
    const std::uint32_t id = texel & kNullId;
    ids.push_back(id == kNullId ? -1 : static_cast<std::int32_t>(id));
  }
  return ids;
}

std::string row(const std::vector<std::int32_t>& ids) {
  std::string text;
  for (std::int32_t id : ids) text += id < 0 ? "  /" : fmt::format(" {:2}", id);
  return text;
}

void printIteration(const sort::Observation& seen) {
  if (seen.phase != sort::Phase::Linked) return;
  const sort::BucketLists& lists = seen.lists;
  std::string visited;
  for (texel::IdTexel texel : lists.next.downloadIds()) visited += texel >> 24 != 0 ? "  *" : "  .";
  fmt::print("iteration {}\n  head    {}\n  next    {}\n  visited {}\n", seen.iteration,
             row(decode(lists.head.downloadIds())), row(decode(lists.next.downloadIds())), visited);
}

double milliseconds(const std::function<void()>& work) {
  gl::finish();
  const auto start = std::chrono::steady_clock::now();
  work();
  gl::finish();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

nlohmann::ordered_json describe(const sort::Statistics& statistics, double ms) {
  return {{"iterations", statistics.iterations},
          {"points_drawn", statistics.pointsDrawn},
          {"moved", statistics.moved},
          {"ms", ms}};
}

class SortRun {
 public:
  SortRun(const texel::Device& device, const Options& options,
          const std::vector<std::uint32_t>& cells)
      : options_(options),
        count_(static_cast<std::int64_t>(cells.size())),
        mapping_(device, "mapping", texel::Format::Id, count_),
        lists_(device, count_, options.buckets),
        sort_(sort::makeListSort(device, settingsFrom(options), count_, options.buckets)) {
    mapping_.upload(cells);
    result_["n"] = count_;
    result_["buckets"] = options.buckets;
    const sort::Algorithm algorithm =
        sort::resolve(settingsFrom(options).algorithm, device.engine());
    result_["algorithm"] = algorithm == sort::Algorithm::Bucket ? "bucket" : "atomic";
    result_["engine"] = engineName(device.engine());
  }

  void sort() {
    if (options_.trace) {
      sort_->observe(printIteration);
    } else {
      sort_->sort(mapping_, lists_);  // Warm: drivers compile on first use.
    }
    const double ms = milliseconds([&] { sort_->sort(mapping_, lists_); });
    result_.update(describe(sort_->statistics(), ms));
  }

  void resort(const texel::Device& device, const std::vector<std::uint32_t>& cells) {
    texel::Array moved(device, "mapping (new)", texel::Format::Id, count_);
    moved.upload(cells);
    if (options_.trace) {
      fmt::print("re-sort\n");
    } else {
      sort_->resort(mapping_, moved, lists_);
      sort_->sort(mapping_, lists_);
    }
    const double ms = milliseconds([&] { sort_->resort(mapping_, moved, lists_); });
    result_["resort"] = describe(sort_->statistics(), ms);
  }

  void save() const {
    const std::filesystem::path folder = options_.out;
    io::writeNpy(folder / "head.npy", decode(lists_.head.downloadIds()), {options_.buckets});
    io::writeNpy(folder / "next.npy", decode(lists_.next.downloadIds()), {count_});
  }

  const nlohmann::ordered_json& result() const { return result_; }

 private:
  const Options& options_;
  std::int64_t count_;
  texel::Array mapping_;
  sort::BucketLists lists_;
  std::unique_ptr<sort::ListSort> sort_;
  nlohmann::ordered_json result_;
};

void printText(const nlohmann::ordered_json& result) {
  const auto line = [](const char* what, const nlohmann::ordered_json& values) {
    fmt::print("{}: {} iterations, {} points drawn, {:.3f} ms\n", what,
               values["iterations"].get<int>(), values["points_drawn"].get<std::int64_t>(),
               values["ms"].get<double>());
  };
  fmt::print("{} elements, {} buckets, algorithm {}, engine {}\n", result["n"].get<std::int64_t>(),
             result["buckets"].get<std::int64_t>(), result["algorithm"].get<std::string>(),
             result["engine"].get<std::string>());
  line("sort", result);
  if (result.contains("resort")) {
    line(fmt::format("re-sort of {} moved", result["resort"]["moved"].get<std::int64_t>()).c_str(),
         result["resort"]);
  }
}

void run(const Options& options) {
  if (options.trace && options.json) {
    throw InputError("--trace", "prints text, so it does not go with --json");
  }
  if (options.cells == "-" && options.resort == "-") {
    throw InputError("--resort", "standard input is read for --cells already");
  }
  const std::vector<std::uint32_t> cells = io::readBucketIds(options.cells, options.buckets);
  std::optional<std::vector<std::uint32_t>> moved;
  if (!options.resort.empty()) {
    moved = io::readBucketIds(options.resort, options.buckets);
    if (moved->size() != cells.size()) {
      throw InputError(options.resort, fmt::format("holds {} elements, {} holds {}", moved->size(),
                                                   options.cells, cells.size()));
    }
  }
  if (!options.out.empty()) io::prepareOutputDirectory(options.out);

  const Gpu gpu(options.gpu,
                std::max<std::int64_t>(static_cast<std::int64_t>(cells.size()), options.buckets));
  SortRun sort(gpu.device, options, cells);
  sort.sort();
  if (moved) sort.resort(gpu.device, *moved);
  gl::throwOnError("sort");
  if (!options.out.empty()) sort.save();
  if (options.json) {
    fmt::print("{}\n", sort.result().dump(2));
  } else {
    printText(sort.result());
  }
}

}  // namespace

void addSortCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("sort", "Sort elements into buckets");
  command
      ->add_option(
          "--cells", options->cells,
          "The bucket of each element: one decimal id a line (- for standard input) or .npy")
      ->required();
  command->add_option("--buckets", options->buckets, "Number of buckets, 1..16777215")
      ->required()
      ->check(wholeNumber(1, kMaxCount));
  command->add_option("--resort", options->resort,
                      "After the sort, re-sort to the buckets of this second file");
  command
      ->add_option("--algorithm", options->algorithm,
                   "bucket: the paper's; atomic: image atomics, OpenGL 4.3; auto: by the engine")
      ->check(CLI::IsMember(scenario::kAlgorithmWords))
      ->capture_default_str();
  command
      ->add_option("--sub-buffers", options->settings.subBuffers,
                   "Sub-buffers of the scatter; the size of a group with --partition grouped")
      ->check(wholeNumber(1, kMaxCount))
      ->capture_default_str();
  command
      ->add_option("--threshold", options->settings.threshold,
                   "Share of its elements at which a sub-buffer lets the next one join, 0..1")
      ->check(fraction())
      ->capture_default_str();
  command->add_option("--partition", options->partition, "How elements fall into sub-buffers")
      ->check(CLI::IsMember(scenario::kPartitionWords))
      ->capture_default_str();
  command->add_option("--point-source", options->pointSource, "How points learn their bucket")
      ->check(CLI::IsMember(scenario::kPointSourceWords))
      ->capture_default_str();
  command->add_option("--out", options->out, "Write head.npy and next.npy (-1 is NULL) here");
  command->add_flag("--trace", options->trace, "Print head, next and visited after each iteration");
  command->add_flag("--json", options->json, "Print one JSON object");
  addGpuOptions(*command, options->gpu);
  command->callback([options] { run(*options); });
}

}  // namespace gpubuck::app
