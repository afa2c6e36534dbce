// The file run.json: what was run, on which device, with which parameters.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace gpubuck::io {

/// Writes `folder`/run.json, indented, complete or not at all. Throws RunError.
void writeRunRecord(const std::filesystem::path& folder, const nlohmann::ordered_json& record);

}  // namespace gpubuck::io
