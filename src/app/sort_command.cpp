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
#include "base/progress.h"
#include "base/terminal.h"
#include "base/text.h"
#include "file/npy.h"
#include "file/output_file.h"
#include "formats/bucket_ids.h"
#include "gl/context.h"
#include "gl/debug.h"
#include "sort/algorithms.h"
#include "sort/bucket_sort.h"
#include "texel/work_slices.h"

namespace gpubuck::app {
namespace {

using Buckets = std::vector<std::uint32_t>;

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

/// Returns the ids in texels. `decode` is decodeSignedId for ids of elements, so that NULL becomes
/// -1, or decodeId for the starts of ranges.
template <typename Decode>
std::vector<std::int32_t> decoded(const std::vector<texel::IdTexel>& texels, Decode decode) {
  std::vector<std::int32_t> ids(texels.size());
  std::ranges::transform(texels, ids.begin(), decode);
  return ids;
}

template <typename Decode>
std::vector<std::int32_t> download(const texel::IdArray& array, Decode decode) {
  return decoded(array.download(), decode);
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

/// Describes the last sort, which took `ms` milliseconds. Only the bucket sort has iterations and
/// counts the elements that have moved. For every other algorithm, all elements count as moved.
nlohmann::ordered_json describe(const sort::Sort& sort, std::int64_t count, double ms) {
  sort::Statistics statistics;
  statistics.moved = count;
  if (sort.statistics() != nullptr) statistics = *sort.statistics();
  return {{"iterations", statistics.iterations},
          {"points_drawn", statistics.pointsDrawn},
          {"moved", statistics.moved},
          {"ms", ms}};
}

/// Writes the sort's lists if `asLists` is set or the sort has made no ranges, otherwise its
/// ranges.
void write(const sort::Sort& sort, bool asLists, const std::filesystem::path& folder) {
  const auto file = [&](const char* name, std::vector<std::int32_t> ids) {
    return file::NewFile{folder / name, [ids = std::move(ids)](file::FileWriter& out) {
                           file::writeNpy(out, ids, {std::ssize(ids)});
                         }};
  };
  if (const sort::BucketRanges* ranges = sort.ranges(); ranges != nullptr && !asLists) {
    file::writeTogether({file("order.npy", download(ranges->order, texel::decodeSignedId)),
                         file("cell_start.npy", download(ranges->start, texel::decodeId))});
    return;
  }
  const sort::LinkedRanges lists = sort::downloadLists(sort);
  file::writeTogether({file("head.npy", decoded(lists.head, texel::decodeSignedId)),
                       file("next.npy", decoded(lists.next, texel::decodeSignedId))});
}

/// Creates the output folder. Throws, before the work begins, if a file of the output must not be
/// written.
void prepareOutput(const SortOptions& options) {
  if (options.out.empty()) return;
  file::prepareOutputDirectory(options.out);
  for (const char* name : {"head.npy", "next.npy", "order.npy", "cell_start.npy"}) {
    file::requireMayWrite("--out", std::filesystem::path(options.out) / name,
                          {options.cells, options.resort}, options.overwrite);
  }
}

/// The settings of a sort, and the length of its longest list.
struct Plan {
  sort::Settings settings;  ///< with the chosen algorithm, never Auto
  std::int64_t longest;     ///< number of elements in the longest list

  /// Returns whether the sort takes long. A long sort shows its progress, and runs only once, so
  /// its time includes the compilation of shaders.
  bool isLong() const {
    return settings.algorithm == sort::Algorithm::Bucket && longest > sort::kLongestDrawnList;
  }
};

Plan planOf(const SortOptions& options, texel::Engine engine, const Buckets& cells,
            const std::optional<Buckets>& moved) {
  Plan plan{options.settings, cells.empty() ? 0 : sort::longestList(cells, options.buckets)};
  if (moved && !moved->empty()) {
    plan.longest = std::max(plan.longest, sort::longestList(*moved, options.buckets));
  }
  plan.settings.algorithm = options.trace
                                ? sort::resolve(options.settings.algorithm, engine)
                                : sort::resolveForLists(options.settings.algorithm, engine,
                                                        plan.longest, options.buckets);
  return plan;
}

/// Sorts, and re-sorts if a second mapping is given.
nlohmann::ordered_json sortAll(const texel::Device& device, const SortOptions& options,
                               const Plan& plan, const texel::IdArray& mapping,
                               const texel::IdArray* moved) {
  const std::int64_t count = mapping.count();
  nlohmann::ordered_json result{{"n", count},
                                {"buckets", options.buckets},
                                {"longest_list", plan.longest},
                                {"algorithm", sort::nameOf(plan.settings.algorithm)},
                                {"engine", texel::engineName(device.engine())}};
  std::unique_ptr<sort::Sort> sort;
  const bool isWarm = !options.trace && !plan.isLong();
  if (options.trace) {
    auto traced = std::make_unique<sort::BucketSort>(device, plan.settings, count, options.buckets);
    traced->observe(printIteration);
    sort = std::move(traced);
  } else {
    sort = sort::makeSort(device, plan.settings, count, options.buckets);
    if (isWarm) sort->sort(mapping);  // drivers compile shaders on first use
  }
  const double ms = milliseconds([&] { sort->sort(mapping); });
  result.update(describe(*sort, count, ms));
  if (moved != nullptr) {
    if (options.trace) print("re-sort\n");
    if (isWarm) {
      sort->resort(mapping, *moved);
      sort->sort(mapping);
    }
    const double resortMs = milliseconds([&] { sort->resort(mapping, *moved); });
    result["resort"] = describe(*sort, count, resortMs);
  }
  gl::throwOnError("sort");
  const bool asLists = !sort::makesRanges(options.settings.algorithm);
  if (!options.out.empty()) write(*sort, asLists, options.out);
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
  if (options.settings.algorithm != sort::Algorithm::Radix) {
    for (const sort::RadixParameter& each : sort::kRadixParameters) {
      if (options.settings.radix.*each.member == 0) continue;
      throw InputError(std::string("--") + each.name, "belongs to --algorithm radix");
    }
  }
  if (options.trace && options.json) {
    throw InputError("--trace", "prints text, so it cannot be combined with --json");
  }
  if (options.cells == "-" && options.resort == "-") {
    throw InputError("--resort", "standard input is already used by --cells");
  }
  Status status(fmt::format("reading {}", options.cells));
  const Buckets cells = formats::readBucketIds(options.cells, options.buckets);
  std::optional<Buckets> moved;
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
  const std::string sorting = "sorting " + counted(count, "element");
  status.show(sorting);
  const Gpu gpu(options.gpu, std::max(count, options.buckets));
  if (options.trace &&
      sort::resolve(options.settings.algorithm, gpu.device.engine()) != sort::Algorithm::Bucket) {
    throw InputError("--trace", "needs the algorithm bucket, whose iterations it shows");
  }
  const texel::IdArray mapping(gpu.device, "mapping", cells);
  std::optional<texel::IdArray> second;
  if (moved) second.emplace(gpu.device, "mapping (new)", *moved);
  const Plan plan = planOf(options, gpu.device.engine(), cells, moved);
  const auto rounds = texel::sliceWork(
      gpu.device,
      {kMaxCount, [&, round = 0]() mutable {
         constexpr int kShownEvery = 64;
         if (++round % kShownEvery == 0) {
           status.show(fmt::format("{}: round {} of at least {}", sorting, round, plan.longest));
         }
       }});
  const nlohmann::ordered_json result =
      sortAll(gpu.device, options, plan, mapping, second ? &*second : nullptr);
  if (options.json) {
    print("{}\n", result.dump(2));
    return;
  }
  printSort(result);
  if (options.settings.algorithm == sort::Algorithm::Auto &&
      sort::makesRanges(plan.settings.algorithm)) {
    print(
        "auto took {}, since the bucket sort needs a round for each of the {} elements of the "
        "longest list\n",
        sort::nameOf(plan.settings.algorithm), plan.longest);
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
      "elements in M buckets, Theta(N^2) if all are in one bucket. bitonic takes the same time for "
      "all inputs.";
  addWordOption(*command, "--algorithm", settings.algorithm, sort::kAlgorithmNames, algorithms);
  addWhole(*command, "--sub-buffers", settings.subBuffers, 1, kMaxCount,
           "Number of sub-buffers of the bucket sort")
      ->capture_default_str();
  std::string partitions = "The way to draw the sub-buffers of the bucket sort.";
  for (const auto& partition : sort::kPartitionNames) {
    partitions += fmt::format("\n{}: {}", partition.name, partition.help);
  }
  addWordOption(*command, "--partition", settings.partition, sort::kPartitionNames, partitions);
  command
      ->add_option(
          "--threshold", settings.threshold,
          "As soon as a contiguous sub-buffer draws at most this share of its own elements, 0..1, "
          "the next sub-buffer is drawn, too")
      ->check(decimalNumber(0.0, 1.0))
      ->capture_default_str();
  for (const sort::RadixParameter& each : sort::kRadixParameters) {
    addWhole(*command, std::string("--") + each.name, settings.radix.*each.member, each.least,
             each.most, std::string("radix: ") + each.help + "; chosen by size unless given");
  }
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
