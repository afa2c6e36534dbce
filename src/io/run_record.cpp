#include "io/run_record.h"

#include <nlohmann/json.hpp>

#include "io/output_file.h"

namespace gpubuck::io {

void writeRunRecord(const std::filesystem::path& folder, const nlohmann::ordered_json& record) {
  // Names from drivers and command lines may not be UTF-8; a record with a mark in it beats none.
  constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;
  writeFile(folder / "run.json", record.dump(2, ' ', false, kReplace), "\n");
}

}  // namespace gpubuck::io
