#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/commands.h"
#include "app/options.h"
#include "base/error.h"
#include "base/number.h"
#include "base/plural.h"
#include "base/progress.h"
#include "base/terminal.h"
#include "file/npy.h"
#include "file/output_file.h"
#include "formats/bucket_ids.h"
#include "gl/context.h"
#include "gl/debug.h"
#include "sort/algorithms.h"
#include "sort/bucket_sort.h"

namespace gpubuck::app {
namespace {

struct SortOptions {
  GpuOptions gpu;
  std::string cells;
  std::int64_t buckets = 0;
  std::string resort;
  sort::Settings settings;
  std::string out;
  bool json = false;
  bool trace = false;
  bool overwrite = false;
};

/// The ids of an array: decodeSignedId makes NULL -1, decodeId is for numbers.
template <typename Decode>
std::vector<std::int32_t> download(const texel::IdArray& array, Decode decode) {
  const std::vector<texel::IdTexel> texels = array.download();
  std::vector<std::int32_t> ids(texels.size());
  std::ranges::transform(texels, ids.begin(), decode);
  return ids;
}

std::string row(const texel::IdArray& array) {
  std::string text;
  for (const std::int32_t id : download(array, texel::decodeSignedId)) {
    text += id < 0 ? "  /" : fmt::format(" {:2}", id);
  }
  return text;
}

void printIteration(const sort::Observation& seen) {
  if (seen.phase != sort::Phase::Linked) return;
  const sort::BucketLists& lists = seen.lists;
  std::string visited;
  for (const texel::IdTexel texel : lists.next.download())
    visited += texel::hasFlag(texel) ? "  *" : "  .";
  print("iteration {}\n  head    {}\n  next    {}\n  visited {}\n", seen.iteration, row(lists.head),
        row(lists.next), visited);
}

double milliseconds(const std::function<void()>& work) {
  gl::finish();
  const auto start = std::chrono::steady_clock::now();
  work();
  gl::finish();
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  return time.count();
}

/// Describes the last sort, which took `ms`. Only the bucket sort has iterations and finds the
/// elements that have moved; every other algorithm has sorted all elements.
nlohmann::ordered_json describe(const sort::Sort& sort, std::int64_t count, double ms) {
  sort::Statistics statistics;
  statistics.moved = count;
  if (sort.statistics() != nullptr) statistics = *sort.statistics();
  return {{"iterations", statistics.iterations},
          {"points_drawn", statistics.pointsDrawn},
          {"moved", statistics.moved},
          {"ms", ms}};
}

void write(const sort::Sort& sort, const std::filesystem::path& folder) {
  const auto file = [&](const char* name, const texel::IdArray& array, auto decode) {
    return file::NewFile{folder / name, [&array, decode](file::FileWriter& out) {
                           file::writeNpy(out, download(array, decode), {array.count()});
                         }};
  };
  if (const sort::BucketLists* lists = sort.lists()) {
    file::writeTogether({file("head.npy", lists->head, texel::decodeSignedId),
                         file("next.npy", lists->next, texel::decodeSignedId)});
  }
  if (const sort::BucketRanges* ranges = sort.ranges()) {
    file::writeTogether({file("order.npy", ranges->order, texel::decodeSignedId),
                         file("cell_start.npy", ranges->start, texel::decodeId)});
  }
}

/// Before the work begins.
void prepareOutput(const SortOptions& options) {
  if (options.out.empty()) return;
  file::prepareOutputDirectory(options.out);
  for (const char* name : {"head.npy", "next.npy", "order.npy", "cell_start.npy"}) {
    file::requireMayWrite("--out", std::filesystem::path(options.out) / name,
                          {options.cells, options.resort}, options.overwrite);
  }
}

/// Sorts, and re-sorts if a second mapping is given.
nlohmann::ordered_json sortAll(const texel::Device& device, const SortOptions& options,
                               const texel::IdArray& mapping, const texel::IdArray* moved) {
  const std::int64_t count = mapping.count();
  const sort::Algorithm algorithm = sort::resolve(options.settings.algorithm, device.engine());
  nlohmann::ordered_json result{{"n", count},
                                {"buckets", options.buckets},
                                {"algorithm", sort::nameOf(algorithm)},
                                {"engine", texel::engineName(device.engine())}};
  std::unique_ptr<sort::Sort> sort;
  if (options.trace) {
    auto traced =
        std::make_unique<sort::BucketSort>(device, options.settings, count, options.buckets);
    traced->observe(printIteration);
    sort = std::move(traced);
  } else {
    sort = sort::makeSort(device, options.settings, count, options.buckets);
    sort->sort(mapping);  // Warm: drivers compile on first use.
  }
  const double ms = milliseconds([&] { sort->sort(mapping); });
  result.update(describe(*sort, count, ms));
  if (moved != nullptr) {
    if (options.trace) {
      print("re-sort\n");
    } else {
      sort->resort(mapping, *moved);
      sort->sort(mapping);
    }
    const double resortMs = milliseconds([&] { sort->resort(mapping, *moved); });
    result["resort"] = describe(*sort, count, resortMs);
  }
  gl::throwOnError("sort");
  if (!options.out.empty()) write(*sort, options.out);
  return result;
}

void printSort(const nlohmann::ordered_json& result) {
  const auto line = [](const std::string& what, const nlohmann::ordered_json& values) {
    const int iterations = values["iterations"];
    const std::string points = iterations > 0
                                   ? fmt::format("{}, {} drawn, ", counted(iterations, "iteration"),
                                                 counted(values["points_drawn"], "point"))
                                   : "";
    print("{}: {}{:.3f} ms\n", what, points, values["ms"].get<double>());
  };
  print("{}, {}, algorithm {}, engine {}\n", counted(result["n"], "element"),
        counted(result["buckets"], "bucket"), result["algorithm"].get<std::string>(),
        result["engine"].get<std::string>());
  line("sort", result);
  if (!result.contains("resort")) return;
  const nlohmann::ordered_json& resort = result["resort"];
  line(fmt::format("re-sort of {} moved", resort["moved"].dump()), resort);
}

void run(const SortOptions& options) {
  if (options.trace && options.json) {
    throw InputError("--trace", "prints text, so it cannot be combined with --json");
  }
  if (options.cells == "-" && options.resort == "-") {
    throw InputError("--resort", "standard input is already used by --cells");
  }
  Status status(fmt::format("reading {}", options.cells));
  const std::vector<std::uint32_t> cells = formats::readBucketIds(options.cells, options.buckets);
  std::optional<std::vector<std::uint32_t>> moved;
  if (!options.resort.empty()) {
    moved = formats::readBucketIds(options.resort, options.buckets);
    if (moved->size() != cells.size()) {
      throw InputError(options.resort,
                       fmt::format("holds {}, {} holds {}", counted(std::ssize(*moved), "element"),
                                   options.cells, cells.size()));
    }
  }
  prepareOutput(options);

  const auto count = static_cast<std::int64_t>(cells.size());
  status.show("sorting " + counted(count, "element"));
  const Gpu gpu(options.gpu, std::max(count, options.buckets));
  if (options.trace &&
      sort::resolve(options.settings.algorithm, gpu.device.engine()) != sort::Algorithm::Bucket) {
    throw InputError("--trace", "needs the algorithm bucket, whose iterations it shows");
  }
  const texel::IdArray mapping(gpu.device, "mapping", cells);
  std::optional<texel::IdArray> second;
  if (moved) second.emplace(gpu.device, "mapping (new)", *moved);
  const nlohmann::ordered_json result =
      sortAll(gpu.device, options, mapping, second ? &*second : nullptr);
  if (options.json) {
    print("{}\n", result.dump(2));
  } else {
    printSort(result);
  }
}

}  // namespace

void addSortCommand(CLI::App& app) {
  auto options = std::make_shared<SortOptions>();
  sort::Settings& settings = options->settings;
  CLI::App* command = app.add_subcommand("sort", "Sort elements into buckets");
  command
      ->add_option(
          "--cells", options->cells,
          "The bucket of each element: one decimal id per line (- for standard input) or .npy")
      ->required();
  addWhole(*command, "--buckets", options->buckets, 1, kMaxCount, "Number of buckets, 1..16777215")
      ->required();
  command->add_option("--resort", options->resort,
                      "After the sort, re-sort to the buckets of this second file");
  std::string algorithms = "Sorting algorithm.";
  for (const auto& algorithm : sort::kAlgorithmNames) {
    algorithms += fmt::format("\n{}: {}", algorithm.name, algorithm.help);
  }
  algorithms +=
      "\nbucket takes a round for each element of the longest list: O(N^2/M) on average for N "
      "elements in M buckets, Theta(N^2) if all are in one. bitonic takes the same time for "
      "all.";
  addWordOption(*command, "--algorithm", settings.algorithm, sort::kAlgorithmNames, algorithms);
  addWhole(*command, "--sub-buffers", settings.subBuffers, 1, kMaxCount,
           "Number of sub-buffers of the bucket sort")
      ->capture_default_str();
  std::string partitions = "The way to draw the sub-buffers of the bucket sort.";
  for (const auto& partition : sort::kPartitionNames) {
    partitions += fmt::format("\n{}: {}", partition.name, partition.help);
  }
  addWordOption(*command, "--partition", settings.partition, sort::kPartitionNames, partitions,
                sort::kRemovedPartitions);
  addRemovedOption(*command, "--threshold", "it is always 0.5");
  addRemovedOption(*command, "--point-source", "leave it out, results are the same");
  command->add_option(
      "--out", options->out,
      "Folder for head.npy and next.npy (-1 is NULL), or order.npy and cell_start.npy");
  command->add_flag("--trace", options->trace, "Print head, next and visited after each iteration");
  addOverwriteOption(*command, options->overwrite);
  command->add_flag("--json", options->json, "Print one JSON object");
  addGpuOptions(*command, options->gpu);
  command->callback([options] { run(*options); });
}

}  // namespace gpubuck::app
