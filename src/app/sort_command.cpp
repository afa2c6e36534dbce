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
#include "gl/wait.h"
#include "io/bucket_ids.h"
#include "io/npy.h"
#include "io/output_file.h"
#include "sort/algorithms.h"
#include "sort/bucket_sort.h"
#include "sort/names.h"

namespace gpubuck::app {
namespace {

struct SortOptions {
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

sort::Settings settingsFrom(const SortOptions& options) {
  sort::Settings settings = options.settings;
  settings.algorithm = findName(sort::kAlgorithmNames, options.algorithm)->value;
  settings.partition = findName(sort::kPartitionNames, options.partition)->value;
  settings.pointSource = findName(sort::kPointSourceNames, options.pointSource)->value;
  return settings;
}

/// Ids as signed numbers, -1 for NULL.
std::vector<std::int32_t> decode(const std::vector<texel::IdTexel>& texels) {
  std::vector<std::int32_t> ids(texels.size());
  std::ranges::transform(texels, ids.begin(), texel::decodeSignedId);
  return ids;
}

/// Texels whose three bytes are a number and never NULL.
std::vector<std::int32_t> numbers(const std::vector<texel::IdTexel>& texels) {
  std::vector<std::int32_t> values(texels.size());
  std::ranges::transform(texels, values.begin(), texel::decodeId);
  return values;
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
  for (texel::IdTexel texel : lists.next.download())
    visited += texel::hasFlag(texel) ? "  *" : "  .";
  fmt::print("iteration {}\n  head    {}\n  next    {}\n  visited {}\n", seen.iteration,
             row(decode(lists.head.download())), row(decode(lists.next.download())), visited);
}

double milliseconds(const std::function<void()>& work) {
  gl::finish();
  const auto start = std::chrono::steady_clock::now();
  work();
  gl::finish();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

/// What the last sort did, which took `ms`. Only the bucket sort draws points, again and again, and
/// looks what has moved; every other has sorted all elements.
nlohmann::ordered_json describe(const sort::Sort& sort, std::int64_t count, double ms) {
  sort::Statistics statistics;
  statistics.moved = count;
  if (const auto* bucketSort = dynamic_cast<const sort::BucketSort*>(&sort)) {
    statistics = bucketSort->statistics();
  }
  return {{"iterations", statistics.iterations},
          {"points_drawn", statistics.pointsDrawn},
          {"moved", statistics.moved},
          {"ms", ms}};
}

nlohmann::ordered_json newResult(const texel::Device& device, const SortOptions& options,
                                 sort::Algorithm algorithm, std::int64_t count) {
  nlohmann::ordered_json result;
  result["n"] = count;
  result["buckets"] = options.buckets;
  result["algorithm"] = sort::nameOf(algorithm);
  result["engine"] = texel::engineName(device.engine());
  return result;
}

void write(const sort::Sort& sort, const std::filesystem::path& folder) {
  if (const sort::BucketLists* lists = sort.lists()) {
    io::writeNpy(folder / "head.npy", decode(lists->head.download()), {lists->head.count()});
    io::writeNpy(folder / "next.npy", decode(lists->next.download()), {lists->next.count()});
  }
  if (const sort::BucketRanges* ranges = sort.ranges()) {
    io::writeNpy(folder / "order.npy", decode(ranges->order.download()), {ranges->order.count()});
    io::writeNpy(folder / "cell_start.npy", numbers(ranges->start.download()),
                 {ranges->start.count()});
  }
}

/// Sorts, and re-sorts if a second mapping is given.
nlohmann::ordered_json sortAll(const texel::Device& device, const SortOptions& options,
                               sort::Algorithm algorithm, const texel::IdArray& mapping,
                               const texel::IdArray* moved) {
  const std::int64_t count = mapping.count();
  nlohmann::ordered_json result = newResult(device, options, algorithm, count);
  const auto sort = sort::makeSort(device, settingsFrom(options), count, options.buckets);
  if (options.trace) {
    dynamic_cast<sort::BucketSort&>(*sort).observe(printIteration);
  } else {
    sort->sort(mapping);  // Warm: drivers compile on first use.
  }
  const double ms = milliseconds([&] { sort->sort(mapping); });
  result.update(describe(*sort, count, ms));
  if (moved != nullptr) {
    if (options.trace) {
      fmt::print("re-sort\n");
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
  const auto line = [](const char* what, const nlohmann::ordered_json& values) {
    std::string points;
    if (values["iterations"].get<int>() > 0) {
      points = fmt::format("{} iterations, {} points drawn, ", values["iterations"].get<int>(),
                           values["points_drawn"].get<std::int64_t>());
    }
    fmt::print("{}: {}{:.3f} ms\n", what, points, values["ms"].get<double>());
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

void run(const SortOptions& options) {
  if (options.trace && options.json) {
    throw InputError("--trace", "prints text, so it cannot be combined with --json");
  }
  if (options.cells == "-" && options.resort == "-") {
    throw InputError("--resort", "standard input is already used by --cells");
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
  const sort::Algorithm algorithm =
      sort::resolve(settingsFrom(options).algorithm, gpu.device.engine());
  if (options.trace && algorithm != sort::Algorithm::Bucket) {
    throw InputError("--trace", "needs the algorithm bucket, whose iterations it shows");
  }
  const texel::IdArray mapping(gpu.device, "mapping", cells);
  std::optional<texel::IdArray> second;
  if (moved) second.emplace(gpu.device, "mapping (new)", *moved);
  const nlohmann::ordered_json result =
      sortAll(gpu.device, options, algorithm, mapping, second ? &*second : nullptr);
  if (options.json) {
    fmt::print("{}\n", result.dump(2));
  } else {
    printSort(result);
  }
}

std::string algorithmHelp() {
  std::string text = "How elements are sorted.";
  for (const sort::AlgorithmInfo& info : sort::algorithms()) {
    text += fmt::format("\n{}: {}", info.name, info.help);
  }
  return text;
}

}  // namespace

void addSortCommand(CLI::App& app) {
  auto options = std::make_shared<SortOptions>();
  CLI::App* command = app.add_subcommand("sort", "Sort elements into buckets");
  command
      ->add_option(
          "--cells", options->cells,
          "The bucket of each element: one decimal id per line (- for standard input) or .npy")
      ->required();
  command->add_option("--buckets", options->buckets, "Number of buckets, 1..16777215")
      ->required()
      ->check(wholeNumber(1, kMaxCount));
  command->add_option("--resort", options->resort,
                      "After the sort, re-sort to the buckets of this second file");
  command->add_option("--algorithm", options->algorithm, algorithmHelp())
      ->check(CLI::IsMember(namesOf(sort::kAlgorithmNames)))
      ->capture_default_str();
  command
      ->add_option("--sub-buffers", options->settings.subBuffers,
                   "Sub-buffers of the scatter; the size of a group with --partition grouped")
      ->check(wholeNumber(1, kMaxCount))
      ->capture_default_str();
  command
      ->add_option("--threshold", options->settings.threshold,
                   "The next sub-buffer joins when this share of the last one is still drawn, 0..1")
      ->check(fraction())
      ->capture_default_str();
  command
      ->add_option("--partition", options->partition, "How elements are divided into sub-buffers")
      ->check(CLI::IsMember(namesOf(sort::kPartitionNames)))
      ->capture_default_str();
  command->add_option("--point-source", options->pointSource, "Where points read their bucket")
      ->check(CLI::IsMember(namesOf(sort::kPointSourceNames)))
      ->capture_default_str();
  command->add_option(
      "--out", options->out,
      "Folder for head.npy and next.npy (-1 is NULL), or order.npy and cell_start.npy");
  command->add_flag("--trace", options->trace, "Print head, next and visited after each iteration");
  command->add_flag("--json", options->json, "Print one JSON object");
  addGpuOptions(*command, options->gpu);
  command->callback([options] { run(*options); });
}

}  // namespace gpubuck::app
